"""Answers given ahead: a choice that all make at the same time, or lines of a game without chance."""

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from hatbox.engine.record import States
from hatbox.errors import IllegalMove
from hatbox.game import Game
from hatbox.match.match import Match
from hatbox.table.commands.dispatch import handles
from hatbox.table.store.prepared import ANY, Prepared
from hatbox.table.watchers.ahead import LOOK_AS, is_at_once, when_asked
from hatbox.table.wire.problems import Conflict, Forbidden, Refused
from hatbox.table.wire.table import Prepare

if TYPE_CHECKING:
    from hatbox.table.tables.table import OpenTable

Lines = list[list[int]]


@handles(Prepare, by_owner=False)
async def prepare(table: "OpenTable", guest: str, request: Prepare) -> None:
    """Replace what my seat answers from now on; nothing: it is asked."""
    async with table.ahead.changing:
        wish = await table.ask(_looked_at(table, guest, request))
        if isinstance(wish, Unchecked):
            checked = await asyncio.to_thread(wish.checked, request.seat)
            wish = Prepared(guest, wish.ply, checked)
        await table.services.store.keep_prepared(table.code, request.seat, wish)
        await table.ask(_taken(table, request.seat, wish))


class Unchecked:
    """Lines that a player wants to prepare, and the position from which they start."""

    def __init__(self, game: Game, states: States, ply: int, lines: Lines) -> None:
        """Keep the lines; they are not checked yet."""
        self.game, self.states, self.ply, self.lines = game, states, ply, lines

    def checked(self, seat: int) -> Lines:
        """Return the lines, if the rules allow them and each position has one answer."""
        answers: dict[tuple[int, ...], int] = {}
        for line in self.lines:
            match = Match.at(self.game, self.states)
            for k, action in enumerate(line):
                mine = not match.over and match.turn == seat
                if mine and answers.setdefault(tuple(line[:k]), action) != action:
                    raise Refused("Two lines give different answers in the same position.", "two_answers")
                _play(match, action)
            if not mine:
                raise Refused("A line must end with a move of your own.", "bad_line")
        return self.lines


def _play(match: Match, action: int) -> None:
    if match.over:
        raise Refused("A line continues after the end of the game.", "bad_line")
    try:
        match.play(action)
    except IllegalMove as error:
        raise Refused(f"A line has a move that is not possible: {error}", "bad_line") from error


async def _looked_at(table: "OpenTable", guest: str, request: Prepare) -> "Prepared | Unchecked":
    """Check what can be checked at once; lines are tried elsewhere."""
    state, seat, match = table.state, request.seat, table.state.match
    if seat not in state.seats_of(guest):
        raise Forbidden("This is not your seat.", "not_yours")
    at_once = match is not None and is_at_once(
        match
    )  # otherwise the turn may have come while the answer was being sent
    if match is None or match.over or (match.turn == seat and not at_once):
        raise Conflict("You can answer ahead only while another player must act.", "not_waiting")
    if not request.lines:
        return Prepared(guest, match.ply, [])
    if at_once:
        return Prepared(guest, match.ply, [_chosen(match, seat, request.lines)])
    if not table.ahead.prepares:
        raise Conflict("Moves can be prepared only at tables over days, in games without chance.", "no_ahead")
    return Unchecked(
        match.game, match.guess(seat, LOOK_AS), match.ply, [list(line) for line in request.lines]
    )


def _chosen(match: Match, seat: int, lines: Sequence[Sequence[int]]) -> list[int]:
    """Check one choice, whatever the others choose before it."""
    asked = when_asked(match, seat)
    if asked is None or len(lines) != 1 or len(lines[0]) != 1:
        raise Refused("Only one choice can be given ahead here: one line with one action.", "bad_line")
    steps, twin = asked
    if lines[0][0] not in twin.legal:
        raise Refused("You cannot choose that.", "bad_line")
    return [ANY] * steps + [lines[0][0]]


async def _taken(table: "OpenTable", seat: int, wish: Prepared) -> None:
    """Apply the stored answer and show it on all of the player's devices."""
    table.ahead.prepared[seat] = wish
    table.audience.show_to(wish.guest)
    table.look()
