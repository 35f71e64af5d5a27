"""How it stands, by what was learned from games: every feature that holds for a side adds its weight to its score.

Which features there are is a rule of each game (its `features.py`); what they weigh is in files that `hatbox train`
writes. Weights are whole numbers, so that their sum is the same on every machine in any order.
"""

import ast
import base64
import hashlib
import zlib
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from hatbox.engine.curves import exp
from hatbox.engine.dispatch import features, sides, weight
from hatbox.engine.jit import rule
from hatbox.engine.record import Int32s, Record, Values

PARTS = 256  # of a score of 1, which makes a chance 2.7 times as likely as another
UNIT = 1.0 / PARTS
MOST_FEATURES = 128  # of one side at once
FARTHEST = 40.0  # scores that are further behind than this have no chance
MOST_PLAYERS = 6
UNTRAINED = -1


@rule
def estimate(s: Record, found: Int32s, out: Values) -> None:
    """Write what the game in progress will be worth for each seat; `found` has room for the features of one side."""
    for side in range(sides(s)):
        score = 0
        for k in range(features(s, side, found)):
            score += weight(s, found[k])
        out[side] = UNIT * score
    as_chances(sides(s), out)
    as_worths(s, out)


@rule
def as_chances(count: int, out: Values) -> None:
    """Turn the scores of all sides into their chances to win, which add up to 1."""
    best, total = out[0], 0.0
    for side in range(1, count):
        best = max(best, out[side])
    for side in range(count):
        out[side] = exp(max(out[side] - best, -FARTHEST))
        total += out[side]
    for side in range(count):
        out[side] /= total


@rule
def as_worths(s: Record, out: Values) -> None:
    """Turn the chances of all sides into what each seat can expect: 1 for a sure win, 0 for an even share."""
    count = sides(s)
    for seat in range(s.players - 1, -1, -1):  # a seat of a low number stands where its side's chance is
        out[seat] = (count * out[seat % count] - 1.0) / (count - 1)


# ---- files -----------------------------------------------------------------------------------------------------


class Learned(msgspec.Struct, frozen=True):
    """What was learned for one game with some players, and how."""

    game: str
    players: int
    options: dict[str, Any]
    ruleset: int
    features: str  # names the rules that say which features hold
    made_by: str  # the command that makes the same file again
    games: int
    positions: int
    cpu_hours: float
    curve: list[tuple[int, float]]  # after so many games: the part won against the hand-written evaluation
    weights: str  # whole numbers of two bytes, packed

    @property
    def table(self) -> npt.NDArray[np.int16]:
        """The weights as numbers."""
        return np.frombuffer(zlib.decompress(base64.b64decode(self.weights)), "<i2").astype(np.int16)


def packed(weights: npt.NDArray[Any]) -> str:
    """Weights as they stand in a file; what a number of two bytes cannot hold is cut off."""
    rounded = np.clip(np.rint(np.asarray(weights, np.float64) * PARTS), -32767, 32767).astype("<i2")
    return base64.b64encode(zlib.compress(rounded.tobytes(), 9)).decode()


@cache
def code_name(file: Path) -> str:
    """Names what a module does, whatever its comments and docstrings say."""
    tree = ast.parse(file.read_text("utf-8"))
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list) and body and isinstance(body[0], ast.Expr):
            body[:1] = [] if isinstance(body[0].value, ast.Constant) else body[:1]
    return hashlib.sha256(ast.dump(tree).encode()).hexdigest()[:12]


def read_weights(module: str, count: int) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int8]]:
    """All weights beside a game's `features.py`, a row per file, and the row of each number of players."""
    rows: list[npt.NDArray[np.int16]] = []
    name = code_name(Path(module))  # at once: the file may be edited while this runs
    row_of = np.full(MOST_PLAYERS + 1, UNTRAINED, np.int8)
    for file in sorted((Path(module).parent / "weights").glob("*.json")):
        learned = msgspec.json.decode(file.read_bytes(), type=Learned)
        if len(learned.table) == count and learned.features == name:
            row_of[learned.players] = len(rows)
            rows.append(learned.table)
    table = np.array(rows or [np.zeros(count, np.int16)], np.int16)
    table.flags.writeable = row_of.flags.writeable = False
    return table, row_of
