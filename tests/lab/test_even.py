"""What makes two levels even: how the step is found, and what the files say about it."""

import json
from typing import Any

import pytest
from benchmarks import even
from benchmarks.even import EVERY_MOVE, FULL, GAMES, NO_HELP, STEPS, Pair, best_step, next_step, too_much
from benchmarks.variants_page import DATA

PAIR = Pair("hat_stairs", "level_1", "level_2")


def letters(won: int, games: int) -> str:
    """This many wins, evenly spread."""
    return "".join("w" if (k + 1) * won // games > k * won // games else "l" for k in range(games))


@pytest.mark.parametrize(
    ("won", "games", "found"),
    [
        (30, 38, 0),
        (20, 40, 0),
        (24, 40, 0),
        (36, 40, 1),
        (4, 40, -1),
        (520, FULL, 0),
        (551, FULL, 1),
        (449, FULL, -1),
    ],
)
def test_a_step_is_given_up_once_it_is_probably_wrong(won: int, games: int, found: int) -> None:
    assert too_much(letters(won, games)) == found


def test_the_step_is_found_by_halving() -> None:
    right = 8
    kept: even.Kept = {}
    for _ in STEPS:
        step = next_step(kept, PAIR)
        assert step is not None
        place = STEPS.index(step)
        if place == right:
            break
        kept[PAIR.name(step)] = letters(38, 40) if place > right else letters(2, 40)
    assert step == STEPS[right] and len(kept) < 6
    assert next_step({PAIR.name(one): letters(1, FULL) for one in STEPS}, PAIR) is None


def test_the_best_step_is_the_one_nearest_to_one_half_with_enough_games() -> None:
    kept = {
        PAIR.name(100): letters(530, FULL),
        PAIR.name(50): letters(20, 40),
        PAIR.name(20): letters(600, FULL),
    }
    assert best_step(kept, PAIR) == 100
    assert best_step({}, PAIR) is None


def test_games_repeat_letter_for_letter() -> None:
    for step in (NO_HELP, 100, EVERY_MOVE):
        assert even.play_block(PAIR, step, 3) == even.play_block(PAIR, step, 3)


@pytest.mark.parametrize("slug", GAMES)
def test_the_files_say_what_was_played(slug: str) -> None:
    rows: list[dict[str, Any]] = json.loads((DATA / f"{slug}.json").read_text("utf-8"))["balanced"]
    assert rows == even.even_rows(slug), "write them: python -m benchmarks.even --minutes 0"
    for row in rows:
        assert row["weak"] < row["strong"]
        assert row["hints"] in (0, -1) and 0 <= row["warned"] <= 1000 and not (row["hints"] and row["warned"])
        assert row["share"][1] <= row["share"][0] <= row["share"][2]
