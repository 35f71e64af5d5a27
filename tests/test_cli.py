"""The commands, as a person or a program uses them."""

import json
from pathlib import Path
from typing import Any

import pytest

import hatbox
from hatbox.cli.main import main
from hatbox.conformance import last, random_match
from hatbox.match import recording
from hatbox.rulepages import page


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    try:
        code = main(arguments)
    except SystemExit as stop:
        code = int(stop.code or 0)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


@pytest.fixture
def record(tmp_path: Path) -> Path:
    file = tmp_path / "match.json"
    match = last(random_match(hatbox.load("hat_stairs", 3), 5, 2000))
    file.write_bytes(recording.to_json(match))
    return file


def test_games_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "games", "--json")
    games: dict[str, Any] = {game["slug"]: game for game in json.loads(out)}
    stairs = games["hat_stairs"]
    assert code == 0
    assert (stairs["players"], stairs["actions"], stairs["rules"]) == ([2, 3, 4], 9, 27)
    assert stairs["state_bytes"] == hatbox.rulebooks()["hat_stairs"].state.dtype.itemsize
    overshoot = next(option for option in stairs["options"] if option["name"] == "overshoot")
    assert (overshoot["default"], overshoot["values"]) == ("other_direction", ["other_direction", "bounce"])
    steps = next(option for option in stairs["options"] if option["name"] == "steps")
    assert (steps["from"], steps["to"], steps["values"]) == (8, 20, None)


def test_games_as_table(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "games")
    assert code == 0
    assert "Hat Stairs  hat_stairs · 2–4 players · 9 actions" in out
    assert "stall_remix" in out


def test_rules(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "rules", "hat_stairs")
    assert code == 0
    assert "HS-17" in out


def test_sim_as_json_is_the_same_with_processes(capsys: pytest.CaptureFixture[str]) -> None:
    reports = []
    for jobs in ("0", "2"):
        arguments = [
            "hat_stairs",
            "--games",
            "3000",
            "--players",
            "3",
            "--seed",
            "4",
            "--option",
            "max_turns=50",
        ]
        code, out, _ = run(capsys, "sim", *arguments, "--jobs", jobs, "--json")
        assert code == 0
        reports.append(json.loads(out))
    for report in reports:
        assert report.pop("seconds") > 0
        assert report.pop("steps_per_second") > 0
    assert reports[0] == reports[1]
    assert reports[0]["games"] == 3000
    assert reports[0]["capped"] == reports[0]["draws"] > 0
    assert sum(reports[0]["wins"]) + reports[0]["draws"] == 3000
    assert reports[0]["options"]["max_turns"] == 50


def test_a_simulated_game_is_the_match_of_its_seed() -> None:
    """Game k of a simulation has seed + k: the setup is the same as in a match."""
    game = hatbox.load("hat_stairs", 2)
    assert game.states(3, 10)[2]["stones"].tolist() == game.match(seed=12).state.stones


def test_sim_as_table(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "sim", "connect_four", "--games", "500")
    assert code == 0
    assert "steps per second" in out


def test_replay_tells_the_match(capsys: pytest.CaptureFixture[str], record: Path) -> None:
    code, out, _ = run(capsys, "replay", str(record), "--language", "de")
    assert code == 0
    assert "dreht Stein" in out
    assert "every fingerprint matches" in out
    code, out, _ = run(capsys, "replay", str(record), "--ply", "4")
    assert code == 0
    assert "larder" in out


def test_review_tells_luck_and_skill_apart(capsys: pytest.CaptureFixture[str], record: Path) -> None:
    code, out, _ = run(capsys, "review", str(record), "--seconds", "0.1")
    assert code == 0
    assert "own decisions" in out and "the stones" in out and "Decisions that mattered" in out
    code, out, _ = run(capsys, "review", str(record), "--seconds", "0.1", "--json")
    found = json.loads(out)
    assert (code, found["game"], len(found["plies"])) == (0, "hat_stairs", found["plies"][-1]["ply"])
    for seat in found["seats"]:
        assert abs(seat["start"] + seat["luck"] + seat["own"] - seat["result"]) < 1e-9
    assert all(ply["text"] and ply["best_text"] for ply in found["plies"])


