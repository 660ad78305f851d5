"""The shell's grammar: a command's text as a list of steps (POSIX sh with bash's commoner additions).

Nothing is run and nothing is looked up. What no shell would run raises `Unreadable`; so does a text that costs more
steps than its budget, or nests deeper than `DEEPEST`: hostile text costs linear time, with a bound.
"""
from __future__ import annotations

from tools.lib.shell import owners
from tools.lib.shell.nodes import Compound, Part, Redirect, Simple, Step, Word
from tools.lib.shell.source import MARK, Budget, Unreadable
from tools.lib.shell.words import STOPS, Words

DEEPEST = 25  # levels of nesting; each costs about eight frames of Python's stack
ENDS = frozenset("\n;&|)")
OPERATORS = ("&>>", "<<<", "<<-", "&>", "<<", "<&", "<>", ">>", ">&", ">|", "<", ">")


class Parser(Words):
    """Reads one text from its start; `script` and `quoted_text` are the two ways in."""

    def __init__(self, text: str, budget: Budget, depth: int = 0) -> None:
        super().__init__(text, budget)
        self.depth = depth
        # here-documents whose text is still to come: where it goes, its last line, `<<-`, whether nothing in it expands
        self.pending: list[tuple[list[Redirect], int, str, bool, bool]] = []

    def script(self) -> tuple[list[Step], str]:
        """The steps of the whole text, and why reading stopped before its end, "" if it did not."""
        steps: list[Step] = []
        try:
            self.gap()
            while not self.is_over():
                steps += self.line(())
                self.gap()
        except Unreadable as trouble:
            return steps, str(trouble)
        return steps, ""

    def inner(self, text: str) -> list[Step]:
        if self.depth >= DEEPEST:
            raise Unreadable("nested too deeply")
        steps, trouble = Parser(text, self.budget, self.depth + 1).script()
        if trouble:
            raise Unreadable(trouble)
        return steps

    def body(self, *closers: str) -> list[Step]:
        self.depth += 1
        if self.depth > DEEPEST:
            raise Unreadable("nested too deeply")
        steps: list[Step] = []
        self.gap()
        while not self.is_closing(closers):
            if self.is_over():
                raise Unreadable("unfinished")
            steps += self.line(closers)
            self.gap()
        self.depth -= 1
        return steps

    def line(self, closers: tuple[str, ...]) -> list[Step]:
        """The steps up to the end of a line or one of `closers`; raises where there is none."""
        steps: list[Step] = []
        joint, begin = ";", 0
        while True:
            steps.append(Step(joint, self.pipeline()))
            self.blank()
            joint = ";"
            if self.has("&&") or self.has("||"):
                joint = self.take(2)
                self.gap()
                continue
            if self.is_over() or self.has("\n") or self.is_closing(closers):
                return steps
            if self.has("&"):
                steps[begin:] = [Step(";", Compound("subshell", "", [], [steps[begin:]], []))]
            elif not self.has(";") or self.has(";;") or self.has(";&"):
                raise Unreadable("an operator out of place")
            self.at += 1
            begin = len(steps)
            self.blank()
            if self.is_over() or self.has("\n") or self.is_closing(closers):
                return steps

    def is_closing(self, closers: tuple[str, ...]) -> bool:
        """Whether one of `closers` comes next."""
        if not closers:
            return False
        if self.has(";;") or self.has(";&"):
            return ";;" in closers
        return self.has(")") and ")" in closers or self.bare() in closers

    def bare(self) -> str:
        """The word that comes next, if it is short enough for a reserved one."""
        text, end = self.text, self.at
        most = min(len(text), end + 9)
        while end < most and text[end] not in STOPS:
            end += 1
        return text[self.at : end]

    def expect(self, word: str) -> None:
        """Read a reserved word."""
        self.gap()
        if self.bare() != word:
            raise Unreadable("unfinished" if self.is_over() else "a reserved word is missing")
        self.at += len(word)

    def gap(self) -> None:
        """Pass blanks, comments and the ends of lines."""
        self.blank()
        while self.has("\n"):
            self.newline()
            self.blank()

    def newline(self) -> None:
        """Read a line's end, and the here-documents that begin after it."""
        self.budget.spend(1)
        self.at += 1
        pending, self.pending = self.pending, []
        for into, index, end, is_indented, is_literal in pending:
            text = self.here_document(end, is_indented)
            word = Word([Part("text", text, True)], "")
            if not is_literal and ("$" in text or "`" in text or "\\" in text or MARK in text):
                word = Parser(text, self.budget, self.depth + 1).quoted_text()
            into[index] = into[index]._replace(word=word)

    def pipeline(self) -> Simple | Compound:
        """Commands joined by `|`."""
        self.blank()
        while self.bare() in ("!", "time"):
            self.budget.spend(1)
            self.at += len(self.bare())
            self.blank()
            if self.bare() == "-p":
                self.at += 2
                self.blank()
        parts = [self.command()]
        while self.has("|") and not self.has("||"):
            self.at += 2 if self.has("|&") else 1
            self.gap()
            parts.append(self.command())
        if len(parts) == 1:
            return parts[0]
        return Compound("pipe", "", [], [[Step(";", part)] for part in parts], [])

    def command(self) -> Simple | Compound:
        """One command with its redirections, and the blanks after it."""
        self.budget.spend(1)
        self.blank()
        if self.has("(("):
            self.group()
            made: Simple | Compound = Simple([], [], [])
        elif self.has("("):
            self.at += 1
            made = Compound("subshell", "", [], [self.body(")")], [])
            self.at += 1
        else:
            read = owners.compound(self.bare())
            if read is None:
                return self.simple()
            made = read(self)
        self.blank()
        while self.is_redirect():
            self.redirect(made.redirects)
            self.blank()
        return made

    def simple(self) -> Simple | Compound:
        """A command's assignments, words and redirections; or a function's definition."""
        made = Simple([], [], [])
        while True:
            self.blank()
            if self.is_redirect():
                self.redirect(made.redirects)
            elif self.is_over() or self.peek() in ENDS:
                break
            elif self.has("("):
                return self.function(made)
            elif made.words or not self.assignment(made.assignments):
                made.words.append(self.word())
        if not (made.assignments or made.words or made.redirects):
            raise Unreadable("no command where one should be")
        return made

    def function(self, head: Simple) -> Compound:
        """`name () command`, at its parenthesis."""
        self.at += 1
        self.blank()
        if len(head.words) != 1 or head.assignments or head.redirects or not self.has(")"):
            raise Unreadable("a parenthesis out of place")
        self.at += 1
        self.gap()
        return Compound("function", head.words[0].raw, [], [[Step(";", self.command())]], [])

    def assignment(self, into: list[tuple[str, Word | None]]) -> bool:
        """Read `name=value`, if that is what comes next."""
        start, end = self.at, self.name_end(self.at)
        if end == start or self.text[start].isdigit():
            return False
        name_end = end
        if self.text.startswith("[", end):
            end = self.text.find("]", end, end + 200) + 1 or end
        if self.text.startswith("+=", end):
            end += 1
        if not self.text.startswith("=", end):
            return False
        self.at = end + 1
        value = None
        if self.has("("):
            self.group()
        else:
            value = self.word()
        into.append((self.text[start:name_end], value if end == name_end else None))
        return True

    def is_redirect(self) -> bool:
        """Whether a redirection comes next, digits before it allowed; `<(` and `>(` are words."""
        at = self.at
        character = self.text[at : at + 1]
        if character not in "<>&0123456789":
            return False
        while at < self.at + 4 and self.text[at : at + 1].isdigit():
            at += 1
        if self.text.startswith(("<(", ">("), at):
            return False
        return self.text.startswith(("<", ">"), at) or self.has("&>")

    def redirect(self, into: list[Redirect]) -> None:
        """Read one redirection."""
        start = self.at
        while self.peek().isdigit():
            self.at += 1
        descriptor = self.text[start : self.at]
        operator = next(operator for operator in OPERATORS if self.has(operator))
        self.at += len(operator)
        self.blank()
        before = self.at
        word = self.word() if self.peek() not in "<>" or self.text.startswith("(", self.at + 1) else Word([], "")
        if self.at == before:
            raise Unreadable("a redirection without a target")
        if operator in ("<<", "<<-"):
            end = "".join(part.value for part in word.parts if part.kind == "text")
            is_literal = any(part.quoted for part in word.parts)
            self.pending.append((into, len(into), end, operator == "<<-", is_literal))
            operator, word = "<<", Word([], "")
        into.append(Redirect(descriptor, operator, word))
