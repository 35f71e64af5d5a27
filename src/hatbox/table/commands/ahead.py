"""Giving an answer ahead of the turn: a choice that all make at the same time, or lines of a game without chance."""

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
    """What my seat answers from now on, instead of what it said before; nothing: it is asked."""
    async with table.ahead.changing:
        wish = await table.ask(_looked_at(table, guest, request))
        if isinstance(wish, Unchecked):
            checked = await asyncio.to_thread(wish.checked, request.seat)
            wish = Prepared(guest, wish.ply, checked)
        await table.services.store.keep_prepared(table.code, request.seat, wish)
        await table.ask(_taken(table, request.seat, wish))


class Unchecked:
    """Lines that somebody wishes, and the position from which they start."""

    def __init__(self, game: Game, states: States, ply: int, lines: Lines) -> None:
        """Nothing is tried out yet."""
        self.game, self.states, self.ply, self.lines = game, states, ply, lines

    def checked(self, seat: int) -> Lines:
        """The lines, if the rules allow them and each position has one answer."""
        answers: dict[tuple[int, ...], int] = {}
        for line in self.lines:
            match = Match.at(self.game, self.states)
            for k, action in enumerate(line):
                mine = not match.over and match.turn == seat
                if mine and answers.setdefault(tuple(line[:k]), action) != action:
                    raise Refused("A line answers one position in two ways.", "two_answers")
                _play(match, action)
            if not mine:
                raise Refused("A line ends with a move of your own.", "bad_line")
        return self.lines


def _play(match: Match, action: int) -> None:
    if match.over:
        raise Refused("A line goes on after the end of the game.", "bad_line")
    try:
        match.play(action)
    except IllegalMove as error:
        raise Refused(f"A line has a move that is not possible there: {error}", "bad_line") from error


async def _looked_at(table: "OpenTable", guest: str, request: Prepare) -> "Prepared | Unchecked":
    """What is wished, as far as it can be said at once; lines are tried out elsewhere."""
    state, seat, match = table.state, request.seat, table.state.match
    if seat not in state.seats_of(guest):
        raise Forbidden("This is not your seat.", "not_yours")
    at_once = match is not None and is_at_once(
        match
    )  # then the turn may have come while the answer was on its way
    if match is None or match.over or (match.turn == seat and not at_once):
        raise Conflict("Answers are given ahead while others think.", "not_waiting")
    if not request.lines:
        return Prepared(guest, match.ply, [])
    if at_once:
        return Prepared(guest, match.ply, [_chosen(match, seat, request.lines)])
    if not table.ahead.prepares:
        raise Conflict("Moves are prepared at tables over days, in games without chance.", "no_ahead")
    return Unchecked(
        match.game, match.guess(seat, LOOK_AS), match.ply, [list(line) for line in request.lines]
    )


def _chosen(match: Match, seat: int, lines: Sequence[Sequence[int]]) -> list[int]:
    """One choice, after whatever the others choose before it."""
    asked = when_asked(match, seat)
    if asked is None or len(lines) != 1 or len(lines[0]) != 1:
        raise Refused("Here one choice is given ahead: one line with one action.", "bad_line")
    steps, twin = asked
    if lines[0][0] not in twin.legal:
        raise Refused("You do not have that to choose.", "bad_line")
    return [ANY] * steps + [lines[0][0]]


async def _taken(table: "OpenTable", seat: int, wish: Prepared) -> None:
    """It is stored: it counts, and all devices of this person see it."""
    table.ahead.prepared[seat] = wish
    table.audience.show_to(wish.guest)
    table.look()
