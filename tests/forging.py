"""Genuine records and forged ones, for the three programs that check them: command line, server, browser.

`python -m tests.forging` writes them to `web/tests/records.json`, which the browser's tests read.
"""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

import hatbox
from hatbox.conformance import last, random_match
from hatbox.games.catch_the_hat.events import Rolled
from hatbox.match import recording
from hatbox.match.draw import (
    Draw,
    Fork,
    Share,
    drawn_alone,
    drawn_together,
    joint_promise,
    seed_of,
    sha256_of,
)
from hatbox.match.match import Match

FILE = Path(__file__).parents[1] / "web" / "tests" / "records.json"
VILLAIN, LONG = 0, 40
NUMBERS = [sha256_of(f"the secret of {name}") for name in ("Ada", "Ben")]
SALT, NUMBER = "7d0ca1f7", 1_234_567_890_123_456_789
NAMES = ["Ada", "Ben", "Cleo"]
ODD_NAMES = [
    "Zoë 🎩",
    '"\\/ \x7f\u2028',
    "a\tb\n\x01\x1f",
]  # names that two JSON writers might spell differently
Json = dict[str, Any]
Change = Callable[[Json], None]


def shares() -> list[Share]:
    """Ada opened her number, Ben was late, Cleo is a bot."""
    ada, ben = map(sha256_of, NUMBERS)
    return [
        Share(by="player", commitment=ada, number=NUMBERS[0]),
        Share(by="late", commitment=ben),
        Share(),
    ]


def genuine(number: int = NUMBER, names: list[str] = NAMES) -> bytes:
    """A whole game of hat_stairs at a table that mixed its dice."""
    start = hatbox.load("hat_stairs", 3).match(0, names)
    draw = drawn_together(recording.to_record(start).head, SALT, number, shares())
    match = start.game.match(seed_of(draw), names)
    chooser = random.Random(4)
    while not match.over:
        match.play(chooser.choice(match.legal))
    return recording.to_json(match, draw)


def nameless() -> bytes:
    """The same game after Ada has asked to be forgotten."""
    return recording.without_names(genuine(), [0], "somebody")


def alone() -> bytes:
    """A game whose table drew the dice without its players, as old tables did."""
    match = last(random_match(hatbox.load("connect_four"), 5, 100))
    return recording.to_json(match, drawn_alone("salt", match.seed))


def forked() -> bytes:
    """A game that continues from another one."""
    match = last(random_match(hatbox.load("hat_stairs", 2), 6, 200)).fork(4, seed=11)
    chooser = random.Random(1)
    while not match.over:
        match.play(chooser.choice(match.legal))
    return recording.to_json(match, drawn_alone(SALT, 11))


def sixes(fork: Callable[[int, int], Fork]) -> Match:
    """A game in which one seat rolls nothing but sixes, because its dice change before each of its rolls."""
    game = hatbox.load("catch_the_hat", 2)
    seed = next(seed for seed in range(100) if game.match(seed).state.die == 6)
    match, chooser = game.match(seed), random.Random(2)
    while match.ply < LONG and not match.over:
        action, trial = chooser.choice(match.legal), 0
        twin = match
        while any(_spoils(event) for event in twin.now.events(action)):
            trial += 1
            forks = [*match.forks, fork(match.ply, trial)]
            twin = Match.after(game, seed, match.actions, forks, match.names)
        match = twin
        match.play(action)
    return match


def _spoils(event: Any) -> bool:
    return isinstance(event, Rolled) and event.seat == VILLAIN and event.value != 6


def promised(match: Match) -> Draw:
    """A commitment that fits the last dice of a match, as a forger would make one up."""
    return drawn_alone("salt", int(match.forks[-1].seed))


def unnamed_sixes() -> bytes:
    """The forgery, with dice that change for no reason."""
    match = sixes(lambda ply, seed: Fork(ply=ply, seed=str(seed)))
    return recording.to_json(match, promised(match))


def named_sixes() -> bytes:
    """The forgery, as if the game had forked from another one before each roll."""
    match = sixes(lambda ply, seed: Fork(ply=ply, seed=str(seed), code="ABCDE"))
    return recording.to_json(match, promised(match))


def old_sixes() -> bytes:
    """The forgery as it passed every check when records had format 1."""
    match = sixes(lambda ply, seed: Fork(ply=ply, seed=str(seed), redrawn=False))
    return old_json(match, promised(match))


