"""Contexts: what a session works for, and the rules that find it.

A context is `clients/<name>`, `projects/<name>` or `_unsorted`. Its README's front matter:

    kind: client | project
    paths: ~/work/acme, /srv/acme         folders whose sessions belong here; the longest match wins
    remotes: github.com/acme/web          a checkout's remote, normalised
    areas: billing=src/billing            coarse areas for claims
    transcripts: rendered | full | off
    capture: on | off
    open-to: clients/acme-labs            contexts whose sessions may read this one
    auto: yes                             made by us for a checkout that no README names
"""
from __future__ import annotations

import os

from tools.lib import frontmatter, paths
from tools.lib.errors import Refusal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections import namedtuple
    from collections.abc import Iterable, Mapping
else:
    from tools.lib.tuples import namedtuple

UNSORTED = "_unsorted"
KINDS = {"clients": "client", "projects": "project"}

# A hook reads these from the table that the worker builds, so they are plain lists in it, in this order.
Context = namedtuple("Context", "name paths remotes transcripts capture open_to auto")
Resolution = namedtuple("Resolution", "context how")


def is_context(name: str) -> bool:
    """Whether `name` is of the form of a context."""
    kind, slash, rest = name.partition("/")
    return name == UNSORTED or (slash == "/" and kind in KINDS and paths.is_name(rest))


def named(text: str, known: Iterable[str]) -> str:
    """The context a person means by `clients/acme`, `acme` or `_unsorted`. Raises Refusal when none or several fit."""
    wanted = text.strip().strip("/").lower()
    known = set(known) | {UNSORTED}
    fits = [name for name in sorted(known) if wanted in (name, name.partition("/")[2])]
    if len(fits) == 1:
        return fits[0]
    if fits:
        raise Refusal(f"context {text!r} may be {' or '.join(fits)}: name it with its kind")
    raise Refusal(f"no context {text!r}: see `python3 tools/context.py list`, or make it with `new client|project NAME`")


def read(name: str, readme: str) -> Context:
    """The context that a README describes; what is missing or not understood takes its default."""
    found = frontmatter.fields(frontmatter.split(readme)[0])

    def one(key: str, *allowed: str) -> str:
        value = (found.get(key) or [""])[0].lower()
        return value if value in allowed else allowed[0]

    return Context(
        name,
        found.get("paths", []),
        [remote_key(remote) for remote in found.get("remotes", [])],
        one("transcripts", "rendered", "full", "off"),
        one("capture", "on", "off"),
        found.get("open-to", []),
        one("auto", "no", "yes"),
    )


def readme(name: str, title: str = "", **fields: str) -> str:
    """The README of a new context, from the template; `fields` are front matter, `_` for `-` in their names."""
    kind, _, short = name.partition("/")
    head = [f"kind: {KINDS.get(kind, 'unsorted')}", "paths:", "remotes:", "transcripts: rendered", "capture: on"]
    for key, value in fields.items():
        head = frontmatter.changed(head, key.replace("_", "-"), [value] if value else [])
    asked = "What a session must know before it starts here: goals, people, words, do's and don'ts."
    body = f"\n# {title or short or name}\n\n{asked}\n"
    return frontmatter.join(head, body)


def is_fresh(name: str, text: str) -> bool:
    """Whether a README is as `readme` makes it of a title alone: nobody has said anything in it yet."""
    head = frontmatter.split(text)[1].lstrip("\n").partition("\n")[0]
    return text == readme(name, head[len("# ") :])


def remote_key(url: str) -> str:
    """One spelling for the many of a remote: host and path, lower case, no user, scheme, port or `.git`.

    >>> remote_key("git@GitHub.com:Acme/Web.git") == remote_key("https://me@github.com:443/acme/web/")
    True
    """
    text = url.strip().replace("\\", "/")
    if "://" in text:
        scheme, _, text = text.partition("://")
        if scheme.lower() == "file":
            return _trimmed(text)
        host, _, path = text.partition("/")
        host = host.rpartition("@")[2].partition(":")[0]
    elif ":" in text and "/" not in text.partition(":")[0] and len(text.partition(":")[0]) > 1:
        host, _, path = text.partition(":")
        host = host.rpartition("@")[2]
    else:
        return _trimmed(text)
    return _trimmed(f"{host}/{path.lstrip('/')}").lower()


def _trimmed(path: str) -> str:
    path = path.rstrip("/")
    return path[:-4] if path.lower().endswith(".git") else path


def auto_name(path: str, remote: str) -> str:
    """The project of a checkout that no README names: the same on every machine where the remote is the same.

    Two repositories of one name are two projects, hence the four hex digits of the key.
    """
    from hashlib import sha256  # once in a session's life

    key = remote_key(remote) if remote else path
    last = _trimmed(key).rpartition("/")[2]
    short = "checkout" if _is_drawn(last) else paths.name_from(last)[: paths.LONGEST_NAME - 5].strip("-")
    return f"projects/{short}-{sha256(key.encode('utf-8', 'replace')).hexdigest()[:4]}"


def _is_drawn(name: str) -> bool:
    """Whether a folder's name looks like a token, which must not become ours; told apart alike on every machine."""
    parts = "".join(c if c.isalnum() else " " for c in name).split()
    strange = [len(part) for part in parts if not part.isdigit() and (len(part) > 24 or not part.isalpha())]
    return max(strange, default=0) >= 12 or sum(strange) >= 20


def resolve(
    table: Iterable[Context], project: str, checkout: str, remote: str, settings: Mapping[str, str], home: str
) -> Resolution:
    """The context of a session nobody set: by path, by remote, by checkout, else unsorted.

    `project` is the real path of its start folder, `checkout` that of the main checkout it lies in ("" for none),
    `remote` that checkout's remote URL ("" for none), `home` the person's, for `~`.
    """
    table = list(table)
    best, longest = "", 0
    for context in table:
        for path in context.paths:
            length = _covers(_expanded(path, home), project, checkout)
            if length > longest:
                best, longest = context.name, length
    if best:
        return Resolution(best, "path")
    if remote:
        key = remote_key(remote)
        for context in table:
            if key in context.remotes:
                return Resolution(context.name, "remote")
    if checkout and settings.get("auto-projects") != "off":
        return Resolution(auto_name(checkout, remote), "auto")
    return Resolution(UNSORTED, "none")


def _expanded(path: str, home: str) -> str:
    path = path.replace("\\", "/")
    if path == "~" or path.startswith("~/"):
        path = home.replace("\\", "/") + path[1:]
    return os.path.normcase(path.rstrip("/")).replace("\\", "/")


def _covers(path: str, *places: str) -> int:
    """The length of `path` if one of the places is it or lies below it, else 0."""
    for place in places:
        place = os.path.normcase(place).replace("\\", "/")
        if path and (place == path or place.startswith(path + "/")):
            return len(path)
    return 0


def may_read(reader: str, context: Context) -> bool:
    """Whether a session of context `reader` may see what `context` holds."""
    return reader == context.name or reader in context.open_to


def is_settled(how: str) -> bool:
    """Whether somebody, or a README, decided this context: then earlier entries stay when it is switched."""
    return how not in ("auto", "none")
