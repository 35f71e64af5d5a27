"""What a bot needs to know of Vanished Animal: when a name is worth saying, and how a round stands."""

import random
from typing import Any

from hatbox.engine.jit import rule
from hatbox.engine.record import Values
from hatbox.games.vanished_animal.board import PAIR
from hatbox.games.vanished_animal.exact import OUT, duel_value, looking, match_value, posterior
from hatbox.games.vanished_animal.rules import has_seen, is_out
from hatbox.games.vanished_animal.state import ANIMALS, PLACES, Action, Phase, State

MANNER = {"glances": 2}  # rounds are short: play on to the end


@rule
def hats_seen(s: State, seat: int) -> int:
    """How many hats of this round the seat has looked into."""
    count = 0
    for place in range(PLACES):
        count += has_seen(s, seat, place)
    return count


@rule
def saw_animal(s: State, seat: int, animal: int) -> bool:
    """Whether the seat has seen this animal under a hat."""
    for place in range(PLACES):
        if s.hats[place] == animal and has_seen(s, seat, place):
            return True
    return False


@rule
def prefer(s: State, action: int) -> float:
    """Look into new hats; name what is still possible, the sooner the fewer are left; never what was seen."""
    if s.phase != Phase.ACT:
        return 0.5
    me, seen = s.turn, hats_seen(s, s.turn)
    if action < Action.NAME:
        return 0.2 if has_seen(s, me, action - Action.PEEK) else 0.6
    if action < Action.SWAP and saw_animal(s, me, action - Action.NAME):
        return 0.0
    return 1.0 / (ANIMALS - seen)


@rule
def evaluate(s: State, out: Values) -> None:
    """Tokens count most, then hats seen; who is out has lost this round."""
    total = 0.0
    for seat in range(s.players):
        out[seat] = 4.0 * s.tokens[seat] + (0.0 if is_out(s, seat) else 1.0 + 0.5 * hats_seen(s, seat))
        total += out[seat]
    for seat in range(s.players):
        out[seat] = (s.players * out[seat] / total - 1.0) / (s.players - 1) if total > 0.0 else 0.0


def in_view(now: Any, seat: int, place: int) -> bool:
    """Whether the seat is looking into this hat at this moment."""
    return bool(now.phase == Phase.SWAPPING and now.turn == seat and now.peek == place)


def reach(now: Any) -> int:
    """How many actions back this round began at most: a look and two swaps a turn."""
    return 3 * (int(now.round_turns) + 1)


def sightings(history: list[tuple[Any, int]], now: Any, seat: int) -> list[tuple[int, int, int, int]]:
    """The hats of this round that the seat has lifted, as (place, animal, when, moved)."""
    shown: dict[int, tuple[int, int]] = {}  # by animal: when, and how often its hat was moved since
    for when, (before, action) in enumerate(history):
        if before.rounds != now.rounds:
            continue
        if before.phase == Phase.ACT and action < Action.NAME and before.turn == seat:
            shown[int(before.hats[action - Action.PEEK])] = (when, 0)
        for place in _moved(before, action):
            if (animal := int(before.hats[place])) in shown:
                shown[animal] = (shown[animal][0], shown[animal][1] + 1)
    known = [place for place in range(PLACES) if now.seen_by[place] >> seat & 1]
    return [(p, int(now.hats[p]), *shown.get(int(now.hats[p]), (-1, 1))) for p in known]


def _moved(before: Any, action: int) -> list[int]:
    """The places of the two hats that an action swaps."""
    if before.phase == Phase.SWAPPING and action != Action.NO_SWAP:
        return [before.peek, action - Action.SWAP]
    if before.phase == Phase.SWAPPING_AGAIN and action != Action.NO_SECOND_SWAP:
        return [int(place) for place in PAIR[action - Action.SECOND_SWAP]]
    return []


def reason(before: Any, action: int, after: Any, seat: int) -> str:
    """What a move is good for: a new hat, or a name that follows from those seen."""
    if before.phase == Phase.ACT and action < Action.NAME:
        return "remembers" if before.seen_by[action] >> seat & 1 else "collects"
    return "best_chance"


def sensible(s: Any, seat: int, moves: list[int]) -> list[int]:
    """Nobody names before having looked, nor what was crossed out in public or what he remembers to have seen."""
    if s.phase != Phase.ACT:
        return moves
    never = {Action.NAME + int(animal) for animal in s.named} | {
        Action.NAME + animal for animal in _own(s, seat).values()
    }
    if s.round_turns < s.players:  # the first turn of this seat
        never = set(range(Action.NAME, Action.SWAP))
    return [move for move in moves if move not in never]


