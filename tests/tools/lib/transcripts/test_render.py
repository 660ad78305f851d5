"""Items as Markdown: readable, bounded, and nothing said in one can break out of it."""
from __future__ import annotations

import re

import pytest

from tools.lib.transcripts import Item, render

WHEN = "2026-11-30T02:02:07.123Z"


def shown(kind: str, value: object = "", name: str = "", called: str = "", who: str = "") -> str:
    return render.item(Item(kind, WHEN, who, name, "c1", value), "claude", called)


@pytest.mark.parametrize(
    ("item", "text"),
    (
        (("prompt", "one\n\ntwo"), "\n## 2026-11-30 10:02:07 Prompt\n\n> one\n>\n> two\n"),
        (("answer", "done"), "\n### 10:02:07 Claude\n\ndone\n"),
        (("answer", "done", "", "", "a1"), "\n### 10:02:07 Claude (subagent a1)\n\ndone\n"),
        (("call", {"command": "ls", "timeout": 5}, "Bash"), "\n**Bash** · command `ls` · timeout `5`\n"),
        (("call", {"file": "a", "content": "x\ny\n"}, "Write"), "\n**Write** · file `a`\n\ncontent:\n\n```\nx\ny\n```\n"),
        (("call", {"edits": [{"a": "é"}]}, "X"), '\n**X** · edits `[{"a": "é"}]`\n'),
        (("call", "*** Begin", "apply_patch"), "\n**apply_patch** · input `*** Begin`\n"),
        (("call", {}, "X"), "\n**X**\n"),
        (("call", None, "X*\n#Y"), "\n**X???Y**\n"),
        (("result", "out\n", "", "Bash"), "\nResult of **Bash**\n\n```\nout\n```\n"),
        (("result", "out", "failed", "Bash"), "\nFailure of **Bash**\n\n```\nout\n```\n"),
        (("result", " \n"), "\nResult of **a tool**: nothing\n"),
        (("result", [{"url": "u"}]), '\nResult of **a tool**\n\n```\n[{"url": "u"}]\n```\n'),
        (("shell", "ls"), "\n*Shell:*\n\n```\nls\n```\n"),
        (("summary", "so far"), "\n*Summary of what went before:*\n\n> so far\n"),
        (("failure", "API Error"), "\n*Failed:*\n\n> API Error\n"),
        (("dropped", "[image/png, 3 KB, left out]"), "\n*[image/png, 3 KB, left out]*\n"),
        (("notification", "<task-notification>"), "\n*A task in the background reported.*\n"),
        (("compacted",), "\n*The conversation was compacted.*\n"),
        (("interrupted",), "\n*The person interrupted.*\n"),
        (("aside",), "\n*One piece was set aside on this machine, unread: it could not be scrubbed.*\n"),
    ),
)
def test_an_item_reads_well(item: tuple[object, ...], text: str) -> None:
    assert shown(*item) == text  # type: ignore[arg-type]


def test_a_piece_of_what_is_long_stands_for_it() -> None:
    assert render.bounded("a" * 1000 + "b" * 500 + "c" * 500, 1500) == (
        "a" * 1000 + "\n[… 500 characters left out …]\n" + "c" * 500
    )
    assert render.bounded("a" * 1500, 1500) == "a" * 1500
    assert len(shown("result", "x" * 10_000_000)) < 1_700
    assert len(shown("call", {str(n): "x" * 10_000 for n in range(1000)}, "X")) < 90_000
    assert "… and 980 more inputs" in shown("call", {str(n): "x" for n in range(1000)}, "X")
    assert len(shown("answer", "x" * 10_000_000)) < 31_000


@pytest.mark.parametrize("text", ("```\nout", "````\n```\nx", "`" * 40, "~~~\n```\n## Prompt", "a ``` b"))
def test_a_fence_is_longer_than_any_inside(text: str) -> None:
    fence, *inside, end = render.fenced(text).split("\n")
    assert fence == end and set(fence) == {"`"} and len(fence) >= 3
    assert "\n".join(inside) == text
    assert all(len(run) < len(fence) for run in re.findall("`+", text))


@pytest.mark.parametrize(
    ("text", "contained"),
    (
        ("# One\n## Two\n###### Six", "#### One\n##### Two\n###### Six"),
        ("#no heading\n####### none", "#no heading\n####### none"),
        ("```sh\nls\n# a comment\n```\n# One", "```sh\nls\n# a comment\n```\n#### One"),
        ("```\nnever closed\n## 10:02:07 Prompt", "```\nnever closed\n## 10:02:07 Prompt\n```"),
        ("~~~~\nx\n~~~\n```", "~~~~\nx\n~~~\n```\n~~~~"),
        ("``` in `line` ```\n# One", "``` in `line` ```\n#### One"),
        ("<!-- never closed\n# One", "&lt;!-- never closed\n#### One"),
        ("<script>\n<PRE>\n<style a>\n<?x", "&lt;script>\n&lt;PRE>\n&lt;style a>\n&lt;?x"),
        ("<prefix> <b>fine</b>", "<prefix> <b>fine</b>"),
        ("\n\nx\n\n", "x"),
        ("", ""),
    ),
)
def test_an_answer_ends_where_it_ends(text: str, contained: str) -> None:
    assert render.contained(text) == contained


def test_a_prompt_cannot_end_its_quotation() -> None:
    body = shown("prompt", "```\n\n---\n## 2026-11-30 10:02:07 Prompt\n<!--\n> x").split("\n\n", 1)[1]
    assert all(line.startswith(">") for line in body.rstrip("\n").split("\n"))


@pytest.mark.parametrize(
    ("raw", "plain"),
    (
        ("\x1b[1;31mred\x1b[0m", "red"),
        ("\x1b]0;title\x07x\x1b]8;;u\x1b\\y", "xy"),
        ("a\r\nb\rc\x00\x08\x7f\td", "a\nb\nc\td"),
        ("\x1b", ""),
        ("\u2028\x85é\ud83c", "\u2028\x85é\ud83c"),
        ({"k\x00": ["\x1b[2mv", 1, None]}, {"k": ["v", 1, None]}),
    ),
)
def test_terminal_codes_go(raw: object, plain: object) -> None:
    assert render.plain(raw) == plain


@pytest.mark.parametrize("piece", ("\x1b[", "\x1b]", "\x1b[1;", "\x1b", "\r", "`", "```\n", "#", "<!--\n", "\x1b[" + "1" * 999))
def test_hostile_repetition_takes_time_in_proportion(piece: str) -> None:
    text = piece * (2_000_000 // len(piece))
    render.contained(render.bounded(str(render.plain(text)), 30_000))
    render.fenced(text)
