"""Setup, legal actions, applying them, and the outcome."""

from hatbox.engine.dice import below
from hatbox.engine.jit import rule
from hatbox.engine.record import Buffer, Values
from hatbox.engine.tape import append, note, telling
from hatbox.games.hat_stairs.events import (
    Bounces,
    EndLarder,
    EndNobody,
    GoesDown,
    GoesUp,
    HatGiven,
    HatKept,
    HatSnatched,
    HatTaken,
    Stays,
    StoneHidden,
    StonesMixed,
    StonesMixedAgain,
    StoneTurned,
)
from hatbox.games.hat_stairs.state import (
    BOUNCE,
    DRAW,
    NOBODY,
    NONE,
    ON_ITS_STEP,
    PLACES,
    RANDOM_STARTER,
    REDRAW,
    SEATS,
    START,
    Action,
    Phase,
    State,
)

LONGEST_COUNT = 65535  # `since_mix` stops counting here


@rule
def setup(s: State) -> None:
    """HS-03…06: the hat on its step, everyone on the first step, stones mixed."""
    for seat in range(SEATS):
        s.step[seat] = START if seat < s.players else 0
    for place in range(PLACES):
        s.stones[place] = place + 1
    s.hat = ON_ITS_STEP
    s.open = NONE
    s.turns = s.tried = 0
    s.phase = Phase.CHOOSE_STONE
    s.winner = NOBODY
    s.over = s.capped = False
    mix(s)
    s.turn = below(s, s.players) if s.starter == RANDOM_STARTER else s.starter


@rule
def mix(s: State) -> None:
    """HS-04, HS-18, HS-22, HS-27: shuffle all six stones, face down on the six places; nobody looks."""
    for place in range(PLACES - 1, 0, -1):
        other = below(s, place + 1)
        s.stones[place], s.stones[other] = s.stones[other], s.stones[place]
    s.seen = s.since_mix = 0
    s.last = NONE


# ---- legal -----------------------------------------------------------------------------------------------


@rule
def top_field(s: State, seat: int) -> int:
    """HS-14, HS-16: the larder for the wearer, the top step for everyone else."""
    return s.steps + 1 if s.hat == seat else s.steps


@rule
def can_go_up(s: State, value: int) -> bool:
    """HS-14…16: not beyond the end; with `bounce` always, because apprentices turn back at the end."""
    return s.overshoot == BOUNCE or s.step[s.turn] + value <= top_field(s, s.turn)


@rule
def can_go_down(s: State, value: int) -> bool:
    """HS-14: not beyond the start; with `bounce` always."""
    return s.overshoot == BOUNCE or s.step[s.turn] - value >= START


@rule
def may_turn(s: State, place: int) -> bool:
    """HS-07: any stone, known or not, except one tried in this turn (R-05) or the last one (R-19)."""
    return not (s.tried >> place) & 1 and not (s.no_repeat and place == s.last)


@rule
def legal_stones(s: State, out: Buffer) -> int:
    """HS-07: write the stones that may be turned."""
    n = 0
    for place in range(PLACES):
        if may_turn(s, place):
            out[n] = place
            n += 1
    return n


@rule
def legal_directions(s: State, out: Buffer) -> int:
    """HS-10, HS-14: if neither direction is open, the apprentice stays (R-05)."""
    value = s.stones[s.open]
    n = 0
    if can_go_up(s, value):
        out[n] = Action.UP
        n += 1
    if can_go_down(s, value):
        out[n] = Action.DOWN
        n += 1
    if n == 0:
        out[0] = Action.PASS
        return 1
    return n


@rule
def legal(s: State, out: Buffer) -> int:
    """Write the legal actions into `out` and return their number."""
    if s.phase == Phase.CHOOSE_STONE:
        return legal_stones(s, out)
    if s.phase == Phase.CHOOSE_DIRECTION:
        return legal_directions(s, out)
    return 0


# ---- apply -----------------------------------------------------------------------------------------------


@rule
def hide_stone(s: State, place: int) -> None:
    """HS-12: the guardian is back on top; with `open_stones` the stone stays open (R-18)."""
    if not s.open_stones:
        note(s, StoneHidden, place + 1)


@rule
def turn_stone(s: State, place: int) -> None:
    """HS-07, HS-08: make the value public; with `redraw`, a stone that fits nowhere is turned back at once."""
    value = s.stones[place]
    note(s, StoneTurned, s.turn, place + 1, value)
    if s.stuck == REDRAW and not can_go_up(s, value) and not can_go_down(s, value):
        s.seen |= 1 << place
        s.tried |= 1 << place
        hide_stone(s, place)
        return
    s.open = place
    s.phase = Phase.CHOOSE_DIRECTION


