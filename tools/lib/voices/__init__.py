"""Voices: what speaks as the person, who wrote it, and what they said yes to."""
