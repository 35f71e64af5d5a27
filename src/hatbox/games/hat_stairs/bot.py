"""What a bot needs to know of Hat Stairs: a first sight of moves, an evaluation, and the exact player."""

from typing import Any

from hatbox.games.hat_stairs import trio
from hatbox.games.hat_stairs.exact import MINE, ON_FIELD, YOURS, arrive, completed, solve
from hatbox.games.hat_stairs.knowledge import HatStairsView, is_known
from hatbox.games.hat_stairs.rules import landing
from hatbox.games.hat_stairs.state import CHOOSE_STONE, DOWN, NONE, ON_ITS_STEP, PASS, PLACES, UP, State
from hatbox.jit import rule
from hatbox.record import Values

MANNER = {"glances": 2, "exploration": 0.7}  # games are short: play on to the end, not quite at random


@rule
def glimpse(s: State) -> int:
    """The value of the open stone: everybody sees it."""
    return s.stones[s.open] if s.open != NONE else 0


@rule
def prefer(s: State, action: int) -> float:
    """Win, take the hat, keep it; stones that are known are as good as any."""
    if action < UP:
        return 0.6 if is_known(s, action) else 0.5
    if action == PASS:
        return 0.5
    field, me = landing(s, action), s.turn
    if field == s.steps + 1:
        return 1.0
    if s.hat == me:
        return 0.1 if meets_one(s, field) else 0.4 + 0.02 * field
    if s.hat == ON_ITS_STEP:
        return 0.9 if field == s.hat_step else 0.5
    return 0.9 if field == s.step[s.hat] else 0.5


@rule
def meets_one(s: State, field: int) -> bool:
    """Whether exactly one other apprentice stands there (HS-20)."""
    count = 0
    for seat in range(s.players):
        if seat != s.turn and s.step[seat] == field:
            count += 1
    return count == 1


@rule
def evaluate(s: State, out: Values) -> None:
    """Who wears the hat is ahead, the more the nearer to the larder."""
    for seat in range(s.players):
        out[seat] = 0.0
    if s.hat >= 0:
        lead = 0.3 + 0.3 * s.step[s.hat] / s.steps
        for seat in range(s.players):
            out[seat] = lead if seat == s.hat else -lead / (s.players - 1)


def sightings(history: list[tuple[Any, int]], now: Any, seat: int) -> list[tuple[int, int, int, int]]:
    """The stones turned since the last mix, as (place, value, when, moved); the open one is in view."""
    shown: dict[int, int] = {}
    for when, (before, action) in enumerate(history):
        if before.seen == 0 and before.phase == CHOOSE_STONE:
            shown.clear()
        if before.phase == CHOOSE_STONE:
            shown[action] = when
    known = [place for place in range(PLACES) if now.seen >> place & 1 and place != now.open]
    return [(place, int(now.stones[place]), shown.get(place, -1), 0) for place in known]


def reason(before: Any, action: int, after: Any, seat: int) -> str:
    """What a move is good for: the hat, a known stone, the way up, getting away."""
    if after.hat == seat and before.hat != seat:
        return "captures"
    if action < UP and before.seen >> action & 1:
        return "remembers"
    if before.hat == seat and after.hat == seat:
        return "gets_closer" if after.step[seat] > before.step[seat] else "stays_safe"
    return "best_chance"


def forget(s: Any, seat: int, place: int) -> None:
    """The stone on this place is as good as never turned."""
    s.seen &= ~(1 << place) & 0xFF


def mix_up(s: Any, seat: int, place: int) -> None:
    """Believe the stone next to where it lies; the open one is in view."""
    other = (place + 1) % PLACES
    if s.open in (place, other):
        return
    one, two = s.seen >> place & 1, s.seen >> other & 1
    s.stones[place], s.stones[other] = int(s.stones[other]), int(s.stones[place])
    if one != two:
        s.seen ^= 1 << place | 1 << other


