"""What one action did, told from the states before and after it."""

from hatbox.games.great_hall.events import (
    CardPlayed,
    CardsExchanged,
    CaretakerBanished,
    CaretakerCatches,
    CaretakerMoves,
    CaretakerWakes,
    Dealt,
    Discarded,
    Drew,
    DroppedOut,
    EndNobody,
    EndSolo,
    EndTeam,
    FigureBack,
    FigureForward,
    FigureStarted,
    HallEntered,
    HelpsPartner,
    NoEffect,
    PrivateCardReceived,
    Reshuffled,
    SentToBed,
    Swapped,
    WalkedPast,
)
from hatbox.games.great_hall.knowledge import names_of, receiver_of
from hatbox.games.great_hall.refusals import why_not
from hatbox.games.great_hall.state import (
    AS_7,
    AS_NULL,
    AS_START,
    AS_SWAP,
    CARD_NAMES,
    CARETAKER,
    CAUGHT,
    DISCARD,
    DORMITORY,
    DRAW,
    EXCHANGE,
    FIGURE,
    FOLD,
    HALL,
    HALL_OR_WALK,
    HOUSE_NAMES,
    HOUSES,
    MODE,
    NONE,
    OTHER,
    PIECE,
    PLAY,
    POINTS,
    STEP,
    THROW,
    TRACK_LENGTHS,
    USE,
    State,
    houses,
)
from hatbox.rooms import Event

__all__ = ["tell", "why_not"]


class Scene:
    """The track while a move is told: who stands where."""

    def __init__(self, s: State) -> None:
        """Begin with the state before the move."""
        self.s = s
        self.length = TRACK_LENGTHS[s.track_len]
        self.standing = {f: house for house in range(HOUSES) for f in s.pos[house] if f < DORMITORY}
        self.events: list[Event] = []

    def start_of(self, house: int) -> int:
        """Its start field."""
        return house * self.length // 4

    def path(self, field: int, points: int) -> list[int]:
        """The fields stepped on, counter-clockwise for points below zero."""
        way = 1 if points > 0 else -1
        return [(field + way * k) % self.length for k in range(1, abs(points) + 1)]

    def bed(self, field: int, by: type[SentToBed] | type[CaretakerCatches]) -> None:
        """Whoever stands here goes to bed."""
        if field in self.standing:
            self.events.append(by(HOUSE_NAMES[self.standing.pop(field)], field))

    def arrive(self, house: int, field: int) -> None:
        """GH-33, GH-R10: what the last field of a move means."""
        if field == self.s.caretaker_at:
            if self.s.caretaker_landing == CAUGHT:
                self.events.append(CaretakerCatches(HOUSE_NAMES[house], field))
                return
            self.events.append(CaretakerBanished(self.s.turn, field))
        self.bed(field, SentToBed)
        self.standing[field] = house

    def start(self, house: int) -> None:
        """GH-20: out of bed."""
        field = self.start_of(house)
        self.events.append(FigureStarted(self.s.turn, HOUSE_NAMES[house], field))
        self.arrive(house, field)

    def go(self, field: int, points: int, into_hall: bool) -> None:
        """A figure goes into the hall or along the track; with a 7 it sweeps the way (GH-56)."""
        house = self.standing.pop(field)
        path, seat, name = self.path(field, points), self.s.turn, HOUSE_NAMES[house]
        if into_hall:
            self.events.append(HallEntered(seat, name, field, path[:-1]))
        else:
            kind = FigureForward if points > 0 else FigureBack
            self.events.append(kind(seat, abs(points), name, field, path))
        if self.s.sel_mode == AS_7:
            for passed in path[:-1]:
                self.bed(passed, SentToBed)
        if not into_hall:
            self.arrive(house, path[-1])
            if points > 0 and self.start_of(house) in path[:-1]:
                self.events.append(WalkedPast(name))

    def move_caretaker(self, points: int) -> None:
        """GH-72, GH-73, GH-R13."""
        path = self.path(self.s.caretaker_at, -points)
        self.events.append(CaretakerMoves(self.s.turn, abs(points), self.s.caretaker_at, path))
        for field in path[:-1]:
            swept = points == 7 and self.s.caretaker_seven_sweeps
            if swept and field in self.standing and field != self.start_of(self.standing[field]):
                self.bed(field, CaretakerCatches)
        self.bed(path[-1], CaretakerCatches)


def in_hall(s: State, house: int) -> int:
    """How many figures of a house are in the hall."""
    return s.pos[house].count(HALL)


def unseen(s: State) -> bool:
    """GH-11: cards are given face down, and shown when the last one has been chosen."""
    return s.phase == EXCHANGE


