"""Where things are: the template, the local folder and its parts, and which names a folder may have."""
from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

# A clone that still points here is nobody's memory yet: nothing is ever pushed to it.
TEMPLATE = "https://github.com/alter-ego-memory/alter-ego.git"

# The code root that is running: the pin's when a hook runs, the checkout's when a person runs install or the tests.
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

NAME_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-")
# Names that Windows keeps for devices (Microsoft, "Naming Files, Paths, and Namespaces").
RESERVED = frozenset(
    ["con", "prn", "aux", "nul"] + [f"com{n}" for n in range(10)] + [f"lpt{n}" for n in range(10)]
)
COPIES = ("conflicted copy", "sync-conflict", "in konflikt stehende kopie", "conflict copy")
LONGEST_NAME = 60


def local_root(environ: Mapping[str, str]) -> str:
    """The local folder of this user, from the environment: `$ALTER_EGO_LOCAL`, else the system's place for state."""
    if environ.get("ALTER_EGO_LOCAL"):
        return os.path.abspath(environ["ALTER_EGO_LOCAL"])
    if sys.platform == "win32":
        return os.path.join(environ.get("LOCALAPPDATA") or os.path.expanduser("~\\AppData\\Local"), "alter-ego")
    home = environ.get("HOME") or os.path.expanduser("~")
    if sys.platform == "darwin":
        return os.path.join(home, "Library", "Application Support", "alter-ego")
    return os.path.join(environ.get("XDG_STATE_HOME") or os.path.join(home, ".local", "state"), "alter-ego")


def lane(local: str) -> str:
    """Our own clone, in an installation's folder."""
    return os.path.join(local, "lane")


def is_name(text: str) -> bool:
    """Whether `text` may name a context, device, topic or skill on every system."""
    return (
        0 < len(text) <= LONGEST_NAME
        and NAME_LETTERS.issuperset(text)
        and text[0] != "-" != text[-1]
        and text not in RESERVED
    )


def is_copy(path: str) -> bool:
    """Whether a sync program made this file of a conflict (OneDrive, Dropbox, iCloud, Syncthing and their kind)."""
    return any(words in path.lower() for words in COPIES)


def name_from(text: str, otherwise: str = "unnamed") -> str:
    """The nearest valid name to any text: accents off, lower case, other characters to single hyphens.

    >>> name_from("Café del Mar (2)")
    'cafe-del-mar-2'
    """
    import unicodedata  # only when something is named anew, never on a hook's hot path

    bare = "".join(c for c in unicodedata.normalize("NFKD", text).lower() if not unicodedata.combining(c))
    parts = "".join(c if c in NAME_LETTERS else "-" for c in bare).split("-")
    name = "-".join(part for part in parts if part)[:LONGEST_NAME].strip("-")
    if not name:
        return otherwise
    return name if name not in RESERVED else f"{name}-1"
