"""The saved session: exactly once, at a flat cost, in the right context, however the transcript grows and whoever dies."""
from __future__ import annotations

import json
import os
import random
import shutil
import signal
import string
import subprocess
import sys

import pytest

from tools.lib import notices, paths, quarantine, scrub
from tools.lib.archive import lineage, saved, shapes
from tools.lib.archive.pieces import Piece, held
from tools.lib.archive.saved import Binding, Job

NOW = 1796004127.0
SESSION = "5f3c0a52-8d0e-4d0c-9c55-0d9a3e1b7f20"
DATA = os.path.join(paths.ROOT, "tests", "data", "transcripts")
WORD = "hunter2-" + "x" * 8
ACME = (Binding(0.0, "clients/acme"),)
FOLDER = "contexts/clients/acme/sessions/2026-11/"
FILE = f"{FOLDER}30-desk-4f1c-{SESSION}.md"


class Scrubber:
    """Takes one word out of every string of a value, and refuses values that hold another."""

    def value(self, value: object, /) -> object:
        if isinstance(value, str):
            if "unscrubbable" in value:
                raise RuntimeError(value)
            return value.replace(WORD, "[secret]")
        if isinstance(value, list):
            return [self.value(part) for part in value]
        if isinstance(value, dict):
            return {self.value(key): self.value(part) for key, part in value.items()}
        return value


@pytest.fixture
def local(tmp_path) -> str:
    os.makedirs(tmp_path / "local")
    return str(tmp_path / "local")


def job(local: str, **changes: object) -> Job:
    path = os.path.join(os.path.dirname(local), "t.jsonl")
    return Job(local, SESSION, path, "claude", "desk-4f1c", ACME, Scrubber(), NOW)._replace(**changes)


def finish(work: Job) -> list[str]:
    """Advance until there is no more; the paths that were written."""
    written = []
    while True:
        done = saved.advance(work)
        written += done.paths
        if not done.more:
            return written


def lane(local: str) -> dict[str, str]:
    """Every file of the lane by its name; what a kill left unfinished is swept by the worker."""
    found = {}
    root = os.path.join(local, "lane")
    for folder, _, names in os.walk(root):
        for name in names:
            if name.endswith(".new"):
                continue
            path = os.path.join(folder, name)
            with open(path, encoding="utf-8", newline="") as handle:
                found[os.path.relpath(path, root).replace(os.sep, "/")] = handle.read()
    return found


def add(work: Job, *records: object) -> None:
    with open(work.transcript, "ab") as handle:
        for record in records:
            handle.write(record if isinstance(record, bytes) else json.dumps(record).encode() + b"\n")


def prompt(text: str, uuid: str = "", minute: int = 2, **more: object) -> dict[str, object]:
    uuid = uuid or f"u-{text}"
    when = f"2026-11-30T02:{minute:02}:07.000Z"
    return {"type": "user", "uuid": uuid, "timestamp": when, "message": {"content": text}, **more}


def answer(text: str, minute: int = 3, uuid: str = "") -> dict[str, object]:
    content = [{"type": "text", "text": text}]
    when = f"2026-11-30T02:{minute:02}:07.000Z"
    return {"type": "assistant", "uuid": uuid or f"a-{text}", "timestamp": when, "message": {"content": content}}


HEAD = f"""---
session: {SESSION}
agent: claude
device: desk-4f1c
started: 2026-11-30T10:02:07+08:00
part: 1
title: one
---
"""


def asked(text: str, minute: int = 2) -> str:
    return f"\n## 2026-11-30 10:{minute:02}:07 Prompt\n\n> {text}\n"


def told(text: str, minute: int = 3) -> str:
    return f"\n### 10:{minute:02}:07 Claude\n\n{text}\n"


AGENTS = ("claude", "codex")
NAMES = [f"{agent}/{name}" for agent in AGENTS for name in sorted(os.listdir(os.path.join(DATA, agent)))]
GOLDEN = [name[:-3] for name in NAMES if name.endswith(".md")]


@pytest.mark.parametrize("name", GOLDEN)
def test_a_real_transcript_becomes_this_markdown(local: str, name: str) -> None:
    source = os.path.join(DATA, *name.split("/"))
    finish(job(local, transcript=source + ".jsonl", agent=name.partition("/")[0]))
    with open(source + ".md", encoding="utf-8", newline="") as handle:
        assert list(lane(local).values()) == [handle.read()]
    assert shapes.counted(local) == {} and quarantine.listing(local) == []


