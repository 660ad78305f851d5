"""Board: this machine's live blackboard in `board.md`, which people, sessions and hooks write at any moment.

An edit is made on the file as it stands, under the kernel's lock, and put in its place whole; if a person saved theirs in
between it is made again on that.
"""
from __future__ import annotations

import os
import time

from tools.lib import commands, files, lock, sessions, settings, spool
from tools.lib.beside import boardpage, boardview
from tools.lib.beside.boardpage import LOG, WORK
from tools.lib.errors import Refusal
from tools.lib.sessions import tag
from tools.lib.telling import given, recent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from tools.lib.beside.boardpage import Line, Part
    from tools.lib.event import Event

    Record = Mapping[str, object]
    Block = Sequence[Line | str]

PATIENCE = 5.0  # seconds for the lock; an edit takes a few milliseconds
SAVING = 0.03  # seconds within which an editor that writes in place has the whole text in the file
LOGGED = 200  # lines kept in the log
NOTHING = "The board of this machine holds nothing else now."


def path_of(local: str) -> str:
    """Where the board is."""
    return os.path.join(local, "board.md")


def read(local: str) -> list[Part]:
    """The board, in order whatever its file looks like."""
    return boardpage.repaired(boardpage.parse(_text(files.read(path_of(local)))))


def _text(content: bytes | None) -> str:
    """The text of the file as an editor left it; bytes that are no UTF-8 survive."""
    content = content or b""
    if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return content.decode("utf-16", "replace").replace("\r\n", "\n")
    return content.decode("utf-8", "surrogateescape").lstrip("\ufeff").replace("\r\n", "\n")


def edit(local: str, change: Callable[[list[Part]], list[Part]]) -> bool:
    """Change the board; `change` may be called more than once. Whether the file is another now.

    Raises Refusal where others hold it too long, OSError where it cannot be written.
    """
    path = path_of(local)
    with lock.held(os.path.join(files.folder(os.path.join(local, "locks")), "board"), PATIENCE) as mine:
        for _ in range(20 if mine else 0):
            seen = _whole(path)
            new = boardpage.render(change(boardpage.repaired(boardpage.parse(_text(seen)))))
            content = new.encode("utf-8", "surrogateescape")
            if content == seen:
                return False
            if _put(path, seen, content):
                return True
    raise Refusal(f"{path}: others are writing it without a pause; try again in a moment")


def _put(path: str, seen: bytes | None, content: bytes) -> bool:
    """Put a content in the place of what was seen; False where an edit must be made anew on what stands there now.

    An editor that writes in place may have opened the file just before ours took its place: what it wrote is put back.
    """
    old = f"{path}.old"
    try:
        _keep(path, old)
        if not files.swap(path, seen, content):
            return False
        saved = files.read(old)
        if saved in (None, seen):
            return True
        time.sleep(SAVING)
        files.swap(path, content, files.read(old) or b"")
        return False
    except FileNotFoundError:  # an editor takes the file away before it puts its own there
        return False
    finally:
        files.remove(old)


def _keep(path: str, old: str) -> None:
    """A second name for the file, where the file system has such."""
    files.remove(old)
    try:
        os.link(path, old)
    except OSError:
        pass


def _whole(path: str) -> bytes | None:
    """The file's content, and not the beginning of what an editor is saving: one that writes in place empties it first.

    A file that was put there whole, by an editor or by us, was renamed after it was written.
    """
    content = files.read(path)
    for _ in range(5):
        found = os.stat(path) if os.path.exists(path) else None
        if found is None or found.st_ctime_ns != found.st_mtime_ns or abs(time.time() - found.st_mtime) > SAVING:
            break
        time.sleep(SAVING / 4)
        content = files.read(path)
    return content


def add(local: str, section: str, text: str, context: str, signature: str, now: float) -> None:
    """Put a line at the top of a section: for everyone where `context` is "", a person's where `signature` is "".

    In the log it gets its time.
    """
    line = boardpage.made(context, f"{_stamp(now)} {text}" if section == LOG else text, signature)
    edit(local, lambda parts: _shortened(boardpage.put(parts, section, [line])))


def take(local: str, sections: Sequence[str], goes: Callable[[Block], bool], why: str, now: float) -> int:
    """Move the lines that go into the log; gives how many went."""
    count = 0

    def change(parts: list[Part]) -> list[Part]:
        nonlocal count
        count = 0
        for name in sections:
            parts, found = boardpage.taken(parts, name, goes)
            count += len(found)
            logged = [row for block in found for row in _logged(block, why, now)]
            parts = boardpage.put(parts, LOG, logged) if logged else parts
        return _shortened(parts)

    edit(local, change)
    return count


