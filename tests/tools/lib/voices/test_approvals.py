"""The lines of approvals, and which versions they put in force."""

import pytest

from tools.lib.voices import approvals
from tools.lib.voices.approvals import Approval

WHEN, LATER = "2026-11-30T10:02:07+08:00", "2026-11-30T10:03:07+08:00"
A, B = approvals.sum_of(b"a"), approvals.sum_of(b"b")
LINE = f"- {WHEN} approved: preferences.md sha256:{A}"


@pytest.mark.parametrize(
    ("line", "item"),
    (
        (LINE, Approval(WHEN, "approved", "preferences.md", A)),
        (f"- {WHEN} refused: memory/lessons/a b.md sha256:{B}", Approval(WHEN, "refused", "memory/lessons/a b.md", B)),
        (f"- {WHEN} withdrawn: x sha256:{B}", Approval(WHEN, "withdrawn", "x", B)),
        *(
            (row, row)
            for row in (
                "",
                " " + LINE,
                LINE + " ",
                LINE[:-1],
                LINE.upper(),
                LINE.replace("approved", "allowed"),
                LINE.replace("- ", "* "),
                "a remark of the person's",
                LINE.replace("preferences.md ", ""),
            )
        ),
    ),
)
def test_a_line_is_an_approval_or_kept(line, item):
    assert approvals.parse(line) == [item]
    text = f"{line}\n{line}\r\nelse\n"
    assert approvals.render(approvals.parse(text)) == text


def test_of_two_words_the_later_holds_whichever_file_it_is_in():
    def line(when, word, sum):
        return approvals.line(Approval(when, word, "preferences.md", sum)) + "\n"

    found = approvals.words(approvals.read([line(LATER, "refused", A) + line(WHEN, "approved", B), line(WHEN, "approved", A)]))
    assert {key[1]: item.word for key, item in found.items()} == {A: "refused", B: "approved"}
    assert approvals.newest(found, "preferences.md") == [B] and approvals.newest(found, "x") == []
    found = approvals.words(approvals.read([line(LATER, "approved", A), line(WHEN, "approved", B), line(WHEN, "approved", A)]))
    assert approvals.newest(found, "preferences.md") == [A, B]


def test_a_version_is_known_by_its_text_as_it_is_read():
    assert approvals.sum_of(b"\xef\xbb\xbfone\r\ntwo\r\n") == approvals.sum_of(b"one\ntwo\n") != approvals.sum_of(b"one\ntwo")
    assert approvals.sum_of(None) == approvals.sum_of(b"")


@pytest.mark.parametrize(
    ("path", "speaks"),
    (
        ("preferences.md", True),
        ("memory/lessons/a.md", True),
        ("memory/facts/a.md", True),
        ("contexts/clients/acme/facts/a.md", True),
        ("contexts/_unsorted/facts/a.md", True),
        ("memory/working/a.md", False),
        ("memory/approvals/desk.md", False),
        ("contexts/clients/facts/README.md", False),
        ("skills/ego-note/SKILL.md", False),
        ("x/preferences.md", False),
        ("memory/lessons/a.txt", False),
    ),
)
def test_what_speaks_as_the_person(path, speaks):
    assert approvals.speaks(path) is speaks
