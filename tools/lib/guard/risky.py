"""Risky: which announcements a shell command deserves, by a Markdown table of commands and sentences.

The table's form stands at the head of `risky.md`. Only programs that would start are looked at, never the text.
"""
from __future__ import annotations

from tools.lib.shell.source import MARK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections import namedtuple
    from collections.abc import Iterable, Sequence

    from tools.lib.shell import Command
else:
    from tools.lib.tuples import namedtuple

# pattern: as in the table. programs: exact names, or `name*`. elements: what must stand among the arguments
Rule = namedtuple("Rule", "pattern sentence programs elements")
LONGEST = 60  # characters of an argument in a sentence
SEARCHED = 20_000  # characters of an argument or a standard input that `~` looks at


def parse(text: str) -> tuple[list[Rule], list[str]]:
    """The rules of a table in order, and a message for each row that is none: `line 9: expected | command | sentence |`."""
    rules, problems = [], []
    for number, line in enumerate(text.split("\n"), 1):
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not line.lstrip().startswith("|") or set("".join(cells)) <= set("-: ") or cells[0].lower() == "command":
            continue
        words = cells[0].strip("`").split()
        if len(cells) != 2 or not words or not cells[1]:
            problems.append(f"line {number}: expected | `command` | sentence |, in the command a comma for `or`")
            continue
        elements = [tuple(word.split(",")) for word in words[1:]]
        rules.append(Rule(cells[0].strip("`"), cells[1], tuple(words[0].split(",")), elements))
    return rules, problems


def announcements(rules: Iterable[Rule], commands: Sequence[Command]) -> list[tuple[str, str]]:
    """The (pattern, sentence) of the first rule that each of the commands meets, each once."""
    found: dict[tuple[str, str], None] = {}
    rules = list(rules)
    for command in commands:
        for rule in rules if command.words else ():
            names = _matched(rule, command)
            if names is not None:
                found[rule.pattern, _sentence(rule.sentence, names)] = None
                break
    return list(found)


def _sentence(sentence: str, names: dict[str, str]) -> str:
    for name, value in names.items():
        shown = "an unknown one" if MARK in value else " ".join(value.split())[:LONGEST]
        sentence = sentence.replace("{" + name + "}", shown)
    return sentence


def _matched(rule: Rule, command: Command) -> dict[str, str] | None:
    """The values of the rule's `<name>`s, None where the rule does not match."""
    if not _is_one_of(command.words[0], rule.programs):
        return None
    names: dict[str, str] = {}
    at = 1
    after_option = False
    for element in rule.elements:
        if element[0][:1] == "~":
            if not _contains(element, command):
                return None
        elif element[0][:1] == "-":
            if not any(_has_option(command.words, option) for option in element):
                return None
        else:
            at, after_option = _next(command.words, at, after_option, element)
            if not at:
                return None
            if element[0][:1] == "<":
                names[element[0].strip("<>")] = command.words[at - 1]
    return names


def _next(words: Sequence[str], at: int, after_option: bool, element: tuple[str, ...]) -> tuple[int, bool]:
    """Where to go on after the next argument if that is `element`, else 0; an option's value may stand before it."""
    while at < len(words):
        word = words[at]
        at += 1
        if word[:1] == "-" and len(word) > 1:
            after_option = "=" not in word
        elif element[0][:1] == "<" or _is_one_of(word, element):
            return at, False
        elif not after_option:
            return 0, False
        else:
            after_option = False
    return 0, False


def _is_one_of(word: str, choices: tuple[str, ...]) -> bool:
    return word in choices or any(choice[-1:] == "*" and word.startswith(choice[:-1]) for choice in choices)


def _has_option(words: Sequence[str], option: str) -> bool:
    """Whether an option was given: whole, with `=`, or a letter in a cluster."""
    is_letter = len(option) == 2
    for word in words[1:]:
        if word == "--":
            return False
        if word == option or word.startswith(option + "=") and len(option) > 2:
            return True
        if is_letter and word[:1] == "-" and word[:2] != "--" and option[1] in word and word[1:].isalpha() and len(word) < 8:
            return True
    return False


def _contains(element: tuple[str, ...], command: Command) -> bool:
    texts = [" ".join(text[:SEARCHED].lower().split()) for text in (*command.words[1:], command.text)]
    pieces = [piece.lstrip("~").replace("_", " ").lower() for piece in element]
    return any(piece in text for text in texts for piece in pieces)
