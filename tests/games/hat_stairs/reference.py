"""Hat Stairs again, slow and obvious: plain values, no arrays, no generator."""

from dataclasses import dataclass, field
from typing import Any

UP, DOWN, PASS = 6, 7, 8


@dataclass
class Position:
    """What is on the table."""

    options: dict[str, Any]
    at: list[int]
    hat: int | None
    stones: list[int]
    turn: int
    seen: set[int] = field(default_factory=set)
    tried: set[int] = field(default_factory=set)
    open: int | None = None
    last: int | None = None
    turns: int = 0
    quiet: int = 0
    winner: int | str | None = None


def from_state(options: dict[str, Any], s: Any) -> Position:
    """A position from the engine's plain values."""
    return Position(
        options=options,
        at=s.step[: s.players],
        hat=None if s.hat < 0 else s.hat,
        stones=list(s.stones),
        turn=s.turn,
        seen={k for k in range(6) if s.seen >> k & 1},
        tried={k for k in range(6) if s.tried >> k & 1},
        open=None if s.open < 0 else s.open,
        last=None if s.last < 0 else s.last,
        turns=s.turns,
        quiet=s.since_mix,
        winner={-1: None, -2: "draw"}.get(s.winner, s.winner),
    )


def ends(p: Position) -> tuple[int, int]:
    """The lowest and the highest field that the current player may stand on."""
    return 1, p.options["steps"] + (1 if p.hat == p.turn else 0)


def destination(p: Position, value: int, action: int) -> int | None:
    """Walk field by field; None if the way is closed."""
    low, high = ends(p)
    here, way = p.at[p.turn], 1 if action == UP else -1
    for _ in range(value):
        if not low <= here + way <= high:
            if p.options["overshoot"] == "other_direction":
                return None
            way = -way
        here += way
    return here


def ways(p: Position, value: int) -> set[int]:
    return {action for action in (UP, DOWN) if destination(p, value, action) is not None}


def legal(p: Position) -> set[int]:
    if p.winner is not None:
        return set()
    if p.open is not None:
        return ways(p, p.stones[p.open]) or {PASS}
    banned = p.tried | ({p.last} if p.options["no_repeat"] else set())
    return set(range(6)) - banned


def apply(p: Position, action: int, mixed: list[int]) -> None:
    """One action; `mixed` is the order of the stones if they are mixed."""
    if p.open is None:
        turn_stone(p, action)
        return
    mover, start = p.turn, p.at[p.turn]
    p.turns += 1
    if action != PASS:
        target = destination(p, p.stones[p.open], action)
        assert target is not None
        p.at[mover] = target
    if p.at[mover] == p.options["steps"] + 1:
        p.winner = mover
        return
    changed = p.at[mover] != start and hand_over(p, mover)
    p.seen.add(p.open)
    p.last, p.open, p.tried = p.open, None, set()
    p.turn = (mover + 1) % len(p.at)
    p.quiet += 1
    if changed or p.quiet == p.options["stall_remix"]:
        p.stones, p.seen, p.last, p.quiet = mixed, set(), None, 0
    if p.turns == p.options["max_turns"]:
        p.winner = "draw"


def turn_stone(p: Position, place: int) -> None:
    if p.options["stuck"] == "redraw" and not ways(p, p.stones[place]):
        p.seen.add(place)
        p.tried.add(place)
    else:
        p.open = place


def hand_over(p: Position, mover: int) -> bool:
    """Whether the hat changed hands through this arrival."""
    here = p.at[mover]
    others = [seat for seat, at in enumerate(p.at) if at == here and seat != mover]
    before = p.hat
    if p.hat is None:
        if here == p.options["hat_step"]:
            p.hat = mover
    elif p.hat in others:
        p.hat = mover
    elif p.hat == mover and len(others) == 1:
        p.hat = others[0]
    return p.hat != before
