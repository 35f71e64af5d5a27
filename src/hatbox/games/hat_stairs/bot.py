"""What a bot needs to know of Hat Stairs: a first sight of moves, an evaluation, and the exact player."""

import random
from typing import Any

from hatbox.engine.jit import rule
from hatbox.engine.record import Values
from hatbox.games.hat_stairs import trio
from hatbox.games.hat_stairs.exact import MINE, ON_FIELD, YOURS, arrive, completed, solve
from hatbox.games.hat_stairs.knowledge import is_known, noted
from hatbox.games.hat_stairs.outlook import ALL, gain, known_values, lead, stone_gain, turn_gain, unknown_gain
from hatbox.games.hat_stairs.rules import landing, may_turn
from hatbox.games.hat_stairs.state import NONE, ON_ITS_STEP, PLACES, Action, Phase, State
from hatbox.games.hat_stairs.tables import is_ready
from hatbox.games.hat_stairs.view import View

MANNER = {  # the outlook tells more than random play to the end; without haste a standoff never ends
    "horizon": 1,
    "glances": 0,
    "exploration": 0.6,
    "haste": 0.94,
}
PATIENCE = 20  # turns since the last mix in which only the best move is good enough
YIELDING = 0.01  # of a win that may be lost for every turn after that
ALIKE = 1e-9  # values that differ by less are equally good
NEVER = -2.0  # an unknown stone is as good as any other: only the first that may be turned is tried


@rule
def glimpse(s: State) -> int:
    """The value of the open stone: everybody sees it."""
    return s.stones[s.open] if s.open != NONE else 0


@rule
def prefer(s: State, action: int) -> float:
    """How it looks after the turn, for one who remembers every stone."""
    known = known_values(s)
    if action == Action.PASS:
        return 0.5
    if action >= Action.UP:
        return 0.5 + 0.5 * gain(s, known, landing(s, action))
    if is_known(s, action) or known == ALL:
        return 0.5 + 0.5 * stone_gain(s, known, s.stones[action])
    for place in range(action):
        if not is_known(s, place) and may_turn(s, place):
            return NEVER
    return 0.5 + 0.5 * unknown_gain(s, known)


@rule
def evaluate(s: State, out: Values) -> None:
    """The wearer's lead; the wearer, or whoever may take the hat from its step, first looks for the best stone."""
    seat, worth = int(s.turn), 0.0
    if s.hat == s.turn or s.hat == ON_ITS_STEP:
        worth = turn_gain(s)
    else:
        seat = int(s.hat)
        before = (s.turn + s.players - 1) % s.players
        worth = lead(s, seat, known_values(s), before, int(s.step[before]))
    for other in range(s.players):
        out[other] = worth if other == seat else -worth / (s.players - 1)


def in_view(now: Any, seat: int, place: int) -> bool:
    """Whether the stone lies open at this moment."""
    return bool(place == now.open)


def reach(now: Any) -> int:
    """How many actions back the last mix was at most: a stone and a direction a turn, and some turned in vain."""
    return 3 * int(now.since_mix) + 2 * PLACES


def sightings(history: list[tuple[Any, int]], now: Any, seat: int) -> list[tuple[int, int, int, int]]:
    """The stones turned since the last mix, as (place, value, when, moved)."""
    if now.open_stones:  # there is nothing to remember
        return []
    shown: dict[int, int] = {}
    for when, (before, action) in enumerate(history):
        if before.seen == 0 and before.phase == Phase.CHOOSE_STONE:
            shown.clear()
        if before.phase == Phase.CHOOSE_STONE:
            shown[action] = when
    known = [place for place in range(PLACES) if now.seen >> place & 1 or place == now.open]
    return [(place, int(now.stones[place]), shown.get(place, -1), 0) for place in known]


def reason(before: Any, action: int, after: Any, seat: int) -> str:
    """What a move is good for: the hat, a known stone, the way up, getting away."""
    if after.hat == seat and before.hat != seat:
        return "captures"
    if action < Action.UP and before.seen >> action & 1:
        return "remembers"
    if before.hat == seat and after.hat == seat:
        if in_reach(before, seat) and not in_reach(after, seat):
            return "escapes"
        return "gets_closer" if after.step[seat] > before.step[seat] else "stays_safe"
    return "best_chance"


def alike(s: Any, action: int) -> list[int]:
    """One unknown stone is as good as any other."""
    unknown = [place for place, value in enumerate(noted(s)) if not value]
    return unknown if action in unknown else [action]


def in_reach(s: Any, seat: int) -> bool:
    """Whether somebody stands just a known stone away."""
    known = [value for value in noted(s) if value]
    return any(abs(s.step[other] - s.step[seat]) in known for other in range(s.players) if other != seat)


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

    def ready(self, seen: Any) -> bool:
        """Whether the table is there; it is never waited for."""
        return is_ready(solve, seen.view.steps, seen.view.hat_step)

    def choose(self, seen: Any, moves: list[int], budget: Any) -> int:
        """One of the moves with the best exact value."""
        view = seen.view
        assert isinstance(view, View)
        return among_best({action: worth(view, action) for action in moves}, seen, budget.seed)


