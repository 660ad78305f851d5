"""Blocks: private keys, by their marks, lines, first bytes or fields."""
