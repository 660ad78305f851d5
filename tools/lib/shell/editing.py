"""Editing: programs that write a file only when an option says so, and interpreters of code that is not read here."""
from __future__ import annotations

from tools.lib.shell.source import MARK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from tools.lib.shell.call import Call

# formatters: the options that make them write the files they are given, and the letters that take a value
FORMATTERS: dict[str, tuple[tuple[str, ...], str]] = {
    "gofmt": (("w",), "r"),
    "goimports": (("w",), ""),
    "shfmt": (("w",), "il"),
    "clang-format": (("i",), ""),
    "yq": (("i", "inplace", "in-place"), "o"),
    "prettier": (("w", "write"), ""),
    "eslint": (("fix",), "cf"),
    "autopep8": (("i", "in-place"), ""),
    "jsonlint": (("i", "in-place"), ""),
    "xmlstarlet": (("L", "inplace"), ""),
}
# formatters that write the files they are given, and the options that keep them from it
WRITERS: dict[str, tuple[tuple[str, ...], str]] = {
    "black": (("check", "diff", "c", "code"), "lt"),
    "isort": (("c", "check-only", "check", "diff", "d", "stdout"), "lpm"),
    "rustfmt": (("check",), ""),
    "stylua": (("check", "c"), ""),
}
# programs whose `-o FILE` (or the long name) is written
OUTPUTS: dict[str, tuple[str, str]] = {
    "sort": ("o", "output"),
    "gcc": ("o", ""),
    "cc": ("o", ""),
    "g++": ("o", ""),
    "c++": ("o", ""),
    "clang": ("o", ""),
    "clang++": ("o", ""),
    "rustc": ("o", ""),
    "pandoc": ("o", "output"),
    "gpg": ("o", "output"),
    "iconv": ("o", "output"),
    "xmllint": ("", "output"),
    "pg_dump": ("f", "file"),
    "dot": ("o", ""),
    "protoc": ("o", ""),
}
CODE = {"python": "c", "python3": "c", "python2": "c", "node": "ep", "ruby": "e", "php": "r", "lua": "e", "osascript": "e"}


def sed(call: Call) -> None:
    """`sed -i`: every file after the script, and its backup."""
    words = list(call.words)
    flag = next((word for word in words if word.startswith("--in-place") or _in_place(word)), "")
    if not flag:
        return
    suffix = flag.partition("=")[2] if flag[:2] == "--" else flag.partition("i")[2]
    at = words.index(flag)
    words[at : at + 1] = ["-" + flag[1:].partition("i")[0]] if flag[:2] != "--" and flag[1] != "i" else []
    if flag == "-i" and words[at : at + 1] and (words[at] == "" or words[at][0] == "."):
        suffix = words.pop(at)  # BSD's has its suffix in a word of its own; no script begins with a dot
    call.words = words
    given = call.given("efl", ("expression", "file", "line-length"))
    has_script = given.has("e", "f", "expression", "file")
    _with_backups(call, given.operands if has_script else given.operands[1:], suffix)


def _in_place(word: str) -> bool:
    """`-i`, `-i.bak`, `-Ei`, but not `-e i`."""
    return word[:1] == "-" and word[:2] != "--" and "i" in word and not set(word[1 : word.index("i")]) - set("nErsuz")


def _with_backups(call: Call, files: list[str], suffix: str) -> None:
    for word in files:
        call.path(word)
        if suffix and "*" not in suffix and "/" not in suffix:
            call.path(type(word)(word + suffix))


def perl(call: Call) -> None:
    """`perl -pi -e`: the files; other code is not read."""
    words, files, suffix, is_code, is_in_place = list(call.words), [], "", False, False
    while words:
        word = words.pop(0)
        if word[:1] != "-" or word in ("-", "--"):
            files = words if word in ("-", "--") else [word, *words]
            break
        letters, found, rest = word[1:].partition("i")
        if found and "e" not in letters and "E" not in letters and letters[:1] not in ("M", "m", "I"):
            is_in_place, suffix = True, rest
        if word[-1] in "eE" and word[:2] not in ("-M", "-m", "-I"):
            is_code = True
            suffix = "" if found and rest == word[-1] else suffix
            del words[:1]
    if is_in_place:
        _with_backups(call, files if is_code else files[1:], suffix)
    elif is_code:
        call.doubt("code of another language")


