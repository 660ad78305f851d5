"""Git: what of a checkout a git command takes from another session: a branch, the stash, unsaved work, files."""
from __future__ import annotations

from tools.lib.shell.options import parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from tools.lib.shell.call import Call

READS = frozenset("""
    add annotate blame bundle cat-file check-attr check-ignore clone commit-tree config count-objects
    describe diff-files diff-index diff-tree difftool fetch for-each-ref format-patch fsck gc grep hash-object help init lfs log
    ls-files ls-remote ls-tree maintenance merge-base mktree name-rev notes prune push range-diff reflog remote repack rerere
    rev-list rev-parse shortlog show show-branch show-ref status tag var verify-commit verify-tag version whatchanged write-tree
""".split())
BRANCH = frozenset("""
    merge rebase pull cherry-pick revert am bisect update-ref symbolic-ref filter-branch filter-repo subtree
""".split())
STASHING = frozenset(["push", "save", "pop", "apply", "drop", "clear", "branch"])


def git(call: Call) -> None:
    """`git -C folder verb ...`."""
    given = parse(call.words, "Cc", ("git-dir", "work-tree", "namespace", "exec-path", "config-env"), stops=True)
    for folder in given.values("C", "work-tree"):
        call.command = call.command._replace(folder=call.absolute(folder))
    if given.has("git-dir") and not given.has("work-tree"):
        call.command = call.command._replace(folder=call.absolute(_above(given.value("git-dir"))))
    if not given.operands:
        return
    verb, call.words = given.operands[0], given.operands[1:]
    if verb in BRANCH:
        _branch(call, verb)
    elif verb in VERBS:
        call.name = f"git {verb}"
        VERBS[verb](call)
    elif verb not in READS:
        call.doubt("a git command that is not known")


def _above(git_folder: str) -> str:
    """The checkout of a `.git` folder."""
    name = git_folder.rstrip("/")
    return (name[:-4] or ".") if name.endswith(".git") else name


def _claim(call: Call, kind: str) -> None:
    call.claim(kind, call.absolute("."))


def _branch(call: Call, verb: str) -> None:
    reads = {"bisect": ("log", "view", "visualize", "help"), "symbolic-ref": (), "am": ("--show-current-patch",)}
    if call.words[:1] and call.words[0] in reads.get(verb, ()) or verb == "symbolic-ref" and len(call.given().operands) < 2:
        return
    if verb == "rebase" and "--show-current-patch" in call.words or "-h" in call.words or "--dry-run" in call.words:
        return
    _claim(call, "branch")


def looks_like_a_file(word: str) -> bool:
    """Whether a word that may be a branch or a file is rather a file: `.`, `./x`, `x/`, or a name with an extension."""
    name = word.rstrip("/").rpartition("/")[2]
    _stem, dot, extension = name.rpartition(".")
    has_extension = bool(dot) and extension[:1].isalpha() and extension.isalnum() and len(extension) < 6
    return word in (".", "..") or word.startswith(("./", "../", ":/")) or word.endswith("/") or has_extension


def _pathspecs(call: Call, words: list[str]) -> None:
    for word in words:
        if any(character in word for character in "*?[") or word.startswith(":"):
            call.doubt("a pattern of file names")
        else:
            call.path(word)


def _checkout(call: Call) -> None:
    """Files after `--` or after a commit; one word alone is a branch unless it looks like a file."""
    given = call.given("bB", ("conflict", "orphan", "pathspec-from-file"))
    if given.has("pathspec-from-file", "p", "patch"):
        call.doubt("files that are not named")
        return
    if given.has("f", "force") and not given.after:
        _claim(call, "hard-reset")
    if given.after:
        _pathspecs(call, given.after)
    elif given.has("ours", "theirs", "m", "merge"):
        _pathspecs(call, given.operands)
    elif given.has("b", "B", "orphan", "detach", "t", "track"):
        _claim(call, "branch")
    elif len(given.operands) > 1:
        rest = given.operands if looks_like_a_file(given.operands[0]) else given.operands[1:]
        _pathspecs(call, rest)
    elif given.operands and (looks_like_a_file(given.operands[0]) or call.is_folder(given.operands[0])):
        _pathspecs(call, given.operands)
    elif given.operands:
        _claim(call, "branch")


