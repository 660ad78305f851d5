"""The worker: spool to remote, once and only once, by one process at a time."""
import json
import os
import shutil
import subprocess
import sys
import time
import types

import pytest

from tests import machines, repository
from tests.conftest import NOW
from tests.tools.lib.scrub import made
from tools.lib import files, launch, lock, notices, paths, sessions, spool, work, worker
from tools.lib.archive import saving
from tools.lib.console import caller
from tools.lib.console.desk import Desk
from tools.lib.intake import orphans, resolution
from tools.lib.journals import ledger
from tools.lib.setup import pin


@pytest.fixture
def desk(tmp_path, monkeypatch):
    machine = machines.Machine(str(tmp_path), "desk", machines.remote(str(tmp_path)))
    assert machine.install().returncode == 0
    monkeypatch.setenv("HOME", machine.home)
    with lock.held(os.path.join(files.folder(os.path.join(machine.local, "locks")), "worker")):
        yield machine  # hooks start no worker: each test's turns are its own


def turn(machine, now=None):
    working = work.Work(machine.local, (lambda: now) if now else time.time)
    working.turn(at_once=True)
    return working


def texts(machine):
    return [entry.text for entry in machines.journaled(machine.remote)]


def talk(machine, prompt="do it", answer="done"):
    session = machine.session()
    session.ask(prompt)
    session.answer(answer)
    return session


def test_a_talk_is_in_the_remote_once_however_often_it_is_asked_for(desk):
    session = talk(desk)
    for _ in range(3):
        turn(desk)
    assert texts(desk) == ["do it", "title Do it", "done"]
    tree = repository.tree(desk.remote, "main")
    (saved,) = [path for path in tree if "/sessions/" in path]
    assert saved.endswith(f"-{session.id}.md") and "> do it" in tree[saved]
    assert repository.git(desk.checkout, "status", "--porcelain") == ""


def test_what_one_session_gave_away_is_known_in_the_next_and_by_the_next_worker(desk):
    value = made.dense(20)
    talk(desk, f"token={value}")
    turn(desk)
    talk(desk, f"{value} it was, said bare")
    turn(desk)
    said = "".join(texts(desk))
    assert value not in said and said.count("[secret:secret:") == 4  # two entries and their titles


@pytest.mark.parametrize("name", ("DB_PASSWORD", "DATABASE_URL"))
def test_a_secret_of_another_session_s_environment_is_no_secret_to_a_worker_at_work(desk, name):
    talk(desk, "before")
    working, password = turn(desk), f"Yodel7battery-{made.dense(4)}"
    desk.environ[name] = password if name == "DB_PASSWORD" else f"postgres://app:{password}@db/main"
    talk(desk, f"it says {password} to everybody", f"{password} indeed")
    working.turn(at_once=True)
    said = "".join(repository.tree(desk.remote, "main").values())
    assert "Yodel7battery" not in said and "to everybody" in said and "[secret:known-value:" in said


def test_a_worker_at_work_heeds_a_private_word_and_a_password_that_were_just_written_down(desk):
    talk(desk, "before")
    working, password = turn(desk), made.dense(20)
    files.replace(os.path.join(desk.local, "private-words"), "Okapihouse\n")
    files.replace(os.path.join(desk.home, ".netrc"), f"machine h login u password {password}\n")
    files.replace(os.path.join(desk.checkout, "memory", "facts", "x.md"), "The owner is okapihouse.\n")
    talk(desk, f"Okapihouse is at it: {password}", "okapihouse again")
    working.turn(at_once=True)
    tree = repository.tree(desk.remote, "main")
    assert not [path for path, text in tree.items() if "kapihouse" in text or password in text]
    said = [text for text in texts(desk) if text.endswith("again") or " is at it: " in text]
    assert all("[secret:private:" in text for text in said) and "memory/facts/x.md" not in tree and len(said) > 1
    os.remove(os.path.join(desk.local, "private-words"))
    working.turn(at_once=True)
    assert repository.tree(desk.remote, "main")["memory/facts/x.md"] == "The owner is okapihouse."