def awk(call: Call) -> None:
    """`awk -i inplace`; a program that prints to a file is not read."""
    given = call.given("Fvfei", ("include", "field-separator", "assign", "file"))
    has_program = given.has("f", "e", "file")
    if "inplace" in given.values("i", "include"):
        call.paths(given.operands if has_program else given.operands[1:])
    elif any(_prints_to_a_file(word) for word in [*given.values("e"), *given.operands[: not has_program]]):
        call.doubt("a program that prints to a file")


def _prints_to_a_file(program: str) -> bool:
    """Whether a statement of awk's `print ... > file` is in it: outside quotes and parentheses, where `>` compares."""
    depth, is_printing, is_quoted = 0, False, False
    for at, character in enumerate(program):
        if character == '"' and program[at - 1 : at] != "\\":
            is_quoted = not is_quoted
        elif is_quoted:
            continue
        elif character in "()":
            depth += 1 if character == "(" else -1
        elif character in ";}\n{":
            is_printing, depth = False, 0
        elif program.startswith("print", at):
            is_printing, depth = True, 0
        elif character == ">" and is_printing and depth <= 0:
            return True
    return False


def formatter(call: Call) -> None:
    """`gofmt -w file`: the files; what is in a folder is not known."""
    flags, letters = FORMATTERS.get(call.name) or WRITERS[call.name]
    given = call.given(letters)
    if given.has(*flags) is not (call.name in FORMATTERS):
        return
    _formatted(call, given.operands[1:] if call.name == "yq" and not given.has("from-file") else given.operands)


def _formatted(call: Call, files: list[str]) -> None:
    for word in files:
        if call.is_folder(word) or any(character in word for character in "*?["):
            call.doubt("files that are not named")  # in a folder, or behind a pattern that the formatter reads itself
        else:
            call.path(word)


def output(call: Call) -> None:
    """`sort -o file`."""
    letter, name = OUTPUTS[call.name]
    call.paths(call.given(letter, (name,)).values(letter, name))


def ruff(call: Call) -> None:
    """`ruff check --fix file`, `ruff format file`."""
    given = call.given("", ("config", "select", "ignore", "extend-select", "line-length", "target-version"))
    writes = given.has("fix", "fix-only") if given.operands[:1] == ["check"] else given.operands[:1] == ["format"]
    if writes and not given.has("check", "diff"):
        _formatted(call, given.operands[1:])


def openssl(call: Call) -> None:
    """`openssl req -out file -keyout file`: its long options have one dash."""
    for option, value in zip(call.words, call.words[1:]):
        if option in ("-out", "-keyout"):
            call.path(value)


def ssh_keygen(call: Call) -> None:
    """`ssh-keygen -f key`: the key and its `.pub`; most of its other verbs read."""
    given = call.given("bCEfFGIJKMNnOPRrsTtVWYz")
    key = given.value("f")
    if given.has("R") and key:
        call.path(key)  # a file of known hosts
    elif key and not given.has("l", "y", "B", "F", "L", "e", "i", "Y", "r"):
        call.paths([key, key + ".pub"])


def media(call: Call) -> None:
    """`ffmpeg -i in out`, `convert in out`: the last word is what is made."""
    last = call.words[-1] if len(call.words) > 1 else "-"
    is_read = call.words[-2:-1] == ["-i"] or last.startswith("-") or last in ("null:", "info:") or "://" in last
    if not is_read:
        call.path(last)


def code(call: Call) -> None:
    """`python -c`, `node -e`, or a script on the standard input: its code is not read."""
    letters = CODE[call.name]
    given = call.given(letters + "mWX", ("eval", "print"))
    if any(given.has(letter) for letter in letters) or given.has("eval", "print"):
        call.doubt("code of another language")
    elif call.text and (call.words in ([], ["-"])) and call.text != MARK:
        call.doubt("code of another language")


HANDLERS: dict[str, Callable[[Call], None]] = {
    **dict.fromkeys([*FORMATTERS, *WRITERS], formatter),
    **dict.fromkeys(OUTPUTS, output),
    **dict.fromkeys(CODE, code),
    **dict.fromkeys(("ffmpeg", "convert", "magick"), media),
    "ruff": ruff,
    "openssl": openssl,
    "ssh-keygen": ssh_keygen,
    "sed": sed,
    "gsed": sed,
    "perl": perl,
    "awk": awk,
    "gawk": awk,
}
