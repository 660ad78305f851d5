"""Our own failures: logged where they happened, without a word of what was being worked on, and said once."""
from __future__ import annotations

import os
import time

from tools.lib import files, lock, notices

MOST = 1 << 20  # bytes; an older log is begun anew


def note(local: str, who: str, error: BaseException, now: float) -> None:
    """Log an error and put it before the person. Never raises.

    An error's message may quote a prompt or a secret, so only its type, its system error and its places are kept.
    """
    try:
        path = os.path.join(local, "errors.log")
        with lock.held(os.path.join(local, "errors.lock"), 1.0):
            if os.path.exists(path) and os.stat(path).st_size > MOST:
                files.remove(path)
            when = time.strftime("%Y-%m-%dT%H:%M:%S", time.localtime(now))
            files.append(path, f"{when} {who}: {_kind(error)} at {' < '.join(_places(error))}\n".encode())
    except OSError:
        pass
    if _is_full(error):
        words = f"The disk of {local} is full: make room, and what was missed is taken from the transcript."
        notices.say(local, "disk-full", words, now)
    else:
        notices.say(
            local,
            f"failed-{who}",
            f"{who} failed ({_kind(error)}); nothing of yours is blocked, and {os.path.join(local, 'errors.log')} says where.",
            now,
        )


def _kind(error: BaseException) -> str:
    name = type(error).__name__
    return f"{name} {os.strerror(error.errno)}" if isinstance(error, OSError) and error.errno else name


def _is_full(error: BaseException) -> bool:
    import errno

    return isinstance(error, OSError) and error.errno in (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC))


def _places(error: BaseException) -> list[str]:
    """The last frames, innermost first, as `module:line`."""
    found = []
    trace = error.__traceback__
    while trace is not None:
        name = os.path.basename(trace.tb_frame.f_code.co_filename)
        found.append(f"{name}:{trace.tb_lineno}")
        trace = trace.tb_next
    return found[::-1][:5]
