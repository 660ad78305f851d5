"""Files: the programs that make, move, remove and change files that their arguments name."""
from __future__ import annotations

from tools.lib.shell.source import MARK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from tools.lib.shell.call import Call

# programs that write each of their operands: the letters and names of their options that take a value
OPERANDS: dict[str, tuple[str, tuple[str, ...]]] = {
    "touch": ("drt", ("date", "reference", "time")),
    "truncate": ("sr", ("size", "reference")),
    "tee": ("", ()),
    "sponge": ("", ()),
    "unlink": ("", ()),
    "shred": ("ns", ("iterations", "size")),
    "ed": ("p", ("prompt",)),
    "ex": ("cStuT", ("cmd",)),
    "vi": ("cStuT", ("cmd",)),
    "vim": ("cStuT", ("cmd",)),
    "nvim": ("cStuT", ("cmd",)),
    "nano": ("", ()),
    "dos2unix": ("", ()),
    "unix2dos": ("", ()),
    "mkfifo": ("m", ("mode",)),
}
PACKERS = {"gzip": ".gz", "bzip2": ".bz2", "xz": ".xz", "zstd": ".zst", "lz4": ".lz4"}
UNPACKERS = {"gunzip": ".gz", "bunzip2": ".bz2", "unxz": ".xz", "unzstd": ".zst"}


def operands(call: Call) -> None:
    """`touch`, `tee`, editors: every operand."""
    letters, names = OPERANDS[call.name]
    given = call.given(letters, names)
    if call.name in ("vi", "vim", "nvim", "ex") and given.has("R"):
        return
    call.paths([word for word in given.operands if word != "-" and not word.startswith("+")])


def cp(call: Call) -> None:
    """`cp`, recursively a tree; nothing is taken from the sources."""
    given = call.given("tS", ("target-directory", "suffix"))
    folder = given.value("t", "target-directory")
    sources = given.operands if folder else given.operands[:-1]
    if not sources:
        return
    is_tree = given.has("r", "R", "a", "recursive", "archive")
    into = folder or given.operands[-1]
    for target in call.target(sources, into, bool(folder)) if not given.has("T") else [into]:
        if is_tree:
            call.tree(target)
        else:
            call.path(target)


def mv(call: Call) -> None:
    """`mv`: what goes and what it becomes."""
    given = call.given("tS", ("target-directory", "suffix"))
    folder = given.value("t", "target-directory")
    sources = given.operands if folder else given.operands[:-1]
    if not sources:
        return
    into = folder or given.operands[-1]
    if len(sources) == 1 and sources[0].endswith("/") and not folder and not call.is_known_folder(into):
        # `mv src/ new/` gives src that name
        call.tree(sources[0])
        call.tree(into)
        return
    for source, target in zip(sources, call.target(sources, into, bool(folder))):
        call.path(source)
        if call.is_folder(source):
            call.tree(target)
        else:
            call.path(target)


def rm(call: Call) -> None:
    """`rm`, recursively a tree."""
    given = call.given()
    for word in given.operands:
        if given.has("r", "R", "recursive"):
            call.tree(word)
        else:
            call.path(word)


def ln(call: Call) -> None:
    """`ln`: the link."""
    given = call.given("tS", ("target-directory", "suffix"))
    folder = given.value("t", "target-directory")
    if not given.operands:
        return
    if len(given.operands) == 1 or folder:
        call.paths(call.target(given.operands, folder or ".", True))
    elif given.has("n", "no-dereference", "T"):
        call.path(given.operands[-1])
    else:
        call.paths(call.target(given.operands[:-1], given.operands[-1]))


def install(call: Call) -> None:
    """`install`; with `-d` it only makes folders."""
    given = call.given("mogtS", ("mode", "owner", "group", "target-directory", "suffix"))
    folder = given.value("t", "target-directory")
    if given.has("d", "directory") or not given.operands:
        return
    if folder:
        call.paths(call.target(given.operands, folder, True))
    else:
        call.paths(call.target(given.operands[:-1], given.operands[-1]))


