"""What follows from the board and the collections, in plain Python, for texts, stories and analysis."""

from collections.abc import Sequence

from hatbox.games.magic_hexagon.board import CELLS, words
from hatbox.games.magic_hexagon.state import (
    COPIES,
    FACES,
    HATS,
    HOLE,
    KINDS,
    UNLIMITED,
    Phase,
    State,
    colour_of,
    kind_of,
    symbol_of,
)

FACES_OF = [[face for face in range(FACES) if kind_of(face) == kind] for kind in range(KINDS)]
SORTS = {  # the faces of a colour and kind
    (colour, kind): [face for face in FACES_OF[kind] if colour_of(face) == colour]
    for colour in range(HATS)
    for kind in range(KINDS)
}


def count(owned: Sequence[int], colour: int, kind: int) -> int:
    """How many discs of a colour and kind a collection has."""
    return sum(owned[face] for face in SORTS[colour, kind])


def colour_sets(owned: Sequence[int], kind: int) -> int:
    """MH-51: four discs of one kind in four colours."""
    return min(count(owned, colour, kind) for colour in range(HATS))


def symbol_sets(owned: Sequence[int], kind: int) -> int:
    """MH-52: four discs with the same symbol."""
    equal: dict[int, int] = {}
    for face in FACES_OF[kind]:
        equal[symbol_of(face)] = equal.get(symbol_of(face), 0) + owned[face]
    return sum(number // COPIES for number in equal.values())


def disc_points(owned: Sequence[int]) -> int:
    """MH-72: the value of a collection without stones."""
    return sum((kind_of(face) + 1) * owned[face] for face in range(FACES))


def seat_on_turn(s: State) -> int:
    """MH-07: whose turn it is; during HYPNO, another seat acts."""
    return (int(s.first) + int(s.turn_index)) % int(s.players)


def derive(s: State) -> None:
    """Fill in the fields of a record that follow from the others."""
    mover = seat_on_turn(s)
    s.turn = (mover + 1) % s.players if s.phase == Phase.HYPNO else mover
    _derive_cells(s, s.board.tolist())
    for seat, row in enumerate(s.owned.tolist()):
        _derive_seat(s, seat, row)


def _derive_cells(s: State, board: list[int]) -> None:
    """Fill in where discs are, in total and by colour and kind."""
    s.discs[:] = words(cell for cell in range(CELLS) if board[cell] != HOLE)
    for sort, faces in SORTS.items():
        s.lying[sort] = words(cell for cell in range(CELLS) if board[cell] in faces)


def _derive_seat(s: State, seat: int, owned: list[int]) -> None:
    """Fill in what one collection amounts to."""
    for colour, kind in SORTS:
        s.counts[seat, colour, kind] = count(owned, colour, kind)
    s.sets[seat] = [colour_sets(owned, kind) + symbol_sets(owned, kind) for kind in range(KINDS)]
    if s.stone_supply == UNLIMITED:
        s.stones[seat] = s.sets[seat]
    stones = zip(s.stones[seat].tolist(), s.stone_values.tolist(), strict=True)
    s.score[seat] = disc_points(owned) + sum(number * worth for number, worth in stones)
