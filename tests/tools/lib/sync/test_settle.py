from __future__ import annotations

import os

import pytest

from tests import repository
from tests.tools.lib.sync.world import NOW, PREFERENCES, secret
from tools.lib import files, notices
from tools.lib.sync import approving, exchange, lane, resolve, settle, state
from tools.lib.voices import approvals, bysession, voice, voice_table


def test_an_edit_that_stands_for_a_minute_reaches_the_remote_and_comes_back(world, desk):
    desk.sync()
    desk.edit("preferences.md", PREFERENCES + "- mine\n")
    desk.edit("memory/lessons/new.md", "New.\r\n")
    os.unlink(os.path.join(desk.checkout, "memory", "lessons", "tides.md"))
    desk.sync(NOW + 1, at_once=False)
    assert "memory/lessons/new.md" not in world.tree()
    desk.sync(NOW + 62, at_once=False)
    tree = world.tree()
    assert tree["preferences.md"] == (PREFERENCES + "- mine").rstrip()
    assert tree["memory/lessons/new.md"] == "New."
    assert "memory/lessons/tides.md" not in tree
    assert desk.git("status", "--porcelain") == ""
    assert desk.git("rev-parse", "HEAD") == repository.git(world.remote, "rev-parse", "main")
    assert desk.git("rev-parse", "origin/main") == desk.git("rev-parse", "HEAD")
    assert desk.told() == {} and desk.left() == []


def test_an_edit_that_goes_on_is_not_taken(world, desk):
    desk.sync()
    for second in range(0, 300, 30):
        desk.edit("preferences.md", PREFERENCES + f"- mine {second}\n")
        desk.sync(NOW + second, at_once=False)
    assert world.tree()["preferences.md"] == PREFERENCES.rstrip()
    assert desk.text("preferences.md").endswith("- mine 270\n")


def test_a_clock_that_is_set_back_delays_by_a_minute_only(world, desk):
    desk.sync()
    desk.edit("preferences.md", "- mine\n")
    desk.sync(NOW + 200_000, at_once=False)
    desk.sync(NOW, at_once=False)
    desk.sync(NOW + 61, at_once=False)
    assert world.tree()["preferences.md"] == "- mine"


def test_commits_of_the_person_are_merged_as_they_are(world, desk):
    desk.sync()
    mine = repository.commit(desk.checkout, "My words", **{"preferences.md": "- mine\n"})
    desk.say("hello")
    desk.sync(NOW + 1, at_once=False)
    assert world.tree()["preferences.md"] == PREFERENCES.rstrip()
    desk.sync(NOW + 62, at_once=False)
    assert world.tree()["preferences.md"] == "- mine"
    assert repository.git(world.remote, "merge-base", "--is-ancestor", mine, "main") == ""
    assert desk.git("status", "--porcelain", "--branch") == "## main...origin/main"
    assert desk.journal() in world.tree() and desk.told() == {}


def test_a_conflicting_edit_stays_is_kept_and_told_and_the_rest_goes(world, desk):
    desk.sync()
    world.push(**{"preferences.md": "- theirs\n"})
    desk.edit("preferences.md", "- mine\n")
    desk.edit("memory/lessons/tides.md", "Twice.\n")
    desk.say("hello")
    exchange.run(desk.local, desk.gate, NOW)
    desk.sync()
    tree = world.tree()
    assert tree["preferences.md"] == "- theirs" and tree["memory/lessons/tides.md"] == "Twice."
    assert desk.journal() in tree
    assert desk.text("preferences.md") == "- mine\n"
    kept = "alter-ego/kept/desk-0001/2026-11-30-1"
    assert world.branches() == [kept, "main"]
    assert repository.git(world.remote, "show", f"{kept}:preferences.md") == "- mine"
    assert "python3 tools/sync.py resolve preferences.md --mine|--theirs|--both" in desk.told()["conflict"]
    before = repository.git(world.remote, "rev-parse", "main")
    for second in range(1, 200, 40):
        desk.sync(NOW + second)
    assert repository.git(world.remote, "rev-parse", "main") == before
    assert world.branches() == [kept, "main"] and desk.left() == []