def _switch(call: Call) -> None:
    _claim(call, "branch")
    if call.given("cC", ("create", "force-create", "orphan", "conflict")).has("f", "force", "discard-changes"):
        _claim(call, "hard-reset")


def _restore(call: Call) -> None:
    given = call.given("s", ("source", "conflict", "pathspec-from-file"))
    if given.has("S", "staged") and not given.has("W", "worktree"):
        return
    _pathspecs(call, given.operands)


def _stash(call: Call) -> None:
    verb = call.words[0] if call.words else "push"
    if verb.startswith("-"):
        verb = "push"
    if verb not in STASHING:
        return
    _claim(call, "stash")
    given = call.given("m", ("message",))
    if verb == "push":
        _pathspecs(call, [word for word in given.operands if word != "push"])


def _reset(call: Call) -> None:
    """`--hard` loses unsaved work; a commit moves the branch; without either only the index changes."""
    given = call.given("", ("pathspec-from-file",))
    if given.has("hard", "merge", "keep"):
        _claim(call, "hard-reset")
    targets = given.operands[:1] if given.after is None else given.operands[: len(given.operands) - len(given.after)]
    is_index_only = bool(given.after) or len(given.operands) > 1 or given.has("p", "patch")
    if targets and targets[0] not in ("HEAD", "@") and not is_index_only and not looks_like_a_file(targets[0]):
        _claim(call, "branch")


def _clean(call: Call) -> None:
    given = call.given("e", ("exclude",))
    if given.has("n", "dry-run") or not given.has("f", "force"):
        return
    for word in given.operands or ["."]:
        call.tree(word)


def _rm(call: Call) -> None:
    given = call.given()
    if given.has("cached", "n", "dry-run"):
        return
    for word in given.operands:
        if given.has("r"):
            call.tree(word)
        else:
            _pathspecs(call, [word])


def _mv(call: Call) -> None:
    from tools.lib.shell import files  # seldom used

    if not call.given().has("n", "dry-run"):
        files.mv(call)


def _commit(call: Call) -> None:
    if call.given("mFCctS", ("message", "file", "author", "date", "trailer")).has("amend"):
        _claim(call, "branch")


def _apply(call: Call) -> None:
    if not call.given().has("check", "stat", "numstat", "summary", "cached"):
        call.doubt("the files of a patch")


def _branches(call: Call) -> None:
    given = call.given("u", ("set-upstream-to", "contains", "merged", "sort", "format"))
    if given.has("D", "m", "M", "f", "force", "move", "C"):
        _claim(call, "branch")


def _worktree(call: Call) -> None:
    given = call.given("b", ("reason",))
    if given.operands[:1] in (["remove"], ["move"]):
        for word in given.operands[1:]:
            call.tree(word)


def _submodule(call: Call) -> None:
    """`git submodule update`: what it checks out is not named."""
    verb = next((word for word in call.words if not word.startswith("-")), "status")
    if verb not in ("status", "summary", "init", "sync", "add", "absorbgitdirs", "set-branch", "set-url"):
        call.doubt("submodules that are not named")


def _output(call: Call) -> None:
    """`git diff --output=file`, `git archive -o file`."""
    call.paths(call.given("o", ("output", "format", "prefix")).values("output", *(["o"] if "archive" in call.name else [])))


def github(call: Call) -> None:
    """`gh pr checkout 3`."""
    if call.words[:2] in (["pr", "checkout"], ["pr", "co"]):
        _claim(call, "branch")


VERBS: dict[str, Callable[[Call], None]] = {
    "checkout": _checkout,
    "switch": _switch,
    "restore": _restore,
    "stash": _stash,
    "reset": _reset,
    "clean": _clean,
    "rm": _rm,
    "mv": _mv,
    "commit": _commit,
    "apply": _apply,
    "branch": _branches,
    "worktree": _worktree,
    "submodule": _submodule,
    "diff": _output,
    "archive": _output,
}
HANDLERS: dict[str, Callable[[Call], None]] = {"git": git, "gh": github}
