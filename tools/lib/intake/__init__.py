"""Intake: what a client says of a session, kept on this machine before the hook returns."""
