"""What the guard holds back, once, and what it lets pass."""
import os
import time

import pytest

from tests.tools.lib.guard.sessions_at_work import ONE, THREE, TWO, A, B
from tools.lib import sessions
from tools.lib.guard import claims, log, store

HELD = "is being changed by session 1111aaaa"
CHANGED = "was changed since this session last read it"


def looks(place):
    return [(look.session[:1], look.verdict, look.kind, os.path.basename(look.name), look.why) for look in log.read(place.local)]


def test_a_held_file_is_denied_once_and_the_holder_hears_of_the_retry(place, one, two):
    assert one.writes("a.txt") == ""
    reason = two.writes("a.txt")
    assert HELD in reason and "tell.py 1111aaaa TEXT" in reason and place.path("a.txt") in reason
    assert two.writes("a.txt") == ""
    assert two.writes("a.txt") == "" and two.writes("b.txt") == ""
    heard = one.before("Bash", command="ls")
    assert f"session 2222bbbb (claude) says: went on to change {place.path('a.txt')}" in heard
    assert one.before("Bash", command="ls") == ""
    assert looks(place) == [
        ("1", "allow", "path", "a.txt", "free"),
        ("2", "deny", "path", "a.txt", "held by 1111aaaa"),
        ("2", "allow", "path", "a.txt", "again, told before: held"),
        ("2", "allow", "path", "a.txt", "free"),
        ("2", "allow", "path", "b.txt", "free"),
    ]


def test_the_one_before_is_denied_for_what_changed_and_for_nothing_else(place, one, two):
    one.writes("a.txt")
    two.writes("a.txt")
    two.writes("a.txt", "two's")
    one.before("Bash", command="true")  # takes the message
    assert CHANGED in one.writes("a.txt") and HELD not in one.writes("a.txt")
    one.reads("a.txt")
    assert one.writes("a.txt") == ""


def test_a_call_that_is_announced_twice_is_denied_twice(place, one, two):
    one.writes("a.txt")
    assert HELD in two.before("Write", file_path=place.path("a.txt"))
    two.place.count -= 1
    assert HELD in two.before("Write", file_path=place.path("a.txt"))


def test_a_retry_that_comes_too_late_is_no_retry(place, one, two):
    one.writes("a.txt")
    assert HELD in two.writes("a.txt")
    place.now += 11 * 60
    one.take("prompt")
    assert HELD in two.writes("a.txt")


@pytest.mark.parametrize(
    "given",
    (
        {"tool": "Edit", "file_path": "{}/a.txt"},
        {"tool": "Write", "file_path": "{}/./sub/../a.txt"},
        {"tool": "NotebookEdit", "notebook_path": "{}/link.txt"},
        {"tool": "apply_patch", "command": "*** Begin Patch\n*** Add File: n\n+x\n*** Update File: a.txt\n@@\n+b\n*** End Patch"},
        {"tool": "Bash", "command": "sed -i s/a/b/ a.txt"},
        {"tool": "Bash", "command": "cd sub && echo x > ../a.txt"},
        {"tool": "Bash", "command": "echo x | tee -a a.txt"},
        {"tool": "Bash", "command": "cp b.txt a.txt"},
        {"tool": "Bash", "command": "mv b.txt a.txt"},
        {"tool": "Bash", "command": "rm -f a.txt"},
        {"tool": "Bash", "command": "rm -rf ."},
        {"tool": "Bash", "command": "git checkout -- a.txt"},
        {"tool": "Bash", "command": "git checkout other"},
        {"tool": "Bash", "command": "git stash"},
        {"tool": "Bash", "command": "git reset --hard"},
        {"tool": "Bash", "command": "bash -c 'git -C {} clean -fd'"},
    ),
    ids=lambda given: given.get("command", given["tool"])[:30],
)
def test_every_way_to_the_same_file_is_one(place, one, two, given):
    place.write("sub/x", "")
    os.symlink(place.path("a.txt"), place.path("link.txt"))
    one.writes("a.txt")
    given = {name: value.replace("{}", place.work) for name, value in given.items()}
    assert HELD in two.before(**given)
    assert two.before(**given) == ""


@pytest.mark.parametrize(
    "command",
    (
        "cat a.txt",
        "grep -n x a.txt | head",
        "cd . && git status && git diff",
        'echo "rm -rf . && systemctl stop nginx > a.txt"',
        "cat <<'E'\nsed -i s/a/b/ a.txt\nE",
        "git commit -m 'rm a.txt'",
        "echo x > $UNKNOWN",
        "echo x > other.txt # > a.txt",
    ),
)
def test_what_does_not_write_it_passes(place, one, two, command):
    one.writes("a.txt")
    assert two.runs(command) == ""


def test_reads_are_never_denied_and_claim_nothing(place, one, two):
    one.writes("a.txt")
    two.reads("a.txt")
    assert two.before("Grep", pattern="x", path=place.path("a.txt")) == ""
    assert [claim.session for claim in store.standing(place.local, place.now)] == [ONE]


