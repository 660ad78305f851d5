"""What the doctor says of each kind of trouble, and of a machine without any."""

import json
import os
import stat
import sys
import time

import pytest

from tests import repository
from tools.lib import failures, files, quarantine, settings, spool
from tools.lib.archive import shapes
from tools.lib.doctor import clients, clone, code, machine, mend, queue, remote, screen, skills, trust
from tools.lib.doctor.check import GREEN, RED, WAITING, YELLOW, Check, ago
from tools.lib.setup import codexfiles, pin
from tools.lib.setup.clientfiles import Config
from tools.lib.voices import voice


def said(found):
    return [(check.colour, check.line) for check in found]


def bad(found):
    return [(check.colour, check.line) for check in found if check.colour != GREEN]


def edit(path, change):
    found = json.loads(files.text(path))
    change(found)
    files.replace(path, json.dumps(found))


def claude(machine):
    return Config("claude", os.path.join(machine.home, ".claude"))


def codex(machine):
    return Config("codex", os.path.join(machine.home, ".codex"))


def test_a_healthy_machine(machine, patient):
    who = patient()
    assert [config.agent for config in clients.known(who)] == ["claude", "codex"]
    for look in (code.checks, skills.checks, remote.reach, remote.pace, remote.clock, clone.checks, queue.checks):
        assert bad(look(who)) == [], look
    (line,) = said(clients.checks(who, claude(machine)))
    assert line[0] == GREEN and line[1].startswith("Claude Code: 15 hooks answer, slowest ") and line[1].endswith(" bytes")
    assert not [check for check in machine_checks(who) if check.colour == RED]


def machine_checks(who):
    return machine.checks(who)


def unregister(machine, patient):
    edit(os.path.join(machine.home, ".claude", "settings.json"), lambda found: found["hooks"].pop("Stop"))
    return clients._registered(patient(), claude(machine), _hooks(machine)), (RED, "Claude Code: not registered for Stop")


def _hooks(machine):
    from tools.lib.setup import hookfile

    return hookfile.registered(files.text(os.path.join(machine.home, ".claude", "settings.json")))


def twice(machine, patient):
    edit(
        os.path.join(machine.home, ".claude", "settings.json"),
        lambda found: found["hooks"]["Stop"].append(found["hooks"]["Stop"][0]),
    )
    return clients._registered(patient(), claude(machine), _hooks(machine)), (YELLOW, "Claude Code: hooks registered twice: Stop")


def in_the_project_too(machine, patient):
    files.replace(
        os.path.join(machine.checkout, ".claude", "settings.json"),
        files.read(os.path.join(machine.home, ".claude", "settings.json")),
    )
    return clients._registered(patient(), claude(machine), _hooks(machine)), (YELLOW, "Claude Code: hooks registered twice (")


def switched_off(machine, patient):
    edit(os.path.join(machine.home, ".claude", "settings.json"), lambda found: found.update(disableAllHooks=True))
    return clients.checks(patient(), claude(machine)), (RED, "Claude Code: disableAllHooks is set, so no hook runs")


def unreadable(machine, patient):
    files.replace(os.path.join(machine.home, ".claude", "settings.json"), "{ // mine\n}")
    return clients.checks(patient(), claude(machine)), (RED, "Claude Code: ")


def taken_out(machine, patient):
    files.replace(os.path.join(machine.home, ".claude", "settings.json"), "{}")
    return clients.checks(patient(), claude(machine)), (YELLOW, "Claude Code: nothing of ours is registered in ")


def no_code(machine, patient):
    pin.retire(machine.local)
    return code.checks(patient()), (RED, "code: none is in force, so hooks are silent")


def damaged_code(machine, patient):
    files.replace(os.path.join(pin.current(machine.local), "hooks", "stop.py"), "x(")
    return code.checks(patient()), (RED, f"code: the pin {os.path.basename(pin.current(machine.local))} is damaged")


def other_code(machine, patient):
    files.replace(os.path.join(machine.checkout, "hooks", "stop.py"), "x")
    return code.checks(patient()), (
        YELLOW,
        f"code: {os.path.basename(pin.current(machine.local))} is in force; the clone's differs in 1 files",
    )


def no_interpreter(machine, patient):
    settings.write(machine.local, {"python": "/gone/python3"})
    return code.checks(patient()), (RED, "interpreter: /gone/python3 does not answer as a Python of 3.9 or newer")


def a_stub_for_python(machine, patient):
    path = os.path.join(machine.home, "python3")
    files.replace(
        path, "#!/bin/sh\necho Python was not found; run without arguments to install from the Microsoft Store\nexit 49\n"
    )
    os.chmod(path, 0o755)
    settings.write(machine.local, {"python": path})
    return code.checks(patient()), (RED, f"interpreter: {path} does not answer")


def unknown_setting(machine, patient):
    settings.write(machine.local, {"colour": "blue"})
    return code.checks(patient()), (YELLOW, "settings: unknown colour in ")


def no_remote(machine, patient):
    settings.write(machine.local, {"remote": "none"})
    return remote.reach(patient()), (YELLOW, "remote: none, memory stays on this machine")


