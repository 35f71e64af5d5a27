"""A bot in another process: asked in JSON lines, with one clear sentence about what is wrong with its answer."""

import sys
from pathlib import Path

import pytest

import hatbox
from hatbox.bots import Budget, move_of
from hatbox.bots.external import ExternalBot
from hatbox.bots.players import make_bot
from hatbox.errors import HatboxError

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "first_move.sh"
SNIPPETS = {
    "sys.exit()": "exited without",
    "input(); print('hello', flush=True)": "must answer",
    "input(); print('[1]', flush=True)": "must answer",
    "input(); print('{\"action\": 99}', flush=True)": "chose 99, which is not one of its moves",
}


@pytest.mark.parametrize("slug", ["connect_four", "hat_stairs", "great_hall"])
def test_the_example_takes_its_first_move(slug: str) -> None:
    match, bot = hatbox.load(slug).match(seed=1), make_bot(f"run:sh {EXAMPLE}")
    for _ in range(4):
        action = move_of(bot, match, Budget())
        assert action == match.legal[0]
        match.play(action)


@pytest.mark.parametrize("code", SNIPPETS)
def test_bad_answers_are_told(code: str) -> None:
    match = hatbox.load("connect_four").match(seed=1)
    bot = ExternalBot(f'{sys.executable} -c "import sys; {code.replace(chr(34), chr(92) + chr(34))}"')
    with pytest.raises(HatboxError, match=SNIPPETS[code]):
        move_of(bot, match, Budget())


def test_silence_and_missing_programs_are_told() -> None:
    match = hatbox.load("connect_four").match(seed=1)
    silent = ExternalBot(f'{sys.executable} -c "import time; time.sleep(60)"', patience=0.2)
    with pytest.raises(HatboxError, match="no answer within its time"):
        move_of(silent, match, Budget(milliseconds=10))
    with pytest.raises(HatboxError, match="could not be asked"):
        move_of(make_bot("run:/no/such/bot"), match, Budget())
