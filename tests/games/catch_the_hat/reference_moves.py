"""Walking, capturing and coming home: what one move can do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from .reference_board import Node
from .reference_position import Golden, Hat, Piece, Position

GREY_LIMIT = 3  # CH-22


def own_home(position: Position, piece: Piece) -> Node:
    """The only home this piece may ever enter (CH-25)."""
    return position.home(position.owner(piece.top))


def is_enemy(position: Position, piece: Piece, other: Piece) -> bool:
    """Whether `piece` captures `other`: another colour, in team games the other team (CH-15, CH-43)."""
    return not position.friends(piece.top, other.top)


# --- ordinary walks -------------------------------------------------------------------------------------


def ways(position: Position, piece: Piece, pips: int) -> dict[Node, bool]:
    """Legal destinations of an ordinary piece; the value says whether the path leads into its home."""
    found: dict[Node, bool] = {}
    for node, by_home in _walk(position, piece, piece.node, None, pips, piece.loaded, False):
        assert node not in found, "piece and destination fix the path (CH-R04)"
        if may_end_on(position, piece, node):
            found[node] = by_home
    return found


def _walk(
    position: Position,
    piece: Piece,
    here: Node,
    previous: Node | None,
    pips: int,
    loaded: bool,
    by_home: bool,
) -> Iterator[tuple[Node, bool]]:
    """Every end of a walk of exactly `pips` steps without turning back (CH-06, 07, 09 to 11)."""
    if pips == 0:
        yield here, by_home
        return
    home = own_home(position, piece)
    for node in position.board.neighbours[here]:
        if node == previous and here != home:  # CH-11; leaving the home again is the exception CH-12
            continue
        if not position.board.is_home(node):
            yield from _walk(position, piece, node, here, pips - 1, loaded, by_home)
        elif node == home and loaded and home_is_open(position, pips):
            if pips > 1 and position.options["home_surplus"] == "may_stay":
                yield home, True
            yield from _walk(position, piece, node, here, pips - 1, False, True)  # CH-27, CH-28


def home_is_open(position: Position, pips: int) -> bool:
    """Whether a loaded piece may step into its home with this many pips left (CH-47, `exact_home`)."""
    if position.options["goal"] == "tower":
        return False
    return pips == 1 or not position.options["exact_home"]


def may_end_on(position: Position, piece: Piece, node: Node, golden_walk: bool = False) -> bool:
    """Whether the piece may stand on this field after its move."""
    if position.board.is_home(node):
        return True
    others = [other for other in position.pieces_on(node) if other is not piece]
    if node in position.board.grey:
        if golden_walk and any(is_enemy(position, piece, other) for other in others):
            return True  # CH-R13: the enemies are captured first, so at most three remain
        return len(others) < GREY_LIMIT  # CH-22
    if position.options["team_share_yellow"]:
        return True
    return not any(_is_mate(position, piece, other) for other in others)  # CH-R12


def _is_mate(position: Position, piece: Piece, other: Piece) -> bool:
    """Whether the other piece has another colour of the same team."""
    same_colour = position.owner(piece.top) == position.owner(other.top)
    return not same_colour and not is_enemy(position, piece, other)


# --- home and capture -----------------------------------------------------------------------------------


def enter_home(position: Position, piece: Piece) -> None:
    """Jail the enemies, free own and mates' hats, put on the golden hat (CH-29, CH-44, CH-50)."""
    for hat in piece.captives:
        if position.friends(piece.top, hat):
            set_free(position, hat)
        else:
            position.jail[hat] = position.owner(piece.top)
    piece.captives = set()
    if piece.golden is Golden.CARRIED:
        piece.golden = Golden.WORN


def set_free(position: Position, hat: Hat) -> None:
    """Make a captive a free hat on the home of its own colour."""
    position.pieces[hat] = Piece(hat, position.home(position.owner(hat)))


def capture(position: Position, piece: Piece) -> None:
    """Take all enemies on the field of this piece, and a golden hat that lies there (CH-15, 18, 20, 49)."""
    for other in position.pieces_on(piece.node):
        if is_enemy(position, piece, other):
            _take(position, piece, other)
    if position.golden_lies_on == piece.node:
        position.golden_lies_on = None
        piece.golden = Golden.CARRIED


