"""What a command draws or fetches stands on the line below it, behind whatever gutter; what only looks like that stays."""
from __future__ import annotations

import json
import re

import pytest

from tests.tools.lib.scrub import made

MARK = r"\[secret:[a-z-]+:[0-9a-f]{6}\]"
DRAWN = made.text(24)
COMMANDS = (
    "cat /var/lib/jenkins/secrets/initialAdminPassword", "argocd admin initial-password -n argocd",
    "kubectl get secret db -o jsonpath='{.data.password}' | base64 -d",
    "kubectl -n app get secret db -o jsonpath='{.data.x}' | base64 --decode; echo", "pass show x", "gopass show mail/x",
    "az keyvault secret show -n x --query value -o tsv", "az acr credential show -n x --query 'passwords[0].value' --output tsv",
    "aws secretsmanager get-secret-value --secret-id x --query SecretString --output text", "pwgen -s 20 1",
    "openssl rand -base64 24",
    "openssl rand 24 | base64", "apg -n 1 -m 20", "gpg --gen-random --armor 1 24", "head -c 32 /dev/urandom | base64",
    "tr -dc A-Za-z0-9 </dev/urandom | head -c 24; echo", "dd if=/dev/urandom bs=24 count=1 2>/dev/null | base64",
)
GUTTERS = ("{0}\n{1}\nnext line\n", "$ {0}\n{1}\n", "+$ {0}\n+{1}\n+next line\n", " $ {0}\n {1}\n next line",
"> $ {0}\n> {1}\n> next line\n",
           "-{0}\n-{1}\n", "  12\t{0}\n  13\t{1}\n")


@pytest.mark.parametrize("form", GUTTERS)
@pytest.mark.parametrize("command", COMMANDS)
def test_the_line_below_goes(command, form):
    text = form.format(command, DRAWN)
    out = made.scrubber().text(text)
    assert re.fullmatch(re.escape(form.format(command, "\0")).replace("\0", MARK), out)
    assert made.scrubber().text(out) == out


def test_all_that_are_drawn_go():
    several = [made.dense(20) for _ in range(3)]
    out = made.scrubber().text("pwgen -s 20 3\n" + "\n".join(several) + "\n$ ls\n")
    assert re.fullmatch(rf"pwgen -s 20 3\n{MARK}\n{MARK}\n{MARK}\n\$ ls\n", out)


@pytest.mark.parametrize("text", (
    "apt-get install -y pwgen \\\n    libssl1.1 \\\n    libpq5\n", "apt install pwgen\nlibsqlite3-mod2\n",
    "openssl rand -base64 24\nexport X=1\n",
    "kubectl get secret db -o yaml | base64 -d\nerror: not found\n", "echo x | base64 -d\nexport2024done\n",
    "az group list --query '[].id' -o tsv\n/subscriptions/1/x\n", "az vm list --query '[].name' -o tsv\nvm-x1y2z3w4v5\n",
    "head -c 32 /dev/urandom | sha256sum\n", "cat initialAdminPassword\ncat: No such file\n",
    "cat $PASSWORD_FILE\n./deploy42.sh\n",
    "pass show x\nError: x is not in the password store.\n",
    "argocd admin initial-password\nThis password must be only used once\n",
    "convert a.jpg -m 3\nabc123def456gh\n", "sudo cat /etc/secret/name\nmodule-v2.1\n", "pwgen -s 20 1 > f\nls -la\n",
    "    >>> token_urlsafe(16)\n    'Drmhze6EPcv0fN_81Bj-nA'\n",
    "+cat secrets.txt\n+from base64 import b64decode\n", "docker run -e PASSWORD_FILE=x img\nsha256:3f2a91\n",
))
def test_what_only_stands_below_stays(text):
    assert made.scrubber().text(text) == text
    line = json.dumps({"stdout": text}).encode()
    assert made.scrubber().record(line) == line
