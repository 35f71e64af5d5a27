"""A glance at a table for a small picture: what the seat may know, never more, and nobody notices it."""

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import hatbox
from hatbox.conformance import random_match
from hatbox.game import slugs
from hatbox.match.match import Match
from hatbox.table.store.sqlite import SqliteStore
from hatbox.table.tables.state import TableState
from hatbox.table.tables.views import glance_at
from tests.table.client import Client, asleep, refused
from tests.table.test_ahead import SWIFT, begun, now_of
from tests.table.test_days import played
from tests.table.test_secrecy import twin_of


def table_at(match: Match) -> Any:
    """As much of a table as a glance uses: each seat belongs to another guest."""
    seats = [SimpleNamespace(name=f"P{k}", guest=f"g{k}") for k in range(match.game.players)]
    state = SimpleNamespace(
        match=match,
        seats=seats,
        made=SimpleNamespace(aid=False, options={}),
        layout=b"null",
        has_aid=lambda viewer: False,
    )
    state.seats_of = lambda guest: TableState.seats_of(state, guest)  # type: ignore[arg-type]
    return state


@pytest.mark.parametrize("slug", slugs())
def test_a_glance_tells_only_what_the_seat_knows(slug: str) -> None:
    game = hatbox.load(slug, hatbox.rulebooks()[slug].players[-1])
    for match in random_match(game, 2, 60):
        for seat in range(-1, game.players):
            guest = f"g{seat}" if seat >= 0 else None
            seen = [bytes(glance_at(table_at(twin_of(match, seat, k)), guest).view) for k in (-1, 1, 2)]
            assert seen[0] == seen[1] == seen[2]


def test_looking_at_a_picture_is_no_visit(tmp_path: Path) -> None:
    async def story(ada: Client, ben: Client) -> None:
        code = await begun("great_hall", [ada, ben])
        turn = (await now_of(ada, code))["turn"]
        mover = (ada, ben)[turn]
        await asleep(ada)
        glance = await mover.get(f"/api/tables/{code}/glance")
        assert (await ada.get("/healthz"))["tables"] == 0, "a table that sleeps sleeps on"
        assert glance["seat"] == turn == glance["view"]["seat"] and len(glance["view"]["hand"]) == 6
        assert set(glance["layout"]) == {"wide", "tall"} and glance["names"] == ["P0", "P1"]
        other = (ada, ben)[1 - turn]
        async with other.at(code) as watching:
            await watching.until("presence")
            await mover.get(f"/api/tables/{code}/glance")
            table = await other.get(f"/api/tables/{code}")
            assert not table["seats"][turn]["present"]
        store = SqliteStore(tmp_path)
        assert (await store.query("SELECT seen FROM heads"))[0][0] == 0, "a notice still goes out"
        await store.close()

    played(tmp_path, SWIFT, story)


def test_strangers_see_what_everybody_may_see(tmp_path: Path) -> None:
    async def story(ada: Client, ben: Client) -> None:
        waiting = await ada.make("great_hall", 2)
        assert await refused(ada.get(f"/api/tables/{waiting}/glance")) == (409, "not_started")
        both = await ada.make("great_hall", 2, seats=[{"kind": "me"}] * 2, start=True)
        while (await ada.get(f"/api/tables/{both}"))["status"] != "playing":
            await asyncio.sleep(0.01)
        for client in (ada, ben):  # on a shared device nobody's cards are open
            glance = await client.get(f"/api/tables/{both}/glance")
            assert glance["seat"] == -1 and glance["view"]["hand"] == []

    played(tmp_path, SWIFT, story)
