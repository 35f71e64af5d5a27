"""Setup, legal actions, applying them, and the outcome."""

from hatbox.engine.dice import below
from hatbox.engine.jit import rule
from hatbox.engine.record import Buffer
from hatbox.engine.tape import note, telling
from hatbox.games.catch_the_hat.board import CENTRE
from hatbox.games.catch_the_hat.ending import finish, only_side_left, returns
from hatbox.games.catch_the_hat.events import MissedMove, Rolled, RollsAgain, StopsAfterSix
from hatbox.games.catch_the_hat.golden import golden_step, legal_steps
from hatbox.games.catch_the_hat.moves import legal_fields, legal_picks, move_to
from hatbox.games.catch_the_hat.pieces import hats_each, home_of, is_free, owner, side, team
from hatbox.games.catch_the_hat.state import (
    HATS,
    MAY,
    MUST,
    NONE,
    NOWHERE,
    ONCE,
    RANDOM_SEAT,
    TOTAL,
    UNUSED,
    Action,
    Phase,
    State,
)
from hatbox.games.catch_the_hat.telling import seats_in, tell_lost

__all__ = ["apply", "legal", "returns", "setup"]


@rule
def setup(s: State) -> None:
    """CH-01…05, CH-48: all hats at home, perhaps the golden hat on the centre; the first die is rolled."""
    in_play = s.players * hats_each(s)
    for hat in range(HATS):
        s.pos[hat] = home_of(s, owner(s, hat)) if hat < in_play else UNUSED
        s.boss[hat] = s.jail[hat] = NONE
        s.rank[hat] = 0
    s.gold_pos = CENTRE[side(s)] if s.golden else NOWHERE
    s.gold_boss = NONE
    s.gold_worn = s.over = s.capped = False
    s.extra = s.rolls = s.winner_mask = 0
    put_down(s)
    s.turn = below(s, s.players) if s.first_player == RANDOM_SEAT else s.first_player
    roll(s)


@rule
def roll(s: State) -> None:
    """CH-06: roll the die at once; then the player picks a piece."""
    s.die = below(s, 6) + 1
    s.rolls += 1
    s.phase = Phase.PICK
    note(s, Rolled, s.turn, s.die)


@rule
def put_down(s: State) -> None:
    """Clear the picked piece."""
    s.picked = NONE
    s.pips = 0
    s.prev = NOWHERE


@rule
def legal(s: State, out: Buffer) -> int:
    """Write the legal actions into `out` and return their number."""
    if s.phase == Phase.PICK:
        return legal_picks(s, out)
    if s.phase == Phase.DEST:
        return legal_fields(s, out)
    if s.phase == Phase.GOLD:
        return legal_steps(s, out)
    if s.phase == Phase.SIX:
        out[0] = Action.ROLL_AGAIN
        out[1] = Action.STOP
        return 2
    return 0


# ---- apply -----------------------------------------------------------------------------------------------


@rule
def takes_turns(s: State, seat: int) -> bool:
    """CH-36: whether a seat has a free hat; CH-R11: with `total`, whether its team has one."""
    for hat in range(HATS):
        if is_free(s, hat):
            player = owner(s, hat)
            if player == seat or (s.teams == TOTAL and team(s, player) == team(s, seat)):
                return True
    return False


@rule
def next_turn(s: State) -> None:
    """CH-05, CH-36: go clockwise to the next seat that can play, and roll."""
    s.extra = 0
    s.turn = (s.turn + 1) % s.players
    while not takes_turns(s, s.turn):
        s.turn = (s.turn + 1) % s.players
    roll(s)


@rule
def end_move(s: State) -> None:
    """After a move or a missed move: end, cap, six, next seat, in this order (CH-33, CH-R10, CH-31, CH-R08)."""
    put_down(s)
    going_on = only_side_left(s) == NONE
    if not going_on or (s.roll_cap > 0 and s.rolls >= s.roll_cap):
        finish(s, going_on)
    elif s.die == 6 and (s.six_again == MAY or (s.six_again == ONCE and s.extra == 0)):
        s.phase = Phase.SIX
    elif s.die == 6 and s.six_again == MUST:
        roll_again(s)
    else:
        next_turn(s)


@rule
def roll_again(s: State) -> None:
    """CH-31: give one more roll in the same turn."""
    s.extra += 1
    note(s, RollsAgain, s.turn)
    roll(s)


@rule
def pick(s: State, hat: int) -> None:
    """CH-06: pick the piece to move; the golden wearer moves step by step (CH-52)."""
    s.picked = hat
    s.phase = Phase.DEST
    if s.gold_worn and s.gold_boss == hat:
        s.phase = Phase.GOLD
        s.pips = s.die


@rule
def apply(s: State, action: int) -> None:
    """Carry out one legal action."""
    if s.phase == Phase.PICK and action != Action.PASS:
        pick(s, action - Action.PICK)
        return
    if s.phase == Phase.SIX:
        if action == Action.ROLL_AGAIN:
            roll_again(s)
        else:
            note(s, StopsAfterSix, s.turn)
            next_turn(s)
        return
    before = seats_in(s) if telling(s) else 0
    if s.phase == Phase.DEST:
        move_to(s, s.picked, action)
    elif s.phase == Phase.GOLD and action != Action.STOP:
        golden_step(s, action)
    elif action == Action.PASS:
        note(s, MissedMove, s.turn)
    tell_lost(s, before)
    if s.pips == 0 or action == Action.STOP or only_side_left(s) != NONE:
        end_move(s)
