"""The compiled rules agree with the slow reference: legal sets, fields after every action, returns.

`HATBOX_LONG=20` plays twenty times as much.
"""

import os
import random
from collections.abc import Iterator
from typing import Any

import pytest

from hatbox.games.catch_the_hat.possible import possible

from .compiled import Table
from .reference import Phase, Position, apply, default_options, legal, returns, start, to_fields
from .reference_position import CHOICES, check_options
from .reference_scatter import scattered

TIMES = int(os.environ.get("HATBOX_LONG", "1"))
MIXES = 24  # random combinations of options
CONSERVED_EVERY = 5  # positions; the invariants are slower than the rules


class Told:
    """Chance for the reference: what the compiled game has rolled."""

    def __init__(self, roll: int, seat: int = 0) -> None:
        self.rolled, self.seat = roll, seat

    def first_seat(self, players: int) -> int:
        return self.seat

    def roll(self) -> int:
        assert self.rolled, "the compiled game has not rolled"
        return self.rolled


def settings() -> Iterator[tuple[int, dict[str, Any]]]:
    """Every player count, every value of every option with what makes it matter, and random mixtures."""
    yield from ((players, {}) for players in range(2, 7))
    yield from ((players, {"golden": True}) for players in (2, 6))
    yield from ((6, {"teams": teams}) for teams in ("team", "total"))
    for name, values in CHOICES.items():
        for value in values[1:]:
            more = {"golden": True} if name.startswith("gold_") else {}
            yield 4, {name: value, **more, **({"teams": "team"} if name == "team_share_yellow" else {})}
    chooser = random.Random(6)
    yield from (mixed(chooser) for _ in range(MIXES))


def mixed(chooser: random.Random) -> tuple[int, dict[str, Any]]:
    """Any players with any options that go together."""
    while True:
        players = chooser.randint(2, 6)
        options = {name: chooser.choice(values) for name, values in CHOICES.items()}
        options["golden"] = chooser.random() < 0.7 and options["goal"] != "tower"
        try:
            check_options(players, {**default_options(), **options})
        except ValueError:
            continue
        return players, options


def compare(table: Table, here: Position, chooser: random.Random, rolls: int) -> int:
    """Continue in both, comparing every position; return the number of positions."""
    last, seen = here.rolls + rolls, 0
    while True:
        seen += 1
        assert table.fields == to_fields(here)
        assert table.legal == legal(here)
        if seen % CONSERVED_EVERY == 1:
            possible(table.state)
        if here.phase is Phase.OVER or here.rolls > last:
            break
        action = chooser.choice(sorted(legal(here)))
        apply(here, action, Told(table.act(action)))
    if here.phase is Phase.OVER:
        assert table.returns == pytest.approx(returns(here))
    return seen


SETTINGS = list(settings())


@pytest.mark.parametrize(("players", "options"), SETTINGS, ids=[str(k) for k in range(len(SETTINGS))])
def test_middle_games_agree(players: int, options: dict[str, Any]) -> None:
    chooser = random.Random(f"{players}{options}")
    everything = {**default_options(), **options, "roll_cap": 9}
    table, positions = Table(players, {**options, "roll_cap": 9}), 0
    while positions < 500 * TIMES:
        here = scattered(players, everything, chooser)
        table.put(to_fields(here))
        positions += compare(table, here, chooser, 8)


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("golden", [False, True])
def test_whole_games_agree(players: int, golden: bool) -> None:
    options = {"golden": golden, "first_player": "random"}
    for seed in range(TIMES):
        table = Table(players, options)
        table.states[:] = table.game.states(1, seed)
        first = Told(table.state.die, table.state.turn)
        here = start(players, {**default_options(), **options}, first)
        compare(table, here, random.Random(seed), 10**6)
        assert here.phase is Phase.OVER