def exchanged(after: State) -> list[Event]:
    """GH-11: after the last choice; each receiver learns only its own card."""
    if after.phase == EXCHANGE:
        return []
    gifts: list[Event] = [
        PrivateCardReceived(giver, receiver_of(after, giver), CARD_NAMES[after.given[giver]])
        for giver in range(after.players)
    ]
    return [CardsExchanged(), *gifts]


def thrown(before: State, kind: int, after: State) -> list[Event]:
    """GH-83: a discard, and the card drawn for the first one."""
    events: list[Event] = [Discarded(before.turn, CARD_NAMES[kind])]
    if before.phase == DISCARD:
        events += [Reshuffled()] if sum(before.stock) == 0 else []
        events.append(Drew(before.turn, CARD_NAMES[after.drawn]))
    return events


def steps_taken(before: State, action: int, after: State) -> int:
    """How far the chosen figure went by this action; 0: more has to be chosen first."""
    if after.phase == HALL_OR_WALK or before.sel_mode == AS_SWAP:
        return 0
    if before.phase == HALL_OR_WALK:
        return before.sel_steps if before.sel_mode == AS_7 else int(POINTS[before.sel_mode])
    if before.phase == PIECE:
        return 0 if before.sel_mode == AS_7 else int(POINTS[before.sel_mode])
    return action - STEP


def moved(before: State, action: int, after: State) -> Scene:
    """A figure was chosen and perhaps went."""
    scene = Scene(before)
    field = action - FIGURE if before.phase == PIECE else before.sel_piece
    if points := steps_taken(before, action, after):
        house = scene.standing[field]
        scene.go(field, points, in_hall(after, house) > in_hall(before, house))
    return scene


def used(before: State, mode: int) -> Scene:
    """A card's function that needs no figure."""
    scene = Scene(before)
    if mode == AS_START:
        scene.start(next(house for house in own_houses(before) if not all_home(before, house)))
    elif mode == AS_NULL:
        scene.events.append(NoEffect(before.turn))
    return scene


def all_home(s: State, house: int) -> bool:
    """Every figure of a house is in the hall."""
    return all(place >= HALL for place in s.pos[house])


def own_houses(s: State) -> list[int]:
    """GH-60: the own house, then the partner's."""
    own = houses(s)[s.turn]
    return [own, own ^ 2] if s.players == 4 else [own]


def happened(before: State, action: int, after: State) -> Scene:
    """What was done on the track."""
    if action == CARETAKER:
        scene = Scene(before)
        scene.move_caretaker(int(POINTS[before.sel_mode]))
        return scene
    if action >= OTHER:
        scene = Scene(before)
        scene.events.append(Swapped(before.turn, before.sel_piece, action - OTHER))
        return scene
    if before.phase == MODE:
        return used(before, action - USE)
    return moved(before, action, after)


def carried_out(before: State, scene: Scene, after: State) -> list[Event]:
    """What follows from a card: the caretaker wakes, a seat is done."""
    if before.caretaker_at == NONE and after.caretaker_at != NONE:
        scene.events.append(CaretakerWakes(before.turn, after.caretaker_at))
        scene.bed(after.caretaker_at, CaretakerCatches)
    if before.players == 4 and not after.over:
        for seat in range(4):
            if all_home(after, seat) and not all_home(before, seat):
                scene.events.append(HelpsPartner(seat, seat ^ 2))
    return scene.events


def round_events(before: State, after: State) -> list[Event]:
    """GH-10: a new deal."""
    if after.round_number == before.round_number:
        return []
    short = sum(before.stock) < after.hand_size * after.players
    dealt = Dealt(after.dealer, after.hand_size)
    return [Reshuffled(), dealt] if short else [dealt]


def ended(after: State) -> list[Event]:
    """The last event of a game."""
    if not after.over:
        return []
    if after.winner == DRAW:
        return [EndNobody()]
    if after.players == 4:
        return [EndTeam(after.winner, after.winner + 2)]
    return [EndSolo(after.winner, after.solo_goal)]


def tell(before: State, action: int, after: State) -> list[Event]:
    """What one action did, in the order in which it is shown."""
    seat = before.turn
    events: list[Event]
    if action < PLAY:
        return exchanged(after)
    if action == FOLD:
        events = [DroppedOut(seat, names_of(before.hand[seat]))]
    elif action < THROW:
        null = after.ply > before.ply
        events = [CardPlayed(seat, CARD_NAMES[action - PLAY]), *([NoEffect(seat)] if null else [])]
    elif THROW <= action < FOLD:
        events = thrown(before, action - THROW, after)
    else:
        events = carried_out(before, happened(before, action, after), after)
    return [*events, *round_events(before, after), *ended(after)]
