"""What a set of rules is like: many games among equal players, with every position valued."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
import numpy as np

from hatbox.bots import Budget
from hatbox.bots.account import LADDER, Appraiser, seed_of
from hatbox.bots.advice import sides_of
from hatbox.bots.players import make_bot
from hatbox.game import Game, load
from hatbox.lab.arena import play_pieces
from hatbox.lab.places import Here
from hatbox.lab.simulate import Progress, play_out, seeds
from hatbox.lab.statistics import Estimate, share, spread
from hatbox.lab.work import Kept, Piece, Place, Result, Work, pieces_of, run
from hatbox.match.match import Match

EVEN, STRONG, WEAK = "level_3", "level_4", "level_2"
ITERATIONS = 1_000  # for a level without its own number
GAMES = 2  # in a piece
LEADS = 0.1  # of a win: how far a leader is ahead of the next side
MATTERS = 0.03  # of a win: how much better the best move is than the average one
BARS = 24  # of a histogram
PARTS = 20  # of a game, at whose ends the winner's chance is recorded


class Inspection(msgspec.Struct, frozen=True):
    """The findings; shares and means come with their 95 % interval."""

    game: str
    players: int
    options: dict[str, Any]
    bots: list[str]  # who played among equals, and the stronger and the weaker ones
    games: int
    draws: int
    length: Estimate  # actions in a game
    first: Estimate  # the starting side's share of the wins
    better: Estimate  # the stronger bots' share of the wins
    lead_changes: Estimate
    clear_after: Estimate  # percentage of a game after which only the winner was ahead
    forced: Estimate  # percentage of moves that were the only one
    decisions: Estimate  # decisions that matter, of all players in a game
    lengths: list[int]  # of all games, in seed order
    seats: list[Estimate]  # share of the wins, from the starting seat on
    winner: list[float]  # the mean chance of the later winner, at equal parts of a game


def inspect_games(piece: Piece) -> Result:
    """Play some games among equals, one row each."""
    game = load(piece.game, piece.players, **piece.options)
    (bot,) = piece.bots
    rows = []
    for seed in range(piece.first, piece.first + piece.count):
        match = game.match(seed=seed)
        play_out(match, [make_bot(bot) for _ in range(piece.players)], piece.budget, seed * 1_000_003)
        rows.append(_row(match))
    return {"games": rows}


def _row(match: Match) -> Result:
    """The figures of one game."""
    sides, began = sides_of(match), match.seat_at(0)
    values, decisions, forced = _valued(match, sides)
    won = [float(value > 0) for value in match.returns[:sides]]
    winner = won.index(1.0) if 1.0 in won else -1
    at = np.linspace(0, match.ply, PARTS + 1).round().astype(int)
    return {
        "length": match.ply,
        "won": [won[(began + k) % sides] / max(1.0, sum(won)) for k in range(sides)],
        "changes": _lead_changes(values),
        "clear": _led_from(values, winner) / match.ply if winner >= 0 else 1.0,
        "decisions": decisions,
        "forced": forced / match.ply,
        "winner": [round(float(value), 4) for value in values[at, winner]] if winner >= 0 else [],
    }


def _valued(match: Match, sides: int) -> tuple[Any, int, int]:
    """The chances of all sides before every move and at the end, decisions that matter, and moves without a choice."""
    appraiser = Appraiser(match.game, seed_of(match), LADDER[0])
    states, actions = match.past(match.ply)
    values, decisions, forced = np.zeros((match.ply + 1, sides)), 0, 0
    for ply in range(len(actions)):
        chances, moves = appraiser.choices(states, ply)
        values[ply] = chances[:sides]
        forced += len(moves) == 1
        decisions += bool(moves.max() - moves.mean() >= MATTERS)
    values[-1] = appraiser.value(match.now.states)[:sides]
    return values, decisions, forced


def _lead_changes(values: Any) -> int:
    """How often another side takes the lead; too small a lead does not count."""
    leader, changes = -1, 0
    for row in values:
        first, second = np.argsort(-row, kind="stable")[:2]
        if row[first] - row[second] >= LEADS and first != leader:
            changes += leader >= 0
            leader = int(first)
    return changes


def _led_from(values: Any, winner: int) -> int:
    """The number of moves after which no other side was ahead of the later winner."""
    behind = np.flatnonzero(values.max(axis=1) > values[:, winner])
    return int(behind[-1]) + 1 if len(behind) else 0


def inspect(
    game: Game,
    games: int,
    seed: int = 0,
    place: Place | None = None,
    progress: Progress | None = None,
    kept: Kept | None = None,
) -> Inspection:
    """Play games among equals, and as many with stronger bots against weaker ones, rotating the seats."""
    place = place or Here()
    rows = among_equals(game, games, seed, place, progress, kept)
    blocks = range(seed, seed + -(-games // game.players))
    task = (game.slug, game.players, game.options, [STRONG, WEAK], Budget(iterations=ITERATIONS))
    matches = _rows(play_pieces, pieces_of(*task, blocks, 1), place, progress, kept)
    return _told(game, rows, [found[0][0] for found in matches])


def among_equals(
    game: Game,
    games: int,
    seed: int,
    place: Place,
    progress: Progress | None = None,
    kept: Kept | None = None,
) -> list[Result]:
    """Play games among equals, a row each."""
    task = (game.slug, game.players, game.options, [EVEN], Budget(iterations=ITERATIONS))
    return list(_rows(inspect_games, pieces_of(*task, seeds(seed, games), GAMES), place, progress, kept))


def character(rows: Sequence[Result]) -> Result:
    """What games among equals are like, for a page: means with their intervals, and two plots."""
    return {
        "games": len(rows),
        "length": spread([row["length"] for row in rows]),
        "lead_changes": spread([row["changes"] for row in rows]),
        "clear_after": spread([100 * row["clear"] for row in rows]),
        "forced": spread([100 * row["forced"] for row in rows]),
        "decisions": spread([row["decisions"] for row in rows]),
        "lengths": binned([row["length"] for row in rows]),
        "winner": _mean_path([row["winner"] for row in rows if row["winner"]]),
    }


def binned(numbers: Sequence[int]) -> tuple[int, int, list[int]]:
    """A histogram: the lowest number, how many numbers a bar stands for, and the bars."""
    low, high = min(numbers), max(numbers) + 1
    step = max(1, -(-(high - low) // BARS))
    counts = [0] * -(-(high - low) // step)
    for one in numbers:
        counts[(one - low) // step] += 1
    return low, step, counts


def _rows(
    work: Work, pieces: list[Piece], place: Place, progress: Progress | None, kept: Kept | None
) -> Iterator[Any]:
    """What the pieces report about each game."""
    for _, done in run(work, pieces, place, kept):
        yield from done.result["games"]
        if progress:
            progress(len(done.result["games"]))


def _told(game: Game, rows: list[Result], better: list[float]) -> Inspection:
    """Summarise all games."""

    def column(name: str, times: float = 1.0) -> list[float]:
        return [times * row[name] for row in rows]

    sides = len(rows[0]["won"])
    return Inspection(
        game=game.slug,
        players=game.players,
        options=dict(game.options),
        bots=[EVEN, STRONG, WEAK],
        games=len(rows),
        draws=sum(not row["winner"] for row in rows),
        length=spread(column("length")),
        first=share([row["won"][0] for row in rows]),
        better=share(better, game.players),
        lead_changes=spread(column("changes")),
        clear_after=spread(column("clear", 100)),
        forced=spread(column("forced", 100)),
        decisions=spread(column("decisions")),
        lengths=[row["length"] for row in rows],
        seats=[share([row["won"][k] for row in rows]) for k in range(sides)],
        winner=_mean_path([row["winner"] for row in rows if row["winner"]]),
    )


def _mean_path(paths: Sequence[Sequence[float]]) -> list[float]:
    """The mean of the winners' chances."""
    return [round(float(value), 4) for value in np.mean(paths, axis=0)] if paths else []
