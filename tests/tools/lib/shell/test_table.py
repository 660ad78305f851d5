"""Shell commands and what each of them writes, against the tables in tests/data/shell."""
from __future__ import annotations

import pytest

from tests.tools.lib.shell import table
from tools.lib import shell

TABLES = [path.name for path in sorted(table.DATA.glob("*.txt"))]
RECORDS = [(name, record) for name in TABLES for record in table.records(name)]


def read(record):
    reading = shell.resources(record.command, record.cwd, table.HOME, record.folders.__contains__)
    return {tuple(resource) for resource in reading.resources}, bool(reading.not_understood)


@pytest.mark.parametrize(("name", "record"), RECORDS, ids=[f"{name}:{record.line}" for name, record in RECORDS])
def test_a_command_writes_exactly_this(name, record):
    assert read(record)[0] == record.resources, record.command


@pytest.mark.parametrize("name", TABLES)
def test_score(name, capsys):
    records = table.records(name)
    right = sum(read(record)[0] == record.resources for record in records)
    doubts = sum(read(record)[1] == record.is_doubted for record in records)
    with capsys.disabled():
        print(f"\n{name}: {right} of {len(records)} commands with exactly their resources, {doubts} with exactly their doubts")
    assert doubts == len(records)