def test_review_refuses_what_it_cannot_tell_apart(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    file.write_bytes(recording.to_json(hatbox.load("hat_stairs", 2).match(seed=1)))
    for arguments, sentence in (
        ((str(file),), "not over"),
        ((str(tmp_path / "nothing"),), "cannot be read"),
        ((str(file), "--seconds", "0"), "seconds above 0"),
    ):
        code, out, error = run(capsys, "review", *arguments)
        assert (code, out) == (2, "") and sentence in error


def test_arena_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["connect_four", "--bots", "greedy,random", "--games", "8", "--budget", "50", "--json"]
    code, out, _ = run(capsys, "arena", *arguments)
    found = json.loads(out)
    assert (code, found["games"]) == (0, 8)
    assert sum(score["share"] for score in found["scores"]) == pytest.approx(1.0)


def test_the_lab_tells_what_rules_are_like(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "stairs.html"
    arguments = ["lab", "hat_stairs", "--games", "4", "--players", "2", "--jobs", "1", "--option", "steps=8"]
    code, out, _ = run(capsys, *arguments, "--html", str(file))
    assert code == 0 and "steps=8" in out and "usual" in out and "how often the lead changes" in out
    page = file.read_text("utf-8")
    assert page.count("<svg") == 3 and "http" not in page and "<script" not in page
    code, out, _ = run(capsys, *arguments, "--json")
    found = json.loads(out)
    assert [one["options"]["steps"] for one in found] == [8, 12] and found[0]["games"] == 4
    code, _, error = run(capsys, *arguments, "--html", str(tmp_path))
    assert code == 2 and "cannot be written: is a directory" in error


def test_an_arena_has_a_seed(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["connect_four", "--bots", "random,greedy", "--games", "2", "--budget", "5", "--json"]
    lengths = {
        seed: json.loads(run(capsys, "arena", *arguments, "--seed", seed)[1])["mean_actions"]
        for seed in ("0", "7", str(2**63 - 1 - 1))
    }
    assert len(set(lengths.values())) > 1


def test_rules_in_a_pipe_are_the_page_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "rules", "hat_stairs")[1].rstrip("\n") == page("hat_stairs").rstrip("\n")


WRONG = {
    "game": (["sim", "chess"], "There is no game 'chess'; the games are "),
    "option": (["sim", "hat_stairs", "--option", "dice=6"], "no option 'dice'; it has steps, hat_step"),
    "value": (["sim", "hat_stairs", "--option", "steps=99"], "whole number from 8 to 20, not '99'"),
    "choice": (["sim", "hat_stairs", "--option", "overshoot=up"], "other_direction, bounce, not 'up'"),
    "option form": (["sim", "hat_stairs", "--option", "steps"], "as name=value"),
    "players": (["sim", "hat_stairs", "--players", "7"], "is for 2, 3, 4 players, not 7"),
    "games": (["sim", "hat_stairs", "--games", "0"], "at least 1"),
    "jobs": (["sim", "hat_stairs", "--jobs", "-1"], "at least 0"),
    "number": (["sim", "hat_stairs", "--games", "many"], "a whole number of at least 1, not 'many'"),
    "bot": (["arena", "connect_four", "--bots", "random,clever"], "the bots are random, greedy"),
    "lonely bot": (["arena", "connect_four", "--bots", "random"], "at least 2 bots, not 1"),
    "budget": (["arena", "connect_four", "--budget", "long"], "written 50ms"),
    "seed": (["sim", "hat_stairs", "--seed", "-1"], "from 0 to 9223372036854775807, not '-1'"),
    "no games": (["arena", "connect_four", "--games", "0"], "at least 1"),
    "no jobs": (["sim", "hat_stairs", "--bots", "random", "--jobs", "-1"], "at least 0"),
    "ply": (["replay", "match.json", "--ply", "-1"], "at least 0, not '-1'"),
    "seconds": (["bench", "--seconds", "0"], "takes seconds above 0"),
    "port": (["serve", "--port", "99999"], "from 0 to 65535, not '99999'"),
    "workers": (["serve", "--workers", "0"], "at least 1, not '0'"),
    "bot workers": (["serve", "--bot-workers", "-1"], "at least 1, not '-1'"),
    "option before names": (["play", "hat_stairs", "--option", "dice=6"], "no option 'dice'"),
    "file": (["replay", "nowhere.json"], "nowhere.json cannot be read"),
    "folder": (["replay", "."], "cannot be read"),
    "rules": (["rules", "chess"], "'chess'"),
    "command": (["dance"], "invalid choice: 'dance'"),
    "play": (["play", "chess"], "There is no game 'chess'"),
    "seats": (["play", "connect_four", "--names", "A,B,C"], "is for 2 players, not 3"),
    "level": (["play", "connect_four", "--players", "2", "--bots", "genius"], "the levels are level_1"),
    "language": (["play", "connect_four", "--language", "xx"], "the languages are en, de"),
    "new name": (["new-game", "No!"], "lower-case letters"),
    "known name": (["new-game", "hat_stairs"], "already a game 'hat_stairs'"),
    "warmup": (["warmup", "chess"], "There is no game 'chess'"),
    "compile": (["compile", "chess"], "There is no game 'chess'"),
    "machine": (["compile", "--for", "amiga"], "There is no machine 'amiga'; there are linux-x86_64"),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_input_gets_one_sentence_and_exit_code_2(capsys: pytest.CaptureFixture[str], name: str) -> None:
    arguments, sentence = WRONG[name]
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert sentence in err
    assert "Traceback" not in err
    assert len(err.strip().splitlines()) == 1


@pytest.mark.parametrize("change", [lambda d: d[:-30], lambda d: d.replace(b'"seed":"5"', b'"seed":"6"')])
def test_a_bad_record_gets_exit_code_2(capsys: pytest.CaptureFixture[str], record: Path, change: Any) -> None:
    record.write_bytes(change(record.read_bytes()))
    code, out, err = run(capsys, "replay", str(record))
    assert (code, out) == (2, "")
    assert err.startswith("This")


def test_play_to_the_end_saves_a_record(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    answers = iter(["7", "q?", "1", "u", "1", "2", "1", "column 2", "1", "2", "1"])
    monkeypatch.setattr("hatbox.printing.Console.input", lambda *_, **__: next(answers))
    file = tmp_path / "saved.json"
    code, out, _ = run(
        capsys, "play", "connect_four", "--names", "Mia,Opa", "--seed", "1", "--save", str(file)
    )
    assert code == 0
    assert "It’s Mia’s turn." in out
    assert "There is no move 'q?'" in out
    assert file.exists()
    match = recording.replay(recording.from_json(file.read_bytes()))
    assert match.names == ["Mia", "Opa"]
    assert match.over


def test_the_frame_of_a_game_is_in_the_players_language(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    answers, asked = iter(["1", "2"] * 4), list[str]()

    def answer(_: object, prompt: str = "", **__: object) -> str:
        asked.append(prompt)
        return next(answers)

    monkeypatch.setattr("hatbox.printing.Console.input", answer)
    code, out, _ = run(
        capsys, "play", "connect_four", "--names", "Mia,Opa", "--language", "de", "--seed", "1"
    )
    assert code == 0 and "Mia ist dran." in out and out.rstrip().endswith("Mia gewinnt!")
    answers = iter(["", "1", "1", "", "q"])
    run(capsys, "play", "vanished_animal", "--players", "2", "--language", "de", "--seed", "1")
    assert any("Gib das Gerät an" in prompt for prompt in asked)


def test_play_hides_what_one_should_remember(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = iter(["Mia, Opa", "stone 1", "up", "q"])
    monkeypatch.setattr("hatbox.printing.Console.input", lambda *_, **__: next(answers))
    code, out, _ = run(capsys, "play", "hat_stairs", "--seed", "7")
    assert code == 0
    boards = out.split("move ")[1:]
    assert "1:[5]" in boards[1]
    assert "1:▢  2:▢  3:▢  4:▢  5:▢  6:▢" in boards[2]


def test_stopping_early_is_no_error(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object, **__: object) -> str:
        raise EOFError

    monkeypatch.setattr("hatbox.printing.Console.input", stop)
    code, _, err = run(capsys, "play", "connect_four", "--players", "2")
    assert code == 130
    assert "Traceback" not in err


def test_bench_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "bench", "--seconds", "0.01", "--json")
    assert code == 0
    assert set(json.loads(out)) == set(hatbox.rulebooks())


def test_play_against_bots(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter(["1", "2", "3", "q", "q"])
    monkeypatch.setattr("hatbox.printing.Console.input", lambda *_, **__: next(answers))
    code, out, _ = run(capsys, "play", "connect_four", "--players", "2", "--seed", "1", "--bots", "level_1")
    assert code == 0
    assert "It’s Ada’s turn." in out
    assert "It’s Ben’s turn." not in out


def test_nobody_takes_back_the_move_of_a_bot(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = iter(["1", "u", "q"])
    monkeypatch.setattr("hatbox.printing.Console.input", lambda *_, **__: next(answers))
    arguments = ["connect_four", "--players", "2", "--seed", "1", "--bots", "level_1"]
    assert "no longer your turn" in run(capsys, "play", *arguments)[1]


def test_a_move_taken_back_is_not_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ben takes back Ada's swap, she makes another one: Cleo is told about one swap each."""
    answers = iter(["", "1", "1", "", "u", "", "2", "", "1", "1", "", "q"])
    monkeypatch.setattr("hatbox.printing.Console.input", lambda *_, **__: next(answers))
    out = run(capsys, "play", "vanished_animal", "--players", "3", "--seed", "1")[1]
    last_turn = out[out.rindex("vanished_animal · move") :]
    assert "It’s Cleo’s turn." in last_turn
    assert last_turn.count("swaps") == 2, last_turn
