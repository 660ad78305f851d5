from __future__ import annotations

import http.server
import os
import socket
import subprocess
import sys
import threading

import pytest

from tests import repository
from tests.tools.lib.sync.world import NOW, PREFERENCES, secret
from tools.lib import files, git, paths
from tools.lib.sync import exchange, lane, pushing, rejoin


def fail_times(desk, times=3):
    return [exchange.run(desk.local, desk.gate, NOW + n) for n in range(times)]


def test_machines_that_only_wrote_their_own_stay_one_line(world):
    desk, laptop = world.machine("desk"), world.machine("laptop")
    for number in range(3):
        for machine in (desk, laptop):
            machine.say(f"{machine.name} {number}")
            if number:
                machine.say("more")
        for machine in (desk, laptop, desk):
            assert machine.sync()[:3] == (True, True, "ok")
    assert repository.git(world.remote, "rev-list", "--merges", "main") == ""
    assert desk.text(laptop.journal()) == laptop.text(laptop.journal())
    assert desk.lane != laptop.lane and lane.head(desk.local) == repository.git(world.remote, "rev-parse", "main")


def test_a_journal_changed_on_both_sides_is_merged_entry_by_entry(world):
    desk, laptop = world.machine("desk"), world.machine("laptop")
    desk.say("one ^aaaaaaaa")
    desk.say("two ^bbbbbbbb")
    desk.sync()
    laptop.sync()
    laptop.edit(desk.journal(), laptop.text(desk.journal()).replace("one", "first"))
    laptop.sync()
    desk.say("three ^cccccccc")
    desk.sync()
    laptop.sync()
    for machine in (desk, laptop):
        assert [row[-15:] for row in machine.text(machine.journal() if machine is desk else desk.journal()).split("\n")[5:]] == [
            "first ^aaaaaaaa", ": two ^bbbbbbbb", "three ^cccccccc", "",
        ]


def test_another_machine_that_pushes_in_between_costs_a_round(world, desk, monkeypatch):
    desk.sync()
    desk.say("hello")
    push, rounds = pushing.run, []

    def late(local):
        rounds.append(1)
        if len(rounds) < 4:
            world.push(**{f"memory/lessons/{len(rounds)}.md": "x\n"})
        return push(local)

    monkeypatch.setattr(pushing, "run", late)
    assert desk.sync()[:3] == (True, True, "ok")
    assert len(rounds) == 4 and desk.journal() in world.tree() and desk.told() == {}


def test_a_remote_that_is_gone_is_told_after_three_times_and_then_over(world, desk):
    desk.sync()
    os.rename(world.remote, world.remote + ".away")
    desk.say("hello")
    assert [outcome.state for outcome in fail_times(desk, 2)] == ["unreachable"] * 2
    assert desk.told() == {}
    fail_times(desk, 1)
    assert "cannot be reached" in desk.told()["exchange"] and "sync.py now" in desk.told()["exchange"]
    os.rename(world.remote + ".away", world.remote)
    desk.sync()
    assert desk.told() == {} and desk.journal() in world.tree()


def test_a_remote_that_refuses_is_told_at_once(world, desk):
    desk.sync()
    hook = os.path.join(world.remote, "hooks", "pre-receive")
    repository.write(world.remote, "hooks/pre-receive", "#!/bin/sh\necho main is protected >&2\nexit 1\n")
    os.chmod(hook, 0o700)
    desk.say("hello")
    outcome = desk.sync()
    assert outcome[:3] == (True, False, "refused")
    assert "main is protected" in desk.told()["exchange"] and "hook declined" in desk.told()["exchange"]
    world_head = repository.git(world.remote, "rev-parse", "main")
    os.unlink(hook)
    desk.sync()
    assert desk.told() == {} and repository.git(world.remote, "rev-parse", "main") != world_head


