"""Tokens: what is told by its own look: makers' formats, joined parts, drawn bodies, phrases, hashes, links."""
