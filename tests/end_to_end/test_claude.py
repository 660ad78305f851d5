"""Claude Code at both ends: what a session did on the desk is in the request that the laptop's model receives."""

import os
import re

from tests import machines, repository
from tests.clients.client import received
from tests.end_to_end.conftest import shared, until

WORK = {
    "turns": [
        {"tools": [{"name": "Write", "input": {"file_path": "alerts.yaml", "content": "pager: night\n"}}]},
        {"tools": [{"name": "Bash", "input": {"command": "cat alerts.yaml", "description": "look"}}]},
        "The router reads alerts.yaml now; three tests added.",
    ]
}
PROMPT = "Rewrite the alert router so that it reads alerts.yaml"
ANSWER = "The router reads alerts.yaml now; three tests added."
RULE = re.compile(r"^- .{20,}", re.MULTILINE)


def rule(machine):
    """A line of the person's rules, by which they are recognised in a request."""
    with open(os.path.join(machine.checkout, "preferences.md"), encoding="utf-8") as handle:
        return RULE.findall(handle.read())


def checks_out(machine, *texts):
    """Whether the person's clone is clean and has the journals with these texts."""
    assert repository.git(machine.checkout, "status", "--porcelain") == ""
    assert repository.git(machine.checkout, "stash", "list") == ""
    return shared(os.path.join(machine.checkout, ".git"), *texts)


def test_print_mode_from_the_desk_to_the_laptop(person, claude):
    desk = person("desk")
    run = claude(WORK, home=desk.home).print(PROMPT)
    assert (run.status, run.out) == (0, ANSWER + "\n")
    first = received(run.requests[0])
    assert all(line in first for line in rule(desk))

    tree = until(lambda: shared(desk.remote, f"Q: {PROMPT}", f"A: {ANSWER} [Write 1, Bash 1]", "## "), "the saved session")
    (journal,) = [path for path in tree if "/journal/" in path]
    (saved,) = [path for path in tree if "/sessions/" in path]
    assert journal.startswith("contexts/_unsorted/journal/") and saved.startswith("contexts/_unsorted/sessions/")
    assert "pager: night" in tree[saved] and f"> {PROMPT}" in tree[saved] and ANSWER in tree[saved]
    assert "pager: night" not in tree[journal]
    until(lambda: checks_out(desk, f"Q: {PROMPT}"), "the journal in the desk's clone")

    laptop = person("laptop")
    request = received(claude({"turns": ["I know."]}, home=laptop.home).print("What was done about alerts?").requests[0])
    assert all(line in request for line in rule(laptop))
    assert PROMPT in request and ANSWER in request and "desk-" in request
    until(lambda: checks_out(laptop, f"Q: {PROMPT}", "Q: What was done about alerts?"), "both journals in the laptop's clone")
    ids = [entry.id for entry in machines.journaled(desk.remote)]
    assert len(ids) == len(set(ids))


def test_a_terminal_session_through_both_compactions(person, claude):
    desk, laptop = person("desk"), person("laptop")
    claude(WORK, home=desk.home).print(PROMPT)
    until(lambda: shared(desk.remote, f"A: {ANSWER}"), "the desk's journal")

    summary = {
        "name": "summary",
        "in": "last",
        "contains": "detailed summary",
        "turns": ["<summary>Spoke of tea.</summary>"],
        "loop": True,
    }
    turns = [
        "Hello.",
        "After the manual one.",
        {"text": "Full now.", "usage": {"input_tokens": 990_000}},
        "After the automatic one.",
    ]
    client = claude({"lanes": [summary], "turns": turns}, home=laptop.home)
    with client.tui() as terminal:
        for prompt, answer in (("say hello", "Hello."), ("/compact", "Compacted"), ("and now", "After the manual one."),
                               ("fill it up", "Full now."), ("once more", "After the automatic one.")):  # fmt: skip
            terminal.say(prompt)
            terminal.wait(answer, 60)
        terminal.say("/exit")
        terminal.wait_end()
    mains = [request for request in client.requests() if request["lane"] == "main"]
    assert [request["reply"]["text"] for request in mains] == [
        "Hello.",
        "After the manual one.",
        "Full now.",
        "After the automatic one.",
    ]
    for request in mains:
        text = received(request)
        assert all(line in text for line in rule(laptop)) and PROMPT in text and ANSWER in text
    assert "say hello" not in received(mains[1]) and "fill it up" not in received(mains[3])
    tree = until(
        lambda: shared(laptop.remote, "Q: once more", "A: After the automatic one.", "event: summary Spoke of tea."),
        "its journal",
    )
    assert not any("detailed summary" in text for path, text in tree.items() if "/journal/" in path)