def test_a_spool_file_goes_when_its_day_is_over_and_all_of_it_is_pushed(desk):
    talk(desk)
    turn(desk)
    assert len(spool.listing(desk.local)) == 1
    shutil.move(desk.remote, desk.remote + ".away")
    talk(desk, "offline")
    turn(desk, time.time() + 2 * 86400)
    assert len(spool.listing(desk.local)) == 1  # the talked-of and pushed is gone, the unpushed stays
    shutil.move(desk.remote + ".away", desk.remote)
    turn(desk, time.time() + 2 * 86400 + 1)
    assert spool.listing(desk.local) == [] and os.listdir(os.path.join(desk.local, "spool")) == []
    assert sorted(texts(desk)) == sorted(["do it", "title Do it", "done", "offline", "title Offline", "done"])


def test_an_edit_that_was_taken_is_pushed_at_once_and_not_with_the_next_look_at_the_remote(desk):
    now = [time.time()]
    made = work.Work(desk.local, lambda: now[0])
    made.turn(at_once=True)
    repository.write(desk.checkout, "contexts/_unsorted/README.md", "Mine.\n")
    for _ in range(4):
        assert "Mine." not in repository.tree(desk.remote, "main")["contexts/_unsorted/README.md"]
        now[0] += 20.0
        made.turn(at_once=False)
    assert repository.tree(desk.remote, "main")["contexts/_unsorted/README.md"] == "Mine."


def test_what_a_person_said_of_a_context_counts_before_the_remote_is_asked(desk, monkeypatch):
    made, seen = work.Work(desk.local, lambda: NOW), []
    talk(desk)
    made.turn(at_once=True)  # so that the next commit is due in a while
    nothing = work.exchange.Outcome(False, False, "unreachable", "")
    monkeypatch.setattr(work.exchange, "run", lambda *_: seen.append(resolution.table(desk.local)) or nothing)
    at = Desk(desk.local, caller.Caller(caller.TERMINAL, caller.PERSON, True), NOW, {})
    for line in ({"op": "new"}, {"op": "capture", "state": "off"}):
        at.tell({"e": "context", "name": "clients/acme", **line})
        made.turn(at_once=False)
    assert [[context.capture for context in table if context.name == "clients/acme"] for table in seen] == [["on"], ["off"]]


def test_what_this_machine_keeps_of_a_session_goes_in_time(desk):
    desk.environ["CLAUDE_PID"] = "7"
    session = talk(desk)
    session.end("clear")
    turn(desk)
    assert names(desk, "7") >= {"cleared"} and names(desk, session.id) >= {"locks", "saved", "sessions", "spool"}
    turn(desk, time.time() + 2 * 86400)
    assert names(desk, session.id) & {"locks", "saved", "sessions", "spool"} == {"locks", "saved", "sessions"}
    assert os.listdir(os.path.join(desk.local, "cleared")) == []
    turn(desk, time.time() + 62 * 86400)
    assert names(desk, session.id) == {"saved"}
    turn(desk, time.time() + 400 * 86400)
    assert names(desk, session.id) == set()


def names(machine, session):
    """What of the local folder has a file whose name holds this."""
    found = set()
    for place, _, files_ in os.walk(machine.local):
        below = os.path.relpath(place, machine.local).split(os.sep)[0]
        if below not in ("lane", "pins"):
            found |= {below if below != "." else name for name in files_ if session in name}
    return found


def test_a_lane_that_is_lost_is_made_again_with_what_the_remote_never_had(desk):
    talk(desk)
    turn(desk)
    shutil.move(desk.remote, desk.remote + ".away")
    talk(desk, "offline")
    turn(desk)
    shutil.rmtree(os.path.join(desk.local, "lane"))
    shutil.move(desk.remote + ".away", desk.remote)
    turn(desk)
    assert sorted(texts(desk)) == sorted(["do it", "title Do it", "done", "offline", "title Offline", "done"])
    assert sum("/sessions/" in path for path in repository.tree(desk.remote, "main")) == 2


@pytest.mark.parametrize("gone", ("ledger.json", "worker.json", "saved.json", "sync.json", "contexts.json", "tables"))
def test_a_lost_state_file_doubles_and_loses_nothing(desk, gone):
    session = talk(desk)
    turn(desk)
    place = os.path.join(desk.local, gone)
    shutil.rmtree(place) if os.path.isdir(place) else os.remove(place)
    session.ask("more")
    session.answer("of it")
    turn(desk)
    assert sorted(texts(desk)) == sorted(["do it", "title Do it", "done", "more", "of it"])


