"""Shell: passwords that commands take by an option, by place, or through a pipe."""
from __future__ import annotations

import re

from tools.lib.scrub import lazy
from tools.lib.scrub.keyed import values, weak
from tools.lib.scrub.places import credentials, directives
from tools.lib.scrub.span import Span
from tools.lib.scrub.tokens import randomness

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

# A `&` between letters is one of the value's own: nobody joins two commands without a blank.
SHOWN = r"(?:\"(?P<double>[^\"\n]{3,200})\"|'(?P<single>[^'\n]{3,200})'|(?P<bare>(?:[^\s\"'`|&;<>()$\x1b]" \
        r"|&(?=[A-Za-z0-9][^\s&=|;]{0,40}(?:[\s\"'@]|\Z))){3,200}))"
USER = lazy.pattern(
    r"(?:-u|-a|-A|--user|--proxy-user|--auth|-auth|--login|-U)(?:[ \t=]{1,3}|[\"'],[ ]?)?[\"']?(?P<user>[\w.@+\\-]{1,80})"
    r"(?P<mark>[:%,])"
    r"(?P<value>[^\s\"':][^\s\"']{2,200})",
)
VALUE = lazy.pattern(rf"(?P<option>--[a-z]+(?=[ =])|-(?:pwd?|gp|ap|xp|upw|opw|pass|passwd)(?=[ \"'])|-[a-zA-Z])"
                     rf"(?P<gap>[ \t=]{{1,3}}|[\"'],[ ]?|){SHOWN}")
# Which command takes its password by which option; `-p` of `mkdir`, `ssh` or `docker run` is something else.
TABLE = {
    "-p": r"sshpass|mysql\w*|mariadb[\w-]*|mongo\w*|7z[azr]?|7zz|rar|unrar|p7zip|oc[ ]login|az[ ]\w+|twine|rabbitmqadmin|cqlsh|"
          r"xfreerdp|rdesktop|influx"
          r"|(?:docker|podman|helm|nerdctl|buildah|skopeo|crane|oras|regctl)[ ](?:registry[ ])?login|arangosh|svn|lftp|ncftp\w*"
          r"|psexec\w*|PsExec\w*"
          r"|netexec|nxc|crackmapexec|cme|evil-winrm|hydra|elasticsearch-users|unlock-keychain|altool|racadm|usermod|useradd|"
          r"mosquitto_\w+|kcadm\S*"
          r"|cf[ ]login|beeline|cbc|couchbase-cli|hdbsql|isql|vncviewer|caddy|airflow|conan|ibmcloud|cypher-shell|beeline"
          r"|poetry|certutil|sfdx[ ]\S+|winrs|asadmin|sonar-scanner|nexus\S*|ldapsearch|signtool|mailx|swaks",
    "-P": r"security[ ]\S+|vsql|sqlcmd|bcp|isql|osql|mssql-cli|impacket\w*|ipmitool|zip|unzip|mosquitto_\w+|ssh-keygen|"
          r"mongo\w*|rpcclient|racadm|"
          r"cryptcat|tsql|fisql",
    "-a": r"wbinfo|netlify[ ]\S+|redis-cli|valkey-cli|keydb-cli|http|https|xh|ldappasswd|snmp\w+",
    "-c": r"snmp\w+",
    "-A": r"ab|snmp\w+|redis-cli|valkey-cli",
    "-X": r"snmp\w+",
    "-w": r"vsql|ldap\w+|nmap|smbmap|security[ ]\S+|kadmin\w*|db2\w*|dsconf|ipa\w*",
    "-s": r"ldappasswd|secret-tool",
    "-N": r"ssh-keygen",
    "-k": r"openssl[ ](?:enc|aes\S*|des\S*)|(?:dotnet[ ])?nuget\b[^|\n]{0,80}push|kinit|openai|codecov",
    "-t": r"fly(?:ctl)?|influx|surge|codecov|doctl\b[^|\n]{0,40}auth|vercel",
    "-b": r"gh[ ]secret[ ]set|hdbuserstore",
    "-ap": r"swaks", "-xp": r"sendemail", "-upw": r"pdf\w+", "-opw": r"pdf\w+",
    "-pw": r"plink|pscp|psftp|putty|kadmin\w*|klink|kscp",
    "-pwd": r"dsadd|dsmod|New-\w+|VBoxManage|vmrun",
    "-gp": r"vmrun",
    "-pass": r"openssl|ncat|x11vnc",
    "-passwd": r"x11vnc|asadmin",
    "--body": r"gh[ ]secret[ ]set",
    "--pass": r"redis-cli|valkey-cli|curl|iconv",
}
COMMANDS: dict[str, re.Pattern[str]] = {
    option: lazy.pattern(rf"(?:^|[\s\"'`/(=+])(?:{names})\b[^|;&\n]{{0,200}}\Z", re.M) for option, names in TABLE.items()
}
# These take the password right behind `-p` only.
ATTACHED = lazy.pattern(r"(?:^|[\s\"'`/(=+]|\x1b\[[0-9;]{0,9}m)"
                        r"(?:mysql\w*|mariadb[\w-]*|7z[azr]?|7zz|rar|unrar|p7zip)\b[^|;&\n]{0,200}\Z", re.M)
