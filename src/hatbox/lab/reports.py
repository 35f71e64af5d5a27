"""Simulations and measurements, formatted for people."""

import argparse
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from hatbox.bots import Budget
from hatbox.errors import HatboxError
from hatbox.game import Game, load, rulebooks
from hatbox.lab import inspection_page, training
from hatbox.lab.arena import tables_of, tournament
from hatbox.lab.benchmark import TASKS, baselines, measure, task_named, told
from hatbox.lab.inspection import inspect
from hatbox.lab.places import Workers, place
from hatbox.lab.simulate import Progress, Report, play_chunk, simulate, simulate_bots
from hatbox.lab.work import Kept
from hatbox.printing import Console, progress_bar, table


def run_simulation(args: argparse.Namespace, options: dict[str, str]) -> None:
    """`hatbox sim`: a progress bar while running, a table or JSON at the end."""
    game = load(args.game, args.players, **options)
    with _counted(game.slug, args.games) as progress, _kept(args) as kept:
        report = _simulated(args, game, progress, kept)
    Console().print(msgspec.json.encode(report).decode() if args.json else _table(report))


def _simulated(args: argparse.Namespace, game: Game, progress: Progress, kept: Kept | None) -> Report:
    """Simulate random play, or bots in all seats."""
    if not args.bots:
        where = place(args.on, args.jobs, threads=True)
        return simulate(game, args.games, args.seed or 0, where, progress, kept)
    bots, budget = args.bots.split(","), read_budget(args.budget)
    where = place(args.on, args.jobs)
    return simulate_bots(game, bots, args.games, budget, args.seed or 0, where, progress, kept)


@contextmanager
def _kept(args: argparse.Namespace) -> Iterator[Kept | None]:
    """Where results are stored, if requested; an interrupted user is told how to continue."""
    if not args.keep:
        yield None
        return
    with Kept(args.keep) as kept:
        try:
            yield kept
        except KeyboardInterrupt:
            Console(stderr=True).print(
                f"Stopped. What was played is in {args.keep}; the same command goes on from there."
            )
            raise


@contextmanager
def _counted(text: str, total: int) -> Iterator[Progress]:
    """A progress bar with rate and time left, if anyone is watching; call the result with the number of games done."""
    done, started = 0, time.perf_counter()
    with progress_bar(text) as bar:

        def more(n: int) -> None:
            nonlocal done
            done += n
            rate = done / (time.perf_counter() - started)
            bar(
                done,
                total,
                f"{done:,}/{total:,} · {rate:,.3g} a second · {(total - done) / rate:,.0f} s left",
            )

        yield more


def _table(report: Report) -> str:
    """A report as a table."""
    lengths = "  ".join(f"{name} {value:.0f}" for name, value in report.length.items())
    share = [f"seat {seat}: {wins / report.games:.1%}" for seat, wins in enumerate(report.wins)]
    rows = {
        "games": f"{report.games:,}",
        "steps": f"{report.steps:,}",
        "seconds": f"{report.seconds:.2f}",
        "steps per second": f"{report.steps_per_second:,.0f}",
        "capped games": f"{report.capped:,}",
        "steps per game": f"mean {report.mean_length:.1f}  {lengths}",
        "wins": "  ".join([*share, f"draws: {report.draws / report.games:.1%}"]),
    }
    return table(("", ""), list(rows.items()), f"{report.game} · {report.players} players")


def run_arena(args: argparse.Namespace, options: dict[str, str]) -> None:
    """`hatbox arena`: bots against each other."""
    game = load(args.game, args.players, **options)
    bots = args.bots.split(",")
    games = args.games * len(tables_of(bots, game.players))
    with _counted(game.slug, games) as progress, _kept(args) as kept:
        found = tournament(
            game.slug,
            bots,
            args.games,
            game.players,
            game.options,
            read_budget(args.budget),
            progress,
            place(args.on, args.jobs),
            args.seed or 0,
            kept,
        )
    if args.json:
        Console().print(msgspec.json.encode(found).decode())
        return
    title = f"{found.game} · {found.players} players · {found.games} games, {found.draws} draws"
    rows = [
        (score.bot, f"{score.share:.1%}", f"{score.low:.1%} – {score.high:.1%}", f"{score.elo:+.0f}")
        for score in found.scores
    ]
    Console().print(table(("bot", "share of wins", "95 % interval", "rating"), rows, title))


