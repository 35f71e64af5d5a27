"""Every game for OpenSpiel: `pyspiel.load_game("hatbox_<slug>", {"players": 3, …})` after importing this module.

>>> import pyspiel
>>> from hatbox.adapters import openspiel
>>> game = pyspiel.load_game("hatbox_hat_stairs", {"players": 3, "rng_seed": 7})
>>> state = game.new_initial_state()
>>> state.is_chance_node(), game.num_players()
(True, 3)

Chance is sampled: before anything random a chance node offers `chance_samples` outcomes, all equally likely, each
of which is one sample of what may happen. The samples depend on `rng_seed` (-1: new ones in every game), never on what
a player can see.
"""

import secrets
import sys
from typing import Any, ClassVar

import numpy as np

from hatbox.adapters import library
from hatbox.adapters.desk import NO_ACTION, Desk, Terms
from hatbox.adapters.memory import BITS, Ply, fingerprint
from hatbox.adapters.play import Play
from hatbox.engine import entries
from hatbox.engine.dice import below
from hatbox.game import Rulebook, load, rulebook, slugs
from hatbox.interfaces import SPECTATOR
from hatbox.options import Option, show

pyspiel: Any = library("pyspiel")

MAX_PLIES = 10_000  # a game of OpenSpiel must have a longest one: at this length it is a draw
CHANCE_SAMPLES = 16
OWN = ("players", "rng_seed", "chance_samples", "max_plies", "information")
CHANCE, TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)

Type = Any  # pyspiel.GameType
Parameter = bool | int | str