def test_golden_files_are_there() -> None:
    assert len(GOLDEN) == 11


@pytest.mark.parametrize(
    ("name", "step"),
    (("codex/error", 1), ("claude/clear", 7), ("claude/terminal", 997), ("codex/terminal", 997), ("claude/print", 100_000)),
)
def test_grown_by_any_step_it_is_the_same_as_at_once(local: str, name: str, step: int) -> None:
    with open(os.path.join(DATA, *name.split("/")) + ".jsonl", "rb") as handle:
        content = handle.read()
    work = job(local, agent=name.partition("/")[0])
    for start in range(0, len(content), step):
        add(work, content[start : start + step])
        saved.advance(work)
    with open(os.path.join(DATA, *name.split("/")) + ".md", encoding="utf-8", newline="") as handle:
        assert list(lane(local).values()) == [handle.read()]


def test_line_ends_of_windows_make_no_difference(local: str) -> None:
    with open(os.path.join(DATA, "claude", "print.jsonl"), "rb") as handle:
        content = handle.read().replace(b"\n", b"\r\n")
    work = job(local)
    add(work, content)
    finish(work)
    with open(os.path.join(DATA, "claude", "print.md"), encoding="utf-8", newline="") as handle:
        assert list(lane(local).values()) == [handle.read()]


def test_only_what_is_new_is_written_and_nothing_where_nothing_is(local: str) -> None:
    work = job(local)
    assert saved.advance(work) == saved.Progress([], False)
    add(work, prompt("one"), answer("two"))
    assert saved.advance(work) == saved.Progress([FILE], False)
    assert saved.advance(work) == saved.Progress([], False)
    add(work, prompt("three", minute=4))
    assert saved.advance(work).paths == [FILE]
    assert lane(local) == {FILE: HEAD + asked("one") + told("two") + asked("three", 4)}


def test_half_a_line_waits_for_its_end(local: str) -> None:
    work = job(local)
    add(work, prompt("one"), json.dumps(answer("two")).encode()[:-5])
    saved.advance(work)
    assert lane(local) == {FILE: HEAD + asked("one")}
    add(work, json.dumps(answer("two")).encode()[-5:] + b"\n")
    saved.advance(work)
    assert lane(local) == {FILE: HEAD + asked("one") + told("two")}


def test_a_file_begins_when_somebody_has_spoken(local: str) -> None:
    work = job(local)
    add(work, prompt("<command-name>/model</command-name>", minute=1))
    assert (saved.advance(work).paths, lane(local)) == ([], {})
    add(work, prompt("one"))
    saved.advance(work)
    command = "\n*Command:*\n\n```\n/model\n```\n"
    assert lane(local) == {FILE: HEAD.replace("10:02", "10:01") + command + asked("one")}


def piece(start: int, context: str, kind: str) -> Piece:
    return Piece(start, "", context, kind, "", b"", "")


@pytest.mark.parametrize(
    ("pieces", "begun", "kept", "end"),
    (
        ("1a-prompt 2a-answer", "", 2, 9),
        ("1a-command", "", 0, 1),
        ("1a-command", "a", 1, 9),
        ("1a-command 2a-prompt", "", 2, 9),
        ("1a-prompt 2b-aside 3a-answer", "", 1, 2),
        ("1a-command 2b-command 3a-prompt", "", 0, 1),  # what waits for b holds back what would have begun a
        ("1a-prompt 2b-command 3b-prompt 4c-output", "", 3, 4),
        ("", "", 0, 9),
    ),
)
def test_what_waits_for_words_holds_back_what_follows(pieces: str, begun: str, kept: int, end: int) -> None:
    made = [piece(int(text[0]), text[1], text[3:]) for text in pieces.split()]
    assert held(made, begun, 9) == (made[:kept], end)


@pytest.mark.parametrize(
    "content",
    (b"", b"\n\n", b"\x00" * 5000, b"\x00\xff\n" * 3000, b"[]\n7\nnull\n", b'{"type":"user"', b"\r\n", b"\xef\xbb\xbf\n"),
)
def test_what_is_no_transcript_makes_no_file(local: str, content: bytes) -> None:
    work = job(local)
    add(work, content)
    assert (finish(work), lane(local), len(quarantine.listing(local)) <= 1) == ([], {}, True)


