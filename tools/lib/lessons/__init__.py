"""Lessons: one line at the moment it is needed."""
