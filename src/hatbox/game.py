"""What a game is: its functions, sizes and options; and the registry of all games.

A `Rulebook` is a game as printed; a `Game` is a rulebook with chosen players and options:

    >>> import hatbox
    >>> hatbox.load("connect_four").match(seed=7)
    connect_four · 2 players · Ada to drop a disc · 0 discs
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from hatbox import games
from hatbox.engine.defaults import DEFAULT_FUNCTIONS
from hatbox.engine.facts import Facts
from hatbox.engine.notes import CHANCE, Event, Tape, TapeReader, events_of
from hatbox.engine.reasons import Reasons, Refusal
from hatbox.engine.record import Buffer, Record, States, Tensor
from hatbox.engine.schema import SPECTATOR, View, ViewReader
from hatbox.engine.snapshot import reader
from hatbox.errors import BadOption, OptionsClash, UnknownGame
from hatbox.interfaces import BoardView
from hatbox.options import Option, Options, Value, read_options

if TYPE_CHECKING:
    from hatbox.engine.view_json import ViewWriter
    from hatbox.interfaces import Board, Drawing, Knowledge, Notation, Rules, Terminal
    from hatbox.match.match import Match

OWN_GAMES = tuple(found.name for found in iter_modules(games.__path__))
COMPILED_FUNCTIONS = {
    "rules": ("setup", "legal", "legal_set", "apply", "returns"),
    "knowledge": ("resample", "observe"),
    "bot": (
        *(
            "evaluate",
            "prefer",
            "glimpse",
            "sightings",
            "reach",
            "in_view",
            "forget",
            "mix_up",
            "reluctance",
            "alike",
        ),
        *(
            "turn_number",
            "sides",
            "exact_key",
            "exact_size",
            "exact_sweep",
            "exact_worth",
            "exact_slack",
        ),
    ),
    "features": ("features", "weight", "trained"),
    "coach": ("facts",),
    "view": ("view",),
    "refusals": ("why_not",),
}


def any_options(players: int, options: Options) -> None:
    """No combination of options is forbidden."""


def nothing_to_check(s: Any) -> None:
    """The game has no invariants of its own."""


def never_silent(players: int) -> bool:
    """Players may talk during the game."""
    return False


def may_always_write(s: Any, seat: int) -> bool:
    """Every seat may write what it likes."""
    return True


@dataclass(frozen=True)
class Previews:
    """Players can preview moves; what has to be remembered is left out of the record for that."""

    left_out: tuple[str, ...] = ()  # fields of the record
    unless: str = ""  # the option that makes them public


@dataclass(frozen=True)
class Rulebook:
    """A game: its sizes, its options, and its modules, imported when first needed."""

    package: str
    state: type[Record]
    players: tuple[int, ...]
    actions: int  # size of the action space
    widest: int  # the largest number of legal actions at once
    options: tuple[Option, ...] = ()
    ruleset: int = 1  # raised when the same actions may lead to a different game
    check: Callable[[int, Options], None] = (
        any_options  # raises BadOption for options that exclude each other
    )
    possible: Callable[[Any], None] = (
        nothing_to_check  # raises BadPosition for a state that no game can reach
    )
    conserved: Callable[[Any], None] = nothing_to_check  # asserts what else holds after every action
    decline: int = -1  # the action that declines an offer, for standing answers
    matters: str = ""  # the field of the view that says whether an offer is worth asking about
    also_try: tuple[dict[str, Value], ...] = ()  # combinations of options that deserve their own test
    unnoticed: tuple[int, ...] = ()  # phases in which nobody sees the choice, so bots answer at once
    at_once: tuple[int, ...] = ()  # phases in which all seats choose in secret at the same time
    foreseeable: bool = False  # after the set-up nothing is random and nothing is hidden
    sits_out: str = ""  # the field of the view that lists seats waiting for the next round
    secrets: bool = False  # seats know different things, so players hand over a shared device
    product: bool = True  # whether it is offered to players; the tutorial is not
    previews: Previews | None = None  # whether players can preview moves
    has_board: bool = False  # the game has a `board.py`, which says where things are drawn
    silent: Callable[[int], bool] = (
        never_silent  # whether this number of players must not talk during the game
    )
    may_write: Callable[[Any, int], bool] = may_always_write  # whether a seat may write free text now
    constants: tuple[str, ...] = ()  # constants of `state.py` or `board.py` that the browser needs too

    @property
    def slug(self) -> str:
        """The game's name in addresses, files and commands."""
        return self.state.slug

    @cached_property
    def record_layout(self) -> str:
        """Identifies the layout of the record: a table and a browser with the same one may exchange records."""
        kind: Any = self.state.dtype
        names = [name for name in kind.names if name != self.state.mark]
        places = [(str(base), at) for base, at, *_ in kind.fields.values()]
        return hashlib.sha256(repr((self.ruleset, names, places)).encode()).hexdigest()[:12]

    @cached_property
    def rules(self) -> "Rules":
        """Set-up, legal, apply, outcome; accessing it connects the game to the generic compiled code."""
        from hatbox.engine.dispatch import connect

        functions = dict(DEFAULT_FUNCTIONS)
        for module, names in COMPILED_FUNCTIONS.items():
            if self.has_module(module):
                found = self.module(module)
                functions |= {name: getattr(found, name) for name in names if hasattr(found, name)}
        connect(self.state, functions)
        return cast("Rules", self.module("rules"))

    @cached_property
    def knowledge(self) -> "Knowledge":
        """What a seat may know."""
        return cast("Knowledge", self.module("knowledge"))

    @cached_property
    def events(self) -> list[type[Event]]:
        """All events, in the order of their numbers on a tape."""
        return events_of(self.module("events").__name__)

    @cached_property
    def tape_reader(self) -> TapeReader:
        """Reads what rules have reported."""
        return TapeReader(self.events)

    @cached_property
    def view_reader(self) -> ViewReader:
        """Reads what rules have shown."""
        return ViewReader(self.view)

    @cached_property
    def view_writer(self) -> "ViewWriter":
        """Writes what rules have shown as JSON."""
        from hatbox.engine.view_json import ViewWriter

        return ViewWriter(self.view)

    @cached_property
    def view(self) -> type[View]:
        """What a viewer is shown."""
        return cast("type[View]", self.module("view").View)

    @cached_property
    def reasons(self) -> Reasons:
        """Why moves are refused."""
        return cast("Reasons", self.module("refusals").REASONS)

    @cached_property
    def facts(self) -> Facts:
        """What moves can do, for hints and reviews."""
        found = self.module("coach") if self.has_module("coach") else None
        return cast("Facts", getattr(found, "FACTS", None) or Facts())

    @cached_property
    def notation(self) -> "Notation":
        """Positions and moves as text."""
        return cast("Notation", self.module("notation"))

    @cached_property
    def plain_texts(self) -> dict[int, str]:
        """The texts of actions that are the same in every position, as far as known."""
        return {}

    def layouts(self, game: "Game") -> Mapping[str, Any] | None:
        """Where the board is drawn, `wide` and `tall`; None without a drawn board."""
        if not self.has_board:
            return None
        board: Board = self.module("board")
        return board.layouts(game)

    @cached_property
    def drawing(self) -> "Drawing":
        """The board as SVG."""
        return cast("Drawing", self.module("drawing"))

    @cached_property
    def terminal(self) -> "Terminal":
        """The board as characters."""
        return cast("Terminal", self.module("terminal"))

    def text(self, view: View, names: Sequence[str]) -> str:
        """The board as characters; a simple board shows its rows."""
        return "\n".join(view.rows) if isinstance(view, BoardView) else self.terminal.text(view, names)

    def has_module(self, name: str) -> bool:
        """Whether the game has this module."""
        home = import_module(self.package)
        return not hasattr(home, "__path__") or find_spec(f"{self.package}.{name}") is not None

    def module(self, name: str) -> Any:
        """One module of the game; a game in one file is all modules at once."""
        home = import_module(self.package)
        return import_module(f"{self.package}.{name}") if hasattr(home, "__path__") else home


