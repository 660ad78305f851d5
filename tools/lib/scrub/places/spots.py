"""Spots: passwords whose place in a command's line or a daemon's file is told by a word that stands some way before them."""
from __future__ import annotations

import re

from tools.lib.scrub import lazy

V = r"[\"']?(?P<value>[^\s\"'<>|]{4,200})"
LAST = V + r"[\"']?[ \t]*(?=\r?\n|\Z|[\"'\\])"  # nothing follows on the line
LINE = r"[^|;&\n]{0,200}?"
FED = r"[^\s\"';|)\\]{4,100}"
# A word of the place -> how far before it the rule begins to read, and what stands around the password.
PASSWORDS = {
    "xfreerdp": (0, rf"xfreerdp{LINE}[ ]/g?p:{V}"),
    "chtasks": (0, rf"chtasks(?:\.exe)?[^|&\n]{{0,300}}?[ ]/rp[ ]{V}"),
    "gntool": (0, rf"gntool(?:\.exe)?[^|&\n]{{0,300}}?[ ]/p[ ]{V}"),
    "user-secrets set": (0, rf"user-secrets set[ ](?:--\w+[ ]\S+[ ])?(?:\"[^\"\n]{{1,80}}\"|[\w:.-]{{1,80}})[ ]{V}"),
    "bundle config": (0, rf"bundle config[ ](?:set[ ])?(?:--\w+[ ])*[\w-]+\.[\w./-]+[ ][\"']?[\w.@-]{{1,60}}:{V}"),
    "passwd-s3fs": (300, r"[\w-]{3,60}:(?P<value>[^\s:\"']{6,200})[\"']?[ ]*>>?[ ]*[^\s>]{0,60}passwd-s3fs"),
    "connect to ": (0, rf"connect to[ ]\S{{1,40}}[ ]user[ ]\S{{1,40}}[ ]using[ ]{V}"),
    "wlan set ": (0, rf"wlan set[ ]{LINE}[ ]key(?:material)?={V}"),
    "keymaterial": (0, rf"keymaterial[\"']?[ ]{{0,4}}[=:>][ ]{{0,4}}{V}"),
    "key content": (0, rf"key content[ ]{{1,30}}:[ ]{LAST}"),
    "curl ": (0, rf"curl[ ]{LINE}-[a-zA-Z]{{0,4}}u[ ]?[\"']?[\w.@+-]{{1,60}}:{V}"),
    "cl setuser ": (0, rf"cl setuser[ ]\S{{1,60}}[ ][^\n]{{0,100}}?>{V}"),
    "@all": (200, r"(?:^|\s)user[ ]\S{1,60}[ ](?:[^\s>]{1,40}[ ]){0,6}>(?P<value>[^\s\"'<>|]{4,200})[ ][^\n]{0,80}@all"),
    "clone obscure ": (0, rf"clone obscure[ ]{V}"),
    "password \"auth\" ": (0, rf"password \"auth\"[ ]{LAST}"),
    "password \"private key\" ": (0, rf"password \"private key\"[ ]{LAST}"),
    "gister => ": (0, r"gister =>[ ][\w.+-]{1,60}(?:@[\w.-]{1,60})?:(?P<value>[^\s:@/\"']{4,100})(?=[:@])"),
    "com2sec": (0, rf"com2sec6?[ \t]+(?:-Cn[ ]\S+[ ])?[\w-]{{1,60}}[ \t]+[\w.:/-]{{1,60}}[ \t]+{LAST}"),
    "createuser ": (0, r"createuser[ ](?:-e[ ]\S{1,80}[ ])?\S{1,60}[ ](?:MD5|SHA\S{0,4})[ ][\"']?"
                       r"(?P<value>[^\s\"'<>|]{1,200})[\"']?"
                       r"(?:[ ](?:DES|AES\S{0,4})[ ][\"']?(?P<other>[^\s\"'<>|]{4,200}))?"),
    ":cdrwa": (200, r"digest:[\w.-]{1,60}:(?P<value>[^\s:]{4,100}):cdrwa"),
    "password\nv ": (0, r"password\nV [0-9]{1,3}\n(?P<value>[^\n]{4,200})"),
    "mbpasswd ": (250, rf"(?:echo|printf)(?:[ ]-\w+)*[ ][\"']?(?P<value>{FED})(?:[\"']?;[ ]*echo[ ][\"']?|\\n|\n)(?P<other>{FED})"
                      r"(?:\\n)?[\"']?[ ]*\)?[ ]*\|[ ]*[^\n|]{0,60}?mbpasswd"),
    "$user": (0, rf"\$USER[0-9]{{1,3}}\$[ \t]*=[ \t]*{LAST}"),
    "client_send": (0, rf"client_send[ \t]*=[ \t]*[\"']?(?::[ ]*[^:\s]{{1,60}}[ ]*:[ ]*|\^[^\s^\"']{{0,60}}\^){V}"),
    "monitorrole ": (0, rf"monitorrole[ \t]+(?!read){LAST}"),
    "controlrole ": (0, rf"controlrole[ \t]+(?!read){LAST}"),
    "chpasswd:": (0, r"chpasswd:[ ]*\n(?:[ ]+expire:[^\n]*\n)?[ ]+list:[ ]*[|>]?-?[ ]*\n[ ]+(?:-[ ]+)?[\"']?[\w.-]{1,40}:"
                     rf"{V}(?:[\"']?[ ]*\n[ ]+(?:-[ ]+)?[\"']?[\w.-]{{1,40}}:(?P<other>[^\s\"'<>|]{{4,200}}))?"),
    "chpasswd <<": (0, rf"chpasswd[ ]<<[<-]?[ ]?(?:[\"']?[A-Z_]+[\"']?[^\n]{{0,60}}\n|[\"'])[ \t]*[\w.-]{{1,40}}:{V}"),
    "cure_link_md5": (0, r"cure_link_md5[ ]+[\"'][^\"'\n]{0,200}[ }](?P<value>[^\s\"'$}]{4,100})[\"']"),
    "kiesession(": (0, rf"kiesession\([^)]{{0,160}}?keys:[ ]?\[[ ]?{V}(?:[\"'],[ ]?[\"'](?P<other>[^\s\"']{{4,200}}))?"),
    "crets set ": (0, rf"crets set[ ](?:-\S{{1,20}}[ ]\S{{1,40}}[ ]){{0,3}}[A-Z][A-Z0-9_]*=[\"']?{V}"),
    "bundle_": (0, rf"bundle_[A-Z0-9_]{{1,60}}__[A-Z0-9_]{{1,60}}[\"']?[ ]?[:=][ ]?[\"']?[\w.@-]{{1,60}}:(?!//){V}"),
    "psink ": (0, rf"psink[ ]+\S{{1,60}}[ ]+{LAST}"), "p2sink ": (0, rf"p2sink[ ]+\S{{1,60}}[ ]+{LAST}"),
    "pw --username": (0, rf"pw --username[= ]\S{{1,40}}[ ](?:--plaintext[ ])?{V}"),
    "put password ": (0, rf"put password[ ]{{2,8}}\S{{1,80}}[ ]{{2,8}}{LAST}"),
    **dict.fromkeys(("::/home/", "::/var/"), (
        150, r"(?:^|\n)[\w.@+-]{1,80}:(?P<value>[^\s:{}$]{6,80}):[0-9]{2,6}:[0-9]{2,6}::/(?:home|var)/")),
    "userlist.txt": (0, r"userlist\.txt[^\n]{0,60}\n\"[^\"\n]{1,60}\"[ ]\"(?P<value>[^\"\n]{4,200})\"(?:\n\"[^\"\n]{1,60}\"[ ]\""
                        r"(?P<other>[^\"\n]{4,200})\")?"),
}
# These are drawn, so the form says it all.
TOKENS = {
    "k10": (0, r"\bK10[0-9a-f]{64}::[\w:.-]{8,200}"),
    "md5": (70, r"(?:^|\n)\"[^\"\n]{1,60}\"[ ]\"(?P<value>md5[0-9a-f]{32})\""),
    "mlresponse": (0, r"mlresponse[\"']?[ ]?(?:[:=]|value=)[ ]?[\"']?(?P<value>[A-Za-z0-9+/=%_-]{80,40000})"),
    **dict.fromkeys(("code_verifier", "codeverifier"), (
        0, r"code_?verifier[\"']?[ ]?(?:[:=]|=>)[ ]?[\"']?"
                         r"(?P<value>(?=[\w.~-]{0,60}[0-9])(?=(?-i:[\w.~-]{0,60}[A-Z]))[\w.~-]{32,128})(?![\w.(])")),
    ":[u": (90, r":(?:(?P<other>[0-9A-F]{32})|X{32}):(?P<value>[0-9A-F]{32}):\[U"),  # of smbpasswd(5)
    "code=": (0, r"code=(?P<value>(?=[\w./~-]{0,60}[0-9])(?=[\w./~-]{0,60}[A-Za-z])[\w./~%-]{16,400})"
                 r"(?=&(?:amp;)?(?:state|session_state|iss|redirect_uri|client_id|client_secret|grant_type|code_verifier)=)"),
    "fernet(": (0, r"fernet\(\s{0,20}b?[\"'](?P<value>[A-Za-z0-9_-]{40,44}={0,2})[\"']"),
}
PATTERNS: dict[str, tuple[int, str, re.Pattern[str]]] = {
    word: (back, kind, lazy.pattern(body, re.I))
    for kind, table in (("password", PASSWORDS), ("secret", TOKENS)) for word, (back, body) in table.items()
}
