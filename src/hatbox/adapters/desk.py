"""The Python side of an OpenSpiel state: a game in progress, its past, and what is waiting for chance."""

from hashlib import blake2b
from typing import Any, NamedTuple

import numpy as np

from hatbox.adapters.memory import Ply
from hatbox.adapters.play import Play
from hatbox.engine import entries
from hatbox.game import load

RNG = 8  # bytes: the generator is the first field of every state

NO_ACTION = -3


class Terms(NamedTuple):
    """What all states of a game have in common."""

    longest: int  # plies after which the game is a draw
    chance: bool  # whether anything is random
    outcomes: list[tuple[int, float]]  # the samples of a chance node, all equally likely


class Desk:
    """A position, or a chance node; copies share the past."""

    __slots__ = ("fate", "legal", "over", "past", "pending", "play", "terms")

    def __init__(self, play: Play, terms: Terms, fate: int, pending: int) -> None:
        """Nothing has happened yet."""
        self.play, self.terms, self.fate, self.pending = play, terms, fate, pending
        self.past: Ply | None = None
        self.legal: list[int] = []
        self.over = False

    def __deepcopy__(self, memo: Any) -> "Desk":
        """A copy with a record of its own."""
        twin = Desk(self.play.copy(), self.terms, self.fate, self.pending)
        twin.past, twin.legal, twin.over = self.past, self.legal, self.over
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        """What a copy in another process needs."""
        game = self.play.game
        choice = (game.slug, game.players, dict(game.options))
        return _desk, (choice, self.play.record(), self.terms, self.fate, self.pending, self.past)

    def begin(self, seed: int) -> None:
        """Set the game up."""
        self.play.begin(seed)
        self.past = Ply(self.play.game, self.play.record())
        self.look()

    def act(self, action: int) -> None:
        """Carry out a legal action, or let it wait for chance."""
        if not self.terms.chance:
            self.play.carry_out(action)
        elif not self.play.goes_without_chance(action):
            self.pending = action
            return
        self.remember(action)

    def chance_speaks(self, sample: int) -> None:
        """Do what has been waiting for chance; the sample decides."""
        action, self.pending = self.pending, NO_ACTION
        seed = mixed(self.fate, self.past.number if self.past else -1, sample)
        if action == entries.SET_UP:
            self.begin(seed)
        else:
            entries.seed_states(self.play.states, np.uint64(seed))
            rng = self.play.record()[:RNG]
            self.play.carry_out(action)
            self.remember(action, rng)

    def redraw(self, seat: int, seed: int) -> None:
        """Redraw everything a seat cannot know, including the future."""
        assert self.past is not None
        entries.redraw(self.play.states, 0, seat, np.uint64(seed))
        self.fate = mixed(self.fate, seed)
        self.play.carry_out(entries.JUST_LOOK)
        self.past = self.past.redrawn(self.play.record(), seat)
        self.look()

    def remember(self, action: int, rng: bytes = b"") -> None:
        """Add an action to the past, after which the game may be over; `rng` is a generator set just before."""
        self.past = Ply(self.play.game, self.play.record(), self.past, action, rng)
        self.look()

    def look(self) -> None:
        """See what is legal now."""
        self.over = self.play.over or (self.past is not None and self.past.number >= self.terms.longest)
        self.legal = [] if self.over else sorted(self.play.legal)


def mixed(*numbers: int) -> int:
    """One seed from several numbers, the same on every machine."""
    text = ",".join(map(str, numbers)).encode()
    return int.from_bytes(blake2b(text, digest_size=8).digest(), "little") >> 1


def _desk(choice: Any, record: bytes, terms: Terms, fate: int, pending: int, past: Ply | None) -> Desk:
    """Rebuild a desk."""
    slug, players, options = choice
    desk = Desk(Play(load(slug, players, **options)), terms, fate, pending)
    desk.play.put(record)
    desk.past = past
    if past is not None:
        desk.play.carry_out(entries.JUST_LOOK)
        desk.look()
    return desk
