"""The rule texts of the other languages say neither more nor less than the pages."""

import json
import re
from importlib.resources import files
from typing import Any

import pytest

from hatbox.game import rulebook, slugs
from hatbox.options import show
from hatbox.rulepages import page
from hatbox.words import LANGUAGES

ROW = re.compile(r"^\| ([A-Z]{2}-[A-Z]?\d\d) \| (.+) \| (.+?) \|$")
CODE, RULE, NUMBER = re.compile(r"`[^`]*`"), re.compile(r"\b[A-Z]{2}-[A-Z]?\d\d\b"), re.compile(r"\d+")
OTHERS = [language for language in LANGUAGES if language != "en"]


def _english(slug: str) -> dict[str, str]:
    """The texts by ID; for a ruling, its answer."""
    found, section = {}, ""
    for line in page(slug).splitlines():
        if line.startswith("## "):
            section = line[3:]
        row = ROW.match(line)
        if row and section in ("The rules", "Rulings"):
            found[row[1]] = row[3] if section == "Rulings" else row[2]
    return found


def _texts(slug: str, language: str) -> dict[str, Any]:
    path = files("hatbox").joinpath(f"words/rules/{language}/{slug}.json")
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return found


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("slug", slugs())
def test_every_rule_is_there_with_its_code_references_and_numbers(slug: str, language: str) -> None:
    english, texts = _english(slug), _texts(slug, language)
    assert list(texts["rules"]) == list(english)
    for id, text in texts["rules"].items():
        for what in (CODE, RULE):
            assert sorted(what.findall(text)) == sorted(what.findall(english[id])), (id, text)
        assert set(NUMBER.findall(text)) == set(NUMBER.findall(english[id])), (id, text)


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("slug", slugs())
def test_nothing_was_left_in_english(slug: str, language: str) -> None:
    english, texts = _english(slug), _texts(slug, language)
    assert not [id for id, text in texts["rules"].items() if text == english[id] and len(text.split()) > 4]
    assert all(
        text.strip() for text in (*texts["intro"], *texts["asks"].values(), *texts["chapters"].values())
    )


@pytest.mark.parametrize("slug", slugs())
def test_the_options_of_a_page_are_those_of_the_game(slug: str) -> None:
    """Name, default, and whether it goes beyond the rulebook."""
    row = re.compile(r"^\| `(\w+)` \| (.+?) \| .+ \| (rulebook|house rule) \|$")
    told = {found[1]: found for line in page(slug).splitlines() if (found := row.match(line))}
    told.pop("players", None)
    options = {option.name: option for option in rulebook(slug).options}
    assert set(told) == set(options)
    for name, option in options.items():
        default = told[name][2].strip("`").removeprefix("seat ")
        assert default in (show(option.default), str(option.default).lower()), name
        assert (told[name][3] == "house rule") is option.house, name
