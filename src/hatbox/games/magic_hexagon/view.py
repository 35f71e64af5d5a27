"""What everyone sees of the hexagon: all of it."""

from typing import Annotated, Any

from hatbox.engine import schema
from hatbox.engine.jit import rule
from hatbox.engine.schema import Exactly, UpTo, Words
from hatbox.games.magic_hexagon.board import CELLS, LAYOUT_NAMES
from hatbox.games.magic_hexagon.collecting import left_in_box
from hatbox.games.magic_hexagon.hypnosis import hypnosis_matters
from hatbox.games.magic_hexagon.moves import needed
from hatbox.games.magic_hexagon.rules import is_round_one, on_turn, place_of, stone_points
from hatbox.games.magic_hexagon.state import BOX, FACES, HATS, KINDS, LOWER_ONLY, SEATS, Phase, State

PER_SEAT = UpTo(SEATS, "players")


class View(schema.View, frozen=True, kw_only=True):
    """The whole table, the same for everyone except for the viewer's seat."""

    layout: Annotated[str, Words(*LAYOUT_NAMES)]
    board: Annotated[list[int], Exactly(CELLS)]  # per cell: -1 a hole, 0 … 43 a face, 44 black
    hats: Annotated[list[int], Exactly(HATS)]  # cells
    owned: Annotated[list[list[int]], PER_SEAT, Exactly(FACES)]  # per seat and face
    stones: Annotated[list[list[int]], PER_SEAT, Exactly(KINDS)]  # per seat: green, light blue, dark blue
    discs: Annotated[list[int], PER_SEAT]  # points for discs
    score: Annotated[list[int], PER_SEAT]
    places: Annotated[list[int], PER_SEAT]  # 1: leading; tied seats share the better place
    cards: Annotated[list[bool], PER_SEAT]  # who still has the hypnosis card
    protected: int  # -1: nobody
    named: int  # the hat that must be moved, or -1 for any
    on_turn: int  # whose turn it is; `turn` is the seat being asked
    choosing: Annotated[str, Words("hypnosis", "move", "pick", "nothing")]
    hypnosis_matters: bool  # worth asking the seat about, see hypnosis.py
    picking: Annotated[list[int], UpTo(3)]  # hat, cell and value while one disc is picked, otherwise empty
    round_one: bool  # MH-21: each player takes just one disc
    needed: Annotated[list[int], Exactly(KINDS)]  # discs of its colour that unlock a disc of each kind
    lower_only: bool  # MH-O03: only discs of lower value count towards these
    stone_values: Annotated[list[int], Exactly(KINDS)]
    stones_left: Annotated[list[int], UpTo(KINDS)]  # MH-O05: in the box; empty if the supply is unlimited
    turn_index: int
    moves_made: int


@rule
def show_seat(s: State, seat: int, v: Any) -> None:
    """Show collection, stones, points, place and card of a seat."""
    for face in range(FACES):
        v.owned[seat, face] = s.owned[seat, face]
    for kind in range(KINDS):
        v.stones[seat, kind] = s.stones[seat, kind]
    v.score[seat], v.discs[seat] = s.score[seat], s.score[seat] - stone_points(s, seat)
    v.places[seat], v.cards[seat] = place_of(s, seat), (s.cards >> seat) & 1


@rule
def view(s: State, seat: int, aid: bool, v: Any) -> None:
    """Show the table, the same to every seat and spectator; there is nothing to remember, so `aid` changes nothing."""
    v.layout = s.layout
    for cell in range(CELLS):
        v.board[cell] = s.board[cell]
    for hat in range(HATS):
        v.hats[hat] = s.hats[hat]
    for other in range(s.players):
        show_seat(s, other, v)
    v.n_picking, v.n_stones_left = 3 if s.phase == Phase.PICK else 0, KINDS if s.stone_supply == BOX else 0
    for kind in range(KINDS):
        v.picking[kind] = s.pend[kind]
        v.needed[kind], v.stone_values[kind] = needed(s, kind), s.stone_values[kind]
        v.stones_left[kind] = left_in_box(s, kind)
    v.protected, v.named, v.on_turn, v.choosing = s.protected, s.named, on_turn(s), s.phase
    v.hypnosis_matters = hypnosis_matters(s, on_turn(s))
    v.lower_only = s.restriction_counts == LOWER_ONLY
    v.round_one, v.turn_index, v.moves_made = is_round_one(s), s.turn_index, s.moves_made
