"""The compiled rules in the terms of the reference: seats named by colour, the fields of the rules page's record."""

from typing import Any

import numpy as np

import hatbox
from hatbox.engine import entries
from hatbox.game import Game
from hatbox.interfaces import Event

from .examples_form import Deal, Draw, Example, FirstDealer, Outcome, full_fields
from .reference_position import seats_in_play

SAME = (
    "pos", "stock", "discard", "drawn", "phase", "hand_size", "ply", "sel_kind", "sel_mode", "sel_piece",
    "sel_steps", "seven_left", "moved",
)  # fmt: skip
EXCHANGE_PHASE, DRAW = 1, 9


class Board:
    """One game on the compiled engine."""

    def __init__(self, players: int = 4, options: dict[str, Any] | None = None, seed: int = 0) -> None:
        self.game: Game = hatbox.load("great_hall", players, **(options or {}))
        self.colours = seats_in_play(players)
        self.states = self.game.states(1, seed)
        self.buffer = self.game.buffer()

    def legal(self) -> list[int]:
        count = entries.step(self.states, 0, entries.JUST_LOOK, self.buffer)
        return [int(action) for action in self.buffer[:count]]

    def apply(self, action: int) -> None:
        assert action in self.legal()
        entries.step(self.states, 0, action, self.buffer)
        self.game.rulebook.possible(self.state)

    def returns(self) -> list[float]:
        values = np.zeros(self.game.players)
        entries.worth(self.states, 0, values)
        return [float(value) for value in values]

    @property
    def state(self) -> Any:
        return self.game.snapshot(self.states)

    def tell(self, action: int) -> list[Event]:
        """Carry out an action and return its events."""
        events = self.game.events(self.states, action)
        self.apply(action)
        return events

    def told(self, action: int, chance: tuple[Outcome, ...]) -> list[Event]:
        """Carry out an action with given outcomes of chance, and return its events."""
        draws = [outcome.kind for outcome in chance if isinstance(outcome, Draw)]
        before = self.states.copy()
        for seed in range(10_000):
            self.states[:] = before
            if chance:
                entries.seed_states(self.states, np.uint64(seed))
            events = self.tell(action)
            if not draws or self.state.drawn == draws[0]:
                break
        self.deal([outcome for outcome in chance if isinstance(outcome, Deal)])
        return events

    def deal(self, deals: list[Deal]) -> None:
        """Replace the hands just dealt with the given ones."""
        for outcome in deals:
            s = self.states[0]
            s.stock += s.hand.sum(axis=0).astype(np.int8)
            s.hand[: len(self.colours)] = [outcome.hands[colour] for colour in self.colours]
            s.stock -= s.hand.sum(axis=0).astype(np.int8)
        self.game.rulebook.possible(self.state)

    def begin(self, outcomes: tuple[Outcome, ...]) -> None:
        """Set up a game with this first dealer and this first deal."""
        dealer = next(outcome.seat for outcome in outcomes if isinstance(outcome, FirstDealer))
        for seed in range(1000):
            self.states = self.game.states(1, seed)
            if self.colours[self.state.dealer] == dealer:
                break
        self.deal([outcome for outcome in outcomes if isinstance(outcome, Deal)])

    def receiver(self, seat: int) -> int:
        return (seat + (2 if self.game.players == 4 else 1)) % self.game.players

    def put(self, fields: dict[str, Any]) -> None:
        """Put a position of the reference on the board."""
        s, seat_of = self.states[0], {colour: seat for seat, colour in enumerate(self.colours)}
        for name in SAME:
            s[name] = fields[name]
        s.caretaker_at, s.first_in = fields["caretaker"], bool(fields["first_in"])
        s.round_number = fields["round"]
        s.turn, s.dealer = seat_of[fields["turn"]], seat_of[fields["dealer"]]
        s.folded = sum(1 << seat for colour, seat in seat_of.items() if fields["folded"] >> colour & 1)
        winner = fields["winner"]
        s.winner = winner if self.game.players == 4 or winner in (-1, DRAW) else seat_of[winner]
        s.over, s.capped = winner != -1, winner == DRAW
        s.laid, s.lacks, s.top = 0, 0, -1  # the reference does not know the order of the discards
        for colour, seat in seat_of.items():
            s.hand[seat], s.given[seat] = fields["hand"][colour], fields["given"][colour]
            if fields["phase"] != EXCHANGE_PHASE and not fields["known"] >> colour & 1:
                s.laid[self.receiver(seat), fields["given"][colour]] = 1
        self.game.rulebook.possible(self.state)

    def fields(self) -> dict[str, Any]:
        """The record in the reference's words."""
        s, colours = self.state, self.colours
        fields = {name: getattr(s, name) for name in SAME}
        fields |= {"caretaker": s.caretaker_at, "first_in": int(s.first_in), "round": s.round_number}
        fields |= {"turn": colours[s.turn], "dealer": colours[s.dealer]}
        alone = self.game.players < 4 and s.winner not in (-1, DRAW)
        fields["winner"] = colours[s.winner] if alone else s.winner
        fields["folded"] = sum(1 << colours[seat] for seat in range(s.players) if s.folded >> seat & 1)
        fields["hand"], fields["given"] = [[0] * 10 for _ in range(4)], [-1] * 4
        fields["known"] = 0
        for seat, colour in enumerate(colours):
            fields["hand"][colour], fields["given"][colour] = s.hand[seat], s.given[seat]
            if s.phase != EXCHANGE_PHASE and s.laid[self.receiver(seat)][s.given[seat]] == 0:
                fields["known"] |= 1 << colour
        return fields


def stand(players: int = 4, options: dict[str, Any] | None = None, **fields: Any) -> Board:
    """A board with a position in which only what matters is named."""
    board = Board(players, options)
    board.put(full_fields(Example("", "", (), fields, players=players, options=options or {})))
    return board