def among_best(worths: dict[int, float], seen: Any, seed: int) -> int:
    """Any of the best moves; of those that are nearly as good too once everybody has waited for long.

    Two who only ever take the best may stand still for ever, each on the stone that keeps the other away.
    """
    waited = int(seen.states[0]["since_mix"]) - PATIENCE
    least = max(worths.values()) - ALIKE - YIELDING * max(0, waited)
    return random.Random(seed).choice([action for action, worth in worths.items() if worth >= least])


STANDARD = {"overshoot": "other_direction", "stuck": "pass", "stall_remix": 0, "no_repeat": False}


class TrioBot:
    """What three players can be sure of, one against the rest, with perfect memory and the standard rules."""

    def ready(self, seen: Any) -> bool:
        """Whether the table is there; it is never waited for."""
        return is_ready(trio.solve, seen.view.steps, seen.view.hat_step)

    def choose(self, seen: Any, moves: list[int], budget: Any) -> int:
        """One of the moves with the best sure value."""
        view = seen.view
        assert isinstance(view, View)
        return among_best({action: sure_worth(view, action) for action in moves}, seen, budget.seed)


def sure_worth(view: View, action: int) -> float:
    """What the seat that must act can be sure of after an action, three players."""
    table, turn = trio.solve(view.steps, view.hat_step), view.turn
    me, b, c = (view.step[(turn + k) % 3] for k in range(3))
    hat = trio.ON_FIELD if view.hat < 0 else trio.MINE + (view.hat - turn) % 3
    known = sum(1 << (value - 1) for value in view.noted if value)

    def worth_with(value: int, to: int) -> float:
        return float(trio.worth_of(table, hat, me, b, c, known, value, to, view.steps, view.hat_step))

    if action in (Action.UP, Action.DOWN, Action.PASS):
        value = view.stones[view.open - 1]
        return worth_with(value, _landing(me, value, action))
    values = [view.noted[action]] if view.noted[action] else [v for v in range(1, 7) if v not in view.noted]
    return sum(worth_with(value, 0) for value in values) / len(values)


def prepare() -> None:
    """Solve the usual stairs ahead, so that nobody waits for it."""
    solve(12, 6)
    trio.solve(12, 6)


def exact_bot(players: int, options: Any) -> ExactBot | TrioBot | None:
    """The exact player for two or three with the standard rules on any stairs, or None."""
    if any(options[name] != value for name, value in STANDARD.items()):
        return None
    return ExactBot() if players == 2 else TrioBot() if players == 3 else None


def exact_values(seen: Any, moves: list[int]) -> list[float] | None:
    """Wins minus losses after each move of a game of two, where its table is there."""
    bot = exact_bot(seen.game.players, seen.game.options)
    if not isinstance(bot, ExactBot) or not bot.ready(seen):
        return None
    return [worth(seen.view, action) for action in moves]


def worth(view: View, action: int) -> float:
    """The exact value of an action for the seat that must act, two players."""
    table = solve(view.steps, view.hat_step)
    me, you = view.step[view.turn], view.step[1 - view.turn]
    hat = ON_FIELD if view.hat < 0 else MINE if view.hat == view.turn else YOURS
    known = sum(1 << (value - 1) for value in view.noted if value)
    if action in (Action.UP, Action.DOWN, Action.PASS):
        return _after(table, hat, me, you, known, _landing(me, view.stones[view.open - 1], action), view)
    values = [view.noted[action]] if view.noted[action] else [v for v in range(1, 7) if v not in view.noted]
    return sum(_best_way(table, hat, me, you, known, value, view) for value in values) / len(values)


def _best_way(table: Any, hat: int, me: int, you: int, known: int, value: int, view: View) -> float:
    """The better direction with a stone of this value."""
    seen, top = known | 1 << (value - 1), view.steps + (hat == MINE)
    fields = [field for field in (me + value, me - value) if 1 <= field <= top] or [me]
    return max(_after(table, hat, me, you, seen, field, view) for field in fields)


def _after(table: Any, hat: int, me: int, you: int, known: int, field: int, view: View) -> float:
    """The value after landing on a field; who stays has not arrived (R-05)."""
    told = _plain(completed)(known)
    if field == me:
        turned = {ON_FIELD: ON_FIELD, MINE: YOURS, YOURS: MINE}[hat]
        return float(-table[turned, you, me, told])
    return float(_plain(arrive)(table, hat, field, you, told, view.steps, view.hat_step, 1.0))


def _landing(me: int, value: int, action: int) -> int:
    return me if action == Action.PASS else me + value if action == Action.UP else me - value


def _plain(f: Any) -> Any:
    """A rule as plain Python: it calls no other rule."""
    return getattr(f, "py_func", f)
