"""Skills: the pin's runbooks, copied into the clients' folders with this machine's command lines filled in.

A copy, not a link: it names the interpreter and the pinned tools by their whole paths, and install writes it anew whenever
another pin is put in force. `skills.json` in the installation's folder says what of ours is where: folder -> file -> sum. What
is there under the same name and is not as we wrote it is somebody's: it is left alone, and that is said. Where that folder
was lost, what is there as this version writes it, but for the pin's name, is known as ours.
"""

from __future__ import annotations

import hashlib
import os
import re

from tools.lib import commands, files
from tools.lib.setup import noted, pin

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from tools.lib.setup.clientfiles import Config

PREFIX = "ego-"
PIN = re.compile(rb"(pins[/\\]+)[0-9a-f]{16}")
FOLDER = "skills"
TOOLS = ("note", "context", "lesson", "board", "sync", "review", "doctor", "sessions", "tell", "scrub")


def wanted(local: str, python: str) -> dict[str, dict[str, bytes]]:
    """The skills of the pin in force, by name: each file's content by its path in the skill's folder."""
    folder = pin.current(local)
    return made(pin.content(folder), folder, python) if folder else {}


def made(parts: Mapping[str, bytes], folder: str, python: str) -> dict[str, dict[str, bytes]]:
    """The same of the files of a pin that is, or would be, in this folder."""
    found: dict[str, dict[str, bytes]] = {}
    for path, content in parts.items():
        top, _, rest = path.partition("/")
        name, _, inner = rest.partition("/")
        if top == FOLDER and name.startswith(PREFIX) and inner:
            found.setdefault(name, {})[inner] = _filled(content, folder, python) if inner.endswith(".md") else content
    return found


def planned(local: str, config: Config, skills: Mapping[str, Mapping[str, bytes]]) -> list[str]:
    """What `put` would do where these are in force, a line for each file."""
    root, said = place(config), []
    for name in sorted({*skills, *_known(noted.read(local, noted.SKILLS), root)}):
        folder, content = os.path.join(root, name), skills.get(name, {})
        note = _note(local, folder, content)
        if _is_foreign(folder, note):
            said.append(f"leave {folder} alone, which is not as we wrote it, or not ours")
            continue
        for inner in sorted({*content, *(note or {})}):
            path = os.path.join(folder, *inner.split("/"))
            there = files.read(path)
            if there != content.get(inner):
                said.append(f"{'remove' if inner not in content else 'write' if there is None else 'change'} {path}")
    return said


def _filled(content: bytes, folder: str, python: str) -> bytes:
    """`<<note>>` becomes the command line of that tool."""
    text = content.decode("utf-8")
    for tool in TOOLS:
        line = " ".join(commands.quoted(word) for word in (python, os.path.join(folder, "tools", f"{tool}.py")))
        text = text.replace(f"<<{tool}>>", line)
    return text.encode("utf-8")


def put(local: str, config: Config, python: str) -> list[str]:
    """Bring a client's folder to the skills in force; gives a sentence for each that somebody else's is in the way of."""
    root, skills, said = place(config), wanted(local, python), []
    notes = noted.read(local, noted.SKILLS)
    for name in sorted({*skills, *_known(notes, root)}):
        folder = os.path.join(root, name)
        note = _note(local, folder, skills.get(name, {}))
        if _is_foreign(folder, note):
            said.append(f"{folder}: is not as we wrote it, or not ours, and is left alone; move it away to have ours")
            continue
        _write(folder, skills.get(name, {}), note or {})
        notes[folder] = {inner: _sum(content) for inner, content in skills.get(name, {}).items()}
    noted.keep(local, noted.SKILLS, notes)
    return said


def remove(local: str, config: Config) -> list[str]:
    """Take our skills out of a client's folder again; gives a sentence for each that was changed since, and stays."""
    root, notes, said = place(config), noted.read(local, noted.SKILLS), []
    for name in _known(notes, root):
        folder = os.path.join(root, name)
        if _is_foreign(folder, _note(local, folder, {})):
            said.append(f"{folder}: was changed since we wrote it, and stays")
        elif not _is_foreign(folder, notes[folder]):  # else another installation has taken it over
            _write(folder, {}, notes[folder])
        del notes[folder]
    _empty(root)
    noted.keep(local, noted.SKILLS, notes)
    return said


def differing(local: str, config: Config, python: str) -> tuple[list[str], list[str]]:
    """The skills that are missing or old in a client's folder, and those of which somebody else's is there."""
    root, old, foreign = place(config), [], []
    for name, content in sorted(wanted(local, python).items()):
        folder = os.path.join(root, name)
        if _is_foreign(folder, _note(local, folder, content)):
            foreign.append(name)
        elif any(files.read(os.path.join(folder, *inner.split("/"))) != text for inner, text in content.items()):
            old.append(name)
    return old, foreign


def place(config: Config) -> str:
    """The folder in which a client looks for skills; links are followed, so that two ways to one folder are one."""
    return os.path.realpath(os.path.join(config.folder, FOLDER))


def _note(local: str, folder: str, content: Mapping[str, bytes]) -> Mapping[str, str] | None:
    """What is known of a skill's folder; where nothing is, and `content` stands there but for the pin's name, it is ours."""
    note = noted.of(local, noted.SKILLS, folder, lambda note: not _is_foreign(folder, note))
    there = _there(folder) if note is None else {}
    is_ours = there and all(inner in content and _unpinned(text) == _unpinned(content[inner]) for inner, text in there.items())
    return {inner: _sum(text) for inner, text in there.items()} if is_ours else note


def _unpinned(content: bytes) -> bytes:
    return PIN.sub(rb"\1", content)


def _is_foreign(folder: str, note: Mapping[str, str] | None) -> bool:
    """Whether there is something that is not as we wrote it."""
    if not os.path.lexists(folder):
        return False
    there = {inner: _sum(content) for inner, content in _there(folder).items()}
    return bool(there) and (note is None or os.path.islink(folder) or any(note.get(inner) != sum for inner, sum in there.items()))


def _there(folder: str) -> dict[str, bytes]:
    """What is in a folder: each file's content by its path."""
    return {inner: files.read(os.path.join(folder, *inner.split("/"))) or b"" for inner in _inside(folder)}


def _inside(folder: str) -> list[str]:
    found = []
    for place, _, names in os.walk(folder):
        found += [os.path.relpath(os.path.join(place, name), folder).replace(os.sep, "/") for name in names]
    return found or (["."] if os.path.isfile(folder) else [])


def _write(folder: str, content: Mapping[str, bytes], before: Mapping[str, str]) -> None:
    for inner, text in content.items():
        path = os.path.join(folder, *inner.split("/"))
        if files.read(path) != text:
            files.replace(path, text)
    for inner in before:
        if inner not in content:
            files.remove(os.path.join(folder, *inner.split("/")))
    if not content and os.path.isdir(folder):
        for place, _, _ in os.walk(folder, topdown=False):
            _empty(place)


def _empty(folder: str) -> None:
    try:
        os.rmdir(folder)
    except OSError:
        pass  # somebody keeps something there


def _known(notes: Mapping[str, object], root: str) -> list[str]:
    return sorted(os.path.basename(folder) for folder in notes if os.path.dirname(folder) == root)


def _sum(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
