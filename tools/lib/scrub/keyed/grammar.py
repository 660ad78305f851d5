"""Grammar: one reading of `key = value` for every language, shell, header, log and table cell there is."""
from __future__ import annotations

import re
from collections import namedtuple

from tools.lib.scrub import lazy
from tools.lib.scrub.keyed import apart, bounds, keys, members, named, prints, settled, tables, tongues, values, weak
from tools.lib.scrub.places import directives
from tools.lib.scrub.span import Span

HEAD = lazy.pattern(r"[\w.$-]{0,80}")  # read backwards from the anchor
TAIL = lazy.pattern(r"""
    (?P<rest>[\w.$-]{0,80})
    (?P<close>(?:\[[\w-]{0,20}\])?["'`\])*_%]{0,3})
    (?P<gap>[ \t\u00a0\u202f]{0,40})
""", re.X)
# After a name in Chinese, Japanese or Korean the value follows without a space.
APART = lazy.pattern(r"(?P<rest>)(?P<close>[\"'`\])*_]{0,3})(?P<gap>[ \t]{0,40})")
SEPARATOR = lazy.pattern(r"""
    (?: [ ]?\([^()\n]{1,30}\)[ ]?: | [ ]?\[[^\[\]\n]{1,30}\][ ]?: | \.{2,60}[ ]?[:=] | \.{4,60}(?=[ ])
      | (?<=[ ])\#?[0-9]{1,2}[ ]?[:=] | ＝|::=|:=|=>|->|→|⇒|≔|﹕|⟶|↦|➜|➔|➡|➤|▶|›|»|<-(?=[ ])|//=|[.|!]=(?!=)|!:|│|┃|║|\|\|
      |={1,3}|!==?|:[*_]{1,2}|:{1,2}|：|\||>|\?=|\+=|~> ) [ \t\u00a0\u202f]{0,40}
  | [ ]? (?:是|为|為|は|が|은|는) [ ]? [:：]? [ ]?
  | (?: LINKS )(?:[ ]now|[ ]set[ ]to|[ ]still|[ ]jetzt|[ ]maintenant|[ ]ahora|[ ]agora|[ ]ora|[ ]теперь)? [ ]? [:=]? [ \t]{1,4}
""".replace("LINKS", f"to|{tongues.LINKS}"), re.X)
TYPED = lazy.pattern(
    r"(?:Optional\[)?(?:str|string|String|bytes|&str|SecretStr|\[\]byte|&'static[ ]str)\]?(?:[ ]?\|[ ]?(?:None|null"
    r"|undefined))?[ ]?=[ ]?",
)
TAGS = lazy.pattern(r"(?:<(?:b|strong|code|i|em|kbd|samp|span|pre|tt|font|mark|td|dd)\b[^<>]{0,80}>\s{0,4}){1,3}", re.I)
COLUMN = lazy.pattern(r"(?:[ ]{2,40}|[ ]{1,40}REG_\w{2,12}[ ]{1,8})(?=[^\s]{6,200}[ \t]*(?:\r?\n|\Z))")
TAGGED = lazy.pattern(r"(?:[!&][\w!.-]{1,30}[ ]){1,2}(?=\S)")  # of YAML
NEXT_LINE = lazy.pattern(
    r"(?:[|>][+-]?)?[ \t]*\r?\n(?:[ \t]*[0-9]{1,6}(?:\t|→|[ ]?[|:│][ ]?))?[ \t+>|│-]{1,40}(?:value:[ ]?)?"
    r"(?=[\"']?[^\s:\"']{6,300}[\"']?[ \t]*(?:\r?\n|\Z))",
)
ARGUMENT = lazy.pattern(r"[ \t]{1,4}(?:-(?:String|AsPlainText|Force)[ ]){0,3}|[\"'],[ \t]{0,12}(?=[\"'])|=")
COMMANDED = lazy.pattern(r"(?:^|[\s;&|])(?:set[ ]-\w+|setenv|setx|env[ ]add|envs?[ ]set|env:set|secret[ ]set|secrets?[ ]put|"
                         r"config[ ]set|(?:kv|etcdctl)[ ]put|(?:crudini|[\w-]{1,20}-config)[ ]--set[ ]\S{1,60}[ ]\S{1,30})"
                         r"[ ]+(?:[\w.-]{0,30}/){0,4}\Z")
