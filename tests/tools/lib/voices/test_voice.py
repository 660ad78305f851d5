"""What speaks as the person: their own edits at once, a session's only with their yes, on every machine."""

import os
import time

import pytest

from tests import repository
from tests.tools.lib.sync.world import PREFERENCES, World
from tools.lib import files, notices, work
from tools.lib.lessons import hints
from tools.lib.sync import approving, lane, objects
from tools.lib.voices import approvals, bysession, inquiry, voice, voice_table

RULES = "preferences.md"
NEW = b"n\n"


@pytest.fixture
def world(tmp_path):
    return World(tmp_path)


class Desk:
    """A machine whose worker goes through the steps that concern what speaks."""

    def __init__(self, world, name="desk"):
        self.machine, self.now = world.machine(name), 1796004127.0
        self.local = self.machine.local

    def sync(self, **options):
        self.now += 61
        self.machine.sync(self.now, **options)
        for _ in range(2):
            paths = voice_table.refresh(self.local, self.now)
            if paths:
                lane.commit(self.local, self.machine.gate, "Memory", paths, self.now)
                self.machine.sync(self.now)
        return self

    def edit(self, text, path=RULES):
        self.machine.edit(path, text)
        return self

    def wrote(self, text, path=RULES, session="s1", at=0.0):
        """A session writes the file in the checkout, and the after-tool hook sees it."""
        self.edit(text, path)
        bysession.note(
            self.local, bysession.Row(path, approvals.sum_of(text.encode()), session, self.now + at, self.now + 1 + at)
        )
        return self

    def say(self, word, text, path=RULES):
        head = lane.head(self.local)
        approving.record(self.local, [(path, approvals.sum_of(text.encode()))], word, self.now, head)

    @property
    def rules(self):
        return files.text(voice.path(self.local))

    def waits(self):
        return [(row.path, row.who) for row in voice.pending(self.local)]

    def told(self):
        return {topic: text for topic, text in self.machine.told().items() if topic in ("review", "rules-arrived")}


def test_what_was_there_at_install_is_in_force_and_shared_as_approved(world):
    desk = Desk(world).sync()
    assert (desk.rules, desk.waits(), desk.told()) == (PREFERENCES, [], {})
    lines = approvals.parse(world.tree()["memory/approvals/desk-0001.md"])
    assert [(item.word, item.path) for item in lines] == [("approved", "memory/lessons/tides.md"), ("approved", RULES)]
    assert approving.sums(desk.local, lane.head(desk.local)) == {item.sum for item in lines}


def test_each_word_of_the_person_has_one_line_in_the_audit(world):
    desk = Desk(world).sync().wrote("n\n", "memory/lessons/new.md").sync()
    before = audited(world)
    desk.say(approvals.APPROVED, "n\n", "memory/lessons/new.md")
    desk.sync().sync()
    assert [row.partition(" person: ")[2].partition(" ^")[0] for row in audited(world) if row not in before] == [
        f"approved memory/lessons/new.md sha256:{approvals.sum_of(NEW)[:12]}"
    ]


def audited(world):
    return [row for path, text in world.tree().items() if path.startswith("memory/audit/") for row in text.split("\n") if row]


def test_the_persons_edit_is_in_force_here_and_on_their_other_machine(world):
    desk, laptop = Desk(world).sync(), Desk(world, "laptop").sync()
    desk.edit("- mine\n").sync()
    laptop.sync()
    assert (desk.rules, laptop.rules, desk.waits(), laptop.waits()) == ("- mine\n", "- mine\n", [], [])
    commit = repository.git(laptop.machine.lane, "log", "-1", "--format=%h", "--", RULES)
    assert laptop.told() == {
        "rules-arrived": f"preferences.md was changed on desk-0001 (commit {commit}): "
        f"`git -C {laptop.machine.checkout} show {commit} -- preferences.md` shows what is new"
    }
    assert desk.told() == {}
    laptop.now += 2 * voice_table.NEWS
    laptop.sync()
    assert laptop.told() == {}


def test_what_a_session_wrote_waits_and_what_was_before_stays_in_force(world):
    desk, laptop = Desk(world).sync(), Desk(world, "laptop").sync()
    desk.wrote("- obey\n", session="5f3c0a52-8d0e").sync()
    laptop.sync()
    assert world.tree()[RULES] == "- obey"
    for machine in (desk, laptop):
        assert machine.rules == PREFERENCES
    assert (desk.waits(), laptop.waits()) == ([(RULES, "5f3c0a52-8d0e")], [(RULES, "")])
    assert "preferences.md (session 5f3c0a52)" in desk.told()["review"] and "review" in laptop.told()
    assert "written by session 5f3c0a52-8d0e, waits for the person's yes" in voice.waiting(desk.local)
    laptop.say(approvals.APPROVED, "- obey\n")
    laptop.sync()
    desk.sync()
    for machine in (desk, laptop):
        assert (machine.rules, machine.waits(), voice.waiting(machine.local)) == ("- obey\n", [], "")
        assert "review" not in machine.told()


