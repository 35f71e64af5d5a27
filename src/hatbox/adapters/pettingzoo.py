"""Every game as a PettingZoo environment: `hatbox/<slug>-v0`, one agent acting at a time.

>>> from hatbox.adapters import pettingzoo
>>> env = pettingzoo.env("hat_stairs", players=3)
>>> env.reset(seed=7)
>>> observation, reward, terminated, truncated, info = env.last()
>>> observation["observation"].shape, observation["action_mask"].tolist()
((153,), [1, 1, 1, 1, 1, 1, 0, 0, 0])
"""

import sys
from typing import Any

import numpy as np

from hatbox.adapters import library
from hatbox.adapters.pictures import Pixels, pixels
from hatbox.adapters.play import HIGHEST, Play
from hatbox.errors import HatboxError
from hatbox.game import load, slugs

library("pettingzoo")

from gymnasium import spaces  # noqa: E402
from gymnasium.utils import EzPickle  # noqa: E402
from pettingzoo import AECEnv, ParallelEnv, register  # noqa: E402
from pettingzoo.env_registry.registration import aec_registry  # noqa: E402
from pettingzoo.utils import wrappers  # noqa: E402
from pettingzoo.utils.conversions import turn_based_aec_to_parallel_wrapper  # noqa: E402

RENDER_MODES = ["ansi", "rgb_array", "human"]
ORDERS = ("turn", "rotation")
ILLEGAL = ("end", "refuse", "random")
ILLEGAL_REWARD = -1.0

Observation = dict[str, Any]


class HatboxEnv(AECEnv[str, Observation, int | None], EzPickle):  # type: ignore[misc]
    """One game; its agents are `player_0`, `player_1` and so on, by seat.

    With order "turn", the agent that must act is selected. With "rotation", every agent is selected in turn; agents
    that do not have to act have an empty mask, and their action is ignored. An illegal action raises or, with
    illegal "random", becomes a random legal one.
    """

    def __init__(
        self,
        game: str,
        players: int | None = None,
        render_mode: str | None = None,
        max_steps: int | None = None,
        order: str = "turn",
        illegal: str = "refuse",
        **options: Any,
    ) -> None:
        """Choose the game, players and options; `reset` sets the game up."""
        EzPickle.__init__(self, game, players, render_mode, max_steps, order, illegal, **options)
        super().__init__()
        _check("order", order, ORDERS)
        _check("illegal", illegal, ILLEGAL)
        _check("render_mode", render_mode, (None, *RENDER_MODES))
        self._play = Play(load(game, players, **options))
        self.metadata = {
            "name": f"hatbox_{game}_v0",
            "render_modes": RENDER_MODES[:],
            "is_parallelizable": order == "rotation",
            "render_fps": 2,
        }
        self.render_mode, self._max_steps = render_mode, max_steps
        self._rotates, self._replaces = order == "rotation", illegal == "random"
        self.possible_agents = [f"player_{seat}" for seat in range(self._play.game.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._spaces = {agent: self._space() for agent in self.possible_agents}
        self._action_spaces = {
            a: spaces.Discrete(self._play.game.rulebook.actions) for a in self.possible_agents
        }
        self._random = np.random.default_rng()

    def _space(self) -> spaces.Space[Any]:
        """What an agent sees: numbers, and which actions are legal."""
        size, actions = self._play.game.observation_size, self._play.game.rulebook.actions
        numbers, mask = spaces.Box(0, HIGHEST, (size,), np.float32), spaces.Box(0, 1, (actions,), np.int8)
        return spaces.Dict({"observation": numbers, "action_mask": mask})

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The same object every time."""
        return self._spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The same object every time."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; a seed determines this game and all that follow."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self._play.begin(int(self._random.integers(2**63)))
        self._steps = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.agents[0 if self._rotates else self._play.turn]

    def observe(self, agent: str) -> Observation:
        """What an agent knows; the mask is empty unless it must act."""
        play, seat = self._play, self._seats[agent]
        return {"observation": play.observation(seat), "action_mask": play.mask(seat)}

    def step(self, action: int | None) -> None:
        """Let the selected agent act."""
        agent, play = self.agent_selection, self._play
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._steps += 1
        if self._seats[agent] == play.turn:
            self._act(action)
        if play.over:
            self._finish()
        elif self._steps == self._max_steps:
            self.truncations = dict.fromkeys(self.agents, True)
        following = self._seats[agent] + 1
        self.agent_selection = self.agents[following % len(self.agents) if self._rotates else play.turn]
        if self.render_mode == "human":
            self.render()

    def _act(self, action: int | None) -> None:
        """Carry out the action, or what stands for an illegal one."""
        if self._replaces and action not in self._play.legal:
            action = int(self._random.choice(self._play.legal))
        self._play.act(-1 if action is None else action)

    def _finish(self) -> None:
        """Tell all agents how the game ended."""
        values = self._play.returns
        self.rewards = dict(zip(self.agents, values, strict=True))
        self._cumulative_rewards = dict(zip(self.agents, values, strict=True))
        ended = self.truncations if self._play.capped else self.terminations
        ended.update(dict.fromkeys(self.agents, True))

    def render(self) -> str | Pixels | None:
        """The board as a spectator sees it: characters, pixels, or printed."""
        if self.render_mode == "rgb_array":
            return pixels(self._play.game.rulebook, self._play.view())
        if self.render_mode == "ansi":
            return self._play.text()
        if self.render_mode == "human":
            sys.stdout.write(self._play.text() + "\n")
        return None

    def close(self) -> None:
        """There is nothing to close."""


def _check(what: str, value: object, valid: tuple[object, ...]) -> None:
    """Refuse a setting that does not exist."""
    if value not in valid:
        raise HatboxError(f"{what} is one of {', '.join(map(str, valid))}, not {value!r}.")


def raw_env(game: str, max_cycles: int | None = None, **settings: Any) -> HatboxEnv:
    """The bare environment; in a cycle every agent acts once on average."""
    env = HatboxEnv(game, **settings)
    if max_cycles is not None:
        env._max_steps = max_cycles * len(env.possible_agents)
    return env


def env(game: str, illegal: str = "end", **settings: Any) -> AECEnv[str, Observation, int | None]:
    """The environment with PettingZoo's checks; an illegal action ends the game with -1 for its agent."""
    _check("illegal", illegal, ILLEGAL)
    bare = raw_env(game, illegal="refuse" if illegal == "end" else illegal, **settings)
    checked: AECEnv[str, Observation, int | None] = bare
    if illegal == "end":
        checked = wrappers.TerminateIllegalWrapper(checked, illegal_reward=ILLEGAL_REWARD)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(checked))


def parallel_env(
    game: str, max_cycles: int | None = None, **settings: Any
) -> ParallelEnv[str, Observation, int | None]:
    """All agents act at once, and only the action of the one that must act counts; a cycle is one action."""
    return turn_based_aec_to_parallel_wrapper(env(game, max_steps=max_cycles, **settings))


def register_all() -> None:
    """Register every game with PettingZoo as `hatbox/<slug>-v0`."""
    for slug in slugs():
        if f"hatbox/{slug}-v0" not in aec_registry:
            for kind, maker in (("aec", "env"), ("parallel", "parallel_env")):
                entry = f"hatbox.adapters.pettingzoo:{maker}"
                register(kind, f"hatbox/{slug}-v0", entry, kwargs={"game": slug})


register_all()