SETTER = lazy.pattern(r"\A(?:[\w.$]{0,30}\.(?=\w))?(?:set|with|use|add|put)?_?", re.I)
PROPERTY = lazy.pattern(r"(?:\.(?:set|convention))?\.?\Z")  # of Gradle: `dbPassword.set("...")`
SETTING = lazy.pattern(r"(?:[\w.$]{0,30}\.)?(?:set|with)_?\w", re.I)
USERINFO = lazy.pattern(r"://[^\s/@:\"'<>]{0,60}\Z")
COLOUR = lazy.pattern(r"\x1b\[[0-9;]{0,10}m")
RESOURCE = lazy.pattern(r"(?:[au]rn|did):[^\s\"']{0,150}\Z")  # `arn:aws:secretsmanager:...:secret:name` names one, and is none
LOGIN = lazy.pattern(r"(?:login|user|username)\s{1,4}[^\s]{1,80}\s{1,4}\Z")
OPENED = lazy.pattern(r"\((?:[bruLN]{0,2}|@)[\"']", re.A)
CODE = lazy.pattern(r"[(){}\[\];,]")
CHANGED = lazy.pattern(r"\b(?:set|reset|chang|updat|rotat|mak|made)\w{0,4}[ ][^\n.;]{0,50}\Z", re.I)
# `the password to db1 is ...`
WHOSE = lazy.pattern(r"(?:the[ ])?[A-Za-z][A-Za-z.-]{1,30}[0-9]{0,2}(?::[ ]|[ ](?:is|was)[ ]:?)(?=\S)", re.A)
WRAPPERS = ("SecretStr", "SecretBytes", "SecretString")
Pair = namedtuple("Pair", "span quoted name grade begin end at")


def key_at(text: str, start: int, end: int) -> tuple[int, str, re.Match[str] | None]:
    """Return where the name around the anchor text[start:end] begins, the name, and the match of what follows."""
    back = HEAD.match(text[max(0, start - 80):start][::-1])
    begin = start - (len(back.group()) if back else 0)
    if text[begin - 1:begin] in ("[", ";"):
        colour = COLOUR.search(text, max(0, begin - 12), start)
        begin = colour.end() if colour and colour.start() < begin else begin
    tail = (TAIL if text[end - 1] < "\u2e80" else APART).match(text, end)
    name = text[begin:end] + (tail.group("rest") if tail else "")
    if name.lower() in ("key", "keys", "phrase", "code") and text[begin - 1:begin] == " ":
        name = COLOUR.sub("", text[max(0, begin - 20):begin]).split(" ")[-2] + "_" + name
    if name.lower() == "token" and text[max(0, begin - 11):begin].lower() == "public key ":
        name = "public_key_token"
    return begin, name, tail


def pair(text: str, start: int, end: int) -> Pair:
    """Read key and value around the anchor: the value's span if it is secret, the name, its grade, where to go on."""
    begin, name, tail = key_at(text, start, end)
    assert tail
    at = max(tail.end("rest"), end)
    grade = keys.grade(PROPERTY.sub("", name)) or (keys.grade(SETTER.sub("", name)) if text.startswith("(", at) else "")
    if grade and text[begin - 1:begin] == ":" and RESOURCE.search(text, max(0, begin - 160), begin):
        grade = ""
    if grade == "token" and text.startswith(("(\"", "('"), at) and (SETTING.match(name) or name in WRAPPERS):
        grade = "password" if name in WRAPPERS else "secret"
    login = members.login(text, name, at) if grade else 0
    if login:
        grade = "password"
    member = login or members.place(text, begin, at) if grade else 0
    value = (bounds.of(text, member) if member else _value(text, begin, tail)) if grade else None
    if grade and text[end - 1] > "\x7f" and (value is None or text[value[0]] > "\x7f"):
        value = apart.bounds(text, end)
    if value is None and grade and text[at:at + 2].strip("\"'")[:1] in (",", ";", "|"):
        row = tables.pair(text, begin, at)
        if row and (row[2] or directives.secret(text[row[0]:row[1]], "password")):
            value = row
    if value is None:
        return Pair(None, False, name, grade, begin, at, at)
    first, last, quoted = value
    if text.startswith("pass:", first):  # of OpenSSL's -passin
        first += 5
    at_host = text.find("@", first, last) if not quoted and USERINFO.search(text, max(0, begin - 100), begin) else -1
    last = at_host if at_host > first else last  # `https://x-access-token:...@host/path`
    if prints.public(name, grade, text[first:last]):
        return Pair(None, quoted, name, "", begin, at, at)
    if values.secret(text[first:last], grade, quoted) or last - first <= 120 and weak.value(
            text[first:last], grade, name, bool(member) and quoted or settled.surely(text, begin, first, last, quoted)):
        if not quoted and last - first > 390:
            last = bounds.LONG.match(text, last).end()  # type: ignore[union-attr]
        kind = "password" if grade == "password" else "secret"
        return Pair(Span(first, last, kind, "pair"), quoted, name, grade, begin, at, max(at, last))
    return Pair(None, quoted, name, grade, begin, at, at)


