"""Proves what the coach says about a move in Hat Stairs, using only the reference.

What is said about unknown stones must hold for every order of them that players cannot tell from the true one.
"""

from copy import deepcopy

from hatbox.engine.facts import Said
from hatbox.match.match import Match

from .reference import DOWN, UP, Position, apply, from_state, legal

MIXED = [1, 2, 3, 4, 5, 6]
ALL = range(1, 7)


def known(p: Position) -> dict[int, int]:
    """The places whose values players can know; the sixth follows from the other five."""
    places = p.seen if p.open is None else p.seen | {p.open}
    seen = {place: p.stones[place] for place in places}
    return dict(enumerate(p.stones)) if len(seen) == 5 else seen


def results(p: Position, seat: int, value: int) -> list[Position]:
    """What a stone of this value leads to for a seat if it were its turn."""
    here = deepcopy(p)
    here.turn, here.open, here.stones = seat, 0, [value, *p.stones[1:]]
    found = []
    for action in legal(here):
        end = deepcopy(here)
        apply(end, action, list(MIXED))
        found.append(end)
    return found


def wins(p: Position, seat: int, value: int) -> bool:
    """Whether a stone of this value can win."""
    return any(end.winner == seat and end.winner is not None for end in results(p, seat, value))


def gets_hat(p: Position, seat: int, value: int) -> bool:
    """Whether a stone of this value can get the hat."""
    return p.hat != seat and any(end.hat == seat for end in results(p, seat, value))


def ends(p: Position, action: int) -> list[Position]:
    """All ends of the turn that starts with an action whose outcome is known."""
    here = deepcopy(p)
    if action in (UP, DOWN) or p.open is not None:
        apply(here, action, list(MIXED))
        return [here]
    assert action in known(p), "what a stone brings is told of known ones alone"
    apply(here, action, list(MIXED))
    return [end for way in legal(here) for end in ends(here, way)] if here.open is not None else []


def stone_is_true(p: Position, action: int, fact: Said) -> bool | None:
    """Whether what is said about the stone itself is true; None: it is about the end of the turn."""
    key, given = fact.key.removeprefix("coach_"), fact.given
    values, hidden = known(p), [value for value in ALL if value not in known(p).values()]
    if key in ("new_wins", "new_gets_hat"):
        good = wins if key == "new_wins" else gets_hat
        count = sum(good(p, p.turn, value) for value in hidden)
        return action not in values and (count, len(hidden)) == (given["count"], given["all"])
    if key == "new_stone":
        return action not in values and len(hidden) == given["all"]
    if key == "known_stone":
        return p.open is None and values.get(action) == given["count"]
    if key == "fits_nowhere":
        here = deepcopy(p)
        apply(here, action, list(MIXED))
        return values.get(action) == given["count"] and here.open is None and action in here.tried
    return None


def end_is_true(p: Position, end: Position, fact: Said) -> bool:
    """Whether what is said about the end of a turn is true."""
    key, given, me = fact.key.removeprefix("coach_"), fact.given, p.turn
    count, player = given.get("count", 0), given.get("player", -1)
    if key == "reason_wins_now":
        return end.winner == me
    if key == "takes_hat":
        return p.hat is None and end.hat == me
    if key == "snatches":
        return p.hat == player != me and end.hat == me
    if key == "gives_hat":
        return p.hat == me and end.hat == player != me
    if key == "left":
        return end.hat == me and end.options["steps"] + 1 - end.at[me] == count
    if key == "hat_distance":
        place = end.options["hat_step"] if end.hat is None else end.at[end.hat]
        return end.hat != me and abs(place - end.at[me]) == count
    if key in ("wins_next", "hat_next"):
        good = wins if key == "wins_next" else gets_hat
        return sum(good(end, me, value) for value in ALL) == count
    return fear_is_true(end, me, key, player, count, given.get("all", 0))


def fear_is_true(end: Position, me: int, key: str, player: int, count: int, unknown: int) -> bool:
    """Whether what is said about the next player is true: it may win with the hat, or get it from the mover."""
    win = "win" in key
    good = wins if win else gets_hat
    if end.winner is not None or player != end.turn or end.hat != (player if win else me):
        return False
    values = known(end)
    sure = {values[place] for place in legal(end) if place in values and good(end, player, values[place])}
    hidden = [value for value in ALL if value not in values.values()]
    lucky = sum(good(end, player, value) for value in hidden)
    if key.startswith("known"):
        return count in sure
    if key in ("win_feared", "stones_feared"):
        return not sure and (lucky, len(hidden)) == (count, unknown)
    assert key in ("no_win_feared", "none_feared"), key
    return not sure and not lucky


def prove(match: Match, action: int, facts: list[Said]) -> bool:
    """Whether all facts are true for one way to continue the turn."""
    p = from_state(match.game.options, match.state)
    of_stone = [stone_is_true(p, action, fact) for fact in facts]
    rest = [fact for fact, said in zip(facts, of_stone, strict=True) if said is None]
    if False in of_stone:
        return False
    return not rest or any(all(end_is_true(p, end, fact) for fact in rest) for end in ends(p, action))