def test_what_is_deleted_by_hand_stays_deleted(desk):
    session = talk(desk)
    turn(desk)
    (path,) = [path for path in repository.tree(desk.checkout) if "/journal/" in path]
    place = os.path.join(desk.checkout, path)
    with open(place, encoding="utf-8") as handle:
        rows = handle.readlines()
    with open(place, "w", encoding="utf-8") as handle:
        handle.writelines(row for row in rows if " A: done" not in row)
    turn(desk)
    session.ask("more")
    turn(desk)
    turn(desk)
    assert sorted(texts(desk)) == sorted(["do it", "title Do it", "more"])
    assert repository.git(desk.checkout, "status", "--porcelain") == ""


def test_turns_missed_on_a_full_disk_are_taken_from_the_transcript(desk):
    from tools.lib.intake import missed

    session = talk(desk)
    since = time.time()
    session.turn = 7
    session._record("user", {"role": "user", "content": "missed"}, promptId="p7")
    session._record("assistant", {"role": "assistant", "content": [{"type": "text", "text": "unheard"}]})
    missed.mark(desk.local, session.id, session.transcript, since)
    for _ in range(2):
        turn(desk)
    assert sorted(texts(desk)) == sorted(["do it", "title Do it", "done", "missed", "unheard"])
    assert missed.take(desk.local) == []


@pytest.mark.skipif(sys.platform == "win32", reason="process ids are asked for on POSIX only")
def test_the_open_prompt_of_a_killed_client_is_closed_by_any_later_start(desk):
    gone = subprocess.Popen([sys.executable, "-c", "pass"])
    gone.wait()
    session = desk.session()
    session.ask("left alone")
    record = sessions.load(desk.local, session.id)
    sessions.save(desk.local, {**record, "pid": str(gone.pid), "last": record["last"] - 60})
    alive = desk.session()
    alive.ask("still at work")
    sessions.save(desk.local, {**sessions.load(desk.local, alive.id), "pid": str(os.getpid())})
    turn(desk)
    assert [text for text in texts(desk) if text.startswith("interrupted")] == [
        f"interrupted ^{machines.journaled(desk.remote)[0].id} has no answer"
    ] or sum(text.startswith("interrupted") for text in texts(desk)) == 1
    assert orphans.close(desk.local, time.time()) == []


def test_a_session_is_saved_when_it_is_quiet(desk):
    talk(desk)
    now = time.time()
    assert saving.waiting(desk.local, now, False, 0.0) == []
    assert len(saving.waiting(desk.local, now + 61, False, 0.0)) == 1
    assert len(saving.waiting(desk.local, now - 7200, False, 0.0)) == 1  # a clock set back is no reason to wait for ever
    turn(desk)
    assert saving.waiting(desk.local, now + 61, False, 0.0) == []


def test_one_worker_at_a_time_and_the_running_one_answers_a_request(desk, tmp_path):
    assert worker.main([desk.local]) == 0  # the lock is held: it ends at once
    asked = os.path.join(desk.local, "requests", "1")
    files.replace(asked, "")
    talk(desk)
    made = work.Work(desk.local)
    made.is_idle = lambda: not os.path.exists(asked)
    worker.loop(made, launch.pointer(desk.local))
    assert not os.path.exists(asked) and texts(desk) == ["do it", "title Do it", "done"]


def test_a_step_that_fails_is_said_once_tried_again_later_and_stops_no_other(desk, monkeypatch):
    talk(desk)
    monkeypatch.setattr(work.settle, "run", lambda *_: 1 / 0)
    made = turn(desk)
    assert texts(desk) == ["do it", "title Do it", "done"]
    assert "failed-worker checkout" in notices.standing(desk.local)
    monkeypatch.undo()
    monkeypatch.setenv("HOME", desk.home)
    made.turn(at_once=True)
    assert "failed-worker checkout" not in notices.standing(desk.local)
    with open(os.path.join(desk.local, "errors.log"), encoding="utf-8") as handle:
        (row,) = handle.read().splitlines()
    assert " worker checkout: ZeroDivisionError at test_worker.py:" in row