class HatboxGame(pyspiel.Game):  # type: ignore[misc]
    """A game with players and options chosen; every game has a subclass."""

    slug: ClassVar[str]

    def __init__(self, params: dict[str, Parameter] | None = None) -> None:
        """Load the game behind the parameters."""
        slug = self.slug
        chosen = {**defaults(rulebook(slug)), **(params or {})}
        options = {key: value for key, value in chosen.items() if key not in OWN}
        self.hatbox = load(slug, int(chosen["players"]), **options)
        samples = int(chosen["chance_samples"])
        self.fate = int(chosen["rng_seed"])
        self.terms = Terms(
            longest=int(chosen["max_plies"]),
            chance=has_chance(self.hatbox.rulebook),
            outcomes=[(sample, 1.0 / samples) for sample in range(samples)],
        )
        kind = game_type(self.hatbox.rulebook, str(chosen["information"]))
        super().__init__(kind, self._info(), params or {})

    def _info(self) -> Any:
        """Sizes and bounds."""
        return pyspiel.GameInfo(
            num_distinct_actions=self.hatbox.rulebook.actions,
            max_chance_outcomes=len(self.terms.outcomes) if self.terms.chance else 0,
            num_players=self.hatbox.players,
            min_utility=-1.0,  # a loser alone
            max_utility=1.0,  # a winner alone
            utility_sum=0.0,
            max_game_length=self.terms.longest,
        )

    def new_initial_state(self, *_: Any) -> "HatboxState":
        """A game before its set-up."""
        return HatboxState(self)

    def max_chance_nodes_in_history(self) -> int:
        """The set-up, and at most one before every action."""
        return self.terms.longest + 1 if self.terms.chance else 0

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "HatboxObserver":
        """What a player sees: now, or with everything it has seen before."""
        return HatboxObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class HatboxState(pyspiel.State):  # type: ignore[misc]
    """A position, or a chance node."""

    def __init__(self, game: HatboxGame) -> None:
        """Wait for the set-up, or do it if nothing about it is random."""
        super().__init__(game)
        fate = game.fate if game.fate >= 0 else secrets.randbits(62)
        pending = entries.SET_UP if game.terms.chance else NO_ACTION
        self._desk = Desk(Play(game.hatbox), game.terms, fate, pending)
        if not game.terms.chance:
            self._desk.begin(0)

    def current_player(self) -> int:
        """The seat that must act, or chance, or the terminal player."""
        if self._desk.pending != NO_ACTION:
            return CHANCE
        return TERMINAL if self._desk.over else self._desk.play.turn

    def is_terminal(self) -> bool:
        """Whether the game has ended."""
        return self._desk.over

    def _legal_actions(self, player: int) -> list[int]:
        return self._desk.legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The samples of a chance node."""
        return self._desk.terms.outcomes

    def _apply_action(self, action: int) -> None:
        if self._desk.pending == NO_ACTION:
            self._desk.act(action)
        else:
            self._desk.chance_speaks(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player < 0:
            return f"sample {action}"
        desk = self._desk
        return desk.play.game.rulebook.notation.move_text(desk.play.snapshot(), action)

    def returns(self) -> list[float]:
        """The value of the game for each player; zeros before the end and at the maximum length."""
        play = self._desk.play
        return play.returns if self._desk.past is not None and play.over else [0.0] * play.game.players

    def resample_from_infostate(self, player: int, sampler: Any) -> "HatboxState":
        """Another state that `player` cannot tell from this one: hidden parts and future chance are redrawn."""
        twin: HatboxState = self.clone()
        if twin._desk.past is not None and twin._desk.pending == NO_ACTION:
            twin._desk.redraw(player, int(sampler() * 2**62))
        return twin

    def __str__(self) -> str:
        """The true position."""
        if self._desk.past is None:
            return "before the set-up"
        text = self._desk.play.game.rulebook.notation.position_text(self._desk.play.snapshot())
        return f"{text} · waiting for chance" if self._desk.pending != NO_ACTION else text


class HatboxObserver:
    """What a player sees, as text and numbers.

    With perfect recall the numbers are the observation, the seat, and a fingerprint of everything the player has seen:
    the last makes the tensor a name of the information state and has no other meaning.
    """

    def __init__(self, game: HatboxGame, kind: Any) -> None:
        """Allocate the tensor where there is one."""
        self._game, self._kind = game, kind
        single = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._whole = kind.public_info and single
        size, players = game.hatbox.observation_size, game.hatbox.players
        parts = (
            {"observation": size, "seat": players, "seen": BITS}
            if kind.perfect_recall
            else {"observation": size}
        )
        self.tensor = np.zeros(sum(parts.values()), np.float32) if self._whole else None
        self.dict: dict[str, Any] = {}
        at = 0
        for name, length in parts.items() if self._whole else ():
            self.dict[name] = self.tensor[at : at + length]  # type: ignore[index]
            at += length

    def set_from(self, state: HatboxState, player: int) -> None:
        """Write the tensor."""
        desk = state._desk
        if self.tensor is None:
            return
        self.tensor.fill(0.0)
        if desk.past is None:
            return
        entries.look(desk.play.states, 0, player, self.dict["observation"])
        if self._kind.perfect_recall:
            self.dict["seat"][player] = 1.0
            self.dict["seen"][:] = fingerprint(desk.past.seen_by(player))

    def string_from(self, state: HatboxState, player: int) -> str | None:
        """The view of the player; with perfect recall, after everything it has seen before."""
        past = state._desk.past
        if not self._whole:
            return self._part(past, player)
        if past is None:
            return "before the set-up"
        now = past.view(player)
        return f"{past.seen_by(player)}\n{now}" if self._kind.perfect_recall else now

    def _part(self, past: Ply | None, player: int) -> str | None:
        """Only what everyone sees, or only what this player alone sees; None where that is undefined."""
        if not self._kind.public_info:
            if not self._game.hatbox.rulebook.secrets:
                return "" if is_open(self._game.hatbox.rulebook) else None
            return past.view(player) if past else ""
        return past.view(SPECTATOR) if past else "before the set-up"


# ---- what OpenSpiel wants to know of a game ------------------------------------------------------------------


def is_open(book: Rulebook) -> bool:
    """Whether nothing but the future is hidden."""
    return not hasattr(book.knowledge, "resample")


def has_chance(book: Rulebook) -> bool:
    """Whether a module of the rules draws from the generator; views and bots do so only to guess."""
    _ = book.rules
    rooms = [name for name in sys.modules if name == book.package or name.startswith(f"{book.package}.")]
    guessing = (f"{book.package}.knowledge", f"{book.package}.bot", f"{book.package}.exact")
    drawing = [name for name in rooms if getattr(sys.modules[name], "below", None) is below]
    return any(name not in guessing for name in drawing)


def defaults(book: Rulebook) -> dict[str, Parameter]:
    """All parameters with their default values."""
    own: dict[str, Parameter] = {
        "players": book.players[0],
        "rng_seed": -1,
        "chance_samples": CHANCE_SAMPLES,
        "max_plies": MAX_PLIES,
        "information": "auto",  # or imperfect, for algorithms that refuse games without secrets
    }
    return own | {option.name: _default(option) for option in book.options}


def _default(option: Option) -> Parameter:
    """An option's default in a type that OpenSpiel has and that all its values fit into."""
    plain = not option.choices or all(type(choice) is type(option.default) for choice in option.choices)
    return option.default if plain and isinstance(option.default, bool | int | str) else show(option.default)


def game_type(book: Rulebook, information: str = "auto") -> Type:
    """The game in OpenSpiel's terms."""
    kind = pyspiel.GameType
    hidden = information == "imperfect" or not is_open(book)
    return kind(
        short_name=f"hatbox_{book.slug}",
        long_name=f"Hatbox {book.slug.replace('_', ' ')}",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.SAMPLED_STOCHASTIC if has_chance(book) else kind.ChanceMode.DETERMINISTIC,
        information=kind.Information.IMPERFECT_INFORMATION
        if hidden
        else kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=max(book.players),
        min_num_players=min(book.players),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=defaults(book),
    )


def register_all() -> None:
    """Register every game with OpenSpiel as `hatbox_<slug>`."""
    known = {found.short_name for found in pyspiel.registered_games()}
    for slug in slugs():
        if f"hatbox_{slug}" not in known:
            kind = type(
                f"Hatbox_{slug}", (HatboxGame,), {"slug": slug}
            )  # a class: OpenSpiel outlives functions
            pyspiel.register_game(game_type(rulebook(slug)), kind)


register_all()
