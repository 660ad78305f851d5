"""Whose a checkout is: new, known, moved, or a copy."""

from __future__ import annotations

import os
import shutil

import pytest

from tests import repository
from tools.lib import installation, settings
from tools.lib.errors import Refusal
from tools.lib.setup import claim


@pytest.fixture
def checkout(tmp_path: object) -> str:
    root = os.path.realpath(os.path.join(str(tmp_path), "mem"))
    os.mkdir(root)
    repository.git(root, "init", "-q")
    repository.commit(root, "Begin")
    return root


def install(checkout: str, remote: str = "none") -> str:
    identity = claim.of(checkout).identity
    claim.write(checkout, identity)
    os.makedirs(installation.folder(identity), exist_ok=True)
    settings.write(installation.folder(identity), {"checkout": checkout, "remote": remote})
    return identity


def test_a_new_clone_gets_an_id_only_when_it_is_written(checkout: str) -> None:
    first, second = claim.of(checkout), claim.of(checkout)
    assert first.identity != second.identity
    assert first.said == []
    assert installation.identify(checkout) is None
    with pytest.raises(Refusal, match=r"not installed on this machine; run python3 install\.py there"):
        installation.of(checkout)


def test_an_installed_clone_is_known(checkout: str) -> None:
    identity = install(checkout)
    assert claim.of(checkout) == (identity, [])
    assert installation.of(checkout) == installation.folder(identity)
    assert repository.git(checkout, "config", "alter-ego.id") == identity


def test_a_moved_clone_is_the_same_installation(checkout: str) -> None:
    identity = install(checkout)
    moved = checkout + " moved"
    os.rename(checkout, moved)
    assert claim.of(moved) == (identity, [f"This clone was {checkout} before; it is the same installation, found by its id."])


def test_a_copied_clone_is_another_installation_and_that_is_said(checkout: str) -> None:
    identity = install(checkout)
    copy = checkout + "-copy"
    shutil.copytree(checkout, copy)
    found = claim.of(copy)
    assert found.identity != identity
    assert found.said == [
        f"This clone is a copy of {checkout}, which is installed too; it is an installation of its own from now on."
    ]
    install(copy)
    assert claim.of(checkout) == (identity, [])
    assert claim.of(copy).identity == installation.identify(copy) != identity


def test_a_clone_made_anew_where_another_was_is_new(checkout: str) -> None:
    identity = install(checkout)
    shutil.rmtree(os.path.join(checkout, ".git"))
    repository.git(checkout, "init", "-q")
    assert claim.of(checkout).identity != identity
    assert installation.owner(identity) == ""


def test_a_second_clone_of_the_same_memory_is_said(checkout: str) -> None:
    identity = install(checkout, "git@host:me/memory.git")
    assert claim.siblings("new", "git@host:me/memory.git") == [
        f"{checkout} is a clone of the same memory; the clients are registered with this one from now on."
    ]
    for mine, remote in ((identity, "git@host:me/memory.git"), ("new", "git@host:me/other.git"), ("new", "none")):
        assert claim.siblings(mine, remote) == []


def test_a_damaged_id_counts_as_none(checkout: str) -> None:
    for text in ("../../etc", "", "a/b", "x y"):
        repository.git(checkout, "config", "alter-ego.id", text)
        assert installation.identify(checkout) is None


@pytest.mark.parametrize(
    ("chosen", "before", "host", "start"),
    (
        (None, "", "Ann's MacBook.local", "ann-s-macbook-"),
        ("Desk", "", "host", "desk-"),
        (None, "desk-4f1c", "host", "desk-4f1c"),
        ("Tower", "desk-4f1c", "host", "tower-4f1c"),
        (None, "", "", "device-"),
        ("Łódź Büro", "", "host", "odz-buro-"),
        ("x" * 99, "", "host", "x" * 55 + "-"),
    ),
)
def test_a_device_is_a_name_and_four_hex_digits_that_stay(chosen: str | None, before: str, host: str, start: str) -> None:
    name = claim.device(chosen, before, host)
    assert name.startswith(start)
    assert len(name) == len(start.removesuffix(before[-4:] if before else "")) + 4
    assert int(name[-4:], 16) >= 0
