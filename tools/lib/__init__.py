"""The library: README.md says what is where."""
