"""The small batch file that Codex starts on Windows, put where its path needs no quotes."""
from __future__ import annotations

import os
import sys

from tools.lib import files
from tools.lib.errors import Refusal
from tools.lib.setup import registration

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

# cmd.exe reads a batch file in the machine's old code page; what these hold it knows in full Unicode.
KNOWN = ("LOCALAPPDATA", "APPDATA", "USERPROFILE", "PROGRAMFILES")


def place(local: str, environ: Mapping[str, str]) -> str:
    """The stub's path: in the installation's folder if that path is bare, or its short form is, else in ProgramData."""
    identity = os.path.basename(local)
    shared = os.path.join(environ.get("PROGRAMDATA") or "C:\\ProgramData", "alter-ego", identity)
    for folder in (local, _short(local), shared):
        path = os.path.join(folder, registration.STUB)
        if registration.bare(path):
            return path
    raise Refusal(f"{shared}: no path for Codex's stub is free of special characters; set ALTER_EGO_LOCAL to one that is")


def write(path: str, python: str, local: str, environ: Mapping[str, str]) -> None:
    """Make the stub that starts `python` for the installation in `local`."""
    text = registration.batch(python, local)
    for name in KNOWN:
        value = environ.get(name, "").replace("%", "%%")
        if value and not text.isascii():
            text = text.replace(f'"{value}\\', f'"%{name}%\\')
    files.replace(path, text.encode("ascii" if text.isascii() else "oem", "replace"))


if sys.platform == "win32":

    def _short(folder: str) -> str:
        import ctypes  # there is no other way to the short names

        room = ctypes.create_unicode_buffer(32768)
        return room.value if ctypes.windll.kernel32.GetShortPathNameW(folder, room, len(room)) else folder
else:

    def _short(folder: str) -> str:
        return folder
