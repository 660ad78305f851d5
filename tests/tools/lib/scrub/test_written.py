"""Passwords that are piped in as a literal or written to a file whose name says what it holds."""
from __future__ import annotations

import json
import re

import pytest

from tests.tools.lib.scrub import made

MARK = r"\[secret:[a-z-]+:[0-9a-f]{6}\]"
SIGNED = made.text(4, "abcdefgh") + made.text(1, "2345") + "H#" + made.text(2, "CDEF")
FORMS = (
    "$c = ('{}' | ConvertTo-SecureString -AsPlainText -Force)", "\"{}\" | ConvertTo-SecureString -AsPlainText -Force",
    "'{}' | Set-Secret -Name db_password", "'{}' | Out-File -FilePath .vault_pass",
    "\"{{{{ '{}' | password_hash('sha512') }}}}\"",
    "Set-Content -Path .vault_pass -Value '{}'",
    "echo '{}' > .vault_pass", "printf '%s' \"{}\" > ~/.pgpass_admin", "echo -n {} > /run/secrets/db_password",
    "echo {}>db_password.txt",
    "printf '%s\\n' '{}' >> secrets/token", "echo '{}' | tee /etc/ansible/.vault_pass.txt",
    "echo '{}' | sudo tee -a secret.txt >/dev/null",
    "tee secret.txt <<< '{}'", "printf '{}' | docker secret create db_password -",
    "printf '%s' '{}' | podman secret create app_token -",
    "cat > .vault_pass <<EOF\n{}\nEOF", "cat <<'EOF' > secrets/db_password.txt\n{}\nEOF\nls", "echo 'bob:{}' > .htpasswd_plain",
)


@pytest.mark.parametrize("secret", (made.password(), SIGNED))
@pytest.mark.parametrize("form", FORMS)
def test_what_is_fed_goes_and_the_command_stays(form, secret):
    out = made.scrubber().text(form.format(secret))
    assert re.fullmatch(re.escape(form.format("\0")).replace("\0", MARK), out)
    assert made.scrubber().text(out) == out


@pytest.mark.parametrize("name", ("file_path", "filePath"))
def test_a_password_s_file_is_written_by_a_tool(name):
    line = json.dumps({name: "/srv/app/.vault_pass", "content": made.password() + "\n"}).encode()
    assert re.search(MARK, made.scrubber().record(line).decode())


@pytest.mark.parametrize("text", (
    "type Kind = 'text' | 'password';", "x = a | password_field", "echo done > password.log", "echo 'hello' > passwords.md",
    "echo $DB_PASSWORD > .vault_pass", "echo \"# secrets\" > secrets.txt", "cat <<EOF > secrets.txt\nnone\nEOF",
    "echo '{}' > tokens.json",
    "grep -c 'x1y2z3' | wc secret.txt", "echo \"built v1.2.3\" > token.txt", "Get-Content p.txt | ConvertTo-SecureString",
    "$x | ConvertTo-SecureString -AsPlainText -Force", "'password' | ConvertTo-SecureString", "echo finished > token.txt",
    "if a1 > password_length: pass", "echo 'x1y2' > test_password.py",
    "{\"file_path\": \"/srv/passwords.py\", \"content\": \"X1y2z3w4\"}",
    "{\"file_path\": \"/srv/.vault_pass\", \"content\": \"# none yet\\n\"}",
    "{\"file_path\": \"/srv/a.txt\", \"content\": \"release-12\\n\"}",
))
def test_what_is_none_stays(text):
    assert made.scrubber().record(text.encode()) == text.encode()