def test_services_containers_jobs_and_branches_are_held_too(place, one, two):
    assert one.runs("systemctl restart nginx && docker stop db && crontab x && git checkout -b y") == ""
    for command in ("sudo systemctl stop nginx.service", "docker rm -f db", "crontab -r", "git rebase main"):
        assert HELD in two.runs(command)
        assert two.runs(command) == ""


def test_a_tree_a_stash_and_a_reset_are_looked_at_and_not_held(place, one, two):
    assert one.runs("git checkout . && git stash && git reset --hard && git clean -fd") == ""
    assert store.standing(place.local, place.now) == []
    assert two.writes("a.txt") == "" and two.runs("git stash") == ""


def test_another_client_hears_that_there_is_a_session_and_nothing_of_its_work(place, one):
    from tools.lib.beside import siblings

    place.lane.settle()
    row = siblings.Row(1, ONE, "claude", place.now, "Secret project of a", "And secret words")
    siblings.files.replace(siblings.path_of(place.local, A), f"2\n{siblings.wire.dumps([list(row)])}\n")
    one.writes("a.txt")
    same, other = place.session(TWO, A).writes("a.txt"), place.session(THREE, B).writes("a.txt")
    assert "session 1111aaaa (claude, “Secret project of a”; asked last: “And secret words”)" in same
    assert "session 1111aaaa (claude; another session, other work)" in other and "ecret" not in other


@pytest.mark.parametrize(("minutes", "held"), ((19, True), (21, False), (9 * 60, False), (-19, True), (-9 * 60, False)))
def test_a_claim_stands_twenty_minutes_after_its_last_write(place, one, two, minutes, held):
    one.writes("a.txt")
    place.now += minutes * 60
    assert (HELD in two.writes("a.txt")) == held


def test_a_killed_session_is_free_when_it_was_silent_for_long_and_an_ended_one_at_once(place, one, two):
    one.writes("a.txt")
    one.writes("b.txt")
    record = sessions.load(place.local, ONE)
    sessions.save(place.local, {**record, "last": place.now - claims.LIFE - 1})
    assert two.writes("a.txt") == ""
    sessions.save(place.local, {**record, "ended": True})
    assert two.writes("b.txt") == ""


def test_a_call_that_never_ends_holds_a_minute(place, one, two):
    one.before("Write", file_path=place.path("a.txt"))
    assert HELD in two.writes("a.txt")
    place.now += 61
    assert two.writes("a.txt") == ""


def test_a_call_that_fails_holds_nothing(place, one, two):
    one.before("Write", file_path=place.path("new.txt"))
    one.after(worked=False)
    assert two.writes("new.txt") == ""


def test_a_command_that_fails_after_it_wrote_holds_what_it_wrote(place, one, two):
    one.before("Bash", command="sed -i s/a/b/ a.txt && false")
    place.write("a.txt", "b")
    one.after(worked=False)
    assert HELD in two.writes("a.txt")


def test_a_file_that_changed_since_it_was_read_is_denied_once(place, one):
    one.reads("a.txt")
    place.write("a.txt", "by hand")
    assert CHANGED in one.writes("a.txt")
    assert one.writes("a.txt") == "" and one.writes("a.txt") == ""


def test_the_same_content_is_no_change(place, one):
    one.reads("a.txt")
    os.utime(place.path("a.txt"), (1, 1))
    assert one.writes("a.txt") == ""


def test_a_file_that_is_gone_or_new_is_a_change(place, one):
    one.reads("a.txt")
    os.unlink(place.path("a.txt"))
    assert CHANGED in one.writes("a.txt")


def test_codex_reads_with_cat(place):
    codex = place.session(TWO, A, "codex")
    codex.runs("cat a.txt && sed -n 1,5p b.txt")
    place.write("a.txt", "by hand")
    place.write("b.txt", "by hand")
    assert CHANGED in codex.runs("echo x > a.txt") and CHANGED in codex.runs("echo x > b.txt")


def test_one_s_own_formatter_never_denies_one_s_next_edit(place, one):
    one.writes("a.txt")
    place.now = time.time()
    one.before("Bash", command="make format")
    place.write("a.txt", "formatted")
    place.now = time.time()
    one.after(worked=False)
    assert one.writes("a.txt") == ""


def test_unless_another_session_holds_the_file(place, one, two):
    two.reads("a.txt")
    place.now = time.time()
    one.writes("a.txt")
    two.before("Bash", command="make format")
    place.write("a.txt", "formatted")
    place.now = time.time()
    two.after()
    reason = two.writes("a.txt")
    assert CHANGED in reason and HELD in reason and two.writes("a.txt") == ""


