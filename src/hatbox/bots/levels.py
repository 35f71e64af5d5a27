"""Levels with names a family understands: weaker means forgetting more, looking less far, choosing more softly."""

import math
import random
import time
from dataclasses import dataclass, replace

import numpy as np

from hatbox.bots import Bot, Budget, Seen, own_part
from hatbox.bots.memory import Memory, Sighting, believe
from hatbox.bots.players import Candidate, SearchBot
from hatbox.bots.turns import WON, turns_of
from hatbox.engine import entries
from hatbox.errors import HatboxError

FAIR_MARGIN = 0.35  # a move that is worse than the best by more than this is never chosen
PLAN = 1  # the world in which lesser players compare turns: always the same, so that they keep to a plan
LOOKS = 8  # worlds in which a win at once is looked for: two could agree by luck


@dataclass(frozen=True)
class Level:
    """How a level plays."""

    iterations: int  # at most, 0: as many as the budget allows; the budget's time counts as well
    softness: float  # 0: always the best move found
    memory: Memory
    deepest: int = 0  # plies of the tree, 0: no bound
    takes_wins: bool = True  # never misses a win at once
    whim: float = 0.0  # softness among whole turns, in games with a TURN_COUNTER; 0: it searches there too


LEVELS = {
    "level_1": Level(
        24, 0.35, Memory(0.5, 0.12, 0.15, 0.40, 0.25, 1), deepest=1, takes_wins=False, whim=0.033
    ),
    "level_2": Level(80, 0.14, Memory(0.85, 0.05, 0.06, 0.18, 0.08, 3), deepest=3, whim=0.02),
    "level_3": Level(300, 0.06, Memory(0.95, 0.025, 0.03, 0.09, 0.03, 4), whim=0.01),
    "level_4": Level(1_500, 0.03, Memory(1.0, 0.01, 0.012, 0.03, 0.01, 5)),
    "level_5": Level(0, 0.0, Memory()),
}


@dataclass(frozen=True)
class LevelBot:
    """The search, held back: it acts on what it believes, and picks softly among good moves."""

    level: Level

    def choose(self, seen: Seen, moves: list[int], budget: Budget) -> int:
        """A good move for this level."""
        if len(moves) == 1:
            return moves[0]
        started = time.perf_counter()
        exact = exact_for(seen) if self.level.memory.perfect else None
        if exact is not None and (budget.iterations or is_ready(exact, seen)):
            return exact.choose(seen, moves, budget)
        believed = self.believed(seen, budget.seed)
        moves = sensible(believed, moves)
        if len(moves) == 1:
            return moves[0]
        if self.level.takes_wins and (wins := wins_at_once(believed, moves, budget.seed)):
            return wins[0]
        dice = random.Random(budget.seed)
        if self.level.whim and (counter := own_part(seen.game, "TURN_COUNTER")):
            return self._turn(believed, moves, int(seen.states[0][counter]), dice)
        found = self._search().rank(believed, moves, self._budget(budget.since(started)))
        chosen = self._pick(found, own_part(seen.game, "SPREAD") or 1.0, dice)
        return dice.choice(alike(believed, moves, chosen.action))

    def _search(self) -> SearchBot:
        """The search of this level."""
        return SearchBot(
            {"deepest": self.level.deepest} if self.level.deepest else {}, most=self.level.iterations
        )

    def _budget(self, budget: Budget) -> Budget:
        """A budget of iterations is cut to the level's own; a budget of time is kept by the search."""
        return replace(budget, iterations=min(budget.iterations, self.level.iterations or budget.iterations))

    def believed(self, seen: Seen, seed: int) -> Seen:
        """What the bot thinks it knows: some of what its seat has seen is lost, some is mixed up."""
        book = seen.game.rulebook
        room = book.room("bot") if book.has_room("bot") else None
        if self.level.memory.perfect or room is None or not hasattr(room, "forget"):
            return seen
        belief = believe(self.level.memory, seen.sightings or _untold(seen), seen.seat, seen.salt)
        if not belief.lost and not belief.mixed_up:
            return seen
        states = seen.states.copy()
        for lost in belief.lost:
            room.forget(states[0], seen.seat, lost.slot)
        if hasattr(room, "mix_up"):
            for mixed in belief.mixed_up:
                room.mix_up(states[0], seen.seat, mixed.slot)
        entries.redraw(states, 0, seen.seat, np.uint64(seed))
        return replace(seen, states=states)

    def _turn(self, seen: Seen, moves: list[int], number: int, dice: random.Random) -> int:
        """The first move of a turn that seems good; `number` is how many turns were played before.

        A whim belongs to the turn, not to the moment, so that the next choice goes on with the same plan.
        """
        turns = [turn for turn in turns_of(seen, PLAN) if turn.first in moves]
        if not turns:  # there are more turns than anybody looks through
            return dice.choice(moves)
        best = max(turn.worth for turn in turns)
        liked = {
            worth: worth + self.level.whim * _whim(seen, number, worth)
            for worth in {turn.worth for turn in turns}
        }
        chosen = max(
            (worth for worth in liked if worth >= best - FAIR_MARGIN), key=lambda worth: liked[worth]
        )
        return dice.choice([turn.first for turn in turns if turn.worth == chosen])

    def _pick(self, found: list[Candidate], spread: float, dice: random.Random) -> Candidate:
        """The most looked-at move, or softly one that is nearly as good as far as values spread in this game."""
        tried = [one for one in found if one.visits]
        if not tried:  # a short search looked only at moves that are not sensible
            return dice.choice(found)
        if not self.level.softness:
            return max(tried, key=lambda one: one.visits)
        best = max(tried, key=lambda one: one.visits).value
        good = [one for one in tried if one.value >= best - FAIR_MARGIN * spread]
        weights = [math.exp(min(0.0, one.value - best) / (self.level.softness * spread)) for one in good]
        return dice.choices(good, weights)[0]


