"""The checkout's origin: pinned once, never the template, never a stranger's history."""

from __future__ import annotations

import os

import pytest

from tests import repository
from tools.lib import paths
from tools.lib.errors import Refusal
from tools.lib.setup import origin


@pytest.mark.parametrize(
    ("url", "pinned", "chosen", "said"),
    (
        ("", "", "none", "this clone has no remote called origin"),
        ("", "none", "none", "this clone has no remote called origin"),
        (paths.TEMPLATE, "", "none", "this clone's origin is the public template"),
        ("git@github.com:alter-ego-memory/alter-ego", "", "none", "this clone's origin is the public template"),
        ("https://me:pw@github.com/Alter-Ego-Memory/alter-ego/", "none", "none", "this clone's origin is the public template"),
        ("git@host:me/mem.git", "", "git@host:me/mem.git", ""),
        ("git@host:me/mem.git", "none", "git@host:me/mem.git", ""),
        ("git@host:me/mem.git", "git@host:me/mem.git", "git@host:me/mem.git", ""),
        ("https://host/me/mem", "git@host:me/mem.git", "https://host/me/mem", ""),
        ("https://a:b@host/x.git", "git@host:me/mem.git", "git@host:me/mem.git", "origin is now https://host/x.git, but"),
        (paths.TEMPLATE, "git@host:me/mem.git", "git@host:me/mem.git", "memory is still pushed only to git@host:me/mem.git"),
        ("", "git@host:me/mem.git", "git@host:me/mem.git", "origin is now gone, but"),
    ),
)
def test_what_is_pinned(url: str, pinned: str, chosen: str, said: str) -> None:
    choice = origin.choose(url, pinned)
    assert choice.url == chosen
    assert bool(choice.said) is bool(said)
    assert said in "".join(choice.said)
    assert not choice.said or "install.py --remote URL" in choice.said[0]


@pytest.fixture
def checkout(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> str:
    """A clone of the template, which for this test is a folder."""
    template, root = os.path.join(str(tmp_path), "template.git"), os.path.join(str(tmp_path), "mem")
    repository.bare(template)
    repository.clone(template, root)
    repository.commit(root, "Begin", **{"preferences.md": "# Rules\n"})
    repository.git(root, "push", "-q", "origin", "main")
    monkeypatch.setattr(paths, "TEMPLATE", template)
    return root


def remotes(checkout: str) -> dict[str, str]:
    return {name: repository.git(checkout, "remote", "get-url", name) for name in repository.git(checkout, "remote").split()}


def test_the_template_is_kept_and_the_new_remote_becomes_origin(checkout: str, tmp_path: object) -> None:
    own = repository.bare(f"{tmp_path}/own.git")
    assert origin.connect(checkout, own, "main") == own
    assert remotes(checkout) == {"origin": own, "template": paths.TEMPLATE}
    assert repository.git(checkout, "config", "branch.main.remote") == "origin"
    repository.git(checkout, "push", "-q")
    assert origin.connect(checkout, own, "main") == own
    assert remotes(checkout) == {"origin": own, "template": paths.TEMPLATE}


def test_a_relative_folder_becomes_an_absolute_one(checkout: str, tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    own = repository.bare(f"{tmp_path}/own.git")
    monkeypatch.chdir(str(tmp_path))
    assert origin.connect(checkout, "own.git", "main") == own


def test_a_clone_without_origin_gets_one(checkout: str, tmp_path: object) -> None:
    repository.git(checkout, "remote", "remove", "origin")
    own = repository.bare(f"{tmp_path}/own.git")
    assert origin.connect(checkout, own, "main") == own
    assert remotes(checkout) == {"origin": own}


def test_a_remote_with_this_memorys_history_is_taken(checkout: str, tmp_path: object) -> None:
    own = repository.bare(f"{tmp_path}/own.git")
    other = repository.clone(paths.TEMPLATE, f"{tmp_path}/laptop")
    repository.commit(other, "More", **{"memory/x.md": "x\n"})
    repository.git(other, "push", "-q", own, "main")
    assert origin.connect(checkout, own, "main") == own
    assert repository.git(checkout, "for-each-ref", "refs/alter-ego") == ""


def refused(checkout: str, url: str) -> str:
    before = remotes(checkout), repository.git(checkout, "config", "--local", "--list")
    with pytest.raises(Refusal) as refusal:
        origin.connect(checkout, url, "main")
    assert (remotes(checkout), repository.git(checkout, "config", "--local", "--list")) == before
    assert repository.git(checkout, "for-each-ref", "refs/alter-ego") == ""
    return str(refusal.value)


def test_a_strangers_history_is_refused(checkout: str, tmp_path: object) -> None:
    own = repository.bare(f"{tmp_path}/own.git")
    stranger = repository.clone(own, f"{tmp_path}/stranger")
    repository.commit(stranger, "Initial commit", **{"README.md": "# memory\n"})
    repository.git(stranger, "push", "-q", "origin", "main")
    words = "it holds a history of its own; make an empty repository, without a README, and name that"
    assert refused(checkout, own) == f"{own}: {words}"


def test_the_template_itself_is_refused(checkout: str) -> None:
    assert "make a private repository of your own" in refused(checkout, paths.TEMPLATE)


def test_what_cannot_be_reached_is_refused_with_gits_words(checkout: str, tmp_path: object) -> None:
    said = refused(checkout, f"file://me:pw@{tmp_path}/nowhere.git")
    assert "cannot be reached" in said
    assert "pw" not in said
