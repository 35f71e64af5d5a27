"""Every game as a Gymnasium environment: one learner on a seat, bots on the others; ids `hatbox/<slug>-v0`.

>>> import gymnasium
>>> from hatbox.adapters import gymnasium as _
>>> env = gymnasium.make("hatbox/connect_four-v0", opponents="random")
>>> observation, info = env.reset(seed=7)
>>> observation.shape, info["action_mask"].tolist()
((84,), [1, 1, 1, 1, 1, 1, 1])
"""

import sys
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from hatbox.adapters import library
from hatbox.adapters.pictures import Pixels, pixels
from hatbox.adapters.play import HIGHEST, Play
from hatbox.bots import Bot, Budget, Seen
from hatbox.bots.players import make_bot
from hatbox.engine.record import Tensor
from hatbox.errors import HatboxError, IllegalMove
from hatbox.game import load, slugs

library("gymnasium")

import gymnasium  # noqa: E402
from gymnasium import spaces  # noqa: E402

ILLEGAL_REWARD = -1.0
ITERATIONS = 200  # that a searching opponent may spend on a move, so that seeds determine everything
SEEDS = 2**63

Opponents = str | Bot | Sequence[str | Bot]


class HatboxEnv(gymnasium.Env[Tensor, np.int64]):
    """One learner against bots.

    The reward is what the finished game is worth for the learner, from -1 to 1, and 0 before. A cap of turns
    truncates. An illegal action ends the episode with -1; `info["illegal"]` names the rule.
    """

    metadata = {"render_modes": ["ansi", "rgb_array", "human"], "render_fps": 2}

    def __init__(
        self,
        game: str,
        players: int | None = None,
        seat: int | None = 0,
        opponents: Opponents = "random",
        iterations: int = ITERATIONS,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """Choose the game, the seat (None: a random one in every episode) and the bots on the other seats."""
        self._play = Play(load(game, players, **options))
        count = self._play.game.players
        self._bots = seat_bots(opponents, count - 1)
        self._wanted, self._iterations, self.render_mode = check_seat(seat, count), iterations, render_mode
        self.observation_space = spaces.Box(0, HIGHEST, (self._play.game.observation_size,), np.float32)
        self.action_space = spaces.Discrete(self._play.game.rulebook.actions)
        self.seat = seat or 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Tensor, dict[str, Any]]:
        """Start a game and let the others play until it is the learner's turn."""
        super().reset(seed=seed)
        players = self._play.game.players
        self.seat = int(self.np_random.integers(players)) if self._wanted is None else self._wanted
        while True:
            self._play.begin(int(self.np_random.integers(SEEDS)))
            self._others()
            if not self._play.over:
                return self._play.observation(self.seat), self._info()

    def step(self, action: np.int64) -> tuple[Tensor, float, bool, bool, dict[str, Any]]:
        """Act, then let the others play until it is the learner's turn again."""
        try:
            self._play.act(int(action))
        except IllegalMove as refused:
            told = {"rule": refused.rule, "reason": refused.reason, "sentence": str(refused)}
            return (
                self._play.observation(self.seat),
                ILLEGAL_REWARD,
                True,
                False,
                {**self._info(), "illegal": told},
            )
        self._others()
        over, capped = self._play.over, self._play.over and self._play.capped
        reward = self._play.returns[self.seat] if over else 0.0
        if self.render_mode == "human":
            self.render()
        return self._play.observation(self.seat), reward, over and not capped, capped, self._info()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The legal actions as a mask, as MaskablePPO from sb3-contrib expects it."""
        return self._play.mask(self.seat).astype(np.bool_)

    def render(self) -> str | Pixels | None:
        """The board as the learner sees it."""
        if self.render_mode == "rgb_array":
            return pixels(self._play.game.rulebook, self._play.view(self.seat))
        if self.render_mode == "ansi":
            return self._play.text(self.seat)
        if self.render_mode == "human":
            sys.stdout.write(self._play.text(self.seat) + "\n")
        return None

    def _info(self) -> dict[str, Any]:
        """More information: the legal actions and the learner's seat."""
        return {"action_mask": self._play.mask(self.seat), "seat": self.seat}

    def _others(self) -> None:
        """The bots play; each gets only what its seat may know."""
        play = self._play
        while not play.over and play.turn != self.seat:
            turn, seed = play.turn, int(self.np_random.integers(SEEDS))
            bot = self._bots[(turn - self.seat - 1) % play.game.players]
            seen = Seen(play.game, turn, play.guess(turn, seed))
            play.act(bot.choose(seen, play.legal, Budget(iterations=self._iterations, seed=seed)))


def seat_bots(opponents: Opponents, count: int) -> list[Bot]:
    """A bot for every other seat, the learner's left neighbour first; a single name is used for all."""
    several = isinstance(opponents, Sequence) and not isinstance(opponents, str)
    wanted: list[Any] = list(opponents) if several else [opponents] * count  # type: ignore[arg-type]
    if len(wanted) != count:
        raise HatboxError(f"There are {count} opponents here, not {len(wanted)}.")
    return [make_bot(bot) if isinstance(bot, str) else bot for bot in wanted]


def check_seat(seat: int | None, players: int) -> int | None:
    """Refuse a seat that does not exist."""
    if seat is not None and not 0 <= seat < players:
        raise HatboxError(f"The learner's seat is 0 to {players - 1}, or None for any, not {seat}.")
    return seat


def register_all() -> None:
    """Register every game with Gymnasium as `hatbox/<slug>-v0`."""
    for slug in slugs():
        if f"hatbox/{slug}-v0" not in gymnasium.registry:
            gymnasium.register(
                f"hatbox/{slug}-v0",
                entry_point="hatbox.adapters.gymnasium:HatboxEnv",
                vector_entry_point="hatbox.adapters.gymnasium_vector:HatboxVectorEnv",
                kwargs={"game": slug},
            )


register_all()