def test_a_missing_transcript_is_nothing_to_do(local: str) -> None:
    assert saved.advance(job(local, transcript="")) == saved.Progress([], False)
    assert saved.advance(job(local, transcript=local)) == saved.Progress([], False)


def test_a_line_that_is_no_json_blocks_nothing_behind_it(local: str) -> None:
    work = job(local)
    add(work, prompt("one"), b'{"type":"user",\n', b"\xff\xfe\n", answer("two"))
    finish(work)
    assert lane(local) == {FILE: HEAD + asked("one") + told("two")}
    assert [piece.reason for piece in quarantine.listing(local)] == ["not JSON"]
    assert shapes.counted(local) == {"claude/not-a-record": 2}


@pytest.mark.parametrize(
    ("raw", "text"),
    (
        (rb'"\ud83c alone"', "? alone"),
        (b'"\xff\xfe bytes"', "\ufffd\ufffd bytes"),
        (b'"9"', "9"),
        (b'"line\\u2028end\\u0000"', "line\u2028end"),
    ),
)
def test_odd_characters_are_saved_as_well_as_they_can(local: str, raw: bytes, text: str) -> None:
    work = job(local)
    add(work, prompt("one"), json.dumps(answer("@")).encode().replace(b'"@"', raw) + b"\n")
    finish(work)
    assert lane(local) == {FILE: HEAD + asked("one") + told(text)}


@pytest.mark.parametrize("raw", (b"9" * 5000, b"-" + b"9" * 5000, b"1e999", b"NaN", b"1." + b"3" * 5000))
def test_numbers_of_any_size_pass(local: str, raw: bytes) -> None:
    work = job(local)
    call = {"type": "tool_use", "id": "t1", "name": "Sum", "input": {"of": "@"}}
    record = {"type": "assistant", "uuid": "a", "timestamp": "2026-11-30T02:03:07Z", "message": {"content": [call]}}
    add(work, prompt("one"), json.dumps(record).encode().replace(b'"@"', raw) + b"\n", answer("two"))
    finish(work)
    assert lane(local)[FILE].startswith(HEAD + asked("one") + "\n**Sum**") and told("two") in lane(local)[FILE]


@pytest.mark.parametrize("depth", (50, 900, 3_000, 100_000))
def test_nesting_of_any_depth_blocks_nothing(local: str, depth: int) -> None:
    work = job(local, bindings=(Binding(0.0, "clients/acme", "full"),))
    deep = b'{"type":"assistant","uuid":"d","timestamp":"2026-11-30T02:03:07Z","message":{"content":[{"type":"tool_use","input":'
    add(work, prompt("one"), deep + b"[" * depth + b"]" * depth + b"}]}}\n", answer("two"))
    finish(work)
    assert lane(local)[FILE].startswith(HEAD + asked("one")) and lane(local)[FILE].endswith(told("two"))


def test_everything_passes_the_scrubber_whole_before_it_is_cut(local: str) -> None:
    work = job(local, bindings=(Binding(0.0, "clients/acme", "full"),))
    edge = "x" * 996 + WORD + "y" * 3000  # the cut of a result falls into the word
    blocks = [
        {"type": "text", "text": f"{WORD} \x1b[31m{WORD[:5]}\x1b[0m{WORD[5:]}"},
        {"type": "tool_use", "id": WORD, "name": WORD, "input": {WORD: WORD, "long": edge}},
    ]
    result = {"type": "tool_result", "tool_use_id": WORD, "content": edge}
    add(
        work,
        prompt(f"one {WORD}"),
        {**answer("x"), "message": {"content": blocks}, "isSidechain": True, "agentId": WORD},
        prompt("x", message={"content": [result]}, toolUseResult={"stdout": edge}),
        prompt(f"<bash-input>{WORD}</bash-input>", uuid="sh"),
        {"type": WORD, "uuid": "?"},
    )
    finish(work)
    texts = "".join(lane(local).values())
    assert WORD not in texts and WORD[:6] not in texts and texts.count("[secret]") > 10
    assert WORD not in json.dumps([shapes.counted(local), notices.standing(local)])


STEERING = ("type", "subtype", "role", "kind")


