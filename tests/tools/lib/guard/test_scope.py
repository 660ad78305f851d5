"""Another client's folder in the memory: every named form of reaching it is refused, on a retry too."""
import os

import pytest

from tests import repository
from tests.tools.lib.guard.sessions_at_work import ONE, TWO, A, Place
from tools.lib import files
from tools.lib.telling import tables

REFUSED = "this reaches what belongs to another client"


@pytest.fixture
def place(tmp_path):
    made = Place(tmp_path)
    made.memory = os.path.join(str(tmp_path), "memory")
    for root in (made.lane.root, made.memory):
        for name in ("a", "b", "open"):
            head = f"---\nkind: client\nopen-to: {A if name == 'open' else ''}\n---\n"
            files.replace(os.path.join(root, "contexts", "clients", name, "README.md"), head)
        files.replace(os.path.join(root, "tools", "x.py"), "")
        files.replace(os.path.join(root, "contexts", "projects", "p", "README.md"), "")
    repository.git(made.memory, "init", "--quiet")
    files.replace(os.path.join(made.local, "settings"), f"device: desk-4f1c\ncheckout: {made.memory}\n")
    made.lane.settle()
    from tools.lib import contexts
    from tools.lib.intake import resolution

    readmes = {f"clients/{name}": made.lane.read(f"contexts/clients/{name}/README.md") for name in ("a", "b", "open")}
    resolution.keep_table(made.local, [contexts.read(name, text) for name, text in readmes.items()])
    os.symlink(os.path.join(made.memory, "contexts"), os.path.join(made.work, "link"))
    assert tables
    return made


FORMS = (
    ("Read", {"file_path": "{m}/contexts/clients/b/README.md"}),
    ("Read", {"file_path": "{lane}/contexts/clients/b/journal/x.md"}),
    ("Read", {"file_path": "{w}/link/clients/b/README.md"}),
    ("Read", {"file_path": "{local}/spool/2026-11-30/x.jsonl"}),
    ("Read", {"file_path": "{local}/board.md"}),
    ("Bash", {"command": "cat {local}/lessons/words {local}/guard/*"}),
    ("Edit", {"file_path": "{m}/contexts/clients/b/README.md"}),
    ("Write", {"file_path": "{m}/contexts/clients/b/new.md"}),
    ("Grep", {"pattern": "x", "path": "{m}/contexts/clients/b"}),
    ("Grep", {"pattern": "x", "path": "{m}"}),
    ("Grep", {"pattern": "x", "path": "{m}/.."}),
    ("Glob", {"pattern": "contexts/clients/b/**", "path": "{m}"}),
    ("Glob", {"pattern": "{m}/contexts/clients/*/journal/**"}),
    ("apply_patch", {"command": "*** Begin Patch\n*** Update File: {m}/contexts/clients/b/README.md\n*** End Patch"}),
    ("Bash", {"command": "cat {m}/contexts/clients/b/README.md"}),
    ("Bash", {"command": "cd {m}/contexts/clients && cat b/README.md"}),
    ("Bash", {"command": "cd {m}/contexts/clients/b; head *"}),
    ("Bash", {"command": "cat {m}/contexts/clients/*/README.md"}),
    ("Bash", {"command": "cat {m}/contexts/*/b/README.md | head"}),
    ("Bash", {"command": "head {m}/../mem*/contexts/clients/b/README.md"}),
    ("Bash", {"command": "cd {m}/.. && cat m*/c*/c*/b/R*"}),
    ("Glob", {"pattern": "{m}/../*/contexts/clients/*/README.md"}),
    ("Bash", {"command": "bash -c 'tail -n 3 {m}/contexts/clients/b/README.md'"}),
    ("Bash", {"command": "grep -rn secret {m}"}),
    ("Bash", {"command": "cd {m} && rg secret"}),
    ("Bash", {"command": "cp -r {m}/contexts /tmp/x"}),
    ("Bash", {"command": "tar czf x.tgz {m}"}),
    ("Bash", {"command": "cd {m} && git show HEAD:contexts/clients/b/README.md"}),
    ("Bash", {"command": "git -C {m} grep secret"}),
    ("Bash", {"command": "cd {m} && git log -p"}),
    ("Bash", {"command": "cd {m} && git show"}),
    ("Bash", {"command": "cd {m} && git diff HEAD~3 -- contexts/clients/b"}),
    ("Bash", {"command": "sed -n 1,5p < {m}/contexts/clients/b/README.md"}),
)