def test_a_refused_version_waits_no_longer_and_is_not_in_force(world):
    desk = Desk(world).sync().wrote("- obey\n").sync()
    desk.say(approvals.REFUSED, "- obey\n")
    assert (desk.sync().rules, desk.waits(), desk.told()) == (PREFERENCES, [], {})


def test_a_session_that_settles_its_own_write_within_the_same_call_gains_nothing(world):
    desk = Desk(world).sync()
    desk.edit("- obey\n").sync()  # taken while the call still runs
    assert desk.rules == "- obey\n"
    bysession.note(desk.local, bysession.Row(RULES, approvals.sum_of(b"- obey\n"), "s1", desk.now - 90, desk.now + 1))
    assert (desk.sync().rules, desk.waits()) == (PREFERENCES, [(RULES, "s1")])
    desk.now += 100
    desk.say(approvals.APPROVED, "- obey\n")
    assert (desk.sync().rules, desk.waits()) == ("- obey\n", [])


@pytest.mark.parametrize("how", ("edit", "commit", "session's commit"))
def test_an_edit_that_is_committed_counts_like_one_that_is_not(world, how):
    desk = Desk(world).sync().edit("- mine\n")
    if how == "session's commit":
        desk.wrote("- mine\n")
    if how != "edit":
        desk.machine.git("commit", "-qam", "mine")
    desk.sync()
    assert (desk.rules, desk.waits()) == (("- mine\n", []) if how != "session's commit" else (PREFERENCES, [(RULES, "s1")]))


def test_a_version_of_old_is_no_edit(world):
    desk = Desk(world).sync().edit("- two\n").sync()
    desk.edit(PREFERENCES).sync()
    assert world.tree()[RULES] == PREFERENCES.rstrip("\n")
    assert (desk.rules, desk.waits()) == ("- two\n", [(RULES, "")])
    desk.say(approvals.APPROVED, PREFERENCES)
    assert (desk.sync().rules, desk.waits()) == (PREFERENCES, [])


def test_what_a_pull_of_the_persons_brings_is_not_their_edit(world):
    desk = Desk(world).sync()
    world.push(**{RULES: "- from elsewhere\n"})
    desk.machine.git("pull", "-q", "--no-rebase")
    desk.sync()
    assert (desk.rules, desk.waits()) == (PREFERENCES, [(RULES, "")])


def test_rules_that_a_session_removed_stay_in_force(world):
    import os

    desk = Desk(world).sync()
    os.remove(os.path.join(desk.machine.checkout, RULES))
    bysession.note(desk.local, bysession.Row(RULES, approvals.sum_of(None), "s1", desk.now, desk.now + 1))
    desk.sync(at_once=True).sync(at_once=False).sync(at_once=False)
    assert RULES not in world.tree() and desk.rules == PREFERENCES and desk.waits() == [(RULES, "s1")]


def test_a_merge_of_two_approved_versions_is_approved(world):
    desk, laptop = Desk(world).sync(), Desk(world, "laptop").sync()
    desk.edit(PREFERENCES.replace("rule 0", "rule zero")).sync()
    laptop.edit(PREFERENCES.replace("rule 8", "rule eight")).sync()
    desk.sync()
    both = PREFERENCES.replace("rule 0", "rule zero").replace("rule 8", "rule eight")
    assert (desk.rules, laptop.rules, desk.waits(), laptop.waits()) == (both, both, [], [])


def test_other_devices_count_only_while_they_are_trusted(world):
    desk, laptop = Desk(world).sync(), Desk(world, "laptop").sync()
    laptop.machine.set(**{"trust-devices": "none"})
    desk.edit("- mine\n").sync()
    assert (laptop.sync().rules, laptop.waits()) == (PREFERENCES, [("memory/lessons/tides.md", ""), (RULES, "")])
    laptop.machine.set(**{"trust-devices": "all"})
    assert (laptop.sync().rules, laptop.waits()) == ("- mine\n", [])


def test_approvals_that_a_session_wrote_into_the_shared_files_count_for_nothing(world):
    desk = Desk(world).sync().wrote("- obey\n").sync()
    line = (
        approvals.line(approvals.Approval("2099-01-01T00:00:00+00:00", "approved", RULES, approvals.sum_of(b"- obey\n"))) + "\n"
    )
    desk.edit((desk.machine.text("memory/approvals/desk-0001.md") or "") + line, "memory/approvals/desk-0001.md")
    desk.wrote(line, "memory/approvals/other-0002.md").sync()
    assert (desk.rules, desk.waits()) == (PREFERENCES, [(RULES, "s1")])
    assert line not in world.tree()["memory/approvals/desk-0001.md"]


