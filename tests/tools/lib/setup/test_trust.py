"""Trust in Codex's config.toml: hashes as Codex makes them, and a text that keeps every other byte."""

import json

import pytest

from tools.lib.setup import registration, trust

KEY = "/home/u/.codex/hooks.json:stop:0:0"
ENTRY = f'[hooks.state."{KEY}"]\ntrusted_hash = "sha256:aa"\n'
ODD = f"[ hooks . state . '{KEY}' ] # mine\nenabled = true\n"
NEW = f'[hooks.state."{KEY}"]\ntrusted_hash = "sha256:bb"\n'


def test_the_hashes_are_codexs():
    """As `codex app-server` 0.171.0 gave them in `hooks/list`."""
    groups = {key: [group] for key, group in registration.codex("/usr/bin/python3", "/home/u/local").items()}
    found = trust.wanted("/home/u/.codex/hooks.json", json.dumps({"hooks": groups}))
    assert len(found) == 14 and found == HASHES


@pytest.mark.parametrize(
    ("before", "after"),
    (
        ("", NEW),
        ("model = 'x'", "model = 'x'\n" + NEW),
        ("model = 'x'\n\n[tui]\na = 1\n", "model = 'x'\n\n[tui]\na = 1\n" + NEW),
        ("# c\r\n[tui]\r\na = 1\r\n", "# c\r\n[tui]\r\na = 1\r\n" + NEW.replace("\n", "\r\n")),
        (ENTRY + "[tui]\na = 1\n", NEW + "[tui]\na = 1\n"),
        (ODD + "trusted_hash = 'sha256:aa' # old\n", ODD + 'trusted_hash = "sha256:bb"\n'),
        (f'[hooks.state."{KEY}"]\nenabled = false\n', f'[hooks.state."{KEY}"]\ntrusted_hash = "sha256:bb"\nenabled = false\n'),
        (ENTRY.replace("stop", "other"), ENTRY.replace("stop", "other") + NEW),
        (f'text = """\n{ENTRY}"""\n', f'text = """\n{ENTRY}"""\n' + NEW),
        (
            "[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ntype = 'command'\n",
            "[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ntype = 'command'\n" + NEW,
        ),
    ),
)
def test_added(before, after):
    assert trust.added(before, {KEY: "sha256:bb"}) == after
    assert trust.added(after, {KEY: "sha256:bb"}) == after and trust.given(after)[KEY] == "sha256:bb"


@pytest.mark.parametrize(
    "text",
    (
        "hooks = {state = {}}\n",
        "hooks.state.x.trusted_hash = 'y'\n",
        "[hooks]\nstate = {}\n",
        "[hooks.state]\nx = {trusted_hash = 'y'}\n",
    ),
)
def test_another_form_is_left_alone(text):
    with pytest.raises(ValueError, match="another form"):
        trust.added(text, {KEY: "sha256:bb"})


@pytest.mark.parametrize(
    ("before", "after"),
    (
        (ENTRY, ""),
        ("a = 1\n" + ENTRY + "\n[tui]\n", "a = 1\n\n[tui]\n"),
        (f'[hooks.state."{KEY}"]\ntrusted_hash = "sha256:aa"\nenabled = false\n', f'[hooks.state."{KEY}"]\nenabled = false\n'),
        ('[hooks.state."other"]\ntrusted_hash = "sha256:aa"\n', '[hooks.state."other"]\ntrusted_hash = "sha256:aa"\n'),
    ),
)
def test_removed(before, after):
    assert trust.removed(before, frozenset([KEY])) == after


HASHES = {
    "/home/u/.codex/hooks.json:pre_tool_use:0:0": "sha256:cb9edeb5dcae400ea8961d93e9bf248734754e69a06743d31fc5c7dfe7272ef6",
    "/home/u/.codex/hooks.json:post_tool_use:0:0": "sha256:c55c8e533fcff93f423ad54657d11ebc6f5eb82b032a37dc7ce91f64403ddf1c",
    "/home/u/.codex/hooks.json:pre_compact:0:0": "sha256:0c1a2e73427755b64719f10f1c31ae31eed9be2a9bfd1951299972211b618e47",
    "/home/u/.codex/hooks.json:post_compact:0:0": "sha256:7c35f4ea3c6b8fe675d188c101b18eabf4fd907d0658f3e86439bbd660511506",
    "/home/u/.codex/hooks.json:session_start:0:0": "sha256:9df9104e140c717dd22f25a7a19a60a8a2cd49e867fdb7ac05f112b793f6774a",
    "/home/u/.codex/hooks.json:session_start:0:1": "sha256:95f7fc78d8474f656fde943536128de2097869bee5c1fcd0e1be82ad6a0c257c",
    "/home/u/.codex/hooks.json:session_start:0:2": "sha256:415e9515f28755ab140425a417d04133a6da7f94c1a42628689571cde399a7a6",
    "/home/u/.codex/hooks.json:session_start:0:3": "sha256:74d0420bd66cceefa2e7d4aaf230af279146655b268025db109c551bd772d5de",
    "/home/u/.codex/hooks.json:session_end:0:0": "sha256:fe98aa14dd8845af871b756fad91a44a0987d37c810606011a0a97c661a13819",
    "/home/u/.codex/hooks.json:user_prompt_submit:0:0": "sha256:d833e803d2105c0ae0bb7aa1ef5e31fca7e12419ee8a653f731009a3e9bcda23",
    "/home/u/.codex/hooks.json:subagent_start:0:0": "sha256:e18e678a2ce581e3bb084bc3767fd525ccde1178a9d92a606dc483d0f652a79e",
    "/home/u/.codex/hooks.json:subagent_stop:0:0": "sha256:4ab0c07b561c91a02c00aadb08b819a8538bb2377ae10082c01dc52d875774c5",
    "/home/u/.codex/hooks.json:stop:0:0": "sha256:ae8bc9ae0b668cf0092c919862dbf1d6d16eca17813035853edb1fb94f9038e5",
    "/home/u/.codex/hooks.json:interrupt:0:0": "sha256:6e1019cbd49f02cc9296e6070886c52e8fd63463c4d34e6d67b9d43693bd3d7c",
}
