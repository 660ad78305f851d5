"""Trust: what the person has allowed Codex to run, as its config.toml has it; a tiny editor of that file's text.

Codex runs a hook once its definition's hash stands there (seen with 0.171.0):
`[hooks.state."<hooks.json>:<event>:<group>:<hook>"]`
with `trusted_hash = "sha256:..."`. The hash is of compact JSON with sorted keys, defaults and limits written out.
"""
from __future__ import annotations

import hashlib
import json
import re

from tools.lib.setup import hookfile, registration

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

DEFAULT, SHORT = 600, {"SessionEnd": 1}  # seconds where none are asked for
LONGEST = {"SessionEnd": 3, "Interrupt": 3}  # seconds; more is cut to this
HEADER = re.compile(r"""
    [ \t]* \[ [ \t]* hooks [ \t]* \. [ \t]* state [ \t]* \. [ \t]*
    (?: "(?P<basic>(?:[^"\\]|\\.)*)" | '(?P<literal>[^']*)' )   # the key, in either of TOML's quotes
    [ \t]* \] [ \t]* (?: \#.* )?
""", re.VERBOSE)
TABLE = re.compile(r"[ \t]*\[")
HASH = re.compile(r"""[ \t]*trusted_hash[ \t]*=[ \t]*["'](?P<hash>[^"']*)["'].*""")
ELSEWHERE = {"": re.compile(r"hooks\s*[.=]"), "hooks": re.compile(r"state\s*[.=]"), "hooks.state": re.compile(r"[^#\s]")}
QUOTES = ('"""', "'''")


def wanted(path: str, text: str) -> dict[str, str]:
    """Key and hash of each hook of ours in a hooks.json, whose path is `path` and whose text is `text`.

    Raises ValueError when the text is no strict JSON or its hooks have another shape.
    """
    whole = json.loads(text) if text.strip() else {}
    hookfile.registered(text)
    return {
        f"{path}:{_snake(event)}:{group}:{place}": _hash(event, groups[group].get("matcher"), hook)
        for event, groups in whole.get("hooks", {}).items()
        for group in range(len(groups))
        for place, hook in enumerate(groups[group].get("hooks", []))
        if registration.ours(hook)
    }


def _snake(event: str) -> str:
    return "".join("_" + letter.lower() if letter.isupper() else letter for letter in event).lstrip("_")


def _hash(event: str, matcher: object, hook: Mapping[str, object]) -> str:
    seconds = hook.get("timeout", SHORT.get(event, DEFAULT))
    limit = LONGEST.get(event)
    whole = {"async": False, **hook, "timeout": min(seconds, limit) if limit and isinstance(seconds, int) else seconds}
    definition = {"event_name": _snake(event), "hooks": [whole], **({} if matcher is None else {"matcher": matcher})}
    text = json.dumps(definition, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return "sha256:" + hashlib.sha256(text.encode("utf-8")).hexdigest()


def given(text: str) -> dict[str, str]:
    """What is trusted: key -> hash. Pure; what it cannot read counts as not trusted."""
    lines = text.split("\n")
    return {key: lines[at].strip().partition("=")[2].strip().strip("\"'") for key, _, at in _entries(lines) if at >= 0}


def added(text: str, hashes: Mapping[str, str]) -> str:
    """The text with these hashes trusted; every other byte stays. Raises ValueError where its shape is not ours to edit."""
    lines = text.split("\n")
    if _is_elsewhere(lines):
        raise ValueError("its hooks stand there in another form than Codex writes")
    rest = dict(hashes)
    for key, header, at in reversed(list(_entries(lines))):
        if key in rest:
            line = f'trusted_hash = "{rest.pop(key)}"' + ("\r" if lines[header].endswith("\r") else "")
            lines[at if at >= 0 else header + 1 : at + 1 if at >= 0 else header + 1] = [line]
    end = "\r\n" if "\r\n" in text else "\n"
    text = "\n".join(lines)
    text += "" if not text or text.endswith("\n") or not rest else end
    names = {key: json.dumps(key, ensure_ascii=False) for key in rest}
    return text + "".join(f'[hooks.state.{names[key]}]{end}trusted_hash = "{value}"{end}' for key, value in rest.items())


def _is_elsewhere(lines: list[str]) -> bool:
    """Whether trust stands there as inline or dotted keys, beside which a table would be a fault."""
    table = ""
    for number in sorted(_plain(lines)):
        line = lines[number].strip()
        if TABLE.match(line):
            table = line.partition("#")[0].strip(" []\t")
        elif table in ELSEWHERE and ELSEWHERE[table].match(line):
            return True
    return False


def removed(text: str, keys: frozenset[str]) -> str:
    """The text without what is trusted under these keys; a table in which more stands keeps that."""
    lines = text.split("\n")
    for key, header, at in reversed(list(_entries(lines))):
        if key in keys and at >= 0:
            alone = at == header + 1 and (at + 1 == len(lines) or not lines[at + 1].strip() or bool(TABLE.match(lines[at + 1])))
            del lines[header if alone else at : at + 1]
    return "\n".join(lines)


def _entries(lines: list[str]) -> Iterator[tuple[str, int, int]]:
    """Each table of a hook: its key, the number of its header's line, and of the line with its hash (-1: none)."""
    plain = _plain(lines)
    for number in sorted(plain):
        found = HEADER.fullmatch(lines[number].rstrip("\r"))
        if not found:
            continue
        at = number + 1
        while at < len(lines) and not (at in plain and (TABLE.match(lines[at]) or HASH.fullmatch(lines[at].rstrip("\r")))):
            at += 1
        has = at < len(lines) and not TABLE.match(lines[at])
        key = found["literal"] if found["basic"] is None else _unquoted(found["basic"])
        yield key, number, at if has else -1


def _unquoted(text: str) -> str:
    try:
        return str(json.loads(f'"{text}"'))
    except ValueError:
        return text


def _plain(lines: list[str]) -> set[int]:
    """The numbers of the lines that do not begin inside a string of several lines."""
    found, inside = set(), ""
    for number, line in enumerate(lines):
        if not inside:
            found.add(number)
        rest = line
        while True:
            marks = [(rest.find(mark), mark) for mark in ([inside] if inside else QUOTES) if mark in rest]
            if not marks or (not inside and "#" in rest[: min(marks)[0]] and '"' not in rest[: min(marks)[0]]):
                break
            at, mark = min(marks)
            inside, rest = ("" if inside else mark), rest[at + 3 :]
    return found
