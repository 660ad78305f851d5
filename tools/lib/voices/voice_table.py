"""Voice table: what may speak as the person now, found by the worker whenever the lane or their word changes.

The first time on a device, where no device that counts has said anything, what is there is approved: it is what the person
installed. From then on a version is in force when a person approved it, and of several the one approved last.
"""

from __future__ import annotations

import os

from tools.lib import files, frontmatter, git, journal, notices, paths, settings, wire
from tools.lib.journals import audit
from tools.lib.sync import approving, objects, state
from tools.lib.voices import approvals, bysession, inquiry, voice
from tools.lib.voices.voice import RULES, Pending

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tools.lib.sync.approving import Words

FROM = (RULES, "memory/lessons", "memory/facts", "memory/approvals")
SILENT = {"lessons": ("off", "rejected"), "facts": ("proposed", "rejected", "superseded", "")}  # these speak to nobody
NEWS = 86400.0  # seconds for which new sessions hear of rules that came from elsewhere


def refresh(local: str, now: float) -> list[str]:
    """Bring what is in force to the lane's head; gives the lane's paths that were written. Raises GitError, OSError."""
    inquiry.answer(local, now)
    lane, chosen, before = paths.lane(local), settings.read(local), voice.state(local)
    head = objects.commit_of(lane, f"refs/heads/{chosen['branch']}")
    if not head:
        return []
    if now - float(str(before.get("news") or now)) > NEWS:
        notices.over(local, "rules-arrived")
    mark = _mark(local, head)
    if before.get("mark") == mark and not before.get("unshared"):
        return []
    trees = git.run(lane, "ls-tree", "-z", "--full-tree", head, "--", *FROM).decode("utf-8", "replace")
    if [before.get("trees"), *(before.get("mark") or [""])[1:]] == [trees, *mark[1:]] and not before.get("unshared"):
        _keep(local, {**before, "mark": mark})
        return []
    return _made(local, head, trees, before, now)


def _made(local: str, head: str, trees: str, before: dict[str, object], now: float) -> list[str]:
    lane = paths.lane(local)
    here = contents(lane, head)
    said = _withdrawn(local, head, _begun(local, head, here, now), now)
    joined = [version for version in here if version not in said and _is_joined(lane, head, version[0], said)]
    if joined:
        approving.record(local, joined, approvals.APPROVED, now, head)
        said = approving.said(local, head)
    text = _rules(local, head, here, said)
    if text is not None:
        files.replace(os.path.join(voice.folder(local), RULES), text)
    rows = _pending(local, lane, head, here, said)
    rules = next((sum for path, sum in here if path == RULES), "")
    news = before.get("news")
    if rules != before.get("rules"):
        news = now if _announce(local, lane, head, rules, before, now) else news
    _tell(local, rows, now)
    written = _shared(local, lane, head)
    seen = {"mark": _mark(local, head), "trees": trees, "rules": rules, "news": news, "unshared": bool(written)}
    _keep(local, {**seen, "pending": [list(row) for row in rows]})
    return written


def _mark(local: str, head: str) -> list[object]:
    """Changes whenever there is something new to find."""
    stamps = [files.stamp(path) for path in (approving.own_path(local), bysession.path_of(local))]
    return [head, settings.read(local)["trust-devices"], *stamps]


def contents(lane: str, head: str) -> dict[tuple[str, str], bytes]:
    """What speaks at a commit: (path, sum) -> content. Rules that are not there are empty ones."""
    found = {path: blob for path, blob in objects.tree(lane, head, *FROM[:3]).items() if approvals.speaks(path)}
    pages = objects.blobs(lane, [blob.id for blob in found.values()])
    texts = {RULES: b"", **{path: pages[blob.id] for path, blob in found.items()}}
    return {(path, approvals.sum_of(text)): text for path, text in sorted(texts.items())}


def _begun(local: str, head: str, here: dict[tuple[str, str], bytes], now: float) -> Words:
    said = approving.said(local, head)
    if approving.own(local) is None:
        approving.record(local, [] if said else list(here), approvals.APPROVED, now, head)
        said = approving.said(local, head)
    return said


def _withdrawn(local: str, head: str, said: Words, now: float) -> Words:
    """The words without approvals of what settled while a session's tool call, which had written it, was still running."""
    mine = approvals.words(approvals.read([approving.own(local) or ""]))
    rows = [row for row in bysession.rows(local) if (item := mine.get((row.path, row.sum))) and _is_hasty(item, row)]
    if not rows:
        return said
    approving.record(local, [(row.path, row.sum) for row in rows], approvals.WITHDRAWN, now, head)
    return approving.said(local, head)


def _is_hasty(item: approvals.Approval, row: bysession.Row) -> bool:
    at = journal.instant(item.when)
    return bool(item.word == approvals.APPROVED and row.since - 1 <= at <= row.now)


