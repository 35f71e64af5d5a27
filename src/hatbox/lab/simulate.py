"""Many games, at random or by bots, and their results."""

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import msgspec
import numpy as np

from hatbox.bots import Bot, Budget, move_of
from hatbox.bots.players import make_bot
from hatbox.engine import entries
from hatbox.errors import HatboxError
from hatbox.game import Game, load
from hatbox.lab.places import Here
from hatbox.lab.work import Kept, Piece, Place, Result, Work, pieces_of, run
from hatbox.match.match import SEED_BITS, Match

PIECE_STEPS = 2_000_000  # a progress bar moves at least about twice a second
BOT_GAMES = 4  # per piece, because bots are slow
TRIED = 64  # games, to find out how long they are
PERCENTILES = (1, 5, 25, 50, 75, 95, 99)

Chunk = tuple[int, int]  # first game, number of games
Played = tuple[Any, Any, int]  # lengths, payoffs, capped games
Progress = Callable[[int], None]  # called with how many more games were played


class Report(msgspec.Struct, frozen=True):
    """What a simulation found; `length` has percentiles of the number of actions per game."""

    game: str
    players: int
    options: dict[str, Any]
    seed: int
    games: int
    steps: int
    seconds: float
    steps_per_second: float
    capped: int
    draws: int
    mean_length: float
    length: dict[str, float]
    wins: list[int]  # by seat; a shared win counts for each winner


def play_chunk(game: Game, seed: int, chunk: Chunk, watch: bool = False) -> Played:
    """Play some games: game k of the whole simulation has seed + k; `watch`: also build every observation."""
    first, count = chunk
    lengths = np.zeros(count, np.int32)
    payoffs = np.zeros((count, game.players))
    states = np.repeat(game.template, 2)
    seen = np.zeros(game.observation_size, np.float32) if watch else None
    capped = entries.play_games(states, np.uint64(seed + first), lengths, payoffs, game.buffer(), seen)
    return lengths, payoffs, capped


def play_random(piece: Piece) -> Result:
    """Play random games with a range of seeds."""
    game = load(piece.game, piece.players, **piece.options)
    return _counted(*play_chunk(game, piece.first, (0, piece.count)))


def _counted(lengths: Any, payoffs: Any, capped: int) -> Result:
    """A summary of some games: how many took how many actions, and who won."""
    found, counts = np.unique(lengths, return_counts=True)
    return {
        "lengths": found.tolist(),
        "counts": counts.tolist(),
        "wins": (payoffs > 0).sum(axis=0).tolist(),
        "draws": int((payoffs <= 0).all(axis=1).sum()),
        "capped": capped,
    }


def simulate(
    game: Game,
    games: int,
    seed: int = 0,
    place: Place | None = None,
    progress: Progress | None = None,
    kept: Kept | None = None,
) -> Report:
    """Play random games, in this process or elsewhere; the result is the same."""
    tried, _, _ = play_chunk(game, seed, (0, min(TRIED, games)))  # compiles whatever is not compiled yet
    size = max(1, int(PIECE_STEPS / tried.mean()))
    pieces = pieces_of(game.slug, game.players, game.options, (), Budget(), seeds(seed, games), size)
    return _report(game, seed, play_random, pieces, place, progress, kept)


def seeds(first: int, games: int) -> range:
    """One seed for each game."""
    if games < 1:
        raise HatboxError(f"The number of games is at least 1, not {games}.")
    return range(first, first + games)


def play_out(match: Match, bots: Sequence[Bot], budget: Budget, seed: int, names: Sequence[str] = ()) -> None:
    """Let the bots, one per seat, play a match to its end; every decision has its own seed."""
    while not match.over:
        thought = replace(budget, seed=(seed + match.ply) % (1 << SEED_BITS))
        try:
            action = move_of(bots[match.turn], match, thought)
        except Exception as error:
            name = names[match.turn] if names else type(bots[match.turn]).__name__
            what = error if isinstance(error, HatboxError) else f"{type(error).__name__}: {error}"
            raise HatboxError(
                f"{name} failed in {match.game.slug} for {match.game.players}, seed {match.seed}, "
                f"ply {match.ply}: {what}"
            ) from error
        match.play(action)


def play_with_bots(piece: Piece) -> Result:
    """Play games with bots in all seats, in the order given, repeating them if there are more seats."""
    game = load(piece.game, piece.players, **piece.options)
    names = [piece.bots[seat % len(piece.bots)] for seat in range(piece.players)]
    lengths, payoffs, capped = [], [], 0
    for seed in range(piece.first, piece.first + piece.count):
        match = game.match(seed=seed)
        play_out(match, [make_bot(name) for name in names], piece.budget, seed * 1_000_003, names)
        lengths.append(match.ply)
        payoffs.append(match.returns)
        capped += int(match.state.capped)
    return _counted(np.array(lengths), np.array(payoffs), capped)


def simulate_bots(
    game: Game,
    bots: Sequence[str],
    games: int,
    budget: Budget,
    seed: int = 0,
    place: Place | None = None,
    progress: Progress | None = None,
    kept: Kept | None = None,
) -> Report:
    """Let bots play, in this process or elsewhere."""
    for name in bots:
        make_bot(name)
    pieces = pieces_of(game.slug, game.players, game.options, bots, budget, seeds(seed, games), BOT_GAMES)
    return _report(game, seed, play_with_bots, pieces, place, progress, kept)


def _report(
    game: Game,
    seed: int,
    work: Work,
    pieces: list[Piece],
    place: Place | None,
    progress: Progress | None,
    kept: Kept | None,
) -> Report:
    """Run the pieces and combine them; seconds are those spent playing."""
    place = place or Here()
    lengths: Counter[int] = Counter()
    wins, draws, capped, seconds = np.zeros(game.players, np.int64), 0, 0, 0.0
    for piece, done in run(work, pieces, place, kept):
        found = done.result
        lengths.update(dict(zip(found["lengths"], found["counts"], strict=True)))
        wins += found["wins"]
        draws, capped = draws + found["draws"], capped + found["capped"]
        seconds += done.seconds / min(place.workers, len(pieces))
        if progress:
            progress(piece.count)
    steps, games = sum(length * count for length, count in lengths.items()), lengths.total()
    return Report(
        game=game.slug,
        players=game.players,
        options=dict(game.options),
        seed=seed,
        games=games,
        steps=steps,
        seconds=round(seconds, 3),
        steps_per_second=round(steps / seconds),
        capped=capped,
        draws=draws,
        mean_length=round(steps / games, 2),
        length={f"p{p}": _percentile(lengths, p) for p in PERCENTILES},
        wins=wins.tolist(),
    )


def _percentile(lengths: Counter[int], percent: int) -> float:
    """The length that this percentage of games does not exceed, interpolated between two games if necessary."""
    values, counts = (np.array(one) for one in zip(*sorted(lengths.items()), strict=True))
    ends, place = counts.cumsum(), percent / 100 * (lengths.total() - 1)
    low, high = values[np.searchsorted(ends, [math.floor(place), math.ceil(place)], side="right")]
    return float(low + (high - low) * (place - math.floor(place)))
