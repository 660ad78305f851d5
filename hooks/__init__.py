"""The hooks: a module an event, each with `handle`."""
