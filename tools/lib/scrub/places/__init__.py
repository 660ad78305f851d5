"""Places: commands, directives, dialogs, calls and tables, in which the place alone tells a secret."""
