"""Status: where lane, remote and checkout stand, as values for one screen."""
from __future__ import annotations

from collections import namedtuple

from tools.lib import git, notices, paths, settings
from tools.lib.sync import desk, failing, kept, lane, making, objects, state

# `unpushed` and `behind` count commits; `contested` and `held` are paths.
Status = namedtuple("Status", "remote branch unpushed behind checkout contested held")


def read(local: str) -> Status:
    """The state of things now; nothing is changed and the network is not asked."""
    chosen, root = settings.read(local), paths.lane(local)
    seen = desk.look(chosen["checkout"], chosen["branch"])
    head = lane.head(local)
    # before the first exchange it is what the clone was made from
    refs = (f"refs/remotes/origin/{chosen['branch']}", making.TRACKED)
    shared = next(filter(None, (objects.commit_of(root, ref) for ref in refs)), None)
    return Status(
        git.without_credentials(chosen["remote"]),
        chosen["branch"],
        _count(root, head, shared) if chosen["remote"] != "none" else 0,
        _behind(root, shared or head, seen.head),
        seen.trouble or (desk.locked(seen) if seen.folder else ""),
        sorted(kept.contested(local)),
        sorted(state.table(state.read(local), "held")),
    )


def _count(root: str, newest: str, known: str | None) -> int:
    return int(git.run(root, "rev-list", "--count", newest, *([f"^{known}"] if known else [])))


def _behind(root: str, newest: str, head: str) -> int:
    """How many commits the checkout has not got yet; -1 where it has commits that the lane does not know."""
    return _count(root, newest, head) if head and objects.commit_of(root, head) else -1


def stand(status: Status) -> str:
    """Where the checkout stands, and what it waits for."""
    words = {0: "up to date", -1: "has commits that are not taken yet"}.get(status.behind, f"{_commits(status.behind)} behind")
    waits = status.behind and (status.contested or status.held)
    return f"{words}, until you decided what is {'contested' if status.contested else 'held back'}" if waits else words


def _commits(count: int) -> str:
    return "1 commit" if count == 1 else f"{count} commits"


def lines(local: str, status: Status) -> list[str]:
    """The screen, with what else the person is to be told; news counts as read then."""
    failed = failing.said(local)
    sides = "--mine|--theirs|--both"
    shown = [*(["conflict"] if status.contested else ()), *(["exchange"] if failed else ())]
    return [
        f"remote    {status.remote} ({status.branch}): "
        + ("memory stays on this machine" if status.remote == "none" else f"{_commits(status.unpushed)} to push"),
        f"checkout  {status.checkout or stand(status)}",
        *(f"contested {path}: python3 tools/sync.py resolve {kept.quoted(path)} {sides}; with PATH alone it shows what differs"
          for path in status.contested),
        *(f"held back {path}" for path in status.held),
        *([f"note      {failed}"] if failed else ()),
        *(f"note      {text}" for text in notices.at_terminal(local, shown)),
    ]
