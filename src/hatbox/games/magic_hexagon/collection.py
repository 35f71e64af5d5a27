"""What follows from the board and the collections, in plain Python: for texts, stories and studies."""

from collections.abc import Sequence

from hatbox.games.magic_hexagon.board import CELLS, words
from hatbox.games.magic_hexagon.state import (
    COPIES,
    FACES,
    HATS,
    HOLE,
    HYPNO,
    KINDS,
    SEATS,
    UNLIMITED,
    State,
    colour_of,
    kind_of,
    symbol_of,
)


def faces_of(kind: int) -> list[int]:
    """The faces of ingredients, kitchen tools or magic tools."""
    return [face for face in range(FACES) if kind_of(face) == kind]


def count(owned: Sequence[int], colour: int, kind: int) -> int:
    """How many discs of a colour and kind somebody owns."""
    return sum(int(owned[face]) for face in faces_of(kind) if colour_of(face) == colour)


def colour_sets(owned: Sequence[int], kind: int) -> int:
    """MH-51: four discs of one kind in four colours."""
    return min(count(owned, colour, kind) for colour in range(HATS))


def symbol_sets(owned: Sequence[int], kind: int) -> int:
    """MH-52: four discs with the same symbol."""
    equal: dict[int, int] = {}
    for face in faces_of(kind):
        equal[symbol_of(face)] = equal.get(symbol_of(face), 0) + int(owned[face])
    return sum(number // COPIES for number in equal.values())


def disc_points(owned: Sequence[int]) -> int:
    """MH-72: the value of a collection without stones."""
    return sum((kind_of(face) + 1) * int(owned[face]) for face in range(FACES))


def seat_on_turn(s: State) -> int:
    """MH-07: whose turn it is; while HYPNO somebody else is asked."""
    return (int(s.first) + int(s.turn_index)) % int(s.players)


def derive(s: State) -> None:
    """Fill in the fields of a record that follow from the others."""
    mover = seat_on_turn(s)
    s.turn = (mover + 1) % s.players if s.phase == HYPNO else mover
    s.discs[:] = words(cell for cell in range(CELLS) if s.board[cell] != HOLE)
    for colour in range(HATS):
        for kind in range(KINDS):
            faces = [face for face in faces_of(kind) if colour_of(face) == colour]
            s.lying[colour, kind] = words(cell for cell in range(CELLS) if s.board[cell] in faces)
            s.counts[:, colour, kind] = [count(row, colour, kind) for row in s.owned]
    for seat in range(SEATS):
        row = s.owned[seat]
        s.sets[seat] = [colour_sets(row, kind) + symbol_sets(row, kind) for kind in range(KINDS)]
        if s.stone_supply == UNLIMITED:
            s.stones[seat] = s.sets[seat]
        stones = [int(n) * int(worth) for n, worth in zip(s.stones[seat], s.stone_values, strict=True)]
        s.score[seat] = disc_points(row) + sum(stones)
