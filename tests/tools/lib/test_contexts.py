"""Which context a session has, and the names and READMEs of contexts."""

import pytest

from tools.lib import contexts
from tools.lib.errors import Refusal


def context(name, paths=(), remotes=(), open_to=()):
    return contexts.Context(name, list(paths), list(remotes), "rendered", "on", list(open_to), "no")


TABLE = [
    context("clients/acme", ["~/work/acme", "/srv/acme/"], ["github.com/acme/web"]),
    context("clients/beta", ["~/work/acme/beta"], ["github.com/beta/web"]),
    context("projects/tools", ["/opt/tools"]),
]
URL = "git@github.com:Beta/Web.git"


@pytest.mark.parametrize(
    ("project", "checkout", "remote", "found"),
    (
        ("/home/u/work/acme", "", "", ("clients/acme", "path")),
        ("/home/u/work/acme/beta/x", "", "", ("clients/beta", "path")),
        ("/home/u/work/acmebeta", "", "", ("_unsorted", "none")),
        ("/srv/acme/deep/er", "", "", ("clients/acme", "path")),
        ("/tmp/worktree", "/opt/tools", "", ("projects/tools", "path")),
        ("/tmp/web", "/tmp/web", URL, ("clients/beta", "remote")),
        ("/home/u/work/acme/web", "/home/u/work/acme/web", URL, ("clients/acme", "path")),
        ("/tmp", "", "", ("_unsorted", "none")),
    ),
)
def test_resolve(project, checkout, remote, found):
    assert contexts.resolve(TABLE, project, checkout, remote, {"auto-projects": "on"}, "/home/u") == found


def test_a_checkout_nobody_named_is_a_project_of_its_own_unless_switched_off():
    one = contexts.resolve([], "/a/api/src", "/a/api", "https://h.example/x/api.git", {}, "/h")
    two = contexts.resolve([], "/b/api", "/b/api", "ssh://git@h.example:22/y/api", {}, "/h")
    same = contexts.resolve([], "/c/other", "/c/other", "git@h.example:x/api", {}, "/h")
    assert one.how == "auto" and one.context.startswith("projects/api-") and one.context != two.context
    assert one == same
    assert contexts.resolve([], "/a/api", "/a/api", "", {"auto-projects": "off"}, "/h") == ("_unsorted", "none")


@pytest.mark.parametrize(
    "url",
    (
        "git@GitHub.com:Acme/Web.git",
        "https://me:pw@github.com/acme/web/",
        "ssh://git@github.com:22/acme/web.git",
        "https://github.com:443/acme/web",
        "github.com:acme/web",
    ),
)
def test_one_spelling_of_a_remote(url):
    assert contexts.remote_key(url) == "github.com/acme/web"


@pytest.mark.parametrize(
    ("url", "key"), (("/srv/Git/x.git", "/srv/Git/x"), ("file:///srv/Git/x.git/", "/srv/Git/x"), ("C:\\git\\x.git", "C:/git/x"))
)
def test_a_path_as_a_remote_keeps_its_case(url, key):
    assert contexts.remote_key(url) == key


def test_a_readme_makes_the_context_it_describes():
    text = contexts.readme("projects/api-12ab", auto="yes", remotes="git@h.example:x/api.git")
    found = contexts.read("projects/api-12ab", text)
    assert found == ("projects/api-12ab", [], ["h.example/x/api"], "rendered", "on", [], "yes")
    assert contexts.read("clients/x", "no head at all") == ("clients/x", [], [], "rendered", "on", [], "no")
    assert contexts.read("clients/x", "---\ncapture: off\ntranscripts: FULL\nopen-to: clients/y\n---\n").capture == "off"


@pytest.mark.parametrize(
    ("name", "is_one"),
    (
        ("clients/acme", True),
        ("_unsorted", True),
        ("clients/", False),
        ("clients/../x", False),
        ("other/acme", False),
        ("clients/con", False),
        ("clients/A", False),
        ("clients/a/b", False),
        ("", False),
    ),
)
def test_names(name, is_one):
    assert contexts.is_context(name) is is_one


def test_named_finds_one_or_says_why_not():
    known = ["clients/acme", "projects/acme", "projects/tools"]
    assert contexts.named("tools", known) == "projects/tools"
    assert contexts.named("Clients/ACME/", known) == "clients/acme"
    for text, words in (("acme", "may be clients/acme or projects/acme"), ("nope", "no context 'nope'")):
        with pytest.raises(Refusal, match=words):
            contexts.named(text, known)