def remote_gone(machine, patient):
    settings.write(machine.local, {"remote": machine.remote + "-gone"})
    repository.git(machine.checkout, "remote", "set-url", "origin", machine.remote + "-gone")
    return remote.reach(patient()), (RED, f"remote: {machine.remote}-gone cannot be reached (")


def remote_changed(machine, patient):
    repository.git(machine.checkout, "remote", "set-url", "origin", "https://example.invalid/other.git")
    return remote.reach(patient()), (RED, "remote: the clone ")


def template(machine, patient):
    from tools.lib import paths

    settings.write(machine.local, {"remote": paths.TEMPLATE})
    return remote.reach(patient()), (RED, "remote: the remote is the public template, so nothing is pushed")


def no_lane(machine, patient):
    import shutil

    shutil.rmtree(os.path.join(machine.local, "lane"))
    return remote.pace(patient()), (RED, "lane: cannot be read (")


def other_branch(machine, patient):
    repository.git(machine.checkout, "switch", "-q", "-c", "other")
    return clone.checks(patient()), (YELLOW, f"clone: {machine.checkout} is on other: ")


def crlf(machine, patient):
    path = os.path.join(machine.checkout, "preferences.md")
    files.replace(path, files.text(path).replace("\n", "\r\n"))
    return clone.checks(patient()), (YELLOW, "line endings: CRLF in preferences.md")


def a_copy(machine, patient):
    files.replace(os.path.join(machine.checkout, "preferences (desk's conflicted copy 2026-11-30).md"), "x")
    return clone.checks(patient()), (YELLOW, "clone: copies that a sync program made of a conflict")


def other_name(machine, patient):
    repository.git(machine.checkout, "config", "user.name", "Another")
    return clone.checks(patient()), (YELLOW, "git settings: the clone's differ from the lane's in user.name")


def old_spool(machine, patient):
    then = time.time() - 4000
    line = {"n": 1, "t": then, "z": 0, "e": "prompt", "c": "_unsorted", "text": "q", "kind": "person"}
    spool.add(spool.path_of(machine.local, spool.day_of(then)[0], "s9"), line)
    return queue.checks(patient()), (RED, "spool: 1 event waits, the oldest for 66 min: no worker takes them")


def set_aside(machine, patient):
    quarantine.keep(machine.local, "budget spent", "journal", b"x", time.time() - 9000)
    return queue.checks(patient()), (YELLOW, "quarantine: 1 piece that could not be scrubbed, the oldest 2 h old")


def a_shape(machine, patient):
    shapes.count(machine.local, ["new_record"], time.time())
    return queue.checks(patient()), (YELLOW, "transcripts: records of 1 unknown shape left out (new_record)")


def an_orphan(machine, patient):
    record = {"session": "s9", "context": "_unsorted", "open": 3, "last": time.time() - 90000, "agent": "claude"}
    files.replace(os.path.join(machine.local, "sessions", "s9.json"), json.dumps(record))
    return queue.checks(patient()), (YELLOW, "sessions: one ended without a word")


def a_failure(machine, patient):
    failures.note(machine.local, "hook stop", ValueError("never shown"), time.time())
    return machine_checks(patient()), (YELLOW, "errors: 1 since the last look, the last: ")


def open_folder(machine, patient):
    if sys.platform == "win32":
        pytest.skip("modes")
    os.chmod(machine.local, 0o755)
    return machine_checks(patient()), (RED, "local folder: others on this machine can look into ")


def pending(machine, patient):
    files.replace(
        os.path.join(voice.folder(machine.local), "state"), json.dumps({"pending": [["preferences.md", "0", "s1", "abc"]]})
    )
    return machine_checks(patient()), (YELLOW, "review: 1 wait for your yes: preferences.md")


def long_rules(machine, patient):
    files.replace(voice.path(machine.local), "- a rule of some length\n" * 1000)
    return machine_checks(patient()), (YELLOW, "rules: the last ")


def no_skill(machine, patient):
    files.remove(os.path.join(machine.home, ".claude", "skills", "ego-note", "SKILL.md"))
    return skills.checks(patient()), (YELLOW, "Claude Code: skills missing or old in ")


def a_foreign_skill(machine, patient):
    files.replace(os.path.join(machine.home, ".claude", "skills", "ego-note", "SKILL.md"), "mine")
    return skills.checks(patient()), (YELLOW, "Claude Code: not ours, and left alone in ")


def new_folder(machine, patient):
    files.replace(os.path.join(machine.home, ".claude.json"), json.dumps({"projects": {}}))
    return trust.checks(patient(), claude(machine)), (WAITING, "Claude Code: waits for a yes in ")


def never_started(machine, patient):
    return trust.checks(patient(), claude(machine)), (WAITING, "Claude Code: waits for a yes in ")


def untrusted_folder(machine, patient):
    known = {os.path.realpath(machine.checkout): {"hasTrustDialogAccepted": False}}
    files.replace(os.path.join(machine.home, ".claude.json"), json.dumps({"projects": known}))
    return trust.checks(patient(), claude(machine)), (YELLOW, "Claude Code: ")


