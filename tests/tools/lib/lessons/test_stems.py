"""Words as they are compared: case, accents, endings, scripts without blanks, topics of several words."""
import sys

import pytest

from tools.lib.lessons import stems


@pytest.mark.parametrize("words", (
    "route routes routing routed Route ROUTES", "alert alerts alerting alerted", "deploy deploys deployed deploying deployment",
    "migrate migrates migrating migrated migration migrations", "configure configured configuring configuration configurations",
    "run runs running", "policy policies", "class classes", "fix fixes fixing fixed", "box boxes", "branch branches branching",
    "delete deletes deleting deletion", "create created creating creation", "install installs installing installation",
    "validate validating validation", "cache caches caching cached", "test tests testing tested", "index indexes indexing",
    "push pushes pushing pushed", "stop stops stopping stopped", "call calls calling called", "address addresses",
    "Café cafe CAFÉ café cafés", "naïve naive", "Straße STRASSE strasse", "Überprüfung uberprufung ÜBERPRÜFUNG",
    "Łódź lodz", "Ελλάδα ελλαδα", "Йод иод", "ｆｕｌｌ full", "ﬁle file", "status", "bus buses", "connect connects connection",
))
def test_one_stem(words):
    assert len({tuple(stems.of(word)) for word in words.split()}) == 1


@pytest.mark.parametrize(("one", "two"), (
    ("station", "state"), ("router", "route"), ("thing", "th"), ("sing", "s"), ("red", "r"), ("version", "vers"),
    ("action", "act"), ("bus", "bu"), ("access", "acces"), ("database", "data"), ("ring", "r"), ("nginx", "ngin"),
    ("string", "str"),
    ("Bär", "Bier"), ("1", "l"),
))
def test_two_stems(one, two):
    assert stems.of(one) != stems.of(two)


@pytest.mark.parametrize(("text", "topic", "holds"), (
    ("please rewrite the alert router", "alert router", True),
    ("the ROUTER's alerts", "alert router", True),
    ("routers that send alerts", "alert router", True),
    ("an alert, and then, after much else was said about it, the router", "alert router", False),
    ("alerts", "alert router", False),
    ("deploy to the staging server", "deploy staging", True),
    ("staging deployment failed", "deploy staging", True),
    ("edit alerts.yaml", "alerts.yaml", True),
    ("edit alerts_yaml now", "alerts.yaml", True),
    ("the what of it", "the what", True),
    ("the of", "alert", False),
    ("", "alert", False),
    ("重写告警路由器", "路由器", True),
    ("重写告警路由", "路由器", False),
    ("ルーターを直す", "ルーター", True),
    ("라우터를 고쳐줘", "라우터", True),
    ("ปรับเราเตอร์ใหม่", "เราเตอร์", True),
    ("nginxを再起動", "nginx 再起動", True),
    ("überarbeite den Router", "ueberarbeite", False),
    ("revise o café", "Cafe", True),
    ("db migration", "DB", True),
    ("dbs", "db", False),
    ("x " * 9000 + "router", "router", True),
    ("x" * 3_000_000 + " router", "router", True),
))
def test_a_topic_in_a_text(text, topic, holds):
    assert stems.holds(stems.of(text), stems.of(topic)) is holds


def test_ascii_texts_load_nothing():
    import subprocess

    from tools.lib import paths

    code = "import sys; sys.path.insert(0, sys.argv[1]); from tools.lib.lessons import stems; stems.of('Rewriting Alerts'); " \
        "print([n for n in ('unicodedata', 're') if n in sys.modules])"
    done = subprocess.run([sys.executable, "-I", "-S", "-c", code, paths.ROOT], capture_output=True, encoding="utf-8")
    assert done.stdout.strip() == "[]", done.stderr
