"""The proof that nothing bypasses the scrubber: secrets planted in every place of the path, and looked for everywhere."""
