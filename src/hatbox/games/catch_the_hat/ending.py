"""Points, winners, and the events at the end: why the game is over, what was counted and what decided it."""

from hatbox.engine.jit import rule
from hatbox.engine.record import Values
from hatbox.engine.tape import append, note, telling
from hatbox.games.catch_the_hat.events import (
    EndCapped,
    EndCaughtDecide,
    EndFreeLine,
    EndGolden,
    EndLastStanding,
    EndLastTeam,
    EndLevel,
    EndMost,
    EndMostFree,
    EndOneColour,
    EndOneTeam,
    EndScoreLine,
    EndShared,
    EndSurvivor,
    EndTeam,
    EndTower,
    EndTowerTeam,
)
from hatbox.games.catch_the_hat.pieces import friends, is_free, owner, team
from hatbox.games.catch_the_hat.state import (
    HATS,
    LAST_STANDING,
    MOST_CAPTURED,
    NO_TEAMS,
    NONE,
    SURVIVOR,
    Phase,
    State,
)

FREE_HAT = 64  # a free hat outweighs any score at the cap (CH-R10): there are at most 24 hats


@rule
def only_side_left(s: State) -> int:
    """CH-33, CH-45: the team (or seat, without teams) that has all the free hats, or NONE while several have some."""
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
    """CH-45: the total score of a team."""
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
    """What is compared at the end: the score (CH-35), or the free hats first (CH-40, CH-47, CH-R10)."""
    points = side_score(s, side)
    return points if s.goal == MOST_CAPTURED else points + FREE_HAT * free_hats(s, side)


@rule
def sides(s: State) -> int:
    """How many teams there are; without teams every seat is one."""
    return s.players if s.teams == NO_TEAMS else 2


@rule
def seats_of(s: State, side: int) -> int:
    """The seats of a team, one bit per seat."""
    mask = 0
    for seat in range(s.players):
        if team(s, seat) == side:
            mask |= 1 << seat
    return mask


@rule
def leaders(s: State) -> int:
    """CH-35, CH-R09: all seats with the best result, one bit per seat."""
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
    """The winners, one bit per seat."""
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
    """CH-35, CH-45: the winners share; teams win or lose 1; nobody gains when everyone is tied (CH-R09)."""
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


# ---- the end ----------------------------------------------------------------------------------------------


@rule
def finish(s: State, capped: bool) -> None:
    """CH-33, CH-R10: end the game."""
    s.phase = Phase.ENDED
    s.over = True
    s.capped = capped
    s.winner_mask = winners(s)
    tell_end(s)


@rule
def tell_end(s: State) -> None:
    """Report why the game is over, what was counted, and what decided it."""
    if telling(s):
        if s.capped:
            note(s, EndCapped, s.rolls)
        elif s.goal == MOST_CAPTURED:
            if s.teams == NO_TEAMS:
                note(s, EndOneColour)
            else:
                note(s, EndOneTeam)
        for seat in range(s.players):
            if s.goal == MOST_CAPTURED:
                note(s, EndScoreLine, seat, score(s, seat))
            elif s.capped:
                note(s, EndFreeLine, seat, free_hats_of(s, seat), score(s, seat))
        tell_decision(s)


@rule
def tell_decision(s: State) -> None:
    """Report what decided the game; if several reasons hold, the first in this order."""
    first, count = first_winner(s), count_winners(s)
    if s.goal != MOST_CAPTURED and not s.capped:
        tell_last_side(s, first)
    elif s.gold_winner and s.gold_boss != NONE:
        note(s, EndGolden)
        append_winners(s)
    elif count == s.players:
        note(s, EndLevel)
    elif s.goal != MOST_CAPTURED:
        tell_most_free(s, team(s, first))
    elif s.teams != NO_TEAMS:
        note(s, EndTeam, first + 1, side_score(s, team(s, first)))
    elif count > 1:
        note(s, EndShared, score(s, first))
        append_winners(s)
    elif somebody_else_has(s, first):
        note(s, EndSurvivor, first)
    else:
        note(s, EndMost, first, score(s, first))


@rule
def tell_last_side(s: State, first: int) -> None:
    """CH-40, CH-47: report the only colour or team left."""
    if s.goal == LAST_STANDING:
        if s.teams == NO_TEAMS:
            note(s, EndLastStanding, first)
        else:
            note(s, EndLastTeam, first + 1)
    elif s.teams == NO_TEAMS:
        note(s, EndTower, first)
    else:
        note(s, EndTowerTeam, first + 1)


@rule
def tell_most_free(s: State, side: int) -> None:
    """CH-R10: the winners have the most free hats; if a loser has as many, the caught hats decided."""
    tied = False
    for other in range(sides(s)):
        lost = not (s.winner_mask >> other) & 1  # a team's number is its first seat
        tied |= lost and free_hats(s, other) == free_hats(s, side)
    if tied:
        note(s, EndCaughtDecide)
    else:
        note(s, EndMostFree)
    append_winners(s)


# ---- winners -----------------------------------------------------------------------------------------------


@rule
def first_winner(s: State) -> int:
    """The lowest seat that has won."""
    for seat in range(s.players):
        if (s.winner_mask >> seat) & 1:
            return seat
    return NONE


@rule
def count_winners(s: State) -> int:
    """How many seats have won."""
    count = 0
    for seat in range(s.players):
        count += (s.winner_mask >> seat) & 1
    return count


@rule
def append_winners(s: State) -> None:
    """Append all seats that have won."""
    for seat in range(s.players):
        if (s.winner_mask >> seat) & 1:
            append(s, seat)


@rule
def somebody_else_has(s: State, winner: int) -> bool:
    """CH-R09: whether another seat has caught as many."""
    for seat in range(s.players):
        if seat != winner and score(s, seat) == score(s, winner):
            return True
    return False
