"""What a move does, as numbers for sentences: what it catches and saves, and how many of six rolls hurt or help.

The counts come from the rules themselves: every move is tried for every roll.
"""

from typing import Any

from hatbox.engine.facts import WINS_NOW, Facts, Notes, say
from hatbox.engine.jit import rule
from hatbox.engine.record import States
from hatbox.engine.replies import first_turn, next_turn
from hatbox.games.catch_the_hat.pieces import hats_each, is_free, owner, team
from hatbox.games.catch_the_hat.rules import takes_turns
from hatbox.games.catch_the_hat.state import HATS, NONE, NOWHERE, Action, Phase, State

FACTS = Facts()
CATCHES_ONE = FACTS.add("coach_catches_one", "player")
CATCHES = FACTS.add("coach_catches", "count")
RESCUES = FACTS.add("coach_rescues", "count")
BRINGS_HOME = FACTS.add("coach_brings_home", "count")
WEARS_GOLD = FACTS.add("coach_wears_gold")
TAKES_GOLD = FACTS.add("coach_takes_gold")
GETS_AWAY = FACTS.add("coach_gets_away", "player", "count")
SAFER = FACTS.add("coach_safer", "player", "count", "before")
IN_REACH = FACTS.add("coach_in_reach", "player", "count")
OUT_OF_REACH = FACTS.add("coach_out_of_reach")
HOME_NEXT = FACTS.add("coach_home_next", "count")
CATCHES_NEXT = FACTS.add("coach_catches_next", "count")
OTHER_OPEN = FACTS.add("coach_other_open", "player", "count")
HATS_OPEN = FACTS.add("coach_hats_open", "player", "count")
HATS_SAFE = FACTS.add("coach_hats_safe")
ROLLS_AGAIN = FACTS.add("coach_rolls_again", "count")

PIPS = 6
CAUGHT, HOME = 1, 2  # what a roll can achieve


@rule
def holder(s: State, hat: int) -> int:
    """The team that has caught the hat, on the board or at home, or NONE if the hat is free."""
    if s.jail[hat] != NONE:
        return team(s, s.jail[hat])
    return NONE if s.boss[hat] == NONE else team(s, owner(s, s.boss[hat]))


@rule
def in_play(s: State) -> int:
    """How many hats the game has."""
    return int(s.players) * hats_each(s)


@rule
def let_roll(s: State, seat: int, pips: int) -> None:
    """Set the state as if it were the seat's turn and it had rolled this number."""
    s.turn, s.die, s.phase = seat, pips, Phase.PICK
    s.picked, s.pips, s.prev, s.extra = NONE, 0, NOWHERE, 0


@rule
def hats_lost(s: State, side: int, rival: int, pips: int, boards: States, acts: Any, pad: Any) -> int:
    """The free hats of a team that a rival could catch with this roll, one bit per hat."""
    boards[0] = s
    let_roll(boards[0], rival, pips)
    found = 0
    first_turn(boards, acts, pad)
    end = next_turn(boards, acts, pad)
    while end >= 0:
        for hat in range(in_play(s)):
            ours = is_free(s, hat) and team(s, owner(s, hat)) == side
            if ours and holder(boards[end], hat) == team(s, rival):
                found |= 1 << hat
        end = next_turn(boards, acts, pad)
    return found


@rule
def look_around(s: State, side: int, boards: States, acts: Any, pad: Any, out: Any) -> None:
    """Write down which hats of a team each rival could catch with each roll."""
    for rival in range(s.players):
        turns = team(s, rival) != side and takes_turns(s, rival)
        for pips in range(1, PIPS + 1):
            at = rival * PIPS + pips - 1
            out[at] = hats_lost(s, side, rival, pips, boards, acts, pad) if turns else 0


@rule
def worst_rival(s: State, hats: int, lost: Any) -> int:
    """The rival with the most rolls that catch one of these hats: 8 times the number of rolls, plus its seat."""
    worst = 0
    for rival in range(s.players):
        count = 0
        for k in range(PIPS):
            count += lost[rival * PIPS + k] & hats != 0
        if count > worst // 8:
            worst = count * 8 + rival
    return worst


@rule
def brings(s: State, seat: int, pips: int, boards: States, acts: Any, pad: Any) -> int:
    """What a seat could do with this roll: catch a hat, bring caught hats home."""
    boards[0] = s
    let_roll(boards[0], seat, pips)
    found, side = 0, team(s, seat)
    first_turn(boards, acts, pad)
    end = next_turn(boards, acts, pad)
    while end >= 0:
        for hat in range(in_play(s)):
            if team(s, owner(s, hat)) != side:
                if holder(s, hat) != side and holder(boards[end], hat) == side:
                    found |= CAUGHT
                if s.jail[hat] == NONE and boards[end].jail[hat] != NONE:
                    found |= HOME
        end = next_turn(boards, acts, pad)
    return found


