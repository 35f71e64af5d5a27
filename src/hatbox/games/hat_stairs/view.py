"""What a seat sees of the stairs: a stone's value only while it is open, or with the memory aid."""

from typing import Annotated, Any

from hatbox.engine import schema
from hatbox.engine.jit import rule
from hatbox.engine.schema import Exactly, UpTo, Words
from hatbox.games.hat_stairs.knowledge import known
from hatbox.games.hat_stairs.rules import may_turn
from hatbox.games.hat_stairs.state import PLACES, SEATS, State


class View(schema.View, frozen=True, kw_only=True):
    """The stairs, the same for everyone except for the viewer's seat."""

    steps: int
    hat_step: int
    step: Annotated[list[int], UpTo(SEATS, "players")]
    hat: int  # -1: on its step
    stones: Annotated[list[int], Exactly(PLACES)]  # value per place, 0: face down
    noted: Annotated[
        list[int], Exactly(PLACES)
    ]  # the memory aid: what was seen since the last mix; otherwise zeros
    open: int  # place, from 1, of the stone just turned; 0: none
    forbidden: Annotated[list[int], UpTo(PLACES)]  # places, from 1, that may not be chosen in this turn
    choosing: Annotated[str, Words("stone", "direction", "nothing")]
    turns: int
    winner: int


@rule
def lies_open(s: State, place: int) -> bool:
    """HS-08, R-18: whether it is the stone just turned or, with `open_stones`, any stone turned before."""
    return place == s.open or (s.open_stones and (s.seen >> place) & 1 == 1)


@rule
def view(s: State, seat: int, aid: bool, v: Any) -> None:
    """Show the stairs to a seat or a spectator; `aid` is the table's memory aid."""
    v.steps, v.hat_step, v.hat = s.steps, s.hat_step, s.hat
    for player in range(s.players):
        v.step[player] = s.step[player]
    v.n_forbidden = 0
    for place in range(PLACES):
        v.stones[place] = s.stones[place] if lies_open(s, place) else 0
        v.noted[place] = known(s, place) if aid else 0
        if not may_turn(s, place):
            v.forbidden[v.n_forbidden] = place + 1
            v.n_forbidden += 1
    v.open, v.choosing, v.turns, v.winner = s.open + 1, s.phase, s.turns, s.winner
