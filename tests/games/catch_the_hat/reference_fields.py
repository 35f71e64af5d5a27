"""Translation between a `Position` and the plain fields of the state record (rules page 6)."""

from __future__ import annotations

from typing import Any

from .reference_position import Golden, Hat, Phase, Piece, Position, check_options

HATS = 24  # never more than 24 hats in play (rules page 2.1)
JAILED = 255
UNUSED = 254
NOWHERE = 255
NOBODY = -1


def from_fields(players: int, options: dict[str, Any], fields: dict[str, Any]) -> Position:
    """The position that these fields describe; `rank` is ignored, it is only for drawing."""
    check_options(players, options)
    position = Position(players, dict(options))
    _read_hats(position, fields)
    _read_golden(position, fields)
    position.turn = int(fields["turn"])
    position.phase = Phase(int(fields["phase"]))
    position.die = int(fields["die"])
    position.picked = None if int(fields["picked"]) == NOBODY else int(fields["picked"])
    position.pips = int(fields["pips"])
    position.previous = None if int(fields["prev"]) == NOWHERE else int(fields["prev"])
    position.extra = int(fields["extra"])
    position.rolls = int(fields["rolls"])
    position.winners = {seat for seat in range(players) if int(fields["winner_mask"]) >> seat & 1}
    position.capped = bool(fields["capped"])
    return position


def _read_hats(position: Position, fields: dict[str, Any]) -> None:
    """Sort every hat in play into jail, free pieces and captives."""
    captives: list[Hat] = []
    for hat in position.all_hats:
        if int(fields["jail"][hat]) != NOBODY:
            position.jail[hat] = int(fields["jail"][hat])
        elif int(fields["boss"][hat]) == NOBODY:
            position.pieces[hat] = Piece(hat, int(fields["pos"][hat]))
        else:
            captives.append(hat)
    for hat in captives:
        position.pieces[int(fields["boss"][hat])].captives.add(hat)


def _read_golden(position: Position, fields: dict[str, Any]) -> None:
    """Put the golden hat on its field or on its piece, if it is in the game (CH-48)."""
    if int(fields["gold_pos"]) == NOWHERE:
        return
    if int(fields["gold_boss"]) == NOBODY:
        position.golden_lies_on = int(fields["gold_pos"])
        return
    piece = position.pieces[int(fields["gold_boss"])]
    piece.golden = Golden.WORN if fields["gold_worn"] else Golden.CARRIED


def to_fields(position: Position) -> dict[str, Any]:
    """The fields of the state record as plain ints and lists.

    Left out: `rank`, the height inside a tower, which is only for drawing. A golden hat on a piece has the
    node of that piece as `gold_pos`. `picked` is -1 outside DEST and GOLD; `pips` is 0 and `prev` 255
    outside GOLD; `die` keeps the last roll.
    """
    return {
        **_write_hats(position),
        **_write_golden(position),
        "turn": position.turn,
        "phase": int(position.phase),
        "die": position.die,
        "picked": NOBODY if position.picked is None else position.picked,
        "pips": position.pips,
        "prev": NOWHERE if position.previous is None else position.previous,
        "extra": position.extra,
        "rolls": position.rolls,
        "winner_mask": sum(1 << seat for seat in position.winners),
        "capped": int(position.capped),
    }


def _write_hats(position: Position) -> dict[str, Any]:
    """Node, tower and jail of every hat; hats that are not in play keep node 254."""
    pos, boss, jail = [UNUSED] * HATS, [NOBODY] * HATS, [NOBODY] * HATS
    for top, piece in position.pieces.items():
        pos[top] = piece.node
        for hat in piece.captives:
            pos[hat], boss[hat] = piece.node, top
    for hat, seat in position.jail.items():
        pos[hat], jail[hat] = JAILED, seat
    return {"pos": pos, "boss": boss, "jail": jail}


def _write_golden(position: Position) -> dict[str, Any]:
    """Where the golden hat is and who carries or wears it."""
    for top, piece in position.pieces.items():
        if piece.golden is not Golden.NONE:
            worn = int(piece.golden is Golden.WORN)
            return {"gold_pos": piece.node, "gold_boss": top, "gold_worn": worn}
    lies_on = NOWHERE if position.golden_lies_on is None else position.golden_lies_on
    return {"gold_pos": lies_on, "gold_boss": NOBODY, "gold_worn": 0}
