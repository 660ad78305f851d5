"""Patches: the files that a Codex `apply_patch` text adds, changes, deletes or moves."""
from __future__ import annotations

HEADS = ("*** Add File:", "*** Update File:", "*** Delete File:", "*** Move to:")
QUOTES = "'\"`"


def paths(text: str) -> list[str]:
    """The paths as the patch names them, in order, each once: relative ones are of the call's working directory.

    Read are the heads alone, at the start of a line; a line of content begins with `+`, `-`, a blank or `@@`, so no
    content is a head. LF and CRLF; a path in quotes loses them. A text without the patch's first line has no paths.
    """
    begin = text.find("*** Begin Patch")
    if begin < 0 or text[:begin].rpartition("\n")[2].strip():
        return []
    found: dict[str, None] = {}
    for line in text[begin:].split("\n"):
        line = line.strip(" \t\r") if line[:1] == "*" else ""
        if line == "*** End Patch":
            break
        for head in HEADS:
            if line.startswith(head):
                name = _unquoted(line[len(head) :].strip())
                if name:
                    found[name] = None
    return list(found)


def _unquoted(name: str) -> str:
    return name[1:-1] if len(name) > 1 and name[0] in QUOTES and name[-1] == name[0] else name
