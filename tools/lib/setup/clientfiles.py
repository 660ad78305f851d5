"""The clients' settings files: the one place that changes them, whole or not at all, and can take it back.

They are people's property. Links stay links, byte order marks and line ends stay, a change that another program makes
at the same moment is kept, and what cannot be read as strict JSON is left alone. What each file was without us is kept
in `clients.json` of the installation's folder, so that uninstall can give the very same bytes.
"""
from __future__ import annotations

import hashlib
import json
import os
import time
from collections import namedtuple

from tools.lib import files
from tools.lib.errors import Refusal
from tools.lib.setup import hookfile, noted, registration

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Edit = Callable[[str], str]

NAMES = {"claude": "settings.json", "codex": "hooks.json"}
CLIENTS = {"claude": "Claude Code", "codex": "Codex"}
BACKUPS = 5  # newest kept of each file
TRIES, PAUSE = 30, 0.05  # another program may be halfway through its writing; seconds between two looks
BOM = "\ufeff"
NO_ATTRIBUTION = {"attribution": {"commit": "", "pr": ""}}  # Claude Code's own setting

Config = namedtuple("Config", "agent folder")  # one configuration folder of a client
Wish = namedtuple("Wish", "groups members")  # hook groups by event, and members of the top level
Change = namedtuple("Change", "path before after")  # texts


def path_of(config: Config) -> str:
    """The settings file of a configuration folder; links are followed to the file that is theirs."""
    return os.path.realpath(os.path.join(config.folder, NAMES[config.agent]))


def put(local: str, config: Config, wish: Wish, now: float) -> Change:
    """Register what is wished for in a configuration. The same again changes nothing.

    Raises Refusal when the file is not strict JSON, has no place for hooks, or cannot be written.
    """
    path = path_of(config)
    made = not os.path.exists(path)
    note = _known(local, config, _read(path)[1])
    change = _apply(path, lambda text: _with(text, wish, note or {}), lambda seen: _back_up(local, config, seen, now))
    if note is None or change.before != change.after:
        _remember(local, config, wish, change, note or {"made": made, "origin": None})
    return change


def remove(local: str, config: Config, identity: str, now: float) -> Change:
    """Take this installation's hooks out of a configuration again. Raises Refusal as `put` does.

    A file that nobody has touched since becomes what it was, byte for byte; one that we made goes.
    """
    path = path_of(config)
    note = noted.read(local, noted.CLIENTS).get(_key(config)) or {}
    if not os.path.exists(path):
        return Change(path, "", "")
    change = _apply(path, lambda text: _without(text, identity, note), lambda seen: _back_up(local, config, seen, now))
    if note.get("made") and change.after.strip() in ("", hookfile.EMPTY.strip()):
        files.remove(path)
    return change


def planned(local: str, config: Config, wish: Wish | None, identity: str) -> Change:
    """What `put` would do, or without a wish `remove`; nothing is written. Raises Refusal as they do."""
    path = path_of(config)
    _, before = _read(path)
    try:
        if wish:
            return Change(path, before, _with(before, wish, _known(local, config, before) or {}))
        return Change(path, before, _without(before, identity, noted.read(local, noted.CLIENTS).get(_key(config)) or {}))
    except ValueError as error:
        raise _left_alone(path, error) from None


def known(local: str) -> list[Config]:
    """The configurations this installation was registered in."""
    return [Config(*key.split(":", 1)) for key in noted.read(local, noted.CLIENTS) if ":" in key]


def _with(text: str, wish: Wish, note: Mapping[str, object]) -> str:
    text = hookfile.put(text, wish.groups)
    for key, item in _members(note).items():
        if key not in wish.members:
            text = hookfile.without_member(text, key, item, str(note.get("origin") or ""))
    for key, item in wish.members.items():
        text = hookfile.with_member(text, key, item)
    return text


def _without(text: str, identity: str, note: Mapping[str, object]) -> str:
    origin = str(note.get("origin") or "")
    if note.get("after") == noted.sum_of(text):
        return origin
    text = hookfile.removed(text, lambda hook: registration.of(hook, identity), origin)
    for key, item in _members(note).items():
        text = hookfile.without_member(text, key, item, origin)
    return text


