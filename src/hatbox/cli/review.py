"""`hatbox review`: luck and skill of a finished game, and the decisions that mattered, as tables or as JSON."""

from dataclasses import asdict
from typing import Any

import msgspec

from hatbox.bots.account import Account, Step, account_within
from hatbox.match.match import Match
from hatbox.match.recording import from_json, plain_options, replay
from hatbox.printing import plain, progress_bar, table
from hatbox.words import has, say

MATTERED = 8  # decisions that are shown
LEAST = 0.005  # of a win: less is not shown
COLUMNS = {  # of the account, in the order in which they are added up
    "start": "start",
    "chance": "chance",
    "hidden": "hidden",
    "others": "others",
    "further": "looking further",
    "own": "own decisions",
    "result": "result",
}


def review(data: bytes, seconds: float, as_json: bool) -> str:
    """The review of a record as text; JSON has every move."""
    match = replay(from_json(data))
    account = _thought_out(match, seconds)
    if as_json:
        return msgspec.json.encode(_as_json(match, account)).decode()
    parts = [
        repr(match),
        _account_table(match, account),
        f"All numbers are wins in 100 games. Chance: {_chance_of(match)}.",
        _decision_table(match, account),
    ]
    return plain("\n".join(parts))


def _thought_out(match: Match, seconds: float) -> Account:
    """The account, with a progress bar on standard error."""
    with progress_bar("looking at every move") as bar:
        return account_within(match, seconds, bar)


def _chance_of(match: Match) -> str:
    """What is random in this game, in words."""
    slug = match.game.slug
    return say(slug, "luck_source") if has(slug, "luck_source") else "all random events"


def _account_table(match: Match, account: Account) -> str:
    numbers = tuple(COLUMNS.values())
    rows = [
        (name, *(_hundredths(getattr(seat, key), key not in ("start", "result")) for key in COLUMNS))
        for name, seat in zip(match.names, account.seats, strict=True)
    ]
    return table(("player", *numbers), rows, "Luck and skill", numbers)


def _hundredths(part: float, signed: bool) -> str:
    """A part of a win, as wins in 100 games."""
    return f"{100 * part:+.1f}" if signed else f"{100 * part:.1f}"


def _decision_table(match: Match, account: Account) -> str:
    lost = sorted(account.steps, key=lambda step: step.decision[step.seat])[:MATTERED]
    mattered = [step for step in lost if step.decision[step.seat] < -LEAST]
    if not mattered:
        return "No decision gave anything away."
    texts = _texts(match, mattered)
    rows = [
        (
            str(step.ply),
            match.names[step.seat],
            *texts[step.ply],
            _hundredths(-step.decision[step.seat], False),
        )
        for step in mattered
    ]
    head = ("move", "player", "played", "better", "given away")
    return table(head, rows, "Decisions that mattered", ("move", "given away"))


def _texts(match: Match, steps: list[Step]) -> dict[int, tuple[str, str]]:
    """What was played in these moves, and what seemed best, by the number of the move."""
    wanted = {step.ply: step for step in steps}
    found = {}
    for position, _ in match.walk():
        step = wanted.get(position.ply + 1)
        if step is not None:
            played = position.now.move(match.actions[position.ply])
            found[step.ply] = (str(played), str(position.now.move(step.best)))
    return found


def _as_json(match: Match, account: Account) -> dict[str, Any]:
    texts = _texts(match, account.steps)
    names = zip(match.names, account.seats, strict=True)
    return {
        "game": match.game.slug,
        "players": match.game.players,
        "options": plain_options(match.game.options),
        "seats": [{"name": name, **asdict(seat), "luck": seat.luck} for name, seat in names],
        "set_up": account.set_up,
        "plies": [
            {**asdict(step), "action": action, "text": texts[step.ply][0], "best_text": texts[step.ply][1]}
            for step, action in zip(account.steps, match.actions, strict=True)
        ],
    }
