"""Bots: players that are not people. A bot gets only what its seat may know, never the true state.

Your own bot is a class with one method:

    class MyBot:
        def choose(self, seen: Seen, moves: list[int], budget: Budget) -> int: ...
"""

import random
import time
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Protocol

from hatbox.bots.memory import Sighting, salt_of, sightings_of
from hatbox.engine.record import States
from hatbox.game import Game
from hatbox.interfaces import View
from hatbox.match.match import Match


@dataclass(frozen=True)
class Budget:
    """How long a bot may think; the seed makes its choice repeatable."""

    milliseconds: int = 100
    iterations: int = 0  # above 0: exactly this many, however long they take
    seed: int = 0

    def since(self, started: float) -> "Budget":
        """Return what is left of the time, for a bot that started at this time of `perf_counter`."""
        gone = int((time.perf_counter() - started) * 1000)
        return replace(self, milliseconds=max(1, self.milliseconds - gone))


@dataclass(frozen=True)
class Seen:
    """What a seat may know: a state in which everything else is redrawn, and its view of that."""

    game: Game
    seat: int
    states: States  # one record, redrawn for this seat
    sightings: tuple[Sighting, ...] = ()  # what it was shown and when, for bots that forget
    salt: int = 0  # distinguishes tables, so that a level's preferences and memory differ between them

    @cached_property
    def view(self) -> View:
        """Return what the seat sees; no redrawing changes that (law 3), and the search does not use it."""
        return self.game.view(self.states, self.seat, True)


class Bot(Protocol):
    """Something that chooses one of its seat's legal moves."""

    def choose(self, seen: Seen, moves: list[int], budget: Budget) -> int:
        """Return the chosen action."""
        ...


class RandomBot:
    """Chooses any legal move, all equally likely."""

    def choose(self, seen: Seen, moves: list[int], budget: Budget) -> int:
        """Choose at random."""
        return random.Random(budget.seed).choice(moves)


def seen_by(match: Match, seat: int, seed: int) -> Seen:
    """Return everything that a bot in this seat gets."""
    return Seen(match.game, seat, match.guess(seat, seed), sightings_of(match, seat), salt_of(match))


def move_of(bot: Bot, match: Match, budget: Budget) -> int:
    """Return a bot's move for the seat that must act; gathering what it may know counts as its time.

    >>> import hatbox
    >>> from hatbox.bots.players import make_bot
    >>> match = hatbox.load("connect_four").match(seed=1)
    >>> move_of(make_bot("level_3"), match, Budget(iterations=200, seed=1)) in match.legal
    True
    """
    started = time.perf_counter()
    seen, moves = seen_by(match, match.turn, budget.seed), match.legal
    return bot.choose(seen, moves, budget.since(started))
