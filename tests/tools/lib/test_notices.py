from __future__ import annotations

from tools.lib import notices


def test_one_reason_of_two_troubles_is_told_once_and_stands_until_both_are_over(tmp_path: object) -> None:
    local = str(tmp_path)
    for topic in ("worker-lane", "worker-clients"):
        notices.say(local, topic, "git was not found: install it", 1.0)
    assert notices.sentences(local) == ["git was not found: install it"]
    assert notices.untold(local, "s1") == ["git was not found: install it"]
    assert (notices.untold(local, "s1"), notices.untold(local, "s2")) == ([], ["git was not found: install it"])
    notices.over(local, "worker-lane")
    assert notices.sentences(local) == ["git was not found: install it"]
    notices.over(local, "worker-clients")
    assert notices.sentences(local) == []


def test_a_sentence_is_told_once_and_a_new_one_of_the_topic_anew(tmp_path: object) -> None:
    local = str(tmp_path)
    for text, told in (("first", ["first"]), ("first", []), ("second", ["second"])):
        notices.say(local, "topic", text, 1.0)
        assert notices.untold(local, "s") == told


def test_news_is_read_once_at_a_terminal_and_a_trouble_as_long_as_it_stands(tmp_path: object) -> None:
    local = str(tmp_path)
    for topic in ("follow", "rules-arrived", "registered-claude:/x"):
        notices.say(local, topic, f"of {topic}", 1.0)
    assert notices.at_terminal(local) == ["of follow", "of rules-arrived", "of registered-claude:/x"]
    assert (notices.at_terminal(local), notices.at_terminal(local, ["follow"])) == (["of follow"], [])
    assert len(notices.untold(local, "s1")) == 3


def test_what_only_happened_is_told_for_a_day_and_a_trouble_until_it_is_over(tmp_path: object) -> None:
    local = str(tmp_path)
    for topic in ("failed-hook stop", "odd-event", "transcript-shapes", "follow", "remote"):
        notices.say(local, topic, f"of {topic}", 1000.0)
    notices.fade(local, 1000.0 + notices.DAY)
    assert len(notices.standing(local)) == 5
    notices.fade(local, 1001.0 + notices.DAY)
    assert sorted(notices.standing(local)) == ["follow", "remote"]
    notices.say(local, "odd-event", "again", 1e9)
    notices.fade(local, 1000.0)  # the clock was set back
    assert sorted(notices.standing(local)) == ["follow", "remote"]


def test_an_unreadable_file_counts_as_none(tmp_path: object) -> None:
    for content in ("", "{", "[]", '{"a": 1}', '{"a": {}}'):
        (tmp_path / "notices.json").write_text(content)  # type: ignore[operator]
        assert notices.standing(str(tmp_path)) == {}
