"""With neither a library nor a compiler, rules and bots are interpreted, and choose the same."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import hatbox
from hatbox.bots import Budget, move_of
from hatbox.bots.levels import LEVELS
from hatbox.bots.players import make_bot
from tests.test_native import needs_libraries

MOVES, ITERATIONS = 5, 4
BOTS = ("random", "greedy", "search", *LEVELS)
WITHOUT_NUMBA = "import sys; sys.modules['numba'] = sys.modules['llvmlite'] = None"


def choices(slug: str) -> str:
    """What every bot does in the first moves of a game, for each number of players."""
    return "\n".join(
        f"{slug} {players} {bot}: {first_moves(slug, players, bot)}"
        for players in hatbox.rulebooks()[slug].players
        for bot in BOTS
    )


def first_moves(slug: str, players: int, bot: str) -> list[int]:
    """The first moves of a game that a bot plays against itself."""
    match, moves = hatbox.load(slug, players).match(seed=3), []
    for seed in range(MOVES):
        moves.append(move_of(make_bot(bot), match, Budget(iterations=ITERATIONS, seed=seed)))
        match.play(moves[-1])
    return moves


@needs_libraries
@pytest.mark.parametrize("slug", sorted(hatbox.rulebooks()))
def test_every_bot_chooses_the_same_as_with_a_library(slug: str) -> None:
    """The library's run stores the tables of exact players; without a table they would search instead."""
    expected = choices(slug)
    code = f"{WITHOUT_NUMBA}\nfrom tests.test_interpreted import choices\nprint(choices({slug!r}))"
    here = {**os.environ, "HATBOX_COMPILE": "1"}
    told = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, env=here)
    assert told.stdout.splitlines() == expected.splitlines()
    assert told.stderr.count("These rules are not compiled") == 1
    assert "overflow" not in told.stderr


def test_an_exact_player_without_a_table_searches_where_solving_would_take_hours(
    tmp_path: Path,
) -> None:
    played = "from tests.test_interpreted import first_moves\nprint(first_moves('hat_stairs', 2, 'level_5'))"
    code = f"{WITHOUT_NUMBA}\n{played}"
    here = {**os.environ, "HATBOX_COMPILE": "1", "HATBOX_CACHE": str(tmp_path)}
    told = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, env=here, timeout=60
    )
    assert told.stdout.startswith("[")
    assert "Traceback" not in told.stderr
