"""The worked examples of the rules page (section 7) as data.

Base position: every hat that an example does not name stands free on its own home; four players on the
four-home board, Red to move, first roll of the turn, die as given, phase PICK. Unnamed options have their
defaults. Hats are numbered as in the rules page: hat id = seat * hats per player + i.

Notation of `board`: `R@5` a free red hat, `R(G,Y)@5` a red tower with captives, `R*@5` a golden wearer,
`R(*)@5` a carrier of the golden hat, `*@76` the golden hat lying free. A digit names a certain hat (`R1`);
without it the lowest hat of that colour not yet named is meant. `jail` lists hats by jailer: `R:G,B`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

R, B, G, Y = 0, 6, 12, 18  # first hat of each colour with four players
RED, BLUE, GREEN, YELLOW = range(4)
PICK, DEST, GOLD, SIX, OVER = 1, 2, 3, 4, 5  # phases in the order of the rules page's table, ROLL = 0
ROLL_AGAIN, STOP, PASS = 105, 106, 107

# Colour letters by seat, homes by seat, hats per player.
TABLES: dict[int, tuple[str, list[int], int]] = {
    2: ("RG", [77, 79], 6),
    3: ("RBG", [77, 78, 79], 6),
    4: ("RBGY", [77, 78, 79, 80], 6),
    6: ("RBGYWK", [67, 68, 69, 70, 71, 72], 4),
}


@dataclass(frozen=True)
class Legal:
    """What is expected of a legal set: exactly `exact`, or at least `has` and nothing of `lacks`."""

    exact: frozenset[int] | None = None
    has: frozenset[int] = frozenset()
    lacks: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Step:
    """One action, the die rolls it needs, and what is legal afterwards."""

    action: int
    rolls: tuple[int, ...] = ()
    then: Legal = Legal()


@dataclass(frozen=True)
class Example:
    """One worked example: a position, what is legal, what is done, and the result."""

    number: str
    title: str
    rules: tuple[str, ...]
    fields: dict[str, Any]
    steps: tuple[Step, ...] = ()
    after: dict[str, Any] = field(default_factory=dict)
    before: Legal = Legal()
    players: int = 4
    options: dict[str, Any] = field(default_factory=dict)
    scores: tuple[int, ...] | None = None


ANYTHING = Legal()


def exactly(*actions: int) -> Legal:
    """Exactly these actions."""
    return Legal(exact=frozenset(actions))


def has(*actions: int) -> Legal:
    """At least these actions."""
    return Legal(has=frozenset(actions))


# --- notation -------------------------------------------------------------------------------------------


class _Namer:
    """Gives hat ids to the letters of the notation."""

    def __init__(self, players: int) -> None:
        self.letters, self.homes, self.each = TABLES[players]
        self.named: set[int] = set()

    def hat(self, name: str) -> int:
        """The hat called `R` (the next unnamed one) or `R1` (a certain one)."""
        first = self.letters.index(name[0]) * self.each
        free = (hat for hat in range(first, first + self.each) if hat not in self.named)
        hat = first + int(name[1:]) if name[1:] else next(free)
        self.named.add(hat)
        return hat


def _tokens(board: str) -> Iterator[tuple[str, bool, list[str], int]]:
    """Top hat, wearer or not, captives and node of each piece of the notation."""
    for token in board.split():
        found = re.fullmatch(r"([A-Z]\d?)?(\*?)(?:\((.*)\))?@(\d+)", token)
        assert found, token
        yield found[1] or "", bool(found[2]), (found[3] or "").split(",") if found[3] else [], int(found[4])


def on_board(board: str, jail: str = "", players: int = 4) -> dict[str, Any]:
    """The fields of hats and golden hat for a notation, over the base position."""
    namer = _Namer(players)
    pos = [namer.homes[hat // namer.each] if hat < players * namer.each else 254 for hat in range(24)]
    boss, jailer = [-1] * 24, [-1] * 24
    gold = {"gold_pos": 255, "gold_boss": -1, "gold_worn": 0}
    for name, star, captives, node in _tokens(board):
        top = namer.hat(name) if name else -1
        if star or "*" in captives:
            gold = {"gold_pos": node, "gold_boss": top, "gold_worn": int(star and top >= 0)}
        for hat in [top, *(namer.hat(captive) for captive in captives if captive != "*")]:
            if hat >= 0:
                pos[hat], boss[hat] = node, (-1 if hat == top else top)
    for token in jail.split():
        for name in token[2:].split(","):
            hat = namer.hat(name)
            pos[hat], jailer[hat] = 255, namer.letters.index(token[0])
    return {"pos": pos, "boss": boss, "jail": jailer, **gold}


def position(board: str, die: int, turn: int = RED, jail: str = "", players: int = 4) -> dict[str, Any]:
    """All fields of a position in which `turn` has just rolled `die`."""
    fixed = {"picked": -1, "pips": 0, "prev": 255, "extra": 0, "rolls": 1, "winner_mask": 0, "capped": 0}
    return {**on_board(board, jail, players), "turn": turn, "phase": PICK, "die": die, **fixed}


def go(hat: int, dests: Legal, dest: int, *rolls: int, then: Legal = ANYTHING) -> tuple[Step, Step]:
    """Pick a hat, find these destinations, go to one of them (the next seat then rolls)."""
    return Step(81 + hat, then=dests), Step(dest, rolls, then)


def look(number: str, title: str, rules: str, board: str, die: int, dests: Legal, **more: Any) -> Example:
    """An example that only asks where the first red hat can go."""
    fields = position(board, die, RED, more.pop("jail", ""), more.get("players", 4))
    steps = (Step(81 + R, then=dests),)
    return Example(number, title, tuple(rules.split()), fields, steps, {"phase": DEST, "picked": R}, **more)


def move(
    number: str,
    title: str,
    rules: str,
    board: str,
    die: int,
    dests: Legal,
    dest: int,
    after: str,
    **more: Any,
) -> Example:
    """An example in which the first red hat (or `hat`) goes somewhere; then Blue (or the next) rolls a 1."""
    turn, hat = more.pop("turn", RED), more.pop("hat", R)
    landed = {**on_board(after, more.pop("jail_after", "")), "turn": (turn + 1) % 4, "phase": PICK}
    fields = position(board, die, turn, more.pop("jail", ""))
    steps = go(hat, dests, dest, 1)
    return Example(number, title, tuple(rules.split()), fields, steps, landed, has(81 + hat), **more)


# --- the examples ---------------------------------------------------------------------------------------

TEAM = {"teams": "team"}
GOLDEN = {"golden": True}
LAST_ROLL = {"roll_cap": 1}
START_DESTS = {1: (0,), 2: (1, 51, 52), 3: (2, 50, 53), 4: (3, 49, 54), 5: (4, 48, 55), 6: (5, 47, 56)}
FULL_GREYS = "B@3 G@3 Y@3 B@49 G@49 Y@49 B@54 G@54 Y@54"
SIX_HOMES = {"players": 6}

# One entry per branch, laid out by hand so that an example reads in two or three lines.
# fmt: off
EXAMPLES: tuple[Example, ...] = (
    move("1", "only the field of the exact count is captured", "CH-10 CH-15 CH-18 CH-19",
         "B@5 G@6 G@6 R(Y)@8", 3, exactly(2, 8), 8, "B(R,Y)@8 G@6 G@6", turn=BLUE, hat=B),
    move("2a", "a tower is captured whole, own hat inside", "CH-15 CH-20",
         "G(B,Y,R)@5 R@8", 3, exactly(5, 11), 5, "R1(G,B,Y,R0)@5", hat=R + 1),
    Example("2b", "bringing it home jails three and frees the own hat", ("CH-27", "CH-29", "CH-30", "CH-31"),
            position("R1(G,B,Y,R0)@5", 6),
            go(R + 1, exactly(11, 51, 52, 77), 77, then=exactly(ROLL_AGAIN, STOP)),
            {**on_board("R@77 R@77", "R:G,B,Y"), "phase": SIX, "turn": RED}),
    *(
        look(f"3{'abcdef'[die - 1]}", f"start, roll {die}", "CH-01 CH-07 CH-09", "", die, exactly(*dests))
        for die, dests in START_DESTS.items()
    ),
    Example("3g", "after the six the choice to roll again", ("CH-31",), position("", 6),
            go(R, exactly(5, 47, 56), 56, then=exactly(ROLL_AGAIN, STOP)),
            {**on_board("R@56"), "phase": SIX, "turn": RED, "die": 6, "extra": 0, "rolls": 1}),
    look("4a", "no turning back, roll 3", "CH-11", "R@10", 3, exactly(7, 13)),
    look("4b", "no turning back, roll 4", "CH-11", "R@10", 4, exactly(6, 14, 58)),
    look("4c", "no turning back, roll 6", "CH-11", "R@10", 6, exactly(4, 16, 60)),
    move("5", "no capture on grey", "CH-21 CH-22 CH-24", "R@1 G@3", 2, exactly(3, 51, 52), 3, "R@3 G@3"),
    look("6", "a full grey field is closed", "CH-22", "R@1 G@3 B@3 Y@3", 2, exactly(51, 52)),
    Example("7", "a missed move", ("CH-23", "CH-R19"), position(FULL_GREYS, 4), (Step(PASS, (2,)),),
            {**on_board(FULL_GREYS), "turn": BLUE, "phase": PICK, "die": 2, "rolls": 2}, exactly(PASS)),
    look("8", "a foreign home is never entered", "CH-25", "R(G)@12", 2, exactly(10, 14, 58)),
    look("9a", "a plain hat may not go home", "CH-24", "R@2", 3, exactly(5, 51, 52)),
    move("9b", "a carrier may go home", "CH-24 CH-26 CH-29 CH-30",
         "R(G)@2", 3, exactly(5, 51, 52, 77), 77, "R@77", jail_after="R:G"),
    move("10a", "surplus pips lead out of home again", "CH-12 CH-27 CH-28",
         "R(G)@2", 5, exactly(7, 49, 54, 1, 51, 52), 1, "R@1", jail_after="R:G"),
    look("10b", "with may_stay the carrier may stop at home", "CH-28 CH-R05",
         "R(G)@2", 5, exactly(7, 49, 54, 1, 51, 52, 77), options={"home_surplus": "may_stay"}),
    Example("11a", "through home back to the start field", ("CH-28", "CH-R06"), position("R(G)@2", 6),
            go(R, exactly(8, 48, 55, 2, 50, 53), 2), {**on_board("R@2", "R:G"), "phase": SIX}),
    move("11b", "from the junction into home and out again", "CH-28 CH-R06",
         "R(G)@0", 2, exactly(0, 2, 50, 53), 0, "R@0", jail_after="R:G"),
    move("12", "two hats on one field become one tower", "CH-17 CH-18",
         "R@5 R@5 G@8", 3, exactly(5, 11), 5, "G(R,R)@5", turn=GREEN, hat=G),
    look("13a", "a carrier may pass its home", "CH-26", "R(G)@2", 4, exactly(6, 50, 53, 0)),
    move("13b", "passing the home delivers nothing", "CH-26",
         "R(G)@2", 4, exactly(6, 50, 53, 0), 50, "R(G)@50"),
    move("13c", "through home to the junction", "CH-28",
         "R(G)@2", 4, exactly(6, 50, 53, 0), 0, "R@0", jail_after="R:G"),
    move("14", "capture after home", "CH-15 CH-28",
         "R(G)@1 B@51", 4, exactly(1, 5, 49, 51, 52, 54), 51, "R(B)@51", jail_after="R:G"),
    Example("15a", "six: roll again and go back with the same hat", ("CH-31", "CH-32"), position("R@10", 6),
            (*go(R, exactly(4, 16, 60), 4, then=exactly(ROLL_AGAIN, STOP)),
             Step(ROLL_AGAIN, (2,), exactly(81, 82)), *go(R, exactly(2, 6), 6, 1)),
            {**on_board("R@6"), "turn": BLUE, "extra": 0, "rolls": 3}),
    Example("15b", "six: roll again and move another hat", ("CH-31", "CH-32"), position("R@10", 6),
            (*go(R, exactly(4, 16, 60), 4), Step(ROLL_AGAIN, (2,), exactly(81, 82)),
             *go(R + 1, exactly(1, 51, 52), 52, 1)),
            {**on_board("R@4 R@52"), "turn": BLUE}),
    Example("15c", "six: the extra roll may be declined", ("CH-31", "CH-R08"), position("R@10", 6),
            (*go(R, exactly(4, 16, 60), 4), Step(STOP, (5,))),
            {**on_board("R@4"), "turn": BLUE, "die": 5, "phase": PICK}),
    Example("16", "end and shared win, one winner without hats", ("CH-33", "CH-34", "CH-35", "CH-R09"),
            position("B(G,R)@20 B@22 B@78 G@25", 3, BLUE, "R:B,B,B,G,G,G,G B:R,R,R,R G:R", 3),
            go(B + 1, exactly(19, 25), 25, then=exactly()),
            {**on_board("B(G,R)@20 B(G1)@25 B@78", "R:B,B,B,G,G,G,G B:R,R,R,R G:R", 3),
             "phase": OVER, "winner_mask": 0b011, "capped": 0},
            has(82 + B), players=3, scores=(7, 7, 1)),
    Example("17", "own captives score nothing", ("CH-34",), position("R(G,R,Y,R)@27", 3),
            go(R, exactly(24, 30, 65), 30),
            {**on_board("R(G,R,Y,R)@30"), "phase": OVER, "winner_mask": 0b0001, "capped": 1},
            options=LAST_ROLL, scores=(2, 0, 0, 0)),
    look("18a", "a mate on yellow blocks", "CH-43 CH-R12", "R@5 G@8", 3, exactly(2), options=TEAM),
    look("18b", "a mate on grey does not", "CH-22 CH-R12", "R@7 G@10", 3, exactly(4, 10), options=TEAM),
    move("19", "a mate's hat is freed onto its own home", "CH-44", "R(B,G)@2", 3,
         exactly(5, 51, 52, 77), 77, "R@77 G@79", jail_after="R:B", options=TEAM),
    move("20", "the golden hat is captured like a hat", "CH-48 CH-49",
         "*@76 R@73", 3, exactly(70, 76), 76, "R(*)@76", options=GOLDEN),
    move("21", "at home the arriving hat puts it on", "CH-50 CH-R15",
         "R(*)@1", 2, exactly(3, 51, 52, 77), 77, "R*@77", options=GOLDEN),
    Example("22", "to and fro: captures at the turning point and at the end", ("CH-52", "CH-R13"),
            position("R*@20 G@22 Y@21 B@19", 5), (Step(81 + R, then=exactly(19, 21)),
             Step(21), Step(22, then=exactly(21, 23)), Step(21), Step(20), Step(19, (1,))),
            {**on_board("R*(G,B)@19 Y@21"), "turn": BLUE, "phase": PICK}, options=GOLDEN),
    Example("23", "the wearer captures on grey", ("CH-51", "CH-R13"), position("R*@21 G@23 B@23 Y@23", 2),
            (Step(81 + R, then=exactly(20, 22)), Step(22, then=exactly(21, 23)), Step(23, (1,))),
            {**on_board("R*(G,B,Y)@23"), "turn": BLUE, "phase": PICK}, options=GOLDEN),
    look("24a", "six-home board, start", "CH-02 CH-09", "", 6, exactly(5, 31, 40), **SIX_HOMES),
    look("24b", "six-home board, grey to grey", "CH-07 CH-R04", "R@38", 6,
         exactly(3, 33, 43, 48, 53, 58, 63), **SIX_HOMES),
    look("25", "the tower: no way home", "CH-47", "R(G)@2", 3, exactly(5, 51, 52), options={"goal": "tower"}),
    Example("26a", "blocked by a mate", ("CH-23", "CH-R12"), position("R@77 G@0", 1, jail="B:R,R,R,R,R"),
            (Step(PASS, (1,)),), {"turn": BLUE, "phase": PICK}, exactly(PASS), options=TEAM),
    look("26b", "passing a mate is allowed", "CH-10 CH-R12", "R@77 G@0", 2, exactly(1, 51, 52),
         jail="B:R,R,R,R,R", options=TEAM),
    Example("27", "team score of a capped game", ("CH-34", "CH-45", "CH-R10"),
            position("R(B,G,Y)@20 G(B,R)@30", 1, jail="R:Y,Y G:B"),
            go(R + 2, exactly(0), 0, then=exactly()),
            {**on_board("R(B,G,Y)@20 G(B,R)@30 R@0", "R:Y,Y G:B"),
             "phase": OVER, "winner_mask": 0b0101, "capped": 1},
            options={**TEAM, **LAST_ROLL}, scores=(4, 0, 2, 0)),
)
# fmt: on
