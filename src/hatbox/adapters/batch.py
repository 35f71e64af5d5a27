"""Many games at once: arrays in, arrays out, on all cores, without a Python loop per game.

>>> import hatbox
>>> batch = hatbox.batch("connect_four", 4, seed=1)
>>> batch.legal_action_mask.shape, batch.observation.shape
((4, 7), (4, 84))
>>> batch.step(batch.sample()).current_player.tolist()
[1, 1, 1, 1]
"""

import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from hatbox.adapters import kernels
from hatbox.errors import HatboxError
from hatbox.game import Game, load

AUTORESET = {"same_step": kernels.SAME_STEP, "next_step": kernels.NEXT_STEP, "disabled": kernels.DISABLED}
SMALLEST_SLICE = 128  # games
WORTH_A_THREAD = 250e-6  # seconds of work; for less, waking another thread takes longer than it saves
MOST_SEATS = 8
WORD = 8  # masks are cleared eight actions at a time, so that many bytes are kept for them
APART = 128  # bytes between what two threads write all the time, or each would wait for the other's cache
NEAR = 16_384  # bytes that stay in the nearest cache while a few games make several steps

Actions = npt.NDArray[np.integer[Any]]
Slice = tuple[Any, ...]


def batch(game: "Game | str", n: int, seed: int = 0, **settings: Any) -> "Batch":
    """Set up `n` games side by side; a game given by name also takes `players` and its options.

    >>> import hatbox
    >>> games = hatbox.batch("connect_four", 4, seed=1)
    >>> _ = games.step([3, 3, 0, 6])
    >>> games.legal_action_mask.shape, games.current_player.tolist()
    ((4, 7), [1, 1, 1, 1])
    """
    if isinstance(game, str):
        own = {key: settings.pop(key) for key in ("autoreset", "observe", "threads") if key in settings}
        return Batch(load(game, **settings), n, seed, **own)
    return Batch(game, n, seed, **settings)