@pytest.mark.parametrize(("side", "text"), (
    ("mine", "- mine\n"), ("theirs", "- theirs\n"), ("both", "- theirs\n- mine\n"),
))
@pytest.mark.parametrize("committed", (False, True))
@pytest.mark.parametrize("late", (False, True))
def test_one_command_resolves_a_conflict(world, desk, side, text, committed, late):
    desk.sync()
    desk.edit("preferences.md", "- mine\n")
    if committed:
        desk.git("commit", "-qam", "Mine")
    if late:
        settle.run(desk.local, desk.gate, NOW, True)
    world.push(**{"preferences.md": "- theirs\n"})
    exchange.run(desk.local, desk.gate, NOW)
    desk.sync()
    desk.say("hello")
    desk.sync(NOW + 1)
    assert desk.text("preferences.md") == "- mine\n"
    assert "resolve preferences.md" in desk.told()["conflict"]
    resolve.run(desk.local, "preferences.md", side, NOW + 2)
    desk.sync(NOW + 3)
    desk.sync(NOW + 4)
    assert world.tree()["preferences.md"] == text.rstrip()
    assert desk.text("preferences.md") == text
    assert desk.git("status", "--porcelain", "--branch") == "## main...origin/main"
    assert desk.git("rev-parse", "HEAD") == repository.git(world.remote, "rev-parse", "main")
    assert desk.told() == {} and desk.left() == []


@pytest.mark.parametrize(("side", "theirs_is_approved", "by", "waiting"), (
    ("mine", False, "", 0), ("both", True, "", 0), ("theirs", True, "", 0), ("both", False, "", 1), ("theirs", False, "", 1),
    ("mine", True, "s1", 1), ("both", True, "s1", 1),
))
def test_what_a_person_decided_waits_for_no_second_word_of_theirs(world, desk, side, theirs_is_approved, by, waiting):
    desk.sync()
    voice_table.refresh(desk.local, NOW)
    desk.edit("preferences.md", "- mine\n")
    world.push(**{"preferences.md": "- theirs\n"})
    exchange.run(desk.local, desk.gate, NOW)
    version = ("preferences.md", approvals.sum_of(b"- theirs\n"))
    approving.record(desk.local, [version] if theirs_is_approved else [], approvals.APPROVED, NOW + 1)
    if by:
        bysession.note(desk.local, bysession.Row("preferences.md", approvals.sum_of(b"- mine\n"), by, NOW, NOW))
    desk.sync(NOW + 2)
    resolve.run(desk.local, "preferences.md", side, NOW + 3)
    desk.sync(NOW + 4)
    voice_table.refresh(desk.local, NOW + 5)
    assert len(voice.pending(desk.local)) == waiting
    assert "rules-arrived" not in desk.told()
    assert waiting or files.text(voice.path(desk.local)) == world.tree()["preferences.md"] + "\n"


@pytest.mark.parametrize("how", ("checkout", "theirs"))
def test_giving_up_ones_version_by_hand_ends_a_conflict(world, desk, how):
    desk.sync()
    world.push(**{"preferences.md": "- theirs\n"})
    exchange.run(desk.local, desk.gate, NOW)
    desk.edit("preferences.md", "- mine\n")
    desk.sync()
    assert list(desk.told()) == ["conflict"]
    if how == "checkout":
        desk.git("checkout", "--", "preferences.md")
    else:
        desk.edit("preferences.md", "- theirs\n")
    desk.sync(NOW + 10)
    desk.sync(NOW + 20)
    assert desk.told() == {} and desk.text("preferences.md") == "- theirs\n"
    assert desk.git("status", "--porcelain", "--branch") == "## main...origin/main"


def test_an_edit_with_a_secret_is_held_alone_and_never_becomes_an_object(world, desk):
    desk.sync()
    hidden = secret()
    desk.edit("preferences.md", f"- rule\n- key {hidden}\n")
    desk.edit("memory/lessons/tides.md", "Twice.\n")
    desk.say("hello")
    desk.sync()
    assert world.tree()["memory/lessons/tides.md"] == "Twice."
    assert desk.journal() in world.tree()
    assert "preferences.md line 2 (test-key)" in desk.told()["secret"]
    assert hidden not in desk.told()["secret"]
    assert not world.holds(hidden) and not _holds(desk.lane, hidden)
    desk.edit("preferences.md", "- rule\n- key elsewhere\n")
    desk.sync(NOW + 100)
    assert world.tree()["preferences.md"] == "- rule\n- key elsewhere"
    assert desk.told() == {}


def test_a_commit_with_a_secret_stays_and_what_is_clean_in_it_goes(world, desk):
    desk.sync()
    hidden = secret()
    repository.commit(desk.checkout, "Mine", **{"preferences.md": f"- {hidden}\n", "memory/lessons/tides.md": "Twice.\n"})
    desk.say("hello")
    desk.sync()
    desk.sync(NOW + 1)
    assert world.tree()["memory/lessons/tides.md"] == "Twice."
    assert world.tree()["preferences.md"] == PREFERENCES.rstrip()
    assert not world.holds(hidden) and not _holds(desk.lane, hidden)
    assert "preferences.md line 1 (test-key)" in desk.told()["secret"]
    desk.edit("preferences.md", "- clean\n")
    desk.git("commit", "-qa", "--amend", "-m", "Mine")
    desk.sync(NOW + 100)
    desk.sync(NOW + 200)
    assert world.tree()["preferences.md"] == "- clean"
    assert desk.told() == {}
    assert desk.git("status", "--porcelain", "--branch") == "## main...origin/main"


