"""Simulations and measurements, shown to people."""

import argparse
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar
from rich.table import Table

from hatbox.bots import Budget
from hatbox.errors import HatboxError
from hatbox.game import Game, load, rulebooks
from hatbox.lab.arena import tables_of, tournament
from hatbox.lab.places import place
from hatbox.lab.simulate import Progress, Report, play_chunk, simulate, simulate_bots
from hatbox.lab.work import Kept


def run_simulation(args: argparse.Namespace, options: dict[str, str]) -> None:
    """`hatbox sim`: a progress bar on the way, a table or JSON at the end."""
    game = load(args.game, args.players, **options)
    with _bar(game.slug) as bar, _kept(args) as kept:
        task = bar.add_task("games", total=args.games)
        report = _simulated(args, game, lambda n: bar.advance(task, n), kept)
    Console(soft_wrap=True).print(
        msgspec.json.encode(report).decode() if args.json else _table(report),
        highlight=False,
        markup=not args.json,
    )


def _simulated(args: argparse.Namespace, game: Game, progress: Progress, kept: Kept | None) -> Report:
    """Random play, or bots in all seats."""
    if not args.bots:
        where = place(args.on, args.jobs, threads=True)
        return simulate(game, args.games, args.seed or 0, where, progress, kept)
    bots, budget = args.bots.split(","), read_budget(args.budget)
    where = place(args.on, args.jobs)
    return simulate_bots(game, bots, args.games, budget, args.seed or 0, where, progress, kept)


@contextmanager
def _kept(args: argparse.Namespace) -> Iterator[Kept | None]:
    """Where results are kept, if that was asked for; who stops is told how to go on."""
    if not args.keep:
        yield None
        return
    with Kept(args.keep) as kept:
        try:
            yield kept
        except KeyboardInterrupt:
            text = f"Stopped. What was played is in {args.keep}; the same command goes on from there."
            Console(stderr=True, soft_wrap=True).print(text, highlight=False, markup=False)
            raise


def _bar(text: str) -> Bar:
    """A progress bar over games, on standard error if somebody looks at it."""
    columns = (TextColumn(text), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    return Bar(*columns, console=console, transient=True, disable=not console.is_terminal)


def _table(report: Report) -> Table:
    """A report for people."""
    table = Table(title=f"{report.game} · {report.players} players", show_header=False)
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
    for name, value in rows.items():
        table.add_row(name, value)
    return table


def run_arena(args: argparse.Namespace, options: dict[str, str]) -> None:
    """`hatbox arena`: bots against each other."""
    game = load(args.game, args.players, **options)
    with _bar(game.slug) as bar, _kept(args) as kept:
        bots = args.bots.split(",")
        task = bar.add_task("games", total=args.games * len(tables_of(bots, game.players)))
        found = tournament(
            game.slug,
            bots,
            args.games,
            game.players,
            game.options,
            read_budget(args.budget),
            lambda n: bar.advance(task, n),
            place(args.on, args.jobs),
            args.seed or 0,
            kept,
        )
    if args.json:
        Console(soft_wrap=True).print(msgspec.json.encode(found).decode(), highlight=False, markup=False)
        return
    title = f"{found.game} · {found.players} players · {found.games} games, {found.draws} draws"
    table = Table("bot", "share of wins", "95 % interval", "rating", title=title)
    for score in found.scores:
        table.add_row(
            score.bot, f"{score.share:.1%}", f"{score.low:.1%} – {score.high:.1%}", f"{score.elo:+.0f}"
        )
    Console().print(table)


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
        Console(soft_wrap=True).print(msgspec.json.encode(rates).decode(), highlight=False, markup=False)
        return
    table = Table("game", "players", "steps per second", title="random play, one thread")
    for slug, found in rates.items():
        table.add_row(slug, str(found["players"]), f"{found['steps_per_second']:,.0f}")
    Console().print(table)


def _fullest() -> dict[str, int]:
    """Every game with four players where it can have them."""
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