class Batch:
    """`n` games that step together. Its arrays are allocated once: every step writes into the same memory.

    `current_player` [n], `legal_action_mask` [n, actions], `observation` [n, size] of the player to act, `rewards`
    [n, players] of the last step, `terminated` (ended by the rules or by an illegal action), `truncated` (ended by
    a limit of turns) and `illegal` [n]. A finished game restarts at once: its rewards and flags describe the end,
    everything else the new game.
    """

    def __init__(
        self,
        game: Game,
        n: int,
        seed: int = 0,
        autoreset: str = "same_step",
        observe: bool = True,
        threads: int = 0,
        begin: bool = True,
    ) -> None:
        """Allocate everything and start; `threads` = 0: one per core. Without `observe` there are no observations."""
        if n < 1:
            raise HatboxError(f"A batch has at least 1 game, not {n}.")
        if autoreset not in AUTORESET:
            raise HatboxError(f"autoreset is one of {', '.join(AUTORESET)}, not {autoreset!r}.")
        if threads < 0:
            raise HatboxError(f"threads is 0 (one per core) or a positive number, not {threads}.")
        self.game, self.n, self._mode = game, n, AUTORESET[autoreset]
        size = game.observation_size if observe else 0
        self.states = np.repeat(game.template, n)
        self.current_player = np.zeros(n, np.int32)
        self._masks = np.zeros((n, -(-game.rulebook.actions // WORD) * WORD), np.bool_)
        self.legal_action_mask = self._masks[:, : game.rulebook.actions]
        self.observation = np.zeros((n, size), np.float32)
        self.rewards = np.zeros((n, game.players), np.float32)
        self._ends = np.zeros(n, np.uint32)
        self._flags = self._ends.view(np.bool_).reshape(n, -1)
        self.random_action, self._actions = np.zeros(n, np.int32), np.zeros(n, np.int32)
        self._words, self._choices = np.zeros(n, np.uint64), np.zeros(n, np.uint64)
        self._slices = self._cut(threads or os.cpu_count() or 1)
        self._values = _desks(len(self._slices), MOST_SEATS, np.float64)
        self._random_lasts, self._chosen_lasts = self._lasts(self.random_action), self._lasts(self._actions)
        bytes_each = self.states.itemsize + self._masks.shape[1] + self.observation[0].nbytes
        self._block = max(1, NEAR // bytes_each)
        self._paces: dict[str, float] = {}
        self._pool = ThreadPoolExecutor(len(self._slices) - 1) if len(self._slices) > 1 else None
        if begin:
            self.reset(seed)

    @property
    def terminated(self) -> npt.NDArray[np.bool_]:
        """Where the last step ended the game, by the rules or by an illegal action."""
        return self._flags[:, 0]

    @property
    def truncated(self) -> npt.NDArray[np.bool_]:
        """Where the last step ended the game because of a limit."""
        return self._flags[:, 1]

    @property
    def illegal(self) -> npt.NDArray[np.bool_]:
        """Where the last action was illegal: its seat lost 1, the others shared the gain."""
        return self._flags[:, 2]

    def reset(self, seed: int | None = None) -> "Batch":
        """Restart all games; the same seed gives the same games."""
        if seed is not None:
            self.seed(seed)
        self._flags[:] = False
        self.rewards[:] = 0.0
        self._each(lambda k: kernels.reset(*self._slices[k]), "reset")
        return self

    def seed(self, seed: int) -> None:
        """Make the games to come, and the random actions, depend on this seed alone."""
        self._words[:] = _streams(seed, self.n, 0)
        self._choices[:] = _streams(seed, self.n, 1)

    def step(self, actions: Actions) -> "Batch":
        """Play one action per game; returns the batch itself with its arrays updated."""
        if actions is self.random_action:
            self._run(self.random_action, 1)
            return self
        chosen = np.asarray(actions)
        if chosen.shape != (self.n,) or chosen.dtype.kind not in "iu":
            given = f"{chosen.dtype} of shape {chosen.shape}"
            raise HatboxError(
                f"This batch takes {self.n} whole numbers, an action for each game, not {given}."
            )
        self._actions[:] = chosen
        self._run(self._actions, 1)
        return self

    def sample(self) -> npt.NDArray[np.int32]:
        """A random legal action per game, drawn along with the mask; the array is the batch's own."""
        return self.random_action

    def random_steps(self, steps: int) -> int:
        """Play many steps of every game with random legal actions in one call; returns the number of finished games."""
        return self._run(self.random_action, steps)

    def close(self) -> None:
        """Stop the threads."""
        if self._pool:
            self._pool.shutdown()

    def __repr__(self) -> str:
        """The game, and how many of them."""
        return f"Batch({self.game.slug}, {self.game.players} players, {self.n} games)"

    def _cut(self, threads: int) -> list[Slice]:
        """What each thread works on: views into the batch's arrays, and a desk of its own."""
        parts = max(1, min(threads, self.n // SMALLEST_SLICE))
        self._edges = np.linspace(0, self.n, parts + 1).astype(int).tolist()
        arrays = (
            self._words, self._choices, self.random_action, self._masks, self.current_player,
            self.observation,
        )  # fmt: skip
        acts = _desks(parts, self.game.rulebook.widest, np.int16)
        return [
            (self.states[a:b], self.game.template, *(array[a:b] for array in arrays), acts[k])
            for k, (a, b) in enumerate(pairwise(self._edges))
        ]

    def _run(self, actions: npt.NDArray[np.int32], steps: int) -> int:
        """Step all slices."""
        lasts = self._random_lasts if actions is self.random_action else self._chosen_lasts
        how = (self._mode, steps, self._block)

        def work(k: int) -> int:
            last: Slice = (*lasts[k], *how)
            return kernels.run(*self._slices[k], *last)

        return sum(self._each(work, "step", steps))

    def _lasts(self, actions: npt.NDArray[np.int32]) -> list[Slice]:
        """What each thread needs for a step beyond its slice, with actions from this array."""
        blanks = self._masks.view(np.uint64)
        return [
            (self._values[k], self.rewards[a:b], self._ends[a:b], actions[a:b], blanks[a:b])
            for k, (a, b) in enumerate(pairwise(self._edges))
        ]

    def _each(self, work: Callable[[int], Any], kind: str, steps: int = 1) -> Sequence[Any]:
        """Work on all slices: at once, the first in this thread, or one after another when there is little to do.

        What is little comes from the shortest time that work of this kind has taken for a step of a game.
        """
        pace, parts = self._paces.get(kind, 1.0), range(1, len(self._slices))
        together = self._pool is not None and pace * steps * self.n > WORTH_A_THREAD
        waiting = [self._pool.submit(work, k) for k in parts] if self._pool and together else []
        started = time.perf_counter()
        first = work(0)
        took = time.perf_counter() - started
        self._paces[kind] = min(pace, took / (steps * self._edges[1]))
        return [first, *(task.result() for task in waiting)] if together else [first, *map(work, parts)]


def _desks(threads: int, size: int, kind: Any) -> list[Any]:
    """Room for every thread to write in, far enough from the others'."""
    apart = APART // np.dtype(kind).itemsize
    return [row[apart : apart + size] for row in np.zeros((threads, size + 2 * apart), kind)]


def _streams(seed: int, n: int, kind: int) -> npt.NDArray[np.uint64]:
    """A random stream per game, one for the games themselves and one for random choices."""
    return np.random.default_rng([seed, kind]).integers(0, 2**64, n, np.uint64)
