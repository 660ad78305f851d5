"""Source: a text with a place in it, read forwards only, within a budget of steps."""
from __future__ import annotations

MARK = "\ufdd0"  # stands for a value that cannot be known; no text holds it, it is no character
STEPS = 30_000  # about 50 ms at the most; a typed command costs a few hundred
NAME = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789")
BLANKS = (" ", "\t")
ANSI = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v", "e": "\x1b", "E": "\x1b"}


class Unreadable(Exception):
    """No shell would run this, or reading it costs too much; its text says which, in words without the command's."""


class Budget:
    """Steps of work that are left: one for a command, a part of a word, or eight characters looked over."""

    __slots__ = ("left",)

    def __init__(self, steps: int = STEPS) -> None:
        self.left = steps

    def spend(self, steps: int) -> None:
        """Take `steps` off; raises Unreadable when there are none left."""
        self.left -= steps
        if self.left < 0:
            raise Unreadable("too long")


class Source:
    """The place `at` in `text`."""

    def __init__(self, text: str, budget: Budget) -> None:
        self.text = text
        self.budget = budget
        self.at = 0

    def is_over(self) -> bool:
        return self.at >= len(self.text)

    def peek(self) -> str:
        """The next character, "" at the end."""
        return self.text[self.at : self.at + 1]

    def has(self, text: str) -> bool:
        """Whether `text` comes next."""
        return self.text.startswith(text, self.at)

    def take(self, length: int) -> str:
        """The next `length` characters, which are then read."""
        self.at += length
        return self.text[self.at - length : self.at]

    def run(self, stops: frozenset[str]) -> str:
        """What stands before the next of `stops`."""
        text, start, end = self.text, self.at, self.at
        while end < len(text) and text[end] not in stops:
            end += 1
        self.budget.spend((end - start) >> 3)
        self.at = end
        return text[start:end]

    def until(self, closer: str) -> str:
        """What stands before the next `closer`, which is read too."""
        end = self.text.find(closer, self.at)
        if end < 0:
            raise Unreadable("a quote without its end")
        found = self.text[self.at : end]
        self.budget.spend(len(found) >> 8)
        self.at = end + 1
        return found

    def blank(self) -> None:
        """Pass blanks, joined lines, and a comment."""
        while not self.is_over():
            start = self.at
            while self.text[self.at : self.at + 1] in BLANKS:
                self.at += 1
            self.budget.spend((self.at - start) >> 3)
            if self.has("\\\n"):
                self.at += 2
            elif self.has("#"):
                end = self.text.find("\n", self.at)
                self.at = len(self.text) if end < 0 else end
            else:
                return
            self.budget.spend(1)

    def name_end(self, start: int) -> int:
        """Where the name that begins at `start` ends."""
        end = start
        while end < len(self.text) and self.text[end] in NAME:
            end += 1
        self.budget.spend((end - start) >> 3)
        return end

    def backticks(self) -> str:
        """What stands before the closing backtick, with one level of its escapes taken away."""
        pieces = []
        start = self.at
        while True:
            self.budget.spend(1)
            self.run(frozenset("\\`"))
            pieces.append(self.text[start : self.at])
            if self.is_over():
                raise Unreadable("a backtick without its end")
            if self.peek() == "`":
                self.at += 1
                return "".join(pieces)
            start = self.at + 1 if self.text[self.at + 1 : self.at + 2] in ("\\", "`", "$") else self.at
            self.at += 2

    def ansi(self) -> str:
        """The text of `$'...'`, after its first quote."""
        pieces = []
        while True:
            self.budget.spend(1)
            pieces.append(self.run(frozenset("\\'")))
            if self.is_over():
                raise Unreadable("a quote without its end")
            if self.take(1) == "'":
                return "".join(pieces)
            escape = self.take(1)
            if escape in "x0123uU":  # by number
                pieces.append(MARK)
            else:
                pieces.append(ANSI.get(escape, escape))

    def braces(self) -> str:
        """The inside of `${...}`, after its first brace."""
        start = self.at
        self._close("{}", 1, "a brace without its end")
        return self.text[start : self.at - 1]

    def group(self) -> str:
        """What stands between this parenthesis and the one that closes it."""
        start = self.at
        self._close("()", 0, "a parenthesis without its end")
        return self.text[start + 1 : self.at - 1]

    def _close(self, pair: str, depth: int, fault: str) -> None:
        """Read past the second of `pair` that closes what is open `depth` deep; quotes are passed over."""
        marks = frozenset(f"{pair}'\"\\")
        while True:
            self.budget.spend(1)
            self.run(marks)
            if self.is_over():
                raise Unreadable(fault)
            character = self.take(1)
            if character in "'\"":
                self.until(character)
            elif character == "\\":
                self.at += 1
            else:
                depth += 1 if character == pair[0] else -1
                if not depth:
                    return

    def here_document(self, end: str, is_indented: bool) -> str:
        """The lines before the one that is `end`, which is read too; without one, all that is left."""
        if is_indented:
            return self.indented_document(end)
        start, mark = self.at, "\n" + end
        stop = self.text.find(mark, start - 1)
        while stop >= 0 and self.text[stop + len(mark) : stop + len(mark) + 1] not in ("", "\n"):
            self.budget.spend(1)
            stop = self.text.find(mark, stop + 1)
        self.at = len(self.text) if stop < 0 else stop + len(mark) + 1
        self.budget.spend((self.at - start) >> 10)
        return self.text[start:] if stop < 0 else self.text[start : stop + 1]

    def indented_document(self, end: str) -> str:
        """As `here_document`, for `<<-`: tabs may stand before the last line."""
        start = self.at
        while not self.is_over():
            self.budget.spend(1)
            begin = self.at
            stop = self.text.find("\n", begin)
            self.at = len(self.text) if stop < 0 else stop + 1
            if self.text[begin : self.at].strip("\n").lstrip("\t") == end:
                return self.text[start:begin]
        return self.text[start:]
