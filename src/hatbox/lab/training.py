"""`hatbox train`: learn how it stands from games against oneself, in rounds that can be done anywhere.

The pieces of a round begin with the same weights, and the next round begins with the mean of what they learned. So a
seed and a number of rounds give the same weights on one process, on several and on a cluster.
"""

import os
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np

from hatbox.bots import Budget, learning
from hatbox.bots.turns import BOARDS, PAD
from hatbox.engine.learned import MOST_FEATURES, PARTS, Learned, code_name, packed
from hatbox.errors import HatboxError
from hatbox.game import Game, load
from hatbox.lab.work import Piece, Place, Result, pieces_of

PIECES, GAMES = 4, 100  # of a round, and of each piece
LONGEST = 4096  # positions of a game that are learned from
CONTEST, CONTEST_SEED = 400, 1 << 40  # games against the hand-written evaluation, for the curve
FIRST_CONTEST = 8  # rounds before: who knows nothing plays endless games
LEARNING = {  # what a game's features.py may change
    "rate": 0.15,
    "patience": 0.7,  # λ: how much the later positions count
    "curiosity": 0.02,  # part of the turns that are taken at random
    "caution": 1.0,  # what a weight is taken to have been moved by before: above 1 it is not carried away early
}
STEADY = 64  # rounds that make a mean
SAVED_EVERY = 60.0  # seconds
KEPT, NUMBERS = ("rounds", "games", "positions", "seconds", "curve"), ("weights", "squares", "steady")

Told = Callable[["State", float], None]  # is told after every round how far it is, and after how many seconds


class State(msgspec.Struct):
    """How far the training is."""

    rounds: int
    games: int
    positions: int
    seconds: float  # of work
    curve: list[tuple[int, float]]
    weights: Any
    squares: Any
    steady: Any  # the mean of the last weights, which counts in the end: single games move them at random


class Task(NamedTuple):
    """What is learned, from which seed on, and with which weights it begins (none: all are 0)."""

    game: Game
    seed: int = 0
    basis: Path | None = None

    @property
    def name(self) -> dict[str, Any]:
        """All that the weights depend on: a file of something else is not gone on with."""
        return {
            "game": self.game.slug,
            "players": self.game.players,
            "options": dict(self.game.options),
            "ruleset": self.game.rulebook.ruleset,
            "features": features_of(self.game),
            "seed": self.seed,
            "basis": str(self.basis or ""),
            "manner": manner_of(self.game),
        }

    def command(self, rounds: int) -> str:
        """What to type for the same weights."""
        usual = load(self.game.slug, self.game.players).options
        parts = [f"hatbox train {self.game.slug} --players {self.game.players}"]
        parts += [f"--option {k}={v}" for k, v in self.game.options.items() if v != usual[k]]
        parts += [f"--basis {self.basis}"] if self.basis else []
        return " ".join([*parts, f"--seed {self.seed} --rounds {rounds}"])


class Trainer:
    """A game's boards and notes, where games are played to learn from."""

    def __init__(self, game: Game) -> None:
        """Everything empty."""
        widest, sides = game.rulebook.widest, game.players
        self.boards = np.zeros(BOARDS + 1, game.template.dtype)
        self.boards[-1] = game.template[0]
        self.acts, self.pad = np.zeros((BOARDS, widest), np.int16), np.zeros(1, PAD)
        self.listed = np.zeros(LONGEST * sides * MOST_FEATURES, np.int32)
        self.ends, self.tried = np.zeros(LONGEST * sides + 1, np.int32), np.zeros(LONGEST, np.int32)
        self.noted, self.found = np.zeros((LONGEST, 2 * sides)), np.zeros(MOST_FEATURES, np.int32)

    def learn(self, weights: Any, squares: Any, games: int, seed: int, manner: dict[str, float]) -> int:
        """Play some games and learn from them; gives the number of positions."""
        return int(
            learning.learn(
                self.boards,
                self.acts,
                self.pad,
                weights,
                squares,
                self.listed,
                self.ends,
                self.tried,
                self.noted,
                self.found,
                games,
                np.uint64(seed),
                manner["patience"],
                manner["curiosity"],
                manner["rate"],
            )
        )

    def contest(self, weights: Any, games: int = CONTEST, rival: int = learning.BY_HAND) -> float:
        """The part won by one who takes the best turn by the weights, against the hand-written evaluation."""
        seed, room = np.uint64(CONTEST_SEED), (self.boards, self.acts, self.pad)
        return float(learning.contest(*room, weights, self.found, games, seed, rival))


def module_of(game: Game) -> Any:
    """The features of a game, with a clear sentence where there are none."""
    if not game.rulebook.has_module("features") or not hasattr(game.rulebook.module("features"), "COUNT"):
        raise HatboxError(f"{game.slug} has no features to learn from (its features.py).")
    return game.rulebook.module("features")


def features_of(game: Game) -> str:
    """Names the rules that say which features hold."""
    return code_name(Path(module_of(game).__file__))


def manner_of(game: Game) -> dict[str, float]:
    """How a game is learned."""
    return {**LEARNING, **getattr(module_of(game), "LEARNING", {})}


def learn_piece(weights: Any, squares: Any, piece: Piece) -> Result:
    """Learn from some games, beginning with these weights."""
    game = load(piece.game, piece.players, **piece.options)
    new, more, started = weights.copy(), squares.copy(), time.process_time()
    positions = Trainer(game).learn(new, more, piece.count, piece.first, manner_of(game))
    seconds = time.process_time() - started
    return {"weights": new, "squares": more, "positions": positions, "seconds": seconds}