def planted(value: object, secret: str, key: str = "") -> object:
    """The value with the secret at the end of every string that does not steer its reader."""
    if isinstance(value, str):
        return value if key in STEERING else f"{value} {secret}"
    if isinstance(value, list):
        return [planted(part, secret, key) for part in value]
    if isinstance(value, dict):
        return {name: planted(part, secret, name) for name, part in value.items()}
    return value


@pytest.mark.parametrize("name", ("claude/print", "claude/queued", "claude/terminal", "codex/exec", "codex/terminal"))
def test_a_token_in_any_field_of_any_record_stays_here(local: str, name: str) -> None:
    letters = random.Random(name)
    token = "ghp_" + "".join(letters.choices(string.ascii_letters + string.digits, k=36))
    work = job(local, agent=name.partition("/")[0], bindings=(Binding(0.0, "clients/acme", "full"),))
    work = work._replace(scrubber=scrub.Scrubber(b"k" * 32))
    with open(os.path.join(DATA, *name.split("/")) + ".jsonl", "rb") as handle:
        add(work, *(planted(json.loads(line), token) for line in handle))
    finish(work)
    assert "".join(lane(local).values()).count("[secret:github-token:") > 20
    for folder, _, files in os.walk(local):
        for file in files:
            with open(os.path.join(folder, file), "rb") as handle:
                assert token[4:12].encode() not in handle.read(), file


def test_what_cannot_be_scrubbed_is_set_aside_and_blocks_nothing(local: str) -> None:
    work = job(local)
    bad = prompt("unscrubbable words", uuid="bad")
    add(work, prompt("one"), bad, answer("two"))
    finish(work)
    aside = "\n*One piece was set aside on this machine, unread: it could not be scrubbed.*\n"
    assert lane(local) == {FILE: HEAD + asked("one") + aside + told("two")}
    (piece,) = quarantine.listing(local)
    assert (piece.reason, piece.where.partition(",")[0]) == ("not scrubbed: RuntimeError", "contexts/clients/acme/sessions")
    with open(os.path.join(local, "quarantine", piece.name + ".raw"), "rb") as handle:
        assert json.loads(handle.read()) == bad
    assert "quarantine" in notices.standing(local)


def test_unknown_shapes_are_counted_and_told_once(local: str) -> None:
    work = job(local)
    odd = {"type": "attachment", "attachment": {"type": "new_thing"}}
    add(work, prompt("one"), {"type": "novelty"}, {"type": "novelty"}, odd)
    finish(work)
    assert shapes.counted(local) == {"claude/novelty": 2, "claude/attachment/new_thing": 1}
    assert len(notices.untold(local, "s")) == 1
    add(work, {"type": "novelty"})
    finish(work)
    assert shapes.counted(local)["claude/novelty"] == 3 and notices.untold(local, "s") == []


def test_full_has_the_scrubbed_records_beside_without_images_and_plumbing(local: str) -> None:
    work = job(local, bindings=(Binding(0.0, "clients/acme", "full"),))
    image = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "A" * 4096}}
    seen = prompt("x", uuid="i", message={"content": [{"type": "text", "text": WORD}, image]})
    twice = b'{"type":"user","uuid":"t","message":{"content":"' + WORD.encode() + b'"},"message":{"content":"two"}}\n'
    add(work, prompt("one é"), {"type": "api-request-blob", "m": "plumbing"}, seen, twice)
    assert finish(work) == [FILE, FILE.replace(".md", ".jsonl")]
    records = lane(local)[FILE.replace(".md", ".jsonl")]
    clean = {**image["source"], "data": "[image/png, 3 KB, left out]"}  # type: ignore[dict-item]
    assert [json.loads(line) for line in records.split("\n")[:-1]] == [
        prompt("one é"),
        {**seen, "message": {"content": [{"type": "text", "text": "[secret]"}, {**image, "source": clean}]}},
        {"type": "user", "uuid": "t", "message": {"content": "two"}},
    ]
    assert WORD not in records and "plumbing" not in records


def test_off_saves_nothing_and_does_not_come_back_to_it(local: str) -> None:
    work = job(local, bindings=(Binding(0.0, "clients/acme", "off"),))
    add(work, prompt("one"), prompt("unscrubbable"), b"{\n")
    finish(work)
    assert (lane(local), quarantine.listing(local)) == ({}, [])
    add(work, prompt("two", minute=5))
    finish(work._replace(bindings=ACME))
    assert list(lane(local)) == [FILE] and "one" not in lane(local)[FILE] and asked("two", 5) in lane(local)[FILE]


