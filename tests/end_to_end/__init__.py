"""From a session of a real client on one machine to what a session's model receives on another."""
