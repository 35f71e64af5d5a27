"""What a move does, as numbers for sentences: what a known stone does, how many unknown ones help, what to fear.

Only what everyone has seen is used: unknown stone values are counted as possibilities, never looked up.
"""

from typing import Any

from hatbox.engine.facts import WINS_NOW, Facts, Notes, say
from hatbox.engine.jit import rule
from hatbox.engine.record import States
from hatbox.games.hat_stairs.knowledge import known, known_places, lies_known
from hatbox.games.hat_stairs.rules import apply, can_go_down, can_go_up, legal, may_turn
from hatbox.games.hat_stairs.state import ON_ITS_STEP, PLACES, REDRAW, Action, Phase, State

FACTS = Facts()
TAKES_HAT = FACTS.add("coach_takes_hat")
SNATCHES = FACTS.add("coach_snatches", "player")
GIVES_HAT = FACTS.add("coach_gives_hat", "player")
FITS_NOWHERE = FACTS.add("coach_fits_nowhere", "count")
NEW_WINS = FACTS.add("coach_new_wins", "count", "all")
NEW_GETS_HAT = FACTS.add("coach_new_gets_hat", "count", "all")
KNOWN_STONE = FACTS.add("coach_known_stone", "count")
KNOWN_WIN_FEARED = FACTS.add("coach_known_win_feared", "player", "count")
WIN_FEARED = FACTS.add("coach_win_feared", "player", "count", "all")
NO_WIN_FEARED = FACTS.add("coach_no_win_feared", "player")
KNOWN_STONE_FEARED = FACTS.add("coach_known_stone_feared", "player", "count")
STONES_FEARED = FACTS.add("coach_stones_feared", "player", "count", "all")
NONE_FEARED = FACTS.add("coach_none_feared", "player")
WINS_NEXT = FACTS.add("coach_wins_next", "count")
HAT_NEXT = FACTS.add("coach_hat_next", "count")
HAT_DISTANCE = FACTS.add("coach_hat_distance", "count")
LEFT = FACTS.add("coach_left", "count")
NEW_STONE = FACTS.add("coach_new_stone", "all")

WIN, HAT = 1, 2  # what a stone can do


@rule
def brings(s: State, seat: int, value: int, boards: States, acts: Any) -> int:
    """What a stone of this value could do for a seat if it were its turn: reach the larder, get the hat."""
    boards[0] = s
    b = boards[0]
    b.turn, b.phase, b.open = seat, Phase.CHOOSE_DIRECTION, 0
    b.stones[0] = value
    found, count = 0, legal(b, acts[0])
    for k in range(count):
        boards[1] = b
        apply(boards[1], acts[0, k])
        found |= WIN if boards[1].over and boards[1].winner == seat else 0
        found |= HAT if s.hat != seat and boards[1].hat == seat else 0
    return found


@rule
def count_unknown(s: State, seat: int, what: int, boards: States, acts: Any) -> int:
    """How many of the unknown values would do this for a seat."""
    count = 0
    for value in range(1, PLACES + 1):
        if not lies_known(s, value) and brings(s, seat, value, boards, acts) & what:
            count += 1
    return count


@rule
def known_one(s: State, seat: int, what: int, boards: States, acts: Any) -> int:
    """The value of a known stone that may be turned and does this for a seat, or 0 if there is none."""
    for place in range(PLACES):
        value = known(s, place)
        if value > 0 and may_turn(s, place) and brings(s, seat, value, boards, acts) & what:
            return int(value)
    return 0


@rule
def say_fear(s: State, seat: int, boards: States, acts: Any, out: Notes) -> None:
    """Report what the next player could do: win with the hat, or get it from this seat."""
    rival = int(s.turn)
    if s.hat != rival and s.hat != seat:
        return
    what = WIN if s.hat == rival else HAT
    sure, count = known_one(s, rival, what, boards, acts), count_unknown(s, rival, what, boards, acts)
    unknown = PLACES - known_places(s)
    if unknown == 1:  # the last stone is known by elimination
        unknown = count = 0
    if sure > 0:
        say(out, KNOWN_WIN_FEARED if what == WIN else KNOWN_STONE_FEARED, rival, sure, 0)
    elif count > 0:
        say(out, WIN_FEARED if what == WIN else STONES_FEARED, rival, count, unknown)
    else:
        say(out, NO_WIN_FEARED if what == WIN else NONE_FEARED, rival, 0, 0)


@rule
def say_hopes(s: State, seat: int, boards: States, acts: Any, out: Notes) -> None:
    """Report how many of the six values would win or reach the hat next turn, as things stand."""
    count, what = 0, WIN if s.hat == seat else HAT
    for value in range(1, PLACES + 1):
        count += brings(s, seat, value, boards, acts) & what != 0
    if count > 0:
        say(out, WINS_NEXT if what == WIN else HAT_NEXT, count, 0, 0)
    if s.hat == seat:
        say(out, LEFT, int(s.steps) + 1 - int(s.step[seat]), 0, 0)
    else:
        place = int(s.hat_step) if s.hat == ON_ITS_STEP else int(s.step[s.hat])
        say(out, HAT_DISTANCE, abs(place - int(s.step[seat])), 0, 0)


@rule
def say_new(s: State, seat: int, boards: States, acts: Any, out: Notes) -> None:
    """Report what an unknown stone could do."""
    unknown = PLACES - known_places(s)
    wins, hats = count_unknown(s, seat, WIN, boards, acts), count_unknown(s, seat, HAT, boards, acts)
    if wins > 0:
        say(out, NEW_WINS, wins, unknown, 0)
    if hats > 0:
        say(out, NEW_GETS_HAT, hats, unknown, 0)
    say(out, NEW_STONE, unknown, 0, 0)


@rule
def say_hat(s: State, after: State, seat: int, out: Notes) -> None:
    """Report who has the hat now."""
    if after.hat == seat and s.hat == ON_ITS_STEP:
        say(out, TAKES_HAT, 0, 0, 0)
    elif after.hat == seat and s.hat != seat:
        say(out, SNATCHES, s.hat, 0, 0)
    elif s.hat == seat and after.hat != seat:
        say(out, GIVES_HAT, after.hat, 0, 0)


@rule
def facts(
    s: State,
    action: int,
    after: State,
    seat: int,
    won: bool,
    boards: States,
    acts: Any,
    pad: Any,
    out: Any,
) -> None:
    """Note what a move does, most important facts first; `after` counts only if nothing hidden led to it."""
    value = 0
    if s.phase == Phase.CHOOSE_STONE:
        value = known(s, action - Action.TURN)
        if value == 0:
            say_new(s, seat, boards, acts, out)
            return
        if s.stuck == REDRAW and not can_go_up(s, value) and not can_go_down(s, value):
            say(out, FITS_NOWHERE, value, 0, 0)
            return
    if won:
        say(out, WINS_NOW, 0, 0, 0)
    say_hat(s, after, seat, out)
    if not after.over:
        say_fear(after, seat, boards, acts, out)
        say_hopes(after, seat, boards, acts, out)
    if value > 0:
        say(out, KNOWN_STONE, value, 0, 0)