JAR = lazy.pattern(r"(?:-b|--cookie)[ =]?(?:'(?P<cookies>[^'\n]+)|\"(?P<double>[^\"\n]+)|(?P<bare>[^\s\"']+))")
LOGIN = lazy.pattern(r"[ ](?:-u|-U|--user(?:name)?|--login|-l)[ =][\w.@-]{1,60}(?:[ ]\S{1,40}){0,4}[ ]\Z")
CURL = lazy.pattern(r"\b(?:curl|wget|http|https|xh)\b[^|;&\n]{0,300}\Z")
PASSES = lazy.pattern(r"pass:|env:|file:|fd:|stdin", re.I)
JOINED = ("-p", "-w", "-P", "-b")  # these are written with their value in one
OPTIONS = ("-p", "-a ", "-a\"", "-c ", "-w ", "-x ", "-s ", "-n ", "-k ", "-t ",
           "-b ", "-b\"", "-ap ", "-xp ", "-upw ", "-opw ", "-pw ", "-pwd ", "-gp ", "-pass ", "--body ", "--body=")
SIDES = frozenset(" \t\"'`,[(\n")
# The rest of a command from a piece of its name on: the password is what stands at a place.
PLACED = {
    "crypt_string ": r"",
    "upwd ": r"\S{1,40}[ ]",
    "user:password ": r"\S{1,40}[ ]",
    "mc admin": r"[ ]user[ ]add[ ]\S{1,40}[ ]\S{1,60}[ ]",
    "mba-tool": r"[ ]user[ ](?:create|add|setpassword)[ ]\S{1,60}[ ](?!-)",
    "portnetwork ": r"\S{1,20}[ ](?:\"[^\"\n]{1,40}\"|\S{1,40})[ ]",
    "put_pw ": r"",
    "-hp": r"",
    "connect ": r"[\"']?[\w$]{1,30}/(?=[^@\s]{3,60}(?:@|;|\s|\Z))",
    "get sys/": r"",
    "mpacket-": r"[\w.-]{1,30}[ ](?:-\S+[ ]){0,3}[\"']?(?:[\w.-]{1,40}/)?[\w.$-]{1,40}:(?=[^@\s]{3,60}@)",
    "gin ": r"[\"']?[\w.@+-]{1,60}[\"']?[ ]",
    "ult login ": r"(?:-[\w-]{1,20}[ ]){0,2}",
    "wandb login ": r"(?:--relogin[ ])?",
    "wilio login ": r"(?:AC\w{0,40}[ ])?",
    "cloudflared ": r"(?:service[ ]install|tunnel[ ]run)[ ](?:--token[ ])?",
    "uget push ": r"\S{1,100}[ ]",
    "uth activate-refresh-token ": r"\S{1,80}[ ]",
    "key s:": r"",
    "kserv identify ": r"(?:\S{1,30}[ ])?",
    "passwd -": r"(?:(?=\w*n)\w*b\w*[ ]\S{1,60}[ ]|(?:[156]|apr1)[ ]|"
                r"(?:\w+[ ]-)*\w*b\w*(?:[ ]-\w+)*[ ]\S{1,120}[ ]\S{1,60}[ ])",  # of htpasswd, mosquitto_passwd
    "wifi:": r"(?:[^;\n]{0,80};){0,3}?P:",
    "wpa_passphrase": r"[ ](?:\"[^\"\n]{1,40}\"|'[^'\n]{1,40}'|\S{1,40})[ ]",
    "bbitmqctl": r"[^|;&\n]{0,40}?[ ](?:add_user|change_password|authenticate_user)[ ]\S{1,60}[ ]",
    "qlplus": r"[ ](?:-\w+[ ]){0,4}[\"']?[\w.$-]{1,40}/(?=[^@\s]{3,60}@|\S{3,60})",
    "pdp ": r"(?:userid=)?[\"']?[\w.$-]{1,40}/(?=[^@\s]{3,60}(?:@|\s|\Z))",
    "mbclient ": r"(?:\"//[^\"\n]{1,80}\"|'//[^'\n]{1,80}'|//\S{1,80})[ ](?!-)",
    "qlldr ": r"(?:userid=)?[\"']?[\w.$-]{1,40}/(?=[^@\s]{3,60}@)",
    "cmdkey": r"[^|;&\n]{0,120}?[ ]/pass:",
    "mc alias": r"[ ]set[ ]\S{1,40}[ ]\S{1,120}[ ]\S{3,120}[ ]",
    "unseal ": r"(?:-\S+[ ])*",
    "net use": r"(?:r[ ][\w.-]{1,40}[ ](?=\S+[ ]+/)|[ ](?:\S{1,120}[ ]){1,3}?/user:\S{1,80}[ ]|[ ](?:\S:[ ])?\\\\\S{1,120}[ ]"
               r"(?=\S+[ ]+/user:))",
    "mysqladmin": r"[^|;&\n]{0,120}?[ ]password[ ]",
    "kadmin": r"[^|;&\n]{0,120}?[ ]-pw[ ]",
    "basic.": r"[\w.-]{1,80}[ ][\w.@-]{1,80}[ ]",
    "pypi-token.": r"[\w.-]{1,40}[ ]",
    "cargo login": r"[ ](?:--\S+[ ]\S+[ ])?",
    "uthtoken ": r"",
    "mask::": r"",  # of GitHub's `::add-mask::`
    "bw unlock": r"[ ]",
    "bw login": r"[ ]\S+@\S+[ ]",
}
TAGGED = lazy.pattern(r"(?:\A|[\n ])[A-Za-z]{0,4}[0-9]{1,4} login \Z", re.A)  # as IMAP numbers its commands
BEFORE_HOST = ("qlplus", "pdp ", "qlldr ", "connect ", "get sys/", "mpacket-")
STRICT = ("connect ", "gin ", "key s:", "-hp", "put_pw ")  # these words may mean something else
TOKENS = ("ult login ", "wandb login ", "wilio login ", "uget push ", "cloudflared ", "uth activate-refresh-token ")
REST: dict[str, re.Pattern[str]] = {word: lazy.pattern(body + SHOWN) for word, body in PLACED.items()}
# `echo secret | sudo -S`, `printf '%s' secret | docker login --password-stdin`, `command <<< secret`.
PIPED = lazy.pattern(
    r"(?:echo|printf|print|yes|Write-Output)(?:[ ]-\w+)*[ ](?:[\"']%s(?:\\n)?[\"'][ ])?[\"']?(?:[\w.-]{1,40}:(?=[^\s]{4,100}[\"']"
    r"?[ ]*\|[ ]*(?:sudo[ ])?\Z))?"
    r"(?P<value>[^\s\"'|]{4,200})(?:\\n)?[\"']?\)?[ ]{0,3}\|[ ]{0,3}[^|\n]{0,160}\Z",
)
HERE = lazy.pattern(r"[^|\n]{0,120}<<<[ ]?" + SHOWN)
PIPES = ("kinit ", "gon2 ", "keepassxc-cli", "pdbedit ", "chpasswd", "udo -s", "password-stdin", "passwd --stdin", "with-token",
         "pass stdin", "-in stdin", "yptsetup", "passphrase-fd")
