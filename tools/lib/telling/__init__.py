"""Telling: what a session is given, read from small tables that the worker keeps."""