@dataclass(frozen=True)
class Game:
    """A rulebook with chosen players and options."""

    rulebook: Rulebook
    players: int
    options: Options
    template: States = field(repr=False, compare=False)

    @property
    def slug(self) -> str:
        """The game's name."""
        return self.rulebook.slug

    def match(self, seed: int | None = None, names: list[str] | None = None) -> "Match":
        """Start a match; without a seed, a secret one is drawn.

        >>> import hatbox
        >>> hatbox.load("connect_four").match(seed=7, names=["Mia", "Noah"])
        connect_four · 2 players · Mia to drop a disc · 0 discs
        """
        from hatbox.match.match import Match

        return Match(self, seed, names)

    def states(self, count: int, seed: int) -> States:
        """Many games, set up and ready: record i has seed + i."""
        from hatbox.engine import entries

        states: States = np.repeat(self.template, count)
        entries.seed_states(states, np.uint64(seed))
        buffer = self.buffer()
        for i in range(count):
            entries.step(states, i, entries.SET_UP, buffer)
        return states

    def buffer(self) -> Buffer:
        """A buffer for the legal actions of one position."""
        return np.zeros(self.rulebook.widest, np.int16)

    @cached_property
    def observation_size(self) -> int:
        """The number of values in an observation."""
        return sum(piece.size for piece in self.rulebook.knowledge.OBSERVATION)

    def observation(self, states: States, seat: int, i: int = 0) -> Tensor:
        """What a seat knows with perfect memory, as numbers."""
        from hatbox.engine import entries

        out = np.zeros(self.observation_size, np.float32)
        entries.look(states, i, seat, out)
        return out

    def view(self, states: States, seat: int = SPECTATOR, aid: bool = False, i: int = 0) -> View:
        """What a seat or a spectator may see; `aid` is the memory aid."""
        from hatbox.engine import entries

        viewer = self.rulebook.view_reader
        shown, numbers = viewer.take()
        entries.show(states, i, seat, aid, shown)
        return viewer.read(shown, numbers)

    def events(self, states: States, action: int, i: int = 0) -> list[Event]:
        """What a legal action does here; the position itself is not changed."""
        from hatbox.engine import entries

        told = self.with_tape(states[i : i + 1])
        entries.step(told, 0, action, self.buffer())
        return self.read_tape(told)

    def foreseen(self, states: States, action: int, i: int = 0) -> list[Event]:
        """What a legal action certainly does here: its events up to the first random one."""
        from hatbox.engine import entries

        told = self.with_tape(states[i : i + 1])
        entries.step(told, 0, action, self.buffer())
        tape = Tape(told, self.template.itemsize).numbers()
        return self.rulebook.tape_reader.read(tape[: tape.index(CHANCE)] if CHANCE in tape else tape)

    def with_tape(self, states: States) -> States:
        """A copy of a state with a tape behind it, on which `step` writes what happens."""
        told: States = np.zeros(1, self.rulebook.state.telling)
        told.view(np.uint8)[: states.itemsize] = states.view(np.uint8)
        return told

    def read_tape(self, told: States) -> list[Event]:
        """What the last step on a state with a tape did."""
        return self.rulebook.tape_reader.read(Tape(told, self.template.itemsize).numbers())

    def refusal(self, states: States, action: int, i: int = 0) -> Refusal:
        """Why an action is not allowed now."""
        from hatbox.engine import entries

        return self.rulebook.reasons.read(entries.refuse(states, i, action))

    def snapshot(self, states: States, i: int = 0) -> Any:
        """One record as plain values."""
        return reader(states.dtype).read(states[i : i + 1].tobytes())