def test_a_secret_in_a_message_keeps_the_commit_here(world, desk):
    desk.sync()
    hidden = secret()
    repository.commit(desk.checkout, f"Set {hidden}", **{"preferences.md": "- mine\n"})
    desk.sync()
    assert not world.holds(hidden) and not _holds(desk.lane, hidden)
    assert world.tree()["preferences.md"] == "- mine"
    held = desk.git("rev-parse", "HEAD")[:10]
    where = f"it seems to hold a secret: commit {held}: its message line 1 (test-key); take it out (of a commit by amending "
    assert where in desk.told()["secret"]


def _holds(repo, text):
    listing = repository.git(repo, "cat-file", "--batch-all-objects", "--batch-check=%(objectname) %(objecttype)")
    return any(text in repository.git(repo, "cat-file", "-p", row.split()[0]) for row in listing.split("\n") if "tree" not in row)


def test_the_same_new_path_on_both_sides_is_kept_twice(world, desk):
    desk.sync()
    world.push(**{"contexts/clients/acme/README.md": "# Acme of the laptop\n"})
    desk.edit("contexts/clients/acme/README.md", "# Acme of the desk\n")
    desk.sync()
    desk.sync(NOW + 1)
    desk.say("hello")
    desk.sync(NOW + 2)
    assert world.tree()["contexts/clients/acme/README.md"] == "# Acme of the laptop"
    assert desk.text("contexts/clients/acme/README.md") == "# Acme of the desk\n"
    assert "resolve contexts/clients/acme/README.md" in desk.told()["conflict"]
    assert desk.journal() in world.tree()


def test_a_hand_edit_of_todays_journal_meets_new_lines(world, desk):
    for text in ("one", "two", "three"):
        desk.say(text)
    desk.sync()
    lines = desk.text(desk.journal()).split("\n")
    desk.edit(desk.journal(), "\n".join(line.replace("one", "first") for line in lines if "two" not in line))
    desk.say("four")
    desk.sync()
    desk.sync(NOW + 1)
    found = [line.partition("note: ")[2] for line in desk.text(desk.journal()).split("\n") if "note:" in line]
    assert found == ["first", "three", "four"]
    assert world.tree()[desk.journal()] == desk.text(desk.journal()).rstrip()
    assert desk.told() == {}


def test_taking_back_an_edit_before_it_came_back_is_an_edit(world, desk):
    desk.sync()
    desk.edit("preferences.md", "- mine\n")
    settle.run(desk.local, desk.gate, NOW, True)
    desk.git("checkout", "--", "preferences.md")
    desk.sync(NOW + 1)
    assert world.tree()["preferences.md"] == PREFERENCES.rstrip()
    assert desk.text("preferences.md") == PREFERENCES


def test_a_reset_after_following_is_no_edit(world, desk):
    desk.sync()
    desk.edit("preferences.md", "- mine\n")
    desk.sync(NOW + 1)
    desk.git("reset", "-q", "--hard", "HEAD~1")
    desk.sync(NOW + 2)
    desk.sync(NOW + 3)
    assert world.tree()["preferences.md"] == "- mine"
    assert desk.text("preferences.md") == "- mine\n"


def test_an_empty_work_tree_is_no_edit(world, desk):
    desk.sync()
    for name in ("contexts", "memory", "preferences.md", "tools", ".gitattributes", ".gitignore"):
        os.rename(os.path.join(desk.checkout, name), os.path.join(desk.local, f"away-{name}"))
    desk.sync()
    assert "memory/lessons/tides.md" in world.tree()


def test_links_large_files_and_other_places_are_left_alone(world, desk, tmp_path):
    desk.sync()
    desk.edit("tools/run.py", "print('mine')\n")
    desk.edit("notes.txt", "mine\n")
    desk.edit("memory/lessons/large.md", "x" * (10 * 1024 * 1024 + 1))
    desk.edit("memory/lessons/x.ignored", "x")
    (tmp_path / "outside.md").write_text("outside")
    os.symlink(str(tmp_path / "outside.md"), os.path.join(desk.checkout, "memory", "lessons", "link.md"))
    before = world.tree()
    desk.sync()
    assert world.tree() == before


def test_names_of_every_kind_survive(world, desk):
    desk.sync()
    names = [f"memory/lessons/{name}.md" for name in ("a b's & ü $(x)", '"quoted"', "tab\tbed", "-dash", "[x]*?", "line\nend")]
    for name in names:
        desk.edit(name, name + "\n")
    desk.sync()
    assert [world.tree().get(name) for name in names] == names
    assert desk.git("status", "--porcelain") == ""


