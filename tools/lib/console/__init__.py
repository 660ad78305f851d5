"""Console: who runs a command of ours, what it is for, and how what they say is kept."""
