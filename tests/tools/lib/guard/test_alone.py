"""Each part of the hooks around a tool call fails alone, and is logged: what it keeps is damaged, the others do their work."""
import os

import pytest

from tests.tools.lib.guard.sessions_at_work import ONE
from tools.lib import files
from tools.lib.beside import messages
from tools.lib.guard import claims, places, spans, store
from tools.lib.voices import inquiry

COMMAND = "sed -i s/a/b/ a.txt"


def is_confirmed(place):
    """The guard after the call: its claim is sure."""
    claim = store.find(place.local, claims.Resource("path", places.real(place.path("a.txt"), "/")), place.now)
    return claim is not None and claim.sure


def is_kept(place):
    """The guard after the call: others will hear of the command."""
    return spans.size(place.local) > 0


def is_witnessed(place):
    return os.path.exists(inquiry.path_of(place.local))


PARTS = {"confirmed": is_confirmed, "kept": is_kept, "witnessed": is_witnessed}


def damaged(place, name):
    """A folder where a file is written."""
    path = os.path.join(place.local, *name.split("/"))
    files.remove(path)
    os.makedirs(path)


def repaired(place, name):
    os.rmdir(os.path.join(place.local, *name.split("/")))


@pytest.mark.parametrize(
    ("broken", "lost"),
    (
        ("inquiries", {"witnessed"}),
        ("shells.log", {"kept"}),
        (f"guard/{ONE}.jsonl", {"confirmed", "kept"}),
    ),
)
def test_after_a_call(place, one, broken, lost):
    assert one.before("Bash", command=COMMAND) == ""
    messages.leave(place.local, ONE, messages.Message(place.now, "t", "claude", "", "wait"))
    damaged(place, broken)
    place.now += 5
    assert "says: wait" in one.after()
    repaired(place, broken)
    assert {name for name, is_done in PARTS.items() if not is_done(place)} == lost
    assert "hook" in (files.text(os.path.join(place.local, "errors.log")) or "")


def test_before_a_call_a_lesson_table_that_cannot_be_read_keeps_no_message_back(place, one):
    for kind in ("paths", "commands"):
        os.makedirs(os.path.join(place.local, "lessons", kind))
    messages.leave(place.local, ONE, messages.Message(place.now, "t", "claude", "", "wait"))
    assert "says: wait" in one.before("Bash", command=COMMAND)
    assert "hook" in (files.text(os.path.join(place.local, "errors.log")) or "")
