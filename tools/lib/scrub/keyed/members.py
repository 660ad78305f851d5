"""Members: the literal that a property, a member, a default or a check gives to the name before it, in any language."""
from __future__ import annotations

import re

from tools.lib.scrub import lazy
from tools.lib.scrub.keyed import handed

# What may stand between a name and the literal it is given; `=` and its like alone are the grammar's.
GIVEN = lazy.pattern(r"""
    [ ]?\{[ ]?(?:(?:private|internal|protected)?[ ]?(?:get|set|init)[;,][ ]?){1,3}\}[ ]?=[ ]?(?=["'])     # C#
  | ["'`)\]]{0,3}[ ]?(?:\|\||\?\?|\?:|\bor\b)=?[ ]?(?=["'`])                                           # a default
  | \(\)[ ]?(?:(?::|->)[ ]?\w{1,20})?[ ]?(?:\{|=>?|:)\s{0,20}(?:return[ ])?(?=["'`])                     # what gives it
  | [ ]do\s{1,20}(?=["'])
  | [ ]\.[ ](?=["'])                                                                                   # a pair of Lisp
  | [*]?[ ](?=["'][^"'\n]{4,80}["']\))                                                               # `(defvar *password* "..."`
  | ["']?\]?=>\s{1,20}string\([0-9]{1,4}\)[ ](?=["'])                                                # PHP's var_dump
  | :[ ]Some\((?=["'])
  | [ ]n?(?:var)?char\([0-9a-z]{1,5}\)[ ]?=[ ]?N?(?=["'])                                              # T-SQL
  | [ ]FROM[ ]'[^'\n]{0,60}'[ ]TO[ ](?=')
  | ["']?[ ]?\]?[ ]?(?:<-|\.=|\|\|=|//=)[ ]?(?=["'`])
  | ["'][ ]\][ ]?=[ ]?(?=["'])
  | ["']>>[ ]?,[ ]?<<(?=["'])                                                                        # Erlang's binaries
  | [ ](?:constant[ ])?\w{1,20}(?:\([0-9]{1,5}\))?[ ]?:=[ ]?(?=["'])                                  # PL/SQL
  | ::?[ ]?[\w.]{1,30}(?:\(\)|\[\]|\?)?[ ]?=[ ]?(?=["'])                                             # its type
  | \{(?=["'][^"'\n]{4,80}["']\})                                                                    # C++
  | [ ]?=[ ]?(?:lib\.)?mk[A-Z]\w{1,20}[ ](?:[0-9]{1,4}[ ])?(?=["'])                                   # Nix
  | \)\.(?:to(?:Be|Equal|StrictEqual|Match)|(?:to\.|should\.)?(?:be\.)?(?:equals?|eql?)|isEqualTo)\((?=["'`])  # a check
  | (?:[ ]?:[ ]?[\w.?]{1,30})?[ ]?[:=][ ]?(?![ ])[\w.$!()\[\]"'-]{1,80}[ ](?:\|\||\?\??|\?:|or|if[ ][\w. ]{1,30}[ ]else)[ ]
      (?=["'`])
  | (?:[ ]?:[ ]?[\w.?]{1,30})?[ ]?[:=][ ]?[\w.]{0,40}(?:env|environ\.get|config|get)\(["'][\w.-]{1,60}["'],[ ]?(?:default=)?
      (?=["'])
  | ["']?[ ]?(?:=>|[:=])[ ]?(?:new[ ])?(?:String|Secret(?:Str|String|Bytes)|Some|Ok|str|bytes|(?:pulumi|aws|to|ptr)\.\w{2,12}
      |String::from|SecretString::(?:new|from)|Zeroizing::new|Box::new|Buffer\.from)\(b?(?=["'])      # a value's wrapping
  | [ ]?=[ ]?\[\[(?=[^\[\]\n]{4,100}\]\])                                                             # Lua
  | :</(?:b|strong|th|dt|label|span|em|code)>\s{1,4}(?=[^\s<]{6,80}[ \t]{0,9}(?:<|\r?\n|\Z))
  | (?:[ ]/t[ ]REG_\w{2,12})?[ ]/d[ ](?=\S)                                                              # of `reg add`
  | (?:;is\w{4,12}=\w{4,5}){1,3}\](?=\S) | =true\](?=\S)                                               # Azure's `##vso[...]`
  | <<-?[ ]?["']?\w{2,40}["']{0,2}(?:[ ]>>[ ]?\S{1,40})?\r?\n(?:echo[ ])?(?=\S{6,200}(?:[ \t]>>[ ]?\S{1,40})?[ \t]*\r?\n)
  | [,.;]?[ ](?=[^:\n]{3,110}:[ \t]*\r?\n)[^:\n]{0,80}\b(?:again|once|shown|displayed|safe|secure(?:ly)?|generated|below)
      \b[^:\n]{0,40}:[ \t]*\r?\n(?:[ \t]*\r?\n)?[ \t]{2,12}(?=\S{8,200}[ \t]*(?:\r?\n|\Z))
  | ["'`]\)\.(?:value[ ]?=[ ]?|val\()(?=["'`])
""", re.X | re.A)
BRACED = lazy.pattern(r"[\"']?\}[ \t]{0,20}(?:=|\|\|=|//=|\?\?=)[ \t]{0,20}(?=[\"'])")  # `$cfg{password} = '...'`
OWNING = frozenset("{\"'")  # what `OWNER` ends in
OWNER = lazy.pattern(r"[\w>}\])]\{[\"']?\Z", re.A)
LOGIN = lazy.pattern(r"[ ]?=?[ ]?\((?:user(?:name)?=)?([\"'])[^\"'\n]{1,60}\1,[ ]{0,3}(?:pass(?:word)?=)?(?=[\"'])", re.A)
BASIC = ("basic_auth", "basicauth", "auth", "setbasicauth", "httpbasicauth", "httpdigestauth", "networkcredential",
         "passwordcredential", "usernamepasswordcredentials", "pscredential")
ATTRIBUTE = lazy.pattern(r"(?:\s[\w:.-]{1,30}=[\"'][^\"'<>\n]{0,60}[\"']){0,4}?\s(?:value|val|content|default)=(?=[\"'])", re.I)
PART = lazy.pattern(r"[\"'](?:;[^\r\n]{0,100})?(?:\r?\n[\w-]{1,40}:[^\r\n]{0,100}){0,3}\r?\n\r?\n(?=[^\s-])")  # of a form's data
FIELDED = frozenset("\"'[.-_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")  # what `FIELD` ends in
FIELD = lazy.pattern(r"\bname=[\"'][\w.\[-]{0,40}\Z", re.A)


def place(text: str, begin: int, end: int) -> int:
    """Return where the literal begins that is given to the name text[begin:end], 0 when none is."""
    before = text[begin - 1:begin]
    if before == "<":
        found = ATTRIBUTE.match(text, end)
    elif before in OWNING and OWNER.search(text, max(0, begin - 3), begin):
        found = BRACED.match(text, end)
    elif before in FIELDED and FIELD.search(text, max(0, begin - 50), begin):
        found = PART.match(text, end)
    else:
        found = GIVEN.match(text, end)
    return found.end() if found else handed.place(text, begin, end)


def login(text: str, name: str, end: int) -> int:
    """Return where the password begins of `auth=("bob", "...")`, 0 when the name at `end` begins no such pair."""
    found = LOGIN.match(text, end) if name.rpartition(".")[2].lower() in BASIC else None
    return found.end() if found else 0
