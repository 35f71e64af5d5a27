"""Our side of the benchmark: prints one JSON object; every figure is measured in this process alone."""

import argparse
import json
import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import count

import hatbox
from benchmarks.connect_four_bits import fast_game
from benchmarks.research import best_batch, fused, stepped
from hatbox.engine import entries
from hatbox.game import Game
from hatbox.lab.simulate import play_chunk

MOST_GAMES = 20_000  # per call


def rate(game: Game, seconds: float, watch: bool = False, first: int = 0) -> float:
    """Steps per second of random play on this thread."""
    play_chunk(game, 0, (0, 1), watch)
    steps, games, started = 0, 50, time.perf_counter()
    while (used := time.perf_counter() - started) < seconds:
        lengths, _, _ = play_chunk(game, first + steps, (0, games), watch)
        steps += int(lengths.sum())
        games = min(2 * games, MOST_GAMES)
    return steps / used


def rate_on_all_cores(game: Game, seconds: float, watch: bool) -> float:
    """The same on a thread per core."""
    rate(game, 0.01, watch)
    cores = os.cpu_count() or 1
    with ThreadPoolExecutor(cores) as pool:
        return sum(pool.map(lambda core: rate(game, seconds, watch, core << 40), range(cores)))


def calls_per_second(act: Callable[[int], object], seconds: float) -> float:
    """How often Python gets through `act`; it is given the number of the call."""
    act(0)
    started = time.perf_counter()
    for number in count(1):
        act(number)
        if number % 256 == 0 and time.perf_counter() - started > seconds:
            return number / (time.perf_counter() - started)
    raise AssertionError


def engine_calls(seconds: float) -> float:
    """`entries.step` from Python, one action per call, hat_stairs; new games included."""
    game = hatbox.load("hat_stairs")
    states, buffer = game.states(1, 0), game.buffer()
    legal = entries.step(states, 0, entries.JUST_LOOK, buffer)

    def act(number: int) -> None:
        nonlocal legal
        legal = entries.step(states, 0, buffer[number % legal] if legal else entries.SET_UP, buffer)

    return calls_per_second(act, seconds)


def match_plays(seconds: float) -> float:
    """`Match.play` with record, hash and events, hat_stairs; new matches included."""
    game = hatbox.load("hat_stairs")
    match = game.match(seed=0)

    def act(number: int) -> None:
        nonlocal match
        if match.over:
            match = game.match(seed=number)
        match.play(match.legal[number % len(match.legal)])

    return calls_per_second(act, seconds)


def main() -> None:
    """Measure everything."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=5.0)
    seconds = parser.parse_args().seconds
    four = fast_game()
    found = {
        "connect_four, one thread": rate(four, seconds),
        "connect_four, all cores": rate_on_all_cores(four, seconds, False),
        "connect_four, all cores, observations": rate_on_all_cores(four, seconds, True),
        "connect_four, batch, 100 steps per call": best_batch(four.slug, fused, seconds, 100),
        "connect_four, batch, one call per step": best_batch(four.slug, stepped, seconds),
        "entries.step from Python": engine_calls(seconds / 2),
        "Match.play": match_plays(seconds / 2),
    }
    for slug, book in hatbox.rulebooks().items():
        if book.product:
            found[f"{slug}, one thread"] = rate(
                hatbox.load(slug, max(n for n in book.players if n <= 4)), seconds
            )
    print(json.dumps({name: round(value) for name, value in found.items()}))


if __name__ == "__main__":
    main()
