"""Files are written whole or not at all."""

import os
import stat
import subprocess
import sys

import pytest

from tools.lib import files, paths


def test_append_gives_the_size_and_makes_the_folder(tmp_path):
    path = str(tmp_path / "a" / "b.jsonl")
    assert files.append(path, b"one\n") == 4
    assert files.append(path, b"two\n") == 8
    assert files.read(path) == b"one\ntwo\n"


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX modes")
def test_what_we_write_is_the_users_alone(tmp_path):
    files.append(str(tmp_path / "d" / "f"), b"x\n")
    files.replace(str(tmp_path / "d" / "g"), "x")
    modes = [stat.S_IMODE(os.stat(tmp_path / "d" / name).st_mode) for name in ("f", "g")]
    assert modes == [0o600, 0o600]
    assert stat.S_IMODE(os.stat(tmp_path / "d").st_mode) == 0o700


def test_a_line_that_was_cut_off_does_not_swallow_the_next(tmp_path):
    path = tmp_path / "f"
    path.write_bytes(b'{"a": 1}\n{"b"')
    files.append(str(path), b'{"c": 3}\n')
    assert path.read_bytes() == b'{"a": 1}\n{"b"\n{"c": 3}\n'


def test_replace_leaves_no_temporary_file_when_it_cannot(tmp_path):
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError):
        files.replace(str(tmp_path / "folder"), "x")
    assert os.listdir(tmp_path) == ["folder"]


def test_text_reads_a_bom_and_crlf_away(tmp_path):
    (tmp_path / "f").write_bytes(b"\xef\xbb\xbfa\r\nb\n")
    assert files.text(str(tmp_path / "f")) == "a\nb\n"
    assert files.text(str(tmp_path / "none")) is None


def test_a_full_disk_leaves_the_file_as_it_was(small_disk):
    path = os.path.join(small_disk, "spool")
    files.append(path, b"kept\n")
    with pytest.raises(OSError):
        files.append(path, b"x" * (1 << 22) + b"\n")
    assert files.read(path) == b"kept\n"
    with pytest.raises(OSError):
        files.replace(path, b"y" * (1 << 22))
    assert files.read(path) == b"kept\n" and os.listdir(small_disk) == ["spool"]


def test_fifty_appends_by_ten_processes_at_once_lose_nothing(tmp_path):
    code = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from tools.lib import spool\n"
        "for n in range(5):\n"
        "    with spool.locked(sys.argv[2], 's'):\n"
        "        spool.add(spool.path_of(sys.argv[2], '2026-11-30', 's'), {'e': 'x', 'n': 5 * int(sys.argv[3]) + n})\n"
    )
    running = [subprocess.Popen([sys.executable, "-I", "-S", "-c", code, paths.ROOT, str(tmp_path), str(n)]) for n in range(10)]
    assert [process.wait() for process in running] == [0] * 10
    content = (tmp_path / "spool" / "2026-11-30" / "s.jsonl").read_text()
    assert sorted(int(line.split(":")[2][:-1]) for line in content.splitlines()) == list(range(50))


@pytest.mark.parametrize(
    ("there", "seen", "done"),
    ((b"a", b"a", True), (b"b", b"a", False), (None, None, True), (b"a", None, False), (None, b"a", False)),
)
def test_swap_puts_only_in_the_place_of_what_was_seen(there, seen, done, tmp_path):
    path = tmp_path / "f"
    if there is not None:
        path.write_bytes(there)
    assert files.swap(str(path), seen, b"new") is done
    assert files.read(str(path)) == (b"new" if done else there)
    assert [name for name in os.listdir(tmp_path) if name != "f"] == []


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX modes")
def test_swap_keeps_the_mode(tmp_path):
    path = tmp_path / "f"
    path.write_bytes(b"a")
    path.chmod(0o644)
    assert files.swap(str(path), b"a", b"b")
    assert stat.S_IMODE(path.stat().st_mode) == 0o644


def test_the_files_of_a_folder_are_told_with_their_times(tmp_path):
    (tmp_path / "folder").mkdir()
    (tmp_path / "old").write_text("")
    os.utime(tmp_path / "old", (5.0, 7.0))
    assert list(files.aged(str(tmp_path))) == [(str(tmp_path / "old"), 7.0)]
    assert list(files.aged(str(tmp_path / "none"))) == []
