"""The git checkout a folder belongs to, read from its files: no git is started."""
from __future__ import annotations

import os

from tools.lib import files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections import namedtuple
else:
    from tools.lib.tuples import namedtuple

Checkout = namedtuple("Checkout", "folder remote")  # the main checkout's real path and its remote's URL, "" for none
NONE = Checkout("", "")


def checkout_of(folder: str) -> Checkout:
    """The checkout that `folder` lies in; a worktree counts as its main checkout."""
    place = os.path.realpath(folder)
    while True:
        mark = os.path.join(place, ".git")
        if os.path.isfile(os.path.join(mark, "HEAD")):  # an empty .git is a sandbox's mount point, no checkout
            return Checkout(place, _remote(mark))
        if os.path.isfile(mark):
            return _linked(place, mark)
        parent = os.path.dirname(place)
        if parent == place:
            return NONE
        place = parent


def _linked(place: str, mark: str) -> Checkout:
    """A worktree's or a submodule's checkout, by its `gitdir:` file."""
    pointer = (files.text(mark) or "").strip()
    git_folder = os.path.join(place, pointer[len("gitdir:") :].strip())
    common = (files.text(os.path.join(git_folder, "commondir")) or "").strip()
    if not common:
        return Checkout(place, _remote(git_folder))
    shared = os.path.realpath(os.path.join(git_folder, common))
    main = os.path.dirname(shared) if os.path.basename(shared) == ".git" else shared
    return Checkout(main, _remote(shared))


def _remote(git_folder: str) -> str:
    """The URL of `origin`, else of the first remote, in a git folder's config."""
    urls: dict[str, str] = {}
    section = ""
    for line in (files.text(os.path.join(git_folder, "config")) or "").split("\n"):
        line = line.strip()
        if line.startswith("["):
            section = line
        elif section.startswith('[remote "') and line.partition("=")[0].strip() == "url":
            urls.setdefault(section[len('[remote "') : -2], line.partition("=")[2].strip().strip('"'))
    return urls.get("origin") or next(iter(urls.values()), "")
