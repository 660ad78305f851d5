"""What cannot be scrubbed stays here, private, once, and the person hears of it."""
from __future__ import annotations

import os
import stat
import sys

import pytest

from tools.lib import notices, quarantine

NOW = 1796004127.0


@pytest.fixture
def local(tmp_path) -> str:
    return str(tmp_path)


def test_a_piece_is_kept_whole_with_its_reason_and_its_way(local: str) -> None:
    name = quarantine.keep(local, "not scrubbed: Unscrubbable", "contexts/clients/acme", b"\x00raw\xff", NOW)
    assert quarantine.listing(local) == [
        quarantine.Piece(name, "not scrubbed: Unscrubbable", "contexts/clients/acme", int(NOW), 5)
    ]
    with open(os.path.join(local, "quarantine", name + ".raw"), "rb") as handle:
        assert handle.read() == b"\x00raw\xff"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no modes")
def test_only_the_person_can_read_it(local: str) -> None:
    quarantine.keep(local, "reason", "where", b"raw", NOW)
    folder = os.path.join(local, "quarantine")
    modes = {stat.S_IMODE(os.stat(os.path.join(folder, name)).st_mode) for name in os.listdir(folder)}
    assert (modes, stat.S_IMODE(os.stat(folder).st_mode)) == ({0o600}, 0o700)


def test_the_same_piece_is_kept_once(local: str) -> None:
    names = {quarantine.keep(local, "reason", "where", b"raw", NOW + n) for n in range(3)}
    assert (len(names), [piece.since for piece in quarantine.listing(local)]) == (1, [int(NOW)])


def test_the_person_hears_how_many_there_are(local: str) -> None:
    quarantine.keep(local, "reason", "here", b"a", NOW)
    assert notices.untold(local, "s1")[0].startswith("1 piece was not saved")
    quarantine.keep(local, "reason", "there", b"b", NOW + 1)
    assert notices.untold(local, "s1")[0].startswith("2 pieces were not saved")


def test_a_list_of_nothing_and_of_spoilt_pieces_is_empty(local: str) -> None:
    assert quarantine.listing(local) == []
    os.makedirs(os.path.join(local, "quarantine"))
    for name, content in (("a.json", "{"), ("b.json", "[]"), ("c.raw", "x"), ("d.json", '{"reason": "r"}')):
        with open(os.path.join(local, "quarantine", name), "w", encoding="utf-8") as handle:
            handle.write(content)
    assert quarantine.listing(local) == []
