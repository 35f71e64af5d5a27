"""What is asked and answered over HTTP besides seats and moves: help, hints, habits, devices, replay, fork."""

from hatbox.table.wire.protocol import Help, In, Out, SeatNumber, StandingAnswer


class Claim(In, frozen=True, kw_only=True):
    """Appear as the guest who made a one-time secret on another device."""

    secret: str


class Secret(Out, frozen=True, kw_only=True):
    """A secret for one person or bot; never part of a link that people share."""

    secret: str


class HelpWish(In, frozen=True, kw_only=True):
    """How much help a seat gets, openly; before the start."""

    seat: SeatNumber
    help: Help


class Standing(In, frozen=True, kw_only=True):
    """How a seat answers offers from now on."""

    seat: SeatNumber
    answer: StandingAnswer


class Mute(In, frozen=True, kw_only=True):
    """Whether I hear what a seat says."""

    seat: SeatNumber
    muted: bool


class HintMove(Out, frozen=True, kw_only=True):
    """A good move: its chance to win, and why as a key `reason_…` of the word list."""

    action: int
    text: str
    chance: float
    reason: str


class HintReply(Out, frozen=True, kw_only=True):
    """The best moves, best first, and the chances of all seats."""

    moves: list[HintMove]
    chances: list[float]
    margin: float
