"""The books of lessons: what is put in is found by its keys, by reading little of it."""
import pytest

from tools.lib import files
from tools.lib.lessons import lesson_book
from tools.lib.lessons.lesson_book import Row

WORDS = "words"


def test_what_is_put_in_is_found_by_its_keys(tmp_path):
    local = str(tmp_path)
    rows = [Row(f"k{number % 700}", ["é", str(number)], "", f"slug-{number}", "text ü" * 20) for number in range(1500)]
    lesson_book.write(local, WORDS, rows)
    for keys in ({"k0"}, {"k699", "none"}, {"k1", "k13", "k698"}, set(), {"none", ""}):
        found = lesson_book.find(local, WORDS, keys)
        assert sorted(found, key=lambda row: row.slug) == sorted((r for r in rows if r.key in keys), key=lambda row: row.slug)
    assert len(lesson_book.find(local, WORDS, {row.key for row in rows})) == 1500


def test_keys_of_any_kind(tmp_path):
    keys = ["a b", "路由", "é", "\ud83c", "x" * 40000, "", "-"]
    rows = [Row(key, "w", "c", "s", "t") for key in keys]
    lesson_book.write(str(tmp_path), WORDS, rows)
    for key in keys:
        assert [row.wanted for row in lesson_book.find(str(tmp_path), WORDS, {key})] == ["w"] or key == "\ud83c"
    lesson_book.write(str(tmp_path), WORDS, [Row("a\tb\nc", "w", "", "s", "t")])
    assert [row.slug for row in lesson_book.find(str(tmp_path), WORDS, {"a\tb\nc"})] == ["s"]


@pytest.mark.parametrize("content", (
    b"", b"x", b"99999999\nabc", b"00000005\nword\n", b"00000009\nword\n[9]\nnope", b"\xff" * 50, b"00000008\n\n[]\n",
))
def test_a_spoilt_or_empty_book_finds_nothing(tmp_path, content):
    files.replace(lesson_book.path_of(str(tmp_path), WORDS), content)
    assert lesson_book.find(str(tmp_path), WORDS, {"word"}) == []


def test_no_book_and_an_empty_one(tmp_path):
    assert lesson_book.find(str(tmp_path), WORDS, {"word"}) == []
    lesson_book.write(str(tmp_path), WORDS, [])
    assert lesson_book.find(str(tmp_path), WORDS, {"word", ""}) == []


@pytest.mark.parametrize(("key", "text", "mentioned"), (
    ("terraform", "cd x && terraform apply", True), ("terraform", "ls", False), (".tf", "/x/main.tf", True), ("*", "ls", True),
))
def test_what_is_mentioned(tmp_path, key, text, mentioned):
    lesson_book.write(str(tmp_path), WORDS, [Row(key, "w", "", "s", "t")])
    assert lesson_book.is_mentioned(str(tmp_path), WORDS, text) is mentioned
    files.replace(lesson_book.path_of(str(tmp_path), WORDS), b"spoilt")
    assert lesson_book.is_mentioned(str(tmp_path), WORDS, text) is False


def test_whether_a_book_has_a_key(tmp_path):
    local = str(tmp_path)
    assert lesson_book.holds(local, WORDS, {"k"}) is False
    lesson_book.write(local, WORDS, [Row("k", "w", "", "s", "t")])
    assert lesson_book.holds(local, WORDS, ["x", "k"]) is True and lesson_book.holds(local, WORDS, ["x"]) is False
