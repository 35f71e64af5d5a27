"""The commitment to the dice: forged, swapped and edited records are refused, old ones open with their gaps named."""

import asyncio
import json
from functools import partial
from pathlib import Path

import pytest

import hatbox
from hatbox.cli.main import main
from hatbox.conformance import last, random_match
from hatbox.errors import BadRecord
from hatbox.games.catch_the_hat.events import Rolled
from hatbox.match import recording
from hatbox.match.verify import verify
from hatbox.table.store.interface import StoredRecord
from hatbox.table.store.sqlite import SqliteStore
from tests import forging
from tests.table.client import serving, visitors

FORGERIES = forging.forgeries()


def test_one_seat_rolls_only_sixes_in_the_forgery() -> None:
    match = recording.replay(recording.from_json(forging.old_sixes()))
    rolls = [
        event.value
        for _, played in match.walk()
        if played
        for event in played.events
        if isinstance(event, Rolled) and event.seat == forging.VILLAIN
    ]
    assert len(rolls) > 5 and set(rolls) == {6}


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forged_record_is_refused_by_the_command_line(name: str, tmp_path: Path) -> None:
    file = tmp_path / "forged.json"
    file.write_bytes(FORGERIES[name])
    assert main(["verify", str(file)]) == 2


def test_a_forged_record_is_refused_by_the_server(tmp_path: Path) -> None:
    async def run() -> None:
        store, ids = SqliteStore(tmp_path), {}
        for number, (name, data) in enumerate(FORGERIES.items()):
            ids[name] = "a" * 11 + chr(ord("a") + number)
            await store.keep(StoredRecord(ids[name], data))
        await store.close()
        async with serving(tmp_path) as address, visitors(address, 1) as (ada,):
            for name, id in ids.items():
                assert (await ada.get(f"/api/records/{id}/verify"))["ok"] is False, name

    asyncio.run(run())


def test_the_records_of_the_browsers_tests_are_these() -> None:
    kept = json.loads(forging.FILE.read_text())
    assert {name: data.encode() for name, data in kept["forged"].items()} == FORGERIES
    assert kept["genuine"]["genuine"].encode() == forging.genuine()
    assert all(verify(data.encode()).ok for data in kept["genuine"].values())


def test_a_genuine_record_says_whose_numbers_are_in_the_dice() -> None:
    verdict = verify(forging.genuine(), recording.from_json(forging.genuine()).draw.promise)  # type: ignore[union-attr]
    assert verdict.ok and verdict.sentence.endswith("the dice were those that were promised.")
    shares = next(check.sentence for check in verdict.checks if check.check == "shares")
    assert shares == "The dice hold the numbers of Ada. Ben did not open a number in time. Cleo gave none."
    sentences = [check.sentence for check in verify(forging.alone()).checks]
    assert "No player sent a number: the table alone rolled the dice." in sentences


def test_a_fork_vouches_for_its_own_dice_only() -> None:
    verdict = verify(forging.forked())
    assert verdict.ok and "the dice after move 4 were those that were promised" in verdict.sentence
    assert "The first 4 moves come from another game" in " ".join(check.sentence for check in verdict.checks)


def test_forks_that_are_named_take_away_what_a_record_vouches_for() -> None:
    verdict = verify(forging.named_sixes())
    last = recording.from_json(forging.named_sixes()).forks[-1].ply
    assert last > 30 and f"the dice after move {last} were those" in verdict.sentence


def test_a_record_without_a_promise_says_so() -> None:
    verdict = verify(recording.to_json(last(random_match(hatbox.load("connect_four"), 5, 100))))
    assert verdict.ok and "promised" not in verdict.sentence
    assert any("Nobody promised the dice" in check.sentence for check in verdict.checks)


def test_an_old_record_opens_and_tells_its_gaps() -> None:
    verdict = verify(forging.old())
    assert verdict.ok and verdict.sentence.endswith("Names and options are not covered.")
    assert "not the names, the options" in " ".join(check.sentence for check in verdict.checks)
    assert recording.replay(recording.from_json(forging.old())).over


def test_forks_stand_in_order_and_inside_the_game() -> None:
    fork = {"seed": "5", "of": "aa", "code": "", "redrawn": True}
    for plies in ([3, 3], [4, 2], [10_000]):
        forks = [{**fork, "ply": ply} for ply in plies]
        forged = forging.edited(forging.alone(), partial(dict.update, forks=forks))
        with pytest.raises(BadRecord, match="no fork can follow"):
            recording.replay(recording.from_json(forged))


def test_every_field_of_a_record_is_sealed() -> None:
    record = recording.from_json(forging.genuine())
    for name in record.__struct_fields__:
        if name in ("format", "seal", "removed", "bots"):
            continue
        changed = json.loads(forging.genuine())
        changed[name] = json.loads(forging.alone())[name] if name != "draw" else None
        if changed[name] != json.loads(forging.genuine())[name]:
            with pytest.raises(BadRecord, match="seal"):
                recording.replay(recording.from_json(json.dumps(changed).encode()))
    for late in ({"removed": [0]}, {"bots": ["3", "", ""]}):
        marked = json.loads(forging.genuine()) | late
        with pytest.raises(BadRecord, match="seal"):
            recording.replay(recording.from_json(json.dumps(marked).encode()))


def test_a_record_whose_names_were_removed_says_what_it_cannot_prove() -> None:
    removed = forging.nameless()
    assert b"Ada" not in removed and recording.replay(recording.from_json(removed)).over
    verdict = verify(removed)
    said = {check.check: check.sentence for check in verdict.checks}
    assert verdict.ok and "promised" not in verdict.sentence and "was removed" in verdict.sentence
    assert said["names"] == "The name at seat 1 was removed on request after the game."
    assert "cannot be checked any more" in said["promise"]
    forged = forging.edited(removed, lambda r: r["draw"]["shares"][0].update(number=forging.NUMBERS[1]))
    assert not verify(forged).ok, "the numbers still fit their commitments"
    assert not verify(forging.edited(removed, lambda r: r["draw"].update(salt="00"))).ok, "and the dice"


def test_names_of_a_table_that_drew_alone_can_be_removed_without_a_loss() -> None:
    verdict = verify(recording.without_names(forging.alone(), [0], "somebody"))
    assert verdict.ok and "were those that were promised" in verdict.sentence
    old = verify(recording.without_names(forging.old(), [0], "somebody"))
    assert old.ok and "Names and options are not covered" in old.sentence
