"""Known values: the secrets that this machine keeps in its own files and environment."""
from __future__ import annotations

import base64
import json
import os
import re
import urllib.parse

from tools.lib.scrub import lazy
from tools.lib.scrub.keyed import keys, values
from tools.lib.scrub.tokens import randomness

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

LEAST = 8
BIGGEST = 1_000_000  # bytes; credential files are small, and a large one is something else
FLAT = (
    ".netrc", "_netrc", ".pgpass", ".my.cnf", ".npmrc", ".pypirc", ".yarnrc.yml", ".boto", ".s3cfg",
    ".aws/credentials", ".aws/config", ".git-credentials", ".config/git/credentials", ".config/gh/hosts.yml",
    ".config/glab-cli/config.yml", ".config/hub", ".cargo/credentials", ".cargo/credentials.toml", ".gem/credentials",
    ".kube/config", ".env", ".envrc", ".config/rclone/rclone.conf", ".config/pip/pip.conf", ".pip/pip.conf",
    ".terraformrc", ".vault-token", ".databrickscfg", ".m2/settings.xml", ".gradle/gradle.properties",
    ".huggingface/token", ".cache/huggingface/token", ".wakatime.cfg", ".condarc", ".composer/auth.json",
)
TREES = (
    ".claude/.credentials.json", ".claude.json", ".codex/auth.json", ".docker/config.json",
    ".config/gcloud/application_default_credentials.json", ".azure/accessTokens.json", ".azure/msal_token_cache.json",
    ".config/op/config", ".gemini/oauth_creds.json", ".config/github-copilot/hosts.json",
    ".config/github-copilot/apps.json",
)
KEY_FOLDERS = (".ssh", ".gnupg/private-keys-v1.d")
PAIR = lazy.pattern(r"""(?P<key>[\w.@:/-]{1,200})["']?[ \t]*[=:][ \t]*(?P<quote>["']?)(?P<value>[^\s"'#][^\n"']*)""")
NETRC = lazy.pattern(r"\bpassword\s+(\S+)")
USERINFO = lazy.pattern(r"://[^\s/:@]*:([^\s/@]+)@")
PRIVATE_LINE = lazy.pattern(r"^[A-Za-z0-9+/=]{40,}$", re.M)
ALONE = lazy.pattern(r"[\w.+/-]{8,4000}", re.A)
WORD = lazy.pattern(r"[A-Za-z]+(?:[-_ ][A-Za-z]+)*|[0-9.,:-]+|(?:true|false|yes|no)", re.A)
HOST = lazy.pattern(r"[\w-]+(?:\.[\w-]+)+(?::[0-9]+)?", re.A)


def sources(home: str) -> list[str]:
    """The files and folders that the values of a home are read from, whether they are there or not."""
    return [os.path.join(home, path) for path in (*FLAT, *TREES, *KEY_FOLDERS)]


def collect(environ: Mapping[str, str], home: str) -> list[str]:
    """Return the values of 8 and more characters that this machine holds as secrets; unreadable files are passed over."""
    found = set(of_environment(environ))
    for path in FLAT:
        found.update(_flat(_read(os.path.join(home, path))))
    for path in TREES:
        found.update(_tree(_read(os.path.join(home, path))))
    lines = {line for folder in KEY_FOLDERS for line in _private_lines(os.path.join(home, folder))}  # one in 64 begins with `/`
    user = os.path.basename(home.rstrip("/\\"))
    return sorted(lines | {value for value in map(str.strip, found) if worth(value) and value != user})


def of_environment(environ: Mapping[str, str]) -> Iterator[str]:
    """The values that an environment's names or forms tell to be secrets, whatever they are worth."""
    for name, value in environ.items():
        if keys.grade(name):
            yield value
        yield from USERINFO.findall(value)


def worth(value: str) -> bool:
    """True for a value that may be removed wherever it stands: no word, path, host, number, filler or reference."""
    if not LEAST <= len(value) <= 4000 or "\n" in value:
        return False
    if WORD.fullmatch(value):
        return randomness.drawn(value) and not value.isdigit()
    if HOST.fullmatch(value) and not any(randomness.mixed(part) for part in value.split(".")):
        return False
    if value.startswith(("/", "~/", "./")) or values.URL.match(value):
        return False
    return not values.filler(value) and not values.reference(value)


def _read(path: str) -> str:
    try:
        if os.path.getsize(path) > BIGGEST:
            return ""
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read()
    except OSError:
        return ""


def _flat(text: str) -> Iterator[str]:
    """The secret values of a file of pairs, whatever its syntax; a file that is one token is its value."""
    if ALONE.fullmatch(text.strip()):
        yield text.strip()
    for line in text.split("\n"):
        yield from NETRC.findall(line)
        for password in USERINFO.findall(line):
            yield password
            yield urllib.parse.unquote(password)
        fields = line.strip().split(":")
        if len(fields) == 5 and fields[1].isdigit():  # .pgpass: host:port:database:user:password
            yield fields[4]
        for found in PAIR.finditer(line):
            if keys.grade(found.group("key").rsplit(":", 1)[-1]):
                value = found.group("value").strip().rstrip(",;")
                yield value
                yield from _decoded(found.group("key"), value)
    if text.lstrip().startswith("{"):
        yield from _tree(text)


def _tree(text: str) -> Iterator[str]:
    try:
        whole = json.loads(text) if text else None
    except (ValueError, RecursionError):
        return
    yield from _leaves(whole, "")


def _leaves(item: Any, key: str) -> Iterator[str]:
    if isinstance(item, dict):
        for name, inner in item.items():
            yield from _leaves(inner, str(name))
    elif isinstance(item, list):
        for inner in item:
            yield from _leaves(inner, key)
    elif isinstance(item, str) and keys.grade(key):
        yield item
        yield from _decoded(key, item)


def _decoded(key: str, value: str) -> Iterator[str]:
    """The password inside a base64 `user:password`, as Docker and npm keep it."""
    if not key.lower().rsplit(":", 1)[-1].lstrip("_").endswith(("auth", "password", "data")):
        return
    try:
        plain = base64.b64decode(value, validate=True).decode()
    except ValueError:
        return
    yield plain.partition(":")[2] or plain


def _private_lines(folder: str) -> Iterator[str]:
    try:
        names = sorted(os.listdir(folder))[:100]
    except OSError:
        return
    for name in names:
        text = _read(os.path.join(folder, name))
        if "PRIVATE KEY-----" in text:
            yield from PRIVATE_LINE.findall(text)
