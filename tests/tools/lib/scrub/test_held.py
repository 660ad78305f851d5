"""Maps of secrets that are named for services: their values go, names, places and references stay."""
from __future__ import annotations

import json
import re

import pytest

from tests.tools.lib.scrub import made

TOKEN, PASSWORD = made.text(48), made.password() + "#x"
MARK = r"\[secret:[a-z-]+:[0-9a-f]{6}\]"
RECORDS = (
    {"secrets": {"stripe": TOKEN, "db": PASSWORD}},
    {"app": {"secrets": {"prod": {"stripe": TOKEN}, "db": PASSWORD}}},
    {"credentials": {"mailer": TOKEN, "db": PASSWORD}}, {"stringData": {"stripe": TOKEN, "db": PASSWORD}},
    {"apiKeys": {"maps": TOKEN, "db": PASSWORD}},
    {"data": {"data": {"stripe": TOKEN, "db": PASSWORD}, "metadata": {"destroyed": False, "version": 3}}},
)
TEXTS = (
    "[secrets]\nstripe = \"{}\"\ndb = '{}'\n\n[server]\nport = 8080\n",
    "[secrets.prod]\nstripe = \"{}\"  # live\n# next\ndb = '{}'\n",
    "app:\n  secrets:\n    stripe: {}\n    db: {}\n  ports:\n    - 80\n", "secrets:\n  stripe: \"{}\"\n\n  db: '{}'\nname: app\n",
    "const secrets = {{\n  stripe: '{}',\n  db: \"{}\",\n}};\n",
    "answer: {{\"secrets\": {{\"stripe\": \"{}\", \"db\": \"{}\"}}}} done",
    "====== Data ======\nKey       Value\n---       -----\nstripe    {}\ndb        {}\n",
    "   1\tsecrets:\n   2\t  stripe: {}\n   3\t  db: {}\n   4\tports: 80\n",
)


@pytest.mark.parametrize("record", RECORDS)
def test_a_record_keeps_its_names_and_loses_the_values(record):
    out = made.scrubber().record(json.dumps(record).encode()).decode()
    said = re.escape(json.dumps(record)).replace(TOKEN, MARK).replace(re.escape(PASSWORD), MARK)
    assert re.fullmatch(said, out)


@pytest.mark.parametrize("form", TEXTS)
def test_a_text_keeps_its_names_and_loses_the_values(form):
    out = made.scrubber().text(form.format(TOKEN, PASSWORD))
    assert re.fullmatch(re.escape(form.format("\0", "\0")).replace("\0", MARK), out)
    assert made.scrubber().text(out) == out


@pytest.mark.parametrize("text", (
    "services:\n  db:\n    secrets:\n      - db_password\nsecrets:\n  db_password:\n    file: ./db_password.txt\n  api:\n    "
    "external: true\n"
    "    name: app_api_v2\n",
    "secrets:\n  token: ${{ secrets.GITHUB_TOKEN }}\n  stripe: ${STRIPE}\n", "    secrets: inherit\n",
    "{\"secrets\": {\"db\": {\"file\": \"./x\", \"external\": true}, \"n\": 3, \"stripe\": \"prod-stripe-key-v2\", "
    "\"x\": \"vault:secret/data/db#password\"}}",
    "{\"secrets\": [\"db_password\", \"api_key\"]}",
    "{\"secrets\": [{\"name\": \"DB_PASSWORD\", \"created_at\": \"2024-01-02T03:04:05Z\"}], \"total_count\": 1}",
    "[secrets]\nbackend = \"vault\"\npath = \"secret/data/app\"\nttl = \"30m\"\n",
    "[credentials]\nhelper = osxkeychain\nstore = /srv/creds\n",
    "====== Metadata ======\nKey              Value\n---              -----\ncreated_time     "
    "2024-01-02T03:04:05.123456Z\nversion          3\n"
    "destroyed        false\nlease_id         database/creds/readonly/2f6a614c\n",
    "Key   Value\n---   -----\nmode  0644\n",
    "secrets:\n  db: app-db-2024\n  aws: arn:aws:secretsmanager:us-east-1:123456789012:secret:prod/db-AbCdEf\n",
    "const secrets = {\n  db: process.env.DB,\n  stripe: getSecret('stripe'),\n}\n",
    "secrets: {\n  type: Object,\n  default: () => ({}),\n}",
    "secrets = {\"db\": db_secret, \"x\": X.y2}", "We speak of secrets:\n  note: 4 of them, see docs/a1.md\n",
))
def test_names_places_and_references_stay(text):
    assert made.scrubber().text(text) == text
    line = (text if text[0] == "{" else json.dumps({"text": text})).encode()
    assert made.scrubber().record(line) == line
