"""Records: decoded JSON, walked with names beside values, and written back to the byte."""
