"""Positions of the examples on the compiled engine."""

from collections.abc import Mapping
from typing import Any

import hatbox
from hatbox.engine import entries
from hatbox.games.magic_hexagon.collection import derive
from hatbox.games.magic_hexagon.state import Phase
from hatbox.match.match import Match
from hatbox.match.trace import Trace

from .examples_format import CELL_COUNT, Example, Setup, base_fields
from .reference_board import LAYOUTS

FIELDS = (
    "board", "hats", "owned", "turn_index", "moves_made", "first", "phase", "named", "cards", "protected", "pend"
)  # fmt: skip


def place(players: int, options: Mapping[str, Any], fields: Mapping[str, Any]) -> Match:
    """A match whose position has these fields; derived fields are computed."""
    match = hatbox.load("magic_hexagon", players, **options).match(seed=1)
    s = match._states[0]
    for name in (*FIELDS, "stones"):
        if name in fields:
            s[name] = fields[name]
    s.over = s.phase == Phase.OVER
    derive(s)
    match._step(entries.JUST_LOOK)
    match._trace = Trace(match.now.data)
    return match


def near(fields: Mapping[str, Any], players: int = 2, **options: Any) -> Match:
    """The base position of the examples with some fields changed."""
    return place(players, options, base_fields(players) | dict(fields))


def set_up(players: int, options: Mapping[str, Any], setup: Setup) -> Match:
    """A match at its start, with the chance outcomes of an example."""
    match = hatbox.load("magic_hexagon", players, **options).match(seed=1)
    black = LAYOUTS[match.game.options["layout"]]  # type: ignore[index]
    discs = iter(setup.discs)
    board = [44 if cell in black else next(discs) for cell in range(CELL_COUNT)]
    fields = {name: getattr(match.state, name) for name in FIELDS}
    return place(players, options, fields | {"board": board, "first": setup.first})


def before(example: Example) -> Match:
    """The position in which an example starts."""
    if example.setup is not None:
        return set_up(example.players, example.options, example.setup)
    return place(example.players, example.options, example.start_fields())


def fields_of(match: Match) -> dict[str, Any]:
    """The fields that the reference has too."""
    fields = {name: getattr(match.state, name) for name in (*FIELDS, "stones")}
    return fields | {"n": match.game.players}
