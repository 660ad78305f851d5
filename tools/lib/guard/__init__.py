"""Guard: sessions of one machine do not undo each other's work.

`before.check` looks at what a tool call would write and denies it once, with the way through; `after.settle` confirms what
was written and tells of silent changes; `scope.check` refuses the reading of another client's folder, every time.
What is not understood passes and is logged. Nothing here keeps a process, a thread or a lock longer than a hook lives.
"""
