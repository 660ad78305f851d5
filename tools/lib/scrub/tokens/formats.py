"""Formats: the tokens that say by their first characters whose they are, as their makers document them."""
from __future__ import annotations

import os
from collections import namedtuple

Family = namedtuple("Family", "kind body least strict full")

# families.txt: kind | prefixes | characters of the body | least body | body when whole.  The least is what a token cut by
# a client still shows; the whole length tells whether a line end cut it.  "!" after the least: the prefix is also a piece
# of ordinary names, so the body has to look drawn; "!!": it is so common a piece that the body must have its length, too.
TABLE = "families.txt"


def read() -> dict[str, list[Family]]:
    """Return the table as prefix -> its families, in the order of the table."""
    known: dict[str, list[Family]] = {}
    with open(os.path.join(os.path.dirname(__file__), TABLE), encoding="ascii") as file:
        for line in file:
            if line.startswith("#"):
                continue
            kind, prefixes, body, least, full = (part.strip() for part in line.split("|"))
            family = Family(kind, f"[{body}]", int(least.rstrip("!")), least.count("!"), int(full))
            for prefix in prefixes.split():
                known.setdefault(prefix, []).append(family)
    return known
