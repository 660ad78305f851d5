"""Faults: everything that may go wrong on the way from a session to the other machine, done for real."""