# each in a shell
READING = """
awk 1 {m}/contexts/clients/b/README.md
base64 {m}/contexts/clients/b/README.md
cat <(cat {m}/contexts/clients/b/README.md)
cat {m}/contexts/cl*/b*/R*
cat {m}/contexts/clients/{b,c}/README.md
curl file://{m}/contexts/clients/b/README.md
d={m}/contexts/clients/b; cat $d/README.md
dd if={m}/contexts/clients/b/README.md
diff -r {m}/contexts /tmp/x
echo $(< {m}/contexts/clients/b/README.md)
echo {m}/contexts/clients/b/README.md | xargs cat
find .. -type f -exec cat {} +
find {m} -name '*.md' -exec grep secret {} \\;
find {m} -type f | xargs cat
for f in {m}/contexts/clients/*/README.md; do cat "$f"; done
for n in a b; do cat {m}/contexts/clients/$n/README.md; done
git --git-dir={m}/.git show HEAD:contexts/clients/b/README.md
git -C {m} archive HEAD | tar xO
git -C {m} blame contexts/clients/b/README.md
git -C {m} bundle create x.bundle HEAD
git -C {m} cat-file -p HEAD:contexts/clients/b/README.md
git -C {m} checkout-index -a --prefix=/tmp/x/
git -C {m} fast-export HEAD
git -C {m} log -p -1
git -C {m} stash show -p
git -C {m} worktree add /tmp/wt
git clone {m} /tmp/clone
ln -s {m}/contexts/clients/b here
ls {m}/contexts/clients/b
mapfile -t A < {m}/contexts/clients/b/README.md
rsync -a {m}/ /tmp/x
sudo cat {m}/contexts/clients/b/README.md
tar cf - -C {m} contexts | tar xO
while read l; do echo $l; done < {m}/contexts/clients/b/README.md
"""
FORMS += tuple(("Bash", {"command": command}) for command in READING.strip().split("\n"))


def filled(place, given):
    names = {"m": place.memory, "lane": place.lane.root, "local": place.local, "w": place.work}
    for name, value in names.items():
        given = {key: text.replace("{" + name + "}", value) for key, text in given.items()}
    return given


@pytest.mark.parametrize(("tool", "given"), FORMS, ids=lambda given: str(given)[-50:])
def test_is_refused_every_time(place, tool, given):
    one = place.session(ONE, A)
    for _ in range(3):
        assert REFUSED in one.before(tool, **filled(place, given))


@pytest.mark.parametrize(
    ("tool", "given"),
    (
        ("Read", {"file_path": "{m}/contexts/clients/a/README.md"}),
        ("Read", {"file_path": "{m}/contexts/clients/open/README.md"}),
        ("Read", {"file_path": "{m}/contexts/projects/p/README.md"}),
        ("Read", {"file_path": "{local}/errors.log"}),
        ("Grep", {"pattern": "x", "path": "{m}/tools"}),
        ("Grep", {"pattern": "contexts/clients/b"}),
        ("Glob", {"pattern": "**/*.py", "path": "{m}/tools"}),
        ("Bash", {"command": "cat {m}/contexts/clients/a/README.md"}),
        ("Bash", {"command": "grep -r x {m}/tools {m}/contexts/clients/a"}),
        ("Bash", {"command": "cd {m} && git log --oneline && git show HEAD -- tools && git status"}),
        ("Bash", {"command": "git commit -m 'contexts/clients/b is new'"}),
        ("Bash", {"command": "grep -r x . && rg x"}),
        ("Bash", {"command": "cd {m} && cat tools/*.py"}),
        ("Bash", {"command": "find .. -name '*.py' | head"}),
        ("Bash", {"command": "find {m}/tools -name '*.py' -exec wc -l {} +"}),
        ("Bash", {"command": "git -C {m} worktree list && git clone . /tmp/x"}),
        ("Bash", {"command": "for f in {m}/tools/*.py; do cat $f; done"}),
    ),
    ids=lambda given: str(given)[-50:],
)
def test_passes(place, tool, given):
    assert place.session(ONE, A).before(tool, **filled(place, given)) == ""


def test_a_session_of_no_client_sees_none_and_the_client_s_own_all_of_it(place):
    path = os.path.join(place.memory, "contexts", "clients", "b", "README.md")
    assert REFUSED in place.session(ONE, "_unsorted").before("Read", file_path=path)
    assert place.session(TWO, "clients/b").before("Read", file_path=path) == ""