ROW = lazy.pattern(r":(?:[0-9]{2,5}|\*):[^\s:]{1,80}:[^\s:]{1,80}:(?P<value>[^\s:]{6,200})(?=\s|\Z|[\"'])")


def user(text: str, start: int) -> Iterator[Span]:
    """Give the password of `curl -u name:password` and of `smbclient -U name%password`, whose option begins at `start`."""
    found = USER.match(text, start)
    if not found or found.group("mark") == "%" and found.group("user").isdigit():
        return
    if found.group("mark") == "," and "lftp" not in text[max(0, start - 60):start]:
        return
    if "://" in found.group("value"):
        return  # an address behind a scheme of its own, as JDBC writes one
    if plausible(found.group("value")) and not found.group("value").isdigit():
        yield Span(*found.span("value"), "password", "shell")


def option(text: str, start: int) -> Iterator[Span]:
    """Give the password of `mysql -p...`, `sshpass -p ...`, `redis-cli -a ...`, whose option begins at `start`."""
    if text[start - 1:start] not in SIDES:
        return
    found = VALUE.match(text, start)
    if not found:
        return
    given = found.group("option") if found.group("gap") else found.group("option")[:2]
    command = COMMANDS.get(given)
    if command is None or not command.search(text, max(0, start - 260), start):
        if given == "-p" and found.group("gap") and LOGIN.search(text[max(0, start - 200):start].rpartition("\n")[2]):
            value = found.group(_shown(found))
            if plausible(value) and directives.secret(value, "password"):
                yield Span(*found.span(_shown(found)), "password", "shell")
        return
    first, last = found.span(_shown(found)) if found.group("gap") else (start + 2, found.end(_shown(found)))
    value = text[first:last].strip("\"'")
    first = text.index(value, first) if value else first
    passes = PASSES.match(value)
    if given in ("-a", "-A") and re.match(r"[\w.@-]{1,60}[:%]", value):
        yield from user(text, start)
    elif given == "-p" and found.group("gap") and ATTACHED.search(text, max(0, start - 260), start) and not _strong(value):
        return  # what stands apart is the database or the archive
    elif not passes and fit(value, not found.group("gap")) and (
            found.group("gap") or given in JOINED or found.group("bare") is None):
        yield Span(first, first + len(value), "password", "shell")


