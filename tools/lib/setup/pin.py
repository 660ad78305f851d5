"""The pin: the copy of `hooks/`, `tools/` and `skills/` that is in force on this machine, until the person says so.

Kept as `pins/<hash of its content>/` in the installation's folder; `current` names the one in force in one line,
relative to that folder, and `pins/order` all that were, the newest last.
"""
from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import time

from tools.lib import files, launch
from tools.lib.errors import Refusal
from tools.lib.setup import bundle

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

PARTS = ("hooks", "tools", "skills")
KEPT = 3
IN_USE = 3600.0  # seconds for which a worker or tool may still run from a pin that is no longer in force


def content(root: str) -> dict[str, bytes]:
    """What a checkout has to pin: each file's bytes by its path with `/`; links are followed, caches left out."""
    return {path: files.read(os.path.join(root, *path.split("/"))) or b"" for part in PARTS for path in _walk(root, part)}


def _walk(root: str, folder: str, around: tuple[str, ...] = ()) -> Iterator[str]:
    place = os.path.realpath(os.path.join(root, *folder.split("/")))
    if place in around:
        return  # a link that leads back
    for name in sorted(os.listdir(place)) if os.path.isdir(place) else ():
        if name.startswith(".") or name == "__pycache__":
            continue
        if os.path.isdir(os.path.join(place, name)):
            yield from _walk(root, f"{folder}/{name}", (*around, place))
        elif os.path.isfile(os.path.join(place, name)) and not name.endswith((".pyc", ".new")):
            yield f"{folder}/{name}"


def name_of(parts: Mapping[str, bytes]) -> str:
    """The name that this content has as a pin: 16 hex digits."""
    whole = hashlib.sha256()
    for path in sorted(parts):
        whole.update(f"{len(path.encode())} {len(parts[path])} ".encode() + path.encode() + parts[path])
    return whole.hexdigest()[:16]


def current(local: str) -> str | None:
    """The folder of the pin in force; None where there is none, or it is gone."""
    pointer = launch.pointer(local)
    folder = os.path.join(local, *pointer.split("/"))
    return folder if pointer and os.path.isdir(folder) else None


def in_force(local: str) -> dict[str, bytes] | None:
    """The content of the pin in force; None where there is none, or it is damaged."""
    folder = current(local)
    parts = content(folder) if folder else None
    return parts if folder and parts and name_of(parts) == os.path.basename(folder) else None


def differences(old: Mapping[str, bytes], new: Mapping[str, bytes]) -> list[str]:
    """What an upgrade changes, one line a file: `+` added, `~` changed, `-` removed."""
    signs = {path: "+" if path not in old else "-" if path not in new else "~" for path in {*old, *new}}
    return [f"{signs[path]} {path}" for path in sorted(signs) if old.get(path) != new.get(path)]


def put(local: str, parts: Mapping[str, bytes], python: str) -> str:
    """Pin this content and put it in force; gives the pin's name. `python` is the interpreter that will run it."""
    name = name_of(parts)
    target = os.path.join(local, "pins", name)
    if not os.path.isdir(target) or name_of(content(target)) != name:
        _build(target, parts, python)
    _switch(local, [*(past for past in order(local) if past != name), name])
    return name


def back(local: str) -> str:
    """Put the pin before the one in force in force again; gives its name. Raises Refusal where there is none."""
    past = [name for name in order(local) if os.path.isdir(os.path.join(local, "pins", name))]
    if len(past) < 2:
        raise Refusal(f"{local}: no version before this one is kept; check out an older one and run install.py --upgrade")
    _switch(local, past[:-1])
    return past[-2]


def order(local: str) -> list[str]:
    """The pins that were in force, the one that is last."""
    return (files.text(os.path.join(local, "pins", "order")) or "").split()


def _build(target: str, parts: Mapping[str, bytes], python: str) -> None:
    new = f"{target}.{os.getpid()}.new"
    shutil.rmtree(new, ignore_errors=True)
    for path, content in parts.items():
        files.replace(os.path.join(new, *path.split("/")), content)
    # compiled now and unconditionally valid: a hook neither compiles nor looks at its sources' times
    subprocess.run(
        [python, "-I", "-S", "-X", "utf8", "-X", "no_debug_ranges", "-m", "compileall", "-q", "-s", new, "-p", target,
         "--invalidation-mode", "unchecked-hash", new],
        stdin=subprocess.DEVNULL, capture_output=True, check=False,
    )  # fmt: skip
    bundle.make(new)
    if os.path.isdir(target):  # damaged: move it out of the way, since a folder cannot be replaced in one step
        os.rename(target, f"{new}.old")
    os.rename(new, target)
    shutil.rmtree(f"{new}.old", ignore_errors=True)


def _switch(local: str, names: list[str]) -> None:
    before = current(local)
    if before and os.path.basename(before) != names[-1]:
        os.utime(before)  # the moment from which `IN_USE` counts
    files.replace(os.path.join(local, "current"), f"pins/{names[-1]}\n")
    files.replace(os.path.join(local, "pins", "order"), "\n".join(names) + "\n")
    _prune(local, names[-KEPT:])


def _prune(local: str, kept: list[str]) -> None:
    folder = os.path.join(local, "pins")
    for name in os.listdir(folder):
        path = os.path.join(folder, name)
        if name not in kept and os.path.isdir(path) and time.time() - os.stat(path).st_mtime > IN_USE:
            shutil.rmtree(path, ignore_errors=True)


def retire(local: str) -> None:
    """Put no code in force any more: hooks that a running session still knows end at once, in silence."""
    files.remove(os.path.join(local, "current"))