def _is_joined(lane: str, head: str, path: str, said: Words) -> bool:
    """Whether the version came about by a merge of two that are both approved."""
    out = git.run(lane, "log", "-1", "--full-history", "--format=%P", head, "--", path).decode("ascii").split()
    if len(out) != 2:
        return False
    found = [objects.sides(lane, parent, [path]).get(path) for parent in out]
    pages = objects.blobs(lane, [blob.id for blob in found if blob])
    sums = [approvals.sum_of(pages[blob.id] if blob else None) for blob in found]
    return all(sum in approvals.newest(said, path) for sum in sums)


def _rules(local: str, head: str, here: dict[tuple[str, str], bytes], said: Words) -> str | None:
    """The text of the rules in force; None where no approved version can be found."""
    wanted = approvals.newest(said, RULES)[:1]
    found = here.get((RULES, wanted[0])) if wanted else None
    if found is None:
        found = approving.standing(local, head, RULES, said)
    return None if found is None else files.plain(found)


def _pending(local: str, lane: str, head: str, here: dict[tuple[str, str], bytes], said: Words) -> list[Pending]:
    wrote, rows = bysession.versions(local), []
    for version, content in here.items():
        item = said.get(version)
        newest = approvals.newest(said, version[0])[:1] == [version[1]]
        stands = item is not None and (
            item.word == approvals.REFUSED or (item.word == approvals.APPROVED and (newest or version[0] != RULES))
        )
        if not stands and not _is_silent(version[0], files.plain(content)):
            commit = git.run(lane, "log", "-1", "--format=%h", head, "--", version[0]).decode("ascii").strip()
            rows.append(Pending(*version, wrote.get(version, ""), commit))
    return rows


def _is_silent(path: str, text: str) -> bool:
    kind = path.split("/")[-2] if "/" in path else ""
    status = (frontmatter.fields(frontmatter.split(text)[0]).get("status") or [""])[0].lower()
    return status in SILENT.get(kind, ())


def _announce(local: str, lane: str, head: str, rules: str, before: dict[str, object], now: float) -> bool:
    """Say that other rules arrived from another device; gives whether that was so."""
    mine = approvals.words(approvals.read([approving.own(local) or ""]))
    if "rules" not in before or (RULES, rules) in mine or (RULES, rules) in bysession.versions(local):
        return False
    if state.read(local).get("chosen") == [RULES, rules]:
        return False
    commit = git.run(lane, "log", "-1", "--format=%h", head, "--", RULES).decode("ascii").strip()
    device = _device(lane, head, rules)
    checkout = settings.read(local)["checkout"]
    words = f"{RULES} was changed on {device} (commit {commit}): `git -C {checkout} show {commit} -- {RULES}` shows what is new"
    notices.say(local, "rules-arrived", words, now)
    return True


def _device(lane: str, head: str, rules: str) -> str:
    """The device that approved this version of the rules first."""
    found = objects.tree(lane, head, FROM[3])
    pages = objects.blobs(lane, [blob.id for blob in found.values()])
    rows = []
    for path, blob in found.items():
        for item in approvals.read([files.plain(pages[blob.id])]):
            if (item.path, item.sum, item.word) == (RULES, rules, approvals.APPROVED):
                rows.append((item.when, path[len(approvals.FOLDER) : -len(".md")]))
    return min(rows)[1] if rows else "another device"


def _tell(local: str, rows: list[Pending], now: float) -> None:
    if not rows:
        notices.over(local, "review")
        return
    names = ", ".join(row.path + (f" (session {row.who[:8]})" if row.who else "") for row in rows[:3])
    count = "1 version waits" if len(rows) == 1 else f"{len(rows)} versions wait"
    words = (
        f"{count} for your yes, for no editor of yours is known to have written it: {names}; what you approved before stays in "
        "force: `python3 tools/review.py` shows the difference"
    )
    notices.say(local, "review", words, now)


def _shared(local: str, lane: str, head: str) -> list[str]:
    """What was said here, into the lane with its audit, until a commit has it."""
    device, text = settings.read(local)["device"], (approving.own(local) or "").encode("utf-8")
    path = approvals.path_of(device)
    there = objects.at(lane, head, [path]).get(path)
    if not text or there == objects.identify(text, head):
        return []
    files.replace(os.path.join(lane, *path.split("/")), text)
    before = set(approvals.read([files.plain(objects.blobs(lane, [there])[there])] if there else []))
    fresh = [item for item in approvals.read([files.plain(text)]) if item not in before]
    return [path, *dict.fromkeys(audit.add(lane, device, _change(item)) for item in fresh)]


def _change(item: approvals.Approval) -> audit.Change:
    identity = journal.identity(item.sum, int(journal.instant(item.when)), item.word)
    return audit.Change(item.when, "person", f"{item.word} {item.path} sha256:{item.sum[:12]}", identity)


def _keep(local: str, values: dict[str, object]) -> None:
    files.replace(os.path.join(voice.folder(local), "state"), wire.dumps(values))
