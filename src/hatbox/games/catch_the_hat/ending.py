"""The end of the game, and how it is told: why it is over, what was counted, what has decided."""

from hatbox.engine.jit import rule
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
from hatbox.games.catch_the_hat.pieces import team
from hatbox.games.catch_the_hat.scoring import free_hats, free_hats_of, score, side_score, sides, winners
from hatbox.games.catch_the_hat.state import LAST_STANDING, MOST_CAPTURED, NO_TEAMS, NONE, Phase, State


@rule
def finish(s: State, capped: bool) -> None:
    """CH-33, CH-R10: the game is over."""
    s.phase = Phase.ENDED
    s.over = True
    s.capped = capped
    s.winner_mask = winners(s)
    tell_end(s)


@rule
def tell_end(s: State) -> None:
    """Why it is over, what was counted, and what has decided."""
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
    """What has decided; of two true reasons the one that the winner is looked for by first."""
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
    """CH-40, CH-47: the only colour or team that is left."""
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
    """CH-R10: the winners have the most free hats; if a loser has as many, the caught hats have decided."""
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
    """All seats that have won."""
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
