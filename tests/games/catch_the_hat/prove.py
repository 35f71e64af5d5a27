"""Proves what the coach says about a move in Catch the Hat, using only the reference."""

from functools import cache
from typing import Any

from hatbox.engine.facts import Said
from hatbox.match.match import Match

from .reference import (
    PASS,
    PICK,
    ROLL_AGAIN,
    Phase,
    Position,
    apply,
    from_fields,
    legal,
    returns,
    takes_turns,
)
from .reference_position import Golden

FIELDS = (
    "pos", "boss", "jail", "gold_pos", "gold_boss", "gold_worn", "turn", "phase", "die", "picked", "pips",
    "prev", "extra", "rolls", "winner_mask", "capped",
)  # fmt: skip
SIX = range(1, 7)


class Rolled:
    """Chance that records that it was asked."""

    def __init__(self) -> None:
        self.asked = False

    def first_seat(self, players: int) -> int:
        raise AssertionError("the game has begun")

    def roll(self) -> int:
        self.asked = True
        return 1


def turns(position: Position, first: int | None = None) -> list[Position]:
    """All positions in which the turn can end, optionally starting with one action; a new roll ends it too."""
    ends = []
    for action in [first] if first is not None else sorted(legal(position)):
        twin, chance = position.clone(), Rolled()
        apply(twin, action, chance)
        done = chance.asked or twin.phase is Phase.OVER or twin.turn != position.turn
        ends += [twin] if done else turns(twin)
    return ends


def holders(position: Position) -> dict[int, int]:
    """The team that holds each caught hat."""
    found = {hat: position.team(seat) for hat, seat in position.jail.items()}
    for piece in position.pieces.values():
        found |= dict.fromkeys(piece.captives, position.team(position.owner(piece.top)))
    return found


def rolled(position: Position, seat: int, die: int) -> list[Position]:
    """Everything a seat could do with a roll if it were its turn."""
    twin = position.clone()
    twin.turn, twin.die, twin.phase, twin.extra = seat, die, Phase.PICK, 0
    twin.picked, twin.pips, twin.previous = None, 0, None
    return turns(twin)


class Case:
    """What is true of one end of a turn, computed on demand."""

    def __init__(self, before: Position, seat: int, action: int) -> None:
        self.before, self.seat, self.action = before, seat, action
        self.team = before.team(seat)
        self.rivals = [rival for rival in range(before.players) if before.team(rival) != self.team]
        self.lost = cache(self._lost)

    def _lost(self, after: int, rival: int, die: int) -> frozenset[int]:
        """The free hats of the seat's own team that a rival could catch with a roll."""
        position = self.ends[after] if after >= 0 else self.before
        if not takes_turns(position, rival):
            return frozenset()
        ours = {hat for hat in position.pieces if position.team(position.owner(hat)) == self.team}
        side = position.team(rival)
        return frozenset(
            hat for end in rolled(position, rival, die) for hat in ours if holders(end).get(hat) == side
        )

    def rolls(self, after: int, rival: int, hats: set[int] | None = None) -> int:
        """How many rolls let a rival catch one of these hats, or any."""
        found = (self.lost(after, rival, die) for die in SIX)
        return sum(bool(lost if hats is None else lost & hats) for lost in found)

    def worst(self, after: int, hats: set[int]) -> int:
        """The most rolls that any rival has."""
        return max(self.rolls(after, rival, hats) for rival in self.rivals)

    def all_ends(self) -> None:
        """The ends of the turn."""
        self.ends = turns(self.before, self.action)

    @property
    def mover(self) -> int | None:
        """The hat that moves."""
        if PICK <= self.action < ROLL_AGAIN:
            return self.action - PICK
        return self.before.picked

    def good_rolls(self, position: Position, what: str) -> int:
        """How many rolls would catch a hat, bring caught hats home, or either."""
        held, count = holders(position), 0
        for die in SIX:
            caught = home = False
            for end in rolled(position, self.seat, die):
                now = holders(end)
                theirs = [h for h in position.all_hats if position.team(position.owner(h)) != self.team]
                caught |= any(held.get(h) != self.team and now.get(h) == self.team for h in theirs)
                home |= any(h not in position.jail and h in end.jail for h in theirs)
            count += {"caught": caught, "home": home, "any": caught or home}[what]
        return count

    def holds(self, at: int, fact: Said) -> bool:
        """Whether a fact is true of one end."""
        after, given = self.ends[at], fact.given
        count, player = given.get("count", 0), given.get("player", -1)
        held, now, me = holders(self.before), holders(after), self.mover
        theirs = [hat for hat in after.all_hats if after.team(after.owner(hat)) != self.team]
        caught = [hat for hat in theirs if held.get(hat) != self.team and now.get(hat) == self.team]
        key = fact.key.removeprefix("coach_")
        if key == "reason_wins_now":
            return after.phase is Phase.OVER and returns(after)[self.seat] > 0.999
        if key in ("catches", "catches_one"):
            right = len(caught) == (1 if key == "catches_one" else count)
            return right and (key == "catches" or after.owner(caught[0]) == player)
        if key == "rescues":
            ours = set(after.all_hats) - set(theirs)
            lost = {hat for hat in ours if held.get(hat, self.team) != self.team}
            return len([hat for hat in lost if now.get(hat, self.team) == self.team]) == count
        if key == "brings_home":
            mine = [h for h in theirs if h in after.jail and after.team(after.jail[h]) == self.team]
            return len([hat for hat in mine if hat not in self.before.jail]) == count
        if key in ("wears_gold", "takes_gold"):
            want = Golden.WORN if key == "wears_gold" else Golden.CARRIED
            return self.golden(after) is want and self.golden(self.before) is not want
        if key == "rolls_again":
            return self.action == ROLL_AGAIN and self.good_rolls(self.before, "any") == count
        if key in ("home_next", "catches_next"):
            return self.good_rolls(after, "home" if key == "home_next" else "caught") == count
        if key in ("other_open", "hats_open"):
            others = set(after.pieces) - ({me} if me is not None else set())
            right = (me is None) == (key == "hats_open")
            return right and self.rolls(at, player, others) == count == self.worst(at, others) > 0
        if key == "hats_safe":
            return me is None and self.worst(at, set(after.pieces)) == 0
        if me not in after.pieces or self.action == PASS:
            return False
        return self.is_safe(at, key, {me}, player, count, given.get("before", 0))

    def is_safe(self, at: int, key: str, me: set[int], player: int, count: int, before: int) -> bool:
        """What is said about the danger for the hat that moves."""
        now = self.worst(at, me)
        if key == "out_of_reach":
            return now == 0
        if key == "in_reach":
            return self.rolls(at, player, me) == count == now
        was = self.worst(-1, me)
        if key == "gets_away":
            return now == 0 and self.rolls(-1, player, me) == count == was > 0
        assert key == "safer", key
        return self.rolls(at, player, me) == count == now and was == before > now

    def golden(self, position: Position) -> Golden:
        """How the seat's own team holds the golden hat, if at all."""
        ours = (p for p in position.pieces.values() if position.team(position.owner(p.top)) == self.team)
        return max((piece.golden for piece in ours), default=Golden.NONE)


def prove(match: Match, action: int, facts: list[Said]) -> bool:
    """Whether the turn can be continued so that all facts are true."""
    state = match.state
    fields: dict[str, Any] = {name: getattr(state, name) for name in FIELDS}
    case = Case(from_fields(match.game.players, dict(match.game.options), fields), match.turn, action)
    case.all_ends()
    return any(all(case.holds(at, fact) for fact in facts) for at in range(len(case.ends)))
