"""The real clients against a scripted model, in a network of their own."""
