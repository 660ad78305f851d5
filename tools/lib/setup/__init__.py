"""Setting an installation up on this machine, and taking it down again."""
