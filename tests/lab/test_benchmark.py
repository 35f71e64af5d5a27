"""`hatbox benchmark`: tasks that never change, scores that can be repeated, and what perfect play gives away."""

import hashlib
import json

import msgspec
import pytest

from hatbox.cli.main import main
from hatbox.errors import HatboxError
from hatbox.lab.benchmark import TASKS, VERSION, Task, baselines, measure, pieces, task_named, told
from hatbox.lab.places import Workers

FROZEN = {
    "memory": "49b72e52165b",
    "private_knowledge": "dfcaa89e81cd",
    "partners": "797ea7679646",
    "stacks_and_dice": "73af819181d3",
    "large_board": "5cd7c0c1539e",
    "memory_regret": "3352530fef34",
    "knowledge_regret": "8c143e554051",
}


def fingerprint(task: Task) -> str:
    """How the first games of a task go with a player that draws its moves."""
    work, (first, *_) = pieces(task, "random", task.players)
    return hashlib.sha256(json.dumps(work(first)).encode()).hexdigest()[:12]


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.name)
def test_a_task_is_played_as_ever(task: Task) -> None:
    """A rival or a rule that plays differently makes scores incomparable: then VERSION has to be raised."""
    assert fingerprint(task) == FROZEN[task.name], "raise VERSION and measure the baselines again"


def test_the_same_bot_has_the_same_score_anywhere() -> None:
    tasks = [task_named("memory"), task_named("knowledge_regret")]
    here = measure("greedy", tasks, 12)
    assert here == measure("greedy", tasks, 12, Workers(2, threads=False))
    assert [score.games for score in here.scores] == [12, 12]
    assert all(score.low <= score.score <= score.high for score in here.scores)


def test_perfect_play_gives_nothing_away_and_random_play_much() -> None:
    tasks = [task_named("knowledge_regret")]
    (perfect,), (random,) = (measure(bot, tasks, 10).scores for bot in ("level_5", "random"))
    assert perfect.score == 0.0
    assert random.low > 10.0


def test_every_baseline_did_every_task() -> None:
    assert {run.bot for run in baselines()} >= {"random", "greedy", "search", "level_5"}
    for run in baselines():
        assert [score.task for score in run.scores] == [task.name for task in TASKS]
    assert "memory" in told(baselines())


def test_bad_input_is_told_and_json_is_complete(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(HatboxError, match="no task 'chess'; there are memory"):
        task_named("chess")
    main(["benchmark", "memory", "--bot", "random", "--games", "2", "--jobs", "1", "--json"])
    found = msgspec.json.decode(capsys.readouterr().out)
    assert found["version"] == VERSION and found["scores"][0]["games"] == 2