def alike(seen: Seen, moves: list[int], action: int) -> list[int]:
    """The moves that are as good as this one as far as the bot knows; always the same one would be odd."""
    same = own_part(seen.game, "alike")
    found = same(seen.game.snapshot(seen.states), action) if same else [action]
    return [one for one in moves if one in found]


def sensible(seen: Seen, moves: list[int]) -> list[int]:
    """The moves that anybody would think about; the game's bot.py tells, in `sensible`."""
    wise = own_part(seen.game, "sensible")
    if wise is None or len(moves) == 1:
        return moves
    found: list[int] = wise(seen.game.snapshot(seen.states), seen.seat, moves)
    return found


def _whim(seen: Seen, number: int, worth: float) -> float:
    """How much a turn of this worth appeals to this seat beyond that: the noise that makes a choice soft (Gumbel's)."""
    dice = random.Random(f"{seen.salt} {seen.seat} {number} {worth:.9f}")
    return -math.log(-math.log(dice.uniform(1e-9, 1 - 1e-9)))


def _untold(seen: Seen) -> list[Sighting]:
    """Sightings without their times, where nobody has told them."""
    room, now = seen.game.rulebook.room("bot"), seen.game.snapshot(seen.states)
    found = room.sightings([], now, seen.seat)
    in_view = own_part(seen.game, "in_view")
    return [Sighting(*one) for one in found if not (in_view and in_view(now, seen.seat, one[0]))]


def wins_at_once(seen: Seen, moves: list[int], seed: int) -> list[int]:
    """The moves that win in this very turn, whatever is hidden and however many choices the turn takes."""
    sure = moves
    for world in range(LOOKS):
        won = {turn.first for turn in turns_of(seen, seed + world) if turn.worth == WON}
        sure = [move for move in sure if move in won]
        if not sure:
            break
    return sure


def exact_for(seen: Seen) -> Bot | None:
    """The exact player, where the game is solved with these players and options."""
    solved = own_part(seen.game, "exact_bot")
    bot: Bot | None = solved(seen.game.players, seen.game.options) if solved else None
    return bot


def is_ready(bot: Bot, seen: Seen) -> bool:
    """Whether an exact player can answer now: one whose table is still computed is not waited for."""
    return bool(bot.ready(seen)) if hasattr(bot, "ready") else True


def bot_of(level: str) -> LevelBot:
    """The bot of a level."""
    if level not in LEVELS:
        raise HatboxError(f"There is no level {level!r}; the levels are {', '.join(LEVELS)}.")
    return LevelBot(LEVELS[level])
