"""Named: a name and its value as two members of one entry, side by side in either order, in any notation."""
from __future__ import annotations

import re

from tools.lib.scrub import lazy

MEMBERS = (
    "designation|purpose|question|prompt|column|name|type|key|id|field|variable|label|param|parameter|property|env|header|option|setting|attribute|attr|k|var|title|ref|"
    "setting_name"
)
VALUES = (
    "value|val|content|default|string|v|data|text|plaintext|result|defaultvalue|default_value|setting_value|secret"
)
# What stands before the name: `"name": "`, `key="`, `- name: `, `Name=`.
NAMING = lazy.pattern(rf"""(?<![\w.])["']?(?:[A-Za-z]{{1,20}}_?)??(?:{MEMBERS})\\?["']?[ \t]{{0,8}}"""
                      rf"""(?:[:=]|=>)[ \t]{{0,8}}\\?["']?[\w./:-]{{0,40}}\Z|"""
                      rf"""--(?:name|key|secret-id|parameter-name)[ =][\w./-]{{0,40}}\Z""", re.I)
VALUE = lazy.pattern(rf"""(?<![\w.-])\\?["']?(?:[A-Za-z]{{1,20}}_?)??(?:{VALUES})\\?["']?[ \t]{{0,8}}"""
                     rf"""(?:[:=]|=>)[ \t]{{0,8}}\\?|--(?:value|"""
                     rf"""secret-string|string|secret-value|body)[ =]""", re.I)
# `DbPassword:`, and lines below it of which one is its value or its default.
NESTED = lazy.pattern(r"[\"']?:[ \t]*\r?\n(?:[ \t]{1,40}(?!default|value|example|const)[\w-]{1,30}:[^\n]{0,120}\r?\n){0,4}"
                      r"[ \t]{1,40}(?:default|value|example|const):[ \t]{1,8}", re.I)
OPENING = lazy.pattern(r"[{<]|\n[ \t]*-[ \t]|\n[ \t]*\n")
CLOSING = lazy.pattern(r"[}>]|\n[ \t]*-[ \t]|\n[ \t]*\n|\n\[")
# `<key>name</key> <string>value</string>`, `<dt>name</dt><dd>value</dd>`, `<td>name</td><td>value</td>`.
NEXT_ELEMENT = lazy.pattern(r"[\"']?:?\s{0,4}</[\w:.-]{1,40}>(?:[ ]?[:=])?\s{0,60}<(?:[\w.-]{1,20}[:-])?"
                            r"(?:string|value|val|td|dd|data|span|"
                            r"code|plainText|text|pre|b|input|output|p|div|stringProp|member)\b[^<>]{0,120}>"
                            r"(?:\s{0,20}<(?:code|pre|b|strong|i|em|kbd|samp|span|p|div|string)\b[^<>]{0,120}>){0,3}\s{0,20}",
                            re.I)
# `<entry key="name">value</entry>`, `<password type="x">value</password>`, `<password><value>value</value>`.
CONTENT = lazy.pattern(r"[\"']?(?:\s[^<>\n]{0,160})?>(?:\s{0,60}<(?:value|string|val|plaintext|text|stringProp)\b[^<>\n]{0,60}>)"
                       r"{0,2}\s{0,60}", re.I)
TEXT = lazy.pattern(r"(?:<!\[CDATA\[)?(?P<value>[^<\s][^<\n]{0,400}?)(?:\]\]>)?\s{0,40}(?:</|\]\])")
# `"db_password": {"sensitive": true, "value": "..."}`, `variable "db_password" { default = "..." }`.
OBJECT = lazy.pattern(r"[\"']?[ \t]{0,8}(?:[:=]|=>)?[ \t]{0,8}\{")
LOGIN_LINES = lazy.pattern(r">\s{0,8}[^\s<]{1,60}\s{0,4}\n[ \t]{0,20}(?P<value>[^\s<]{4,100})"
                           r"\s{0,8}</")  # OpenVPN's inline auth-user-pass
SPACED = lazy.pattern(r"<[\w.-]{1,20}:\Z", re.A)  # an element's name in a namespace
REACH = 300


def place(text: str, begin: int, end: int) -> int | tuple[int, int]:
    """Return where the value of the name text[begin:end] begins, or its bounds in an element, or 0."""
    spaced = text[begin - 1:begin] == ":" and SPACED.search(text, max(0, begin - 24), begin) is not None
    login = LOGIN_LINES.match(text, end) if text[begin - 1:begin] == "<" else None
    if login:
        return login.span("value")
    element = NEXT_ELEMENT.match(text, end)
    if element or spaced or text[begin - 1:begin] == "<" or text[begin - 1:begin] in "\"'" and text[end:end + 1] in ("'", '"'):
        opened = element or CONTENT.match(text, end)
        content = TEXT.match(text, opened.end()) if opened else None
        if content:
            return content.span("value")
    if _naming(text, begin):
        return _ahead(text, end) or _behind(text, begin)
    inside = OBJECT.match(text, end)
    return _ahead(text, inside.end()) if inside else 0


def _naming(text: str, begin: int) -> bool:
    """True where the line says before `begin` that a name follows; looked at only if it has a sign of that."""
    first = max(begin - 70, text.rfind("\n", max(0, begin - 70), begin) + 1, 0)
    before = text[first:begin]
    return (":" in before or "=" in before or "--" in before) and NAMING.search(text, first, begin) is not None


def _ahead(text: str, at: int) -> int:
    stop = CLOSING.search(text, at, at + REACH)
    found = VALUE.search(text, at, stop.start() if stop else at + REACH)
    return found.end() if found else 0


def _behind(text: str, begin: int) -> int:
    first = max(0, begin - REACH)
    start = max((opening.start() for opening in OPENING.finditer(text, first, begin)), default=first)
    last = 0
    for found in VALUE.finditer(text, start, begin):
        last = found.end()
    return last
