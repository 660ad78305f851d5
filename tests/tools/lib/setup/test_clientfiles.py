"""The clients' settings files: people's property."""

from __future__ import annotations

import contextlib
import json
import os
import stat
import sys
import threading

import pytest

from tools.lib.errors import Refusal
from tools.lib.setup import clientfiles, hookfile, registration
from tools.lib.setup.clientfiles import Config, Wish

NOW = 1796004127.0
ID = "0123456789abcdef"
QUIET = {"attribution": {"commit": "", "pr": ""}}


def wish(python: str = "/usr/bin/python3", members: dict[str, object] | None = None) -> Wish:
    return Wish(registration.claude(python, f"/state/{ID}"), members or {})


@pytest.fixture
def place(tmp_path: object) -> tuple[str, Config, str]:
    """The local folder, a configuration that exists, and the path of its settings file."""
    local, folder = os.path.join(str(tmp_path), "local"), os.path.join(str(tmp_path), "config")
    os.makedirs(local)
    os.makedirs(folder)
    return local, Config("claude", folder), os.path.join(folder, "settings.json")


def write(path: str, content: bytes, mode: int = 0o644) -> None:
    with open(path, "wb") as file:
        file.write(content)
    os.chmod(path, mode)


def read(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


FILES = {
    "nothing": b"",
    "blanks": b" \n",
    "empty": b"{}",
    "a mark": b'\xef\xbb\xbf{"a": 1}',
    "a mark alone": b"\xef\xbb\xbf",
    "crlf and tabs": b'{\r\n\t"a": 1,\r\n\t"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "x"}]}]}\r\n}\r\n',
    "one line": '{"é":"\u00e9\\u00e9","hooks":{}}'.encode(),
    "twice the same key": b'{"a": 1, "a": 2}',
    "unknown things": b'{\n   "hooks": {\n      "Odd": [],\n      "Stop": [ ]\n   },\n   "permissions": {"allow": ["x("]}\n}',
}


@pytest.mark.parametrize("name", FILES)
def test_install_install_again_and_uninstall_give_the_very_same_bytes(name: str, place: tuple[str, Config, str]) -> None:
    local, config, path = place
    write(path, FILES[name])
    clientfiles.put(local, config, wish(), NOW)
    once = read(path)
    assert len(hookfile.registered(once.decode("utf-8-sig"))) == 15
    assert once.startswith(b"\xef\xbb\xbf") is FILES[name].startswith(b"\xef\xbb\xbf")
    clientfiles.put(local, config, wish(), NOW + 1)
    assert read(path) == once
    clientfiles.put(local, config, wish("/opt/python3", QUIET), NOW + 2)
    clientfiles.remove(local, config, ID, NOW + 3)
    assert read(path) == FILES[name]
    clientfiles.remove(local, config, ID, NOW + 4)
    assert read(path) == FILES[name]


def test_a_file_that_was_not_there_is_made_and_goes_again(place: tuple[str, Config, str]) -> None:
    local, config, _ = place
    clientfiles.put(local, config, wish(), NOW)
    clientfiles.put(local, config, wish("/opt/python3"), NOW + 1)
    clientfiles.remove(local, config, ID, NOW + 2)
    assert os.listdir(config.folder) == []


def test_what_the_person_changed_in_between_stays(place: tuple[str, Config, str]) -> None:
    local, config, path = place
    write(path, b'{\n    "a": 1\n}\n')
    clientfiles.put(local, config, wish(members=QUIET), NOW)
    write(path, read(path).replace(b'"a": 1,', b'"a": 2,\n    "b": [ ],'))
    clientfiles.remove(local, config, ID, NOW + 1)
    assert read(path) == b'{\n    "a": 2,\n    "b": [ ]\n}\n'


def test_a_file_we_made_that_the_person_filled_stays(place: tuple[str, Config, str]) -> None:
    local, config, path = place
    clientfiles.put(local, config, wish(), NOW)
    write(path, read(path).replace(b"{\n", b'{\n  "model": "x",\n', 1))
    clientfiles.remove(local, config, ID, NOW + 1)
    assert read(path) == b'{\n  "model": "x"\n}\n'


def test_the_attribution_the_person_had_comes_back(place: tuple[str, Config, str]) -> None:
    local, config, path = place
    write(path, b'{"attribution": {"commit": "by me"}, "x": 1}')
    clientfiles.put(local, config, wish(members=QUIET), NOW)
    assert json.loads(read(path))["attribution"] == QUIET["attribution"]
    write(path, read(path).replace(b'"x": 1', b'"x": 2'))
    clientfiles.remove(local, config, ID, NOW + 1)
    assert read(path) == b'{"attribution": {"commit": "by me"}, "x": 2}'


def test_a_member_no_longer_wished_for_is_taken_back(place: tuple[str, Config, str]) -> None:
    local, config, path = place
    write(path, b'{"attribution": {"commit": "by me"}}')
    clientfiles.put(local, config, wish(), NOW)
    plain = read(path)
    clientfiles.put(local, config, wish(members=QUIET), NOW + 1)
    clientfiles.put(local, config, wish(), NOW + 2)
    assert read(path) == plain
    clientfiles.remove(local, config, ID, NOW + 3)
    assert read(path) == b'{"attribution": {"commit": "by me"}}'


# CLIENTS 1.7 and K14: what the client would refuse is left alone
FAULTS = {
    "a comment": b'{\n  // mine\n  "a": 1\n}\n',
    "a block comment": b'/* x */ {"a": 1}',
    "a trailing comma": b'{"a": 1,}',
    "a torn file": b'{"a": 1, "hooks": {"St',
    "a list": b"[]",
    "hooks of the wrong type": b'{"hooks": []}',
    "an event of the wrong type": b'{"hooks": {"Stop": {}}}',
    "no UTF-8": b'{"a": "\xff"}',
    "UTF-16": '{"a": 1}'.encode("utf-16"),
    "a merge conflict": b'{\n<<<<<<< HEAD\n"a": 1\n=======\n>>>>>>> x\n}',
}


@pytest.mark.parametrize("name", FAULTS)
def test_what_a_client_would_refuse_is_left_alone(name: str, place: tuple[str, Config, str]) -> None:
    local, config, path = place
    write(path, FAULTS[name])
    for attempt in (
        lambda: clientfiles.put(local, config, wish(), NOW),
        lambda: clientfiles.remove(local, config, ID, NOW),
        lambda: clientfiles.planned(local, config, wish(), ID),
    ):
        with pytest.raises(Refusal, match="left alone") as refused:
            attempt()
        assert path in str(refused.value)
        assert "\n" not in str(refused.value)
    assert read(path) == FAULTS[name]
    assert os.listdir(config.folder) == ["settings.json"]
    assert not os.path.exists(os.path.join(local, "backups"))


def test_a_plan_writes_nothing(place: tuple[str, Config, str]) -> None:
    local, config, _ = place
    change = clientfiles.planned(local, config, wish(), ID)
    assert (change.before, len(hookfile.registered(change.after))) == ("", 15)
    assert os.listdir(config.folder) == os.listdir(local) == []


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege there")
def test_links_stay_links(place: tuple[str, Config, str], tmp_path: object) -> None:  # K17
    local, config, path = place
    dotfiles, middle = os.path.join(str(tmp_path), "dotfiles"), os.path.join(str(tmp_path), "middle")
    os.mkdir(dotfiles)
    os.mkdir(middle)
    target = os.path.join(dotfiles, "claude.json")
    write(target, b'{"a": 1}', 0o640)
    os.symlink("../dotfiles/claude.json", os.path.join(middle, "settings.json"))
    os.symlink(os.path.join(middle, "settings.json"), path)
    os.chmod(middle, 0o500)
    before = [os.readlink(path), os.readlink(os.path.join(middle, "settings.json"))]
    clientfiles.put(local, config, wish(), NOW)
    assert [os.readlink(path), os.readlink(os.path.join(middle, "settings.json"))] == before
    assert len(hookfile.registered(read(target).decode())) == 15
    assert stat.S_IMODE(os.stat(target).st_mode) == 0o640
    assert (os.listdir(dotfiles), os.listdir(middle)) == (["claude.json"], ["settings.json"])
    clientfiles.remove(local, config, ID, NOW + 1)
    assert read(target) == b'{"a": 1}'


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege there")
def test_a_link_to_nothing_gets_its_target(place: tuple[str, Config, str], tmp_path: object) -> None:
    local, config, path = place
    target = os.path.join(str(tmp_path), "later", "settings.json")
    os.symlink(target, path)
    clientfiles.put(local, config, wish(), NOW)
    assert os.path.islink(path)
    assert os.path.isfile(target)


def test_a_folder_in_its_place_is_said(place: tuple[str, Config, str]) -> None:
    local, config, path = place
    os.mkdir(path)
    with pytest.raises(Refusal, match="cannot be read"):
        clientfiles.put(local, config, wish(), NOW)


def test_twenty_installs_are_one_and_five_backups_are_kept(place: tuple[str, Config, str]) -> None:  # K15
    local, config, path = place
    write(path, FILES["crlf and tabs"])
    for number in range(20):
        clientfiles.put(local, config, wish(f"/opt/{number}/python3"), NOW + number)
    assert len(hookfile.registered(read(path).decode())) == 15
    kept = sorted(os.listdir(os.path.join(local, "backups")))
    assert [name[-9:] for name in kept] == [f"{stamp}Z.json" for stamp in ("222", "223", "224", "225", "226")]
    assert len({name[:-23] for name in kept}) == 1
    clientfiles.remove(local, config, ID, NOW + 30)
    assert read(path) == FILES["crlf and tabs"]


def test_the_backup_holds_what_was_there(place: tuple[str, Config, str]) -> None:
    local, config, path = place
    write(path, FILES["a mark"])
    clientfiles.put(local, config, wish(), NOW)
    (name,) = os.listdir(os.path.join(local, "backups"))
    assert read(os.path.join(local, "backups", name)) == FILES["a mark"]
    if sys.platform != "win32":
        assert stat.S_IMODE(os.stat(os.path.join(local, "backups", name)).st_mode) == 0o600


@pytest.mark.parametrize("way", ("whole", "torn"))
def test_another_program_writes_the_file_meanwhile(way: str, place: tuple[str, Config, str]) -> None:  # K15
    """It reads, counts up and writes, as the clients do, with no lock: the file is never spoilt, and ours come once."""
    local, config, path = place
    write(path, b'{"count": 0}')
    stop, written = threading.Event(), []

    def other() -> None:
        while not stop.is_set():
            try:
                found = json.loads(read(path))
                found["count"] += 1
                text = json.dumps(found).encode()
                if way == "whole":
                    write(path + ".tmp", text)
                    os.replace(path + ".tmp", path)
                else:
                    with open(path, "wb", buffering=0) as file:
                        file.write(text[: len(text) // 2])
                        stop.wait(0.002)
                        file.write(text[len(text) // 2 :])
                written.append(found["count"])
            except PermissionError:
                pass  # on Windows no file is replaced while another has it open; it tries again
            stop.wait(0.05)

    writer = threading.Thread(target=other)
    writer.start()
    try:
        for number in range(20):
            with contextlib.suppress(Refusal):  # on a busy machine it stands torn for longer than two looks at it
                clientfiles.put(local, config, wish(), NOW + number)
        while len(written) < 3:
            stop.wait(0.01)
    finally:
        stop.set()
        writer.join()
    clientfiles.put(local, config, wish(), NOW + 20)
    found = json.loads(read(path))
    assert len(hookfile.registered(json.dumps(found))) == 15
    assert [name for name in os.listdir(config.folder) if name.endswith(".new")] == []


def test_a_file_that_never_stands_still_is_given_up(place: tuple[str, Config, str], monkeypatch: pytest.MonkeyPatch) -> None:
    _, _, path = place
    monkeypatch.setattr(clientfiles, "PAUSE", 0.0)

    def edit(text: str) -> str:
        write(path, f'{{"written since": {len(text)}}}'.encode())
        return text + " "

    with pytest.raises(Refusal, match="another program writes it all the time"):
        clientfiles._apply(path, edit, lambda seen: None)
    assert os.listdir(os.path.dirname(path)) == ["settings.json"]


def test_an_installation_finds_where_it_was_registered(place: tuple[str, Config, str]) -> None:
    local, config, _ = place
    codex = Config("codex", config.folder)
    clientfiles.put(local, config, wish(), NOW)
    assert clientfiles.known(local) == [config]
    clientfiles.put(local, codex, Wish(registration.codex("/p", f"/state/{ID}"), {}), NOW)
    assert sorted(clientfiles.known(local)) == [config, codex]
