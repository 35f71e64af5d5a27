"""Names: what is none is refused, and two that look alike are told apart."""

import asyncio
from pathlib import Path

import pytest

from hatbox.table.identity.names import LONGEST, clean, skeleton, told_apart
from hatbox.table.wire.problems import Refused
from tests.table.client import refused, serving, visitors

NO_NAMES = {
    "nothing": "",
    "spaces": " \u00a0\u2003 ",
    "a joiner": "\u200d\u200d",
    "a zero-width space": "\u200b",
    "a filler of Hangul": "\u3164",
    "a half-wide filler": "\uffa0",
    "Braille without dots": "\u2800",
    "a mark without a letter": "\u0301",
    "selectors of a shape": "\ufe0f\ufe0f",
    "a filler in a name": "Ada\u3164",
    "text that runs backwards": "\u202eadA",
    "a tower of accents": "A\u0300\u0301\u0302\u0303da",
    "three enclosing marks": "A\u20dd\u20dd\u20ddda",
    "a letter that does not exist": "\U000e0fff",
}
GOOD = [
    "Ada",
    "Zoë",
    "Nguyễn",
    "Ирина",
    "Ελένη",
    "小明",
    "عائشة",
    "ที่รัก",
    "👨‍👩‍👧‍👦",
    "1️⃣",
    "❤️",
    "O’Hara",
    "José 2",
    ":)",
]
ALIKE = [
    ("Ada", "ada"),
    ("Ada", "ADA"),
    ("Ada", "A d a"),
    ("Ada", "A.d-a!"),
    ("Ada", "Аda"),  # Cyrillic А
    ("Ada", "Αdа"),  # Greek Α, Cyrillic а
    ("Ada", "Ａｄａ"),  # wide letters
    ("Ada", "A\u200dda"),
    ("Ada", "𝓐𝓭𝓪"),
    ("Max", "Мах"),  # all Cyrillic
    ("Olli", "0llI"),
    ("Lilli", "LiIIi"),
    ("Heart ❤", "Heart ❤️"),
]
DIFFERENT = [
    ("Ada", "Ida"),
    ("Zoë", "Zoe"),
    ("Ada 🎩", "Ada 🐇"),
    ("Mia", "Mia 2"),
    ("小明", "小红"),
    ("?", "!"),
]


@pytest.mark.parametrize("name", NO_NAMES.values(), ids=NO_NAMES)
def test_what_is_no_name_is_refused(name: str) -> None:
    with pytest.raises(Refused):
        clean(name)


@pytest.mark.parametrize("name", GOOD)
def test_names_of_all_kinds_stay_as_they_are(name: str) -> None:
    assert clean(name) == name == told_apart(name, [])


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_names_that_look_alike(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)
    assert told_apart(other, [one]) == f"{other} 2"


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_names_that_look_different(one: str, other: str) -> None:
    assert told_apart(other, [one]) == other


def test_every_number_is_free_and_fits() -> None:
    taken = ["Mia"]
    for number in (2, 3, 4):
        taken.append(told_apart("mia", taken))
        assert taken[-1] == f"mia {number}"
    long = "M" * LONGEST
    assert told_apart(long, [long]) == "M" * (LONGEST - 2) + " 2"


def test_two_of_one_name_at_a_table(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as address, visitors(address, 2) as (ada, other):
            me = {"kind": "me", "name": "Mia"}
            code = await ada.make(players=4, seats=[me, me])
            path = f"/api/tables/{code}"

            async def names() -> list[str]:
                return [seat["name"] for seat in (await ada.get(path))["seats"]]

            assert await names() == ["Mia", "Mia 2", "", ""]
            await other.post(f"{path}/sit", seat=2, name="МІА")  # Cyrillic
            assert await names() == ["Mia", "Mia 2", "МІА 3", ""]
            await other.post(f"{path}/sit", seat=2, name="МІА")
            assert (await names())[2] == "МІА 3", "the own seat is no other"
            await ada.post(f"{path}/sit", seat=1, name="Ada")
            await ada.post(f"{path}/sit", seat=0, name="аda")
            assert await names() == ["аda 2", "Ada", "МІА 3", ""]
            assert await refused(other.post(f"{path}/sit", seat=3, name="\u3164")) == (400, "bad_name")
            await ada.post(f"{path}/fill", level="1")
            assert len({skeleton(name) for name in await names()}) == 4

    asyncio.run(story())
