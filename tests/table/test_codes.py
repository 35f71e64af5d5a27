"""Table codes: a friendly word and four consonants, however people type them."""

import asyncio
import re
from pathlib import Path

import pytest

from hatbox.table.identity import codes
from hatbox.words import LANGUAGES
from tests.table.client import Refusal, serving, visitors

OLD_CODES = 23**5  # the number of five-letter codes that existed before


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_words_enough_that_nobody_guesses_a_code(language: str) -> None:
    words = codes.code_words()[language]
    assert len(set(words)) == len(words) and all(re.fullmatch("[A-Z]{4}", word) for word in words)
    assert len(words) * len(codes.CONSONANTS) ** codes.TAIL_LENGTH > 2 * OLD_CODES
    code = codes.table_code(language)
    assert codes.is_code(code) and code.split("-")[0] in words


@pytest.mark.parametrize(
    "typed", ["FERN-KTBM", "fern ktbm", " Fernktbm ", "FERN–KTBM", "ферн-ктбм", "FERN-КТБМ"]
)
def test_a_code_may_be_typed_in_many_ways(typed: str) -> None:
    assert codes.canonical(typed) == "FERN-KTBM"


def test_a_digit_is_the_letter_that_looks_like_it() -> None:
    assert codes.canonical("l0g0-ktbm") == "LOGO-KTBM"
    assert codes.canonical("p1ne-ktbm") == "PINE-KTBM"


@pytest.mark.parametrize("text", ["", "FERN", "FERN-KTB", "FERN-KTBA", "FERNKTBM", "LOCAL-ABCD", "ÄÖÜ"])
def test_other_texts_are_no_codes(text: str) -> None:
    assert not codes.is_code(text)


def test_tables_that_were_made_before_are_found_under_their_old_codes() -> None:
    assert codes.is_code(codes.canonical("abcde"))


def test_a_table_is_found_however_its_code_is_typed(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as address, visitors(address, 1) as (ada,):
            code = await ada.make(language="de")
            assert code.split("-")[0] in codes.code_words()["de"]
            for typed in (code.lower(), code.replace("-", ""), code.replace("-", "%20")):
                assert (await ada.get(f"/api/tables/{typed}"))["code"] == code

    asyncio.run(story())


def test_a_language_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as address, visitors(address, 1) as (ada,):
            with pytest.raises(Refusal, match="the languages are en, de"):
                await ada.make(language="tlh")

    asyncio.run(story())