def _logged(block: Block, why: str, now: float) -> list[Line | str]:
    first = block[0]
    if isinstance(first, str):
        return [f"- {_stamp(now)} {why}: {first.strip()}", *block[1:]]
    return [boardpage.made(first.context, f"{_stamp(now)} {why}: {first.text}", first.tag), *block[1:]]


def _stamp(now: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(now))


def announce(local: str, session: str, sentence: str, now: float, context: str | None = None) -> None:
    """Say in ACTIVE WORK what a session does that others must know; the line goes when the session ends, the log keeps it.

    For the sessions of its own context, or those of `context`; "" is everyone, and then the sentence must hold no client's
    text. What it has announced already is not said twice.
    """
    if context is None:
        from tools.lib import contexts  # not for those who only look

        # what a session does of which we do not know yet for whom is for no client's ears
        context = str(sessions.load(local, spool.safe(session))["context"] or contexts.UNSORTED)
    line = boardpage.made(context, sentence, tag(session))

    def change(parts: list[Part]) -> list[Part]:
        return parts if line in boardpage.rows_of(parts, WORK) else boardpage.put(parts, WORK, [line])

    edit(local, change)


def tidy(local: str, now: float) -> bool:
    """Take away the active work of sessions that have ended or are gone; whether there was any."""
    from tools.lib.intake import orphans  # the worker's

    if not os.path.exists(path_of(local)):
        return False
    signed = {_tag(block) for block in boardpage.blocks(boardpage.rows_of(read(local), WORK))} - {""}
    gone = signed - {tag(str(r["session"])) for r in _of(local, signed) if not (r.get("ended") or orphans.is_gone(r, now))}
    return bool(gone) and take(local, [WORK], lambda block: _tag(block) in gone, "ended", now) > 0


def _tag(block: Block) -> str:
    return "" if isinstance(block[0], str) else str(block[0].tag)


def _of(local: str, tags: set[str]) -> list[dict[str, object]]:
    """The records of the sessions with these tags."""
    try:
        names = os.listdir(os.path.join(local, "sessions")) if tags else []
    except FileNotFoundError:
        names = []
    ids = [name[: -len(".json")] for name in names if name.endswith(".json")]
    return [sessions.load(local, session) for session in ids if tag(session) in tags]


def _shortened(parts: list[Part]) -> list[Part]:
    """The parts with no more of our lines in the log than are kept; a person's stay."""
    count = 0

    def spent(block: Block) -> bool:
        nonlocal count
        count += 1
        return count > LOGGED and bool(_tag(block))

    return boardpage.taken(parts, LOG, spent)[0]


def names_of(local: str, record: Record) -> set[str]:
    """The names of a session's context: the one it knows and the one it has now."""
    name = str(record["context"])
    return {name, recent.current(local, name)}


def start_text(event: Event, record: Record) -> str:
    """What a session is told of the board when it starts; "" for nothing."""
    parts, names, own, more = _look(event, record)
    told = (boardview.cautions(parts, names, own, more), boardview.rest(parts, names, own, more))
    if record.get("capture") != "off" and not event.is_test:
        given.keep_text(event.local, spool.safe(event.session), "board", _news(parts, names, own, more))
    return "\n\n".join(part for part in told if part)


def prompt_text(event: Event, record: Record) -> str:
    """What is put beside a prompt: the standing cautions, and the rest when it changed since this session saw it."""
    if not os.path.exists(path_of(event.local)):
        return ""
    parts, names, own, more = _look(event, record)
    cautions, news = boardview.cautions(parts, names, own, more), _news(parts, names, own, more)
    if settings.read(event.local)["board"] == "always":
        return "\n\n".join(part for part in (cautions, boardview.rest(parts, names, own, more)) if part)
    if given.had_text(record, "board", news):
        return cautions
    sums = record.get("given")
    if not news and not (isinstance(sums, dict) and sums.get("board")):
        return cautions
    given.keep_text(event.local, spool.safe(event.session), "board", news)
    return "\n\n".join(part for part in (cautions, news or NOTHING) if part)


def _look(event: Event, record: Record) -> tuple[list[Part], set[str], str, str]:
    return read(event.local), names_of(event.local, record), tag(event.session), commands.line("board", "show")


def _news(parts: list[Part], names: set[str], own: str, more: str) -> str:
    return boardview.rest(boardview.others(parts, own), names, own, more)
