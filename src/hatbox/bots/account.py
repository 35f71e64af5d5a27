"""Luck and skill of a finished game: each seat's result is its chance at the start plus its luck plus its decisions.

What one move changed is compiled (appraisal.py), the same for browsers; here the moves are added up.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from hatbox.bots.appraisal import (
    DECISION,
    FURTHER,
    HIDDEN,
    MEASURING,
    ONLY_VALUE,
    ROWS,
    SUMS,
    VALUE,
    WEIGHING,
    appraise,
)
from hatbox.bots.exact import NOTHING, table_for
from hatbox.bots.turns import BOARDS, PAD, SEATS
from hatbox.engine.record import States, Tensor
from hatbox.errors import HatboxError
from hatbox.game import Game, Rulebook
from hatbox.match.match import Match

SHARPNESS = 1.0  # of a game whose bot.py does not set it
STEP_UP = 5.0  # the next step of the ladder takes at most this many times as long as the last
SEED_DIGITS = 15  # of the match's fingerprint: other games draw other events

Shares = list[float]  # a number per seat
Progress = Callable[[int, int], object]  # called with how many positions are done, and of how many


class Samples(NamedTuple):
    """How many worlds, random events and set-ups are sampled; any number gives a true account, more a surer one."""

    worlds: int = 16  # an even number
    draws: int = 48
    set_ups: int = 64


LADDER = (Samples(4, 8, 16), Samples(8, 24, 32), Samples(), Samples(32, 96, 128))
USUAL = Samples()


def _untold(done: int, total: int) -> None:
    """Ignore progress."""


class Appraised(NamedTuple):
    """One move: the action that seemed best to the mover, and rows of numbers per seat, see `appraise`."""

    best: int
    parts: Any


@dataclass(frozen=True)
class Step:
    """What one move changed for every seat: the parts lead from the value before it to the value after it."""

    ply: int  # the number of the move, as in a replay
    seat: int  # who moved
    best: int  # the action that seemed best from what the mover knew
    value: Shares  # everyone's chance after the move
    decision: Shares
    hidden: Shares
    further: Shares
    chance: Shares


@dataclass(frozen=True)
class SeatAccount:
    """Where the result of a seat comes from; `start` and all parts add up to `result`."""

    start: float  # the chance before anything was drawn
    chance: float  # dice, stones and cards, with the set-up
    hidden: float  # choices that turned out better or worse than the mover could know
    others: float  # what the other seats gave away, or won
    further: float  # what the evaluation learned by looking further; nothing where it is exact
    own: float  # what the seat's own decisions gave away: above zero only by sampling error
    result: float

    @property
    def luck(self) -> float:
        """Everything that was not the seat's own decision."""
        return self.chance + self.hidden + self.others + self.further


@dataclass(frozen=True)
class Account:
    """The account of a finished game."""

    seats: list[SeatAccount]
    set_up: Shares  # what the deal changed, before the first move
    steps: list[Step]


def weighing_of(book: Rulebook, samples: Samples = USUAL) -> Any:
    """Return how positions of a game are valued: `WEIGHING` in its bot.py, with other numbers of samples if given."""
    weighing = np.zeros(1, WEIGHING)
    own = getattr(book.module("bot"), "WEIGHING", {}) if book.has_module("bot") else {}
    wanted = {"sharpness": SHARPNESS, "horizon": 0, "secret": book.secrets, **USUAL._asdict(), **own}
    wanted["worlds"] = _even(wanted["worlds"] * samples.worlds / USUAL.worlds)
    wanted["draws"] = _even(wanted["draws"] * samples.draws / USUAL.draws)
    for name in WEIGHING.names or ():
        weighing[0][name] = wanted[name]
    return weighing


def _even(number: float) -> int:
    """Return a number of samples that can be halved."""
    return max(2, 2 * round(number / 2))


