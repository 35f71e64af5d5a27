"""A 7 is consistent: a play that was started can be finished, and nothing possible is missing.

Every choice that the compiled rules offer is followed to its end, and the complete plays found are compared with a slow
list of all ways to split 7 points among figures, written here from the rules alone.
"""

import os
from random import Random
from typing import Any

import numpy as np
import pytest

from hatbox.engine import entries

from .compiled import Board

MORE = int(os.environ.get("HATBOX_MORE", "1"))
DORM, HALL, UNUSED = 64, 65, 127
PIECE_PHASE, SEVEN_KIND, AS_SEVEN = 4, 5, 8
STEP, ENTER, WALK, CARETAKER, FIGURE = 43, 51, 52, 53, 54
Part = tuple[int, int, bool]  # from a field, the number of steps, into the hall
Pos = tuple[tuple[int, ...], ...]
SETTINGS: list[tuple[int, dict[str, Any]]] = [
    (4, {}), (4, {"seven_rest": "any"}), (4, {"canadian_seven": True}), (4, {"caretaker_landing": "blocked"}),
    (4, {"caretaker_landing": "banish"}), (2, {}), (3, {"track_len": 40}),
]  # fmt: skip


class Slow:
    """All complete plays of a 7, found by trying everything."""

    def __init__(self, board: Board) -> None:
        s = board.state
        self.options, self.length = board.game.options, int(board.game.options["track_len"])  # type: ignore[arg-type]
        self.own, self.teams = board.colours[s.turn], board.game.players == 4
        self.found: set[tuple[Part, ...]] = set()
        self.search(tuple(tuple(row) for row in s.pos), s.caretaker_at, (), frozenset(), 7)

    def starts(self, house: int) -> int:
        return house * self.length // 4

    def closed(self, pos: Pos, field: int) -> bool:
        """Whether a protected figure is here."""
        return any(self.starts(house) == field and field in pos[house] for house in range(4))

    def movers(self, pos: Pos) -> list[int]:
        partner = (self.own + 2) % 4
        if self.options["canadian_seven"]:
            return [self.own, partner]
        done = self.teams and all(place >= HALL for place in pos[self.own])
        return [partner] if done else [self.own]

    def search(
        self, pos: Pos, care: int, parts: tuple[Part, ...], moved: frozenset[tuple[int, int]], left: int
    ) -> None:
        if left == 0:
            self.found.add(parts)
            return
        for house in self.movers(pos):
            helping = house != self.own and any(colour == self.own for colour, _ in moved)
            whole = helping and self.options["seven_rest"] == "one" and not self.options["canadian_seven"]
            for number, field in enumerate(pos[house]):
                if field < DORM and (house, number) not in moved:
                    for steps in [left] if whole else range(1, left + 1):
                        self.go(pos, care, parts, moved, left, (house, number), steps)

    def go(
        self, pos: Pos, care: int, parts: tuple[Part, ...], moved: frozenset[tuple[int, int]], left: int,
        figure: tuple[int, int], steps: int,
    ) -> None:  # fmt: skip
        """Try one part, along the track and into the hall."""
        house, number = figure
        field = pos[house][number]
        way = [(field + k) % self.length for k in range(1, steps + 1)]
        for hall in (False, True):
            here = way[:-1] if hall else way
            if any(self.closed(pos, passed) for passed in here):
                continue
            if hall and (field == self.starts(house) or not here or here[-1] != self.starts(house)):
                continue
            rows = [[DORM if place in here else place for place in row] for row in pos]
            rows[house][number], now = (HALL, care) if hall else (way[-1], care)
            if not hall and way[-1] == care:
                if self.options["caretaker_landing"] == "blocked":
                    continue
                caught = self.options["caretaker_landing"] == "caught"
                rows[house][number], now = (DORM, care) if caught else (way[-1], -1)
            after = tuple(tuple(row) for row in rows)
            self.search(after, now, (*parts, (field, steps, hall)), moved | {figure}, left - steps)


def compiled_plays(board: Board) -> set[tuple[Part, ...]]:
    """All complete plays that the legal actions lead to; each one that is started must end."""
    found: set[tuple[Part, ...]] = set()
    ply, buffer, game = board.state.ply, board.buffer, board.game

    def follow(states: Any, parts: tuple[Part, ...], field: int, steps: int) -> None:
        if int(states["ply"][0]) > ply:
            found.add(parts)
            return
        count = entries.step(states, 0, entries.JUST_LOOK, buffer)
        assert count > 0, (
            f"a 7 cannot be finished: {game.rulebook.notation.position_text(game.snapshot(states))}"
        )
        for action in buffer[:count].tolist():
            if action == CARETAKER:
                assert not parts
                continue
            twin = states.copy()
            entries.step(twin, 0, action, buffer)
            if action >= FIGURE:
                follow(twin, parts, action - FIGURE, 0)
            elif action in (ENTER, WALK):
                follow(twin, (*parts, (field, steps, action == ENTER)), -1, 0)
            elif int(twin["phase"][0]) == 6:
                follow(twin, parts, field, action - STEP)
            else:
                hall = int((twin["pos"] == HALL).sum() > (states["pos"] == HALL).sum())
                follow(twin, (*parts, (field, action - STEP, bool(hall))), -1, 0)

    follow(board.states, (), -1, 0)
    return found


def strew(board: Board, random: Random) -> None:
    """A 7 has just been played somewhere in a game; many figures near a hall, often one colour almost done."""
    s, length = board.states[0], int(board.game.options["track_len"])  # type: ignore[arg-type]
    taken: set[int] = set()
    s.pos[:] = UNUSED
    for house in board.colours:
        places = []
        for _ in range(3 if board.game.players == 4 else 4):
            near = (house * length // 4 - random.randint(0, 8)) % length
            place = random.choice([DORM, HALL, near, near, random.randrange(length)])
            places.append(DORM if place in taken else place)
            taken |= {place} if place < DORM else set()
        s.pos[house][: len(places)] = places
    if sum(place < DORM for place in s.pos[board.colours[s.turn]]) > 3:
        s.pos[board.colours[s.turn]][0] = DORM  # four walkers have hundreds of plays: too slow to list often
    s.caretaker_at = random.choice([-1, *sorted(set(range(length)) - taken)])
    s.first_in = True
    s.phase, s.sel_kind, s.sel_mode, s.seven_left = PIECE_PHASE, SEVEN_KIND, AS_SEVEN, 7


@pytest.mark.rule("GH-17", "GH-55", "GH-56", "GH-57", "GH-R16", "GH-R17", "GH-R18")
@pytest.mark.parametrize(("players", "options"), SETTINGS, ids=[f"{p}p{o or ''}" for p, o in SETTINGS])
def test_all_whole_plays_and_only_those(players: int, options: dict[str, Any]) -> None:
    random, board = Random(f"{players}{options}"), Board(players, options)
    while board.state.phase != 2:
        board.apply(board.legal()[0])
    ready, shared = board.states.copy(), 0
    wide = "canadian_seven" in options  # up to six figures share: thousands of plays in one position
    for number in range((15 if wide else 800) * MORE):
        board.states[:] = ready
        board.states["turn"] = number % players
        board.states["max_rounds"] = 1
        strew(board, random)
        expected = Slow(board).found
        playable = set(board.legal()) - {CARETAKER}
        assert bool(playable) == bool(expected)
        if expected:
            assert compiled_plays(board) == expected
            shared += len(next(iter(expected))) > 1
    assert shared > 5 and np.all(board.states["seven_left"] == 7)
