"""What `git.exe` is under Wine: it hands its call to relay.py over loopback and behaves as git did there.

Standard library only; it is packed with a launcher into one program and runs in the Windows Python.
"""

from __future__ import annotations

import json
import os
import socket
import struct
import sys
import threading

HEADER = struct.Struct(">cI")  # what a frame is (input, output, errors, exit status), and how long


def frames(stream: object) -> object:
    """The frames that come, until the other side is gone."""
    while True:
        head = stream.read(HEADER.size)  # type: ignore[attr-defined]
        if len(head) < HEADER.size:
            return
        kind, length = HEADER.unpack(head)
        yield kind, stream.read(length)  # type: ignore[attr-defined]


def pump(connection: socket.socket) -> None:
    """Everything on standard input, as it comes; an empty frame is its end."""
    chunk = b"-"
    while chunk:
        try:
            chunk = os.read(0, 1 << 16)
        except OSError:
            chunk = b""
        try:
            connection.sendall(HEADER.pack(b"i", len(chunk)) + chunk)
        except OSError:
            return


def main() -> int:
    with open(os.path.join(os.path.dirname(os.path.abspath(sys.argv[0])), "port"), encoding="ascii") as file:
        port = int(file.read())
    with socket.create_connection(("127.0.0.1", port)) as connection:
        call = json.dumps([os.getcwd(), sys.argv[1:], dict(os.environ)]).encode()
        connection.sendall(HEADER.pack(b"c", len(call)) + call)
        threading.Thread(target=pump, args=(connection,), daemon=True).start()
        with connection.makefile("rb") as stream:
            for kind, content in frames(stream):  # type: ignore[attr-defined]
                if kind == b"x":
                    return int(content)
                os.write(1 if kind == b"o" else 2, content)
    return 255


if __name__ == "__main__":
    status = main()
    os._exit(status)  # the thread may still wait for input
