"""Our hooks in a settings text: put in, put in again, taken out; every other byte stays."""

from __future__ import annotations

import json

import pytest

from tools.lib.setup import hookfile, registration

OURS = registration.claude("/usr/bin/python3", "/state/0123456789abcdef")
NEW = registration.claude("/opt/python3", "/state/0123456789abcdef")
FOREIGN = '{"type": "command", "command": "lint.sh"}'
EVERY = ",\n    ".join(f'"{event}": [{{"matcher": "X", "hooks": [{FOREIGN}]}}]' for event in (*OURS, "Notification", "Unheard"))

# K16: foreign hooks in every event; layouts of every kind
TEXTS = (
    "{}",
    "{}\n",
    "{\n}\n",
    "{ }",
    '{"a":1}',
    '{"hooks":{}}',
    '{\n  "hooks": {}\n}\n',
    '{\n  "hooks": {\n  },\n  "z": 1\n}',
    '{\n\t"hooks": {"Stop": []}, "b":2}',
    '{\n  "model": "x",\n  "permissions": {\n    "allow": ["Bash(ls:*)"]\n  }\n}\n',
    f'{{\n  "hooks": {{\n    {EVERY}\n  }}\n}}\n',
    f'{{\r\n    "hooks": {{\r\n        "Stop": [ {{"hooks" :[{FOREIGN}]}} ]\r\n    }}\r\n}}',
    '{"hooks":{"Stop":[{"hooks":"odd"},{"nothing":1},"text",null,{"hooks":[]}]},"é\\u0041":"𝄞"}',
    '{"hooks": 1, "hooks": {"Stop": []}}',
    f'{{"hooks": {{"Stop": [{{"hooks": [{FOREIGN}]}}, {{}}], "Stop": []}}}}',
)


@pytest.mark.parametrize("text", TEXTS)
def test_in_twice_and_out_gives_the_same_bytes(text: str) -> None:
    made = hookfile.put(text, OURS)
    assert hookfile.put(made, OURS) == made
    assert hookfile.removed(made, registration.ours, text) == text
    found = json.loads(made)
    for event, group in OURS.items():
        assert found["hooks"][event][-1] == group


@pytest.mark.parametrize("text", TEXTS)
def test_a_changed_registration_takes_the_place_of_the_old(text: str) -> None:
    once = hookfile.put(text, OURS)
    assert hookfile.put(once, NEW) == once.replace("/usr/bin/python3", "/opt/python3")


def test_an_empty_file_is_a_file_without_settings() -> None:
    assert hookfile.put("", OURS) == hookfile.put("{}\n", OURS)


def test_without_knowing_the_text_before_what_we_emptied_goes() -> None:
    for text in ("{}", '{"a":1}', '{\n  "a": 1\n}\n'):
        assert hookfile.removed(hookfile.put(text, OURS), registration.ours) == text


def shared(*commands: str) -> str:
    return '{\n  "hooks": {\n    "Stop": [\n      {"hooks": [' + ", ".join(commands) + "]}\n    ]\n  }\n}\n"


MINE = json.dumps(OURS["Stop"]["hooks"][0])


@pytest.mark.parametrize("commands", ((MINE, FOREIGN), (FOREIGN, MINE), (FOREIGN, MINE, FOREIGN), (MINE, FOREIGN, MINE)))
def test_of_a_group_shared_with_a_foreign_hook_only_ours_goes(commands: tuple[str, ...]) -> None:  # K21
    rest = [command for command in commands if command == FOREIGN]
    assert hookfile.removed(shared(*commands), registration.ours) == shared(*rest)


def test_ours_in_a_shared_group_moves_into_a_group_of_its_own() -> None:
    made = hookfile.put(shared(MINE, FOREIGN), OURS)
    assert json.loads(made)["hooks"]["Stop"] == [{"hooks": [json.loads(FOREIGN)]}, OURS["Stop"]]


def test_a_second_copy_of_ours_and_one_of_an_event_no_longer_registered_go() -> None:  # K18
    once = json.loads(hookfile.put("{}", OURS))
    once["hooks"]["Stop"] *= 2
    once["hooks"]["Notification"] = [OURS["Stop"]]
    assert json.loads(hookfile.put(json.dumps(once, indent=2), OURS)) == json.loads(hookfile.put("{}", OURS))


def test_the_places_of_foreign_groups_stay_when_ours_change() -> None:
    """Codex keys its trust by place in the list."""
    groups = f'{json.dumps(OURS["Stop"])}, {{"hooks": [{FOREIGN}]}}'
    text = f'{{\n  "hooks": {{\n    "Stop": [{groups}]\n  }}\n}}'
    assert [group == NEW["Stop"] for group in json.loads(hookfile.put(text, NEW))["hooks"]["Stop"]] == [True, False]


def test_only_one_installation_is_taken_out() -> None:
    other = registration.claude("/p", "/state/ffff")
    text = hookfile.put("{}", other)
    assert hookfile.removed(text, lambda hook: registration.of(hook, "0123456789abcdef")) == text


@pytest.mark.parametrize("text", ("[]", '"x"', '{"hooks": []}', '{"hooks": null}', '{"hooks": {"Stop": {}}}', "{a}", "{} // x"))
def test_what_has_no_place_for_hooks_is_refused(text: str) -> None:
    for edit in (lambda: hookfile.put(text, OURS), lambda: hookfile.removed(text, registration.ours)):
        with pytest.raises(ValueError):
            edit()


def test_what_is_registered_is_read_from_the_text() -> None:
    text = hookfile.put(shared(FOREIGN), OURS)
    assert len(hookfile.registered(text)) == 15
    assert [hook["args"][-1] for event, hook in hookfile.registered(text) if event == "SessionStart"] == [
        "rules-1",
        "rules-2",
        "context",
        "digest",
    ]


@pytest.mark.parametrize(
    "text", ("{}", '{"a":1}', '{\n  "attribution": {"commit": "me"},\n  "z": 1\n}', '{"attribution":{"commit":"","pr":""}}')
)
def test_a_member_is_set_and_given_back(text: str) -> None:
    item = {"commit": "", "pr": ""}
    made = hookfile.with_member(text, "attribution", item)
    assert json.loads(made)["attribution"] == item
    assert hookfile.with_member(made, "attribution", item) == made
    assert hookfile.without_member(made, "attribution", item, text) == text


def test_a_member_that_the_person_changed_since_stays() -> None:
    text = '{"attribution":{"commit":"mine"}}'
    assert hookfile.without_member(text, "attribution", {"commit": "", "pr": ""}, "{}") == text
