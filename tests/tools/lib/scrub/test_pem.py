"""Key blocks in every dress; what stands after one is never swallowed."""
from __future__ import annotations

import base64

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
    "in a variable": lambda lines: 'KEY="' + "\n".join(lines) + '"\nAFTER it',
    "base64": lambda lines: base64.b64encode("\n".join(lines).encode()).decode() + " AFTER it",
}


@pytest.mark.parametrize("label", ("RSA PRIVATE KEY", "OPENSSH PRIVATE KEY", "PRIVATE KEY", "PGP PRIVATE KEY BLOCK"))
@pytest.mark.parametrize("form", FORMS)
def test_a_key_block_goes_and_the_rest_stays(form, label):
    lines = made.pem(label=label)
    text = FORMS[form](lines)
    out = made.scrubber().text(text)
    assert not any(made.survives(out, line[2:]) for line in lines[1:-1])
    assert "AFTER it" in out and out.count("\n") == text.count("\n")
    assert made.scrubber().text(out) == out


def test_a_certificate_and_a_public_key_stay():
    for label in ("CERTIFICATE", "PUBLIC KEY", "RSA PUBLIC KEY"):
        text = "\n".join(made.pem(label=label))
        assert made.scrubber().text(text) == text