def _value(text: str, begin: int, tail: re.Match[str]) -> tuple[int, int, bool] | None:
    separator = SEPARATOR.match(text, tail.end())
    if not separator:
        return _argument(text, begin, tail)
    mark = separator.group().strip()
    if (mark == "|" and len(separator.group()) == 1 and not tail.group("gap") or mark == "||") and not _in_row(text, begin):
        return None  # an alternative, not a table's cell
    at = separator.end()
    if mark == "to" and not CHANGED.search(text, max(0, begin - 60), begin):
        whose = WHOSE.match(text, at)
        if text[begin:tail.end("rest")].lower() == "pass":
            return None  # a verb
        at = whose.end() if whose else at
    if text.startswith("{", at):
        member = named.place(text, begin, tail.end("rest"))
        if isinstance(member, int) and member:
            return bounds.of(text, member)
    if mark == ">":
        element = named.place(text, begin, tail.end("rest"))
        return None if isinstance(element, int) else (*element, True)
    typed = TYPED.match(text, at) or TAGGED.match(text, at) or TAGS.match(text, at)
    if typed:
        at = typed.end()
    block = named.NESTED.match(text, tail.end("rest")) if ":" in mark else None
    if block:
        return bounds.of(text, block.end())
    following = NEXT_LINE.match(text, at)
    if following and (":" in mark or mark == "=" and text[following.end():following.end() + 1] in ("'", '"')):
        at = following.end()
    if text.startswith("=", separator.start()) and text.startswith("> ", at):
        at += 2
    found = bounds.of(text, at)
    if found and not found[2] and mark in ("==", "===", "!=", "!=="):
        return None
    return found


def _in_row(text: str, at: int) -> bool:
    """True when the line of `at` begins with a bar, as a table's row does."""
    start = text.rfind("\n", max(0, at - 400), at) + 1
    return text[start:at].lstrip(" \t")[:1] == "|"


def _paired(text: str, begin: int, at: int) -> bool:
    """True when key and value open a call or a list, and the value is no `urllib2`."""
    inside, quote, _ = text[at + 1:at + 400].partition(text[at])
    return text[max(0, begin - 4):begin - 1].rstrip()[-1:] in ("(", "[", "{") and bool(quote) and (
        not values.VERSIONED.match(inside) or len(re.findall("[0-9]", inside)) > 2)


def name_called(text: str, begin: int, at: int) -> bool:
    """True for `PASSWORD('...')` of SQL, and what is written like it."""
    opened = OPENED.match(text, at)
    if not opened:
        return False
    name = text[begin:at].lower()
    if text[begin:at] in WRAPPERS:
        return True
    if name in ("password", "old_password", "encrypt", "pwdencrypt") and text[begin - 4:begin] != "new ":
        return True
    quote = opened.end() - 1
    close = text.find(text[quote], quote + 1, quote + 200)
    given = name.startswith(("with", "set")) or "." in name and not name.endswith((".encode", ".decode"))
    return given and text[close + 1:close + 2] == ")"


def _commanded(text: str, begin: int) -> bool:
    before = text[max(0, begin - 100):begin]
    told = before[-1:] in (" ", "/") and (
        "set" in before or "add" in before or "put" in before)  # one of them is in every such command
    return told and COMMANDED.search(text, max(0, begin - 100), begin) is not None


def _argument(text: str, begin: int, tail: re.Match[str]) -> tuple[int, int, bool] | None:
    """`--password value`, `("TOKEN", "value")`, `ENV API_KEY value`, `login bob password value`, `PASSWORD 'value'`."""
    at = tail.end("rest")
    member = named.place(text, begin, at)
    if member:
        return bounds.of(text, member) if isinstance(member, int) else (*member, True)
    if name_called(text, begin, at):
        return bounds.of(text, at + 1)
    if _commanded(text, begin) or text[begin - 1:begin] == "[" and text.startswith("] ", at):
        found = bounds.of(text, at + 1 + text.startswith("]", at))
        return found if found and not CODE.search(text, found[0], found[1]) else None
    column = COLUMN.match(text, at)
    if column and text[text.rfind("\n", max(0, begin - 60), begin) + 1:begin].strip(" \t>+|│#*-0123456789→") == "":
        return bounds.of(text, column.end())
    gap = ARGUMENT.match(text, at)
    if not gap:
        return None
    dashed = text.startswith("-", begin)
    if "," in gap.group() and not dashed and not _paired(text, begin, gap.end()):
        return None
    if dashed or text[gap.end():gap.end() + 1] in ("'", '"') or "\t" in gap.group():
        return bounds.of(text, gap.end())
    if LOGIN.search(text, max(0, begin - 110), begin):
        return bounds.of(text, gap.end())
    if values.CONSTANT.match(text, begin, at):
        found = bounds.of(text, gap.end())
        return found if found and not CODE.search(text, found[0], found[1]) else None
    return None
