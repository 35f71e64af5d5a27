"""Setup, legal actions, applying them, and the outcome."""

from hatbox.engine.dice import below
from hatbox.engine.jit import rule
from hatbox.engine.record import Buffer, Values
from hatbox.engine.tape import note
from hatbox.games.vanished_animal.board import DEALS, PAIR
from hatbox.games.vanished_animal.events import (
    EndNobody,
    EndWand,
    LastOneLeft,
    Looked,
    Named,
    NamedRight,
    NamedWrong,
    NotSwapped,
    Revealed,
    RoundStarts,
    RoundVoid,
    Swapped,
    SwappedAgain,
    TokenTaken,
    WandTaken,
)
from hatbox.games.vanished_animal.state import (
    ANIMALS,
    ANY_TWO,
    BOX,
    DRAW,
    HATS,
    LAST_VOID,
    MAY,
    NOBODY,
    NONE,
    OFF,
    PAIRS,
    PLACES,
    RANDOM_STARTER,
    SEATS,
    Action,
    Phase,
    State,
)

N_DEALS = len(DEALS)


@rule
def setup(s: State) -> None:
    """VA-03, VA-07: all tokens beside the hats, nothing revealed yet; then the first round."""
    for seat in range(SEATS):
        s.tokens[seat] = 0
    for place in range(HATS):
        s.told[place] = NONE
    s.last_box = NONE
    s.last_out = s.rounds = s.voids = 0
    s.winner = NOBODY
    s.over = s.capped = False
    new_round(s, below(s, s.players) if s.starter == RANDOM_STARTER else s.starter)


@rule
def new_round(s: State, starter: int) -> None:
    """VA-05, VA-06, VA-20, VA-23: mix all six hats, put one into the box, and clear what was seen and said."""
    deal = below(s, N_DEALS)
    for place in range(HATS):
        s.hats[place] = DEALS[deal, place]
    for place in range(PLACES):
        s.seen_by[place] = 0
    for seat in range(SEATS):
        s.named[seat] = NONE
    s.out = 0
    s.peek = s.swap_to = NONE
    s.phase = Phase.ACT
    s.round_starter = s.turn = starter
    s.rounds += 1
    s.round_turns = 0
    note(s, RoundStarts, starter, s.rounds)


# ---- legal -----------------------------------------------------------------------------------------------


@rule
def has_seen(s: State, seat: int, place: int) -> bool:
    """VA-09: whether this seat has looked into the hat that is here now."""
    return (s.seen_by[place] >> seat) & 1 == 1


@rule
def has_seen_all(s: State, seat: int) -> bool:
    """Whether this seat has looked into all five hats."""
    seen = 1
    for place in range(PLACES):
        seen &= s.seen_by[place] >> seat
    return seen == 1


@rule
def legal_acts(s: State, out: Buffer) -> int:
    """VA-08, R-06, R-10: look into any hat (with `no_repeek`, unseen ones first), or name any animal."""
    n = 0
    anywhere = not s.no_repeek or has_seen_all(s, s.turn)
    for place in range(PLACES):
        if anywhere or not has_seen(s, s.turn, place):
            out[n] = Action.PEEK + place
            n += 1
    for animal in range(ANIMALS):
        out[n] = Action.NAME + animal
        n += 1
    return n


@rule
def legal_swaps(s: State, out: Buffer) -> int:
    """VA-10, R-17: swap with any other hat of the circle; with `may` (R-01), or not at all."""
    n = 0
    for place in range(PLACES):
        if place != s.peek:
            out[n] = Action.SWAP + place
            n += 1
    if s.swap == MAY:
        out[n] = Action.NO_SWAP
        n += 1
    return n


@rule
def may_swap_again(s: State, one: int, other: int) -> bool:
    """R-03: any two hats, or two of the three that were not just swapped."""
    return s.expert == ANY_TWO or (
        one != s.peek and other != s.peek and one != s.swap_to and other != s.swap_to
    )


@rule
def legal_second_swaps(s: State, out: Buffer) -> int:
    """VA-21: any two hats, or none."""
    n = 0
    for pair in range(PAIRS):
        if may_swap_again(s, PAIR[pair, 0], PAIR[pair, 1]):
            out[n] = Action.SECOND_SWAP + pair
            n += 1
    out[n] = Action.NO_SECOND_SWAP
    return n + 1


@rule
def legal(s: State, out: Buffer) -> int:
    """Write the legal actions into `out` and return their number; they depend only on public information (R-24)."""
    if s.phase == Phase.ACT:
        return legal_acts(s, out)
    if s.phase == Phase.SWAPPING:
        return legal_swaps(s, out)
    if s.phase == Phase.SWAPPING_AGAIN:
        return legal_second_swaps(s, out)
    return 0


# ---- end of a round --------------------------------------------------------------------------------------


@rule
def tell_round_end(s: State, named_right: bool) -> None:
    """R-08, R-21: show all hats (`reveal_at_round_end`); a right name reveals the box by itself."""
    for place in range(PLACES):
        s.told[place] = s.hats[place] if s.reveal_at_round_end else NONE
    s.last_box = s.hats[BOX]
    s.told[BOX] = s.last_box if s.reveal_at_round_end or named_right else NONE
    s.last_out = s.out
    if s.reveal_at_round_end:
        note(s, Revealed, s.last_box, s.told[0], s.told[1], s.told[2], s.told[3], s.told[4])


