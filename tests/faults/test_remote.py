"""Another worker, another machine, and a remote that is gone, refuses, hangs or asks."""

from __future__ import annotations

import contextlib
import http.server
import os
import shutil
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator

import pytest

from tests import repository
from tests.faults import site as sites
from tools.lib import files, settings

HANGING = "#!/bin/sh\ntrap '' TERM INT HUP\nsleep 600 &\nwait\nsleep 600\n"


def test_two_workers(site: sites.Site) -> None:
    """four workers start at the same time"""
    expected = sites.spooled(site.desk)
    command = [sys.executable, sites.CHILD, "-", "before", "1", "0", "worker", site.desk.local]
    running = [subprocess.Popen(command, env=site.desk.environ, cwd=site.desk.home) for _ in range(4)]
    assert [process.wait(60) for process in running] == [0] * 4
    sites.once(site, expected)
    assert sites.told(site.desk) == {}


@pytest.mark.parametrize("times", (1, 2))
def test_pushed_in_between(site: sites.Site, times: int) -> None:
    """the other machine pushes between our fetch and our push"""
    sites.talk(site.laptop, "weave")
    site.laptop.now()
    first = os.path.join(site.place, "first")
    repository.git(first, "pull", "--quiet", "--rebase", "origin", "main")
    expected = sites.spooled(site.desk, site.laptop)
    steps = ("pull -q --rebase origin main", "commit -q --allow-empty -m between", "push -q origin HEAD:main")
    line = " && ".join(f"git -C '{first}' {step}" for step in steps)
    site.desk.environ["FAULTS_MEANWHILE"] = line
    for number in range(1, times + 1):
        done = sites.child(site.desk, "worker", site.desk.local, step="sync.pushing.run", moment="meanwhile", number=number)
        assert done.returncode == 0, done.stderr
    del site.desk.environ["FAULTS_MEANWHILE"]
    sites.once(site, expected)
    assert "between" in repository.git(site.remote, "log", "--format=%s", "main")
    assert sites.told(site.desk) == {}


@contextlib.contextmanager
def gone(site: sites.Site) -> Iterator[str]:
    """the remote is gone"""
    shutil.move(site.remote, site.remote + ".away")
    yield site.remote
    shutil.move(site.remote + ".away", site.remote)


@contextlib.contextmanager
def rejecting(site: sites.Site) -> Iterator[str]:
    """the remote's pre-receive hook rejects the push"""
    hook = os.path.join(site.remote, "hooks", "pre-receive")
    files.replace(hook, "#!/bin/sh\necho 'this branch is protected' >&2\nexit 1\n")
    os.chmod(hook, 0o755)
    yield site.remote
    os.remove(hook)


@contextlib.contextmanager
def silent(site: sites.Site) -> Iterator[str]:
    """the remote takes the connection and never answers"""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(8)
        yield f"git://127.0.0.1:{listener.getsockname()[1]}/memory.git"


@contextlib.contextmanager
def deaf(site: sites.Site) -> Iterator[str]:
    """the remote's transport program sleeps, and is deaf to the request to end"""
    folder = files.folder(os.path.join(site.place, "bin"))
    files.replace(os.path.join(folder, "git-remote-deaf"), HANGING)
    os.chmod(os.path.join(folder, "git-remote-deaf"), 0o755)
    path = site.desk.environ["PATH"]
    site.desk.environ["PATH"] = folder + os.pathsep + path
    yield "deaf::nowhere"
    site.desk.environ["PATH"] = path


class Asking(http.server.BaseHTTPRequestHandler):
    """A host that wants a password."""

    def do_GET(self) -> None:
        self.send_response(401)
        self.send_header("WWW-Authenticate", 'Basic realm="git"')
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@contextlib.contextmanager
def asking(site: sites.Site) -> Iterator[str]:
    """the remote asks for a password"""
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Asking) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/memory.git"
        server.shutdown()


def agree(site: sites.Site, url: str) -> None:
    settings.write(site.desk.local, {"remote": url})
    repository.git(site.desk.checkout, "remote", "set-url", "origin", url)


@pytest.mark.parametrize("trouble", (gone, rejecting, silent, deaf, asking))
def test_remote(site: sites.Site, trouble: Callable[[sites.Site], contextlib.AbstractContextManager[str]]) -> None:
    """the remote does not do its part for three passes, then it does"""
    expected = sites.spooled(site.desk)
    site.desk.environ["FAULTS_DEADLINE"] = "1"
    with trouble(site) as url:
        agree(site, url)
        for _ in range(3):
            assert sites.child(site.desk, "worker", site.desk.local).returncode == 0
        assert sites.processes(site) == []
        (told,) = sites.told(site.desk).values()
        assert site.desk.setting("remote") in told and "python3 tools/sync.py now" in told
        lane = os.path.join(site.desk.local, "lane")
        assert sorted(sites.journaled(sites.shared(lane))) == sorted(expected)  # committed here meanwhile
        agree(site, site.remote)
    del site.desk.environ["FAULTS_DEADLINE"]
    site.desk.now()
    sites.once(site, expected)
    assert sites.told(site.desk) == {}