def test_each_record_goes_to_the_context_of_its_time_however_late_it_is_read(local: str) -> None:
    switch = NOW + 3 * 60 - 7  # 10:05:00
    bindings = (Binding(0.0, "clients/acme"), Binding(switch, "clients/beta"))
    work = job(local, bindings=bindings)
    add(work, prompt("one"), answer("two"), prompt("three", minute=5), answer("four", 6))
    finish(work)
    other = FILE.replace("acme", "beta")
    head = HEAD.replace("10:02:07", "10:05:07").replace("title: one", "title: three")
    assert lane(local) == {FILE: HEAD + asked("one") + told("two"), other: head + asked("three", 5) + told("four", 6)}
    back = work._replace(bindings=(*bindings, Binding(switch + 300, "clients/acme")))
    add(work, prompt("five", minute=20))
    finish(back)
    assert lane(local)[FILE] == HEAD + asked("one") + told("two") + asked("five", 20)


def test_a_record_without_a_time_is_of_the_time_before_it(local: str) -> None:
    bindings = (Binding(0.0, "clients/acme"), Binding(NOW + 60, "clients/beta"))
    work = job(local, bindings=bindings)
    add(work, prompt("one"), prompt("two", minute=9))
    finish(work)
    add(work, {**answer("three"), "timestamp": None})
    finish(work)
    assert "three" in lane(local)[FILE.replace("acme", "beta")] and "three" not in lane(local)[FILE]


def test_moved_files_go_on_where_they_are(local: str) -> None:
    work = job(local, bindings=(Binding(0.0, "_unsorted"),))
    add(work, prompt("one"))
    finish(work)
    old = FILE.replace("clients/acme", "_unsorted")
    os.makedirs(os.path.join(local, "lane", FOLDER))
    os.replace(os.path.join(local, "lane", old), os.path.join(local, "lane", FILE))
    saved.moved(local, SESSION, "_unsorted", "clients/acme")
    add(work, answer("two"))
    finish(work._replace(bindings=ACME))
    assert lane(local) == {FILE: HEAD + asked("one") + told("two")}


def test_parts_are_bounded_and_a_finished_one_never_changes(local: str) -> None:
    work = job(local)
    was: dict[str, str] = {}
    for n in range(30):
        add(work, prompt("one" if not n else f"q{n}", uuid=f"q{n}"), answer("é" * 10_000, uuid=f"b{n}"))
        finish(work)
        now = lane(local)
        finished = sorted(was, key=lambda name: (len(name), name))[:-1]
        assert {name: now[name] for name in finished} == {name: was[name] for name in finished}
        was = now
    assert len(was) == 5 and max(len(text.encode()) for text in was.values()) <= saved.PART_MOST
    assert was[FILE[:-3] + "-2.md"].startswith(HEAD.replace("part: 1", "part: 2"))
    assert sum(text.count("é" * 10_000) for text in was.values()) == 30


def test_the_parts_are_the_same_all_at_once(local: str, tmp_path) -> None:
    work = job(local)
    again = work._replace(local=str(tmp_path / "second"))
    for n in range(30):
        add(work, prompt(f"q{n}"), answer("é" * 10_000, uuid=f"b{n}"))
        finish(work)
    finish(again)
    assert lane(again.local) == lane(local)


def test_a_part_that_somebody_changed_is_left_alone(local: str) -> None:
    work = job(local)
    add(work, prompt("one"))
    finish(work)
    path = os.path.join(local, "lane", FILE)
    with open(path, "w", encoding="utf-8") as handle:
        handle.write("forgotten\n")
    add(work, answer("two"))
    finish(work)
    second = FILE[:-3] + "-2.md"
    assert lane(local) == {FILE: "forgotten\n", second: HEAD.replace("part: 1", "part: 2") + told("two")}
    os.remove(path)
    os.remove(os.path.join(local, "lane", second))
    add(work, answer("three"))
    finish(work)
    assert list(lane(local)) == [FILE[:-3] + "-3.md"]


def test_afresh_writes_everything_anew(local: str) -> None:
    work = job(local)
    add(work, prompt("one"), answer("two"))
    finish(work)
    os.remove(os.path.join(local, "lane", FILE))
    saved.afresh(local, SESSION)
    finish(work)
    assert lane(local) == {FILE: HEAD + asked("one") + told("two")}


