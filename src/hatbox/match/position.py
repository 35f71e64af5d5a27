"""A position that never changes: what can be seen of it and said about it, worked out when first asked for."""

from functools import cached_property
from typing import Any

import numpy as np

from hatbox.engine.notes import Event
from hatbox.engine.reasons import Refusal
from hatbox.engine.record import States
from hatbox.engine.schema import SPECTATOR, View
from hatbox.engine.snapshot import reader
from hatbox.game import Game
from hatbox.match.moves import Move


class Position:
    """The bytes of a state, with the game that they belong to."""

    def __init__(self, game: Game, data: bytes) -> None:
        """Keep the bytes; nothing else costs anything yet."""
        self.game, self.data = game, data

    @cached_property
    def state(self) -> Any:
        """The true state as plain values."""
        return reader(self.game.template.dtype).read(self.data)

    @cached_property
    def states(self) -> States:
        """The true state as an array of one record; nobody writes into it."""
        return np.frombuffer(bytearray(self.data), self.game.template.dtype)

    def view(self, seat: int = SPECTATOR, aid: bool = False) -> View:
        """What a seat or a spectator may see; `aid` is the memory aid."""
        return self.game.view(self.states, seat, aid)

    def events(self, action: int) -> list[Event]:
        """What a legal action does here."""
        return self.game.events(self.states, action)

    def refusal(self, action: int) -> Refusal:
        """Why an action is not allowed here."""
        return self.game.refusal(self.states, action)

    def move(self, action: int) -> Move:
        """An action with its text."""
        return Move(action, self.game.rulebook.notation.move_text(self.state, action))
