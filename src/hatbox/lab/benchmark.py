"""`hatbox benchmark`: frozen tasks for players of family games, with scores that can be compared and cited.

Every task names a game, its players, a rival, a budget and seeds, and none of them ever changes: whatever changes a
score raises VERSION. The bot sits on every other seat, every seed is played with all rotations of the seats, and the
score is its share of the wins in 100 games; 50 is as good as the rival. In the solved games the bot also plays against
perfect play, which says how much it gives away.
"""

from collections.abc import Iterable, Sequence
from importlib.resources import files

import msgspec

from hatbox.bots import Budget
from hatbox.bots.players import make_bot
from hatbox.errors import HatboxError
from hatbox.lab.arena import play_pieces
from hatbox.lab.places import Here
from hatbox.lab.regret import play_for_regret
from hatbox.lab.simulate import Progress
from hatbox.lab.statistics import interval, spread_of
from hatbox.lab.work import Kept, Piece, Place, Work, pieces_of, run
from hatbox.printing import table

VERSION = 1
BASELINES = "baselines.json"
SEEDS_AT_ONCE = 5  # of a piece of work


class Task(msgspec.Struct, frozen=True):
    """What is measured; regret instead of wins where there is no rival."""

    name: str
    about: str
    game: str
    players: int
    rival: str
    games: int  # of a full run
    iterations: int = 1_000  # of the bot per decision, if it counts them; the rival's level allows fewer


TASKS = (
    Task("memory", "stones that were shown once", "hat_stairs", 2, "level_3", 1_000),
    Task("private_knowledge", "what only the others have seen", "vanished_animal", 4, "level_3", 1_000),
    Task("partners", "two teams with hidden hands", "great_hall", 4, "level_3", 400),
    Task("stacks_and_dice", "long chases with a die", "catch_the_hat", 4, "level_3", 400),
    Task("large_board", "61 fields, four shared hats", "magic_hexagon", 2, "level_3", 1_000),
    Task("memory_regret", "what perfect play is worth", "hat_stairs", 2, "", 1_000),
    Task("knowledge_regret", "what perfect play is worth", "vanished_animal", 2, "", 1_000),
)


class Score(msgspec.Struct, frozen=True):
    """How a bot did at one task: wins in 100 games, or what it gives away in 100 games; with its 95 % interval."""

    task: str
    games: int
    score: float
    low: float
    high: float


class Run(msgspec.Struct, frozen=True):
    """All scores of one bot."""

    version: int
    bot: str
    scores: list[Score]


def task_named(name: str) -> Task:
    """A task by its name."""
    found = {task.name: task for task in TASKS}
    if name not in found:
        raise HatboxError(f"There is no task {name!r}; there are {', '.join(found)}.")
    return found[name]


def pieces(task: Task, bot: str, games: int) -> tuple[Work, list[Piece]]:
    """The work of a task, for some of its games."""
    budget = Budget(iterations=task.iterations)
    if not task.rival:
        return play_for_regret, pieces_of(
            task.game, task.players, {}, (bot,), budget, range(games), SEEDS_AT_ONCE
        )
    seeds = range(-(-games // task.players))
    return play_pieces, pieces_of(
        task.game, task.players, {}, (bot, task.rival), budget, seeds, SEEDS_AT_ONCE
    )


def measure(
    bot: str,
    tasks: Iterable[Task],
    games: int = 0,
    place: Place | None = None,
    progress: Progress | None = None,
    kept: Kept | None = None,
) -> Run:
    """Let a bot do some tasks, each with so many games; 0: as many as a full run has."""
    make_bot(bot)
    scores = []
    for task in tasks:
        work, wanted = pieces(task, bot, games or task.games)
        results: list[float] = []
        for piece, done in run(work, wanted, place or Here(), kept):
            results += done.result["lost"] if work is play_for_regret else _shares(done.result)
            if progress:
                progress(piece.count * (task.players if task.rival else 1))
        scores.append(_score(task, results))
    return Run(VERSION, bot, scores)


def _shares(result: dict[str, list[list[list[float]]]]) -> list[float]:
    """The bot's share of every game of a block."""
    return [game[0][0] for game in result["games"]]


def _score(task: Task, results: Sequence[float]) -> Score:
    """A mean in 100 games; games of one seed count for less where they are alike."""
    mean = sum(results) / len(results)
    low, high = interval(results, task.players) if task.rival else spread_of(results, 2)
    return Score(task.name, len(results), *(round(100 * one, 2) for one in (mean, low, high)))


def baselines() -> list[Run]:
    """The scores of the bots that come with Hatbox."""
    text = files("hatbox.lab").joinpath(BASELINES).read_bytes()
    return [found for found in msgspec.json.decode(text, type=list[Run]) if found.version == VERSION]


def told(runs: Sequence[Run]) -> str:
    """A table of tasks and bots."""
    rows = []
    for task in TASKS:
        found = [score for run_ in runs for score in run_.scores if score.task == task.name]
        if found:
            cells = [_cell(next((s for s in run_.scores if s.task == task.name), None)) for run_ in runs]
            rows.append((task.name, f"{task.game}, {task.players} players", *cells))
    title = f"Hatbox benchmark {VERSION}: wins in 100 games, or wins given away in 100 games (regret)"
    return table(("task", "", *(run_.bot for run_ in runs)), rows, title)


def _cell(score: Score | None) -> str:
    """A score with its interval."""
    return f"{score.score:.1f} ({score.low:.1f} – {score.high:.1f})" if score else "–"