@rule
def finish(s: State, winner: int) -> None:
    """VA-18, R-07: end the game."""
    s.winner = winner
    s.over = True
    s.phase = Phase.ENDED


@rule
def win_round(s: State, winner: int, named_right: bool) -> None:
    """VA-16, VA-17, VA-19, R-20: give a hat token and start the next round, or give the wand and end the game."""
    tell_round_end(s, named_right)
    if s.tokens[winner] == s.wins_needed - 1:
        note(s, WandTaken, winner)
        note(s, EndWand, winner)
        finish(s, winner)
        return
    s.tokens[winner] += 1
    note(s, TokenTaken, winner)
    new_round(s, (winner + 1) % s.players)


@rule
def end_void_round(s: State) -> None:
    """R-07: no token, the same starter again; too many void rounds end the game as a draw."""
    note(s, RoundVoid)
    tell_round_end(s, False)
    s.voids += 1
    if s.voids == LAST_VOID:
        note(s, EndNobody)
        s.capped = True
        finish(s, DRAW)
        return
    new_round(s, s.round_starter)


# ---- apply -----------------------------------------------------------------------------------------------


@rule
def is_out(s: State, seat: int) -> bool:
    """VA-14: whether this seat has named a wrong animal in this round."""
    return (s.out >> seat) & 1 == 1


@rule
def last_one_left(s: State) -> int:
    """VA-15: the only seat still in the round, or NOBODY while there are several."""
    last = NOBODY
    for seat in range(s.players):
        if not is_out(s, seat):
            if last != NOBODY:
                return NOBODY
            last = seat
    return last


@rule
def end_turn(s: State) -> None:
    """VA-07, VA-14: go clockwise, past seats that are out; at the cap the round is void (R-07)."""
    if s.round_turn_cap > 0 and s.round_turns >= s.round_turn_cap:
        end_void_round(s)
        return
    seat = (s.turn + 1) % s.players
    while is_out(s, seat):
        seat = (seat + 1) % s.players
    s.turn = seat


@rule
def look(s: State, place: int) -> None:
    """VA-09: everyone sees which hat it is, the acting seat sees its animal."""
    note(s, Looked, s.turn, place + 1, s.hats[place])
    s.seen_by[place] |= 1 << s.turn
    s.peek = place
    s.phase = Phase.SWAPPING


@rule
def name_animal(s: State, animal: int) -> None:
    """VA-12…15: a right name wins the round; a wrong one puts the seat out, and the last one left wins (R-11)."""
    me = s.turn
    s.round_turns += 1
    note(s, Named, me, animal)
    if animal == s.hats[BOX]:
        note(s, NamedRight, me)
        win_round(s, me, True)
        return
    note(s, NamedWrong, me, s.hats[BOX])
    s.named[me] = animal
    s.out |= 1 << me
    last = last_one_left(s)
    if last != NOBODY:
        note(s, LastOneLeft, last)
        win_round(s, last, False)
    else:
        end_turn(s)


@rule
def exchange(s: State, one: int, other: int) -> None:
    """VA-11: swap two hats, along with the record of who has seen them."""
    s.hats[one], s.hats[other] = s.hats[other], s.hats[one]
    s.seen_by[one], s.seen_by[other] = s.seen_by[other], s.seen_by[one]


@rule
def end_look(s: State) -> None:
    """End a turn of looking and swapping."""
    s.peek = s.swap_to = NONE
    s.phase = Phase.ACT
    s.round_turns += 1
    end_turn(s)


@rule
def swap_hats(s: State, action: int) -> None:
    """VA-10, VA-21: swap the hat looked into with another; then the expert's second swap, but only after a first."""
    if action == Action.NO_SWAP:
        note(s, NotSwapped, s.turn)
    else:
        note(s, Swapped, s.turn, s.peek + 1, action - Action.SWAP + 1)
        exchange(s, s.peek, action - Action.SWAP)
        if s.expert != OFF:
            s.swap_to = action - Action.SWAP
            s.phase = Phase.SWAPPING_AGAIN
            return
    end_look(s)


@rule
def apply(s: State, action: int) -> None:
    """Carry out one legal action."""
    if s.phase == Phase.ACT:
        if action < Action.NAME:
            look(s, action - Action.PEEK)
        else:
            name_animal(s, action - Action.NAME)
    elif s.phase == Phase.SWAPPING:
        swap_hats(s, action)
    else:
        if action == Action.NO_SECOND_SWAP:
            note(s, NotSwapped, s.turn)
        else:
            one, other = PAIR[action - Action.SECOND_SWAP, 0], PAIR[action - Action.SECOND_SWAP, 1]
            note(s, SwappedAgain, s.turn, one + 1, other + 1)
            exchange(s, one, other)
        end_look(s)


@rule
def returns(s: State, out: Values) -> None:
    """VA-18: one winner, or a draw after too many void rounds (R-07)."""
    for seat in range(s.players):
        if s.winner < 0:
            out[seat] = 0.0
        else:
            out[seat] = 1.0 if seat == s.winner else -1.0 / (s.players - 1)
