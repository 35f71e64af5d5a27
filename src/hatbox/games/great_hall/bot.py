"""What a bot needs to know of Great Hall: how far each house is, and a first sight of moves."""

from typing import Any

from hatbox.engine.curves import tanh
from hatbox.engine.jit import rule
from hatbox.engine.record import Int32s, Values
from hatbox.games.great_hall.choices import USE_COUNT, USE_TABLE, caretaker_can, figures_can
from hatbox.games.great_hall.gifts import reluctance
from hatbox.games.great_hall.state import (
    BEDS,
    CARDS,
    DORMITORY,
    HALL,
    HOUSES,
    KINDS,
    MODES,
    NONE,
    Action,
    Kind,
    Phase,
    State,
)
from hatbox.games.great_hall.track import controlled, house_of, ring, start_field

__all__ = ["evaluate", "forget", "prefer", "reluctance", "sides", "sightings", "turn_number"]

WEIGHING = {"sharpness": 2.0, "horizon": 4}  # a turn of everybody shows what the cards are worth
MANNER = {"horizon": 1, "glances": 0, "exploration": 0.3}  # random play to the end of the game tells nothing
ARRIVED, STARTED = (
    140.0,
    14.0,
)  # points of a figure in the hall, and of one that stands protected on its start
AHEAD = (
    400.0  # points of a good lead; at 840, with six figures in the hall, the scale still tells leads apart
)
NEVER = -2.0  # a joker for what a plain card in hand can do: the search does not even try it
SPREAD = 0.15  # values of moves lie so much closer together here than in other games


@rule
def figure_points(s: State, house: int, place: int) -> float:
    """The nearer to the hall the better; a figure in bed counts nothing."""
    if place == HALL:
        return ARRIVED
    if place >= DORMITORY:
        return 0.0
    left = (start_field(s, house) - place) % ring(s)
    if left == 0:
        return STARTED
    return 12.0 + 38.0 * (ring(s) - left) / ring(s) + (6.0 if left <= 8 else 0.0)


@rule
def house_points(s: State, house: int) -> float:
    """All figures of a house together."""
    points = 0.0
    for i in range(BEDS):
        points += figure_points(s, house, s.pos[house, i])
    return points


@rule
def evaluate(s: State, out: Values) -> None:
    """Points against those of the other team, or of the average rival."""
    total = 0.0
    for house in range(HOUSES):
        total += house_points(s, house)
    for seat in range(s.players):
        own = house_points(s, house_of(s, seat))
        if s.players == 4:
            own += house_points(s, house_of(s, seat) ^ 2)
            out[seat] = tanh((2.0 * own - total) / AHEAD)
        else:
            out[seat] = tanh((own - (total - own) / (s.players - 1)) / AHEAD)


@rule
def is_in_hand(s: State, mode: int) -> bool:
    """Whether a plain card of the seat on turn can be used for this."""
    for kind in range(Kind.JOKER):
        if s.hand[s.turn, kind] > 0:
            for k in range(USE_COUNT[kind]):
                if USE_TABLE[kind, k] == mode:
                    return True
    return False


@rule
def joker_is_needed(s: State) -> bool:
    """Whether a joker can do something here that no plain card in hand can do."""
    house = controlled(s)
    for mode in range(MODES):
        if not is_in_hand(s, mode) and (caretaker_can(s, mode) or figures_can(s, house, mode)):
            return True
    return False


@rule
def wastes_joker(s: State, action: int) -> bool:
    """Whether this spends a joker on what a plain card in hand can do; a drawn one must be played (GH-83)."""
    if s.phase == Phase.CARD:
        return action == Action.PLAY + Kind.JOKER and s.drawn == NONE and not joker_is_needed(s)
    return (
        s.phase == Phase.MODE
        and s.sel_kind == Kind.JOKER
        and is_in_hand(s, action - Action.USE)
        and joker_is_needed(s)
    )


@rule
def prefer(s: State, action: int) -> float:
    """Into the hall, out of bed; everything else looks alike, but jokers are not wasted."""
    if action == Action.ENTER:
        return 1.0
    if wastes_joker(s, action):
        return NEVER
    return 0.9 if action == Action.USE else 0.5


@rule
def sides(s: State) -> int:
    """Four players are two teams (GH-02)."""
    return 2 if s.players == 4 else int(s.players)


@rule
def turn_number(s: State) -> int:
    """Lesser players choose among whole plays: a card alone does not tell what it is good for."""
    return int(s.ply)


# ---- what is to be remembered ----------------------------------------------------------------------------------


@rule
def sightings(s: State, seat: int, history: Any, actions: Int32s, out: Any) -> int:
    """The discards, each with its number and kind: those of this round are in view, all others lie below."""
    count = 0
    for kind in range(KINDS):
        below = s.discard[kind]
        for other in range(s.players):
            below -= s.laid[other, kind]
        for number in range(below):
            out[count].slot = kind * CARDS + number
            out[count].what = kind
            out[count].when = -1  # discards are not dated, so that nobody has to go through the last actions
            out[count].moved = 0
            count += 1
    return count


@rule
def forget(s: State, seat: int, slot: int) -> None:
    """A discard that is forgotten could be anywhere: it is reckoned among the unseen cards."""
    kind = slot // CARDS
    if s.discard[kind] > 0:
        s.discard[kind] -= 1
        s.stock[kind] += 1
