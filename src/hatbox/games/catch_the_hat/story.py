"""What happened on the wheel, as typed events."""

from hatbox.games.catch_the_hat.board import GREY, way_along_track, way_home
from hatbox.games.catch_the_hat.knowledge import score
from hatbox.games.catch_the_hat.refusals import why_not
from hatbox.games.catch_the_hat.state import (
    DEST,
    EVERY_FIELD,
    GOLD,
    HATS,
    LAST_STANDING,
    MOST_CAPTURED,
    NO_TEAMS,
    NONE,
    PASS,
    SIX,
    STOP,
    State,
    captives,
    colours,
    home_of,
    is_free,
    owner,
    pieces_on,
    side,
    team,
)
from hatbox.rooms import Event

__all__ = ["tell", "why_not"]


class Rolled(Event, frozen=True):
    """The die shows a number."""

    seat: int
    value: int


class HatLeavesHome(Event, frozen=True):
    """A plain hat comes out, field by field."""

    seat: int
    hat: int
    count: int
    path: list[int]


class HatMoves(Event, frozen=True):
    """A single hat walks, field by field."""

    seat: int
    hat: int
    count: int
    path: list[int]


class TowerMoves(Event, frozen=True):
    """A hat walks with all that it carries, field by field."""

    seat: int
    hat: int
    count: int
    path: list[int]


class WalksOnFromHome(Event, frozen=True):
    """The hat that brought its load home uses up the roll, field by field."""

    seat: int
    hat: int
    path: list[int]


class Caught(Event, frozen=True):
    """Pieces of several players are caught at once."""

    seat: int
    hat: int
    count: int
    field: int
    hats: list[int]


class CaughtFrom(Event, frozen=True):
    """One player's pieces are caught, with all that they carry."""

    seat: int
    hat: int
    count: int
    field: int
    hats: list[int]
    loser: int


class BroughtHome(Event, frozen=True):
    """Caught hats are jailed and count from now on, for the owner of the hat that brought them."""

    seat: int
    owner: int
    count: int
    hats: list[int]


class Freed(Event, frozen=True):
    """Caught hats are back on the homes of their own colours."""

    seat: int
    count: int
    hats: list[int]


class MissedMove(Event, frozen=True):
    """There was no legal move."""

    seat: int


class RollsAgain(Event, frozen=True):
    """A six gave one more roll."""

    seat: int


class StopsAfterSix(Event, frozen=True):
    """The extra roll was declined."""

    seat: int


class NoHatsLeft(Event, frozen=True):
    """A player has lost the last free hat."""

    seat: int


class GoldenCaught(Event, frozen=True):
    """Somebody carries the golden hat now."""

    seat: int
    hat: int


class GoldenWorn(Event, frozen=True):
    """The golden hat has come home and has its power."""

    seat: int
    hat: int


class GoldenLost(Event, frozen=True):
    """The wearer was caught; the golden hat has no power."""


class EndOneColour(Event, frozen=True):
    """Only one colour, or one team, has free hats."""


class EndScoreLine(Event, frozen=True):
    """What a player has caught."""

    seat: int
    count: int


class EndLastStanding(Event, frozen=True):
    """The last one left wins (`goal=last_standing`)."""

    seat: int


class EndTower(Event, frozen=True):
    """The one on top wins (`goal=tower`)."""

    seat: int


class EndTeam(Event, frozen=True):
    """A team has caught more (1: seats 0, 2, 4)."""

    team: int
    score: int


# ---- a move ------------------------------------------------------------------------------------------------------


def path_of(s: State, field: int) -> list[int]:
    """CH-R04: the fields that the picked piece steps on, fixed by its destination."""
    here, me = int(s.pos[s.picked]), owner(s, s.picked)
    along = way_along_track(side(s), here, s.die, field)
    if along is not None:
        return along
    home = way_home(side(s), here, colours(s)[me])
    assert home is not None
    if home[-1] == field:
        return home
    out = way_along_track(side(s), home[-1], s.die - len(home), field)
    assert out is not None
    return home + out


def walked(before: State, path: list[int]) -> Event:
    """How the picked piece goes."""
    me, seat = int(before.picked), int(before.turn)
    loaded = captives(before, me) or (before.gold_boss == me and not before.gold_worn)
    if before.pos[me] == home_of(before, owner(before, me)) and before.phase == DEST:
        return HatLeavesHome(seat, me, len(path), path)
    return (TowerMoves if loaded else HatMoves)(seat, me, len(path), path)


def victims(before: State, field: int) -> list[int]:
    """The top hats that the picked piece catches on a field."""
    mine = team(before, owner(before, before.picked))
    return [hat for hat in pieces_on(before, field) if team(before, owner(before, hat)) != mine]


def load_of(s: State, tops: list[int]) -> list[int]:
    """These pieces, hat by hat."""
    return [hat for top in tops for hat in (top, *captives(s, top))]


