"""Proves what the coach says about a move in Vanished Animal, in all worlds that a seat considers possible."""

from hatbox.engine.facts import Said
from hatbox.match.match import Match

from .reference_knowledge import worlds
from .reference_position import NAME, NO_SWAP, PAIRS, PLACES, SKIP2, SWAP, SWAP2, Phase, Position
from .reference_record import FIELDS, from_fields
from .table import read


def still_possible(position: Position, seat: int, looked: int | None = None) -> set[int]:
    """How many animals can be the vanished one, in every world; optionally after a look that shows what is there."""
    mine = worlds(position, seat)
    if looked is None:
        return {len({world[PLACES] for world in mine})}
    shown = {world[looked] for world in mine}
    return {len({world[PLACES] for world in mine if world[looked] == animal}) for animal in shown}


def name_is_true(position: Position, action: int, key: str, count: int) -> bool:
    """Whether what is said about a name is true."""
    seat, animal = position.turn, action - NAME
    right = [world[PLACES] == animal for world in worlds(position, seat)]
    if key == "reason_wins_now":
        return all(right) and position.tokens[seat] == position.options["wins_needed"] - 1
    if key == "certain":
        return all(right)
    if key == "surely_wrong":
        return not any(right)
    assert key == "one_of", key
    return sum(right) * count == len(right)


def look_is_true(position: Position, action: int, key: str, count: int, most: int) -> bool:
    """Whether what is said about a look is true."""
    seat = position.turn
    (now,), then = still_possible(position, seat), still_possible(position, seat, action)
    if key == "nothing_new":
        return seat in position.circle[action].seen_by or now == 1
    if key == "look_certain":
        return then == {1}
    if key == "look":
        return then == {count}
    assert key == "look_or", key
    return then == {count, most}


def swap_is_true(position: Position, action: int, key: str, player: int) -> bool:
    """Whether what is said about a swap is true."""
    if action in (NO_SWAP, SKIP2):
        return key == "stays"
    assert position.looked_at is not None
    pair = (position.looked_at, action - SWAP) if position.phase == Phase.SWAP else PAIRS[action - SWAP2]
    seen = {seat for place in pair for seat in position.circle[place].seen_by}
    others = seen & set(position.still_in()) - {position.turn}
    if key == "moves_seen":
        return player in others
    assert key == "moves_unseen", key
    return not others


def is_true(position: Position, action: int, fact: Said) -> bool:
    """Whether a fact is true in every world of the seat that must act."""
    key, given = fact.key.removeprefix("coach_"), fact.given
    if key == "rival":
        seen = {
            seat: sum(seat in hat.seen_by for hat in position.circle)
            for seat in position.still_in()
            if seat != position.turn
        }
        return seen[given["player"]] == given["count"] == max(seen.values())
    if position.phase != Phase.ACT:
        return swap_is_true(position, action, key, given.get("player", -1))
    if action >= NAME:
        return name_is_true(position, action, key, given.get("count", 0))
    return look_is_true(position, action, key, given.get("count", 0), given.get("most", 0))


def prove(match: Match, action: int, facts: list[Said]) -> bool:
    """Whether all facts are true."""
    fields = read(match.state, FIELDS)
    position = from_fields(match.game.players, dict(match.game.options), fields)
    return all(is_true(position, action, fact) for fact in facts)
