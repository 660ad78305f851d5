"""A real Windows Python under Wine: what is different on Windows is run, on a Linux machine too."""
