"""Which installation a checkout is: an id in its git config, a folder of that name below the local folder."""
from __future__ import annotations

import os

from tools.lib import git, paths, settings
from tools.lib.errors import Refusal

KEY = "alter-ego.id"


def identify(checkout: str) -> str | None:
    """The id in the checkout's git config; None where there is none, or where this is no git checkout."""
    status, said, _ = git.call(checkout, ("config", "--local", "--get", KEY), None, None, None, None)
    identity = said.decode("utf-8", "replace").strip()
    return identity if status == 0 and paths.is_name(identity) else None


def folder(identity: str) -> str:
    """The local folder of the installation with this id, whether it exists or not."""
    return os.path.abspath(os.path.join(paths.local_root(os.environ), identity))


def of(checkout: str) -> str:
    """The local folder of a checkout's installation. Raises Refusal when it was not installed on this machine."""
    identity = identify(checkout)
    if identity is None or not os.path.isdir(folder(identity)):
        raise Refusal(f"{checkout}: not installed on this machine; run python3 install.py there")
    return folder(identity)


def here() -> str:
    """The local folder of the code that is running: a pin lies in it, a checkout names it. Raises Refusal as `of`."""
    pins = os.path.dirname(paths.ROOT)
    if os.path.basename(pins) == "pins" and os.path.exists(os.path.join(os.path.dirname(pins), "settings")):
        return os.path.dirname(pins)
    return of(paths.ROOT)


def owner(identity: str) -> str:
    """The checkout that an id belongs to by its settings; "" where it is none, or no longer has that id."""
    checkout = settings.read(folder(identity)).get("checkout", "")
    return checkout if os.path.isdir(checkout) and identify(checkout) == identity else ""


def others(identity: str) -> list[str]:
    """The ids of this user's other installations whose checkout is still there."""
    root = paths.local_root(os.environ)
    names = os.listdir(root) if os.path.isdir(root) else []
    there = [name for name in names if name != identity and os.path.exists(os.path.join(root, name, "settings"))]
    return sorted(name for name in there if owner(name))