def test_lessons_and_facts_wait_likewise_and_what_speaks_to_nobody_does_not(world):
    desk = Desk(world).sync()
    for path in ("memory/lessons/new.md", "memory/facts/f.md", "memory/facts/p.md", "memory/lessons/off.md"):
        status = {"memory/facts/f.md": "accepted", "memory/facts/p.md": "proposed", "memory/lessons/off.md": "off"}.get(
            path, "pending"
        )
        desk.wrote(f"---\nstatus: {status}\n---\n{path}\n", path)
    desk.edit("By hand.\n", "memory/lessons/hand.md").sync()
    assert desk.waits() == [("memory/facts/f.md", "s1"), ("memory/lessons/new.md", "s1")]
    head = lane.head(desk.local)
    page = objects.blobs(
        desk.machine.lane, [objects.at(desk.machine.lane, head, ["memory/lessons/hand.md"])["memory/lessons/hand.md"]]
    )
    assert approvals.sum_of(next(iter(page.values()))) in approving.sums(desk.local, head)


def test_a_lesson_that_a_session_changed_is_told_as_it_was_approved(world):
    desk, page = Desk(world).sync(), "---\ntopics: tides\n---\nThe tide turns {}.\n"
    desk.edit(page.format("twice a day"), "memory/lessons/tides.md").sync()
    desk.wrote(page.format("when I say so"), "memory/lessons/tides.md").sync()
    turn = work.Work(desk.local, lambda: desk.now)
    for text in ("The tide turns twice a day.", "The tide turns when I say so."):
        assert turn._lessons() is True
        assert [row.text for row in hints.of_prompt(desk.local, "about tides")] == [text]
        desk.say(approvals.APPROVED, page.format("when I say so"), "memory/lessons/tides.md")
        desk.sync()


def test_an_approval_is_newer_than_all_that_were_known_whatever_the_clock_says(world):
    desk, laptop = Desk(world).sync(), Desk(world, "laptop").sync()
    desk.now += 10_000
    desk.edit("- two\n").sync()
    laptop.sync().edit("- three\n").sync()
    desk.sync()
    assert (desk.rules, laptop.rules) == ("- three\n", "- three\n")


def test_approvals_of_a_worker_that_was_killed_before_its_commit_are_shared_by_the_next(world):
    desk = Desk(world)
    desk.machine.sync(desk.now)
    paths = voice_table.refresh(desk.local, desk.now)
    assert [path.split("/")[1] for path in paths] == ["approvals", "audit"]
    assert voice_table.refresh(desk.local, desk.now) == paths
    desk.sync()
    assert set(paths) <= set(world.tree()) and len(set(audited(world))) == len(audited(world)) == 2
    assert voice_table.refresh(desk.local, desk.now) == []


def test_without_a_change_nothing_is_looked_at(world, monkeypatch):
    desk = Desk(world).sync()
    monkeypatch.setattr(voice_table.git, "run", None)
    assert voice_table.refresh(desk.local, desk.now) == []


def test_before_the_worker_looked_the_lane_speaks(tmp_path):
    files.replace(str(tmp_path / "lane" / RULES), "- as it was\n")
    assert files.text(voice.path(str(tmp_path))) == "- as it was\n" and voice.pending(str(tmp_path)) == []
    files.replace(str(tmp_path / "voice" / "state"), "{spoilt")
    assert (voice.state(str(tmp_path)), voice.waiting(str(tmp_path)), notices.standing(str(tmp_path))) == ({}, "", {})


def test_what_another_machine_approved_and_followed_while_a_command_ran_is_no_sessions(world, monkeypatch):
    monkeypatch.setattr(inquiry, "CLOCK", 0.0)  # the world was made just now
    desk, laptop = Desk(world).sync(), Desk(world, "laptop").sync()
    began = time.time()
    laptop.edit("- mine\n").sync()
    desk.sync()
    assert files.text(os.path.join(desk.machine.checkout, RULES)) == "- mine\n"
    inquiry.ask(desk.local, inquiry.Asked("s1", began, time.time()))
    desk.sync()
    assert (desk.rules, desk.waits()) == ("- mine\n", [])
    assert [path for path, _ in bysession.versions(desk.local) if path in (RULES, approvals.path_of("laptop-0001"))] == []


def test_what_a_command_wrote_is_its_sessions_though_it_was_shared_and_followed_while_it_ran(world, monkeypatch):
    monkeypatch.setattr(inquiry, "CLOCK", 0.0)
    desk = Desk(world).sync()
    began = desk.now = time.time()  # files have no other clock
    desk.edit("- obey\n").sync().sync()
    assert (desk.rules, desk.machine.git("show", "HEAD:" + RULES)) == ("- obey\n", "- obey")
    inquiry.ask(desk.local, inquiry.Asked("s1", began, time.time()))
    inquiry.answer(desk.local, desk.now + 1)
    assert (desk.sync().rules, desk.waits()) == (PREFERENCES, [(RULES, "s1")])
