"""Positions and moves of Catch the Hat as text, and back.

Hats are named by colour and index: `R0` is the first red hat. A position lists the pieces with their fields,
identical ones together, then everything else; empty entries are left out:

    R0123@77 R4(G1,B2)@5 R5*@20 B0@78 … jail=R:G0,G2 turn=R phase=pick die=3 rolls=17
"""

import re
from collections.abc import Sequence
from typing import Any

from hatbox.engine.snapshot import snapshot
from hatbox.games.catch_the_hat.board import centre, is_home, size
from hatbox.games.catch_the_hat.state import (
    HATS,
    JAILED,
    NONE,
    NOWHERE,
    UNUSED,
    Action,
    Phase,
    State,
    captives,
    colours,
    hats_each,
    home_of,
    is_free,
    owner,
    side,
    team,
)

LETTERS = "RBGYWK"  # by home
PHASES: dict[int, str] = {
    Phase.PICK: "pick", Phase.DEST: "dest", Phase.GOLD: "gold", Phase.SIX: "six", Phase.ENDED: "over",
}  # fmt: skip
SINGLE: dict[int, str] = {Action.ROLL_AGAIN: "roll again", Action.STOP: "stop", Action.PASS: "pass"}
_PIECE = re.compile(r"([A-Z])(\d+)(\*?)(?:\(([A-Z0-9,*]+)\))?@(\d+)|\*@(\d+)")


def letter(s: State, seat: int) -> str:
    """The letter of a seat's colour."""
    return LETTERS[colours(s)[seat]]


def hat_name(s: State, hat: int) -> str:
    """`R0`: colour and index."""
    return f"{letter(s, owner(s, hat))}{hat % hats_each(s)}"


# ---- moves -------------------------------------------------------------------------------------------------------


def move_text(s: State, action: int) -> str:
    """`R(B,G)@5` picks a piece, `to 8` or `home` moves it; `roll again`, `stop`, `pass`."""
    if action in SINGLE:
        return SINGLE[action]
    if action >= Action.PICK:
        hat = action - Action.PICK
        return piece_text(s, hat) if is_free(s, hat) else f"hat {hat}"
    if s.picked != NONE and action == home_of(s, owner(s, s.picked)):
        return "home"
    return f"to {action}"


def piece_text(s: State, hat: int) -> str:
    """A piece by the colours of its hats: interchangeable pieces read the same."""
    seat = owner(s, hat)
    load = [LETTERS[k] for k in sorted(colours(s)[owner(s, other)] for other in captives(s, hat))]
    if s.gold_boss == hat and not s.gold_worn:
        load.append("*")
    star = "*" if s.gold_boss == hat and s.gold_worn else ""
    field = "home" if s.pos[hat] == home_of(s, seat) else str(s.pos[hat])
    return f"{letter(s, seat)}{star}{'(' + ','.join(load) + ')' if load else ''}@{field}"


# ---- positions ---------------------------------------------------------------------------------------------------


def position_text(s: State) -> str:
    """The whole position except generator and options."""
    winners = "".join(letter(s, seat) for seat in range(s.players) if s.winner_mask >> seat & 1)
    fields = {
        "jail": ";".join(filter(None, (_jail_text(s, seat) for seat in range(s.players)))),
        "turn": letter(s, s.turn),
        "phase": PHASES[s.phase],
        "die": str(s.die),
        "picked": "" if s.picked == NONE else hat_name(s, s.picked),
        "pips": str(s.pips) if s.pips else "",
        "prev": "" if s.prev == NOWHERE else str(s.prev),
        "extra": str(s.extra) if s.extra else "",
        "rolls": str(s.rolls),
        "winners": winners,
        "capped": "yes" if s.capped else "",
    }
    return " ".join([*_piece_texts(s), *(f"{key}={value}" for key, value in fields.items() if value)])


def _piece_texts(s: State) -> list[str]:
    """All pieces by colour; plain hats on one field together, towers from the top."""
    texts: dict[tuple[int, int, int], str] = {}
    for hat in (hat for hat in range(HATS) if is_free(s, hat)):
        seat, index, field = owner(s, hat), str(hat % hats_each(s)), int(s.pos[hat])
        load = [hat_name(s, other) for other in captives(s, hat)]
        holds = s.gold_boss == hat
        if not load and not holds:
            known = texts.get((seat, field, NONE), letter(s, seat))
            texts[seat, field, NONE] = known + index
            continue
        inside = ",".join([*load, *(["*"] if holds and not s.gold_worn else [])])
        star = "*" if holds and s.gold_worn else ""
        texts[seat, field, hat] = f"{letter(s, seat)}{index}{star}" + (f"({inside})" if inside else "")
    free = [f"*@{s.gold_pos}"] if s.gold_pos != NOWHERE and s.gold_boss == NONE else []
    return [f"{text}@{field}" for (_, field, _), text in texts.items()] + free


