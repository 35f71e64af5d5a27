"""Names: invalid ones are refused, and two that look alike are distinguished."""

import asyncio
import json
from pathlib import Path

import pytest

from hatbox.table.identity.names import LONGEST, clean, skeleton, told_apart
from hatbox.table.wire.problems import Refused
from tests.table.client import refused, serving, visitors

# Tables in the page are tested with the same examples.
EXAMPLES = json.loads((Path(__file__).parents[2] / "web" / "tests" / "names.json").read_text("utf-8"))


@pytest.mark.parametrize(("name", "code"), EXAMPLES["refused"].values(), ids=EXAMPLES["refused"])
def test_what_is_no_name_is_refused(name: str, code: str) -> None:
    with pytest.raises(Refused) as refusal:
        clean(name)
    assert refusal.value.code == code


@pytest.mark.parametrize(("name", "kept"), EXAMPLES["kept"])
def test_names_of_all_kinds_stay_as_they_are(name: str, kept: str) -> None:
    assert clean(name) == kept == told_apart(kept, [])


@pytest.mark.parametrize(("one", "other"), EXAMPLES["alike"])
def test_names_that_look_alike(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)
    assert told_apart(other, [one]) == f"{other} 2"


@pytest.mark.parametrize(("one", "other"), EXAMPLES["different"])
def test_names_that_look_different(one: str, other: str) -> None:
    assert told_apart(other, [one]) == other


@pytest.mark.parametrize(("name", "others", "found"), EXAMPLES["numbered"])
def test_every_number_is_free_and_fits(name: str, others: list[str], found: str) -> None:
    assert told_apart(name, others) == found
    assert len(found) <= LONGEST


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