def _strong(value: str) -> bool:
    """True for what is no database's name: signs, or letters and figures as they are drawn."""
    if value.endswith((".7z", ".rar", ".zip", ".sql")):
        return False
    return values.SYMBOL.search(value) is not None or randomness.mixed(value) or randomness.drawn(value)


def jar(text: str, start: int) -> Iterator[Span]:
    """Give the cookies of `curl -b 'name=value; ...'`, whose option begins at `start`."""
    found = JAR.match(text, start)
    if found and CURL.search(text, max(0, start - 300), start):
        yield from credentials.crumbs(text, *found.span(found.lastgroup or "bare"))


def placed(text: str, end: int, word: str) -> Iterator[Span]:
    """Give the password that a command takes at its place, a piece of whose name, `word`, ends at `end`."""
    found = REST[word].match(text, end)
    if not found:
        return
    first, last = found.span(_shown(found))
    at = text.rfind("@", first, last) if word in BEFORE_HOST else -1
    last = at if at > first + 3 else last
    value = text[first:last]
    secret = values.secret(value, "password", True) or values.secret(value, "token", True) or weak.password(value, False)
    if word == "-hp" and " rar " not in f" {text[max(0, end - 60):end]}":
        return
    if word in STRICT and (not directives.secret(value, "password") or word == "gin " and not (
            text[end - 6:end] == "LOGIN " or TAGGED.search(text, max(0, end - 20), end))):
        return
    if (secret or values.secret(value, "token", True) or word in TOKENS and randomness.UUID.match(value)) and plausible(value):
        yield Span(first, last, "password", "shell")


def piped(text: str, start: int, end: int) -> Iterator[Span]:
    """Give the password that is piped, or handed as a here-string, into the command that takes it at text[start:end]."""
    line = text.rfind("\n", max(0, start - 360), start) + 1
    found = PIPED.search(text, max(line, start - 360), start) or HERE.match(text, end)
    if not found:
        return
    name = "value" if "value" in found.re.groupindex else _shown(found)
    value = found.group(name)
    if fit(value, True):
        yield Span(*found.span(name), "password", "shell")


def row(text: str, start: int) -> Iterator[Span]:
    """Give the password of a `.pgpass` line, `host:port:database:user:password`, whose port begins at `start`."""
    found = ROW.match(text, start)
    if found and plausible(found.group("value").lstrip("-")) and values.secret(found.group("value"), "password", True) and (
            not values.BRACKETS.search(found.group("value"))):
        yield Span(*found.span("value"), "password", "pgpass")


def _shown(found: re.Match[str]) -> str:
    return next(name for name in ("double", "single", "bare") if found.group(name) is not None)


def fit(value: str, sure: bool) -> bool:
    """True for what a command may be given as a password; `sure` where nothing else can stand, so that words are one too."""
    if not plausible(value) or values.NUMBER.match(value) and not (sure and weak.password(value, True)):
        return False
    if not values.NAME.match(value) or randomness.drawn(value):
        return True
    return values.secret(value, "password", True) or weak.password(value, sure)


def plausible(value: str) -> bool:
    """False for markers, fillers, references and paths."""
    if "[secret:" in value or value.startswith(("/", "-", "~")):
        return False
    return not values.filler(value) and not values.reference(value)
