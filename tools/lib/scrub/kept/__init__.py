"""Kept: values that are known to be secret: this machine's, this session's, earlier ones' as hashes."""