def test_edits_after_settling_build_on_what_was_settled(world, desk):
    desk.sync()
    world.push(**{"memory/lessons/other.md": "Other.\n"})
    for number in range(3):
        desk.edit("preferences.md", PREFERENCES + f"- mine {number}\n")
        settle.run(desk.local, desk.gate, NOW + number, True)
    assert desk.text("preferences.md", desk.lane).endswith("- mine 2\n")
    desk.sync(NOW + 9)
    assert world.tree()["preferences.md"].endswith("- mine 2")
    assert lane.head(desk.local) == desk.git("rev-parse", "HEAD")


OLD = "contexts/projects/app/journal/2020-01/01/desk-0001-s0.md"
LINE = "- 2020-01-01T10:02:07+08:00 note: {}\n"


@pytest.fixture
def long(world):
    """A desk with a history in which a look at all files takes long, and was made just now."""
    world.push(**{OLD: LINE.format("old")})
    made = world.machine("desk")
    made.sync()
    state.update(made.local, scan=[NOW, 600.0])
    return made


@pytest.mark.parametrize("at_once", (False, True))
def test_in_a_long_history_an_edit_outside_of_the_journals_is_found_without_a_look_at_them(world, long, at_once):
    long.edit("contexts/projects/app/README.md", "New.\n")
    long.edit("contexts/projects/journal/README.md", "A project of this name.\n")
    long.edit("preferences.md", "- mine\n")
    long.edit(OLD, LINE.format("edited"))
    long.edit(OLD.replace("s0", "s1"), LINE.format("new"))
    for later in (10, 80) if not at_once else (10,):
        long.sync(NOW + later, at_once=at_once)
    tree = world.tree()
    assert tree["preferences.md"] == "- mine" and tree["contexts/projects/app/README.md"] == "New."
    assert "contexts/projects/journal/README.md" in tree and OLD.replace("s0", "s1") not in tree
    assert ("edited" in tree[OLD]) is at_once  # asked for now: every file that is known is looked at
    for later in (9001, 9070):
        state.update(long.local, scan=None)
        long.sync(NOW + later, at_once=False)
    assert "edited" in world.tree()[OLD] and "new" in world.tree()[OLD.replace("s0", "s1")]
    assert long.git("status", "--porcelain") == ""


def test_what_was_seen_in_the_journals_is_not_forgotten_by_a_look_elsewhere(world, long):
    state.update(long.local, scan=None)
    long.edit(OLD, LINE.format("edited"))
    held = OLD.replace("s0", "s1")
    long.edit(held, LINE.format(secret()))
    for later in (10, 80):
        state.update(long.local, scan=None)
        long.sync(NOW + later, at_once=False)
    assert "edited" in world.tree()[OLD] and "secret" in long.told()
    long.edit(OLD, LINE.format("once more"))
    state.update(long.local, scan=None)
    long.sync(NOW + 90, at_once=False)
    before, told = long.state(), notices.standing(long.local)
    state.update(long.local, scan=[NOW + 90, 600.0])
    long.sync(NOW + 120, at_once=False)
    assert notices.standing(long.local) == told
    assert [long.state()[key] for key in ("seen", "tried", "held")] == [before[key] for key in ("seen", "tried", "held")]
    state.update(long.local, scan=None)
    long.sync(NOW + 151, at_once=False)
    assert "once more" in world.tree()[OLD]


@pytest.mark.parametrize("named", (True, False))
def test_a_new_version_of_the_template_is_taken_although_its_code_speaks_of_secrets(world, desk, named):
    desk.sync()
    desk.edit("memory/lessons/mine.md", "Mine.\n")
    desk.sync(NOW + 1)
    template = repository.clone(world.remote, os.path.join(world.folder, "template"))
    repository.commit(template, "Newer", **{"tools/run.py": f"print('{secret()}')\n", "tools/new.py": "x = 1\n"})
    place, told = (["template"], "") if named else ([template], "secret")
    desk.git("remote", "add", "template", template)
    desk.git("pull", "-q", "--no-rebase", *place, "main")
    desk.git("commit", "-q", "--allow-empty", "-m", "After it")
    for later in (2, 3):
        desk.say(f"still {later}")
        desk.sync(NOW + later)
    assert ("tools/new.py" in world.tree() and "sk-" in world.tree()["tools/run.py"]) is named
    assert (told in desk.told()) if told else desk.told() == {}
    if named:
        assert desk.git("status", "--porcelain", "--branch") == "## main...origin/main"
        desk.edit("tools/run.py", f"print('{secret()}')\n")
        desk.git("commit", "-qam", "Mine")
        desk.sync(NOW + 4)
        assert "secret" in desk.told()  # what is the person's is looked at, there as elsewhere
