"""Invariants of a position (rules page 2.1, 3 and 6)."""

from __future__ import annotations

from .reference_board import Node
from .reference_moves import GREY_LIMIT
from .reference_position import Golden, Phase, Piece, Position


def check(position: Position) -> None:
    """Assert everything that must hold between two decisions."""
    _check_hats(position)
    _check_golden(position)
    for node in position.board.nodes:
        _check_node(position, node)
    _check_phase(position)
    _check_end(position)


def _check_hats(position: Position) -> None:
    """Every hat is exactly one of free, captive and jailed; nobody jails or captures friends."""
    captives = [hat for piece in position.pieces.values() for hat in piece.captives]
    everything = [*position.pieces, *captives, *position.jail]
    assert sorted(everything) == list(position.all_hats), "each hat exactly once"
    assert len(position.all_hats) <= 24
    for top, piece in position.pieces.items():
        assert top == piece.top
        assert piece.node in position.board.nodes
    for hat, jailer in position.jail.items():
        assert position.team(position.owner(hat)) != position.team(jailer), "only enemies are jailed"
    assert not (position.jail and position.options["goal"] == "tower"), "CH-47"


def _check_golden(position: Position) -> None:
    """There is one golden hat if and only if its variant is played; it lies free only on the centre."""
    holders = [piece for piece in position.pieces.values() if piece.golden is not Golden.NONE]
    lying = position.golden_lies_on is not None
    assert len(holders) + lying == int(position.options["golden"]), "CH-03, CH-48"
    if lying:
        assert position.golden_lies_on == position.board.centre
        assert not position.pieces_on(position.board.centre), "it would have been captured"


def _check_node(position: Position, node: Node) -> None:
    """Who may share a field (CH-16, CH-22, CH-25); a wearer in mid-walk does not count yet."""
    pieces = [piece for piece in position.pieces_on(node) if not _on_its_way(position, piece)]
    if position.board.is_home(node):
        for piece in pieces:
            assert position.home(position.owner(piece.top)) == node, "CH-25"
            assert not piece.loaded, "captives are delivered at home (CH-29)"
    elif node in position.board.grey:
        assert len(pieces) <= GREY_LIMIT, "CH-22"
    else:
        shared = position.options["team_share_yellow"]
        owners = {position.owner(piece.top) for piece in pieces}
        sides = {position.team(owner) for owner in owners} if shared else owners
        assert len(sides) <= 1, "CH-16, CH-R12"


def _on_its_way(position: Position, piece: Piece) -> bool:
    """Whether this is the golden wearer in mid-walk, or stopped by the end of the game (CH-R13)."""
    walking = position.phase is Phase.GOLD or position.phase is Phase.OVER
    return walking and piece.golden is Golden.WORN


def _check_phase(position: Position) -> None:
    """Die, picked piece and pips fit the phase."""
    phase = position.phase
    assert phase is not Phase.ROLL, "chance is settled"
    assert 1 <= position.die <= 6
    assert (position.picked is not None) == (phase in (Phase.DEST, Phase.GOLD))
    assert (position.pips > 0) == (phase is Phase.GOLD)
    assert position.previous is None or phase is Phase.GOLD
    if phase is Phase.SIX:
        assert position.die == 6
        assert position.options["six_again"] in ("may", "once")
    if position.picked is not None:
        worn = position.pieces[position.picked].golden is Golden.WORN
        assert worn == (phase is Phase.GOLD)
    if position.options["six_again"] in ("once", "off"):
        assert position.extra <= (position.options["six_again"] == "once")


def _check_end(position: Position) -> None:
    """The game goes on exactly while two teams have free hats and the cap is not reached."""
    cap = position.options["roll_cap"]
    assert position.rolls >= 1
    assert cap == 0 or position.rolls <= cap, "CH-R10"
    alive = position.teams_alive()
    if position.phase is not Phase.OVER:
        assert len(alive) > 1
        assert not position.winners
        assert not position.capped
        assert position.options["teams"] == "total" or _has_free_hat(position), "CH-36"
        return
    assert position.winners
    assert position.capped == (len(alive) > 1)


def _has_free_hat(position: Position) -> bool:
    """Whether the player to move has a free top hat."""
    return any(position.owner(top) == position.turn for top in position.pieces)
