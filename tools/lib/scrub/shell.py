"""Shell: passwords that commands take by an option of one letter, or by place."""
from __future__ import annotations

import re

from tools.lib.scrub import lazy, values
from tools.lib.scrub.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

USER = lazy.pattern(r"(?:-u|--user|--proxy-user)[ \t=]{0,3}[\"']?(?P<user>[\w.@+\\-]{1,80}):(?P<value>[^\s\"']{3,200})")
VALUE = lazy.pattern(
    r"(?P<option>-[a-zA-Z]{1,2})[ \t=]{0,3}(?:\"(?P<double>[^\"\n]{3,200})\"|'(?P<single>[^'\n]{3,200})'|(?P<bare>[^\s\"'"
    r"|&;<>()$]{3,200}))",
)
# Which command takes its password by which option; `-p` of `mkdir`, `ssh` or `docker run` is something else.
COMMANDS = {
    "-p": lazy.pattern(r"""
        \b(?:sshpass|mysql\w*|mariadb[\w-]*|mongo\w*
          |(?:docker|podman|helm|nerdctl|buildah|skopeo|crane|oras)[ ](?:registry[ ])?login
          |oc[ ]login|az[ ]login|twine|ipmitool|rabbitmqadmin|cqlsh|xfreerdp|influx|arangosh|svn|lftp)\b[^|;&\n]{0,160}\Z
    """, re.X),
    "-a": lazy.pattern(r"\b(?:redis-cli|valkey-cli|http|https|xh)\b[^|;&\n]{0,160}\Z"),
    "-w": lazy.pattern(r"\b(?:ldap\w+|nmap|smbmap)\b[^|;&\n]{0,160}\Z"),
    "-P": lazy.pattern(r"\b(?:sqlcmd|bcp|isql|impacket\w*|ipmitool)\b[^|;&\n]{0,160}\Z"),
    "-b": lazy.pattern(r"\bcurl\b[^|;&\n]{0,300}\Z"),
    "-pw": lazy.pattern(r"\b(?:plink|pscp|psftp|putty)\b[^|;&\n]{0,160}\Z"),
}
OPTIONS = ("-p ", "-p'", '-p"', "-a ", "-w ", "-b ", "-pw ")
ATTACHED = lazy.pattern(r"[\w-]{0,20}[ ](?:[^|;&\n]{0,160}?[ ])??-p(?P<value>[^\s\"'-][^\s\"'|;&]{2,100})")
NET_USER = lazy.pattern(r"[\w.-]{1,40}[ ](?P<value>[^\s/*][^\s]{3,60})(?=[ ]+/)")
PIPED = lazy.pattern(r"[\w.-]{1,40}:(?P<value>[^\s:\"']{4,100})[\"']?[ ]{0,3}\|[ ]{0,3}(?:sudo[ ])?\Z")
PLACED = lazy.pattern(r":(?:[0-9]{2,5}|\*):[^\s:]{1,80}:[^\s:]{1,80}:(?P<value>[^\s:]{6,200})(?=\s|\Z|[\"'])")


def user(text: str, start: int) -> Iterator[Span]:
    """Give the password of `curl -u name:password`, whose option begins at `start`."""
    found = USER.match(text, start)
    if found and plausible(found.group("value")) and not found.group("value").isdigit():
        yield Span(*found.span("value"), "password", "shell")


def option(text: str, start: int) -> Iterator[Span]:
    """Give the password of `mysql -p...`, `sshpass -p ...`, `redis-cli -a ...`, whose option begins at `start`."""
    found = VALUE.match(text, start)
    if not found:
        return
    command = COMMANDS.get(found.group("option"))
    before = text[max(0, start - 200):start]
    if command is None or not command.search(before):
        return
    name = found.lastgroup or "bare"
    if plausible(found.group(name)) and not values.NUMBER.match(found.group(name)):
        yield Span(*found.span(name), "password", "shell")


def attached(text: str, end: int) -> Iterator[Span]:
    """Give the password of `mysql -psecret`, where the command's name goes on at `end`."""
    found = ATTACHED.match(text, end)
    if found and plausible(found.group("value")) and not values.NAME.match(found.group("value")):
        yield Span(*found.span("value"), "password", "shell")


def account(text: str, start: int, end: int) -> Iterator[Span]:
    """Give the password of `echo bob:secret | chpasswd` and of `net user bob secret /add`."""
    found = NET_USER.match(text, end) or PIPED.search(text, max(0, start - 160), start)
    if found and plausible(found.group("value")) and not values.NAME.match(found.group("value")):
        yield Span(*found.span("value"), "password", "shell")


def placed(text: str, start: int) -> Iterator[Span]:
    """Give the password of a `.pgpass` line, `host:port:database:user:password`, whose port begins at `start`."""
    found = PLACED.match(text, start)
    if found and plausible(found.group("value")):
        yield Span(*found.span("value"), "password", "pgpass")


def plausible(value: str) -> bool:
    """False for markers, fillers, references and paths."""
    if "[secret:" in value or value.startswith(("/", "-", "~")):
        return False
    return not values.filler(value) and not values.reference(value)