def no_codex(machine, patient):
    return trust.checks(patient(PATH="/nowhere"), codex(machine)), (YELLOW, "Codex: not found on the PATH")


def no_codex_and_no_reading(machine, patient):
    files.replace(os.path.join(machine.home, ".codex", "hooks.json"), "{ // mine\n}")
    return trust.checks(patient(PATH="/nowhere"), codex(machine)), (YELLOW, "Codex: not found on the PATH")


TROUBLES = (
    unregister, twice, in_the_project_too, switched_off, unreadable, taken_out, no_code, damaged_code, other_code,
    no_interpreter, a_stub_for_python, unknown_setting, no_remote, remote_gone, remote_changed, template, no_lane,
    other_branch, crlf, a_copy, other_name, old_spool, set_aside, a_shape, an_orphan, a_failure, open_folder, pending,
    long_rules, no_skill, a_foreign_skill, new_folder, never_started, untrusted_folder, no_codex, no_codex_and_no_reading,
)  # fmt: skip


@pytest.mark.parametrize("trouble", TROUBLES, ids=lambda trouble: trouble.__name__)
def test_a_trouble_is_named_with_what_helps(machine, patient, trouble):
    found, (colour, line) = trouble(machine, patient)
    (check,) = [check for check in found if check.line.startswith(line)]
    assert check.colour == colour and check.next


def test_a_codex_that_cannot_be_asked_trusts_what_its_file_says(machine, patient):
    assert codexfiles.give_trust(machine.local, codex(machine))
    (check,) = trust.checks(patient(PATH="/nowhere"), codex(machine))
    assert (check.colour, check.next) == (GREEN, "")
    assert check.line.startswith("Codex: trusts all our hooks, as its config.toml says")


@pytest.mark.parametrize(
    ("folder", "is_cloud"),
    (
        ("OneDrive - Work", True),
        ("Dropbox", True),
        ("Library/Mobile Documents/com~apple~CloudDocs", True),
        ("drop", False),
        ("work/boxes", False),
    ),
)
def test_a_folder_that_another_program_uploads(machine, patient, folder, is_cloud):
    place = os.path.join(machine.home, *folder.split("/"), "memory")
    os.makedirs(os.path.dirname(place))
    os.rename(machine.checkout, place)
    settings.write(machine.local, {"checkout": place})
    assert any("which another program changes" in check.line for check in clone.checks(patient())) is is_cloud


def test_a_clone_that_is_gone(machine, patient):
    settings.write(machine.local, {"checkout": "/gone"})
    assert clone.unreachable(patient()).line == "clone: /gone is not there"


def test_what_is_safe_is_done_once(machine, patient):
    if sys.platform != "win32":
        os.chmod(machine.local, 0o755)
    files.remove(os.path.join(machine.home, ".claude", "skills", "ego-note", "SKILL.md"))
    repository.git(machine.checkout, "config", "user.name", "Another")
    lock = os.path.join(machine.checkout, ".git", "index.lock")
    files.replace(lock, "")
    os.utime(lock, (time.time() - 90000,) * 2)
    done = mend.all_of(patient())
    assert done[-1] == "let the worker make one whole pass" and len(done) == (5 if sys.platform != "win32" else 4), done
    assert mend.all_of(patient()) == ["let the worker make one whole pass"]
    assert stat.S_IMODE(os.stat(machine.local).st_mode) == 0o700 and not os.path.exists(lock)


def test_the_screen_and_its_json(machine, patient):
    who = patient()
    found = [Check(GREEN, "one", ""), Check(WAITING, "four", "see")]
    found += [Check(YELLOW, "two\x1b[2J", "do"), Check(RED, "three", "as said")]
    lines = screen.text(who, found, False).split("\n")
    assert lines[0].endswith(": 1 green, 1 waiting, 1 yellow, 1 red")
    assert lines[1:] == ["!! three", " ! two [2J", "   -> do", ".. four", "   -> see", "ok one"]
    assert "\033[31m!!\033[0m three" in screen.text(who, found, True)
    told = json.loads(screen.as_json(who, found, ["x"]))
    assert told["checks"][3] == {"colour": "red", "line": "three", "next": "as said"} and told["fixed"] == ["x"]


def test_errors_count_until_somebody_looked(machine, patient):
    failures.note(machine.local, "hook stop", ValueError("x"), time.time())
    screen.seen(machine.local, time.time())
    assert "errors: none since the last look" in [check.line for check in machine_checks(patient())]


def test_a_check_that_fails_holds_no_other_up():
    def broken():
        raise RuntimeError("x")

    assert said(screen._safely(broken)) == [(RED, "doctor: a check failed (RuntimeError: x)")]


def test_the_program_answers_and_its_status_tells(machine):
    done = machine.tool("doctor", "--json")
    told = json.loads(done.stdout)
    colours = {check["colour"] for check in told["checks"]}
    assert done.returncode == (1 if "red" in colours else 0) and done.stderr == ""
    assert machine.tool("doctor", "--nonsense").returncode == 2


def test_spans():
    assert [ago(n) for n in (0, 119, 120, 7199, 7200, 172800)] == ["0 s", "119 s", "2 min", "119 min", "2 h", "2 d"]