def run_train(args: argparse.Namespace, options: dict[str, str]) -> None:
    """`hatbox train`: learn with a progress bar, and say what came of it; threads will do, since all is compiled."""
    with progress_bar(args.game) as bar:

        def told(state: training.State, seconds: float) -> None:
            part = max(seconds / (3600 * args.hours), state.rounds / args.rounds if args.rounds else 0.0)
            curve = f" · {state.curve[-1][1]:.1%} won one turn ahead" if state.curve else ""
            left = f"{seconds * (1 - part) / part:,.0f} s left"
            bar(min(part, 1.0), 1.0, f"{state.games:,} games · {left}{curve}")

        here = args.jobs or os.cpu_count() or 1
        where = Workers(here, True) if here > 1 and not args.on else place(args.on, args.jobs)
        found = training.run_training(args, options, where, told)
    Console().print(found)


def run_lab(args: argparse.Namespace, options: dict[str, str]) -> None:
    """`hatbox lab`: what a set of rules is like, next to the default rules if they differ."""
    asked = [load(args.game, args.players, **options)]
    if options:
        asked.append(load(args.game, args.players))
    where = place(args.on, args.jobs)
    with _counted(asked[0].slug, 2 * args.games * len(asked)) as progress, _kept(args) as kept:
        found = [inspect(game, args.games, args.seed or 0, where, progress, kept) for game in asked]
    if args.html:
        write_file(args.html, inspection_page.page(found, args.option))
    Console().print(
        msgspec.json.encode(found).decode() if args.json else inspection_page.text(found, args.option)
    )


def run_benchmark(args: argparse.Namespace) -> None:
    """`hatbox benchmark`: the scores of a bot, beside those of our own bots."""
    tasks = [task_named(name) for name in args.tasks] or list(TASKS)
    total = sum(args.games or task.games for task in tasks)
    with _counted("benchmark", total) as progress, _kept(args) as kept:
        found = measure(args.bot, tasks, args.games, place(args.on, args.jobs), progress, kept)
    Console().print(msgspec.json.encode(found).decode() if args.json else told([found, *baselines()]))


def write_file(path: Path, text: str) -> None:
    """Write a page, with a clear message if that is not possible."""
    try:
        path.write_text(text, "utf-8")
    except OSError as error:
        raise HatboxError(
            f"The file {path} cannot be written: {(error.strerror or 'unknown error').lower()}."
        ) from error


def read_budget(text: str) -> Budget:
    """`50ms` or a number of iterations."""
    number = text.removesuffix("ms")
    if not number.isdigit() or int(number) == 0:
        raise HatboxError(
            f"A budget is written 50ms, or as a number of iterations such as 1000, not {text!r}."
        )
    return Budget(milliseconds=int(number)) if text.endswith("ms") else Budget(iterations=int(number))


def run_bench(seconds: float, as_json: bool) -> None:
    """`hatbox bench`: random play of every game on one thread."""
    rates = {slug: _rate(slug, players, seconds) for slug, players in _fullest().items()}
    if as_json:
        Console().print(msgspec.json.encode(rates).decode())
        return
    rows = [(slug, str(one["players"]), f"{one['steps_per_second']:,.0f}") for slug, one in rates.items()]
    numbers = ("players", "steps per second")
    Console().print(table(("game", *numbers), rows, "random play, one thread", numbers))


def _fullest() -> dict[str, int]:
    """Every game, with four players if possible."""
    return {slug: max(n for n in book.players if n <= 4) for slug, book in rulebooks().items()}


def _rate(slug: str, players: int, seconds: float) -> dict[str, Any]:
    """Steps per second of one game."""
    game, games, steps, used = load(slug, players), 64, 0, 0.0
    play_chunk(game, 0, (0, 1))
    while used < seconds:
        started = time.perf_counter()
        lengths, _, _ = play_chunk(game, 0, (steps, games))
        used += time.perf_counter() - started
        steps += int(lengths.sum())
        games = min(games * 2, 65_536)
    return {
        "players": players,
        "steps": steps,
        "seconds": round(used, 3),
        "steps_per_second": round(steps / used),
    }
