"""Journals: from the spool into the lane's Markdown, each event once."""
