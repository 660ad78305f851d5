"""Keyed: a name, and whether what stands behind it is its secret."""
