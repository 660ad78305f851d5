"""The real clients against a scripted model, in a network that holds nothing else.

    python3 -m tests.clients.install            fetches both, once, into a cache outside the repository

A test takes a fixture of conftest.py and gives the model's script (its grammar: script.py):

    def test_something(claude):
        client = claude({"turns": [{"tools": [{"name": "Bash", "input": {"command": "ls"}}]}, "the answer"]})
        run = client.print("a question")                       # -> status, out, err, requests
        assert "a question" in received(run.requests[0])       # what the model was told

    with client.tui() as terminal:                             # the same client in a terminal: tmux
        terminal.say("a question")                             # type it, press Enter
        terminal.wait("the answer")                            # until the screen shows it, else fail with the screen
        terminal.press("Escape")                               # keys by tmux's names

- `claude(scenario, home=, cwd=, env=)` and `codex(scenario, home=, cwd=, env=, codex_home=, model=)` make a client; by default it
  lives in the test's sealed home and works in its folder `work`. Several of them, on one home or on those that
  `machine("laptop")` makes, run side by side, each with a script and a log of its own.
- The same object runs as often as you like: `client.play(scenario)` gives the model a new script, `--resume ID` and the like
  are plain arguments of `print`; Codex has `exec`, `resume` and `session()`.
- Each request is {"run", "path", "lane", "body", "reply"}, `body` being what the client sent: `received(request)`
  is its conversation as text. `client.requests()` has all of them; titles and summaries are in the lane "aux",
  except Claude's compaction, which brings tools: give it a lane, `{"name": "summary", "in": "last", "contains":
  "detailed summary", "turns": [...]}`.
- The environment is empty but for what a client needs (client.py): dummy keys, no telemetry, `PATH` of the system. Onboarding
  is done and the folder trusted. Claude may use every tool, also as root (IS_SANDBOX).
- Codex skips hooks that nobody trusted: `client.trust_hooks()` writes the trust down for hooks.json as it stands, or give
  BYPASS_TRUST to `exec` or `tui`. Its own sandbox is on unless BYPASS_SANDBOX is given. No daemon is started.
- `network.processes()` lists what lives in the network, a detached worker too; all of it is ended after the test.
- The tests carry the mark `clients` (`-m "not clients"` leaves them out) and are skipped, with the reason, where a client,
  tmux or a network namespace is missing; ALTER_EGO_TEST_CLIENTS_REQUIRED=1 makes that a failure.
"""
