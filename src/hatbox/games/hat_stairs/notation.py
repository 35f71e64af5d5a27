"""Positions and moves of Hat Stairs as text, and back.

A position reads `at=1,4 hat=6 stones=314265 seen=13 turn=A turns=2 quiet=2 last=3`, places from 1, seats as letters;
empty entries are left out. It contains the hidden stones, so it is for files and tests, not for players.
"""

from collections.abc import Sequence

from hatbox.games.hat_stairs.state import DRAW, NOBODY, NONE, ON_ITS_STEP, PLACES, SEATS, Action, Phase, State

LETTERS = "ABCD"
DIRECTIONS: dict[int, str] = {Action.UP: "up", Action.DOWN: "down", Action.PASS: "stay"}


def move_text(s: State, action: int) -> str:
    """`stone 3`, `up`, `down` or `stay`."""
    return DIRECTIONS.get(action) or f"stone {action + 1}"


def position_text(s: State) -> str:
    """The whole position except generator and options."""
    winner = {NOBODY: "", DRAW: "draw"}.get(int(s.winner)) if s.winner < 0 else LETTERS[s.winner]
    fields = {
        "at": ",".join(str(field) for field in s.step[: s.players]),
        "hat": "field" if s.hat == ON_ITS_STEP else LETTERS[s.hat],
        "stones": "".join(map(str, s.stones)),
        "seen": _places(s.seen),
        "tried": _places(s.tried),
        "open": "" if s.open == NONE else str(s.open + 1),
        "last": "" if s.last == NONE else str(s.last + 1),
        "turn": LETTERS[s.turn],
        "turns": str(s.turns),
        "quiet": str(s.since_mix),
        "over": winner,
    }
    return " ".join(f"{key}={value}" for key, value in fields.items() if value)


def read_position(s: State, text: str) -> None:
    """Put a position text on the board of a game with the same players and options."""
    fields = dict(part.split("=") for part in text.split())
    steps, stones = [int(n) for n in fields["at"].split(",")], [int(n) for n in fields["stones"]]
    if len(steps) != s.players or sorted(stones) != [1, 2, 3, 4, 5, 6]:
        raise ValueError
    if not all(1 <= step <= s.steps + 1 for step in steps):
        raise ValueError
    s.step[:] = steps + [0] * (SEATS - len(steps))
    s.stones[:] = stones
    s.hat = ON_ITS_STEP if fields["hat"] == "field" else LETTERS.index(fields["hat"], 0, s.players)
    s.seen, s.tried = _bits(fields.get("seen", "")), _bits(fields.get("tried", ""))
    s.open, s.last = _place(fields.get("open", "0")), _place(fields.get("last", "0"))
    s.turn = LETTERS.index(fields["turn"], 0, s.players)
    s.turns, s.since_mix = int(fields.get("turns", "0")), int(fields.get("quiet", "0"))
    over = fields.get("over", "")
    s.winner = NOBODY if not over else DRAW if over == "draw" else LETTERS.index(over)
    s.over, s.capped = bool(over), over == "draw"
    s.phase = Phase.ENDED if over else Phase.CHOOSE_STONE if s.open == NONE else Phase.CHOOSE_DIRECTION


def _places(bits: int) -> str:
    """The places of set bits, from 1: `135`."""
    return "".join(str(place + 1) for place in range(PLACES) if bits >> place & 1)


def _place(text: str) -> int:
    """A place from 0, NONE for `0`."""
    place = int(text) - 1
    if not NONE <= place < PLACES:
        raise ValueError
    return place


def _bits(text: str) -> int:
    """The bits of such a list of places."""
    return sum(1 << _place(digit) for digit in set(text))


def summary(s: State, names: Sequence[str]) -> str:
    """The position in one line."""
    hat = f"hat on step {s.hat_step}" if s.hat == ON_ITS_STEP else f"{names[s.hat]} wears the hat"
    steps = " ".join(str(field) for field in s.step[: s.players])
    return f"{_expected(s, names)} · {hat} · steps {steps}"


def _expected(s: State, names: Sequence[str]) -> str:
    """Who has to do what."""
    if s.over:
        return f"{names[s.winner]} has won" if s.winner >= 0 else "nobody has won"
    if s.phase == Phase.CHOOSE_DIRECTION:
        return f"{names[s.turn]} to go {s.stones[s.open]} up or down"
    return f"{names[s.turn]} to turn a stone"