@pytest.mark.parametrize("rewritten", ("shorter", "other beginning", "other file", "same size"))
def test_a_rewritten_transcript_is_read_again_without_doubling(local: str, rewritten: str) -> None:
    work = job(local)
    add(work, prompt("one"), answer("two"), answer("x" * 3000, uuid="long"))
    finish(work)
    before = lane(local)[FILE]
    kept = [prompt("one"), answer("two")] + ([answer("x" * 3000, uuid="long")] if rewritten != "shorter" else [])
    if rewritten == "other file":
        work = work._replace(transcript=work.transcript + ".2")
    elif rewritten == "other beginning":
        kept.insert(0, {"type": "mode"})
    elif rewritten == "same size":
        kept[0] = prompt("one", pad="x")
    if os.path.exists(work.transcript):
        os.remove(work.transcript)
    add(work, *kept, prompt("new", minute=9))
    finish(work)
    assert lane(local) == {FILE: before + asked("new", 9)}


def test_a_record_that_is_repeated_is_saved_once(local: str) -> None:
    work = job(local)
    add(work, prompt("one"), answer("two"), prompt("one"), answer("two"))
    finish(work)
    add(work, prompt("one"), answer("two"), prompt("new", minute=9))
    finish(work)
    assert lane(local) == {FILE: HEAD + asked("one") + told("two") + asked("new", 9)}


def test_seven_transcripts_of_one_lineage_are_saved_once(local: str, tmp_path) -> None:
    history: list[object] = []
    for n in range(7):
        work = job(local, session=f"s{n}", transcript=str(tmp_path / f"{n}.jsonl"))
        history.append(prompt(f"only-{n}"))
        add(work, {"type": "mode", "sessionId": f"s{n}"}, *history)
        finish(work)
    texts = list(lane(local).values())
    assert (len(texts), [sum(text.count(f"> only-{n}\n") for text in texts) for n in range(7)]) == (7, [1] * 7)


def test_a_fork_begins_at_its_own_first_new_record(local: str) -> None:
    for name, session in (("print", "parent"), ("fork", "fork")):
        finish(job(local, session=session, transcript=os.path.join(DATA, "claude", f"{name}.jsonl")))
    text = lane(local)[FILE.replace(SESSION, "fork")]
    assert [line for line in text.split("\n") if line.startswith("> ")] == ["> fork prompt"]


def test_a_fork_of_a_session_we_never_saw_begins_when_it_was_forked(local: str) -> None:
    work = job(local, forked=NOW + 60)
    add(work, prompt("another's"), answer("another's", 2), prompt("one", minute=5))
    finish(work)
    assert lane(local) == {FILE: HEAD.replace("10:02", "10:05") + asked("one", 5)}


def crowded(local: str) -> Job:
    """A job that writes whatever can be written: several parts, two contexts, records."""
    return job(local, bindings=(Binding(0.0, "clients/acme", "full"), Binding(NOW + 300, "clients/beta")))


