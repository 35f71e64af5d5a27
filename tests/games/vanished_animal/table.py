"""A compiled match put into any position, using the field names of the rules page."""

from typing import Any

import hatbox
from hatbox.engine import entries
from hatbox.match.match import Match, Played
from hatbox.match.trace import Trace

from .examples import Fields, base_fields

RENAMED = {"starter": "round_starter", "round": "rounds", "n": "players"}  # `starter` is an option


def put(players: int, options: Fields | None = None, fields: Fields | None = None) -> Match:
    """The first turn of a game with some fields changed."""
    match = hatbox.load("vanished_animal", players, **(options or {})).match(seed=1)
    write(match, base_fields(players) | (fields or {}))
    match.game.rulebook.possible(match.state)
    return match


def write(match: Match, fields: Fields) -> None:
    """Change some fields of the record; the match starts again from there."""
    record = match._states[0]
    for name, value in fields.items():
        record[RENAMED.get(name, name)] = value
    if "winner" in fields:
        record["over"], record["capped"] = fields["winner"] != -1, fields["winner"] == -2
    match._plies.clear()
    match._step(entries.JUST_LOOK)
    match._trace = Trace(match.now.data)


def read(state: Any, names: Any) -> Fields:
    """Fields of a state under the names of the rules page."""
    return {name: getattr(state, RENAMED.get(name, name)) for name in names}


def has(match: Match, fields: Fields) -> bool:
    """Whether all these fields have these values."""
    found = read(match.state, fields)
    assert found == fields
    return True


def play(match: Match, *actions: int) -> Played:
    """Play some actions in a row, checking every invariant; returns what happened in the last one."""
    for action in actions:
        played = match.play(action)
        match.game.rulebook.possible(match.state)
    return played


def kinds(played: Played) -> list[str]:
    """The names of the events."""
    return [event.kind for event in played.events]
