"""Starting the worker so that no client can take it along, however the hook ends."""
from __future__ import annotations

import os
import sys

from tools.lib import files, lock, paths

CODE = "import sys; sys.path.insert(0, sys.argv[1]); from tools.lib import worker; raise SystemExit(worker.main(sys.argv[2:]))"


def worker(local: str) -> None:
    """See that a worker runs: if none holds its lock, one is started and left alone. Never raises."""
    if os.environ.get("ALTER_EGO_SELFTEST"):
        return
    try:
        files.folder(os.path.join(local, "locks"))
        with lock.held(os.path.join(local, "locks", "worker")) as free:
            pass
        if free:
            _detach([sys.executable, "-I", "-S", "-X", "utf8", "-c", CODE, _in_force(local), local])
    except OSError:
        pass


def pointer(local: str) -> str:
    """The code that is in force, by its path in the local folder; "" for none, as after an uninstall."""
    return (files.text(os.path.join(local, "current")) or "").strip()


def _in_force(local: str) -> str:
    """The root of the code that is pinned: a tool run from the clone must not bring the clone's code in force."""
    pinned = os.path.join(local, *pointer(local).split("/"))
    return pinned if os.path.isdir(os.path.join(pinned, "tools")) else paths.ROOT


if sys.platform == "win32":

    def _detach(command: list[str]) -> None:
        import subprocess  # only here, and only when there is no worker

        subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=paths.ROOT,
            creationflags=subprocess.DETACHED_PROCESS | subprocess.CREATE_NEW_PROCESS_GROUP,
        )
else:

    def _detach(command: list[str]) -> None:
        """Fork twice: the client kills the process tree of a hook that is too slow, and a grandchild has left it."""
        child = os.fork()
        if child:
            os.waitpid(child, 0)
            return
        try:
            os.setsid()
            if os.fork() == 0:
                null = os.open(os.devnull, os.O_RDWR)
                for handle in (0, 1, 2):
                    os.dup2(null, handle)
                os.chdir(paths.ROOT)  # a folder of ours, so that no other is kept from being removed
                os.execv(command[0], command)
        finally:
            os._exit(0)
