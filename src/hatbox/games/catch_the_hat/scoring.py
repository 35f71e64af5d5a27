"""Who is left, who scored what, who wins."""

from hatbox.engine.jit import rule
from hatbox.engine.record import Values
from hatbox.games.catch_the_hat.pieces import friends, is_free, owner, team
from hatbox.games.catch_the_hat.state import (
    HATS,
    MOST_CAPTURED,
    NO_TEAMS,
    NONE,
    SURVIVOR,
    State,
)

FREE_HAT = 64  # a free hat outweighs any score at the cap (CH-R10): there are at most 24 hats


@rule
def only_side_left(s: State) -> int:
    """CH-33, CH-45: the team (without teams the seat) that has all free hats, or NONE while there are more."""
    found = NONE
    for hat in range(HATS):
        if is_free(s, hat):
            side = team(s, owner(s, hat))
            if found == NONE:
                found = side
            elif found != side:
                return NONE
    return found


@rule
def score(s: State, seat: int) -> int:
    """CH-34, CH-45: enemies in the jail of a seat and in its towers."""
    points = 0
    for hat in range(HATS):
        boss = s.boss[hat]
        if s.jail[hat] == seat or (boss != NONE and owner(s, boss) == seat and not friends(s, boss, hat)):
            points += 1
    return points


@rule
def side_score(s: State, side: int) -> int:
    """CH-45: the scores of a team together."""
    points = 0
    for seat in range(s.players):
        if team(s, seat) == side:
            points += score(s, seat)
    return points


@rule
def free_hats_of(s: State, seat: int) -> int:
    """How many free hats a seat has."""
    count = 0
    for hat in range(HATS):
        if is_free(s, hat) and owner(s, hat) == seat:
            count += 1
    return count


@rule
def free_hats(s: State, side: int) -> int:
    """How many free hats a team has."""
    count = 0
    for seat in range(s.players):
        if team(s, seat) == side:
            count += free_hats_of(s, seat)
    return count


@rule
def worth(s: State, side: int) -> int:
    """What is compared at the end: the score (CH-35), or first the free hats (CH-40, CH-47, CH-R10)."""
    points = side_score(s, side)
    return points if s.goal == MOST_CAPTURED else points + FREE_HAT * free_hats(s, side)


@rule
def sides(s: State) -> int:
    """How many teams there are; without teams every seat is one."""
    return s.players if s.teams == NO_TEAMS else 2


@rule
def seats_of(s: State, side: int) -> int:
    """A team as a bit for each seat."""
    mask = 0
    for seat in range(s.players):
        if team(s, seat) == side:
            mask |= 1 << seat
    return mask


@rule
def leaders(s: State) -> int:
    """CH-35, CH-R09: everybody with the best result, as a bit for each seat."""
    best = 0
    for side in range(sides(s)):
        best = max(best, worth(s, side))
    mask = 0
    for side in range(sides(s)):
        if worth(s, side) == best:
            mask |= seats_of(s, side)
    return mask


@rule
def winners(s: State) -> int:
    """Who wins, as a bit for each seat."""
    if s.gold_winner and s.gold_boss != NONE:
        return seats_of(s, team(s, owner(s, s.gold_boss)))
    left = only_side_left(s)
    if left != NONE and s.goal != MOST_CAPTURED:
        return seats_of(s, left)  # CH-40, CH-47
    best = leaders(s)
    if left != NONE and s.tie_break == SURVIVOR and best & seats_of(s, left):
        return seats_of(s, left)
    return best


@rule
def returns(s: State, out: Values) -> None:
    """CH-35, CH-45: the winners share; teams win or lose 1; nobody gains when all are level (CH-R09)."""
    count = 0
    for seat in range(s.players):
        count += (s.winner_mask >> seat) & 1
    loser = -1.0 if s.teams != NO_TEAMS else -1.0 / (s.players - 1)
    winner = 1.0 if s.teams != NO_TEAMS else (s.players / max(count, 1) - 1.0) / (s.players - 1)
    for seat in range(s.players):
        if count == 0 or count == s.players:
            out[seat] = 0.0
        else:
            out[seat] = winner if (s.winner_mask >> seat) & 1 else loser
