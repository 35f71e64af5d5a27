"""Every prompt and preview in the browser is true of its position, with every option value."""

import json
import os
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import hatbox
from hatbox import conformance
from tests.claims import CHECKS, NAMES_OF, WORDS, Position
from tests.wasm_equality import WEB

SEED = 5
OFTEN = 200  # claims of a game that were checked, at least


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """What web/tests/claims.test.ts collects in a random game of every setting."""
    if not (shutil.which("npx") and (WEB / "node_modules" / "vitest").exists()):
        pytest.skip("needs node: run make web")
    file = tmp_path_factory.mktemp("claims") / "games.json"
    file.write_text(json.dumps(list(settings())), "utf-8")
    command = ["npx", "vitest", "run", "tests/claims.test.ts"]
    heard = subprocess.run(
        command,
        cwd=WEB,
        env={**os.environ, "HATBOX_CLAIMS": str(file)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert heard.returncode == 0, heard.stdout + heard.stderr
    lines = Path(f"{file}.said").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines]


def settings() -> Iterator[dict[str, Any]]:
    """A game of every setting."""
    for slug in CHECKS:
        for players, options in conformance.settings(hatbox.rulebooks()[slug]):
            yield {"slug": slug, "players": players, "options": options, "seed": SEED}


@pytest.mark.parametrize("slug", list(CHECKS))
def test_what_a_screen_says_is_true(slug: str, said: list[dict[str, Any]]) -> None:
    checked: Counter[str] = Counter()
    for game in (game for game in said if game["slug"] == slug):
        for position, action, key, given in claims_of(game):
            if key not in WORDS[slug] and not key.startswith(NAMES_OF):
                true = CHECKS[slug][key](position, action, given)
                where = f"{game['players']} players, {game['options']}: {position.state}"
                assert true, f"{key} {given} is not true of action {action}: {where}"
                checked[key] += 1
    assert checked.total() > OFTEN, checked


def claims_of(game: dict[str, Any]) -> Iterator[tuple[Position, int, str, dict[str, Any]]]:
    """Every claim with its position; a claim repeated in one position is checked once."""
    options = {name: tuple(v) if isinstance(v, list) else v for name, v in game["options"].items()}
    match = hatbox.load(game["slug"], game["players"], **options).match(seed=game["seed"])
    known: set[tuple[int, str, str]] = set()
    position = Position(match.game, match._states.copy(), match.legal)
    for ply, action, key, given in game["claims"]:
        while match.ply < ply:
            match.play(game["actions"][match.ply])
            known, position = set(), Position(match.game, match._states.copy(), match.legal)
        claim = (action, key, json.dumps(given))
        if claim not in known:
            known.add(claim)
            yield position, action, key, given
