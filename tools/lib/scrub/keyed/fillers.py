"""Fillers: what people write where a secret would stand, and what names one that is kept elsewhere."""
from __future__ import annotations

import re

from tools.lib.scrub import lazy
from tools.lib.scrub.tokens import randomness

FILLER = lazy.pattern(r"""
    [xX*.\-_\#•●·…?0]+
  | (?:your|my|our|the|some|a|an|any|new|old|insert|enter|put|add|use|replace|change|set|fill|paste|type|choose|provide|example)
    (?:[-_.\ ][A-Za-z]+){1,8}(?:[-_.\ ]?[0-9]{1,3})?
  | (?:your|insert|enter|replace|example)[A-Za-z]{0,40}
  | (?:[A-Za-z]+[-_\ ])*(?:here|placeholder|redacted|masked|removed|hidden|omitted|scrubbed|censored|filtered|goes
      |todo|change_?me|replace_?me|tbd|dummy)(?:[-_\ ][A-Za-z]+)*(?:[-_\ ]?[0-9]{1,3})?
  | (?:change|replace)[-_]?(?:me|this|it)[A-Za-z0-9!._-]{0,12}
  | (?:no|not|null|none|nil|undefined|true|false|yes|empty|unset|required|optional|unknown|invalid|string|str|text|secret|password
      |passwd|token|hidden|default|value|int|bool|bytes|void|n/a|na|todo|any|object|number|self|this|foo|bar|baz|test|testing
      |example|sample|demo|anonymous@?|key|apikey|api[-_]key)
""", re.A | re.I | re.X)
SEQUENCE = lazy.pattern(
    r"(?:0?123456789?0?|abc(?:def)?(?:ghi)?\w{0,6}|1234567?8?9?0?|abc123|deadbeef|cafebabe|00000000)+\Z", re.A | re.I,
)
REFERENCE = lazy.pattern(r"""
    \$[({\[$] | \$[A-Za-z_]\w*(?:-?\Z|->|::?|\.|\[)
  | \{\{ | <[^>\n]{1,80}>?\Z | %\(?[A-Za-z_]+\)?[sd%]? \Z | %\{ | \#\{ | @\{ | \{[\w.!:()\[\]"' ]*\}\Z
  | (?:op|vault|ssm|secretsmanager|arn|gsm|akv|keyring|aws-ssm|ref|env|sops|doppler|infisical|bws|file)(?:\+\w+)?:
  | (?:process\.env|os\.environ|os\.getenv|env|ENV|secrets|vars|var|local|data|module|config|settings|self|this|args
      |opts|options|ctx|req|request|params|props|import\.meta)[.\[(]
  | !(?:Ref|Sub|GetAtt|vault|secret|env|ImportValue|reference)\b | \(\(  | __[A-Z_]+__\Z | \[\w+\]\Z | @{1,2}\w+@{1,2}\Z
  | ENC\[ | AQICAH
""", re.A | re.X)


def reference(value: str) -> bool:
    """True for what names a secret kept elsewhere; a drawn string in braces, as ODBC and Jenkins write one, is none."""
    if not REFERENCE.match(value):
        return False
    if value[0] + value[-1] not in ("{}", "<>"):
        return True
    return not (randomness.mixed(value[1:-1]) or randomness.drawn(value[1:-1]))


def filler(value: str) -> bool:
    """True for what people write where a secret would stand; a random value that contains such a word is none."""
    if SEQUENCE.match(value) or len(set(value)) <= 2:
        return True
    if len(value) > 120 or not FILLER.fullmatch(value):
        return False
    return not any(randomness.mixed(piece) for piece in re.split(r"[^A-Za-z0-9]+", value))
