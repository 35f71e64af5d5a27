"""What a seat sees of the hats: its current look, what it may note down, and the box once it is out."""

from typing import Annotated, Any

from hatbox.engine import schema
from hatbox.engine.jit import rule
from hatbox.engine.schema import SPECTATOR, Exactly, UpTo, Words
from hatbox.games.vanished_animal.rules import has_seen, is_out
from hatbox.games.vanished_animal.state import BOX, HATS, NAMES, NONE, PLACES, SEATS, Phase, State

ANIMAL = Words(*NAMES, name="Animal").or_none()
PER_SEAT = UpTo(SEATS, "players")


class View(schema.View, frozen=True, kw_only=True):
    """The hats as a viewer sees them: animals by name, "" where a hat is closed to this viewer; places from 1."""

    choosing: Annotated[str, Words("look_or_name", "swap", "second_swap", "nothing")]
    lifted: int  # the hat that a player is looking into right now, 0: none
    inside: Annotated[list[str], ANIMAL, Exactly(PLACES)]  # what is visible right now
    noted: Annotated[
        list[str], ANIMAL, Exactly(PLACES)
    ]  # the memory aid: what this seat has seen, at its current place
    box: Annotated[str, ANIMAL]  # the vanished animal for a seat that is out
    swapped: Annotated[list[int], UpTo(2)]  # the places of the first swap, while the second is being chosen
    out: Annotated[list[bool], PER_SEAT]
    named: Annotated[list[str], ANIMAL, PER_SEAT]  # the wrong names of this round
    tokens: Annotated[list[int], PER_SEAT]
    wins_needed: int
    round: int
    starter: int  # who started this round
    turns: int  # complete turns of this round
    voids: int
    told: Annotated[list[str], ANIMAL, Exactly(HATS)]  # what the end of the last round revealed
    winner: int


@rule
def view(s: State, seat: int, aid: bool, v: Any) -> None:
    """Show the table to a seat or a spectator; `aid` or the option `track_marks` turns on the memory aid."""
    looks = s.phase == Phase.SWAPPING and seat == s.turn
    for place in range(PLACES):
        known = seat != SPECTATOR and has_seen(s, seat, place) and (aid or s.track_marks)
        v.inside[place] = s.hats[place] if looks and place == s.peek else NONE
        v.noted[place] = s.hats[place] if known else NONE
        v.told[place] = s.told[place]
    was_out = seat != SPECTATOR and (s.last_out >> seat) & 1 == 1
    v.told[BOX] = s.last_box if was_out else s.told[BOX]
    v.box = s.hats[BOX] if seat != SPECTATOR and is_out(s, seat) else NONE
    v.choosing = s.phase
    v.lifted = s.peek + 1 if s.phase == Phase.SWAPPING else 0
    v.n_swapped = 2 if s.phase == Phase.SWAPPING_AGAIN else 0
    v.swapped[0], v.swapped[1] = s.peek + 1, s.swap_to + 1
    for other in range(s.players):
        v.out[other] = is_out(s, other)
        v.named[other] = s.named[other]
        v.tokens[other] = s.tokens[other]
    v.wins_needed, v.round, v.starter, v.turns = s.wins_needed, s.rounds, s.round_starter, s.round_turns
    v.voids, v.winner = s.voids, s.winner
