"""The two-facts test itself: two clones, both real clients, and words that only the repository can have carried."""

import re

from tests.clients.client import received
from tests.end_to_end.conftest import until
from tests.machines import Machine

WORD = re.compile(r"probe [0-9a-f]{8}: the (?:first|second) word is [0-9a-f]{10}")


def planted(machine: Machine, *options: str) -> str:
    """Plant a probe; gives its id."""
    done = machine.tool("probe", "plant", *options)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.split("\n")[0].endswith(", and pushed.")
    (id,) = re.findall(r"check ([0-9a-f]{8})", done.stdout)
    return id


def test_facts_of_the_desk_reach_the_laptops_sessions_of_both_clients(person, claude, codex):
    desk, laptop = person("desk"), person("laptop", "--device", "laptop")
    laptop.now()
    id = planted(desk)
    before = laptop.tool("probe", "check", "0" * 8)
    assert before.returncode == 1
    assert before.stderr.startswith(
        "note: has not arrived\nhandoff: has not arrived\nClaude Code: a new session is given 0 of 2\n"
    )

    laptop.now()
    done = laptop.tool("probe", "check", id, "--wait", "90")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.split("\n")
    assert re.fullmatch(r"note: arrived from desk-[0-9a-f]{4} \d+ s after it was written, by two clocks \(.*\)", lines[0])
    assert lines[1].startswith("handoff: arrived from desk-")
    assert lines[2:4] == ["Claude Code: a new session is given 2 of 2", "Codex: a new session is given 2 of 2"]
    assert any(line.startswith("desk-") and "pulled" in line for line in lines[4:])

    words = set()
    for client in (claude, codex):
        made = client({"turns": ["I know."]}, home=laptop.home)
        if client is codex:
            made.trust_hooks()
        run = made.print("What do you know?") if client is claude else made.exec("What do you know?")
        found = set(WORD.findall(received(run.requests[0])))
        assert len(found) == 2 and all(id in word for word in found)
        words |= found
    assert len(words) == 2


def test_a_clients_facts_are_given_to_its_sessions_alone(person, claude):
    desk, laptop = person("desk"), person("laptop")
    assert desk.tool("context", "new", "client", "acme").returncode == 0
    desk.now()
    id = planted(desk, "--context", "acme")
    laptop.now()
    done = laptop.tool("probe", "check", id, "--context", "acme")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Claude Code: a new session is given 2 of 2\n" in done.stdout
    assert laptop.tool("probe", "check", id).returncode == 1
    request = received(claude({"turns": ["No."]}, home=laptop.home).print("What do you know?").requests[0])
    assert not WORD.findall(request)


def test_what_was_not_pushed_is_said_on_both_sides(person):
    import os

    desk, laptop = person("desk"), person("laptop")
    laptop.now()
    os.rename(desk.remote, desk.remote + ".away")
    done = desk.tool("probe", "plant")
    assert ", and not pushed yet: `python3 tools/doctor.py` says why." in done.stdout
    (id,) = re.findall(r"check ([0-9a-f]{8})", done.stdout)
    told = laptop.tool("probe", "check", id)
    assert told.returncode == 1 and "Not all of it arrived" in told.stderr
    os.rename(desk.remote + ".away", desk.remote)
    desk.now()
    laptop.now()
    until(lambda: laptop.tool("probe", "check", id).returncode == 0, "the facts")
    own = desk.tool("probe", "check", id)
    assert "note: is of this machine itself; run this on another one" in own.stdout
    assert laptop.tool("probe", "machines").returncode == 0


def test_only_a_person_plants(person):
    desk = person("desk")
    done = desk.tool("probe", "plant", environ={"CLAUDE_CODE_SESSION_ID": "5f3c0a52-8d0e-4d0c-9c55-0d9a3e1b7f20"})
    assert done.returncode == 1 and "a probe is the person's to plant" in done.stderr
    for wrong in (
        (),
        ("check",),
        ("check", "x", "--wait", "soon"),
        ("plant", "x"),
        ("plant", "--nonsense", "x"),
        ("machines", "x"),
    ):
        assert desk.tool("probe", *wrong).returncode == 2