def test_a_remote_that_hangs_ends_at_the_deadline(world, desk, monkeypatch):
    desk.sync()
    desk.say("hello")
    monkeypatch.setattr(git, "NETWORK_DEADLINE", 1.0)
    with socket.create_server(("127.0.0.1", 0)) as server:
        desk.set(remote=f"http://127.0.0.1:{server.getsockname()[1]}/memory.git")
        desk.git("remote", "set-url", "origin", f"http://127.0.0.1:{server.getsockname()[1]}/memory.git")
        outcomes = fail_times(desk)
    assert [outcome.state for outcome in outcomes] == ["unreachable"] * 3
    assert "no answer within 1 seconds" in desk.told()["exchange"]
    assert desk.text(desk.journal(), desk.lane)


class Locked(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(401)
        self.send_header("WWW-Authenticate", 'Basic realm="memory"')
        self.end_headers()

    def log_message(self, *args):
        pass


def test_a_remote_that_asks_for_a_password_is_told_and_nobody_is_asked(world, desk, monkeypatch, tmp_path):
    desk.sync()
    asked = tmp_path / "asked"
    askpass = tmp_path / "askpass"
    askpass.write_text(f"#!/bin/sh\ntouch '{asked}'\necho x\n")
    askpass.chmod(0o700)
    for name in ("GIT_ASKPASS", "SSH_ASKPASS"):
        monkeypatch.setenv(name, str(askpass))
    desk.git("config", "--global", "core.askPass", str(askpass))
    with http.server.HTTPServer(("127.0.0.1", 0), Locked) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://me:hidden@127.0.0.1:{server.server_port}/memory.git"
        desk.set(remote=url)
        desk.git("remote", "set-url", "origin", url)
        assert exchange.run(desk.local, desk.gate, NOW).state == "sign-in"
        desk.set(remote=url.replace("me:hidden@", ""))
        assert exchange.run(desk.local, desk.gate, NOW).state == "sign-in"
        server.shutdown()
    assert not asked.exists()
    assert "wants a sign-in" in desk.told()["exchange"] and "hidden" not in desk.told()["exchange"]


def test_ssh_never_asks(world, desk, tmp_path, monkeypatch):
    desk.sync()
    seen = tmp_path / "seen"
    ssh = tmp_path / "ssh"
    ssh.write_text(
        f'#!/bin/sh\necho "$@" >> "{seen}"\nif [ -t 0 ]; then echo tty >> "{seen}"; fi\n'
        'echo "Host key verification failed." >&2\nexit 255\n'
    )
    ssh.chmod(0o700)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    desk.set(remote="git@host.invalid:me/memory.git")
    desk.git("remote", "set-url", "origin", "git@host.invalid:me/memory.git")
    assert exchange.run(desk.local, desk.gate, NOW).state == "sign-in"
    assert "BatchMode=yes" in seen.read_text() and "tty" not in seen.read_text()


def test_signing_hooks_and_inherited_variables_do_not_touch_a_pass(world, desk, tmp_path, monkeypatch):
    ran = tmp_path / "ran"
    hooks = tmp_path / "hooks"
    hooks.mkdir()
    for name in ("pre-commit", "pre-push", "post-commit", "post-checkout", "reference-transaction", "post-index-change", "gpg"):
        (hooks / name).write_text(f"#!/bin/sh\necho {name} >> '{ran}'\nexit 1\n")
        (hooks / name).chmod(0o700)
    desk.sync()
    for key, value in (("core.hooksPath", hooks), ("commit.gpgSign", "true"), ("push.gpgSign", "true"),
                       ("gpg.program", hooks / "gpg"), ("merge.ff", "only"), ("pull.rebase", "true"),
                       ("fetch.prune", "true"), ("core.fsmonitor", hooks / "gpg"),
                       ("push.default", "nothing"), ("init.templateDir", hooks), ("diff.external", hooks / "gpg")):
        desk.git("config", "--global", key, str(value))
    other = repository.bare(tmp_path / "other.git")
    for name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY"):
        monkeypatch.setenv(name, other)
    monkeypatch.setenv("GIT_AUTHOR_NAME", "Poison")
    desk.edit("preferences.md", "- mine\n")
    desk.say("hello")
    assert exchange.run(desk.local, desk.gate, NOW).state == "ok"
    desk.sync()
    for name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY"):
        monkeypatch.delenv(name)
    assert not ran.exists()
    assert world.tree()["preferences.md"] == "- mine"
    assert "Poison" not in repository.git(world.remote, "log", "--format=%an", "main")
    assert desk.text("preferences.md") == "- mine\n"


def test_a_remote_that_lost_what_was_pushed_gets_nothing_until_rejoin(world, desk):
    first = repository.git(world.remote, "rev-parse", "main")
    desk.say("to be purged")
    desk.sync()
    desk.say("never pushed")
    repository.git(world.remote, "update-ref", "refs/heads/main", first)
    outcomes = [desk.sync(NOW + second) for second in (0, 70, 140)]
    assert [outcome.state for outcome in outcomes] == ["lost"] * 3
    assert "python3 tools/sync.py rejoin" in desk.told()["remote-lost"]
    assert repository.git(world.remote, "rev-parse", "main") == first
    rejoin.run(desk.local)
    assert rejoin.is_pending(desk.local)
    assert lane.head(desk.local) == first
    assert not os.path.exists(os.path.join(desk.lane, *desk.journal().split("/")))
    rejoin.done(desk.local)
    desk.say("after")
    for second in (200, 270, 340):
        desk.sync(NOW + second)
    assert "to be purged" not in world.tree()[desk.journal()], "the clone's old history must not bring it back"
    assert list(desk.told()) == ["commits"] and "reset --keep origin/main" in desk.told()["commits"]
    desk.git("fetch", "-q")
    desk.git("reset", "-q", "--keep", "origin/main")
    desk.sync(NOW + 400)
    assert desk.told() == {} and "after" in desk.text(desk.journal())


def test_a_branch_that_was_deleted_at_the_remote_counts_as_lost(world, desk):
    desk.sync()
    repository.git(world.remote, "update-ref", "-d", "refs/heads/main")
    desk.say("hello")
    assert desk.sync().state == "lost"


def test_another_history_is_not_mixed_in(world, desk, tmp_path):
    desk.sync()
    desk.git("remote", "remove", "origin")
    files.remove(os.path.join(desk.lane, ".git", "refs", "remotes", "origin", "main"))
    files.remove(os.path.join(desk.lane, ".git", "refs", "ego", "pushed"))
    other = repository.bare(tmp_path / "other.git")
    stranger = repository.clone(other, tmp_path / "stranger")
    repository.git(stranger, "checkout", "-q", "-B", "main")
    repository.commit(stranger, "Strange", **{"x.md": "x\n"})
    repository.git(stranger, "push", "-q", "origin", "main")
    desk.set(remote=other)
    desk.say("hello")
    assert desk.sync().state == "lost"
    assert repository.tree(other, "main") == {"x.md": "x"}


def test_an_empty_remote_gets_everything(world, desk, tmp_path):
    empty = repository.bare(tmp_path / "empty.git")
    desk.git("remote", "set-url", "origin", empty)
    desk.set(remote=empty)
    desk.say("hello")
    assert desk.sync()[:3] == (True, True, "ok")
    assert desk.journal() in repository.tree(empty, "main")
    assert desk.git("status", "--porcelain") == ""


@pytest.mark.parametrize("url", (paths.TEMPLATE, paths.TEMPLATE[: -len(".git")], "git@github.com:" + paths.TEMPLATE[len("https://github.com/"):]))
def test_nothing_is_pushed_to_the_template(world, desk, url):
    desk.sync()
    desk.set(remote=url)
    outcome = desk.sync()
    assert outcome.state == "forbidden" and "install.py --remote URL" in desk.told()["remote"]


def test_a_clone_whose_remote_was_changed_gets_no_push(world, desk, tmp_path):
    desk.sync()
    other = repository.bare(tmp_path / "other.git")
    desk.git("remote", "set-url", "origin", other)
    desk.say("hello")
    assert desk.sync().state == "forbidden"
    assert "now points at" in desk.told()["remote"]
    assert desk.journal() not in world.tree()
    desk.git("remote", "set-url", "origin", world.remote)
    desk.sync()
    assert desk.told() == {} and desk.journal() in world.tree()


@pytest.mark.parametrize(("answer", "forbidden"), (("PUBLIC", True), ("PRIVATE", False), ("INTERNAL", False), ("", False)))
def test_a_public_repository_gets_no_push(world, desk, tmp_path, monkeypatch, answer, forbidden):
    desk.sync()
    asked = tmp_path / "asked"
    gh = tmp_path / "gh"
    gh.write_text(f"#!/bin/sh\necho \"$@\" >> '{asked}'\n[ -n '{answer}' ] && echo {answer}\n")
    gh.chmod(0o700)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setattr(git, "NETWORK_DEADLINE", 0.2)
    url = "https://host.invalid/me/memory.git"
    desk.set(remote=url)
    desk.git("remote", "set-url", "origin", url)
    states = [outcome.state for outcome in fail_times(desk, 2)]
    assert states == (["forbidden"] * 2 if forbidden else ["unreachable"] * 2)
    assert len(asked.read_text().splitlines()) == 1, "the answer is remembered"


def test_a_secret_among_the_unpushed_is_scrubbed_before_it_goes(world, desk):
    """A value that became known after it was committed."""
    desk.sync()
    hidden = secret()
    path = os.path.join(desk.lane, *desk.journal().split("/"))
    files.replace(path, f"- 2026-11-30T10:02:07+08:00 note: {hidden}\n")

    class Open(type(desk.gate)):
        def scrubbed(self, path, content):
            return content

    lane.commit(desk.local, Open(desk.gate.scrubber), "Early", [desk.journal()], NOW)
    world.push(**{"memory/lessons/other.md": "Other.\n"})
    assert desk.sync().state == "ok"
    assert "[secret:test:000000]" in world.tree()[desk.journal()]
    assert not world.holds(hidden) and desk.told() == {}


def test_two_lanes_in_conflict_keep_both_versions(world):
    desk, laptop = world.machine("desk"), world.machine("laptop")
    for machine in (desk, laptop):
        machine.sync()
    from tools.lib.sync import settle

    for machine in (desk, laptop):
        machine.edit("preferences.md", f"- {machine.name}\n")
        settle.run(machine.local, machine.gate, NOW, True)
        machine.say("hello")
    desk.sync()
    laptop.sync()
    assert world.tree()["preferences.md"] == "- desk" and laptop.journal() in world.tree()
    assert laptop.text("preferences.md") == "- laptop\n"
    assert "resolve preferences.md" in laptop.told()["conflict"]
    kept = [branch for branch in world.branches() if branch != "main"]
    assert [repository.git(world.remote, "show", f"{branch}:preferences.md") for branch in kept] == ["- laptop"]


def test_nothing_of_ours_goes_on_when_a_pass_ends(world, desk):
    """Processes, open files and temporary files are what they were."""
    desk.sync()

    def state():
        children = subprocess.run(["ps", "--ppid", str(os.getpid()), "-o", "comm="], capture_output=True, text=True).stdout
        return sorted(os.listdir("/proc/self/fd")), children.count("git")

    if not sys.platform.startswith("linux"):
        pytest.skip("reads /proc")
    before = state()
    for number in range(3):
        desk.say(str(number))
        desk.sync()
    assert state() == before and desk.left() == []


def test_a_kept_branch_whose_name_is_taken_gets_another(world, desk):
    desk.sync()
    other = repository.commit(world.outside, "Other", **{"x.md": "x\n"})
    repository.git(world.outside, "push", "-q", "origin", f"{other}:refs/heads/alter-ego/kept/desk-0001/2026-11-30-1")
    repository.git(world.outside, "reset", "-q", "--hard", "origin/main")
    world.push(**{"preferences.md": "- theirs\n"})
    exchange.run(desk.local, desk.gate, NOW)
    desk.edit("preferences.md", "- mine\n")
    for second in (1, 2, 3):
        desk.sync(NOW + second)
    assert repository.git(world.remote, "show", "alter-ego/kept/desk-0001/2026-11-30-2:preferences.md") == "- mine"
    assert repository.git(world.remote, "rev-parse", "alter-ego/kept/desk-0001/2026-11-30-1") == other
    assert PREFERENCES.rstrip() not in world.tree()["preferences.md"]
