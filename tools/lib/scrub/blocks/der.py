"""DER: private keys in base64 that no mark announces, told by how their first bytes are written."""
from __future__ import annotations

import re

from tools.lib.scrub import lazy
from tools.lib.scrub.blocks import pieces
from tools.lib.scrub.span import Span

LEAST = 60  # characters of the shortest, an Ed25519 key
REACH = 40_000
# OpenSSH's own format; a sequence of a version and a modulus (PKCS#1), an algorithm (PKCS#8) or more (PKCS#12); what a password
# encrypts; the curves; Java's keystores; a secret key's packet of OpenPGP.
HEAD = lazy.pattern(r"""(?:(?<![A-Za-z0-9+/])|(?<=\n\+))(?:
    b3BlbnNzaC1rZXktdjE
  | MI(?:I[A-Z][A-Za-z0-9+/]|[CG][A-Za-z0-9+/]{0,2})[AQgw]I(?:BAAK[BC]|BADANBgkqhkiG9w0BAQEFAASC|BAzCC)
  | MI[IG][A-Za-z0-9+/]{3,8}BgkqhkiG9w0BBQ[0MQ]
  | MI[GH][A-Za-z0-9+/]AgEAM[A-Za-z0-9+/]{2}GByqGSM49AgEG
  | M(?:HcCAQEEI|IGkAgEBBDA|IHcAgEBBEI|C4CAQAwBQYDK2V[uw]BCIEI|FECAQEwBQYDK2V[uw]BCIEI)
  | (?:/u3\+7|zs7Oz[gw])[AQ]AAAA[A-Z]
  | lQ[A-P][A-Za-z0-9+/]B[A-Z][A-Za-z0-9+/]{34}
)""", re.X)


def spans(text: str, start: int, end: int) -> list[Span]:
    """Return the lines of the key whose first begins in the run text[start:end]."""
    head = HEAD.search(text, start, end)
    if not head:
        return []
    at = head.start()
    lead = text[max(text.rfind("\n", max(0, at - 200), at) + 1, at - 200):at]
    return [Span(first, last, "private-key", "der") for first, last in pieces.opened(text, at, at + REACH, lead)]
