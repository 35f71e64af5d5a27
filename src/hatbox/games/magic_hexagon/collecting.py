"""Taking discs, cut-off areas, sets and power stones."""

import numpy as np

from hatbox.engine.jit import rule
from hatbox.engine.tape import note, telling
from hatbox.games.magic_hexagon.board import ALONE, BLACK, frozen
from hatbox.games.magic_hexagon.cells import EMPTY, U, cell_of, linked, lowest_of
from hatbox.games.magic_hexagon.events import SetColours, SetSymbols
from hatbox.games.magic_hexagon.moves import other_hats
from hatbox.games.magic_hexagon.state import (
    BOX,
    BOX_STONES,
    COPIES,
    FACES,
    FIRST_KITCHEN,
    HATS,
    HOLE,
    INGREDIENT,
    KINDS,
    NO_HAT,
    SEATS,
    State,
    colour_of,
    kind_of,
)
from hatbox.games.magic_hexagon.telling import tell_areas

COLOUR = frozen([colour_of(face) for face in range(FACES)])
KIND = frozen([kind_of(face) for face in range(FACES)])
SUPPLY = frozen(BOX_STONES)
MOST_SETS = 64  # more than any player can have


@rule
def put_disc(s: State, cell: int, face: int) -> None:
    """MH-03: put a coloured disc on a cell."""
    s.board[cell] = face
    for word in range(2):
        s.discs[word] |= ALONE[cell, word]
        s.lying[COLOUR[face], KIND[face], word] |= ALONE[cell, word]


@rule
def take_disc(s: State, seat: int, cell: int) -> None:
    """MH-13: the disc leaves a hole and goes to the player's open collection."""
    face = s.board[cell]
    colour, kind = COLOUR[face], KIND[face]
    s.board[cell] = HOLE
    for word in range(2):
        s.discs[word] &= ~ALONE[cell, word]
        s.lying[colour, kind, word] &= ~ALONE[cell, word]
    s.owned[seat, face] += 1
    s.counts[seat, colour, kind] += 1
    s.score[seat] += kind + 1


@rule
def take_discs(s: State, seat: int, low: np.uint64, high: np.uint64) -> None:
    """Take every disc of a set."""
    for word in range(2):
        rest = high if word else low
        while rest != EMPTY:
            one = lowest_of(rest)
            rest = U(rest ^ one)
            take_disc(s, seat, cell_of(one, word))


@rule
def take_areas(s: State, seat: int) -> None:
    """MH-40…43: take all discs that are not connected to a black disc or a hat."""
    low, high = other_hats(s, NO_HAT)
    low, high = linked(U(low | BLACK[s.layout, 0]), U(high | BLACK[s.layout, 1]), s.discs[0], s.discs[1])
    low, high = U(s.discs[0] & ~low), U(s.discs[1] & ~high)
    tell_areas(s, low, high)
    take_discs(s, seat, low, high)


@rule
def colour_sets(s: State, seat: int, kind: int) -> int:
    """MH-51: as many sets as there are discs of the rarest colour."""
    fewest = s.counts[seat, 0, kind]
    for colour in range(1, HATS):
        if s.counts[seat, colour, kind] < fewest:
            fewest = s.counts[seat, colour, kind]
    return fewest


@rule
def symbol_sets(s: State, seat: int, kind: int) -> int:
    """MH-52: four equal ingredients, or one tool in all four colours."""
    count = 0
    if kind == INGREDIENT:
        for face in range(FIRST_KITCHEN):
            count += s.owned[seat, face] // COPIES
        return count
    for symbol in range(4):
        face = FIRST_KITCHEN + 16 * (kind - 1) + 4 * symbol
        in_all_colours = True
        for colour in range(HATS):
            in_all_colours &= s.owned[seat, face + colour] > 0
        count += 1 if in_all_colours else 0
    return count


@rule
def left_in_box(s: State, kind: int) -> int:
    """MH-O05: stones of this kind that nobody has."""
    left = SUPPLY[kind]
    for seat in range(SEATS):
        left -= s.stones[seat, kind]
    return left


@rule
def all_colour_sets(s: State, seat: int) -> int:
    """The colour sets of all kinds packed into one number, to find out later which sets are new."""
    packed = 0
    for kind in range(KINDS):
        packed += int(colour_sets(s, seat, kind)) * MOST_SETS**kind
    return packed


@rule
def tell_stones(s: State, seat: int, kind: int, colours: int, stones: int) -> None:
    """MH-51, MH-52: report the new stones, those for colour sets first; an empty box gives none (MH-O05)."""
    for k in range(stones):
        if k < colours:
            note(s, SetColours, seat, kind)
        else:
            note(s, SetSymbols, seat, kind)


@rule
def pay_stones(s: State, seat: int, colours_before: int) -> None:
    """MH-50, MH-53, MH-54: give a stone for every new set, as long as there are any (MH-O05)."""
    for kind in range(KINDS):
        sets = colour_sets(s, seat, kind) + symbol_sets(s, seat, kind)
        stones = int(sets - s.sets[seat, kind])
        if stones > 0:
            s.sets[seat, kind] = sets
            if s.stone_supply == BOX:
                stones = min(stones, left_in_box(s, kind))
            s.stones[seat, kind] += stones
            s.score[seat] += stones * int(s.stone_values[kind])
            if telling(s):
                old = colours_before // MOST_SETS**kind % MOST_SETS
                tell_stones(s, seat, kind, colour_sets(s, seat, kind) - old, stones)
