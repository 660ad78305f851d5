"""Values that begin with a sign, hold one that a shell reads, stand in braces, or are the second of a line."""
from __future__ import annotations

import json
import random
import re

import pytest

from tests.tools.lib.scrub import made

R = random.Random(67)
MARK = r"\[secret:[a-z-]+:[0-9a-f]{6}\]"
WORD = "Tulip" + "-" + str(R.randrange(2000, 9000))
JOINED = "Summit&Bramble" + str(R.randrange(20, 90))
SHORT = "3z" + R.choice("JKQX") + "x"
DRAWN = made.dense(12)
CODES = [f"{made.dense(4).lower()}-{made.dense(4).lower()}" for _ in range(3)]
FORMS = (
    ("db:5432:app:jo:{}", "-" + WORD), ("sqlplus app/{}@host", JOINED), ("mysql -u root -p{} shop", JOINED),
    ("mysqldump -p'{}' shop", JOINED), ("username jo password 0 {}", SHORT), ("enable secret 0 {}", SHORT),
)


@pytest.mark.parametrize(("form", "value"), FORMS)
def test_the_whole_value_goes(form, value):
    out = made.scrubber().text(form.format(value))
    assert re.fullmatch(re.escape(form.format("\0")).replace("\0", MARK), out)
    assert made.scrubber().text(out) == out


@pytest.mark.parametrize("value", (DRAWN, JOINED))
def test_a_value_in_braces_goes(value):
    out = made.scrubber().text("Driver={x};Uid=jo;Pwd={" + value + "};Port=1")
    assert not made.survives(out, value) and out.startswith("Driver={x};Uid=jo;Pwd=") and out.endswith("};Port=1")


@pytest.mark.parametrize("answer", ("-" + WORD, "+" + WORD))
def test_an_answer_may_begin_with_a_sign(answer):
    assert WORD not in made.scrubber().text(f"$ echo $DB_PASSWORD\n{answer}\n")


@pytest.mark.parametrize("sign", ("&", "|", ";", "&|!"))
def test_what_a_shell_would_read_ends_no_word_of_a_list(sign):
    value = f"Tul{sign}ip{R.randrange(200, 900)}"
    out = made.scrubber().record(json.dumps(["mysql", "-u", "root", "-p" + value, "shop"]).encode()).decode()
    assert re.fullmatch(rf'\["mysql", "-u", "root", "-p{MARK}", "shop"\]', out)


@pytest.mark.parametrize("record", (
    {"command": ["mysql", "-u", "root", f"-p{JOINED}", "shop"]}, {"chars": f"mysql -u root -p{JOINED} shop\n"},
    {"argv": ["sshpass", "-p", JOINED, "ssh", "h"]},
))
def test_a_command_s_word_goes_whole(record):
    out = made.scrubber().record(json.dumps(record).encode()).decode()
    assert re.fullmatch(re.escape(json.dumps(record)).replace(re.escape(JOINED), MARK), out)


@pytest.mark.parametrize("form", (
    "echo 'recovery codes: {} {} {}' > c.txt", "Backup codes: {}, {}, {}", "recovery_codes = [\"{}\", \"{}\", \"{}\"]",
    "your recovery codes are {}, {} and {}", "Backup codes:\n{}\n{}\n{}\n", "printf 'Recovery codes:\\n{}\\n{}\\n{}\\n' > c.txt",
))
def test_every_code_of_a_line_goes(form):
    text = form.format(*CODES)
    for line in (text.encode(), json.dumps({"command": ["bash", "-lc", text]}).encode()):
        out = made.scrubber().record(line).decode()
        assert not [out for code in CODES if code in out]


@pytest.mark.parametrize("text", (
    "mysql -u root -p & sleep 100", "curl https://h/x?a=1 -p1&b=2", "the test password 2 3rd",
    "password 0 none",
    "Driver={x};Uid={user};Pwd={password};", "Pwd={pwd1}", "recovery codes: see the manual", "recovery codes: 10 of 10 used",
    "Backup codes: generate12 more", "db:5432:app:jo:-", "$ echo $DB_PASSWORD\n--help\n", "$ cat .pgpass\n-rw-r--r--\n",
))
def test_what_is_none_stays(text):
    assert made.scrubber().text(text) == text
