"""What happens automatically at the end of cards, turns, rounds and the game."""

from hatbox.engine.jit import rule
from hatbox.engine.tape import note, telling
from hatbox.games.great_hall.cards import deal, holds_one_of, next_seat
from hatbox.games.great_hall.choices import keepers
from hatbox.games.great_hall.events import EndNobody, EndSolo, EndTeam, HelpsPartner
from hatbox.games.great_hall.moves import place_caretaker
from hatbox.games.great_hall.state import ALL_KINDS, BEDS, DRAW, HALL, NONE, Phase, State
from hatbox.games.great_hall.track import all_in_hall, house_of, tidy


@rule
def forget_choice(s: State) -> None:
    """Clear the choices: no card is being carried out."""
    s.sel_kind = s.sel_mode = s.sel_piece = s.sel_steps = s.drawn = NONE
    s.seven_left = 0
    s.moved = 0


@rule
def finish(s: State, winner: int) -> None:
    """End the game."""
    if winner == DRAW:
        note(s, EndNobody)
    elif s.players == 4:
        note(s, EndTeam, winner, winner + 2)
    else:
        note(s, EndSolo, winner, s.solo_goal)
    s.winner = winner
    s.over = True
    s.phase = Phase.ENDED


@rule
def has_won(s: State) -> bool:
    """GH-61, GH-81: whether the team's six figures, or enough of the player's own, are in the hall."""
    own = house_of(s, s.turn)
    if s.players == 4:
        return all_in_hall(s, own) and all_in_hall(s, own ^ 2)
    arrived = 0
    for i in range(BEDS):
        if s.pos[own, i] == HALL:
            arrived += 1
    return arrived >= s.solo_goal


@rule
def finish_card(s: State) -> None:
    """GH-61, GH-R15: check for a winner, then place the caretaker if he is due."""
    s.phase = Phase.TURN_DONE
    if has_won(s):
        finish(s, s.turn % 2 if s.players == 4 else s.turn)
    elif s.first_in and s.caretaker and s.caretaker_at == NONE:
        place_caretaker(s)
    tidy(s)


@rule
def tell_helpers(s: State, at_home: int) -> None:
    """GH-60: report each seat whose last figure has just reached the hall, so that it now leads its partner's."""
    if telling(s) and s.players == 4 and not s.over:
        for seat in range(s.players):
            if all_in_hall(s, seat) and (at_home >> seat) & 1 == 0:
                note(s, HelpsPartner, seat, seat ^ 2)


@rule
def end_turn(s: State) -> None:
    """GH-13, GH-15: go on to the next seat that holds cards, or to the next round."""
    s.phase = Phase.ROUND_DONE
    seat = int(s.turn)
    for _ in range(s.players):
        seat = next_seat(s, seat)
        if s.phase == Phase.ROUND_DONE and holds_one_of(s, seat, ALL_KINDS):
            s.turn = seat
            s.phase = Phase.TURN_BEGINS


@rule
def begin_turn(s: State) -> None:
    """GH-13: ask for a card; without teams, a seat with nothing to play openly discards and draws (GH-83)."""
    s.phase = Phase.CARD
    if s.players == 4:
        return
    fitting = keepers(s)
    if s.drawn == NONE and not holds_one_of(s, s.turn, fitting):
        s.phase = Phase.DISCARD
        s.lacks[s.turn] |= fitting
    elif s.drawn != NONE and (fitting >> int(s.drawn)) & 1 == 0:
        s.phase = Phase.DISCARD_AGAIN
        s.lacks[s.turn] = fitting  # the new card may be one that an earlier look had ruled out


@rule
def end_round(s: State) -> None:
    """GH-08: the next seat deals; GH-R20: the game ends in a draw after the last round."""
    if s.round_number >= s.max_rounds:
        s.capped = True
        finish(s, DRAW)
        return
    s.dealer = next_seat(s, s.dealer)
    s.round_number += 1
    deal(s)


@rule
def settle(s: State) -> None:
    """After the last choice: end the turn, end the round, start the next turn.

    All of this is in one place, not after each choice, because compiled code contains everything it calls.
    """
    if s.phase == Phase.TURN_DONE or s.phase == Phase.ENDED:
        forget_choice(s)
        s.ply += 1
    if s.phase == Phase.TURN_DONE:
        end_turn(s)
    if s.phase == Phase.ROUND_DONE:
        end_round(s)
    if s.phase == Phase.TURN_BEGINS:
        begin_turn(s)
