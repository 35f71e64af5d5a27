"""`hatbox puzzles`: make puzzles of a game, with a bar on the way and a table of what there is at the end."""

import math
from collections import Counter
from pathlib import Path

import msgspec

from hatbox.errors import HatboxError
from hatbox.lab.puzzles import Collection, Puzzle
from hatbox.lab.puzzles.making import make
from hatbox.printing import plain, progress_bar, table

DIFFICULTIES = range(1, 6)


def puzzles(
    game: str, count: int, seed: int, seconds: int | None, jobs: int, out: Path | None, as_json: bool
) -> str:
    """Make puzzles and tell what the file has now."""
    if out is not None and not out.parent.is_dir():
        raise HatboxError(f"There is no folder {out.parent} for {out.name}.")
    with progress_bar(game) as bar:
        found = make(
            game,
            count,
            seed,
            math.inf if seconds is None else seconds,
            jobs,
            out,
            lambda now: bar(now.count, count),
        )
    return _as_json(found) if as_json else _as_table(found)


def _all(found: Collection) -> list[Puzzle]:
    return [puzzle for source in found.sources for puzzle in source.puzzles]


def _as_json(found: Collection) -> str:
    counted = Counter((puzzle.theme, puzzle.difficulty) for puzzle in _all(found))
    kinds = [
        {"theme": theme, "difficulty": level, "puzzles": n} for (theme, level), n in sorted(counted.items())
    ]
    return msgspec.json.encode(
        {"game": found.game, "puzzles": found.count, "made": found.made, "kinds": kinds}
    ).decode()


def _as_table(found: Collection) -> str:
    """Themes and difficulties, and how it was made."""
    made, counted = found.made, Counter((puzzle.theme, puzzle.difficulty) for puzzle in _all(found))
    numbers, rows = (*map(str, DIFFICULTIES), "all"), []
    for theme in sorted({theme for theme, _ in counted}):
        row = [counted[theme, level] for level in DIFFICULTIES]
        rows.append((theme, *map(str, row), str(sum(row))))
    title = f"{found.game} · {found.count} puzzles by difficulty"
    return (
        f"{plain(table(('theme', *numbers), rows, title, numbers))}\n"
        f"From {made.games} games, seed {made.seed}, in {made.seconds} seconds: the best move is ahead by at least "
        f"{made.margin} wins in 100 with {made.confirmed:,} iterations ({made.quick} at first sight)."
    )