def _members(note: Mapping[str, object]) -> dict[str, object]:
    members = note.get("members")
    return members if isinstance(members, dict) else {}


def _apply(path: str, edit: Edit, back_up: Callable[[bytes | None], None]) -> Change:
    """Edit until the file is what the edit makes of it, whoever else writes it meanwhile."""
    change, doubted = None, None
    for number in range(TRIES):
        stamp = os.stat(path).st_mtime_ns if os.path.exists(path) else 0
        seen, before = _read(path)
        stands = (stamp, seen) == doubted
        doubted = (stamp, seen)
        try:
            after = edit(before)
        except ValueError as error:
            if stands:
                raise _left_alone(path, error) from None
            after = None
        if after == before:
            return change or Change(path, before, before)
        # What is broken or empty may be half written: it is believed when it still stands so at the second look.
        if after is not None and (stands or before.strip() or seen is None):
            back_up(seen)
            if _write(path, seen, after):
                change = Change(path, before, after)
                continue
        time.sleep(PAUSE * (1 + number % 3))  # uneven, so as not to keep step with the other's writing
    raise Refusal(f"{path}: another program writes it all the time; close it, then run python3 install.py again")


def _read(path: str) -> tuple[bytes | None, str]:
    try:
        seen = files.read(path)
        return seen, (seen or b"").decode("utf-8").removeprefix(BOM)
    except UnicodeDecodeError as error:
        raise _left_alone(path, error) from None
    except OSError as error:
        raise Refusal(f"{path}: cannot be read ({error.strerror}); mend that, then run python3 install.py again") from None


def _write(path: str, seen: bytes | None, after: str) -> bool:
    if after.strip():
        json.loads(after)  # never leave a file that a client would refuse
    mark = BOM if (seen or b"").startswith(BOM.encode()) else ""
    try:
        return files.swap(path, seen, (mark + after).encode("utf-8"))
    except OSError as error:
        raise Refusal(f"{path}: cannot be written ({error.strerror}); mend that, then run python3 install.py again") from None


def _left_alone(path: str, error: ValueError) -> Refusal:
    return Refusal(
        f"{path}: left alone, because it is not the strict JSON that the client reads ({error}); "
        "take out comments and trailing commas, then run python3 install.py again"
    )


def _remember(local: str, config: Config, wish: Wish, change: Change, note: Mapping[str, object]) -> None:
    origin = str(note["origin"] or "")
    if change.before.strip() and note.get("after") != noted.sum_of(change.before):
        bare = _without(change.before, "", {**note, "after": None})  # "": of whichever installation
        origin = origin if not origin.strip() and bare == hookfile.EMPTY != change.before else bare
    elif not change.before.strip():
        origin = change.before
    made = {"made": note["made"], "members": dict(wish.members), "origin": origin, "after": noted.sum_of(change.after)}
    noted.keep(local, noted.CLIENTS, {**noted.read(local, noted.CLIENTS), _key(config): made})


def _known(local: str, config: Config, before: str) -> dict[str, object] | None:
    """What is known of a file that holds this text."""
    return noted.of(local, noted.CLIENTS, _key(config), lambda note: note.get("after") == noted.sum_of(before))


def _key(config: Config) -> str:
    return f"{config.agent}:{config.folder}"


def _back_up(local: str, config: Config, seen: bytes | None, now: float) -> None:
    if seen is None:
        return
    folder = files.folder(os.path.join(local, "backups"))
    prefix = f"{config.agent}-{hashlib.sha256(config.folder.encode('utf-8', 'replace')).hexdigest()[:8]}-"
    stamp = time.strftime("%Y%m%dT%H%M%SZ", time.gmtime(now))
    files.replace(os.path.join(folder, f"{prefix}{stamp}.json"), seen)
    for old in sorted(name for name in os.listdir(folder) if name.startswith(prefix))[:-BACKUPS]:
        files.remove(os.path.join(folder, old))
