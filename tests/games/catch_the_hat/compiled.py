"""The compiled game under test: positions given as plain fields, with chosen rolls."""

from typing import Any

import numpy as np

import hatbox
from hatbox.engine import entries
from hatbox.game import Game

FIELDS = (
    "pos", "boss", "jail", "gold_pos", "gold_boss", "gold_worn", "turn", "phase", "die", "picked", "pips",
    "prev", "extra", "rolls", "winner_mask", "capped",
)  # fmt: skip
OVER = 5


class Table:
    """One record of the game, accessed only through the engine's entry points."""

    def __init__(self, players: int, options: dict[str, Any], fields: dict[str, Any] | None = None) -> None:
        self.game: Game = hatbox.load("catch_the_hat", players, **options)
        self.states = self.game.states(1, 7)
        self.buffer = self.game.buffer()
        if fields is not None:
            self.put(fields)

    def put(self, fields: dict[str, Any]) -> None:
        """Set up a position; the order of hats in a tower is by number."""
        record = self.states[0]
        for name, value in fields.items():
            record[name] = value
        record["rank"] = 0
        for hat, boss in enumerate(fields["boss"]):
            record["rank"][hat] = 1 + fields["boss"][:hat].count(boss) if boss >= 0 else 0
        record["over"] = fields["phase"] == OVER

    @property
    def state(self) -> Any:
        """The record as plain values."""
        return self.game.snapshot(self.states)

    @property
    def fields(self) -> dict[str, Any]:
        """The fields that the reference has too, as plain numbers."""
        plain = self.state
        return {
            name: value if isinstance(value := getattr(plain, name), list) else int(value) for name in FIELDS
        }

    @property
    def legal(self) -> set[int]:
        """The legal actions."""
        count = entries.step(self.states, 0, entries.JUST_LOOK, self.buffer)
        return set(self.buffer[:count].tolist())

    @property
    def returns(self) -> list[float]:
        """The value of the finished game."""
        out = np.zeros(self.game.players)
        entries.worth(self.states, 0, out)
        return out.tolist()

    def play(self, action: int, *rolls: int) -> None:
        """Act; the die that this action rolls, if any, shows the requested number."""
        before = self.states.copy()
        for luck in range(1000):
            self.states[:] = before
            self.states["rng"] = luck
            entries.step(self.states, 0, action, self.buffer)
            if [int(self.states["die"][0])] == list(rolls) or not rolls:
                break
        thrown = int(self.states["rolls"][0]) - int(before["rolls"][0])
        assert thrown == len(rolls), f"{thrown} rolls instead of {len(rolls)}"

    def act(self, action: int) -> int:
        """Act and return the roll that chance made, 0 for none."""
        rolls = int(self.states["rolls"][0])
        entries.step(self.states, 0, action, self.buffer)
        return int(self.states["die"][0]) if int(self.states["rolls"][0]) > rolls else 0