KILLER = """
import os, signal, sys
sys.path.insert(0, {root!r})
from tests.tools.lib.archive import test_saved as t
from tools.lib.archive import saved
left = int(sys.argv[2])
def count(event, arguments):
    global left
    if event in ("os.rename", "os.truncate", "os.mkdir", "os.remove") or event == "open" and arguments[2] & os.O_ACCMODE:
        left -= 1
        if left < 0:
            os.kill(os.getpid(), signal.SIGKILL)
sys.addaudithook(count)
t.finish(t.crowded(sys.argv[1]))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="kills with SIGKILL")
def test_killed_before_any_write_it_ends_up_the_same(local: str) -> None:
    """A child that dies before its n-th opening, renaming or cutting of a file, for every n; then one pass that lives."""
    work = crowded(local)
    add(work, prompt("one"), prompt("unscrubbable"), {"type": "novelty"}, b"{\n")
    finish(work)
    whole = work._replace(local=shutil.copytree(local, local + "-whole"))
    for n in range(14):
        add(work, answer("é" * 10_000, uuid=f"b{n}"))
    add(work, prompt("last"), prompt("unscrubbable too"), b"}\n", prompt("for beta", minute=30))
    finish(whole)
    assert len(lane(whole.local)) == 5
    for steps in range(99):
        killed = work._replace(local=shutil.copytree(local, f"{local}-{steps}"))
        child = subprocess.run([sys.executable, "-c", KILLER.format(root=paths.ROOT), killed.local, str(steps)], check=False)
        finish(killed)
        assert lane(killed.local) == lane(whole.local), steps
        assert names(killed) == names(whole), steps
        assert lineage.whole(killed.local, SESSION) == lineage.whole(whole.local, SESSION), steps
        if child.returncode == 0:
            break
        assert child.returncode == -signal.SIGKILL
    assert 20 < steps < 90


def names(work: Job) -> set[str]:
    return {piece.name for piece in quarantine.listing(work.local)}


def read_by(work: Job) -> int:
    """How many bytes a pass reads, as the system counts them."""
    with open("/proc/self/io", encoding="ascii") as handle:
        before = int(handle.readline().split()[1])
    saved.advance(work)
    with open("/proc/self/io", encoding="ascii") as handle:
        return int(handle.readline().split()[1]) - before


@pytest.mark.skipif(not os.path.exists("/proc/self/io"), reason="counts bytes in /proc")
def test_a_turn_costs_the_same_at_any_length(local: str) -> None:
    work = job(local)
    add(work, prompt("one"))
    finish(work)
    add(work, prompt("small"), answer("small"))
    small = read_by(work)
    blob = json.dumps({"type": "api-request-blob", "x": "y" * (1 << 20)}, separators=(",", ":")).encode() + b"\n"
    for _ in range(200):
        add(work, blob)
    for n in range(20_000):
        add(work, b'{"type":"user","uuid":"%d","isMeta":true,"message":{"content":"x"}}\n' % n)
    assert os.path.getsize(work.transcript) > 200 << 20
    finish(work)
    add(work, prompt("large"), answer("large"))
    assert read_by(work) < small + 40_000
    assert read_by(work) < 40_000  # nothing new: only what it remembers


@pytest.mark.skipif(not os.path.exists("/proc/self/io"), reason="counts bytes in /proc")
def test_a_line_of_20_mb_is_read_when_it_is_whole_and_searched_once(local: str) -> None:
    work = job(local)
    add(work, prompt("one"))
    finish(work)
    image = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "A" * (20 << 20)}}
    line = json.dumps(prompt("x", message={"content": [image]})).encode() + b"\n"
    add(work, line[:-1])
    assert 20 << 20 < read_by(work) < 21 << 20
    assert read_by(work) < 10_000
    add(work, line[-1:], answer("two"))
    assert read_by(work) < 30 << 20
    finish(work)
    assert lane(local) == {FILE: HEAD + asked("one") + "\n*[image/png, 15,360 KB, left out]*\n" + told("two")}


def test_a_line_without_an_end_is_passed_by(local: str) -> None:
    work = job(local)
    add(work, prompt("one"))
    finish(work)
    with open(work.transcript, "ab") as handle:
        handle.truncate(os.path.getsize(work.transcript) + (70 << 20))
    finish(work)
    add(work, b"\n", answer("two"))
    finish(work)
    assert lane(local) == {FILE: HEAD + asked("one") + told("two")}
    assert shapes.counted(local) == {"claude/endless-line": 1}


def test_a_session_of_a_hostile_name_stays_in_its_folder(local: str) -> None:
    work = job(local, session="../../x\n---")
    add(work, prompt("one"))
    (path,) = finish(work)
    assert path.startswith(FOLDER + "30-desk-4f1c-x-") and list(lane(local)) == [path]


def test_a_spoilt_memory_begins_anew(local: str) -> None:
    work = job(local)
    add(work, prompt("one"))
    finish(work)
    with open(os.path.join(local, "saved", f"{SESSION}.json"), "wb") as handle:
        handle.write(b"{\x00")
    finish(work)
    assert lane(local) == {FILE: HEAD + asked("one")}


def test_what_a_killed_pass_left_in_the_lineage_goes(tmp_path) -> None:
    local = str(tmp_path)
    size = lineage.keep(local, "s", 0, ["a" * 16])
    lineage.keep(local, "s", size, ["b" * 16])
    assert lineage.keep(local, "s", size, ["c" * 16]) == 2 * size
    assert lineage.whole(local, "s") == {"a" * 16, "c" * 16} == lineage.recent(local, "s", 2 * size)
    assert lineage.recent(local, "s", size) == {"a" * 16}
