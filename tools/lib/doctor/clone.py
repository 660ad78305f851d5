"""Clone: what stands between the person's clone and the lane, and where the clone lies."""

from __future__ import annotations

import os

from tools.lib import git, notices, paths
from tools.lib.doctor.check import bad, good, odd
from tools.lib.errors import Refusal
from tools.lib.sync import forged, kept, status, transport

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tools.lib.doctor.check import Check, Patient

# Folders that another program uploads and changes behind git's back
CLOUDS = ("onedrive", "dropbox", "icloud", "mobile documents", "com~apple~clouddocs", "google drive", "googledrive", "my drive",
          "cloudstorage", "nextcloud", "owncloud", "pcloud", "box sync", "syncthing")  # fmt: skip
TEXTS = ("preferences.md", "memory", "hooks", "tools", "skills", "install.py")


def checks(patient: Patient) -> list[Check]:
    """What is to say of the clone."""
    return [*_stand(patient), *_place(patient), *_lines(patient), *_config(patient)]


def _stand(patient: Patient) -> list[Check]:
    try:
        now = status.read(patient.local)
    except (git.GitError, Refusal, OSError):
        return []  # said of the lane
    checkout, told = patient.settings["checkout"], notices.standing(patient.local)
    made = [
        odd(f"{path}: both versions are kept", f"python3 tools/sync.py resolve {kept.quoted(path)} --mine|--theirs|--both")
        for path in now.contested
    ]
    made += [
        odd(
            f"{path}: held back, it {'was written by a session' if forged.is_kept(path) else 'seems to hold a secret'}",
            "python3 tools/sync.py status says where; take it out of the file, or vouch for it as is said there",
        )
        for path in now.held
    ]
    if now.checkout:
        return [*made, odd(f"clone: {now.checkout}", "as said")]
    reason = next((str(told[topic]["text"]) for topic in ("follow", "commits") if topic in told), "")
    if reason:
        return [*made, odd(f"clone: does not follow: {reason}", "as said")]
    line = f"clone: {checkout}, {status.stand(now)}"
    way = "as said" if now.contested or now.held else "python3 tools/sync.py now"
    return [*made, good(line) if now.behind == 0 else odd(line, way)]


def _place(patient: Patient) -> list[Check]:
    made = []
    for what, folder in (("clone", patient.settings["checkout"]), ("local folder", patient.local)):
        parts = os.path.realpath(folder).replace("\\", "/").lower().split("/")
        cloud = next((part for part in parts for name in CLOUDS if part.startswith(name)), "")
        if cloud:
            made.append(
                odd(
                    f"{what}: {folder} is inside {cloud!r}, which another program changes behind git's back",
                    "move it out, then python3 install.py there",
                )
            )
    try:
        listed = git.names(git.run(patient.settings["checkout"], "ls-files", "-o", "--exclude-standard", "-z"))
    except git.GitError:
        return made
    copies = [path for path in listed if paths.is_copy(path)]
    if copies:
        made.append(
            odd(
                f"clone: copies that a sync program made of a conflict, never given to a session: {', '.join(copies[:3])}",
                "compare and delete them",
            )
        )
    return made


def _lines(patient: Patient) -> list[Check]:
    """Line endings of our texts: LF everywhere, whatever git is set to."""
    try:
        rows = git.names(git.run(patient.settings["checkout"], "ls-files", "--eol", "-z", "--", *TEXTS))
    except git.GitError:
        return []
    crlf = [row.partition("\t")[2] for row in rows if "w/crlf" in row or "w/mixed" in row]
    if not crlf:
        return []
    return [
        odd(
            f"line endings: CRLF in {', '.join(crlf[:3])}" + (f" and {len(crlf) - 3} more" if len(crlf) > 3 else ""),
            "set the editor to LF; .gitattributes has eol=lf",
        )
    ]


def _config(patient: Patient) -> list[Check]:
    """Whether the lane reaches the remote as the clone does."""
    try:
        differing = transport.differences(patient.settings["checkout"], paths.lane(patient.local))
    except git.GitError:
        return []
    return (
        [
            odd(
                f"git settings: the clone's differ from the lane's in {', '.join(differing[:4])}",
                "python3 tools/doctor.py --fix copies them",
            )
        ]
        if differing
        else []
    )


def unreachable(patient: Patient) -> Check | None:
    """That the clone is gone, which everything else follows from."""
    checkout = patient.settings.get("checkout", "")
    if checkout and os.path.isdir(checkout):
        return None
    return bad(f"clone: {checkout or 'none'} is not there", "if it was moved: python3 install.py in its new place")
