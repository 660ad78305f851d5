"""Calls: functions that take a password or a key as an argument without its name: `smtp.login("bob", "...")`."""
from __future__ import annotations

import re

from tools.lib.scrub import lazy
from tools.lib.scrub.keyed import values
from tools.lib.scrub.places import directives
from tools.lib.scrub.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

ARGUMENT = r"\s{0,40}(?:[brufN]{0,2}[\"'][^\"'\n]{0,160}[\"']|[\w.$>-]{1,40}|\{[^{}\n]{0,160}\}),"
STRONG = r"\s{0,40}(?:Some\()?[bruf]{0,2}[\"'](?P<value>(?=[^\"'\n]{0,99}[A-Za-z])" \
         r"(?=(?:[^\"'\n]{0,60}[0-9]){2}|[^\"'\n]{0,99}[!#$%^&*+~?]" \
         r"|(?=[^\"'\n]{0,99}[0-9])" \
         r"(?-i:[^\"'\n]{0,30}[a-z][A-Z][^\"'\n]{0,30}[a-z][A-Z]|[^\"'\n]{0,30}[A-Z]{2}[a-z]{1,2}[A-Z]))" \
         r"[^\"'\s/]{6,100})[\"']"
LETTERS = r"\s{0,40}(?:Some\()?[bruf]{0,2}[\"'](?P<letters>[A-Za-z]{6,40}|[A-Za-z0-9]{2,20}\.[A-Za-z0-9]{2,20})[\"']"
DRAWN = r"\s{0,40}[bruf]{0,2}[\"'](?P<value>(?=[^\"'\n]{0,99}[0-9])[\w./+=:~-]{16,300})[\"']"
# A piece of the function's name -> how many arguments come before the secret, and what the secret is.
LOGINS = {
    "pdo(": "{2}", "mysqli(": "{2}", "connect(": "{1,3}", "credentials(": "{1,3}", "getconnection(": "{2}", "quelize(": "{2}",
    "gin(": "{1,2}", "create_user(": "{1,2}", "create_superuser(": "{1,2}", "bcrypt.hash(": "{0}", "bcrypt.hashpw(": "{0}",
    "begin(\"": "{1}", "kieparser(": "{0}", "credentials.basic(": "{1}", "basic(": "{1}", "basic_auth(": "{1}",
    "basicauth(": "{1}", "passwordauthentication(": "{1}", "password(none,": "{2}", "bind_s(": "{1}", "bind($": "{2}",
    "p_open(": "{2}", "p.open(": "{2}",
    "crypt('": "{0,1}", "pgp_sym_encrypt(": "{1}", "pw_set(": "{1}",
}
TOKENS = {
    "bot(": "{0}", "client.run(": "{0}", "bot.run(": "{0}",
    "keycredential(": "{0}", "cretcredential(": "{2}", "github(": "{0}",
    "client(\"ac": "{1}", "client('ac": "{1}",
}
# What signs is drawn, or picked like a password.
SIGNERS = {"createhmac(": "{1}", "mac.new(": "{0}", "client.login(": "{0,1}", **dict.fromkeys(
    ("jwt.encode(", "jwt.decode(", "jwt.sign(", "jwt.verify("), "{1}")}


def _pattern(word: str, count: str, secret: str) -> re.Pattern[str]:
    if word[-1] in "\"'$" or word.endswith("ac"):  # it ends within the first argument
        word = word[:word.index("(") + 1]
    return lazy.pattern(re.escape(word) + f"(?:{ARGUMENT}){count}" + secret, re.I)


PATTERNS: dict[str, tuple[int, str, re.Pattern[str]]] = {
    **{word: (0, "password", _pattern(word, count, f"(?:{STRONG}|{LETTERS})")) for word, count in LOGINS.items()},
    **{word: (0, "secret", _pattern(word, count, DRAWN)) for word, count in TOKENS.items()},
    **{word: (0, "password", _pattern(word, count, f"(?:{DRAWN}|{STRONG.replace('<value>', '<other>')})"))
       for word, count in SIGNERS.items()},
}
# `page.fill('#password', '...')`, `getByLabel('Password').fill('...')`, `changePassword('bob', '...')`.
FILLED = lazy.pattern(
    r"\w{0,12}[\"'\])]{1,3}(?:,[ ]?(?:with:[ ]?|secret\()?|(?:,[ ]?\w{1,12}[:=][ ]?\w{1,8})?[ ]?\}?\)?"
    r"(?:\.(?:first|last)(?:\(\))?)?\.(?:fill|type|press_sequentially|pressSequentially|send_keys|sendKeys|setValue|clear\(\)\.type)\("
    r"|:[\"'][ ]?\{?\s{0,20}(?:exp_)?send(?:line)?(?:[ ]-{1,2}\w*)*[ (]{1,3}"
    r"|\w{0,12}\((?:\w{1,12},[ ]?)?[bu]?"
    r"|\w{0,12}[( ](?:[\"'][^\"'\n]{0,60}[\"']|NULL|None|null|nil),[ ]?)N?[\"'](?P<value>[^\"'\s{\\]{6,100})",
)


CALLED = lazy.pattern(r"\w(?:\(|[ ])[ ]?[\"'][^\"'\n,]{0,40}[\"']?\Z")


def filled(text: str, begin: int, end: int, grade: str) -> Iterator[Span]:
    """Give the literal that a call fills into the field text[begin:end], or hands to the function of that name."""
    found = FILLED.match(text, end) if grade == "password" else None
    if not found or "," in found.group()[:16] and "(" not in found.group() and not CALLED.search(text, max(0, begin - 60), begin):
        return
    value = found.group("value")
    if values.scrambled(value) or values.secret(value, "password", True) and (
            directives.secret(value, "password") or values.passphrase(value)):
        yield Span(*found.span("value"), "password", "call")
