"""The state record of the slow reference: translation to and from plain numbers, and its invariants."""

from typing import Any

from .reference_cards import together
from .reference_position import (
    DECK,
    DORMITORY,
    DRAW,
    HALL,
    HAND_SIZES,
    Mode,
    Phase,
    Position,
    Seat,
    all_in_hall,
    full_options,
    receiver,
    seats_in_play,
)

UNUSED = 127
"""Place of a figure that is not in the game."""

BETWEEN_PLAYS = (Phase.EXCHANGE, Phase.CARD, Phase.DISCARD1, Phase.DISCARD2, Phase.OVER)
"""Phases in which no card is being carried out."""


def or_none(number: int) -> int | None:
    """Return None for the record's -1."""
    return None if number == -1 else number


def or_minus_one(number: int | None) -> int:
    """Return the record's -1 for None."""
    return -1 if number is None else int(number)


def bits(seats: set[Seat]) -> int:
    """Return a set of seats as a bit mask."""
    return sum(1 << seat for seat in seats)


def seats_of(mask: int) -> set[Seat]:
    """Return the seats of a bit mask."""
    return {seat for seat in range(4) if mask >> seat & 1}


def from_fields(players: int, options: dict[str, Any], fields: dict[str, Any]) -> Position:
    """Build a position from the fields of the state record (6.5)."""
    mode = or_none(fields["sel_mode"])
    return Position(
        players=players,
        options=full_options(options),
        figures=[[int(place) for place in row if place != UNUSED] for row in fields["pos"]],
        caretaker=or_none(fields["caretaker"]),
        first_arrival=bool(fields["first_in"]),
        hands=[[int(count) for count in row] for row in fields["hand"]],
        stock=[int(count) for count in fields["stock"]],
        discard=[int(count) for count in fields["discard"]],
        given=[or_none(kind) for kind in fields["given"]],
        known=seats_of(fields["known"]),
        folded=seats_of(fields["folded"]),
        drawn=or_none(fields["drawn"]),
        dealer=fields["dealer"],
        turn=fields["turn"],
        phase=Phase(fields["phase"]),
        hand_size=fields["hand_size"],
        round=fields["round"],
        ply=fields["ply"],
        card=or_none(fields["sel_kind"]),
        mode=None if mode is None else Mode(mode),
        piece=or_none(fields["sel_piece"]),
        steps=or_none(fields["sel_steps"]),
        seven_left=fields["seven_left"],
        moved={(bit // 4, bit % 4) for bit in range(16) if fields["moved"] >> bit & 1},
        winner=or_none(fields["winner"]),
    )


def to_fields(position: Position) -> dict[str, Any]:
    """Return the fields of the state record (6.5) as plain numbers and lists.

    Only the options are left out, which stay the same during a game; the record has no field that is merely for
    drawing or a cache.
    """
    return {
        "pos": [row + [UNUSED] * (4 - len(row)) for row in position.figures],
        "caretaker": or_minus_one(position.caretaker),
        "first_in": int(position.first_arrival),
        "hand": [list(hand) for hand in position.hands],
        "stock": list(position.stock),
        "discard": list(position.discard),
        "given": [or_minus_one(kind) for kind in position.given],
        "known": bits(position.known),
        "folded": bits(position.folded),
        "drawn": or_minus_one(position.drawn),
        "dealer": position.dealer,
        "turn": position.turn,
        "phase": int(position.phase),
        "hand_size": position.hand_size,
        "round": position.round,
        "ply": position.ply,
        "sel_kind": or_minus_one(position.card),
        "sel_mode": or_minus_one(position.mode),
        "sel_piece": or_minus_one(position.piece),
        "sel_steps": or_minus_one(position.steps),
        "seven_left": position.seven_left,
        "moved": sum(1 << 4 * colour + number for colour, number in position.moved),
        "winner": or_minus_one(position.winner),
    }


def check(position: Position) -> None:
    """Assert everything that must be true of a position at any time."""
    check_board(position)
    check_caretaker(position)
    check_cards(position)
    check_exchange(position)
    check_choices(position)
    check_end(position)


def check_board(position: Position) -> None:
    """Assert the number of figures and one figure per field (GH-03, GH-32, GH-80)."""
    track = range(position.options["track_len"])
    for seat in range(4):
        in_play = seat in seats_in_play(position.players)
        expected = (3 if position.players == 4 else 4) if in_play else 0
        assert len(position.figures[seat]) == expected
    places = [place for row in position.figures for place in row]
    assert all(place in track or place in (DORMITORY, HALL) for place in places)
    fields = [place for place in places if place in track]
    if position.caretaker is not None:
        assert position.caretaker in track
        fields.append(position.caretaker)
    assert len(fields) == len(set(fields))
    if position.phase in BETWEEN_PLAYS:
        assert all(row == sorted(row) for row in position.figures)


def check_caretaker(position: Position) -> None:
    """Assert that the caretaker is in play exactly after the first arrival (GH-04, GH-70, R-15)."""
    if position.caretaker is not None:
        assert position.options["caretaker"] and position.first_arrival
    anybody_in_hall = any(HALL in row for row in position.figures)
    if position.first_arrival:
        assert anybody_in_hall
    elif position.options["caretaker_landing"] != "banish":
        assert not anybody_in_hall
    playing_on = position.phase in BETWEEN_PLAYS and position.phase != Phase.OVER
    if playing_on and position.options["caretaker"]:
        assert position.first_arrival == (position.caretaker is not None)


def check_cards(position: Position) -> None:
    """Assert that no card is lost and that the hands have possible lengths (GH-83)."""
    assert tuple(together([*position.hands, position.stock, position.discard])) == DECK
    assert min(min(heap) for heap in [*position.hands, position.stock, position.discard]) >= 0
    assert position.hand_size == HAND_SIZES[(position.round - 1) % len(HAND_SIZES)]
    seats = seats_in_play(position.players)
    sizes = [sum(position.hands[seat]) for seat in seats]
    assert sum(sizes) == sum(sum(hand) for hand in position.hands)
    assert max(sizes) <= position.hand_size
    if position.phase == Phase.EXCHANGE:
        assert set(sizes) == {position.hand_size}
    elif position.players < 4:
        assert max(sizes) - min(sizes) <= 1
    for seat in position.folded:
        assert position.players == 4 and sum(position.hands[seat]) == 0


def check_exchange(position: Position) -> None:
    """Assert that the given cards fit the hands (GH-11, 6.5)."""
    seats = seats_in_play(position.players)
    chosen = [seat for seat in range(4) if position.given[seat] is not None]
    assert set(chosen) <= set(seats)
    if position.phase == Phase.EXCHANGE:
        assert position.given[position.turn] is None and not position.known and not position.folded
    else:
        assert len(chosen) == len(seats)
    for giver in position.known:
        kind = position.given[giver]
        assert kind is not None and position.hands[receiver(position, giver)][kind] > 0


def check_choices(position: Position) -> None:
    """Assert that exactly the choices of the current phase are open (6.1)."""
    phase = position.phase
    assert phase not in (Phase.DEAL, Phase.DRAW)
    assert position.turn in seats_in_play(position.players)
    assert position.dealer in seats_in_play(position.players)
    assert (position.card is None) == (phase in BETWEEN_PLAYS)
    assert (position.mode is None) == (phase in BETWEEN_PLAYS or phase == Phase.MODE)
    assert (position.seven_left > 0) == (position.mode == Mode.SEVEN)
    assert position.seven_left > 0 or not position.moved
    assert (position.piece is not None) == (phase in (Phase.STEPS, Phase.HALL_OR_WALK, Phase.TARGET))
    assert (position.steps is not None) == (phase == Phase.HALL_OR_WALK and position.mode == Mode.SEVEN)
    if position.drawn is not None:
        assert position.players < 4
    if phase in (Phase.CARD, Phase.DISCARD1, Phase.DISCARD2):
        assert sum(position.hands[position.turn]) > 0


def check_end(position: Position) -> None:
    """Assert that the game is over exactly if somebody has won or it is a draw (GH-61, GH-81, R-20)."""
    assert (position.winner is not None) == (position.phase == Phase.OVER)
    if position.phase not in BETWEEN_PLAYS:
        return  # surplus points of a 7 may still have to be played
    if position.players == 4:
        teams = [(0, 2), (1, 3)]
        winners = [team for team, pair in enumerate(teams) if all(all_in_hall(position, c) for c in pair)]
    else:
        goal = position.options["solo_goal"]
        winners = [seat for seat in range(4) if position.figures[seat].count(HALL) >= goal]
    if position.winner is None or position.winner == DRAW:
        assert winners == []
    else:
        assert winners == [position.winner]
