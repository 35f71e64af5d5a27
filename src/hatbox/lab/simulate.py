"""Bulk random play over all cores, or over processes, and what came of it."""

import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from typing import Any

import msgspec
import numpy as np

from hatbox.bots import Bot, Budget, move_of
from hatbox.bots.players import make_bot
from hatbox.engine import entries
from hatbox.errors import HatboxError
from hatbox.game import Game, load
from hatbox.match.match import SEED_BITS, Match
from hatbox.options import Options

CHUNK_STEPS = 2_000_000  # a progress bar moves at least about twice a second
FIRST_CHUNK = 64  # games, to learn how long they are
PERCENTILES = (1, 5, 25, 50, 75, 95, 99)

Chunk = tuple[int, int]  # first game, number of games
Played = tuple[Any, Any, int]  # lengths, payoffs, capped games


class Report(msgspec.Struct, frozen=True):
    """What a simulation found; `length` holds percentiles of the number of actions per game."""

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
    """Play some games: game k of the whole simulation has seed + k; `watch`: build every observation too."""
    first, count = chunk
    lengths = np.zeros(count, np.int32)
    payoffs = np.zeros((count, game.players))
    states = np.repeat(game.template, 2)
    seen = np.zeros(game.observation_size, np.float32) if watch else None
    capped = entries.play_games(states, np.uint64(seed + first), lengths, payoffs, game.buffer(), seen)
    return lengths, payoffs, capped


def _play_in_process(slug: str, players: int, options: Options, seed: int, chunk: Chunk) -> Played:
    """The same in another process, which loads the game itself."""
    return play_chunk(load(slug, players, **options), seed, chunk)


def check_numbers(games: int, jobs: int) -> None:
    """Refuse numbers with which nothing can be played."""
    if games < 1:
        raise HatboxError(f"The number of games is at least 1, not {games}.")
    if jobs < 0:
        raise HatboxError(f"The number of processes is at least 0 (all cores), not {jobs}.")


def simulate(
    game: Game, games: int, seed: int = 0, jobs: int = 0, progress: Callable[[int], None] | None = None
) -> Report:
    """Play random games; jobs = 0: a thread per core, jobs = J: J processes. The result is the same."""
    check_numbers(games, jobs)
    play_chunk(game, seed, (0, 1))  # whatever must be compiled is compiled now
    started = time.perf_counter()
    parts = []
    with _workers(jobs) as pool:
        for part in _results(pool, game, games, seed, jobs):
            parts.append(part)
            if progress:
                progress(len(part[0]))
    return _report(game, seed, parts, time.perf_counter() - started)


def play_out(match: Match, bots: Sequence[Bot], budget: Budget, seed: int, names: Sequence[str] = ()) -> None:
    """Let the bots, one per seat, play a match to its end; every decision has a seed of its own."""
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


def play_with_bots(
    slug: str, players: int, options: Options, bots: list[str], budget: Budget, seed: int
) -> Played:
    """One game with bots in all seats, in the order given, again from the front when there are more seats."""
    match = load(slug, players, **options).match(seed=seed)
    names = [bots[seat % len(bots)] for seat in range(players)]
    play_out(match, [make_bot(name) for name in names], budget, seed * 1_000_003, names)
    return np.array([match.ply]), np.array([match.returns]), int(match.state.capped)


def simulate_bots(
    game: Game,
    bots: list[str],
    games: int,
    budget: Budget,
    seed: int = 0,
    jobs: int = 0,
    progress: Callable[[int], None] | None = None,
) -> Report:
    """Let bots play; jobs = 0: a process per core."""
    check_numbers(games, jobs)
    for name in bots:
        make_bot(name)
    started, parts = time.perf_counter(), []
    task = (game.slug, game.players, game.options, bots, budget)
    with _workers(jobs or os.cpu_count() or 1) as pool:
        for waiting in [pool.submit(play_with_bots, *task, seed + k) for k in range(games)]:
            parts.append(waiting.result())
            if progress:
                progress(1)
    return _report(game, seed, parts, time.perf_counter() - started)


def _workers(jobs: int) -> Executor:
    """Threads (the rules run without the interpreter's lock), or fresh processes."""
    if jobs:
        return ProcessPoolExecutor(jobs, mp_context=get_context("spawn"))
    return ThreadPoolExecutor(os.cpu_count() or 1)


def _results(pool: Executor, game: Game, games: int, seed: int, jobs: int) -> Iterator[Played]:
    """The chunks in order: the first small one tells how large the others may be."""
    first = play_chunk(game, seed, (0, min(FIRST_CHUNK, games)))
    yield first
    size = max(1, int(CHUNK_STEPS / first[0].mean()))
    chunks = [(at, min(size, games - at)) for at in range(len(first[0]), games, size)]
    if jobs:
        task = (game.slug, game.players, game.options, seed)
        waiting = [pool.submit(_play_in_process, *task, chunk) for chunk in chunks]
    else:
        waiting = [pool.submit(play_chunk, game, seed, chunk) for chunk in chunks]
    for part in waiting:
        yield part.result()


def _report(game: Game, seed: int, parts: list[Played], seconds: float) -> Report:
    """Put the chunks together."""
    lengths = np.concatenate([part[0] for part in parts])
    payoffs = np.concatenate([part[1] for part in parts])
    steps = int(lengths.sum(dtype=np.int64))
    percentiles = np.percentile(lengths, PERCENTILES)
    return Report(
        game=game.slug,
        players=game.players,
        options=dict(game.options),
        seed=seed,
        games=len(lengths),
        steps=steps,
        seconds=round(seconds, 3),
        steps_per_second=round(steps / seconds),
        capped=sum(part[2] for part in parts),
        draws=int((payoffs <= 0).all(axis=1).sum()),
        mean_length=round(float(lengths.mean()), 2),
        length={f"p{p}": float(value) for p, value in zip(PERCENTILES, percentiles, strict=True)},
        wins=[int(count) for count in (payoffs > 0).sum(axis=0)],
    )
