"""What happened on the stairs, as typed events, and why a move bounces."""

from hatbox.games.hat_stairs.state import (
    BOUNCE,
    CHOOSE_STONE,
    DOWN,
    NONE,
    ON_ITS_STEP,
    PASS,
    PLACES,
    START,
    UP,
    State,
)
from hatbox.rooms import Event, Refusal


class StoneTurned(Event, frozen=True):
    """A stone lies open for all to see; the log forgets its value."""

    seat: int
    place: int
    value: int

    @property
    def reveals(self) -> bool:
        """Everybody sees the value."""
        return True

    def later(self) -> Event:
        """Only that the stone was turned: remembering the value is the game."""
        return StoneTurned(self.seat, self.place, 0)


class StoneHidden(Event, frozen=True):
    """The guardian is back on top."""

    place: int


class GoesUp(Event, frozen=True):
    """An apprentice climbs, field by field."""

    seat: int
    count: int
    step: int
    path: list[int]


class GoesDown(Event, frozen=True):
    """An apprentice goes down, field by field."""

    seat: int
    count: int
    step: int
    path: list[int]


class Bounces(Event, frozen=True):
    """An apprentice turned round at the end of the stairs (`bounce`)."""

    seat: int
    step: int
    path: list[int]


class Stays(Event, frozen=True):
    """Neither direction was open."""

    seat: int
    step: int


class HatTaken(Event, frozen=True):
    """Somebody landed on the hat field."""

    seat: int


class HatSnatched(Event, frozen=True):
    """A newcomer took the hat from its wearer."""

    seat: int
    loser: int


class HatGiven(Event, frozen=True):
    """The wearer met one other apprentice, who now has the hat."""

    seat: int
    loser: int


class HatKept(Event, frozen=True):
    """The wearer met several others and keeps the hat."""

    seat: int


class StonesMixed(Event, frozen=True):
    """All stones were mixed after the hat changed heads."""


class StonesMixedAgain(Event, frozen=True):
    """All stones were mixed because nothing happened for long (`stall_remix`)."""

    count: int


class EndLarder(Event, frozen=True):
    """The wearer is in the larder and has won."""

    seat: int


class EndNobody(Event, frozen=True):
    """The cap of turns ended the game."""


def path_of(s: State, action: int) -> list[int]:
    """The fields an apprentice steps on, turning round at an end where it must."""
    field, top = int(s.step[s.turn]), int(s.steps) + (s.hat == s.turn)
    way, path = (1 if action == UP else -1), []
    for _ in range(s.stones[s.open]):
        if not START <= field + way <= top:
            way = -way
        field += way
        path.append(field)
    return path


def walked(before: State, action: int) -> Event:
    """How the apprentice went."""
    me, path = int(before.turn), path_of(before, action)
    if len(set(path)) < len(path) or (path[0] > before.step[me]) != (action == UP):
        return Bounces(me, path[-1], path)
    kind = GoesUp if action == UP else GoesDown
    return kind(me, len(path), path[-1], path)


def hat_events(before: State, after: State) -> list[Event]:
    """What the arrival meant for the hat."""
    me, old, new = int(before.turn), int(before.hat), int(after.hat)
    if old == new:
        company = [seat for seat in range(before.players) if after.step[seat] == after.step[me]]
        arrived = after.step[me] != before.step[me]
        return [HatKept(me)] if old == me and arrived and len(company) > 2 else []
    if old == ON_ITS_STEP:
        return [HatTaken(me)]
    return [HatGiven(new, old)] if old == me else [HatSnatched(new, old)]


def ended(after: State) -> list[Event]:
    """The last event of a game."""
    if not after.over:
        return []
    return [EndLarder(int(after.winner))] if after.winner >= 0 else [EndNobody()]


def tell(before: State, action: int, after: State) -> list[Event]:
    """What one action did, in the order in which it is shown."""
    if before.phase == CHOOSE_STONE:
        turned = StoneTurned(int(before.turn), action + 1, int(before.stones[action]))
        lies_open = after.open == action or before.open_stones  # also one that fits nowhere
        return [turned] if lies_open else [turned, StoneHidden(action + 1)]
    me = int(before.turn)
    events: list[Event] = [Stays(me, int(before.step[me])) if action == PASS else walked(before, action)]
    if after.winner == me:
        return [*events, *ended(after)]
    changes = hat_events(before, after)
    events += changes
    if before.hat != after.hat:
        events.append(StonesMixed())
    elif after.last == NONE:
        events.append(StonesMixedAgain(int(before.stall_remix)))
    elif not before.open_stones:
        events.append(StoneHidden(int(before.open) + 1))
    return events + ended(after)


def why_not(s: State, action: int) -> Refusal:
    """The rule that forbids an action now."""
    if s.phase == CHOOSE_STONE:
        return _why_no_stone(s, action)
    if action < PLACES:
        return Refusal("HS-07", "one_stone", "You may turn only one stone in your turn.")
    if action == PASS:
        return Refusal("HS-09", "must_move", "You must move. Staying put is not allowed.")
    if action == DOWN:
        return Refusal("HS-14", "below_start", "There are not enough steps below you. Go up.")
    return _why_not_up(s)


def _why_no_stone(s: State, action: int) -> Refusal:
    """A direction before a stone, or a stone that may not be taken again."""
    if action >= PLACES:
        return Refusal(
            "HS-09", "whole_value", "Turn a stone first: you move exactly as many steps as it shows."
        )
    if s.tried >> action & 1:
        return Refusal("HS-R05", "did_not_fit", "That stone did not fit. Take another one.")
    return Refusal("HS-R19", "same_stone", "House rule: take another stone than the last one.")


def _why_not_up(s: State) -> Refusal:
    """Up is closed: no hat for the larder, or too many dots."""
    assert s.overshoot != BOUNCE
    if s.hat != s.turn:
        return Refusal("HS-16", "hat_needed", "Only the one with the hat may enter the larder.")
    return Refusal("HS-15", "exact_larder", "That would be too far. You must land exactly in the larder.")