_REGISTRY: dict[str, Rulebook] = {}


def register(rulebook: Rulebook) -> Rulebook:
    """Make a game known by its slug; returns it."""
    known = _REGISTRY.setdefault(rulebook.slug, rulebook)
    assert known is rulebook, f"two games are called {rulebook.slug}"
    return rulebook


def slugs() -> list[str]:
    """The slugs of all games: ours, and those of packages with the entry point `hatbox.games`."""
    installed = [point.name for point in entry_points(group="hatbox.games")]
    return list(dict.fromkeys([*OWN_GAMES, *installed, *_REGISTRY]))


def rulebooks() -> dict[str, Rulebook]:
    """All known games by slug.

    >>> import hatbox
    >>> hatbox.rulebooks()["hat_stairs"].players
    (2, 3, 4)
    """
    return {slug: rulebook(slug) for slug in slugs()}


def rulebook(slug: str) -> Rulebook:
    """The game with this slug."""
    if slug in _REGISTRY:
        return _REGISTRY[slug]
    if slug in OWN_GAMES:
        return register(import_module(f"hatbox.games.{slug}").RULEBOOK)
    for point in entry_points(group="hatbox.games", name=slug):
        return register(point.load())
    raise UnknownGame(f"There is no game {slug!r}; the games are {', '.join(slugs())}.")


def choose(
    slug: str, players: int | None, options: Mapping[str, Any], old: bool = False
) -> tuple[Rulebook, int, Options]:
    """A game with checked players and options; compiles nothing. `old`: see `load_old`."""
    book = rulebook(slug)
    seats = book.players[0] if players is None else players
    if seats not in book.players:
        valid = ", ".join(map(str, book.players))
        raise BadOption(f"{slug} is for {valid} players, not {seats}.")
    chosen = read_options(book.options, options, slug)
    for option in book.options:
        option.check_seat(chosen[option.name], seats)
    try:
        book.check(seats, chosen)
    except OptionsClash:
        if not old:
            raise
    return book, seats, chosen


def load(slug: str, players: int | None = None, **options: Any) -> Game:
    """A game that is ready to play; without `players` it has its usual number.

    >>> import hatbox
    >>> hatbox.load("hat_stairs", players=3, overshoot="bounce").options["overshoot"]
    'bounce'
    """
    return load_with(slug, players, options)


def load_with(slug: str, players: int | None, options: Mapping[str, Any]) -> Game:
    """The same with options from outside, which may have any name."""
    return _ready(*choose(slug, players, options))


def load_old(slug: str, players: int, options: Mapping[str, Any]) -> Game:
    """The game of a record or a stored table, which may combine options that new games cannot."""
    return _ready(*choose(slug, players, options, old=True))


def _ready(book: Rulebook, seats: int, chosen: Options) -> Game:
    """A game that compiled code can call."""
    _ = book.rules  # connects them
    return Game(book, seats, chosen, _template(book, seats, chosen))


def _template(book: Rulebook, players: int, options: Options) -> States:
    """One record with everything that is the same in every game of this kind."""
    template: States = np.zeros(1, book.state.dtype)
    template[0]["players"] = players
    template[0][book.state.mark] = book.ruleset
    for option in book.options:
        template[0][option.name] = option.stored(options[option.name])
    return template
