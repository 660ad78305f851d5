"""SIGKILL of a hook around its append: what was appended is kept once, what was not is not, and the session goes on."""

from __future__ import annotations

import pytest

from tests.faults import site as sites

KILLS = {
    "before its append": ("files.append", "before", False),
    "amid its append": ("files.append", "amid", False),
    "after its append": ("files.append", "after", True),
    "before the record": ("sessions.save", "before", True),
    "amid the record": ("sessions.save", "amid", True),
    "after the record": ("sessions.save", "after", True),
}
EVENTS = {
    "prompt": ("user_prompt_submit", {"prompt": "Please dig", "prompt_id": "p9"}),
    "stop": ("stop", {"last_assistant_message": "Done: dig", "prompt_id": "p2", "stop_hook_active": False}),
}


@pytest.mark.parametrize("event", EVENTS)
@pytest.mark.parametrize("kill", KILLS)
def test_hook(site: sites.Site, kill: str, event: str) -> None:
    """SIGKILL of the hook"""
    step, moment, kept = KILLS[kill]
    name, payload = EVENTS[event]
    session = site.sessions[0]
    done = sites.hook_at(session, 0, name, step=step, moment=moment, **payload)
    assert done.returncode == -9, done.stderr
    with sites.still(site.desk):
        session.ask("Please rest")
        session.answer("Done: rest")
    expected = sites.spooled(site.desk)
    site.desk.now()
    sites.once(site, expected)
    texts = "".join(sites.shared(site.remote).values())
    assert texts.count(f": {payload.get('prompt') or payload['last_assistant_message']} ^") == kept
    assert texts.count("Q: Please rest ^") == texts.count("A: Done: rest ^") == 1
    assert set(sites.told(site.desk)) <= {"quarantine"}
    assert not [name for name in sites.listing(site.desk) if name.endswith(".new")]
