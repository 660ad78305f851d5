"""Transfer: archives that are made and unpacked, and downloads."""
from __future__ import annotations

from tools.lib.shell.places import base

# curl's long options that take a value
CURL = frozenset("""
    output output-dir request header data user url user-agent max-time retry write-out cookie cookie-jar dump-header
    data-binary data-raw data-urlencode form proxy cacert cert key connect-timeout referer range retry-delay limit-rate
""".split())

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from tools.lib.shell.call import Call


def tar(call: Call) -> None:
    """`tar`: the archive it makes; the folder it unpacks into, or the members that are named."""
    if call.words and not call.words[0].startswith("-"):
        call.words[0] = "-" + call.words[0]  # `tar xzf`
    letters = "fCTXbVgI"
    names = ("file", "directory", "exclude", "files-from", "strip-components", "transform")
    given = call.given(letters, names)
    archive, folder = given.value("f", "file"), given.value("C", "directory")
    if given.has("c", "create", "r", "append", "u", "update", "delete"):
        if archive != "-":
            call.path(archive)
    elif given.has("x", "extract", "get") and not given.has("O", "to-stdout"):
        _unpack(call, folder, given.operands, given.has("strip-components", "transform", "T", "files-from", "wildcards"))


def _unpack(call: Call, folder: str, members: list[str], is_renamed: bool) -> None:
    """The named members below the folder, else all of it; of the working folder itself nobody knows which files."""
    if members and not is_renamed:
        call.paths([f"{folder.rstrip('/')}/{member}" if folder else member for member in members])
    elif folder:
        call.tree(folder)
    else:
        call.doubt("the files of an archive")


def unzip(call: Call) -> None:
    """`unzip`: as tar."""
    given = call.given("dxP")
    if given.has("l", "p", "t", "v", "Z", "z", "n") or not given.operands:
        return
    _unpack(call, given.value("d"), given.operands[1:], given.has("x", "j"))


def archive(call: Call) -> None:
    """`zip out.zip ...`."""
    given = call.given("xib")
    call.paths([word if "." in base(word) else word + ".zip" for word in given.operands[:1] if word != "-"])


def seven(call: Call) -> None:
    """`7z x archive -oFOLDER`, `7z a archive ...`."""
    given = call.given("o")
    verb, rest = given.operands[:1], given.operands[1:]
    if verb == ["a"]:
        call.paths(rest[:1])
    elif verb in (["x"], ["e"]):
        _unpack(call, given.value("o"), rest[1:], verb == ["e"])


def curl(call: Call) -> None:
    """`curl -o file`, `-O`, and the files for headers and cookies."""
    given = call.given("AbcCdDeEFHhKmoPQrtTuUwxXyYz", CURL)
    folder = given.value("output-dir")
    files = given.values("o", "output")
    if given.has("O", "remote-name", "remote-name-all"):
        if given.has("J", "remote-header-name"):
            call.doubt("a file that the server names")
        else:
            files += [name_of(url) for url in [*given.operands, *given.values("url")]]
    call.paths([f"{folder.rstrip('/')}/{word}" if folder else word for word in files if word != "-"])
    call.paths([word for word in given.values("c", "cookie-jar", "D", "dump-header") if word != "-"])


def name_of(url: str) -> str:
    """The file name in a URL, "" for none."""
    path = url.partition("?")[0].partition("#")[0]
    return path.rpartition("/")[2] if path.count("/") > 2 or "://" not in path else ""


def wget(call: Call) -> None:
    """`wget`: `-O file`, else the URL's name; a mirror's files are not known."""
    letters = "oaOPUtTwQeiIXDAR"
    names = ("output-document", "directory-prefix", "user-agent", "tries", "timeout", "header", "output-file", "input-file")
    given = call.given(letters, names)
    call.paths([word for word in given.values("o", "a", "output-file") if word != "-"])
    if given.has("spider"):
        return
    if given.has("r", "m", "p", "recursive", "mirror", "i", "input-file"):
        call.doubt("the files of a mirror")
    elif given.has("O", "output-document"):
        call.paths([word for word in given.values("O", "output-document") if word != "-"])
    else:
        folder = given.value("P", "directory-prefix")
        names_of = [name_of(url) or "index.html" for url in given.operands]
        call.paths([f"{folder.rstrip('/')}/{name}" if folder else name for name in names_of])


HANDLERS: dict[str, Callable[[Call], None]] = {
    "tar": tar,
    "gtar": tar,
    "bsdtar": tar,
    "unzip": unzip,
    "zip": archive,
    "7z": seven,
    "curl": curl,
    "wget": wget,
}
