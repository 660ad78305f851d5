"""Doctor: is all of it well on this machine? Each module looks at one concern and gives checks; none changes anything."""