def old_json(match: Match, draw: Draw | None = None) -> bytes:
    """A record of format 1."""
    record: Json = json.loads(recording.to_json(match))
    old: Json = {key: record[key] for key in ("game", "ruleset", "players", "options", "names", "actions")}
    old |= {"format": 1, "seed": match.seed, "checks": record["checks"], "hash": record["hash"]}
    old["reseeds"] = [(fork.ply, int(fork.seed)) for fork in match.forks]
    return json.dumps(old | ({"promise": draw.promise, "salt": draw.salt} if draw else {})).encode()


def old() -> bytes:
    """An honest record of format 1."""
    match = last(random_match(hatbox.load("connect_four"), 5, 100))
    return old_json(match, drawn_alone("salt", match.seed))


def edited(data: bytes, change: Change, seal: bool = True) -> bytes:
    """A record with something changed, and sealed again as a careful forger would do."""
    record: Json = json.loads(data)
    change(record)
    if seal:
        record["seal"] = recording.seal_of(msgspec.convert(record, recording.MatchRecord))
    return msgspec.json.encode(record)


def _other_number(record: Json) -> None:
    record["draw"]["shares"][0]["number"] = NUMBERS[1]


def _taken_for_late(record: Json) -> None:
    record["draw"]["shares"][0] |= {"by": "late", "number": ""}


def _alone_after_all(record: Json) -> None:
    """The table's number passed off as the seed: another game under the same commitment."""
    match = last(random_match(hatbox.load("hat_stairs", 3), NUMBER, 10_000))
    draw = {**record["draw"], "shares": None}
    record.clear()
    record.update(json.loads(recording.to_json(match)) | {"draw": draw})


def _promised(record: Json, number: str = str(NUMBER), **changes: Any) -> None:
    """Change something, and make up a commitment that fits it: then the dice do not."""
    record.update(changes)
    record["draw"]["number"] = number
    head = msgspec.convert(record, recording.MatchRecord).head
    commitments = [share["commitment"] for share in record["draw"]["shares"]]
    record["draw"]["promise"] = joint_promise(head, commitments, SALT, number)


# Every checker refuses each of these; those marked True are sealed again.
FORGED: dict[str, tuple[Change, bool]] = {
    "a name without a new seal": (lambda r: r.update(names=["Eve", *r["names"][1:]]), False),
    "an option without a new seal": (lambda r: r["options"].update(steps=13), False),
    "a name": (lambda r: r.update(names=["Eve", *r["names"][1:]]), True),
    "names exchanged": (lambda r: r["names"].reverse(), True),
    "an option": (lambda r: r["options"].update(steps=13), True),
    "the promise": (lambda r: r["draw"].update(promise="0" * 64), True),
    "the table's number with a new promise": (lambda r: _promised(r, number="7"), True),
    "a name with a new promise": (lambda r: _promised(r, names=["Eve", *r["names"][1:]]), True),
    "the salt": (lambda r: r["draw"].update(salt="00"), True),
    "another player's number": (_other_number, True),
    "a player taken for late": (_taken_for_late, True),
    "a share less": (lambda r: r["draw"]["shares"].pop(), True),
    "the table's number as the seed": (_alone_after_all, True),
    "the seed": (lambda r: r.update(seed=str(int(r["seed"]) + 1)), True),
    "the moves": (lambda r: r["actions"].reverse(), True),
    "a fork without a name": (
        lambda r: r["forks"].append({"ply": 3, "seed": "5", "of": "", "code": "", "redrawn": True}),
        True,
    ),
}


def forgeries() -> dict[str, bytes]:
    """All forged records by what was done to them."""
    made = {name: edited(genuine(), change, seal) for name, (change, seal) in FORGED.items()}
    return made | {
        "sixes": unnamed_sixes(),
        "old sixes": old_sixes(),
        "the promise of another game": _swapped(),
    }


def _swapped() -> bytes:
    other: Json = json.loads(genuine(number=77))
    return edited(genuine(), lambda record: record.update(draw=other["draw"]))


def write() -> None:
    """Write all records for the browser's tests."""
    good = {
        "genuine": genuine(),
        "odd names": genuine(names=ODD_NAMES),
        "alone": alone(),
        "forked": forked(),
        "old": old(),
        "nameless": nameless(),
    }
    text = {
        "secret": NUMBERS[0],
        "genuine": {name: data.decode() for name, data in good.items()},
        "named": named_sixes().decode(),
        "forged": {name: data.decode() for name, data in forgeries().items()},
    }
    FILE.write_text(json.dumps(text, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    write()