class Appraiser:
    """Values positions of one kind of game, all with the same seed."""

    def __init__(self, game: Game, seed: int, samples: Samples = USUAL) -> None:
        """Wait for exact values where they exist."""
        self.game, self._seed, self._samples = game, np.uint64(seed), samples
        self._weighing = weighing_of(game.rulebook, samples)
        self._table = exact_table(game)
        widest, states = game.rulebook.widest, game.template
        self._root, self._boards = np.repeat(states, 2), np.zeros(BOARDS, states.dtype)
        self._acts, self._moves = np.zeros((BOARDS, widest), np.int16), game.buffer()
        self._pad, self._sums = np.zeros(1, PAD), np.zeros((SUMS, widest, SEATS))

    def appraise(self, states: States, i: int, action: int, ply: int) -> "Appraised":
        """Return what an action changes in a position, and what would have been best."""
        self._root[0] = states[i]
        parts = np.zeros((ROWS, SEATS))
        best = appraise(
            self._root,
            action,
            self._seed,
            ply,
            self._weighing,
            self._table,
            self._boards,
            self._acts,
            self._moves,
            self._pad,
            self._sums,
            parts,
        )
        return Appraised(int(best), parts[:, : self.game.players])

    def value(self, states: States, i: int = 0) -> Any:
        """Return everyone's chance in a position."""
        return self.appraise(states, i, ONLY_VALUE, 0).parts[VALUE]

    def choices(self, states: States, i: int = 0) -> tuple[Any, Any]:
        """Return everyone's chance in a position, and the mover's chance after each move, as far as it can know."""
        chances = self.value(states, i)
        return chances, self._sums[MEASURING, : self._pad[0].count, states[i]["turn"]].copy()

    def start(self) -> Any:
        """Return everyone's chance before anything is drawn: the mean over set-ups."""
        set_ups = self._samples.set_ups
        states = self.game.states(set_ups, int(self._seed))
        return np.mean([self.value(states, i) for i in range(set_ups)], axis=0)


def exact_table(game: Game) -> Tensor:
    """Return the exact values of a game of two; for more players a table does not give everyone's chance."""
    return table_for(game, game.template, wait=True) if game.players == 2 else NOTHING


def seed_of(match: Match) -> int:
    """Return the seed of a match's review: repeatable, and different for every match."""
    return int(match.hash[:SEED_DIGITS], 16)


def appraised(appraiser: Appraiser, match: Match) -> Iterator[Appraised]:
    """Yield every move, and finally the value of the end."""
    states, actions = match.past(match.ply)
    for ply, action in enumerate(actions.tolist()):
        yield appraiser.appraise(states, ply, action, ply)
    yield appraiser.appraise(match.now.states, 0, ONLY_VALUE, match.ply)


def account_of(match: Match, samples: Samples = USUAL, progress: Progress = _untold) -> Account:
    """Return the account of a finished match; `progress` is called with the number of positions done."""
    if not match.over:
        raise HatboxError("The game is not over yet: luck and skill can be computed only at its end.")
    appraiser = Appraiser(match.game, seed_of(match), samples)
    start, moves = appraiser.start(), []
    for move in appraised(appraiser, match):
        moves.append(move)
        progress(len(moves), match.ply + 1)
    return added_up(start, moves, [match.seat_at(ply) for ply in range(match.ply)])


def account_within(match: Match, seconds: float, progress: Progress = _untold) -> Account:
    """Return the account with as many samples as roughly fit into a time; the fewest are always taken."""
    started, before = time.perf_counter(), 0.0
    for samples in LADDER:
        found = account_of(match, samples, progress)
        gone = time.perf_counter() - started
        if gone + STEP_UP * (gone - before) > seconds:
            break
        before = gone
    return found


def added_up(start: Any, moves: Sequence[Appraised], movers: Sequence[int]) -> Account:
    """Return the account from the chance at the start, what every move changed with the end's value, and who moved."""
    steps = [
        _step(ply, seat, before, after.parts[VALUE])
        for ply, (seat, before, after) in enumerate(zip(movers, moves, moves[1:], strict=False), 1)
    ]
    set_up, end = moves[0].parts[VALUE] - start, moves[-1].parts[VALUE]
    seats = [_seat_account(seat, start, set_up, steps, end) for seat in range(len(start))]
    return Account(seats, set_up.tolist(), steps)


def _step(ply: int, seat: int, move: Appraised, after: Any) -> Step:
    known = move.parts.sum(axis=0)
    decision, hidden, further = (move.parts[row].tolist() for row in (DECISION, HIDDEN, FURTHER))
    return Step(ply, seat, move.best, after.tolist(), decision, hidden, further, (after - known).tolist())


def _seat_account(seat: int, start: Any, set_up: Any, steps: Sequence[Step], end: Any) -> SeatAccount:
    return SeatAccount(
        start=float(start[seat]),
        chance=float(set_up[seat]) + sum(step.chance[seat] for step in steps),
        hidden=sum(step.hidden[seat] for step in steps),
        others=sum(step.decision[seat] for step in steps if step.seat != seat),
        further=sum(step.further[seat] for step in steps),
        own=sum(step.decision[seat] for step in steps if step.seat == seat),
        result=float(end[seat]),
    )