@rule
def say_gains(s: State, after: State, seat: int, out: Notes) -> None:
    """Report hats caught, won back and brought home, and the golden hat."""
    side, caught, whose, rescued, home = team(s, seat), 0, NONE, 0, 0
    for hat in range(in_play(s)):
        before, now = holder(s, hat), holder(after, hat)
        if team(s, owner(s, hat)) == side:
            rescued += NONE != before != side and not NONE != now != side
            continue
        home += s.jail[hat] == NONE and after.jail[hat] != NONE and now == side
        if before != side and now == side:
            caught += 1
            whose = owner(s, hat)
    if caught == 1:
        say(out, CATCHES_ONE, whose, 0, 0)
    elif caught > 1:
        say(out, CATCHES, caught, 0, 0)
    if rescued > 0:
        say(out, RESCUES, rescued, 0, 0)
    if home > 0:
        say(out, BRINGS_HOME, home, 0, 0)
    held = s.gold_boss != NONE and team(s, owner(s, s.gold_boss)) == side
    if after.gold_boss != NONE and team(s, owner(s, after.gold_boss)) == side:
        if after.gold_worn and not (held and s.gold_worn):
            say(out, WEARS_GOLD, 0, 0, 0)
        elif not after.gold_worn and not held:
            say(out, TAKES_GOLD, 0, 0, 0)


@rule
def say_safety(before: int, now: int, out: Notes) -> None:
    """Report how a hat's danger has changed, as `worst_rival` numbers; a negative `before` means unknown."""
    if now < 8 and before >= 8:
        say(out, GETS_AWAY, before % 8, before // 8, 0)
    elif now < 8:
        say(out, OUT_OF_REACH, 0, 0, 0)
    elif before // 8 > now // 8:
        say(out, SAFER, now % 8, now // 8, before // 8)
    else:
        say(out, IN_REACH, now % 8, now // 8, 0)


@rule
def say_hopes(s: State, seat: int, boards: States, acts: Any, pad: Any, out: Notes) -> None:
    """Report how many rolls would gain something next turn, as things stand."""
    caught = home = 0
    for pips in range(1, PIPS + 1):
        found = brings(s, seat, pips, boards, acts, pad)
        caught += found & CAUGHT != 0
        home += found & HOME != 0
    if home > 0:
        say(out, HOME_NEXT, home, 0, 0)
    if caught > 0:
        say(out, CATCHES_NEXT, caught, 0, 0)


@rule
def say_again(s: State, seat: int, boards: States, acts: Any, pad: Any, out: Notes) -> None:
    """Report how many of the six rolls would gain something right away."""
    good = 0
    for pips in range(1, PIPS + 1):
        good += brings(s, seat, pips, boards, acts, pad) != 0
    say(out, ROLLS_AGAIN, good, 0, 0)


@rule
def moved_hat(s: State, action: int) -> int:
    """The hat that an action moves, or NONE."""
    if s.phase == Phase.PICK and action != Action.PASS:
        return action - Action.PICK
    return int(s.picked) if s.phase == Phase.DEST or s.phase == Phase.GOLD else NONE


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
    """Note what a move does, most important facts first."""
    if won:
        say(out, WINS_NOW, 0, 0, 0)
    if action == Action.ROLL_AGAIN:
        say_again(s, seat, boards, acts, pad, out)
        return
    say_gains(s, after, seat, out)
    if after.over:
        return
    me, side = moved_hat(s, action), team(s, seat)
    look_around(after, side, boards, acts, pad, pad.best)
    others = (1 << HATS) - 1
    if me != NONE:
        others ^= 1 << me
    if me != NONE and is_free(after, me):
        before = NONE
        if s.phase != Phase.GOLD:  # a golden wearer in mid-walk is not standing anywhere
            look_around(s, side, boards, acts, pad, pad.visits)
            before = worst_rival(s, 1 << me, pad.visits)
        say_safety(before, worst_rival(after, 1 << me, pad.best), out)
    worst = worst_rival(after, others, pad.best)
    say_hopes(after, seat, boards, acts, pad, out)
    if worst >= 8:
        say(out, HATS_OPEN if me == NONE else OTHER_OPEN, worst % 8, worst // 8, 0)
    elif me == NONE:
        say(out, HATS_SAFE, 0, 0, 0)
