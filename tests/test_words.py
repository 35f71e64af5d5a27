"""The word lists: ten languages, complete, and the small part of ICU they use."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from hatbox import words
from hatbox.interfaces import Refusal

TOPICS = ("shell", "hat_stairs", "vanished_animal", "great_hall", "magic_hexagon", "catch_the_hat")
PLACEHOLDER = re.compile(r"\{(\w+)[},]")
ROOT = Path(__file__).parents[1]
QUOTED = re.compile(r"[`\"']([a-z0-9_]+)[`\"']")
PUT_TOGETHER = re.compile(r"[`\"']([a-z0-9_]*(?:\$?\{[^}`]*\}[a-z0-9_]*)+)[`\"']")
QUOTATION_MARKS = {
    "en": "“”", "de": "„“", "fr": "«»", "nl": "“”", "es": "«»",
    "it": "«»", "pt": "«»", "sv": "””", "da": "»«", "ru": "«»",
}  # fmt: skip
SAID_SOMETHING = 3  # letters: shorter parts of a key would match everything


@pytest.mark.parametrize("topic", TOPICS)
def test_every_message_has_ten_languages_and_the_same_arguments(topic: str) -> None:
    for key, messages in words.word_list(topic).items():
        assert tuple(sorted(messages)) == tuple(sorted(words.LANGUAGES)), key
        arguments = {language: set(PLACEHOLDER.findall(text)) for language, text in messages.items()}
        assert all(found == arguments["en"] for found in arguments.values()), (key, arguments)


def sentences(language: str) -> Iterator[tuple[str, str]]:
    """Everything a language says, in the word lists and in the rules: where, and the text."""
    for topic in TOPICS:
        for key, messages in words.word_list(topic).items():
            yield f"{topic}.{key}", messages[language]
    for file in sorted((ROOT / "src/hatbox/words/rules" / language).glob("*.json")):
        texts = json.loads(file.read_text("utf-8"))
        for key, text in (*texts["rules"].items(), *texts["asks"].items(), *enumerate(texts["intro"])):
            yield f"{file.stem}.{key}", text


def test_no_line_of_french_begins_with_a_mark() -> None:
    torn = {
        where: text for where, text in sentences("fr") if re.search(r" [:;!?»%]|«[^\u202f]|[^\u202f]»", text)
    }
    assert not torn


@pytest.mark.parametrize(("language", "marks"), QUOTATION_MARKS.items())
def test_quotation_marks_are_those_of_the_language(language: str, marks: str) -> None:
    for where, text in sentences(language):
        found = re.sub(r"[^„“”«»‘\"']", "", text)
        assert found == marks * (len(found) // 2), (where, text)


@pytest.mark.parametrize("topic", TOPICS)
def test_every_message_can_be_said(topic: str) -> None:
    for key, messages in words.word_list(topic).items():
        for language in words.LANGUAGES:
            for number in (0, 1, 2, 5, 21):
                arguments = dict.fromkeys(PLACEHOLDER.findall(messages[language]), number)
                assert not re.search(r"[{}#]", words.say(topic, key, language, **arguments)), (key, language)


@pytest.mark.parametrize(
    ("language", "number", "form"),
    [
        ("en", 1, "one"), ("en", 0, "other"), ("fr", 0, "one"), ("de", 2, "other"), ("ru", 1, "one"), ("ru", 3, "few"),
        ("ru", 5, "many"), ("ru", 11, "many"), ("ru", 12, "many"), ("ru", 21, "one"), ("ru", 24, "few"),
    ],
)  # fmt: skip
def test_plural_forms(language: str, number: int, form: str) -> None:
    assert words.plural_form(language, number) == form


def test_a_refusal_speaks_the_language_of_the_person() -> None:
    refusal = Refusal("HS-16", "hat_needed", "fallback")
    sentence = words.say("hat_stairs", "refuse_hat_needed_hs_16", "de")
    assert words.refuse("hat_stairs", refusal, "de") == f"{sentence} (HS-16)"
    assert words.refuse("hat_stairs", Refusal("HS-R19", "same_stone", ""), "fr").startswith("Règle maison")
    assert words.refuse("hat_stairs", Refusal("XX-01", "unknown", "fallback"), "fr") == "fallback (XX-01)"


@pytest.mark.parametrize(
    ("game", "refusal", "said"),
    [
        ("catch_the_hat", Refusal("CH-06", "exact_roll", "", {"count": 1}), "genau 1 Feld weit"),
        ("catch_the_hat", Refusal("CH-06", "exact_roll", "", {"count": 4}), "genau 4 Felder weit"),
        ("magic_hexagon", Refusal("MH-31", "kitchen_locked", "", {"count": 2}), "2 Scheiben"),
        ("magic_hexagon", Refusal("MH-61", "named_hat", "", {"hat_obj": "red"}), "nur den roten Hut"),
    ],
)
def test_a_refusal_with_numbers(game: str, refusal: Refusal, said: str) -> None:
    assert said in words.refuse(game, refusal, "de")


def sources() -> str:
    """Everything that may request a word."""
    folders = {"web/src": ("ts", "svelte"), "src/hatbox": ("py",), "web/scripts": ("mjs",)}
    files = [
        file for name, kinds in folders.items() for kind in kinds for file in (ROOT / name).rglob(f"*.{kind}")
    ]
    return "\n".join(file.read_text("utf-8") for file in files if "generated" not in file.parts)


def test_every_word_is_used() -> None:
    code = sources()
    whole = set(QUOTED.findall(code))
    cut = [re.split(r"\$?\{[^}]*\}", one) for one in set(PUT_TOGETHER.findall(code))]
    patterns = [
        re.compile(".+".join(map(re.escape, parts)))
        for parts in cut
        if max(map(len, parts)) >= SAID_SOMETHING
    ]
    for file in sorted((ROOT / "src/hatbox/words").glob("*.json")):
        keys = json.loads(file.read_text("utf-8"))
        unused = [key for key in keys if key not in whole and not any(one.fullmatch(key) for one in patterns)]
        assert not unused, f"{file.name}: nobody says {', '.join(unused)}"
