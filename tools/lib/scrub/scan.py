"""Scan: one pass for anchors, each handed to the rule that reads what stands around it."""
from __future__ import annotations

import re

from tools.lib.scrub import credentials, grammar, pem, trie
from tools.lib.scrub.budget import Budget
from tools.lib.scrub.families import Families
from tools.lib.scrub.span import Span

RUN = re.compile(r"[A-Za-z0-9+/_=.~-]{16,}", re.A)
NAMES = (
    "pass pwd secret token key auth cred cookie session sess_ jwt bearer sig= signature otp mnemonic seed psk dsn sid= _pw pw: pw= "
    "kennwort contrase senha parola haslo wachtwoord adgangskode salasana heslo jelszo motdepasse mdp "
    "密码 口令 пароль パスワード 비밀번호 暗証番号 hasło lösenord 密钥 令牌 ключ токен 认证 webhook connectionstring connstr pin= salt hmac").split()
PLACES = ("://", "-----begin", "---- begin", "-----end", " -u ", " --user", " -u", "identified by")
DISCORD = re.compile(r"[MNO][A-Za-z0-9_-]{22,28}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{12,45}", re.A)


def lower(text: str) -> str:
    """Lower the ASCII letters only: `İ`.lower() is two characters, and every later offset would be wrong."""
    return text.encode("utf-8", "surrogatepass").lower().decode("utf-8", "surrogatepass")


class Scanner:
    """The compiled anchors; one a process is enough."""

    def __init__(self) -> None:
        self.anchors = re.compile(trie.pattern((*NAMES, *PLACES, *credentials.SPECIALS)))
        self.families: Families | None = None

    def spans(self, text: str, budget: Budget) -> list[Span]:
        """Return what the rules find in the text, unmerged."""
        return [*self.tokens(text, budget), *self.named(text, budget)]

    def tokens(self, text: str, budget: Budget) -> list[Span]:
        """Return the tokens known by their first characters."""
        found: list[Span] = []
        for run in RUN.finditer(text):
            budget.spend()
            if self.families is None:
                self.families = Families()
            start, end = run.span()
            for span, _whole in self.families.find(text, start, end):
                budget.spend()
                found.append(span)
            if text[start] in "MNO":
                discord = DISCORD.match(text, start)
                if discord:
                    found.append(Span(*discord.span(), "discord-token", "form"))
        return found

    def named(self, text: str, budget: Budget) -> list[Span]:
        """Return the values that their name or place gives away."""
        found: list[Span] = []
        low = lower(text)
        at = 0
        while True:
            hit = self.anchors.search(low, at)
            if not hit:
                return found
            budget.spend()
            spans, at = self._visit(text, hit.group(), *hit.span())
            found += spans

    def _visit(self, text: str, anchor: str, start: int, end: int) -> tuple[list[Span], int]:
        """Read around one anchor; return what was found and where to go on."""
        if anchor in credentials.SPECIALS:
            return list(credentials.special(text, start, anchor)), end
        if anchor == "://":
            return list(credentials.address(text, start)), end
        if anchor.startswith("-"):
            if anchor.endswith("end"):
                return list(pem.ends(text, start)), end
            return pem.blocks(text, start)
        if anchor.startswith(" -"):
            return list(credentials.shell_user(text, start + 1)), start + 2
        if "[secret:" == text[max(0, start - 1):start + 7] or text[max(0, start - 8):start] == "[secret:":
            return [], text.find("]", start, start + 60) + 1 or end
        spans: list[Span] = []
        if anchor == "auth":
            spans = list(credentials.header(text, _word(text, end)))
        elif anchor == "bearer":
            spans = list(credentials.bearer(text, end))
        elif anchor == "cookie":
            spans = list(credentials.cookies(text, end))
        if spans:
            return spans, spans[-1].end
        span, at = grammar.pair(text, start, end)
        return ([span] if span else []), at


def _word(text: str, at: int) -> int:
    """The end of the word that goes on at `at` (`auth` begins `Authorization`)."""
    while at < len(text) and text[at].isalpha() and text[at].isascii():
        at += 1
    return at
