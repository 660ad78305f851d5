"""Attribution: whether a shell command adds a line that names an AI as an author of a commit or a pull request.

Asked for by `install.py --no-attribution`. Looked at are the texts that git and the forges' tools are given: `-m`,
`--trailer`, `--body`, a here-document, a file, also one that the same command writes before. People stay people: a
`Co-Authored-By` of somebody called Claude passes when the address is their own.
"""
from __future__ import annotations

from tools.lib import shell
from tools.lib.shell.options import Given, parse
from tools.lib.shell.places import joined
from tools.lib.shell.source import MARK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tools.lib.shell import Command, Run

# the tools, and of their short options those that take a text (`F`: a file)
LETTERS = {"git": "mFCct", "gh": "bFtn", "glab": "dtm", "hub": "mF", "tea": "dt"}
GIT_VERBS = ("commit", "merge", "tag", "notes", "interpret-trailers", "commit-tree", "revert", "cherry-pick")
TEXTS = ("message", "trailer", "author", "body", "title", "notes", "subject", "description", "field", "raw-field")
FILES = ("file", "body-file", "notes-file", "input")
PRODUCTS = frozenset("claude codex chatgpt copilot openai anthropic gemini cursor gpt aider devin windsurf".split())
NOUNS = ("cursor", "gemini")  # in a remark only with nothing but these after them
AFTER_NOUNS = frozenset("ai agent cli ide https code".split())
# after a first name that people have too, what makes it a product
MODELS = frozenset("code opus sonnet haiku ai agent bot assistant instant max pro cli".split())
NAMES_OF_PEOPLE = ("claude", "devin")
DOMAINS = ("anthropic.com", "openai.com", "claude.ai", "claude.com", "cursor.com", "cursor.sh", "devin.ai", "aider.chat")
NO_ADDRESS = ("", "noreply", "users.noreply.github.com", "github.com", "localhost", "example.com")
VERBS = ("generated", "created", "written", "made", "produced", "built", "authored", "assisted", "implemented", "coded")
JOINTS = ("with", "by", "using", "via", "from")
ENDINGS = ("-by", "-with", "-using")
LINKS = ("claude.com/claude-code", "claude.ai/code", "chatgpt.com/codex", "openai.com/codex")
ORNAMENTS = " \t*_>-#~[]()<>|`\"'\ufe0f\u200d"
ROBOT = "\U0001f916"


def reason(command: str, cwd: str, home: str, read: Callable[[str], str | None] = shell.run.nothing) -> str | None:
    """Why the command is refused, None if it adds no such line. `read` gives an absolute path's text, None for none."""
    if not any(tool in command for tool in LETTERS):
        return None
    run = shell.commands(command, cwd, home, read)
    for started in run.commands:
        for text in _texts(started, run):
            line = found(text)
            if line:
                name = " ".join(started.words[:1])
                return f"{name}: the text holds an AI attribution ({line[:80]}); attribution is switched off, leave that line out"
    return None


def found(text: str) -> str:
    """The first line of a text that attributes it to an AI, "" if there is none."""
    for line in text.replace("\r", "\n").split("\n"):
        plain = line.strip(ORNAMENTS)
        if _is_remark(plain) if _key(plain) is None else _is_trailer(plain):
            return line.strip()
    return ""


def _texts(command: Command, run: Run) -> Iterator[str]:
    if not command.words or command.words[0] not in LETTERS:
        return
    tool = command.words[0]
    is_git = tool == "git"
    whole = parse(command.words[1:], "CcR", ("git-dir", "work-tree", "repo", "namespace"), stops=True)
    if is_git and whole.operands[:1] and whole.operands[0] not in GIT_VERBS:
        return
    letters = "fF" if whole.operands[:1] == ["api"] else LETTERS[tool]
    given = parse(whole.operands[1:], letters, (*TEXTS, *FILES))
    yield from given.values(*TEXTS, *letters.replace("F", ""))
    for author in given.values("author") if is_git else ():
        yield f"Authored-By: {author}"
    folder = command.folder
    for other in whole.values("C"):
        folder = joined(folder, other)
    yield from _files(given, command, folder, run)


def _files(given: Given, command: Command, folder: str, run: Run) -> Iterator[str]:
    for name in given.values("F", *FILES):
        if name in ("-", "/dev/stdin", "@-"):
            yield command.text
        elif "=" in name:  # `gh api -F body=...`
            yield name.partition("=")[2]
        elif MARK not in name:
            yield run.read(joined(folder, name)) or ""


def _key(line: str) -> str | None:
    """A trailer's key in lower case, None for a line that is no trailer; `body=` before it does not count."""
    key, colon, _ = line.partition(":")
    if not colon:
        key, colon, _ = line.partition("=")  # `--trailer key=value`
    key = key.rpartition("=")[2].strip().lower()
    is_trailer = key.endswith(ENDINGS) or key in ("co-author", "author") or key.startswith(("claude-", "codex-"))
    return key if colon and is_trailer and " " not in key else None


def _is_trailer(line: str) -> bool:
    """`Co-Authored-By: Claude <...>`, `Generated-by: codex`, `Claude-Session: https://...`."""
    value = line.partition(":")[2] or line.partition("=")[2]
    return is_ai(value) or ((_key(line) or "").startswith(("claude-", "codex-")) and "://" in value)


def is_ai(who: str) -> bool:
    """Whether `Name <address>` is an AI product."""
    name, _, address = who.partition("<")
    domain = address.strip(" >\"'").lower().rpartition("@")[2]
    if domain in DOMAINS or domain.endswith(tuple("." + name for name in DOMAINS)):
        return True
    words = "".join(c if c.isalnum() else " " for c in name.lower()).split()
    if not words:
        return False
    if words[:2] in (["github", "copilot"], ["openai", "codex"]):
        return True
    if words[0] not in PRODUCTS:
        return False
    if words[0] not in NAMES_OF_PEOPLE:
        return True
    if len(words) > 1:
        return words[1] in MODELS or words[1][:1].isdigit()
    return domain in NO_ADDRESS


def _is_remark(line: str) -> bool:
    """`Generated with [Claude Code](...)` at a line's start, with or without a robot; a bare link to a product."""
    plain = line.replace(ROBOT, " ").strip(ORNAMENTS).lower()
    words = "".join(c if c.isalnum() else " " for c in plain[:200]).split()
    if ROBOT in line and any(word in PRODUCTS for word in words):
        return True
    if len(words) > 2 and words[0] == "co" and words[1] in VERBS:
        words = words[1:]
    if len(words) > 2 and words[0] in VERBS and words[1] in JOINTS:
        rest = words[3:] if words[2] in ("the", "an", "openai", "anthropic", "github") and len(words) > 3 else words[2:]
        if rest[0] in NOUNS:
            return set(rest[1:2]) <= AFTER_NOUNS
        return rest[0] in PRODUCTS or rest[0] in ("ai", "llm")
    link = plain.partition("://")[2] if plain.startswith(("http://", "https://")) else ""
    return " " not in link and link.startswith(LINKS)