class ExactBot:
    """Perfect play for two with perfect memory and the standard rules; see exact.py."""

    def choose(self, seen: Any, moves: list[int], budget: Any) -> int:
        """The move with the best exact value; among equals the first."""
        view = seen.view
        assert isinstance(view, HatStairsView)
        return max(moves, key=lambda action: worth(view, action))


STANDARD = {"overshoot": "other_direction", "stuck": "pass", "stall_remix": 0, "no_repeat": False}


class TrioBot:
    """What three players can be sure of, one against the rest, with perfect memory and the standard rules."""

    def choose(self, seen: Any, moves: list[int], budget: Any) -> int:
        """The move with the best sure value; among equals the first."""
        view = seen.view
        assert isinstance(view, HatStairsView)
        return max(moves, key=lambda action: sure_worth(view, action))


def sure_worth(view: HatStairsView, action: int) -> float:
    """What the seat that must act can be sure of after an action, three players."""
    table, turn = trio.solve(view.steps, view.hat_step), view.turn
    me, b, c = (view.step[(turn + k) % 3] for k in range(3))
    hat = trio.ON_FIELD if view.hat < 0 else trio.MINE + (view.hat - turn) % 3
    known = sum(1 << (value - 1) for value in view.noted if value)

    def worth_with(value: int, to: int) -> float:
        return float(trio.worth_of(table, hat, me, b, c, known, value, to, view.steps, view.hat_step))

    if action in (UP, DOWN, PASS):
        value = view.stones[view.open - 1]
        return worth_with(value, _landing(me, value, action))
    values = [view.noted[action]] if view.noted[action] else [v for v in range(1, 7) if v not in view.noted]
    return sum(worth_with(value, 0) for value in values) / len(values)


def exact_bot(players: int, options: Any) -> ExactBot | TrioBot | None:
    """The exact player for two or three with the standard rules on any stairs, or None."""
    if any(options[name] != value for name, value in STANDARD.items()):
        return None
    return ExactBot() if players == 2 else TrioBot() if players == 3 else None


def worth(view: HatStairsView, action: int) -> float:
    """The exact value of an action for the seat that must act, two players."""
    table = solve(view.steps, view.hat_step)
    me, you = view.step[view.turn], view.step[1 - view.turn]
    hat = ON_FIELD if view.hat < 0 else MINE if view.hat == view.turn else YOURS
    known = sum(1 << (value - 1) for value in view.noted if value)
    if action in (UP, DOWN, PASS):
        return _after(table, hat, me, you, known, _landing(me, view.stones[view.open - 1], action), view)
    values = [view.noted[action]] if view.noted[action] else [v for v in range(1, 7) if v not in view.noted]
    return sum(_best_way(table, hat, me, you, known, value, view) for value in values) / len(values)


def _best_way(table: Any, hat: int, me: int, you: int, known: int, value: int, view: HatStairsView) -> float:
    """The better direction with a stone of this value."""
    seen, top = known | 1 << (value - 1), view.steps + (hat == MINE)
    fields = [field for field in (me + value, me - value) if 1 <= field <= top] or [me]
    return max(_after(table, hat, me, you, seen, field, view) for field in fields)


def _after(table: Any, hat: int, me: int, you: int, known: int, field: int, view: HatStairsView) -> float:
    """The value after landing on a field; who stays has not arrived (R-05)."""
    told = _plain(completed)(known)
    if field == me:
        turned = {ON_FIELD: ON_FIELD, MINE: YOURS, YOURS: MINE}[hat]
        return float(-table[turned, you, me, told])
    return float(_plain(arrive)(table, hat, field, you, told, view.steps, view.hat_step, 1.0))


def _landing(me: int, value: int, action: int) -> int:
    return me if action == PASS else me + value if action == UP else me - value


def _plain(f: Any) -> Any:
    """A rule as plain Python: it calls no other rule."""
    return getattr(f, "py_func", f)
