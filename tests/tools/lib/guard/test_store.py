"""Claims on disk: of several at the same instant exactly one wins, and no line of a hook at the same time is lost."""
import os
import subprocess
import sys
import time

import pytest

from tests import bench_guard
from tests.tools.lib.guard.sessions_at_work import ONE, TWO
from tools.lib import files, paths, sessions
from tools.lib.guard import claims, memory, places, store
from tools.lib.guard.claims import Resource

NOW = 1796004127.0
FILE = Resource("path", "/x/a.txt")


def claim(session, wanted=FILE, now=NOW):
    return claims.provisional(None, wanted, session, "claude", "", now)


@pytest.fixture
def local(tmp_path):
    return str(tmp_path)


def test_of_racing_processes_one_wins_each_round():
    assert set(bench_guard.race(sys.executable, processes=6, rounds=40)) == {1}


def test_of_those_who_take_over_one_that_is_over_one_wins(local):
    for number in range(40):
        store.take(local, claim(ONE, Resource("path", f"/race/{number}"), time.time() - 3600), time.time() - 3600)
    files.folder(os.path.join(local, "locks"))
    begin = str(time.time() + 1.0)
    command = [sys.executable, "-c", bench_guard.RACER, paths.ROOT, local]
    running = [subprocess.Popen([*command, f"s{n}", "40", begin], stdout=subprocess.PIPE, text=True) for n in range(5)]
    won = " ".join(process.communicate()[0] for process in running).split()
    assert sorted(won, key=int) == [str(number) for number in range(40)]


def test_without_hard_links_the_name_is_still_given_once(local, monkeypatch):
    def refuse(source, target):
        raise OSError(95, "no links here")

    monkeypatch.setattr(os, "link", refuse)
    assert store.take(local, claim(ONE), NOW) is None
    assert store.take(local, claim(TWO), NOW) == claim(ONE)


def test_fifty_hooks_at_once_lose_no_line(local):
    code = "import sys; sys.path.insert(0, sys.argv[1]); from tools.lib.guard import memory"
    code += "; memory.add(sys.argv[2], 's', ['m', sys.argv[3], [1, 2, ''], 1.0])"
    running = [subprocess.Popen([sys.executable, "-S", "-c", code, paths.ROOT, local, str(n)]) for n in range(50)]
    assert [process.wait() for process in running] == [0] * 50
    assert set(memory.load(local, "s").marks) == {str(n) for n in range(50)}


def test_a_claim_is_its_file_and_back():
    made = claims.confirmed(claim(ONE), NOW + 5, [1, 2, "x"])
    assert claims.parse(claims.render(made).encode()) == made
    for spoilt in (b"", b"{}", b"[]", b"[1]", b'["path"', b"\xff"):
        assert claims.parse(spoilt) is None


SPOILT = (b"", b"no claim", b"\0\xff{", b"[", b"[]\n", b"9" * 20, b"[\"path\",1,2,3,4,5,6,7,8,9]\n")


@pytest.mark.parametrize("content", SPOILT)
def test_a_spoilt_file_hinders_nobody(local, content):
    files.replace(store.path_of(local, FILE), content)
    assert store.take(local, claim(ONE), NOW) is None and store.find(local, FILE, NOW).session == ONE
    assert store.take(local, claim(TWO), NOW) == claim(ONE)


def test_another_s_claim_is_neither_confirmed_nor_dropped(local):
    store.take(local, claim(ONE), NOW)
    store.confirm(local, FILE, TWO, NOW, [])
    assert not store.drop(local, FILE, TWO) and store.find(local, FILE, NOW) == claim(ONE)
    assert store.drop(local, FILE, ONE) and store.find(local, FILE, NOW) is None


def test_claims_below_a_folder_are_found_by_their_names(local):
    for name in ("/x/a.txt", "/x/y/b.txt", "/xy/c.txt", "/z/x/d.txt"):
        store.take(local, claim(ONE, Resource("path", name)), NOW)
    assert {one.name for one in store.below(local, "/x", NOW)} == {"/x/a.txt", "/x/y/b.txt"}
    assert [one.name for one in store.below(local, "/x/a.txt", NOW)] == ["/x/a.txt"]
    assert len(store.below(local, "/", NOW)) == 4


@pytest.mark.parametrize(
    ("one", "other", "same"),
    (("/X/A.txt", "/x/a.TXT", True), ("/x/caf\u00e9", "/x/cafe\u0301", True), ("/x/a", "/x/b", False)),
)
def test_case_twins_are_one_where_the_system_takes_them_for_one(one, other, same):
    assert (places.fold(one, True) == places.fold(other, True)) == same
    assert places.fold(one, False) == one


@pytest.mark.parametrize(
    ("path", "same"),
    (("/c/x/a.txt", "c:/x/a.txt"), ("/c", "c:/"), ("\\\\?\\C:\\x", "C:\\x"), ("C:\\x", "C:\\x"), ("/cd/x", "/cd/x")),
)
def test_windows_forms_of_a_path_are_one(path, same):
    assert places._drive(path) == same


def test_a_session_s_pid_counts_for_nothing(local):
    sessions.save(local, {**sessions.blank(ONE), "last": NOW, "pid": "999999999"})
    store.take(local, claim(ONE), NOW)
    assert store.find(local, FILE, NOW).session == ONE
