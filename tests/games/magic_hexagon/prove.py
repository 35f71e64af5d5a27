"""Proves what the coach says about a move in Magic Hexagon, using only the reference."""

from dataclasses import replace

from hatbox.engine.facts import Said
from hatbox.match.match import Match

from . import reference
from .placed import FIELDS
from .reference import (
    FIRST_PICK,
    NO_HYPNOSIS,
    Position,
    apply,
    from_fields,
    legal,
    move_of_number,
    scores,
    stones,
)
from .reference_moves import matching_discs, may_collect
from .reference_state import Phase
from .test_reference import NO_CHANCE


def twin_of(position: Position) -> Position:
    """A copy that can be played on."""
    return replace(
        position,
        discs=dict(position.discs),
        hats=list(position.hats),
        collections=[row.copy() for row in position.collections],
        paid_stones=[list(row) for row in position.paid_stones],
        card_holders=set(position.card_holders),
    )


def after(position: Position, action: int) -> Position:
    """What one action leads to."""
    twin = twin_of(position)
    apply(twin, action, NO_CHANCE)
    return twin


def moves(position: Position, first: int | None = None) -> list[Position]:
    """All ends of one move, with every choice of the single disc in the first round."""
    ends = [after(position, action) for action in ([first] if first is not None else legal(position))]
    picks = [end for end in ends if end.phase == Phase.PICK]
    return [end for end in ends if end.phase != Phase.PICK] + [
        after(end, action) for end in picks for action in legal(end)
    ]


def most(position: Position, named: int | None) -> int:
    """The most points that the current seat can make with one move."""
    here = replace(twin_of(position), phase=Phase.MOVE, named=named)
    seat = here.mover
    return max((scores(end)[seat] - scores(here)[seat] for end in moves(here)), default=0)


def answer_is_true(position: Position, action: int, fact: Said) -> bool:
    """Whether what is said about using or keeping the hypnosis card is true."""
    key, given = fact.key.removeprefix("coach_"), fact.given
    end = after(position, action)
    if key == "reason_wins_now":
        return end.phase == Phase.OVER and reference.returns(end)[reference.actor(position)] > 0.999
    if given["player"] != position.mover:
        return False
    if key == "skips":
        return end.turn_index > position.turn_index or end.phase == Phase.OVER
    if key == "keeps_card":
        return action == NO_HYPNOSIS and given["points"] == most(position, None)
    assert key == "hypnosis", key
    return given["points"] == most(end, end.named) and given["most"] == most(position, None)


def move_is_true(position: Position, end: Position, action: int, fact: Said) -> bool:
    """Whether what is said about one end of a move is true."""
    key, given, seat = fact.key.removeprefix("coach_"), fact.given, position.mover
    hat, target, value = move_of_number(action) if action < FIRST_PICK else _pending(position)
    gained = end.collections[seat].total() - position.collections[seat].total()
    if key == "reason_wins_now":
        return end.phase == Phase.OVER and reference.returns(end)[seat] > 0.999
    if key == "takes":
        return (given["count"], given["points"]) == (gained, scores(end)[seat] - scores(position)[seat])
    if key == "sets":
        new = [now - was for now, was in zip(stones(end, seat), stones(position, seat), strict=True)]
        worth = sum(n * each for n, each in zip(new, position.options["stone_values"], strict=True))
        return (given["count"], given["points"]) == (sum(new), worth)
    if key == "area":
        one = position.options["first_round_limit"] and position.turn_index < position.players
        return given["count"] == gained - (1 if one else len(matching_discs(position, hat, target, value)))
    if key == "unlocks":
        kinds = (1, 2, 3)
        return any(
            may_collect(end, seat, hat, kind) and not may_collect(position, seat, hat, kind) for kind in kinds
        )
    if key == "again":
        return end.phase != Phase.OVER and end.mover == seat
    assert key == "reply", key
    names: list[int | None] = [None, *range(4)] if end.phase == Phase.HYPNO else [None]
    best = max(most(end, name) for name in names)
    return end.mover == given["player"] and most(end, None) <= given["points"] == best


def _pending(position: Position) -> tuple[int, int, int]:
    """The hat, its cell and the value of the disc to be picked."""
    assert position.pending is not None
    return position.pending.hat, position.pending.target, position.pending.value


def prove(match: Match, action: int, facts: list[Said]) -> bool:
    """Whether the move can be completed so that all facts are true."""
    state, game = match.state, match.game
    fields = {name: getattr(state, name) for name in FIELDS} | {"n": state.players}
    if game.options["stone_supply"] == "box":
        fields["stones"] = state.stones
    position = from_fields(game.players, dict(game.options), fields)
    if position.phase == Phase.HYPNO:
        return all(answer_is_true(position, action, fact) for fact in facts)
    ends = moves(position, action)
    return any(all(move_is_true(position, end, action, fact) for fact in facts) for end in ends)
