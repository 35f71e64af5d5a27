"""`hatbox mcp`: a program plays through the protocol's own client, and sees only what its seat may know."""

import asyncio
import sys
from typing import Any

import pytest

import hatbox
from hatbox.adapters.mcp_server import MOST_TABLES, Tables
from hatbox.adapters.text_seat import TextSeat
from hatbox.errors import HatboxError

mcp = pytest.importorskip("mcp", reason="needs the package mcp: pip install 'hatbox[mcp]'")


async def called(client: Any, tool: str, **arguments: Any) -> Any:
    """The answer of a tool, or its error as text."""
    answer = await client.call_tool(tool, arguments)
    return answer.content[0].text if answer.is_error else answer.structured_content


def test_a_program_plays_a_whole_game_through_the_protocol() -> None:
    async def play() -> None:
        command = mcp.StdioServerParameters(command=sys.executable, args=["-m", "hatbox.cli.main", "mcp"])
        async with mcp.Client(mcp.stdio_client(command)) as client:
            names = {tool.name for tool in (await client.list_tools()).tools}
            assert names == {"list_games", "read_rules", "sit_down", "look", "move", "leave"}
            games = (await called(client, "list_games"))["result"]
            assert {one["game"] for one in games} >= {"hat_stairs", "great_hall"}
            assert "CF-01" in (await called(client, "read_rules", game="connect_four"))["result"]
            seen = await called(client, "sit_down", game="connect_four", rivals="random", seed=5)
            table = seen["table"]
            assert "column 9" in await called(client, "move", table=table, move="column 9")
            while not seen["over"]:
                seen = await called(client, "move", table=table, move=seen["moves"][0])
            assert seen["result"] and not seen["moves"]
            assert (await called(client, "move", table=table, move="column 1")).endswith("The game is over.")
            await called(client, "leave", table=table)
            assert "no table" in await called(client, "look", table=table)

    asyncio.run(play())


@pytest.mark.parametrize("slug", [slug for slug, book in hatbox.rulebooks().items() if book.product])
def test_every_game_can_be_played_from_every_seat(slug: str) -> None:
    book = hatbox.rulebooks()[slug]
    for players in book.players:
        for seat in range(players):
            one = TextSeat(hatbox.load(slug, players), seat, "random", seed=seat)
            look, told = one.look(), 0
            for _ in range(8):
                if look.over:
                    break
                assert look.turn == look.you and look.moves
                look = one.move(look.moves[-1])
                told += len(look.happened)
            assert told


def test_the_same_seed_is_the_same_game() -> None:
    one, other = (TextSeat(hatbox.load("hat_stairs", 3), 1, "level_2", seed=9) for _ in range(2))
    for _ in range(6):
        look = one.look()
        assert look == other.look()
        if look.over:
            break
        one.move(look.moves[0])
        other.move(look.moves[0])


def test_what_others_alone_may_know_is_never_told() -> None:
    """Two worlds that the seat cannot tell apart look the same to it."""
    one, other = (TextSeat(hatbox.load("vanished_animal", 2), 0, "random", seed=4) for _ in range(2))
    hats = other._match.state.hats
    hats[1], hats[2] = int(hats[2]), int(hats[1])
    assert one._match.position != other._match.position
    assert one.look() == other.look()
    assert one.move("look 1") == other.move("look 1")


def test_bad_input_is_told_in_a_sentence() -> None:
    tables = Tables()
    with pytest.raises(HatboxError, match="no game"):
        tables.sit_down("chess")
    with pytest.raises(HatboxError, match="seats 0 to 1"):
        tables.sit_down("connect_four", seat=2)
    with pytest.raises(HatboxError, match="level_9"):
        tables.sit_down("connect_four", rivals="level_9")
    with pytest.raises(HatboxError, match="steps"):
        tables.sit_down("hat_stairs", options={"steps": 99})
    for _ in range(MOST_TABLES):
        tables.sit_down("connect_four", rivals="random", seed=1)
    with pytest.raises(HatboxError, match="leave one first"):
        tables.sit_down("connect_four")
