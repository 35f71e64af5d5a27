"""Learning from games against oneself: it repeats, goes on where it stopped, and plays better than chance."""

from dataclasses import replace
from pathlib import Path

import msgspec
import numpy as np
import pytest

from hatbox import load
from hatbox.bots import learning
from hatbox.bots.advice import sides_of
from hatbox.bots.levels import LevelBot
from hatbox.bots.players import make_bot, manner_of
from hatbox.cli.main import main
from hatbox.engine.learned import MOST_FEATURES, PARTS, Learned, as_chances, code_name, packed
from hatbox.errors import HatboxError
from hatbox.game import rulebook, rulebooks
from hatbox.lab import training
from hatbox.lab.places import Here, Workers

GAME = load("great_hall", 2)
LEARNED = [
    (slug, file)
    for slug in sorted(rulebooks())
    for file in sorted((Path(training.__file__).parents[1] / "games" / slug / "weights").glob("*.json"))
]


def silent(state: training.State, seconds: float) -> None:
    """Nobody looks."""


def learned(rounds: int, out: Path, place: object = None) -> training.State:
    return training.train(training.Task(GAME, 7), rounds, 1.0, place or Here(), out, silent)  # type: ignore[arg-type]


def test_seconds_of_training_beat_random_and_repeats_bit_for_bit(tmp_path: Path) -> None:
    """One turn ahead, by weights of two rounds; turned round, the same weights lose."""
    whole = learned(2, tmp_path / "whole.json")
    again = learned(1, tmp_path / "again.json")
    assert again.rounds == 1 and not np.array_equal(again.weights, whole.weights)
    again = learned(2, tmp_path / "again.json")
    for name in training.NUMBERS:
        assert getattr(again, name).tobytes() == getattr(whole, name).tobytes()
    trainer = training.Trainer(GAME)
    assert trainer.contest(whole.steady, 100, learning.RANDOM) > 0.9
    assert trainer.contest(-whole.steady, 100, learning.RANDOM) < 0.5


def test_several_workers_learn_the_same(tmp_path: Path) -> None:
    alone, together = learned(1, tmp_path / "a.json"), learned(1, tmp_path / "b.json", Workers(2, True))
    assert alone.weights.tobytes() == together.weights.tobytes()
    assert alone.positions == together.positions > 1000


def test_another_training_is_not_gone_on_with(tmp_path: Path) -> None:
    out = tmp_path / "one.json"
    learned(1, out)
    with pytest.raises(HatboxError, match="another game, seed or features"):
        training.train(training.Task(GAME, 8), 2, 1.0, Here(), out, silent)
    training.progress_file(out).write_bytes(b"nothing")
    with pytest.raises(HatboxError, match="no training to go on with"):
        learned(2, out)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["connect_four"], "connect_four has no features"),
        (["great_hall", "--hours", "0"], "hours above 0"),
        (["great_hall", "--players", "9"], "is for 4, 2, 3 players"),
        (["nothing"], "nothing"),
    ],
)
def test_wrong_input_gets_a_sentence(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code = main(["train", *arguments])
    except SystemExit as stopped:
        code = int(stopped.code or 0)
    assert code == 2 and said in capsys.readouterr().err


def test_the_command_writes_how_it_was_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "weights.json"
    command = ["train", "great_hall", "--players", "2", "--rounds", "1", "--seed", "3", "--jobs", "1"]
    assert main([*command, "--out", str(out)]) == 0
    found = msgspec.json.decode(out.read_bytes(), type=Learned)
    assert found.made_by == "hatbox train great_hall --players 2 --seed 3 --rounds 1"
    assert (found.game, found.players, found.games) == ("great_hall", 2, training.PIECES * training.GAMES)
    assert found.table.any() and "1 rounds" in capsys.readouterr().out


@pytest.mark.parametrize(("slug", "file"), LEARNED, ids=[f"{slug}-{file.stem}" for slug, file in LEARNED])
def test_weights_that_ship_are_small_and_fit_the_features(slug: str, file: Path) -> None:
    found, book = msgspec.json.decode(file.read_bytes(), type=Learned), rulebook(slug)
    features = book.module("features")
    assert file.stat().st_size < 200_000 and found.cpu_hours <= 12
    assert (found.game, found.ruleset, str(found.players)) == (slug, book.ruleset, file.stem)
    assert found.features == code_name(Path(features.__file__)), "train again: the features have changed"
    assert features.ROW_OF[found.players] >= 0
    assert not file.with_suffix(".npz").exists()
    usual = load(slug, found.players)
    assert msgspec.json.decode(msgspec.json.encode(dict(usual.options))) == found.options
    assert bool(features.trained(usual.template[0]))


def test_packed_weights_are_whole_and_bounded() -> None:
    told = packed(np.array([0.0, 0.5, -1.0, 1e9, -1e9]))
    found = Learned("", 2, {}, 1, "", "", 0, 0, 0.0, [], told).table
    assert found.tolist() == [0, PARTS // 2, -PARTS, 32767, -32767]


def test_chances_add_up_however_far_scores_are_apart() -> None:
    chances = np.array([900.0, -900.0, 899.0])
    as_chances(3, chances)
    assert chances.sum() == pytest.approx(1.0) and chances[1] < 1e-15 and chances[0] > chances[2] > 0.2


@pytest.mark.parametrize(
    ("slug", "alike"),
    [("great_hall", {"reshuffle", "max_rounds"}), ("magic_hexagon", {"start"})],
)
def test_the_formula_counts_where_nothing_was_learned(slug: str, alike: set[str]) -> None:
    """Every other number of players, and every option that changes what the features are worth."""
    book = rulebook(slug)
    features = book.module("features")
    players = [int(file.stem) for found, file in LEARNED if found == slug]
    for number in book.players:
        assert bool(features.trained(load(slug, number).template[0])) == (number in players)
    for option in book.options:
        for value in {*option.choices} - {option.default}:
            try:
                s = load(slug, max(players), **{option.name: value}).template[0]
            except HatboxError:
                continue
            assert bool(features.trained(s)) == (option.name in alike), option.name


def test_the_yardstick_judges_by_the_formula() -> None:
    yardstick, best = make_bot("search@1"), make_bot("level_5")
    assert isinstance(yardstick, LevelBot) and isinstance(best, LevelBot)
    assert yardstick.level == replace(best.level, learned=False) and best.level.manner == {"learned": 1.0}
    assert manner_of(rulebook("great_hall"))[0]["learned"] == 0


@pytest.mark.parametrize("slug", ["catch_the_hat", "great_hall", "magic_hexagon"])
def test_features_fit_into_their_room_in_every_position(slug: str) -> None:
    """Random games of every number of players with the usual options: numbers in range, and never too many."""
    book = rulebook(slug)
    features, out = book.module("features"), np.zeros(MOST_FEATURES, np.int32)
    for players in book.players:
        match, rng = load(slug, players).match(seed=players), np.random.default_rng(players)
        sides = sides_of(match)
        while not match.over and match.ply < 300:
            for side in range(sides if match.ply % 15 == 0 else 0):
                with np.errstate(over="ignore"):
                    count = features.features(match.now.states[0], side, out)
                assert 0 < count <= MOST_FEATURES
                assert 0 <= out[:count].min() <= out[:count].max() < features.COUNT
            match.play(int(rng.choice(match.legal)))