def catching(before: State, field: int) -> list[Event]:
    """CH-15, CH-18, CH-49, CH-53: what is caught on a field, and what that sets free (`free_on_capture`)."""
    me, seat, tops = int(before.picked), int(before.turn), victims(before, field)
    friends = [hat for hat in load_of(before, tops) if team(before, owner(before, hat)) == _team(before)]
    freed = friends if before.free_on_capture else []
    hats = [hat for hat in load_of(before, tops) if hat not in freed]
    losers = sorted({owner(before, top) for top in tops})
    events: list[Event] = []
    if len(losers) == 1:
        events.append(CaughtFrom(seat, me, len(hats), field, hats, losers[0]))
    elif losers:
        events.append(Caught(seat, me, len(hats), field, hats))
    if freed:
        events.append(Freed(seat, len(freed), freed))
    if before.gold_boss in tops and before.gold_worn:
        events.append(GoldenLost())
    if before.gold_boss in tops or (before.gold_boss == NONE and before.gold_pos == field):
        events.append(GoldenCaught(seat, me))
    return events


def coming_home(before: State, load: list[int]) -> list[Event]:
    """CH-29, CH-44, CH-50: jailed, freed, and the golden hat put on."""
    me, seat = int(before.picked), int(before.turn)
    freed = [hat for hat in load if team(before, owner(before, hat)) == _team(before)]
    jailed = [hat for hat in load if hat not in freed]
    events: list[Event] = [BroughtHome(seat, owner(before, me), len(jailed), jailed)] if jailed else []
    if freed:
        events.append(Freed(seat, len(freed), freed))
    if before.gold_boss == me and not before.gold_worn:
        events.append(GoldenWorn(seat, me))
    return events


def _team(before: State) -> int:
    """The team of the picked piece."""
    return team(before, owner(before, before.picked))


def moved(before: State, field: int) -> list[Event]:
    """An ordinary move, perhaps by home."""
    me, path = int(before.picked), path_of(before, field)
    home = home_of(before, owner(before, me))
    end = [] if GREY[side(before), field] or field == home else catching(before, field)
    if home not in path:
        return [walked(before, path), *end]
    door = path.index(home) + 1
    events = [walked(before, path[:door]), *coming_home(before, captives(before, me))]
    rest = path[door:]
    return [*events, *([WalksOnFromHome(int(before.turn), me, rest)] if rest else []), *end]


def golden_step(before: State, field: int, after: State) -> list[Event]:
    """One step of the wearer: catch where it turns, go, come home or catch (CH-52, CH-R13)."""
    me, every_field = int(before.picked), before.gold_capture == EVERY_FIELD
    here, home = int(before.pos[me]), home_of(before, owner(before, me))
    turns = field == before.prev and here != home and not every_field
    events = catching(before, here) if turns else []
    if after.pos[me] == here:
        return events  # the catch has ended the game
    events.append(walked(before, [field]))
    if field == home:
        caught = load_of(before, victims(before, here)) if turns else []
        kept = [hat for hat in caught if not (before.free_on_capture and is_free(after, hat))]
        return events + coming_home(before, captives(before, me) + kept)
    return events + (catching(before, field) if every_field or before.pips == 1 else [])


# ---- after the move ----------------------------------------------------------------------------------------------


def lost_everything(before: State, after: State) -> list[Event]:
    """CH-36: who had a free hat and has none now."""
    hats = range(HATS)
    had = {owner(before, hat) for hat in hats if is_free(before, hat)}
    return [
        NoHatsLeft(seat) for seat in sorted(had - {owner(after, hat) for hat in hats if is_free(after, hat)})
    ]


def ended(after: State) -> list[Event]:
    """The last events: why it is over, the scores, and who wins by another goal or as a team."""
    scores = [score(after, seat) for seat in range(after.players)]
    events: list[Event] = [] if after.capped else [EndOneColour()]
    events += [EndScoreLine(seat, count) for seat, count in enumerate(scores)]
    first = (after.winner_mask & -after.winner_mask).bit_length() - 1
    if after.teams != NO_TEAMS:
        if after.goal == MOST_CAPTURED and after.winner_mask != (1 << after.players) - 1:
            events.append(EndTeam(first + 1, sum(scores[first::2])))
    elif after.goal != MOST_CAPTURED and after.winner_mask.bit_count() == 1:
        events.append(EndLastStanding(first) if after.goal == LAST_STANDING else EndTower(first))
    return events


def tell(before: State, action: int, after: State) -> list[Event]:
    """What one action did, in the order in which it is shown."""
    seat, events = int(before.turn), list[Event]()
    if before.phase == DEST:
        events += moved(before, action)
    elif before.phase == GOLD and action != STOP:
        events += golden_step(before, action, after)
    elif action == PASS:
        events.append(MissedMove(seat))
    elif before.phase == SIX and action == STOP:
        events.append(StopsAfterSix(seat))
    if before.phase in (DEST, GOLD):
        events += lost_everything(before, after)
    if after.over:
        return events + ended(after)
    if after.rolls > before.rolls:
        again = [RollsAgain(seat)] if after.extra > before.extra else []
        events += [*again, Rolled(int(after.turn), int(after.die))]
    return events
