"""Which cards a sensible player gives away or discards, in plain Python: what the rulebook's advice says.

A starting card or a joker is the best gift for a partner with nobody on the track, an exact number for one who waits
near the hall; otherwise one gives what one needs least. An opponent gets nothing that helps.
"""

from hatbox.games.great_hall.state import (
    BEDS,
    DORMITORY,
    HALL,
    KINDS,
    POINTS,
    QUARTERS,
    USES,
    Action,
    Kind,
    Phase,
    State,
    Use,
    houses,
)

NEEDED, WILD, EXACT, SPARE, PLAIN = 10.0, 8.0, 6.0, 4.0, 1.0  # what a card is worth to its holder
SECOND = 3.0  # a second starting card while the first is needed
STARTS = [kind for kind in range(KINDS) if Use.START in USES[kind]]


def sensible(s: State, seat: int, moves: list[int]) -> list[int]:
    """Gifts and discards that cost least; all moves of the other phases."""
    if s.phase == Phase.EXCHANGE:
        costs = {move: gift_cost(s, seat, move - Action.GIVE) for move in moves}
    elif Action.THROW <= moves[0] < Action.FOLD:
        costs = {move: worth_to(s, seat, move - Action.THROW, list(s.hand[seat])) for move in moves}
    else:
        return moves
    return [move for move in moves if costs[move] == min(costs.values())]


def gift_cost(s: State, seat: int, kind: int) -> float:
    """What a gift takes from the giver, less what it brings to a partner or more what it brings to an opponent."""
    other = (seat + 2) % 4 if s.players == 4 else (seat + 1) % s.players
    brings = worth_to(s, other, kind, [])
    return worth_to(s, seat, kind, list(s.hand[seat])) + (-brings if s.players == 4 else brings)


def worth_to(s: State, seat: int, kind: int, hand: list[int]) -> float:
    """How much a seat needs one card of a kind, as far as its figures tell and this hand has no other for it."""
    house = leads(s, seat)
    places = [int(place) for place in s.pos[house][:BEDS]]
    in_bed, on_track = DORMITORY in places, any(place < DORMITORY for place in places)
    worth = WILD if kind == Kind.JOKER else PLAIN
    if kind in STARTS and in_bed:
        others = sum(hand[k] for k in STARTS) > 1 if hand else False
        need = NEEDED if not on_track else SPARE
        worth = max(
            worth + (SECOND if kind == Kind.JOKER else 0.0),
            min(need, SECOND) if others else need + bool(hand),
        )
    if set(points_of(kind)) & set(exact_points(s, house, places)) and kind != Kind.JOKER:
        worth = max(worth, EXACT)
    return worth


def leads(s: State, seat: int) -> int:
    """GH-60: the house whose figures a seat moves."""
    own = houses(s)[seat]
    home = all(place >= HALL for place in s.pos[own])
    return own ^ 2 if s.players == 4 and home else own


def points_of(kind: int) -> list[int]:
    """The steps that a card can be used for."""
    return [int(POINTS[mode]) for mode in USES[kind] if POINTS[mode] > 0]


def exact_points(s: State, house: int, places: list[int]) -> list[int]:
    """The steps that bring a waiting figure into the hall (GH-40)."""
    apart = int(QUARTERS[s.track_len])
    left = [(house * apart - place) % (4 * apart) for place in places if place < DORMITORY]
    return [distance + 1 for distance in left if distance > 0]
