"""Compound commands: if, for, while, case, groups and functions, each from its reserved word on."""
from __future__ import annotations

from tools.lib.shell.nodes import Compound, Simple, Step
from tools.lib.shell.source import Unreadable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from tools.lib.shell.syntax import Parser


def _if(parser: Parser) -> Compound:
    bodies = []
    word = "if"
    while word != "fi":
        parser.expect(word)
        if word in ("if", "elif"):
            bodies.append(parser.body("then"))
            word = "then"
            continue
        bodies.append(parser.body("fi") if word == "else" else parser.body("elif", "else", "fi"))
        word = parser.bare()
    parser.expect("fi")
    return Compound("if", "", [], bodies, [])


def _loop(parser: Parser) -> Compound:
    parser.expect(parser.bare())
    condition = parser.body("do")
    return Compound("loop", "", [], [condition, _do(parser)], [])


def _for(parser: Parser) -> Compound:
    parser.expect(parser.bare())
    parser.blank()
    if parser.has("(("):
        parser.group()
        parser.blank()
        if parser.has(";"):
            parser.at += 1
        return Compound("loop", "", [], [[], _do(parser)], [])
    name = parser.word().raw
    words = None
    parser.gap()
    if parser.bare() == "in":
        parser.expect("in")
        words = []
        parser.blank()
        while not (parser.is_over() or parser.peek() in ";\n"):
            before = parser.at
            words.append(parser.word())
            parser.blank()
            if parser.at == before:
                raise Unreadable("an operator out of place")
    if parser.has(";"):
        parser.at += 1
    return Compound("for", name, words, [_do(parser)], [])


def _do(parser: Parser) -> list[Step]:
    parser.expect("do")
    body = parser.body("done")
    parser.expect("done")
    return body


def _case(parser: Parser) -> Compound:
    parser.expect("case")
    parser.blank()
    subject = parser.word()
    parser.expect("in")
    bodies = [[Step(";", Simple([], [subject], []))]] if any(part.kind == "command" for part in subject.parts) else []
    parser.gap()
    while parser.bare() != "esac":
        _patterns(parser)
        bodies.append(parser.body(";;", "esac"))
        if parser.has(";"):
            parser.at += 3 if parser.has(";;&") else 2
        parser.gap()
    parser.expect("esac")
    return Compound("case", "", [], bodies, [])


def _patterns(parser: Parser) -> None:
    """`one | two)`."""
    if parser.has("("):
        parser.at += 1
    while True:
        parser.budget.spend(1)
        parser.blank()
        parser.word()
        parser.blank()
        following = parser.take(1)
        if following == ")":
            return
        if following != "|":
            raise Unreadable("a case without its patterns")


def _group(parser: Parser) -> Compound:
    parser.expect("{")
    body = parser.body("}")
    parser.expect("}")
    return Compound("group", "", [], [body], [])


def _function(parser: Parser) -> Compound:
    parser.expect("function")
    parser.blank()
    name = parser.word().raw
    parser.blank()
    if parser.has("()"):
        parser.at += 2
    parser.gap()
    return Compound("function", name, [], [[Step(";", parser.command())]], [])


def _test(parser: Parser) -> Simple:
    """`[[ ... ]]`, where `<` and `>` compare."""
    start = parser.at
    while True:
        parser.budget.spend(1)
        parser.blank()
        if parser.bare() == "]]":
            parser.at += 2
            return Simple([], [], [])
        if parser.is_over():
            raise Unreadable("a test without its end")
        before = parser.at
        if parser.at == start or parser.peek() not in "<>":
            parser.word()
        if parser.at == before:
            parser.at += 1


COMPOUNDS: dict[str, Callable[[Parser], Compound | Simple]] = {
    "if": _if,
    "while": _loop,
    "until": _loop,
    "for": _for,
    "select": _for,
    "case": _case,
    "{": _group,
    "function": _function,
    "[[": _test,
}
