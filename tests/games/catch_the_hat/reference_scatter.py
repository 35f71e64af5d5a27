"""Random middle games, so that short random games meet captures, deliveries and endings."""

from __future__ import annotations

import random
from typing import Any

from .reference import Dice, start
from .reference_board import Node
from .reference_position import Golden, Hat, Piece, Position, Seat


def scattered(players: int, options: dict[str, Any], rng: random.Random) -> Position:
    """A random middle game after one roll: hats out, captive or jailed, some players perhaps out."""
    here = start(players, options, Dice(rng))
    here.golden_lies_on = None
    fields = fields_in_use(here, rng)
    for hat in here.all_hats:
        if rng.random() < 0.8:
            put_out(here, hat, rng.choice(fields))
    losses = rng.choice((0.2, 0.5, 0.9, 1.0))
    keep = {rng.choice(hats_of(here, seat)) for seat in players_who_stay(here, rng)}
    for hat in rng.sample(sorted(set(here.all_hats) - keep), len(here.all_hats) - len(keep)):
        if rng.random() < losses and not here.pieces[hat].captives:
            lose(here, hat, rng)
    if options["golden"]:
        place_golden(here, rng)
    return here


def fields_in_use(here: Position, rng: random.Random) -> list[Node]:
    """Track fields for the hats: the whole track without the centre, or a crowd near the mover's home."""
    track = list(range(here.board.centre))
    if rng.random() < 0.3:
        return track
    near = {here.home(here.turn)}
    for _ in range(5):
        near |= {node for field in near for node in here.board.neighbours[field]}
    return sorted(near & set(track))


def hats_of(here: Position, seat: Seat) -> list[Hat]:
    """The hats of one colour."""
    return [hat for hat in here.all_hats if here.owner(hat) == seat]


def players_who_stay(here: Position, rng: random.Random) -> set[Seat]:
    """Seats that certainly keep a free hat: all of them, or only the mover and one enemy."""
    seats = range(here.players)
    if rng.random() < 0.5:
        return set(seats)
    enemies = [seat for seat in seats if here.team(seat) != here.team(here.turn)]
    return {here.turn, rng.choice(enemies)}


def put_out(here: Position, hat: Hat, node: Node) -> None:
    """Put a hat on a track field if that field is open to it (CH-16, CH-22)."""
    others = here.pieces_on(node)
    if node in here.board.grey:
        is_open = len(others) < 3
    else:
        is_open = all(here.owner(other.top) == here.owner(hat) for other in others)
    if is_open:
        here.pieces[hat].node = node


def lose(here: Position, hat: Hat, rng: random.Random) -> None:
    """Make a hat captive in some tower on the track, or jail it."""
    enemies = [piece for piece in here.pieces.values() if not here.friends(piece.top, hat)]
    towers = [piece for piece in here.pieces.values() if can_hold(here, piece, hat)]
    if towers and rng.random() < 0.6:
        del here.pieces[hat]
        rng.choice(towers).captives.add(hat)
    elif enemies and here.options["goal"] != "tower":
        del here.pieces[hat]
        here.jail[hat] = here.owner(rng.choice(enemies).top)


def can_hold(here: Position, piece: Piece, hat: Hat) -> bool:
    """Whether the hat may be found under this piece; under friends only inside a captured tower."""
    if here.board.is_home(piece.node) or piece.top == hat:
        return False
    if not here.friends(piece.top, hat):
        return True
    captured_tower = any(not here.friends(piece.top, captive) for captive in piece.captives)
    return captured_tower and not here.options["free_on_capture"]


def place_golden(here: Position, rng: random.Random) -> None:
    """Golden hat: mostly worn by the mover or any player, sometimes carried, sometimes on the centre."""
    own = [piece for top, piece in here.pieces.items() if here.owner(top) == here.turn]
    piece = rng.choice(own if rng.random() < 0.6 else list(here.pieces.values()))
    if rng.random() < 0.2:
        here.golden_lies_on = here.board.centre
    elif rng.random() < 0.3 and not here.board.is_home(piece.node):
        piece.golden = Golden.CARRIED
    else:
        piece.golden = Golden.WORN
