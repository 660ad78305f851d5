"""Words: quotes, escapes, variables and substitutions, as a shell splits a text into them."""
from __future__ import annotations

from tools.lib.shell.nodes import Part, Step, Word
from tools.lib.shell.source import MARK, NAME, Source, Unreadable

STOPS = frozenset(" \t\n;&|<>()")
SPECIAL = STOPS | frozenset("'\"\\$`" + MARK)
QUOTED = frozenset('"\\$`' + MARK)
PARAMETERS = frozenset("@*#?$!-")


class Words(Source):
    """Reads words; what stands in `$(...)` is read by `body` and `inner`, which know the whole grammar."""

    def body(self, *closers: str) -> list[Step]:
        """The steps up to one of `closers`, which is left unread."""
        raise NotImplementedError

    def inner(self, text: str) -> list[Step]:
        """The steps of a text that stands in this one."""
        raise NotImplementedError

    def word(self) -> Word:
        """The word that comes next, `<(...)` and `>(...)` included."""
        start = self.at
        parts: list[Part] = []
        if self.peek() in ("<", ">"):
            self.at += 2
            parts.append(Part("stream", self.body(")"), True))
            self.at += 1
        while not self.is_over():
            character = self.text[self.at]
            self.budget.spend(1)
            if character not in SPECIAL:
                parts.append(Part("text", self.run(SPECIAL), False))
            elif character == "(" and self.at > start and self.text[self.at - 1] in "=?*+@!":
                self.group()
                parts.append(Part("unknown", "", False))
            elif character in STOPS:
                break
            elif character == "'":
                self.at += 1
                parts.append(Part("text", self.until("'"), True))
            elif character == '"':
                self.at += 1
                self.double(parts, '"')
            else:
                self.special(parts, False)
        return Word(parts, self.text[start : self.at])

    def quoted_text(self) -> Word:
        """The whole text as if it stood between double quotes: a here-document's."""
        parts: list[Part] = []
        self.double(parts, "")
        return Word(parts, "")

    def double(self, parts: list[Part], closer: str) -> None:
        """What stands before the closing double quote, which is read too; or all, where `closer` is ""."""
        parts.append(Part("text", "", True))
        while not self.is_over():
            self.budget.spend(1)
            character = self.text[self.at]
            if character == '"':
                self.at += 1
                if closer:
                    return
                parts.append(Part("text", '"', True))
            elif character in QUOTED:
                self.special(parts, True)
            else:
                parts.append(Part("text", self.run(QUOTED), True))
        if closer:
            raise Unreadable("a quote without its end")

    def special(self, parts: list[Part], quoted: bool) -> None:
        """A backslash, a dollar, a backtick, or the mark of an unknown value."""
        character = self.take(1)
        if character == MARK:
            parts.append(Part("unknown", "", quoted))
        elif character == "\\":
            following = self.take(1)
            if following != "\n":
                is_escape = not quoted or following in ('"', "\\", "$", "`")
                parts.append(Part("text", following if is_escape else "\\" + following, True))
        elif character == "`":
            parts.append(Part("command", self.inner(self.backticks()), quoted))
        else:
            self.dollar(parts, quoted)

    def dollar(self, parts: list[Part], quoted: bool) -> None:
        """What a dollar begins, after it."""
        following = self.peek()
        if following == "(":
            self.parenthesis(parts, quoted)
        elif following == "{":
            self.at += 1
            parts.append(Part("parameter", self.braces(), quoted))
        elif following == "'" and not quoted:
            self.at += 1
            parts.append(Part("text", self.ansi(), True))
        elif following == '"' and not quoted:
            self.at += 1
            self.double(parts, '"')
        elif following in PARAMETERS or following.isdigit():
            parts.append(Part("variable", self.take(1), quoted))
        elif following in NAME:
            parts.append(Part("variable", self.take(self.name_end(self.at) - self.at), quoted))
        else:
            parts.append(Part("text", "$", True))

    def parenthesis(self, parts: list[Part], quoted: bool) -> None:
        """`$((...))`, or `$(...)`, at its parenthesis."""
        start = self.at
        if self.has("(("):
            inside = self.group()
            if inside[:1] == "(" and inside[-1:] == ")" and "$(" not in inside and "`" not in inside:
                parts.append(Part("unknown", "", quoted))
                return
            self.at = start
        self.at += 1
        parts.append(Part("command", self.body(")"), quoted))
        self.at += 1