def dd(call: Call) -> None:
    """`dd of=file`."""
    call.paths([word[3:] for word in call.words if word.startswith("of=")])


def is_remote(word: str) -> bool:
    """`host:path`, `user@host:path`, `rsync://...`; a drive letter is no host."""
    host, colon, _ = word.partition(":")
    return bool(colon) and "/" not in host and len(host) > 1


def rsync(call: Call) -> None:
    """`rsync`: recursively the target's tree."""
    given = call.given("efTB", ("rsh", "exclude", "include", "filter", "files-from", "exclude-from", "backup-dir", "port"))
    if given.has("n", "dry-run", "list-only") or len(given.operands) < 2:
        return
    sources, target = given.operands[:-1], given.operands[-1]
    if given.has("remove-source-files"):
        call.paths([word for word in sources if not is_remote(word)])
    if is_remote(target):
        return
    if given.has("r", "a", "recursive", "archive"):
        for source in sources:  # `src/` puts what is in it into the target, `src` itself
            _copied(call, source, target)
    else:
        call.paths(call.target(sources, target))


def _copied(call: Call, source: str, target: str) -> None:
    for word in [target] if source.endswith(("/", "/.")) else call.target([source], target):
        call.tree(word)


def scp(call: Call) -> None:
    """`scp`, to this machine."""
    given = call.given("cDFiJloPSX")
    if len(given.operands) < 2 or is_remote(given.operands[-1]):
        return
    sources = [word.partition(":")[2] if is_remote(word) else word for word in given.operands[:-1]]
    for target in call.target(sources, given.operands[-1]):
        if given.has("r"):
            call.tree(target)
        else:
            call.path(target)


def patch(call: Call) -> None:
    """`patch file`; the files that a patch names itself are not known."""
    given = call.given("pidorFBDVYz", ("strip", "input", "directory", "output", "reject-file"))
    if given.has("dry-run", "C", "check"):
        return
    output = given.value("o", "output")
    if output or given.operands:
        call.path(output or given.operands[0])
    else:
        call.doubt("the files of a patch")


def unnamed(call: Call) -> None:
    """`split`, `rename`: the files that they make have names of their own."""
    if call.words:
        call.doubt("files that are not named")


def packer(call: Call) -> None:
    """`gzip file`: the file goes, another one comes."""
    given = call.given("S", ("suffix",))
    if given.has("c", "stdout", "to-stdout", "t", "test", "l", "list"):
        return
    suffix = PACKERS.get(call.name) or UNPACKERS[call.name]
    is_opening = call.name in UNPACKERS or given.has("d", "decompress")
    for word in given.operands:
        if MARK not in word and is_opening and not word.endswith(suffix):
            call.doubt("a file's new name")
            continue
        if not given.has("k", "keep") and not call.name.endswith(("zstd", "lz4")):
            call.path(word)
        call.path(word[: -len(suffix)] if is_opening else type(word)(word + suffix))


def apply_patch(call: Call) -> None:
    """Codex's `apply_patch`, typed in a shell: the patch is an argument or the standard input."""
    from tools.lib import patches  # seldom used

    text = call.words[0] if call.words else call.text
    if MARK in text:
        call.doubt("a patch that is not known")
        return
    call.paths(patches.paths(text))


HANDLERS: dict[str, Callable[[Call], None]] = {
    **dict.fromkeys(OPERANDS, operands),
    **dict.fromkeys([*PACKERS, *UNPACKERS], packer),
    **dict.fromkeys(["split", "csplit", "rename", "mmv"], unnamed),
    "cp": cp,
    "gcp": cp,
    "mv": mv,
    "rm": rm,
    "ln": ln,
    "install": install,
    "dd": dd,
    "rsync": rsync,
    "scp": scp,
    "patch": patch,
    "apply_patch": apply_patch,
    "applypatch": apply_patch,
}