def alike(s: Any, action: int) -> list[int]:
    """Hats that the same players have looked into are as good as each other, and so are all swaps."""
    if s.phase != Phase.ACT:
        return list(range(Action.SWAP, Action.NO_SECOND_SWAP + 1))
    if action >= Action.NAME or s.seen_by[action] >> s.turn & 1:
        return [action]
    return [place for place in range(PLACES) if s.seen_by[place] == s.seen_by[action]]


def forget(s: Any, seat: int, place: int) -> None:
    """The hat on this place is as good as never lifted."""
    s.seen_by[place] &= ~(1 << seat) & 0xFF


def mix_up(s: Any, seat: int, place: int) -> None:
    """Believe the animal under the next hat; the lifted one is in view."""
    other = (place + 1) % PLACES
    if s.phase != Phase.ACT and s.peek in (place, other):
        return
    s.hats[place], s.hats[other] = int(s.hats[other]), int(s.hats[place])
    if (s.seen_by[place] ^ s.seen_by[other]) >> seat & 1:
        s.seen_by[place] ^= 1 << seat
        s.seen_by[other] ^= 1 << seat


class ExactBot:
    """Perfect memory, the exact posterior, and the best time to name; see exact.py."""

    def choose(self, seen: Any, moves: list[int], budget: Any) -> int:
        """Look into new hats until naming is worth more; swaps are all alike, and so are new hats."""
        s, dice = seen.game.snapshot(seen.states), random.Random(budget.seed)
        if s.phase != Phase.ACT:
            return dice.choice(moves)
        me = seen.seat
        fresh = [place for place in moves if place < Action.NAME and not s.seen_by[place] >> me & 1]
        odds = posterior(_own(s, me), _names(s))
        names = [action for action in moves if Action.NAME <= action < Action.SWAP]
        best = dice.choice([name for name in names if odds[name - Action.NAME] == max(odds)])
        ruled = _ruled(s, me, odds)
        certain = ruled[0] == PLACES  # names told the rest: a look has nothing left to rule out
        if not fresh or certain or odds[best - Action.NAME] >= looking(ruled)[0]:
            return best
        return dice.choice(fresh)


def _own(s: Any, seat: int) -> dict[int, int]:
    """The animals that a seat has seen, by place."""
    return {place: int(s.hats[place]) for place in range(PLACES) if s.seen_by[place] >> seat & 1}


def _names(s: Any) -> list[tuple[int, frozenset[int]]]:
    """The wrong names, each with the hats that its namer has seen."""
    wrong = [seat for seat in range(s.players) if s.out >> seat & 1]
    return [
        (int(s.named[seat]), frozenset(p for p in range(PLACES) if s.seen_by[p] >> seat & 1))
        for seat in wrong
    ]


def _ruled(s: Any, me: int, odds: list[float]) -> tuple[int, ...]:
    """How much everybody can rule out, `me` first; of the others at least the hats they have seen."""
    found = [sum(chance == 0 for chance in odds)]
    for k in range(1, s.players):
        seat = (me + k) % s.players
        hats = sum(int(s.seen_by[place]) >> seat & 1 for place in range(PLACES))
        found.append(OUT if s.out >> seat & 1 else hats)
    return tuple(min(count, PLACES) for count in found)


def exact_bot(players: int, options: Any) -> ExactBot:
    """The exact player; the options change nothing for perfect memory but how hats move."""
    return ExactBot()


def exact_values(seen: Any, moves: list[int]) -> list[float] | None:
    """Wins minus losses after each move of a game of two; with more players nobody knows them."""
    return [2 * worth(seen, move) - 1 for move in moves] if seen.game.players == 2 else None


def worth(seen: Any, action: int) -> float:
    """The exact chance to win a game of two after an action, for the seat that must act; all swaps are alike."""
    s, me = seen.game.snapshot(seen.states), seen.seat
    ahead, behind = ((int(s.wins_needed) - int(s.tokens[seat])) for seat in (me, 1 - me))
    won, lost = match_value(ahead - 1, behind), match_value(ahead, behind - 1)
    return lost + (won - lost) * _round_worth(s, me, action)


def _round_worth(s: Any, me: int, action: int) -> float:
    """The exact chance to win this round of two after an action."""
    mine, yours = (sum(int(bits) >> seat & 1 for bits in s.seen_by[:PLACES]) for seat in (me, 1 - me))
    if s.phase != Phase.ACT:
        return 1 - duel_value(yours, mine)
    if action < Action.NAME:
        return 1 - duel_value(yours, mine + 1 - (int(s.seen_by[action]) >> me & 1))
    return posterior(_own(s, me), _names(s))[action - Action.NAME]
