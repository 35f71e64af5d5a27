"""What happened to the hats, as typed events, and why a move bounces.

Animals stand there by name, hats by their place, counted from 1.
"""

from hatbox.games.vanished_animal.board import PAIR
from hatbox.games.vanished_animal.knowledge import animal_name
from hatbox.games.vanished_animal.state import (
    ACT,
    BOX,
    DRAW,
    NAME,
    NAMES,
    NO_SWAP,
    NOBODY,
    NONE,
    SKIP2,
    SWAP,
    SWAP2,
    SWAPPING,
    State,
)
from hatbox.rooms import Event, Refusal

ONE_THING = Refusal("VA-08", "one_thing", "Look into a hat or name the animal: only one of the two.")
NO_PASS = Refusal("VA-08", "no_pass", "You cannot skip. Look into a hat or name the animal.")
LOOK_AT_NEW = Refusal("VA-09", "look_at_new", "House rule: first look into a hat you have not seen.")
MUST_SWAP = Refusal("VA-10", "must_swap", "You must swap the hat you looked into.")
SWAP_OTHER = Refusal("VA-10", "swap_other", "A hat cannot be swapped with itself. Choose another one.")
FIRST_SWAP = Refusal("VA-21", "first_swap", "Swap the hat you looked into; a second swap comes after that.")
SECOND_SWAP = Refusal(
    "VA-21", "second_swap", "You have swapped this hat. Now swap two hats of your choice, or none."
)
OTHER_HATS = Refusal("VA-21", "other_hats", "Take two hats that have not just been swapped.")


class RoundStarts(Event, frozen=True):
    """All hats are mixed, one vanishes into the box."""

    seat: int
    round: int


class Looked(Event, frozen=True):
    """Somebody looked into a hat; only that seat sees the animal, and the log forgets it."""

    seat: int
    hat: int
    animal: str

    @property
    def reveals(self) -> bool:
        """A look cannot be unseen."""
        return True

    def seen_by(self, seat: int) -> Event:
        """VA-09: the others see only which hat it was."""
        return self if seat == self.seat else self.later()

    def later(self) -> Event:
        """Only that somebody looked: remembering the animal is the game."""
        return Looked(self.seat, self.hat, "")


class Swapped(Event, frozen=True):
    """The hat looked into changed places with another, in view of everybody."""

    seat: int
    first: int
    second: int


class SwappedAgain(Event, frozen=True):
    """The expert's second swap."""

    seat: int
    first: int
    second: int


class NotSwapped(Event, frozen=True):
    """Somebody left the hats as they stand."""

    seat: int


class Named(Event, frozen=True):
    """Somebody said which animal has vanished."""

    seat: int
    animal: str

    @property
    def reveals(self) -> bool:
        """A word cannot be unsaid, and its speaker looks into the box."""
        return True


class NamedRight(Event, frozen=True):
    """The name was right and wins the round."""

    seat: int


class NamedWrong(Event, frozen=True):
    """The name was wrong; only its speaker sees what is in the box."""

    seat: int
    box: str

    @property
    def reveals(self) -> bool:
        """The speaker knows the vanished animal now."""
        return True

    def seen_by(self, seat: int) -> Event:
        """VA-14: the secret stays with the one who is out."""
        return self if seat == self.seat else self.later()

    def later(self) -> Event:
        """Only that it was wrong."""
        return NamedWrong(self.seat, "")


class LastOneLeft(Event, frozen=True):
    """Everybody else is out: the round is won without a word."""

    seat: int


class RoundVoid(Event, frozen=True):
    """Nobody won the round before its cap."""


class Revealed(Event, frozen=True):
    """All hats are turned at the end of a round: the vanished animal and the five places."""

    animal: str
    hats: list[str]

    @property
    def reveals(self) -> bool:
        """Everybody sees everything."""
        return True


class TokenTaken(Event, frozen=True):
    """The round's winner takes a hat token."""

    seat: int


class WandTaken(Event, frozen=True):
    """The round's winner takes the wand."""

    seat: int


class EndWand(Event, frozen=True):
    """The owner of the wand has won the game."""

    seat: int


class EndNobody(Event, frozen=True):
    """Too many void rounds ended the game."""


def tell(before: State, action: int, after: State) -> list[Event]:
    """What one action did, in the order in which it is shown."""
    me = before.turn
    if action < NAME:
        return [Looked(me, action + 1, NAMES[before.hats[action]])]
    if action < SWAP:
        return [Named(me, NAMES[action - NAME]), *_judged(before, action - NAME, after)]
    return [_swapped(before, action), *_round_end(before, NOBODY, after)]


def _swapped(before: State, action: int) -> Event:
    """Which two hats changed places, if any."""
    me = before.turn
    if action in (NO_SWAP, SKIP2):
        return NotSwapped(me)
    if action < NO_SWAP:
        return Swapped(me, before.peek + 1, action - SWAP + 1)
    one, other = PAIR[action - SWAP2].tolist()
    return SwappedAgain(me, one + 1, other + 1)


def _judged(before: State, animal: int, after: State) -> list[Event]:
    """Right or wrong, and what follows (VA-13…15)."""
    me, box = before.turn, before.hats[BOX]
    if animal == box:
        return [NamedRight(me), *_round_end(before, me, after)]
    wrong = NamedWrong(me, NAMES[box])
    left = [seat for seat in range(before.players) if seat != me and not before.out >> seat & 1]
    if len(left) == 1:
        return [wrong, LastOneLeft(left[0]), *_round_end(before, left[0], after)]
    return [wrong, *_round_end(before, NOBODY, after)]


def _round_end(before: State, winner: int, after: State) -> list[Event]:
    """Void or won, the hats shown, token or wand, the next round; nothing while the round goes on."""
    if after.rounds == before.rounds and not after.over:
        return []
    events: list[Event] = [RoundVoid()] if winner == NOBODY else []
    if after.told[0] != NONE:
        shown = [animal_name(animal) for animal in after.told]
        events.append(Revealed(shown[BOX], shown[:BOX]))
    if after.winner == DRAW:
        return [*events, EndNobody()]
    if after.over:
        return [*events, WandTaken(winner), EndWand(winner)]
    if winner != NOBODY:
        events.append(TokenTaken(winner))
    return [*events, RoundStarts(after.turn, after.rounds)]


# ---- why not ---------------------------------------------------------------------------------------------


def why_not(s: State, action: int) -> Refusal:
    """The rule that forbids an action now."""
    if s.phase == ACT:
        return _why_not_act(action)
    if action < SWAP:
        return ONE_THING
    return _why_not_swap(s, action) if s.phase == SWAPPING else _why_not_again(action)


def _why_not_act(action: int) -> Refusal:
    """Neither a look nor a name, or a second look (`no_repeek`)."""
    if action < NAME:
        return LOOK_AT_NEW
    return NO_PASS if action in (NO_SWAP, SKIP2) else ONE_THING


def _why_not_swap(s: State, action: int) -> Refusal:
    """No partner, no swap at all, or the second swap too early."""
    if action == NO_SWAP:
        return MUST_SWAP
    return SWAP_OTHER if action == SWAP + s.peek else FIRST_SWAP


def _why_not_again(action: int) -> Refusal:
    """The first swap once more, or one of its two hats (`other_three`)."""
    return SECOND_SWAP if action < SWAP2 else OTHER_HATS
