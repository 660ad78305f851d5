"""Harmless text of this machine: library source, headers, manuals, editors' and packages' files, a sample of each."""

from __future__ import annotations

import gzip
import os
import random
import sysconfig

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

# places, the endings that are text, and the share of the sample; places that do not exist are passed over
PLACES = (
    (sysconfig.get_path("stdlib"), (".py",), 0.35),
    ("/usr/include", (".h", ".hpp"), 0.15),
    ("/usr/share/man/man1", (".gz",), 0.1),
    ("/usr/share/man/man8", (".gz",), 0.05),
    ("/usr/share/perl", (".pm", ".pl", ".pod"), 0.1),
    ("/usr/share/vim", (".vim", ".txt"), 0.05),
    ("/usr/share/doc", ("README", "changelog.gz", "NEWS.gz", "copyright", ".txt", ".md"), 0.08),
    ("/usr/lib/node_modules", (".js", ".md", ".json"), 0.08),
    ("/usr/lib/python3/dist-packages", (".py",), 0.04),
)
# tests of a library hold sample keys and passwords, and so do the manuals of OAuth libraries;
# OpenSSL calls a public constant a key: no harmless text
APART = ("oauthlib", "requests_oauthlib", "test", "idle_test", "tests", "__pycache__", "testing", "fixtures", "site-packages", "fipskey.h")
LARGEST = 200_000


def sample(r: random.Random, size: int) -> Iterator[tuple[str, str]]:
    """(place, text) of files drawn from each place, about `size` characters in all."""
    for place, endings, share in PLACES:
        left = int(size * share)
        for path in drawn(r, place, endings):
            text = read(path)
            if left <= 0:
                break
            if text:
                left -= len(text)
                yield place, text


def drawn(r: random.Random, place: str, endings: tuple[str, ...]) -> list[str]:
    found = []
    for folder, folders, names in os.walk(place):
        folders[:] = sorted(name for name in folders if name not in APART)
        found += [os.path.join(folder, name) for name in sorted(names) if name.endswith(endings) and name not in APART]
    r.shuffle(found)
    return found


def read(path: str) -> str:
    """The file's text, or nothing if it is no UTF-8 text of a usual size."""
    try:
        with open(path, "rb") as stream:
            raw = stream.read(LARGEST + 1)
        text = (gzip.decompress(raw) if path.endswith(".gz") else raw).decode("utf-8")
    except (OSError, EOFError, ValueError):
        return ""
    return text if len(text) <= LARGEST else ""
