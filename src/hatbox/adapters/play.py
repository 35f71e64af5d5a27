"""One game in progress at engine speed, for environments that are stepped from Python.

It gives away only what a seat may know: observations, views, and states in which everything else is redrawn.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from hatbox.adapters.kernels import mask_of
from hatbox.engine import entries
from hatbox.engine.record import Buffer, States, Tensor
from hatbox.errors import IllegalMove
from hatbox.game import Game
from hatbox.interfaces import SPECTATOR, View
from hatbox.match.match import NAMES
from hatbox.words import refuse

HIGHEST = 16.0  # no number of an observation is larger; most are from 0 to 1, counts may go beyond

Mask = npt.NDArray[np.int8]


class Play:
    """A game that is set up, stepped and looked at; there is no record and no undo as in a `Match`."""

    def __init__(self, game: Game) -> None:
        """Keep one record and room for its legal actions."""
        self.game = game
        self._bytes = game.template.view(np.uint8).copy()  # copied many times faster than a record
        self.states: States = self._bytes.view(
            game.template.dtype
        )  # the true state: adapters never give it away
        self._rng = self._bytes[:8].view(np.uint64)
        fields: Any = game.template.dtype.fields
        self._turn_at, self._capped_at = fields["turn"][1], fields["capped"][1]
        self._buffer: Buffer = game.buffer()
        self._count = 0
        self.turn = 0
        self.over = True

    def begin(self, seed: int) -> None:
        """Set the game up."""
        self._bytes[:] = self.game.template.view(np.uint8)
        entries.seed_states(self.states, np.uint64(seed))
        self.carry_out(entries.SET_UP)

    def act(self, action: int) -> None:
        """Carry out a legal action; an illegal one is refused with its rule."""
        if self.over or action not in self.legal:
            raise self._refusal(action)
        self.carry_out(action)

    def carry_out(self, action: int) -> None:
        """Carry out an action that is known to be legal."""
        self._count = entries.step(self.states, 0, action, self._buffer)
        self.turn = int(self._bytes[self._turn_at])
        self.over = self._count == 0

    def goes_without_chance(self, action: int) -> bool:
        """Carry out a legal action if neither it nor what follows from it depends on chance."""
        before = self._bytes.copy()
        count, turn, rng = self._count, self.turn, int(self._rng[0])
        self.carry_out(action)
        if int(self._rng[0]) == rng:
            return True
        self._bytes[:] = before
        self._count, self.turn, self.over = count, turn, False
        return False

    def copy(self) -> "Play":
        """The same position with a record of its own."""
        twin = Play(self.game)
        twin._bytes[:] = self._bytes
        twin._buffer[:] = self._buffer
        twin._count, twin.turn, twin.over = self._count, self.turn, self.over
        return twin

    def record(self) -> bytes:
        """The true position as bytes."""
        return self._bytes.tobytes()

    def put(self, record: bytes) -> None:
        """Put a position on the board, from its bytes."""
        self._bytes[:] = np.frombuffer(record, np.uint8)

    def snapshot(self) -> Any:
        """The true position as plain values."""
        return self.game.snapshot(self.states)

    @property
    def legal(self) -> list[int]:
        """The legal actions of the seat that must act."""
        actions: list[int] = self._buffer[: self._count].tolist()
        return actions

    @property
    def capped(self) -> bool:
        """Whether a cap has ended the game."""
        return bool(self._bytes[self._capped_at])

    @property
    def returns(self) -> list[float]:
        """What the finished game is worth for each seat."""
        values = np.zeros(self.game.players)
        entries.worth(self.states, 0, values)
        return values.tolist()

    def mask(self, seat: int) -> Mask:
        """1 for every legal action; none for a seat that does not have to act."""
        mask = np.zeros(self.game.rulebook.actions, np.int8)
        if seat == self.turn:
            mask_of(self._buffer, self._count, mask)
        return mask

    def observation(self, seat: int) -> Tensor:
        """What a seat knows with perfect memory, as numbers."""
        out = np.zeros(self.game.observation_size, np.float32)
        entries.look(self.states, 0, seat, out)
        return out

    def view(self, seat: int = SPECTATOR, aid: bool = False) -> View:
        """What a seat or a spectator may see."""
        return self.game.view(self.states, seat, aid)

    def guess(self, seat: int, seed: int) -> States:
        """A state that agrees with all that `seat` knows, everything else redrawn."""
        states: States = self.states.copy()
        entries.redraw(states, 0, seat, np.uint64(seed))
        return states

    def text(self, seat: int = SPECTATOR) -> str:
        """The board as characters."""
        return self.game.rulebook.text(self.view(seat), NAMES[: self.game.players])

    def _refusal(self, action: Any) -> IllegalMove:
        """Why an action bounces."""
        if self.over:
            return IllegalMove("The game is over.", reason="over")
        last = self.game.rulebook.actions - 1
        if not 0 <= action <= last:
            return IllegalMove(
                f"Actions of {self.game.slug} are 0 to {last}, not {action}.", reason="unknown"
            )
        why = self.game.refusal(self.states, int(action))
        return IllegalMove(refuse(self.game.slug, why), why.rule, why.reason)