def test_what_changes_two_seconds_after_one_s_own_write_is_one_s_own(place, one):
    place.now = time.time() - 1
    one.before("Write", file_path=place.path("a.txt"))
    one.after()
    place.write("a.txt", "by a hook that formats")
    assert one.writes("a.txt") == ""


def test_same_area_another_file(place, one, two):
    place.lane.write(f"contexts/{A}/README.md", "---\nkind: client\nareas: billing=src/billing, web=src/web\n---\n")
    place.write("src/billing/x.py", "")
    assert one.writes("src/billing/x.py") == ""
    assert two.writes("src/web/y.py") == ""
    reason = two.writes("src/billing/y.py")
    assert f"the area billing {HELD}" in reason and f"in {place.path('src/billing/x.py')}" in reason
    assert two.writes("src/billing/y.py") == "" and two.writes("src/billing/z.py") == ""
    one.before("Bash", command="true")
    assert one.writes("src/billing/x.py") == ""


def test_a_rebase_in_flight_is_said_once_and_not_to_who_began_it(place, one, two):
    place.now = time.time()
    two.before("Bash", command="git rebase main")
    os.mkdir(place.path(".git/rebase-merge"))
    place.now = time.time()
    two.after(worked=False)
    assert two.writes("a.txt") == ""
    reason = one.writes("b.txt")
    assert "a rebase that this session did not start is half-done in the checkout" in reason
    assert one.writes("b.txt") == "" and one.writes("c.txt") == ""
    assert "half-done" in place.session(THREE).runs("git stash")


def test_a_subagent_s_calls_are_its_session_s(place, one, two):
    one.before("Write", file_path=place.path("a.txt"), agent_id="sub")
    one.after()
    assert one.writes("a.txt") == "" and HELD in two.writes("a.txt")


def test_what_is_not_understood_passes_and_is_logged_without_its_words(place, one):
    assert one.runs("echo x > $SECRETVALUE; python3 -c 'open(1)'") == ""
    assert [(row[2], row[1]) for row in looks(place)] == [("command", "allow")] * len(looks(place)) and looks(place)
    assert "SECRETVALUE" not in str(looks(place))


def test_worktrees_have_branches_of_their_own_and_one_path_form(place, one, two, tmp_path):
    tree = os.path.join(str(tmp_path), "tree")
    os.makedirs(os.path.join(place.work, ".git", "worktrees", "t"))
    os.makedirs(tree)
    with open(os.path.join(tree, ".git"), "w", encoding="utf-8") as file:
        file.write(f"gitdir: {place.work}/.git/worktrees/t\n")
    assert one.runs("git checkout -b x") == ""
    assert two.before("Bash", command="git checkout -b y", cwd=tree) == ""
    assert HELD in two.before("Bash", command=f"git -C {place.work} checkout y", cwd=tree)


def test_who_shared_a_claim_has_it_again_when_the_other_has_ended(place, one, two):
    one.writes("a.txt")
    two.writes("a.txt")
    two.writes("a.txt")
    two.take("end", reason="other")
    assert HELD in place.session(THREE, B).writes("a.txt")


def test_what_was_taken_over_and_not_written_is_its_holder_s_again(place, one, two):
    one.runs("docker stop db")
    two.runs("docker stop db")
    two.before("Bash", command="docker stop db")
    two.after(worked=False)
    assert HELD in place.session(THREE, B).runs("docker rm db")


def test_what_a_call_wrote_of_whose_end_nobody_told_is_held(place, one, two):
    patch = "apply_patch <<'E'\n*** Begin Patch\n*** Update File: a.txt\n@@\n+b\n*** Add File: new.txt\n+x\n*** End Patch\nE"
    place.now = time.time()
    assert one.before("Bash", command=patch) == ""
    place.write("a.txt", "patched")
    place.now += 30
    one.runs("true")
    held = {os.path.basename(claim.name): claim.sure for claim in store.standing(place.local, place.now)}
    assert held == {"a.txt": True, "new.txt": False}
    place.now += 61
    assert HELD in two.writes("a.txt") and two.writes("new.txt") == ""
    assert one.writes("a.txt") == "", "its own patch is no change that it does not know"


def test_what_another_wrote_long_after_a_call_that_was_not_allowed_is_not_its_own(place, one, two):
    place.now = time.time() - 300
    one.reads("a.txt")
    assert one.before("Write", file_path=place.path("a.txt"), content="x") == ""  # and the person says no
    place.write("a.txt", "by hand")
    place.now = time.time()
    one.runs("true")
    assert store.standing(place.local, place.now) == [] and CHANGED in one.writes("a.txt")


def test_each_subagent_is_told_for_itself(place, one, two):
    one.writes("a.txt")
    write = {"file_path": place.path("a.txt"), "content": "x"}
    assert HELD in two.before("Write", agent_id="s1", **write)
    assert HELD in two.before("Write", agent_id="s2", **write)
    assert HELD in two.before("Write", **write)
    assert two.before("Write", agent_id="s2", **write) == ""
