"""What a seat may know: its own hand, what it gave and received, and everything that lay open."""

from hatbox.games.great_hall.guess import resample
from hatbox.games.great_hall.senses import OBSERVATION, observe
from hatbox.games.great_hall.state import (
    CARD,
    CARD_NAMES,
    DISCARD,
    DISCARD_AGAIN,
    ENDED,
    EXCHANGE,
    HALL_OR_WALK,
    KINDS,
    MODE,
    NONE,
    PIECE,
    STEPS,
    TARGET,
    TRACK_LENGTHS,
    UNUSED,
    State,
    houses,
)
from hatbox.rooms import View

__all__ = ["OBSERVATION", "GreatHallView", "observe", "resample", "view"]

CHOOSING = {
    EXCHANGE: "gift", CARD: "card", MODE: "use", PIECE: "figure", STEPS: "steps", HALL_OR_WALK: "hall",
    TARGET: "target", DISCARD: "discard", DISCARD_AGAIN: "discard_again", ENDED: "nothing",
}  # fmt: skip


class GreatHallView(View, frozen=True, kw_only=True):
    """The table as one sees it; cards by their names in the word list, places 64: dormitory, 65: hall."""

    track: int  # fields of the ring
    houses: list[int]  # the house of each seat
    figures: list[list[int]]  # per house
    caretaker: int  # his field, -1: in the hall
    hand: list[str]  # the viewer's own cards
    hand_sizes: list[int]
    given: str  # the viewer's gift of this round, empty: none yet
    gift_is_there: bool  # the receiver surely still has it
    received: str
    chosen: list[int]  # seats that have chosen their gift while the exchange goes on
    laid: list[list[str]]  # what each seat has laid down in this round
    stock: int  # how many cards
    discard: int
    top: str  # the card that lies open on the discards, empty: none
    discarded: list[int]  # the memory aid: discards per kind; empty without it
    dealer: int
    round: int
    hand_size: int
    folded: list[int]  # seats that are out of this round
    choosing: str
    card: str  # being carried out
    mode: int  # how it is used, -1: not chosen
    piece: int  # field of the chosen figure
    steps: int
    seven_left: int
    moved: list[int]  # fields of figures that have taken their part of the 7
    drawn: str  # the card the viewer has just drawn
    winner: int  # -1 nobody, 9 draw, else the team or the seat


def card_name(kind: int) -> str:
    """A card's name in the word list, empty for none."""
    return CARD_NAMES[kind] if kind != NONE else ""


def names_of(counts: list[int]) -> list[str]:
    """Single cards of a heap."""
    return [CARD_NAMES[kind] for kind in range(KINDS) for _ in range(counts[kind])]


def receiver_of(s: State, giver: int) -> int:
    """GH-11, GH-82: the partner, or the left neighbour."""
    return (giver + 2) % 4 if s.players == 4 else (giver + 1) % s.players


def giver_to(s: State, seat: int) -> int:
    """Whose gift this seat gets."""
    return next(giver for giver in range(s.players) if receiver_of(s, giver) == seat)


def _own(s: State, seat: int) -> dict[str, object]:
    """What only the seat itself sees; nothing for a spectator."""
    if seat < 0:
        return {"hand": [], "given": "", "gift_is_there": False, "received": "", "drawn": ""}
    exchanged, kind = s.phase != EXCHANGE, s.given[seat]
    return {
        "hand": names_of(s.hand[seat]),
        "given": card_name(kind),
        "gift_is_there": exchanged and s.laid[receiver_of(s, seat)][kind] == 0,
        "received": card_name(s.given[giver_to(s, seat)]) if exchanged else "",
        "drawn": card_name(s.drawn) if seat == s.turn else "",
    }


def view(s: State, seat: int, aid: bool) -> GreatHallView:
    """The table for a seat or a spectator; `aid` counts the discards."""
    seats = range(s.players)
    return GreatHallView(
        **View.shared(s, seat),
        **_own(s, seat),  # type: ignore[arg-type]
        track=TRACK_LENGTHS[s.track_len],
        houses=houses(s),
        figures=[[place for place in row if place != UNUSED] for row in s.pos],
        caretaker=s.caretaker_at,
        hand_sizes=[sum(s.hand[other]) for other in seats],
        chosen=[other for other in seats if s.phase == EXCHANGE and s.given[other] != NONE],
        laid=[names_of(s.laid[other]) for other in seats],
        stock=sum(s.stock),
        discard=sum(s.discard),
        top=card_name(s.top),
        discarded=list(s.discard) if aid else [],
        dealer=s.dealer,
        round=s.round_number,
        hand_size=s.hand_size,
        folded=[other for other in seats if s.folded >> other & 1],
        choosing=CHOOSING[s.phase],
        card=card_name(s.sel_kind),
        mode=s.sel_mode,
        piece=s.sel_piece,
        steps=max(s.sel_steps, 0),
        seven_left=s.seven_left,
        moved=sorted(s.pos[bit // 4][bit % 4] for bit in range(16) if s.moved >> bit & 1),
        winner=s.winner,
    )
