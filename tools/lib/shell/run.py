"""Run: walks a command's steps as a shell would, without running anything, and lists the programs that would start.

Assumed, since it cannot be known: a command succeeds, an `if` and a `case` may take any branch, a loop's body runs. What
may or may not have happened leaves the variables it touched, and the folder, unknown.
"""
from __future__ import annotations

from tools.lib.shell import expand, owners
from tools.lib.shell.nodes import Compound, Redirect, Simple, Step, Word
from tools.lib.shell.outputs import printed
from tools.lib.shell.places import is_windows, joined, program
from tools.lib.shell.scope import Scope
from tools.lib.shell.source import MARK, Budget, Unreadable
from tools.lib.shell.syntax import Parser

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections import namedtuple
    from collections.abc import Callable, Sequence
else:
    from tools.lib.tuples import namedtuple

# words: the program and its arguments, [] where only a redirection writes. text: its standard input, MARK where unknown.
# user: of sudo, "" for none. writes: targets of redirections, as words
Command = namedtuple("Command", "words folder text user writes raw")

DEEPEST = 40  # functions, `bash -c`, substitutions and wrappers inside each other
ROUNDS = 32  # of a loop over a list of words
TESTS = ("test", "[")
GIT = {"GIT_DIR": "--git-dir=", "GIT_WORK_TREE": "--work-tree="}  # what stands before a command, as its option


def nothing(path: str) -> str | None:
    """Reads no file."""
    return None


