"""The lesson command, from what is said to what a session is told."""
import os

import pytest

from tests.conftest import NOW
from tests.tools import desks
from tests.tools.desks import AGENT, PERSON, SCRIPT, desk, house
from tests.tools.lib.lanes import S1, S2, by_hand
from tests.tools.lib.starting import Session
from tools import lesson
from tools.lib import files
from tools.lib.errors import Refusal
from tools.lib.lessons import lesson_table
from tools.lib.sync import approving
from tools.lib.voices import approvals, bysession

A, B = "clients/a", "clients/b"


@pytest.fixture
def lane(tmp_path):
    with house(tmp_path) as made:
        for name in (A, B):
            made.write(f"contexts/{name}/README.md", "---\nkind: client\n---\n")
        made.settle()
        Session(made, S1, A).start()
        Session(made, S2, B).start()
        yield made


def work(lane):
    """What the worker does."""
    desks.work(lane)
    lesson_table.refresh(lane.local, lane.root, by_hand)


def test_a_person_s_is_in_force_at_once_a_session_s_is_pending(lane):
    said = lesson.run(desk(lane, S1, PERSON), ["add", "--topic", "alert router", "--topic", "pager", "Keep", "the order"])
    assert said == "Kept for everyone: it is told to sessions that turn to this."
    said = lesson.run(desk(lane, S1), ["add", "--command", "terraform apply", "--path", "*.tf", "Plan first"])
    assert said == f"Kept for {A}: it is told to sessions that turn to this once the person has approved it."
    lesson.run(desk(lane, S1, SCRIPT), ["add", "--topic", "x1", "From a script"])
    work(lane)
    listed = [line.partition("  ")[2] for line in lesson.run(desk(lane, S1), ["list"]).split("\n")]
    assert listed == ["Plan first  [clients/a, pending]", "From a script  [pending]", "Keep the order"]
    assert list(bysession.versions(lane.local).values()) == [S1], "who proposed it is known"
    for word, mark in ((approvals.APPROVED, ""), (approvals.REFUSED, ", refused")):
        sum = approvals.sum_of(files.read(os.path.join(lane.root, path_of(lane, "Plan first"))))
        approving.record(lane.local, [(path_of(lane, "Plan first"), sum)], word, NOW)
        assert f"Plan first  [{A}{mark}]" in lesson.run(desk(lane, S1), ["list"])
    assert "Plan first" not in lesson.run(desk(lane, S2), ["list"])
    assert lesson.run(desk(lane, S1), ["test", "the pagers"]).startswith("- Keep the order (memory/lessons/keep-the-order-")
    for words in (["--command", "terraform apply"], ["--path", "x.tf"], ["something else"], ["x1"]):
        assert lesson.run(desk(lane, S1), ["test", *words]) == "No lesson in force."


def path_of(lane, text):
    rows = lesson.run(desk(lane, S1), ["list"]).split("\n")
    return next(f"memory/lessons/{row.partition('  ')[0]}.md" for row in rows if text in row)


@pytest.mark.parametrize("name", ("x (conflicted copy).md", "x.sync-conflict-20261130-100207-ABCDEFG.md"))
def test_what_a_sync_program_made_of_a_conflict_is_no_lesson(lane, name):
    lane.write(f"memory/lessons/{name}", "---\ntopics: pager\n---\n\nNever call the owner\n")
    lane.settle()
    work(lane)
    assert lesson.run(desk(lane, S1), ["list"]) == "There are no lessons yet."
    assert lesson.run(desk(lane, S1), ["test", "the pagers"]) == "No lesson in force."


def test_show_and_test_by_path_and_command(lane):
    lesson.run(desk(lane, S1, PERSON), ["add", "--command", "terraform apply", "--path", "*.tf", "--context", "a", "Plan first"])
    work(lane)
    slug = lesson.run(desk(lane, S1), ["list"]).partition(" ")[0]
    page = "---\npaths: *.tf\ncommands: terraform apply\ncontext: clients/a\n---\n\nPlan first"
    assert lesson.run(desk(lane, S1), ["show", slug]) == page
    for words in (["--command", "cd x && terraform -chdir=y apply"], ["--path", "infra/x.tf"]):
        assert "Plan first" in lesson.run(desk(lane, S1), ["test", *words])
        assert lesson.run(desk(lane, S2), ["test", *words]) == "No lesson in force."
    assert lesson.run(desk(lane, S1), ["test", "--command", "echo 'terraform apply'"]) == "No lesson in force."
    for session, name in ((S1, "../../preferences"), (S1, "nope"), (S2, slug)):
        with pytest.raises(Refusal, match="no lesson"):
            lesson.run(desk(lane, session), ["show", name])


@pytest.mark.parametrize(("kind", "arguments", "said"), (
    (AGENT, ["--topic", "x1", "--everyone", "x"], "only the person"),
    (AGENT, ["--topic", "x1", "--context", "b", "x"], "own context"),
    (PERSON, ["x"], "say when"), (PERSON, ["--topic", "...", "x"], "say when"),
    (PERSON, ["--context", "nope", "x"], "no context"),
))
def test_refuses(lane, kind, arguments, said):
    with pytest.raises(Refusal, match=said):
        lesson.run(desk(lane, S1, kind), ["add", *arguments])


@pytest.mark.parametrize("arguments", (
    [], ["add"], ["add", "--topic", "x1"], ["add", "--nope", "a", "x"], ["list", "x"], ["show"], ["test"],
))
def test_wrong_use(lane, arguments):
    assert lesson.run(desk(lane, S1, PERSON), arguments) == ""
