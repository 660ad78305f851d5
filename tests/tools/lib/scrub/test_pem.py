"""Key blocks in every dress; what stands after one is never swallowed."""
from __future__ import annotations

import base64
import json
import urllib.parse

import pytest

from tests.tools.lib.scrub import made

FORMS = {
    "plain": lambda lines: "\n".join([*lines, "AFTER it"]),
    "no end": lambda lines: "\n".join([*lines[:-1], "AFTER it all"]),
    "no beginning": lambda lines: "\n".join([*lines[1:], "AFTER it"]),
    "cut": lambda lines: "\n".join(lines[:4]) + "\n... [truncated]\nAFTER it",
    "numbered": lambda lines: "\n".join(f"{n:6}\t{line}" for n, line in enumerate([*lines, "AFTER it"])),
    "arrow": lambda lines: "\n".join(f"{n:6}→{line}" for n, line in enumerate([*lines, "AFTER it"])),
    "grep": lambda lines: "\n".join(f"id_rsa:{n}:{line}" for n, line in enumerate([*lines, "AFTER it"])),
    "diff": lambda lines: "\n".join("+" + line for line in [*lines, "AFTER it"]),
    "quoted": lambda lines: "\n".join("> " + line for line in [*lines, "AFTER it"]),
    "crlf": lambda lines: "\r\n".join([*lines, "AFTER it"]),
    "one line": lambda lines: " ".join([*lines, "AFTER it"]),
    "escaped": lambda lines: '"key": "' + "\\n".join(lines) + '\\n", "x": "AFTER it"',
    "escaped twice": lambda lines: "\\\\n".join(lines) + " AFTER it",
    "strings": lambda lines: "\n".join(f'"{line}\\n"' for line in lines) + "\nAFTER it",
    "concatenated": lambda lines: " +\n".join(f'"{line}\\n"' for line in lines) + ";\nAFTER it",
    "coloured": lambda lines: "\n".join(f"\x1b[32m{line}\x1b[0m" for line in [*lines, "AFTER it"]),
    "legacy": lambda lines: "\n".join([lines[0], "Proc-Type: 4,ENCRYPTED", "DEK-Info: AES,0123", "", *lines[1:], "AFTER it"]),
    "joined by <br>": lambda lines: "<br>".join([*lines, "AFTER it"]),
    "in paragraphs": lambda lines: "".join(f"<p>{line}</p>" for line in [*lines, "AFTER it"]),
    "in a listing's markup": lambda lines: "\n".join(f'<span class="line">{line}</span>' for line in [*lines, "AFTER it"]),
    "in a frame": lambda lines: "\n".join(f"│ {line:<64} │" for line in [*lines, "AFTER it"]),
    "in a heavy frame": lambda lines: "\n".join(f"┃ {line:<64} ┃" for line in [*lines, "AFTER it"]),
    "in a table's column": lambda lines: "\n".join(f"│ x │ {line:<64} │ y │" for line in [*lines, "AFTER it"]),
    "of a form": lambda lines: "a=b&key=" + urllib.parse.quote_plus("\n".join(lines)) + "&c=AFTER+it\nAFTER it",
    "of a form, quoted again": lambda lines: "key=" \
        + urllib.parse.quote(urllib.parse.quote_plus("\n".join(lines))) + "&c=d\nAFTER it",
    "joined by commas": lambda lines: ",".join(lines) + "\nAFTER it",
    "a list's repr": lambda lines: repr([f"{line}\n" for line in lines]) + "\nAFTER it",
    "objects of a list": lambda lines: json.dumps([{"n": n, "text": line} for n, line in enumerate([*lines, "AFTER it"])]),
    "objects in text": lambda lines: "out " + json.dumps([{"n": n, "text": line} for n, line in enumerate([*lines, "AFTER it"])]),
    "strings of a list": lambda lines: json.dumps({"lines": [*lines, "AFTER it"]}),
    "echoed": lambda lines: "\n".join(f'echo "{line}" >> key' for line in [*lines, "AFTER it"]),
    "cat -A": lambda lines: "\n".join(f"{line}$" for line in [*lines, "AFTER it"]),
    "logged": lambda lines: "\n".join(f"2026-03-02T10:11:{n:02d}Z web-1 {line}" for n, line in enumerate([*lines, "AFTER it"])),
    "wrapped at fifty": lambda lines: "\n".join(
        piece for line in [*lines, "AFTER it"] for piece in (line[:50], line[50:]) if piece),
    "the middle left out": lambda lines: "\n".join([*lines[:3], "[...]", *lines[-4:], "AFTER it"]),
    "in a variable": lambda lines: 'KEY="' + "\n".join(lines) + '"\nAFTER it',
    "base64": lambda lines: base64.b64encode("\n".join(lines).encode()).decode() + " AFTER it",
}


@pytest.mark.parametrize("label", ("RSA PRIVATE KEY", "OPENSSH PRIVATE KEY", "PRIVATE KEY", "PGP PRIVATE KEY BLOCK"))
@pytest.mark.parametrize("form", FORMS)
def test_a_key_block_goes_and_the_rest_stays(form, label):
    lines = made.pem(label=label)
    text = FORMS[form](lines)
    out = made.scrubber().record(text.encode()).decode()
    assert not any(made.survives(out, line[2:]) for line in lines[1:-1])
    assert "AFTER it" in out and out.count("\n") == text.count("\n")
    assert made.scrubber().text(out) == out


def test_a_certificate_and_a_public_key_stay():
    for label in ("CERTIFICATE", "PUBLIC KEY", "RSA PUBLIC KEY"):
        text = "\n".join(made.pem(label=label))
        assert made.scrubber().text(text) == text


PUTTY = ("PuTTY-User-Key-File-3: ssh-rsa", "Encryption: none", "Comment: deploy", "Public-Lines: 1")


@pytest.mark.parametrize("form", ("plain", "crlf", "in a frame", "numbered", "strings of a list", "joined by <br>"))
def test_a_putty_key_loses_its_private_lines_only(form):
    public, private = made.text(64), [made.text(64) for _ in range(5)]
    text = FORMS[form]([*PUTTY, public, "Private-Lines: 5", *private, f"Private-MAC: {made.text(40, made.HEX)}"])
    out = made.scrubber().record(text.encode()).decode()
    assert not any(made.survives(out, line) for line in private)
    assert "AFTER it" in out and public in out


def test_what_merely_speaks_of_a_block_stays():
    text = "\n".join((
        'if text.startswith("-----BEGIN RSA PRIVATE KEY-----"):', "    return loadPrivateKeyFromEnvironmentOrFile(path)",
        '"sha512-' + made.text(86) + '=="', 'if text.endswith("-----END RSA PRIVATE KEY-----"):', "    pass"))
    assert made.scrubber().text(text) == text
