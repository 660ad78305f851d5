"""Archive: a session's transcript as scrubbed Markdown, a piece more each time."""
