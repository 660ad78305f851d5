"""Failing: an exchange that does not come about, counted, and told once with its reason and the command that helps."""
from __future__ import annotations

from tools.lib import git, notices, settings
from tools.lib.room import clipped
from tools.lib.sync import state

LONGEST = 200  # characters of git's own words
PATIENCE = 3  # failures in a row of a kind that often passes by itself
# Git's and the hosts' own words (git 2.29 to 2.45, OpenSSH, GitHub, GitLab), all in the C locale.
SIGN_IN = (
    "could not read username", "could not read password", "authentication failed", "permission denied",
    "terminal prompts disabled", "host key verification failed", "invalid credentials", "returned error: 401",
    "returned error: 403", "support for password authentication was removed",
)
REFUSED = ("[remote rejected]", "protected branch", "pre-receive hook declined", "hook declined", "[rejected]")
RACE = ("fetch first", "non-fast-forward", "stale info", "failed to lock", "cannot lock ref", "failed to update ref",
        "incorrect old value", "reference already exists")
GIT_S_OWN = "fatal: Could not read from remote repository."  # and advice follow whatever the reason was


def is_race(answer: str) -> bool:
    """Whether a rejected push only came too late."""
    return any(words in answer.lower() for words in RACE)


def kind(words: str) -> str:
    """`sign-in`, `refused` or `unreachable`, from git's words."""
    lower = words.lower()
    if any(part in lower for part in SIGN_IN):
        return "sign-in"
    return "refused" if any(part in lower for part in REFUSED) else "unreachable"


def say(local: str, error: git.GitError, now: float) -> tuple[str, str]:
    """Count a failure, tell the person when it does not pass by itself, and give its kind and its sentence."""
    count = state.read(local).get("failures")
    count = count + 1 if isinstance(count, int) else 1
    found = kind(error.words)
    sentence = _sentence(found, error, settings.read(local))
    state.update(local, failures=count, failing=notices.clean(local, sentence))
    if found != "unreachable" or count >= PATIENCE:
        notices.say(local, "exchange", sentence, now)
    return found, sentence


def said(local: str) -> str:
    """What is to say of an exchange that fails now, also before the person is told by themselves; "" where none does."""
    return str(state.read(local).get("failing") or "")


def short(words: str) -> str:
    """Git's reason in one line, without the advice that it gives with any.

    >>> short("fatal: 'x' is no repository\\nfatal: Could not read from remote repository.\\n\\nPlease make sure")
    "fatal: 'x' is no repository"
    """
    line = " ".join(words.split())
    reason = line.partition(GIT_S_OWN)[0].strip() or line
    return clipped(reason, LONGEST)


def over(local: str) -> None:
    """An exchange came about."""
    if state.read(local).get("failures"):
        state.update(local, failures=None, failing=None)
    notices.over(local, "exchange")


def _sentence(found: str, error: git.GitError, chosen: dict[str, str]) -> str:
    url = git.without_credentials(chosen["remote"])
    words = short(error.words)
    if found == "sign-in":
        return (
            f"{url} wants a sign-in that a program in the background cannot give ({words}): run "
            f"`git -C {chosen['checkout']} push` once at a terminal so that it is stored, then `python3 tools/sync.py now`"
        )
    if found == "refused":
        return (
            f"{url} refuses our push ({words}): let this account push to {chosen['branch']} there, "
            "then run `python3 tools/sync.py now`; until then everything is kept on this machine"
        )
    return (
        f"{url} cannot be reached ({words}): nothing is lost, it is tried again by itself; "
        "`python3 tools/sync.py now` tries at once"
    )
