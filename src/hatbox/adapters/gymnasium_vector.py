"""Many learners at once against random or greedy bots: `gymnasium.make_vec("hatbox/<slug>-v0", num_envs=…)`.

The games are those of the batch engine: compiled, on all cores, without a Python loop per game.
"""

from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from hatbox.adapters import duel
from hatbox.adapters.batch import Batch
from hatbox.adapters.gymnasium import check_seat
from hatbox.adapters.play import HIGHEST
from hatbox.engine.record import Tensor
from hatbox.errors import HatboxError
from hatbox.game import load

OPPONENTS = ("random", "greedy")

Bools = npt.NDArray[np.bool_]
Stepped = tuple[Tensor, npt.NDArray[np.float64], Bools, Bools, dict[str, Any]]


class HatboxVectorEnv(VectorEnv[Tensor, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """`num_envs` games, each with one learner; every call returns new arrays.

    Rewards, caps and illegal actions are as in the single environment. `info["action_mask"]` has a row per game,
    `info["illegal"]` says where the last action was illegal. `zero_copy` returns the batch's own arrays instead of
    copies: faster, but the next step overwrites them.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self,
        num_envs: int,
        game: str,
        players: int | None = None,
        seat: int | None = 0,
        opponents: str = "random",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        zero_copy: bool = False,
        render_mode: None = None,
        **options: Any,
    ) -> None:
        """Choose the game, the seat (None: a random one in every episode) and the bots on the other seats."""
        if opponents not in OPPONENTS:
            raise HatboxError(
                f"The vector environment plays against {' or '.join(OPPONENTS)}, not {opponents!r}."
            )
        self._batch = Batch(load(game, players, **options), num_envs, begin=False)
        chosen = self._batch.game
        self.num_envs, self.render_mode, self._zero_copy = num_envs, render_mode, zero_copy
        self._mode = AutoresetMode(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self._mode}
        wanted = check_seat(seat, chosen.players)
        self._seat = duel.ANY_SEAT if wanted is None else wanted
        self.seats = np.zeros(num_envs, np.int32)
        self._doing = np.zeros(num_envs, np.int8)
        self._greedy = opponents == "greedy"
        self.single_observation_space = spaces.Box(0, HIGHEST, (chosen.observation_size,), np.float32)
        self.single_action_space = spaces.Discrete(chosen.rulebook.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Tensor, dict[str, Any]]:
        """Start all games, or those in `options["reset_mask"]`."""
        which = (options or {}).get("reset_mask")
        if seed is not None or self._np_random is None:
            super().reset(seed=seed)
            self._batch.seed(int(self.np_random.integers(2**63)))
        self._doing[:] = duel.BEGIN if which is None else np.where(which, duel.BEGIN, duel.SKIP)
        self._play(np.zeros(self.num_envs, np.int64))
        return self._seen(), self._info()

    def step(self, actions: npt.NDArray[np.int64]) -> Stepped:
        """One action of every learner; a finished game restarts as the autoreset mode says."""
        if np.shape(actions) != (self.num_envs,):
            given = f"an array of shape {np.shape(actions)}"
            raise HatboxError(
                f"This environment takes {self.num_envs} actions, one for each game, not {given}."
            )
        done = self._done()
        if self._mode is AutoresetMode.DISABLED and done.any():
            raise HatboxError(
                "A finished game must be reset with the option reset_mask before the next step."
            )
        self._doing[:] = np.where(done & (self._mode is AutoresetMode.NEXT_STEP), duel.BEGIN, duel.ACT)
        self._play(actions)
        batch, rows = self._batch, np.arange(self.num_envs)
        rewards = batch.rewards[rows, self.seats].astype(np.float64)
        terminated, truncated, illegal = batch.terminated.copy(), batch.truncated.copy(), batch.illegal.copy()
        more: dict[str, Any] = {"illegal": illegal}
        if self._mode is AutoresetMode.SAME_STEP and (done := self._done()).any():
            more |= self._begin_anew(done)
        return self._seen(), rewards, terminated, truncated, self._info() | more

    def action_masks(self) -> Bools:
        """The legal actions as a mask, one row per game."""
        return self._batch.legal_action_mask.copy()

    def close_extras(self, **kwargs: Any) -> None:
        """Stop the threads."""
        self._batch.close()

    def _done(self) -> Bools:
        """The games that the last step ended."""
        return self._batch.terminated | self._batch.truncated

    def _begin_anew(self, done: Bools) -> dict[str, Any]:
        """Restart finished games within the same step; returns what the infos say about the last positions."""
        final = np.full(self.num_envs, None, dtype=object)
        for i in np.flatnonzero(done):
            final[i] = self._batch.observation[i].copy()
        told = {"action_mask": self._batch.legal_action_mask.copy(), "_action_mask": done.copy()}
        self._doing[:] = np.where(done, duel.BEGIN, duel.SKIP)
        self._play(np.zeros(self.num_envs, np.int64))
        return {"final_obs": final, "_final_obs": done.copy(), "final_info": told, "_final_info": done.copy()}

    def _seen(self) -> Tensor:
        """The learners' observations."""
        return self._batch.observation if self._zero_copy else self._batch.observation.copy()

    def _info(self) -> dict[str, Any]:
        """Legal actions and seats of all learners."""
        mask = self._batch.legal_action_mask
        everywhere = np.ones(self.num_envs, np.bool_)
        return {
            "action_mask": mask if self._zero_copy else mask.copy(),
            "_action_mask": everywhere,
            "seat": self.seats.copy(),
            "_seat": everywhere.copy(),
        }

    def _play(self, actions: npt.NDArray[np.integer[Any]]) -> None:
        """Learners and bots play, a thread per slice."""
        batch, chosen = self._batch, np.asarray(actions, np.int64)

        def work(k: int) -> None:
            a, b = batch._edges[k], batch._edges[k + 1]
            states, template, words, choices, _, masks, _, seen, acts = batch._slices[k]
            duel.duel(
                states, template, words, choices, masks, seen, batch.rewards[a:b], batch._flags[a:b], acts,
                batch._values[k], chosen[a:b], self._doing[a:b], self.seats[a:b], self._seat, template.copy(),
                batch.game.buffer(), np.zeros(len(acts)) if self._greedy else None,
            )  # fmt: skip

        batch._each(work, "duel")
