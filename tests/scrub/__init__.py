"""The scrubber's own evaluation: fresh secrets in every form, harmless text, and the scores of both."""