def begin(task: Task) -> State:
    """Nothing learned yet, or what was learned for other players or options."""
    count = module_of(task.game).COUNT
    first = np.zeros(count, np.float32)
    if task.basis:
        try:
            known = msgspec.json.decode(task.basis.read_bytes(), type=Learned)
        except (OSError, msgspec.DecodeError) as error:
            raise HatboxError(f"{task.basis} holds no weights to begin with.") from error
        if known.features != features_of(task.game):
            raise HatboxError(f"{task.basis} was learned with other features than {task.game.slug} has now.")
        first = (known.table / PARTS).astype(np.float32)
    squares = np.full(count, manner_of(task.game)["caution"], np.float32)
    return State(0, 0, 0, 0.0, [], first, squares, first)


def one_round(game: Game, state: State, seed: int, place: Place) -> None:
    """Let every piece learn, and take the mean: their sum would go too far, since they all learn the same."""
    first = seed + state.rounds * PIECES * GAMES
    seeds = range(first, first + PIECES * GAMES)
    pieces = pieces_of(game.slug, game.players, game.options, (), Budget(), seeds, GAMES)
    done = [one.result for one in place.done(partial(learn_piece, state.weights, state.squares), pieces)]
    state.weights = np.mean([one["weights"] for one in done], axis=0, dtype=np.float32)
    state.squares = np.mean([one["squares"] for one in done], axis=0, dtype=np.float32)
    part = np.float32(1.0 / min(1 + state.rounds // 4, STEADY))
    state.steady = state.steady + part * (state.weights - state.steady)
    state.positions += sum(one["positions"] for one in done)
    state.seconds += sum(one["seconds"] for one in done)
    state.rounds, state.games = state.rounds + 1, state.games + len(seeds)


def train(task: Task, rounds: int, hours: float, place: Place, out: Path, told: Told) -> State:
    """Learn until so many rounds are done or the time is over; a second start goes on where the first one stopped."""
    state, started = taken_up(task, out), time.monotonic()
    trainer, saved = Trainer(task.game), started
    while (not rounds or state.rounds < rounds) and time.monotonic() - started < 3600 * hours:
        one_round(task.game, state, task.seed, place)
        if state.rounds >= FIRST_CONTEST and state.rounds & (state.rounds - 1) == 0:
            state.curve.append((state.games, trainer.contest(state.steady)))
        told(state, time.monotonic() - started)
        if time.monotonic() - saved > SAVED_EVERY:
            write(task, state, out)
            saved = time.monotonic()
    write(task, state, out, [(state.games, trainer.contest(state.steady))])
    return state


# ---- files -----------------------------------------------------------------------------------------------------


def write(task: Task, state: State, out: Path, last: list[tuple[int, float]] | None = None) -> None:
    """Write the weights, and beside them what is needed to go on."""
    learned = Learned(
        game=task.game.slug,
        players=task.game.players,
        options=dict(task.game.options),
        ruleset=task.game.rulebook.ruleset,
        features=features_of(task.game),
        made_by=task.command(state.rounds),
        games=state.games,
        positions=state.positions,
        cpu_hours=round(state.seconds / 3600, 4),
        curve=[point for point in state.curve if not last or point[0] != last[0][0]] + (last or []),
        weights=packed(state.steady),
    )
    plain = {"what": task.name, **{k: getattr(state, k) for k in KEPT}}
    try:
        _replace(out, msgspec.json.format(msgspec.json.encode(learned), indent=1) + b"\n")
        part = progress_file(out).with_suffix(".part.npz")
        text = msgspec.json.encode(plain).decode()
        numbers = {name: getattr(state, name) for name in NUMBERS}
        np.savez_compressed(part, plain=np.array(text), **numbers)
        os.replace(part, progress_file(out))
    except OSError as error:
        raise HatboxError(
            f"The weights cannot be written to {out}: {(error.strerror or 'unknown error').lower()}."
        ) from error


def progress_file(out: Path) -> Path:
    """What is needed to go on, beside the weights."""
    return out.with_suffix(".npz")


def _replace(file: Path, data: bytes) -> None:
    """A file appears whole or not at all."""
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_name(f"{file.name}.part")
    part.write_bytes(data)
    os.replace(part, file)


def taken_up(task: Task, out: Path) -> State:
    """Where an earlier start has stopped, or the beginning."""
    file = progress_file(out)
    if not file.exists():
        return begin(task)
    try:
        with np.load(file) as kept:
            plain = msgspec.json.decode(str(kept["plain"]))
            numbers = {name: kept[name] for name in NUMBERS}
    except (OSError, ValueError, KeyError, msgspec.DecodeError) as error:
        raise HatboxError(f"{file} is no training to go on with. Give another --out.") from error
    if plain.pop("what") != msgspec.json.decode(msgspec.json.encode(task.name)):
        raise HatboxError(f"{file} was begun with another game, seed or features. Give another --out.")
    return State(**plain, **numbers)


def run_training(args: Any, options: dict[str, str], place: Place, told: Told) -> str:
    """`hatbox train`: learn, and say what came of it."""
    game = load(args.game, args.players, **options)
    out = args.out or Path(f"{game.slug}-{game.players}.json")
    task = Task(game, args.seed or 0, args.basis)
    state = train(task, args.rounds or 0, args.hours, place, out, told)
    learned = msgspec.json.decode(out.read_bytes(), type=Learned)
    return (
        f"{out}: {state.rounds:,} rounds, {state.games:,} games, {state.positions:,} positions in "
        f"{state.seconds / 3600:.2f} CPU-hours; one turn ahead it wins {learned.curve[-1][1]:.1%} against the "
        "hand-written evaluation."
    )