@rule
def landing(s: State, action: int) -> int:
    """HS-09…11: where the whole value leads; past an end it leads back (R-02, only `bounce`)."""
    value = s.stones[s.open]
    here = s.step[s.turn]
    if action == Action.UP:
        top = top_field(s, s.turn)
        return min(here + value, 2 * top - here - value)
    return max(here - value, 2 * START - here + value)


@rule
def tell_walk(s: State, action: int) -> None:
    """Report how the apprentice moves, field by field."""
    if telling(s):
        field, end, top = s.step[s.turn], landing(s, action), top_field(s, s.turn)
        way = 1 if action == Action.UP else -1
        if not START <= field + way * s.stones[s.open] <= top:
            note(s, Bounces, s.turn, end)
        elif action == Action.UP:
            note(s, GoesUp, s.turn, end)
        else:
            note(s, GoesDown, s.turn, end)
        for _ in range(s.stones[s.open]):
            if not START <= field + way <= top:
                way = -way
            field += way
            append(s, field)


@rule
def others_on(s: State, field: int, me: int) -> int:
    """How many other apprentices stand on this field."""
    count = 0
    for seat in range(s.players):
        if seat != me and s.step[seat] == field:
            count += 1
    return count


@rule
def give_hat_to_the_only_other(s: State, me: int) -> bool:
    """HS-20, HS-21: give the hat to the only other apprentice here; with several others `me` keeps it."""
    here = s.step[me]
    others = others_on(s, here, me)
    if others > 1:
        note(s, HatKept, me)
    if others != 1:
        return False
    for seat in range(s.players):
        if seat != me and s.step[seat] == here:
            s.hat = seat
    note(s, HatGiven, s.hat, me)
    return True


@rule
def settle_hat(s: State, me: int) -> bool:
    """Hand over the hat after `me` has arrived; return whether its wearer changed (HS-17, HS-19…21, HS-25)."""
    here = s.step[me]
    if s.hat == me:
        return give_hat_to_the_only_other(s, me)
    if s.hat == ON_ITS_STEP:
        if here != s.hat_step:
            return False
        note(s, HatTaken, me)
    else:
        if here != s.step[s.hat]:
            return False
        note(s, HatSnatched, me, s.hat)
    s.hat = me
    return True


@rule
def finish(s: State, winner: int) -> None:
    """HS-23, R-06: end the game."""
    if winner == DRAW:
        note(s, EndNobody)
    else:
        note(s, EndLarder, winner)
    s.winner = winner
    s.over = True
    s.phase = Phase.ENDED


@rule
def end_turn(s: State, hat_changed: bool) -> None:
    """HS-12, HS-13, HS-18, HS-22 and the caps, in the order of R-17."""
    s.seen |= 1 << s.open
    s.last = s.open
    s.open = NONE
    s.tried = 0
    s.phase = Phase.CHOOSE_STONE
    s.since_mix = min(s.since_mix + 1, LONGEST_COUNT)
    if hat_changed:
        note(s, StonesMixed)
        mix(s)
    elif s.stall_remix > 0 and s.since_mix == s.stall_remix:
        note(s, StonesMixedAgain, s.stall_remix)
        mix(s)
    else:
        hide_stone(s, s.last)
    s.turn = (s.turn + 1) % s.players
    if s.max_turns > 0 and s.turns == s.max_turns:
        s.capped = True
        finish(s, DRAW)


@rule
def move(s: State, action: int) -> None:
    """HS-09: move the whole value; then win, or settle the hat and end the turn (R-10)."""
    me = s.turn
    here = s.step[me]
    s.turns += 1
    if action == Action.PASS:
        note(s, Stays, me, here)
        end_turn(s, False)
        return
    tell_walk(s, action)
    s.step[me] = landing(s, action)
    if s.step[me] == s.steps + 1:
        finish(s, me)
        return
    arrived = s.step[me] != here  # bouncing back to the same step is not an arrival
    end_turn(s, arrived and settle_hat(s, me))


@rule
def apply(s: State, action: int) -> None:
    """Carry out one legal action."""
    if s.phase == Phase.CHOOSE_STONE:
        turn_stone(s, action)
    else:
        move(s, action)


@rule
def returns(s: State, out: Values) -> None:
    """HS-23: one winner, or a draw at the cap (R-06)."""
    for seat in range(s.players):
        if s.winner < 0:
            out[seat] = 0.0
        else:
            out[seat] = 1.0 if seat == s.winner else -1.0 / (s.players - 1)