class Run:
    """One walk. `commands` is what would start, in order; `doubts`, what was not understood; `written`, texts by path."""

    def __init__(self, read: Callable[[str], str | None] = nothing) -> None:
        self.commands: list[Command] = []
        self.doubts: list[str] = []
        self.written: dict[str, str] = {}
        self.budget = Budget()
        self.depth = 0
        self._read = read

    def doubt(self, reason: str) -> None:
        """Something was not understood."""
        if reason not in self.doubts:
            self.doubts.append(reason)

    def read(self, path: str) -> str | None:
        """A file's text: as this command has written it before, else as it is."""
        return self.written[path] if path in self.written else self._read(path)

    def script(self, text: str, scope: Scope) -> str:
        """Walk a text; gives what it prints, MARK where that is not known. Never raises."""
        depth = self.depth
        try:
            self.deeper()
            steps, trouble = Parser(text, self.budget).script()
            out = self.steps(steps, scope)
        except Unreadable as error:
            out, trouble = MARK, str(error)
        self.depth = depth
        if trouble:
            self.doubt(trouble)
            return MARK
        return out

    def deeper(self) -> None:
        """One level more; who calls this takes it back."""
        self.budget.spend(1)
        self.depth += 1
        if self.depth > DEEPEST:
            raise Unreadable("nested too deeply")

    def fork(self, scope: Scope) -> Scope:
        """A scope for what must not, or may not, change this one."""
        self.budget.spend((len(scope.variables) + len(scope.functions)) >> 1)
        return scope.copy()

    def output(self, steps: Sequence[Step], scope: Scope) -> str:
        """What `$(...)` gives."""
        return self.steps(steps, self.fork(scope))

    def steps(self, steps: Sequence[Step], scope: Scope) -> str:
        """Walk steps; gives what they print."""
        out = ""
        begin = 0
        for index in range(1, len(steps) + 1):
            if index == len(steps) or steps[index].joint == ";":
                out = self.chain(steps[begin:index], scope)
                begin = index
        return out if sum(step.joint == ";" for step in steps) < 2 else MARK

    def chain(self, steps: Sequence[Step], scope: Scope) -> str:
        """`a && b || c`: what stands after `||`, or after a test, may not run."""
        if len(steps) > 1 and is_test(steps[0].node):
            other = self.fork(scope)
            for step in steps:
                self.node(step.node, other)
            scope.join(other)
            return MARK
        out = self.node(steps[0].node, scope)
        for step in steps[1:]:
            if step.joint == "&&":
                self.node(step.node, scope)
            else:
                self.maybe([step], scope)
        return out if len(steps) == 1 else MARK

    def maybe(self, steps: Sequence[Step], scope: Scope) -> None:
        """Walk what may not run."""
        other = self.fork(scope)
        self.steps(steps, other)
        scope.join(other)

    def node(self, node: Simple | Compound, scope: Scope, text: str = "") -> str:
        """Walk one command whose standard input is `text`; gives what it prints."""
        self.deeper()
        if isinstance(node, Simple):
            out = self.simple(node, scope, text)
        else:
            text, writes = self.redirects(node.redirects, scope, text)
            self.writes(writes, scope)
            out = self.compound(node, scope, text)
        self.depth -= 1
        return out

    def compound(self, node: Compound, scope: Scope, text: str) -> str:
        """Walk a compound command; only a subshell's, a group's and a pipe's output is known."""
        kind, bodies = node.kind, node.bodies
        if kind == "pipe":
            for body in bodies:
                text = self.node(body[0].node, self.fork(scope), text)
            return text
        if kind in ("subshell", "group"):
            return self.steps(bodies[0], self.fork(scope) if kind == "subshell" else scope)
        if kind == "function":
            scope.functions[node.name] = bodies[0]
        elif kind == "for":
            self.loop(node, scope)
        elif kind in ("if", "loop"):
            self.steps(bodies[0], scope)
            for body in bodies[1:]:
                self.maybe(body, scope)
        else:
            for body in bodies:
                self.maybe(body, scope)
        return MARK

    def loop(self, node: Compound, scope: Scope) -> None:
        """`for name in words`: a round for each word that is known."""
        words = scope.arguments
        if node.words is not None:
            words = [field for word in node.words for field in expand.fields(word, scope, self.output)]
        known = words is not None and len(words) <= ROUNDS and not any(MARK in w or isinstance(w, expand.Pattern) for w in words)
        if words and not known:
            self.start([":", *words], scope, "")  # so that what the body is about is seen by those who look at words
        for word in words if known and words is not None else [MARK]:
            scope.set(node.name, word)
            if known:
                self.steps(node.bodies[0], scope)
            else:
                self.maybe(node.bodies[0], scope)

    def simple(self, node: Simple, scope: Scope, text: str) -> str:
        """Walk a simple command."""
        words = [field for word in node.words for field in expand.fields(word, scope, self.output)]
        is_passed_on = bool(words and node.assignments) and program(words[0]) in owners.WRAPPERS
        inner = self.fork(scope) if is_passed_on else scope
        for name, value in node.assignments:
            given = MARK if value is None else expand.text(value, scope, self.output)
            self.budget.spend(len(given) >> 6)
            if is_passed_on:
                inner.export(name, given)
            elif not words:
                scope.set(name, given)
            elif name in GIT and program(words[0]) == "git":
                words = [words[0], GIT[name] + given, *words[1:]]
        text, writes = self.redirects(node.redirects, scope, text)
        self.budget.spend(len(words) + (sum(map(len, words)) + len(text) >> 6))
        raw = [word.raw for word in node.words]
        out = self.command(words, inner, text, raw) if words else ""
        self.writes(writes, scope, out)
        return "" if any(r.descriptor in ("", "1") and ">" in r.operator for r in node.redirects) else out

    def redirects(self, redirects: Sequence[Redirect], scope: Scope, text: str) -> tuple[str, list[tuple[str, str]]]:
        """The standard input, and what is written to: operators and words."""
        writes = []
        for redirect in redirects:
            if redirect.operator in ("<<", "<<<"):
                text = expand.text(redirect.word, scope, self.output)
                continue
            targets = expand.fields(redirect.word, scope, self.output)
            target = targets[0] if len(targets) == 1 else MARK  # a shell refuses none, and two
            if redirect.operator in ("<", "<&"):
                text = MARK if target != "/dev/null" else ""
                if redirect.operator == "<" and MARK not in target:
                    text = self.read(joined(scope.folder, target)) or text
            elif redirect.operator != ">&" or not (target.isdecimal() or target.rstrip("-").isdecimal() or target == "-"):
                target = MARK if _is_for_powershell(redirect.word, scope.folder) else target
                writes.append((redirect.operator, target))
        return text, writes

    def writes(self, writes: list[tuple[str, str]], scope: Scope, out: str = MARK) -> None:
        """Note what redirections write to, and the text that it gets."""
        if writes:
            self.commands.append(Command([], scope.folder, "", scope.user, [target for _, target in writes], []))
        for operator, target in writes:
            self.note(joined(scope.folder, target), out, operator in (">>", "&>>"))

    def note(self, path: str, text: str, is_added: bool) -> None:
        """A file gets a text, for a command after this one that reads it."""
        before = (self.read(path) or "") if is_added else ""
        self.budget.spend(len(before) >> 6)
        self.written[path] = before + text

    def start(self, words: list[str], scope: Scope, text: str, raw: Sequence[str] = ()) -> None:
        """Note a program that would start."""
        self.commands.append(Command(words, scope.folder, text, scope.user, [], raw))
        if words[0] == "tee":
            for word in words[1:]:
                self.note(joined(scope.folder, word), text, "-a" in words)

    def command(self, words: list[str], scope: Scope, text: str, raw: Sequence[str] = ()) -> str:
        """Walk a program's start, by its words; gives what it prints."""
        name = program(words[0])
        walk = owners.walker(name)
        if MARK in words[0]:
            self.doubt("a program that is not known")
            return MARK
        self.deeper()
        if words[0] in scope.functions:
            arguments, scope.arguments = scope.arguments, words[1:]
            out = self.steps(scope.functions[words[0]], scope)
            scope.arguments = arguments
        else:
            if not walk or name in owners.WRAPPERS:
                self.start([name, *words[1:]], scope, text, raw)  # a wrapper, too: a lesson may be about `uv run pytest`
            out = walk(self, words, scope, text) if walk else printed(name, words[1:], scope.folder, text, self.read)
        self.depth -= 1
        return out


def is_test(node: Simple | Compound) -> bool:
    """Whether a command only tests something: `[ ... ]`, `test`, `[[ ... ]]`."""
    if not isinstance(node, Simple) or node.assignments or node.redirects:
        return False
    return not node.words or node.words[0].raw in TESTS


def _is_for_powershell(word: Word, folder: str) -> bool:
    """Whether a target may be meant for PowerShell: with what a shell takes for escapes, on Windows."""
    return is_windows(folder) and "\\" in word.raw and "'" not in word.raw and '"' not in word.raw