def _take(position: Position, piece: Piece, other: Piece) -> None:
    """Put the top hat of `piece` on a whole enemy piece."""
    del position.pieces[other.top]
    piece.captives.add(other.top)
    for hat in other.captives:
        if position.options["free_on_capture"] and position.friends(piece.top, hat):
            set_free(position, hat)
        else:
            piece.captives.add(hat)
    if other.golden is not Golden.NONE:  # CH-53: it must be brought home again
        piece.golden = Golden.CARRIED


def move_to(position: Position, piece: Piece, node: Node) -> None:
    """Carry out an ordinary move: home first, then place, then capture on yellow (rules page 6)."""
    by_home = ways(position, piece, position.die)[node]
    if by_home:
        enter_home(position, piece)
    piece.node = node
    if position.board.is_yellow(node):  # CH-21; also for a hat that has just put on the golden hat (CH-R14)
        capture(position, piece)


# --- the walk of the golden wearer ----------------------------------------------------------------------


def golden_step(position: Position, piece: Piece, node: Node) -> bool:
    """Step the golden wearer to a neighbouring field; False (and a spoilt position) if it may not.

    When the capture at a turning point decides the game, the wearer stays there (CH-R13).
    """
    home = own_home(position, piece)
    if position.board.is_home(node) and not (node == home and home_is_open(position, position.pips)):
        return False
    every_field = position.options["gold_capture"] == "every_field"
    if node == position.previous and piece.node != home and not every_field:
        capture(position, piece)  # CH-52: a turning point, on yellow or grey (CH-51)
        if len(position.teams_alive()) == 1:
            return True
    if node == home and not piece.loaded:
        return False
    if position.pips == 1 and not may_end_on(position, piece, node, golden_walk=True):
        return False
    position.previous, piece.node = piece.node, node
    position.pips -= 1
    if node == home:
        enter_home(position, piece)
    elif every_field or position.pips == 0:
        capture(position, piece)
    return True


def golden_walk_is_done(position: Position) -> bool:
    """Whether the walk of the wearer is over: no pips left or only one team left (CH-R13)."""
    return position.pips == 0 or len(position.teams_alive()) == 1


def golden_steps(position: Position, piece: Piece) -> set[Node]:
    """The next steps from which the golden walk can be completed."""
    around = position.board.neighbours[piece.node]
    return {node for node in around if _can_complete(position, piece.top, node)}


def _can_complete(position: Position, top: Hat, node: Node) -> bool:
    """Whether the wearer can step to `node` now and finish its walk somehow."""
    trial = position.clone()
    piece = trial.pieces[top]
    if not golden_step(trial, piece, node):
        return False
    if golden_walk_is_done(trial) or may_stop_at_home(trial, piece):
        return True
    return any(_can_complete(trial, top, after) for after in trial.board.neighbours[piece.node])


def may_stop_at_home(position: Position, piece: Piece) -> bool:
    """Whether the wearer stands on its home just entered and may stay there (`home_surplus`)."""
    if position.options["home_surplus"] != "may_stay" or position.previous is None:
        return False
    return piece.node == own_home(position, piece)


# --- which pieces can move ------------------------------------------------------------------------------


def can_move(position: Position, piece: Piece) -> bool:
    """Whether the piece has any legal move with the current roll (CH-06)."""
    if piece.golden is not Golden.WORN:
        return bool(ways(position, piece, position.die))
    trial = position.clone()
    trial.pips, trial.previous = trial.die, None
    return bool(golden_steps(trial, trial.pieces[piece.top]))


def own_pieces(position: Position) -> list[Piece]:
    """The pieces among which the player to move may choose (CH-13, CH-42, CH-46), by top hat."""
    pieces = [position.pieces[top] for top in sorted(position.pieces)]
    if position.options["teams"] == "total":
        mine = position.team(position.turn)
        return [piece for piece in pieces if position.team(position.owner(piece.top)) == mine]
    return [piece for piece in pieces if position.owner(piece.top) == position.turn]


def picks(position: Position) -> set[Hat]:
    """Top hats that may be picked: only the lowest of interchangeable pieces (rules page 6)."""
    seen: set[object] = set()
    chosen: set[Hat] = set()
    for piece in own_pieces(position):
        likeness = _likeness(position, piece)
        if likeness in seen:
            continue
        seen.add(likeness)
        if can_move(position, piece):
            chosen.add(piece.top)
    return chosen


def _likeness(position: Position, piece: Piece) -> object:
    """What makes two pieces interchangeable: owner, field, captives by colour, golden status."""
    colours = Counter(position.owner(hat) for hat in piece.captives)
    return position.owner(piece.top), piece.node, tuple(sorted(colours.items())), piece.golden