def test_a_detached_worker_outlives_its_hook_and_ends_by_itself(tmp_path, monkeypatch):
    made = machines.Machine(str(tmp_path), "desk", machines.remote(str(tmp_path)))
    made.install()
    session = talk(made)
    session.end()
    deadline = time.monotonic() + 90
    while len(texts(made)) < 4:
        assert time.monotonic() < deadline
        time.sleep(0.2)
    made.idle(90)
    assert texts(made) == ["do it", "title Do it", "done", "ended other"]
    assert json.loads(files.read(os.path.join(made.local, "worker.json")))["pushed"] > 0
    assert not os.path.exists(os.path.join(made.local, "uncommitted"))


def test_the_ledger_remembers_each_stage(tmp_path):
    made = ledger.Ledger(str(tmp_path))
    made.intend({"a": 10})
    assert ledger.Ledger(str(tmp_path)).interrupted
    made.journaled()
    again = ledger.Ledger(str(tmp_path))
    assert (again.interrupted, again.at("a", ledger.JOURNALED), again.pending(ledger.COMMITTED)) == (False, 10, True)
    again.reached(ledger.COMMITTED)
    again.reached(ledger.PUSHED)
    again.intend({"a": 30})
    again.journaled()
    again.again()
    assert (again.at("a", ledger.JOURNALED), again.interrupted, again.pending(ledger.PUSHED)) == (10, True, False)


def test_a_worker_that_waits_for_its_sessions_steps_aside_and_another_goes_on(tmp_path, monkeypatch):
    """It stays for ten minutes after the last event, and nobody waits so long to decide a conflict."""
    desk = machines.Machine(str(tmp_path), "desk", machines.remote(str(tmp_path)))
    assert desk.install().returncode == 0
    desk.idle()
    begun = []
    monkeypatch.setattr(launch, "worker", begun.append)
    with worker._alone(desk.local):
        session = desk.session()
        session.ask("do it")
    with subprocess.Popen([*machines.PY, launch.CODE, paths.ROOT, desk.local], env=desk.environ) as running:
        while "do it" not in texts(desk):
            assert running.poll() is None
            time.sleep(0.1)
        with worker.aside(desk.local), worker._alone(desk.local) as free:
            assert not free
        assert running.wait() == 0
    assert begun == [desk.local]
    with worker.aside(desk.local):
        pass
    assert begun == [desk.local]  # where none ran, none is begun


@pytest.mark.parametrize("others", (True, False), ids=("upgrade", "uninstall"))
def test_a_worker_ends_when_its_code_is_in_force_no_more_and_what_is_goes_on(tmp_path, monkeypatch, others):
    """It stays as long as sessions work, and an upgraded scrubber must not wait for their end, nor an uninstall."""
    desk = machines.Machine(str(tmp_path), "desk", machines.remote(str(tmp_path)))
    assert desk.install().returncode == 0
    desk.idle()
    monkeypatch.setenv("HOME", desk.home)
    begun, slept = [], []
    monkeypatch.setattr(launch, "worker", begun.append)
    with worker._alone(desk.local):
        desk.session().ask("do it")

    def change(_):
        slept.append(begun[:])
        if len(slept) == 3 and others:
            old = os.path.join(desk.local, *launch.pointer(desk.local).split("/"))
            shutil.copytree(old, os.path.join(desk.local, "pins", "new"))
            files.replace(os.path.join(desk.local, "current"), "pins/new\n")
        elif len(slept) == 3:
            pin.retire(desk.local)

    monkeypatch.setattr(worker, "time", types.SimpleNamespace(time=time.time, sleep=change))
    assert worker.main([desk.local]) == 0
    assert (len(slept), begun) == (3, [desk.local] if others else [])


def test_after_an_uninstall_no_worker_writes_into_the_folder_that_may_be_deleted(tmp_path):
    desk = machines.Machine(str(tmp_path), "desk", machines.remote(str(tmp_path)))
    assert desk.install().returncode == 0
    desk.session().ask("do it")  # and a worker that waits for more
    assert desk.install("--uninstall").returncode == 0
    with worker._alone(desk.local) as free:
        assert free
