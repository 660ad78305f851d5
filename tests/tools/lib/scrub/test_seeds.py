"""Seed phrases as lists write them, and tokens that the tags of a page cut."""
from __future__ import annotations

import json
import random

import pytest

from tests.tools.lib.scrub import made
from tools.lib.scrub.tokens import phrases


def phrase(size: int) -> list[str]:
    draw = random.Random(size)
    while True:
        words = draw.sample(sorted(phrases.vocabulary()), size)
        if phrases.sure(words):
            return words


LISTS = {
    "json": json.dumps, "json lines": lambda words: json.dumps(words, indent=2),
    "bullets": lambda words: "\n".join(f"- {w}" for w in words),
    "stars": lambda words: "\r\n".join(f"* {w}" for w in words), "yaml": lambda words: "\n".join(f'  - "{w}"' for w in words),
    "numbers": lambda words: "\n".join(f"{n}. {w}" for n, w in enumerate(words, 1)),
    "a row": lambda words: "  ".join(f"{n}. {w}" for n, w in enumerate(words, 1)),
    "a table": lambda words: "\n".join(f"| {n} | {w} |" for n, w in enumerate(words, 1)),
    "bold": lambda words: "\n".join(f"{n}. **{w}**" for n, w in enumerate(words, 1)),
}
NAMED = {
    "html": lambda words: f"<ol>{''.join(f'<li>{w}</li>' for w in words)}</ol>",
    "dashes": "-".join,
    "backticks": lambda words: " ".join(f"`{w}`" for w in words),
    "an object": lambda words: json.dumps(dict(enumerate(words, 1))),
}


@pytest.mark.parametrize("size", (12, 24))
@pytest.mark.parametrize("form", (*LISTS, *NAMED))
def test_a_listed_phrase_goes(form, size):
    words = phrase(size)
    listed = {**LISTS, **NAMED}[form](words)
    for lead in ("seed phrase:\n", *([""] if form in LISTS else [])):
        out = made.scrubber().text(f"{lead}{listed}\nthe end")
        assert not [word for word in words if word in out.replace("seed phrase:", "").replace("[secret:seed-phrase:", "")]
        assert out.startswith(lead) and out.endswith("the end")


def test_the_words_of_a_record_s_list_go():
    words = phrase(12)
    out = json.loads(made.scrubber().record(json.dumps({"words": words, "mode": "full"}).encode()))
    assert len(out["words"]) == 12 and out["mode"] == "full"
    assert all(word.startswith("[secret:seed-phrase:") for word in out["words"])


def test_a_list_of_words_without_a_checksum_stays():
    words = phrase(12)
    words = next(turned for turned in (words[n:] + words[:n] for n in range(1, 12)) if not phrases.sure(turned))
    assert json.loads(made.scrubber().record(json.dumps({"list": words}).encode())) == {"list": words}
    for form in ("json", "bullets", "yaml"):
        text = f"choose one:\n{LISTS[form](words)}\nthe end"
        assert made.scrubber().text(text) == text


@pytest.mark.parametrize("form", (
    '<code>{}<span class="x">{}</span></code> the end', "<b>{}</b>{} the end", "{}<wbr>{} the end", "{}<wbr/>{} the end",
    "<span>{}</span><span>{}</span> the end", "<td><b>{}</b><i>{}</i></td> the end", "{}&#8203;{} the end", "{}&shy;{} the end",
))
@pytest.mark.parametrize("at", (3, 9, 22))
def test_a_token_that_tags_cut_goes(form, at):
    token = made.github()
    out = made.scrubber().text(form.format(token[:at], token[at:]))
    assert not made.survives(out, token[4:]) and out.endswith(" the end")


def test_what_tags_part_stays():
    text = 'a <b>bold</b> word, <span class="k">token</span><span class="o">=</span><span class="n">value</span> and <i>x</i>'
    assert made.scrubber().text(text) == text


def test_the_word_that_announces_a_phrase_stays():
    out = made.scrubber().text(f"seed phrase: {' '.join(phrase(12)[:11])} zoo")
    assert out.startswith("seed phrase: [secret:seed-phrase:") and out.endswith("]")
