"""Key: one key of a person's, without Return."""

from __future__ import annotations

import sys

if sys.platform == "win32":
    import msvcrt

    def pressed() -> str:
        """The key, in small letters; "q" where the input has ended."""
        return msvcrt.getwch().lower()
else:

    def pressed() -> str:
        """The key, in small letters; "q" where the input has ended or Control-C was pressed."""
        import termios
        import tty

        handle = sys.stdin.fileno()
        before = termios.tcgetattr(handle)
        try:
            tty.setcbreak(handle)
            typed = sys.stdin.read(1).lower()
            return "q" if typed in ("", "\x04") else typed  # without its line, Control-D is a key like any other
        except KeyboardInterrupt:
            return "q"
        finally:
            termios.tcsetattr(handle, termios.TCSADRAIN, before)
