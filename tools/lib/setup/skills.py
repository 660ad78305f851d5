"""Skills: the pin's runbooks, copied into the clients' folders with this machine's command lines filled in.

A copy, not a link: it names the interpreter and the pinned tools by their whole paths, and install writes it anew whenever
another pin is put in force. `skills.json` in the installation's folder says what of ours is where: folder -> file -> sum. What
is there under the same name and is not as we wrote it is somebody's: it is left alone, and that is said.
"""

from __future__ import annotations

import hashlib
import json
import os

from tools.lib import commands, files
from tools.lib.setup import pin

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from tools.lib.setup.clientfiles import Config

PREFIX = "ego-"
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
    root, notes, said = place(config), _notes(local), []
    for name in sorted({*skills, *_known(notes, root)}):
        folder, content = os.path.join(root, name), skills.get(name, {})
        if _is_foreign(folder, notes.get(folder)):
            said.append(f"leave {folder} alone, which is not as we wrote it, or not ours")
            continue
        for inner in sorted({*content, *(notes.get(folder) or {})}):
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
    notes = _notes(local)
    for name in sorted({*skills, *_known(notes, root)}):
        folder = os.path.join(root, name)
        if _is_foreign(folder, notes.get(folder)):
            said.append(f"{folder}: is not as we wrote it, or not ours, and is left alone; move it away to have ours")
            continue
        _write(folder, skills.get(name, {}), notes.get(folder) or {})
        notes[folder] = {inner: _sum(content) for inner, content in skills.get(name, {}).items()}
    _keep(local, notes)
    return said


def remove(local: str, config: Config) -> list[str]:
    """Take our skills out of a client's folder again; gives a sentence for each that was changed since, and stays."""
    root, notes, said = place(config), _notes(local), []
    for name in _known(notes, root):
        folder = os.path.join(root, name)
        if _is_foreign(folder, notes[folder]):
            said.append(f"{folder}: was changed since we wrote it, and stays")
        else:
            _write(folder, {}, notes[folder])
        del notes[folder]
    _empty(root)
    _keep(local, notes)
    return said


def differing(local: str, config: Config, python: str) -> tuple[list[str], list[str]]:
    """The skills that are missing or old in a client's folder, and those of which somebody else's is there."""
    root, notes, old, foreign = place(config), _notes(local), [], []
    for name, content in sorted(wanted(local, python).items()):
        folder = os.path.join(root, name)
        if _is_foreign(folder, notes.get(folder)):
            foreign.append(name)
        elif any(files.read(os.path.join(folder, *inner.split("/"))) != text for inner, text in content.items()):
            old.append(name)
    return old, foreign


def place(config: Config) -> str:
    """The folder in which a client looks for skills; links are followed, so that two ways to one folder are one."""
    return os.path.realpath(os.path.join(config.folder, FOLDER))


def _is_foreign(folder: str, note: Mapping[str, str] | None) -> bool:
    """Whether there is something that is not as we wrote it."""
    if not os.path.lexists(folder):
        return False
    there = {inner: _sum(files.read(os.path.join(folder, *inner.split("/"))) or b"") for inner in _inside(folder)}
    return bool(there) and (note is None or os.path.islink(folder) or any(note.get(inner) != sum for inner, sum in there.items()))


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


def _notes(local: str) -> dict[str, dict[str, str]]:
    try:
        found = json.loads(files.text(os.path.join(local, "skills.json")) or "{}")
    except ValueError:
        return {}
    return {key: value for key, value in found.items() if isinstance(value, dict)} if isinstance(found, dict) else {}


def _keep(local: str, notes: Mapping[str, Mapping[str, str]]) -> None:
    files.replace(os.path.join(local, "skills.json"), json.dumps({key: value for key, value in notes.items() if value}, indent=1))