def _jail_text(s: State, seat: int) -> str:
    """`R:G0,B3`, or nothing."""
    hats = [hat_name(s, hat) for hat in range(HATS) if s.jail[hat] == seat]
    return f"{letter(s, seat)}:{','.join(hats)}" if hats else ""


def read_position(s: Any, text: str) -> None:
    """Put a position text on the board of a game with the same players and options."""
    table, parts = snapshot(s), text.split()
    _clear(table)
    for part in parts:
        if "=" not in part:
            _read_piece(table, part)
    _fill(table, dict(part.split("=") for part in parts if "=" in part))
    for name, value in vars(table).items():
        s[name] = value


def _clear(s: Any) -> None:
    """Clear the table; hats that the text does not name stay out of the game."""
    s.pos, s.boss, s.jail, s.rank = [UNUSED] * HATS, [NONE] * HATS, [NONE] * HATS, [0] * HATS
    s.gold_pos, s.gold_boss, s.gold_worn = NOWHERE, NONE, False


def _seat(s: State, name: str) -> int:
    """The seat with this colour letter."""
    return colours(s).index(LETTERS.index(name))


def _hat(s: State, name: str) -> int:
    """The hat with this name, which must not be on the board yet."""
    index = int(name[1:])
    hat = _seat(s, name[0]) * hats_each(s) + index
    if not 0 <= index < hats_each(s) or s.pos[hat] != UNUSED:
        raise ValueError
    return hat


def _read_piece(s: State, text: str) -> None:
    """Put one piece, or several plain hats, on its field."""
    found = _PIECE.fullmatch(text)
    if found is None:
        raise ValueError
    if found[6]:
        s.gold_pos = centre(side(s))  # it lies nowhere else (CH-48)
        return
    field, load = int(found[5]), found[4].split(",") if found[4] else []
    hats = [_hat(s, found[1] + digit) for digit in found[2]]
    closed = field >= size(side(s)) or (is_home(side(s), field) and field != home_of(s, _seat(s, found[1])))
    if closed or ((found[3] or load) and len(hats) != 1):
        raise ValueError
    for hat in hats:
        s.pos[hat] = field
    for rank, name in enumerate((name for name in load if name != "*"), start=1):
        hat = _hat(s, name)
        s.pos[hat], s.boss[hat], s.rank[hat] = field, hats[0], rank
    if found[3] or "*" in load:
        s.gold_pos, s.gold_boss, s.gold_worn = field, hats[0], bool(found[3])


def _fill(s: State, fields: dict[str, str]) -> None:
    """Write everything except the pieces into the record."""
    for jailed in filter(None, fields.get("jail", "").split(";")):
        for name in jailed[2:].split(","):
            hat = _hat(s, name)
            s.pos[hat], s.jail[hat] = JAILED, _seat(s, jailed[0])
    s.turn, s.die = _seat(s, fields["turn"]), int(fields["die"])
    s.phase = {name: phase for phase, name in PHASES.items()}[fields["phase"]]
    s.picked = NONE
    if "picked" in fields:
        s.picked = _seat(s, fields["picked"][0]) * hats_each(s) + int(fields["picked"][1:])
    s.pips, s.prev = int(fields.get("pips", "0")), int(fields.get("prev", str(NOWHERE)))
    s.extra, s.rolls = int(fields.get("extra", "0")), int(fields["rolls"])
    s.winner_mask = sum(1 << _seat(s, name) for name in fields.get("winners", ""))
    s.over, s.capped = s.phase == Phase.ENDED, "capped" in fields


# ---- in one line -------------------------------------------------------------------------------------------------


def summary(s: State, names: Sequence[str]) -> str:
    """The position in one line."""
    scores = " ".join(str(score(s, seat)) for seat in range(s.players))
    free = " ".join(
        str(sum(is_free(s, hat) for hat in range(HATS) if owner(s, hat) == seat)) for seat in range(s.players)
    )
    return f"{_expected(s, names)} · free hats {free} · caught {scores}"


def _expected(s: State, names: Sequence[str]) -> str:
    """Who has to do what."""
    if s.over:
        won = [names[seat] for seat in range(s.players) if s.winner_mask >> seat & 1]
        return f"{' and '.join(won)} {'has' if len(won) == 1 else 'have'} won"
    name = names[s.turn]
    if s.phase == Phase.SIX:
        return f"{name} may roll again"
    if s.phase == Phase.GOLD:
        return f"{name} has {s.pips} golden {'step' if s.pips == 1 else 'steps'} left"
    return f"{name} rolled {s.die}, to choose a {'hat' if s.phase == Phase.PICK else 'field'}"


def score(s: State, seat: int) -> int:
    """CH-34, CH-45: enemies in the jail of a seat and in its towers."""
    towers = [hat for hat in range(HATS) if s.boss[hat] != NONE and owner(s, s.boss[hat]) == seat]
    enemies = [hat for hat in towers if team(s, owner(s, hat)) != team(s, seat)]
    return list(s.jail).count(seat) + len(enemies)
