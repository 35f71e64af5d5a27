"""Converting between the reference's position and the rules page's state record, and the invariants of a position."""

from __future__ import annotations

from typing import Any

from .reference_position import (
    ANIMALS,
    FIRST_ROUND,
    MOST_PLAYERS,
    PLACES,
    VOIDS_FOR_A_DRAW,
    Hat,
    Phase,
    Position,
    Seat,
    complete_options,
)

NOTHING = -1
DRAW = -2

FIELDS = (
    "hats",
    "seen_by",
    "named",
    "out",
    "peek",
    "swap_to",
    "phase",
    "turn",
    "starter",
    "tokens",
    "round",
    "round_turns",
    "voids",
    "winner",
    "n",
)


def seats_of(bits: int) -> set[Seat]:
    """The seats whose bit is set."""
    return {seat for seat in range(8) if bits >> seat & 1}


def bits_of(seats: set[Seat]) -> int:
    """One bit per seat."""
    return sum(1 << seat for seat in seats)


def or_none(number: Any) -> int | None:
    """The record's −1 (nothing yet) as None."""
    return None if int(number) == NOTHING else int(number)


def or_nothing(number: int | None) -> int:
    """None as the record's −1."""
    return NOTHING if number is None else number


def from_fields(players: int, options: dict[str, Any], fields: dict[str, Any]) -> Position:
    """Build the position that a state record describes; all names of `FIELDS` must be there."""
    if int(fields["n"]) != players:
        raise ValueError(f"the record is for {fields['n']} players, not {players}")
    wrong_names = {seat: int(name) for seat, name in enumerate(fields["named"]) if int(name) != NOTHING}
    if seats_of(int(fields["out"])) != set(wrong_names):
        raise ValueError("a seat is out exactly when it has a wrong name (VA-14)")
    animals = [int(animal) for animal in fields["hats"]]
    seen_by = [seats_of(int(bits)) for bits in fields["seen_by"]]
    winner = int(fields["winner"])
    return Position(
        players=players,
        options=complete_options(players, options),
        circle=[Hat(animal, seen) for animal, seen in zip(animals[:PLACES], seen_by, strict=True)],
        boxed=Hat(animals[PLACES]),
        turn=int(fields["turn"]),
        starter=int(fields["starter"]),
        phase=Phase(int(fields["phase"])),
        looked_at=or_none(fields["peek"]),
        swapped_with=or_none(fields["swap_to"]),
        wrong_names=wrong_names,
        tokens=[int(count) for count in fields["tokens"]][:players],
        round=int(fields["round"]),
        round_turns=int(fields["round_turns"]),
        voids=int(fields["voids"]),
        winner=winner if winner >= 0 else None,
        drawn=winner == DRAW,
    )


def to_fields(position: Position) -> dict[str, Any]:
    """Return the state record as plain ints and lists.

    Left out: the options byte (the rules page defines no encoding; `position.options` has all options) and
    `last_round`, which only repeats what was revealed and has no field in the record.
    """
    empty_seats = MOST_PLAYERS - position.players
    winner = DRAW if position.drawn else or_nothing(position.winner)
    return {
        "hats": [hat.animal for hat in position.circle] + [position.boxed.animal],
        "seen_by": [bits_of(hat.seen_by) for hat in position.circle],
        "named": [position.wrong_names.get(seat, NOTHING) for seat in range(MOST_PLAYERS)],
        "out": bits_of(set(position.wrong_names)),
        "peek": or_nothing(position.looked_at),
        "swap_to": or_nothing(position.swapped_with),
        "phase": int(position.phase),
        "turn": position.turn,
        "starter": position.starter,
        "tokens": position.tokens + [0] * empty_seats,
        "round": position.round,
        "round_turns": position.round_turns,
        "voids": position.voids,
        "winner": winner,
        "n": position.players,
    }


def check(position: Position) -> None:
    """Assert the invariants of the rules page."""
    check_hats(position)
    check_turn(position)
    check_decision(position)
    check_tokens(position)
    check_end(position)


def check_hats(position: Position) -> None:
    """Six hats with six different animals, seen by seats that exist (VA-05, VA-06)."""
    assert len(position.circle) == PLACES
    animals = [hat.animal for hat in position.circle] + [position.boxed.animal]
    assert sorted(animals) == list(range(ANIMALS))
    seats = set(range(position.players))
    assert all(hat.seen_by <= seats for hat in position.circle)
    assert set(position.wrong_names) <= seats
    assert all(0 <= name < ANIMALS for name in position.wrong_names.values())
    assert position.boxed.animal not in position.wrong_names.values()  # VA-14: only wrong names put out


def check_turn(position: Position) -> None:
    """The current seat exists and follows from the turns played (VA-07, VA-14, R-07)."""
    assert position.turn in range(position.players)
    assert position.starter in range(position.players)
    assert position.round_turns >= len(position.wrong_names)
    if position.phase == Phase.ENDED:
        return
    assert position.turn in position.still_in()
    assert len(position.still_in()) >= 2  # VA-15 would have ended the round
    cap = position.options["round_turn_cap"]
    assert cap == 0 or position.round_turns < cap
    if not position.wrong_names:
        assert position.turn == (position.starter + position.round_turns) % position.players


def check_decision(position: Position) -> None:
    """`looked_at` and `swapped_with` are set exactly while the decision needs them."""
    assert (position.looked_at is not None) == (position.phase in (Phase.SWAP, Phase.SWAP2))
    assert (position.swapped_with is not None) == (position.phase == Phase.SWAP2)
    if position.phase == Phase.SWAP:
        assert position.looked_at is not None
        assert position.turn in position.circle[position.looked_at].seen_by
    if position.phase == Phase.SWAP2:
        assert position.options["expert"] != "off"
        assert position.swapped_with is not None
        assert position.swapped_with != position.looked_at
        assert position.turn in position.circle[position.swapped_with].seen_by  # the hat moved there


def check_tokens(position: Position) -> None:
    """Every finished round gave one token or was void (VA-16, R-07, R-14, R-20)."""
    assert len(position.tokens) == position.players
    assert all(0 <= count < position.options["wins_needed"] for count in position.tokens)
    finished = position.round - FIRST_ROUND + (1 if position.drawn else 0)
    assert finished == sum(position.tokens) + position.voids


def check_end(position: Position) -> None:
    """The game is over exactly if the wand has an owner or it is a draw (VA-18, R-07)."""
    assert (position.phase == Phase.ENDED) == (position.winner is not None or position.drawn)
    assert position.drawn == (position.voids == VOIDS_FOR_A_DRAW)
    assert position.voids <= VOIDS_FOR_A_DRAW
    if position.winner is None:
        return
    assert not position.drawn
    assert position.winner in position.still_in()
    assert position.tokens[position.winner] == position.options["wins_needed"] - 1
