"""The audit: a line for each change, written once, kept as it stands."""
from __future__ import annotations

import pytest

from tools.lib import files
from tools.lib.journals import audit

CHANGE = audit.Change("2026-11-30T10:02:07+08:00", "person", "allowed github-token 02997e8a399e", "a3k9m2x7")
LINE = "- 2026-11-30T10:02:07+08:00 person: allowed github-token 02997e8a399e ^a3k9m2x7"


@pytest.mark.parametrize("text", ("", LINE, f"{LINE}\n# mine\n", "- no change\n"))
def test_any_text_comes_back_as_it_was(text):
    assert audit.render(audit.parse(text)) == text


def test_a_change_is_written_once_into_its_month(tmp_path):
    assert audit.line(CHANGE) == LINE and audit.parse(LINE) == [CHANGE]
    for _ in range(2):
        assert audit.add(str(tmp_path), "desk-1", CHANGE) == "memory/audit/2026-11/desk-1.md"
    assert files.text(str(tmp_path / "memory" / "audit" / "2026-11" / "desk-1.md")) == f"{LINE}\n"
