"""The tests: `python3 -m tests`."""
