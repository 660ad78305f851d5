"""The sweep: every byte that a repository or a folder holds, packed or loose, reachable or not, searched for plants."""
from __future__ import annotations

import json
import os
import re
import subprocess

from tests.scrub import leak

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tests.bypass.house import House
    from tests.bypass.plants import Plant

WINDOW = 12  # characters of a core by which it is recognised: enough to be no accident in hex
VIEWS = (leak.unescape, lambda text: leak.unquote(text), lambda text: leak.JOINT.sub("", text), leak.from_base64, leak.from_hex)


class Sweep:
    """Looks for the plants; `found` names the place each came from and the places it was found in."""

    def __init__(self, plants: Iterable[Plant]) -> None:
        self.windows: dict[str, Plant] = {}
        for plant in plants:
            for core in plant.cores:
                for start in range(max(1, len(core) - WINDOW + 1)):
                    self.windows[core[start : start + WINDOW].lower()] = plant
        self.found: dict[str, set[str]] = {}
        self.bytes = 0
        self._seen: set[bytes] = set()

    def text(self, place: str, content: bytes) -> None:
        """Search a content, and what it says decoded; names are folded to small letters on their way, so case is no matter."""
        if content in self._seen:
            return
        self._seen.add(content)
        self.bytes += len(content)
        text = content.decode("utf-8", "replace")
        for view in (text, *(view(text) for view in VIEWS)):
            self._look(place, view.lower())

    def _look(self, place: str, text: str) -> None:
        windows = self.windows
        for run in re.findall(r"[^\s\0]{12,}", text):
            for start in range(len(run) - WINDOW + 1):
                plant = windows.get(run[start : start + WINDOW])
                if plant is not None:
                    self.found.setdefault(f"{plant.where} ({plant.family})", set()).add(place)

    def folder(self, root: str, skip: Iterable[str] = ()) -> None:
        """Every name and every file below a folder, but for the places to skip."""
        skipped = {os.path.realpath(place) for place in skip}
        for place, folders, names in os.walk(root):
            folders[:] = [name for name in folders if os.path.realpath(os.path.join(place, name)) not in skipped]
            for name in (*folders, *names):
                path = os.path.join(place, name)
                if os.path.realpath(path) in skipped:
                    continue
                below = os.path.relpath(path, root)
                self.text(f"the name of {below}", name.encode("utf-8", "surrogateescape"))
                if os.path.isfile(path) and not os.path.islink(path) and f".git{os.sep}objects" not in below:
                    with open(path, "rb") as handle:
                        self.text(below, without_places(path, handle.read()))

    def repository(self, root: str) -> None:
        """Every object of a repository, and its refs' names."""
        for name, content in objects(root):
            self.text(name, content)
        refs = subprocess.run(["git", "-C", root, "for-each-ref"], capture_output=True, check=True).stdout
        self.text("the refs", refs)


def swept(house: House) -> Sweep:
    """Everything behind the scrubber on both machines, looked through for all that was planted."""
    look = Sweep(house.garden.plants)
    look.repository(house.remote)
    look.folder(house.remote)
    for machine in (house.desk, house.laptop):
        look.repository(os.path.join(machine.local, "lane"))
        look.folder(machine.home, house.raw(machine))
        look.folder(machine.local, house.raw(machine))
    look.repository(house.laptop.checkout)
    look.folder(house.laptop.checkout)
    if os.path.exists(house.log):
        with open(house.log, "rb") as handle:
            look.text("a command line or the environment of one", handle.read())
    return look


def told(found: dict[str, set[str]]) -> str:
    """Each plant that was found, and where: in full, since an assertion shortens."""
    return "\n" + "\n".join(f"{where}: {', '.join(sorted(places)[:6])}" for where, places in sorted(found.items()))


def without_places(path: str, content: bytes) -> bytes:
    """What our own files hold, but for the paths of the person's files, where they are what a file is about.

    A session's record says where its transcript lies and where it works; claims and the guard's files say what a
    session has read and is writing. They stay in the local folder, and are compared with the paths as they are.
    """
    if f"{os.sep}claims{os.sep}" in path or path.endswith("decisions.log") or f"{os.sep}guard{os.sep}" in path:
        return re.sub(rb"/[^\s\"',]*", b"/", content)
    if os.path.basename(os.path.dirname(path)) != "sessions" or not path.endswith(".json"):
        return content
    record = json.loads(content)
    return json.dumps({key: value for key, value in record.items() if key not in ("transcript", "project")}).encode()


def objects(root: str) -> Iterator[tuple[str, bytes]]:
    """Name and content of each object of a repository: loose, packed, and what nothing reaches."""
    command = ["git", "-C", root, "cat-file", "--batch", "--batch-all-objects"]
    out = subprocess.run(command, capture_output=True, check=True).stdout
    at = 0
    while at < len(out):
        end = out.index(b"\n", at)
        name, kind, size = out[at:end].decode().split()
        start = end + 1
        content = out[start : start + int(size)]
        yield f"{kind} {name[:10]} of {os.path.basename(root)}", b" ".join(trees(content)) if kind == "tree" else content
        at = start + int(size) + 1


def trees(content: bytes) -> Iterator[bytes]:
    """The names in a tree object, without the ids, which are no text."""
    while content:
        head, _, rest = content.partition(b"\0")
        yield head.partition(b" ")[2]
        content = rest[20:]
