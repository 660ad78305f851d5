"""Encodings: what must be read away, joined or decoded before a secret shows."""
