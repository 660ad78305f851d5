"""Sync: the lane, the remote and the person's checkout, each brought up to the others without disturbing any."""
