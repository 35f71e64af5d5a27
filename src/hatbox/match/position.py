"""A position that never changes: what can be seen of it and said about it, computed on demand."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from hatbox.engine import entries
from hatbox.engine.notes import Event
from hatbox.engine.reasons import Refusal
from hatbox.engine.record import States
from hatbox.engine.schema import SPECTATOR, View
from hatbox.engine.snapshot import reader
from hatbox.game import Game
from hatbox.match.moves import Move


class Position:
    """The bytes of a state, and the game they belong to."""

    __slots__ = ("_state", "_states", "data", "game")

    def __init__(self, game: Game, data: bytes) -> None:
        """Store the bytes; everything else is computed later."""
        self.game, self.data = game, data
        self._state: Any = None
        self._states: States | None = None

    @property
    def state(self) -> Any:
        """The true state as plain values."""
        if self._state is None:
            self._state = reader(self.game.template.dtype).read(self.data)
        return self._state

    @property
    def states(self) -> States:
        """The true state as an array of one record; never write to it."""
        if self._states is None:
            self._states = self._copied()
        return self._states

    def _copied(self) -> States:
        """A copy of the record; NumPy itself copies one field after the other, which takes fifty times as long."""
        return np.frombuffer(bytearray(self.data), self.game.template.dtype)

    def view(self, seat: int = SPECTATOR, aid: bool = False) -> View:
        """What a seat or a spectator may see; `aid` is the memory aid."""
        return self.game.view(self.states, seat, aid)

    def view_json(self, seat: int = SPECTATOR, aid: bool = False) -> bytes:
        """The same as JSON, in a fraction of the time."""
        return self.game.rulebook.view_writer.written(self.states, 0, seat, aid)

    def known(self, seat: int) -> bytes:
        """The record as a seat may know it: everything else is redrawn, always in the same way."""
        states, previews = self._copied(), self.game.rulebook.previews
        if previews and not (previews.unless and states[0][previews.unless]):
            for name in previews.left_out:
                states[0][name] = 0
        entries.redraw(states, 0, seat, np.uint64(0))
        return states.tobytes()

    def events(self, action: int) -> list[Event]:
        """What a legal action does here."""
        return self.game.events(self.states, action)

    def foreseen(self, action: int) -> list[Event]:
        """What a legal action certainly does here, whatever chance brings."""
        return self.game.foreseen(self.states, action)

    def refusal(self, action: int) -> Refusal:
        """Why an action is not allowed here."""
        return self.game.refusal(self.states, action)

    def move(self, action: int) -> Move:
        """An action with its text."""
        return Move(action, self.text(action))

    def text(self, action: int) -> str:
        """An action as you would type it."""
        return self.game.rulebook.plain_texts.get(action) or self._text(action)

    def texts(self, actions: Sequence[int]) -> list[str]:
        """Actions as you would type them."""
        known = self.game.rulebook.plain_texts
        return [known.get(action) or self._text(action) for action in actions]

    def _text(self, action: int) -> str:
        """The text from the game's notation; if it does not depend on the state, it is cached for every position."""
        state, book = self.state, self.game.rulebook
        unread = not vars(state)
        text = book.notation.move_text(state, action)
        if unread and not vars(state):
            book.plain_texts[action] = text
        return text
