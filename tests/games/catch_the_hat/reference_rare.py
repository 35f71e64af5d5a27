"""Constructed positions for rules that random play hardly ever meets, in the form of the worked examples."""

from __future__ import annotations

from typing import Any

from .examples import (
    BLUE,
    FULL_GREYS,
    GOLD,
    GOLDEN,
    GREEN,
    LAST_ROLL,
    OVER,
    PASS,
    PICK,
    RED,
    ROLL_AGAIN,
    SIX,
    STOP,
    TEAM,
    B,
    Example,
    G,
    Legal,
    R,
    Step,
    Y,
    exactly,
    go,
    look,
    move,
    on_board,
    position,
)

EXACT = {"exact_home": True}
NO_BLUE = "R@5 Y@45"
BLUE_IN_JAIL = "G:B,B,B,B,B,B R:Y,Y,Y,Y,Y"


def walk(
    number: str,
    title: str,
    rules: str,
    board: str,
    die: int,
    nodes: tuple[int, ...],
    last: Legal,
    after: str,
    **more: Any,
) -> Example:
    """An example in which a red wearer walks these nodes; `last` is legal before the last action."""
    landed = {
        **on_board(after, more.pop("jail_after", "")),
        "turn": BLUE,
        "phase": PICK,
        "pips": 0,
        "prev": 255,
    }
    steps = [Step(81 + R), *(Step(node) for node in nodes[:-1])]
    steps[-1] = Step(steps[-1].action, then=last)
    options = {**GOLDEN, **more.pop("options", {})}
    fields = position(board, die)
    return Example(
        number,
        title,
        tuple(rules.split()),
        fields,
        (*steps, Step(nodes[-1], (1,))),
        landed,
        options=options,
        **more,
    )


def ends(
    number: str, title: str, rules: str, board: str, winners: int, scores: tuple[int, ...], **more: Any
) -> Example:
    """An example of a capped game: Red brings out the named hat `hat` with the last roll, then it is over."""
    options = {**LAST_ROLL, **more.pop("options", {})}
    steps = go(more.pop("hat"), exactly(0), 0, then=exactly())
    fields = position(board, 1, RED, more.pop("jail", ""))
    after = {"phase": OVER, "winner_mask": winners, "capped": 1}
    return Example(
        number, title, tuple(rules.split()), fields, steps, after, options=options, scores=scores, **more
    )


# Laid out by hand like the worked examples.
# fmt: off
RARE: tuple[Example, ...] = (
    look("x1a", "no way through home when every exit is full", "CH-R05", "R(B)@1 " + FULL_GREYS, 6,
         exactly(7, 47, 56)),
    look("x1b", "may_stay: the home itself stays open then", "CH-R05", "R(B)@1 " + FULL_GREYS, 6,
         exactly(7, 47, 56, 77), options={"home_surplus": "may_stay"}),
    Example("x2", "six without a legal move keeps the extra roll", ("CH-R08", "CH-R12"),
            position("G@5 G@47 G@56", 6), (Step(PASS, (), exactly(ROLL_AGAIN, STOP)),),
            {"turn": RED, "phase": SIX}, exactly(PASS), options=TEAM),
    look("x3a", "exact_home: not with pips left", "CH-27", "R(G)@2", 5, exactly(7, 49, 54), options=EXACT),
    look("x3b", "exact_home: with the last pip", "CH-27", "R(G)@2", 3, exactly(5, 51, 52, 77), options=EXACT),
    move("x4a", "free_on_capture frees own hats at once", "CH-18", "G(R,B)@5 R@8", 3, exactly(5, 11), 5,
         "R1(G,B)@5 R0@77", hat=R + 1, options={"free_on_capture": True}),
    move("x4b", "free_on_capture frees mates too", "CH-18", "B(R,G,Y)@5 R1@8", 3, exactly(5, 11), 5,
         "R1(B,Y)@5", hat=R + 1, options={"free_on_capture": True, **TEAM}),
    move("x5", "team_share_yellow", "CH-R12", "R@5 G@8", 3, exactly(2, 8), 8, "R@8 G@8",
         options={"team_share_yellow": True, **TEAM}),
    move("x6", "an enemy takes mates that share a field", "CH-18 CH-R12", "R@8 G(Y)@8 B@5", 3,
         exactly(2, 8), 8, "B(R,G,Y)@8", turn=BLUE, hat=B, options={"team_share_yellow": True, **TEAM}),
    move("x7", "total: a mate's tower goes to its own home and jail", "CH-46", "G(B,R)@26", 1,
         exactly(25, 27, 64, 79), 79, "R@77", hat=G, jail_after="G:B", options={"teams": "total"}),
    Example("x8", "a player without hats is skipped", ("CH-36",), position(NO_BLUE, 1, jail=BLUE_IN_JAIL),
            go(R, exactly(4, 6), 6, 3), {"turn": GREEN, "die": 3}),
    Example("x9", "total: he still plays his mate's pieces", ("CH-R11",),
            position(NO_BLUE, 1, jail=BLUE_IN_JAIL), go(R, exactly(4, 6), 6, 3, then=exactly(81 + Y)),
            {"turn": BLUE}, options={"teams": "total"}),
    Example("x10", "of like pieces only the lowest may be picked", ("CH-R03",),
            position("R@5 R@5 R(G)@5 R(G)@5 R(B)@5", 2), before=exactly(81, 83, 85, 86)),
    move("x11", "a new wearer walks its surplus without powers", "CH-R14 CH-R20", "R(*)@1 G@3", 6,
         exactly(7, 47, 56, 3, 49, 54), 3, "R*@3 G@3", options={**GOLDEN, "six_again": "off"}),
    move("x12", "a captured wearer makes the golden hat a captive", "CH-53", "R*(G)@5 B@8", 3,
         exactly(5, 11), 5, "B(R,G,*)@5", turn=BLUE, hat=B, options=GOLDEN),
    move("x13", "no capture of the wearer on grey", "CH-21 CH-53", "R*@10 B@7", 3, exactly(4, 10), 10,
         "R*@10 B@10", turn=BLUE, hat=B, options=GOLDEN),
    walk("x14", "captive from the turning point in front of home", "CH-R13", "R*@77 B@0", 2, (0, 77),
         exactly(1, 51, 52, 77), "R*@77", jail_after="R:B"),
    walk("x15", "a wearer without captives stays outside", "CH-24 CH-R13", "R*@2", 3, (1, 0, 51),
         exactly(1, 51, 52), "R*@51"),
    walk("x16", "a wearer walks on after delivering", "CH-28 CH-R13", "R*(B)@1 G@51", 4, (0, 77, 0, 51),
         exactly(1, 51, 52), "R*(G)@51", jail_after="R:B"),
    walk("x17", "may_stay: a wearer may stop at home", "CH-28", "R*(B)@1", 4, (0, 77, STOP),
         exactly(0, STOP), "R*@77", jail_after="R:B", options={"home_surplus": "may_stay"}),
    walk("x18", "every_field captures on the way", "CH-R13", "R*@20 Y@21 G@22", 2, (21, 22), exactly(20, 22),
         "R*(Y,G)@22", options={"gold_capture": "every_field"}),
    walk("x19", "no end on a grey field full of own hats", "CH-22 CH-R13", "R*@21 R@23 R@23 R@23", 2,
         (22, 21), exactly(21), "R*@21 R@23 R@23 R@23"),
    walk("x20", "a full grey field with one enemy is open", "CH-R13", "R*@21 R@23 R@23 B@23", 2, (22, 23),
         exactly(21, 23), "R*(B)@23 R@23 R@23"),
    walk("x21", "turning on a full grey field", "CH-R13", "R*@22 R@23 R@23 R@23", 2, (23, 22),
         exactly(22, 24), "R*@22 R@23 R@23 R@23"),
    walk("x22", "enemies on the field left first are not captured", "CH-R13", "R*@23 B@23", 2, (24, 25),
         exactly(23, 25), "R*@25 B@23"),
    Example("x23", "the end comes at the turning point", ("CH-33", "CH-R13"),
            position("R*@20 G@22", 5, RED, "R:G,G,G,G,G", 2),
            (Step(81), Step(21), Step(22), Step(21, (), exactly())),
            {**on_board("R*(G)@22", "R:G,G,G,G,G", 2),
             "phase": OVER, "winner_mask": 1, "pips": 0, "capped": 0},
            players=2, options=GOLDEN, scores=(6, 0)),
    ends("x24", "capped last_standing: free hats, then score", "CH-R10", "R(B,B)@20 Y(R)@31", 0b1000,
         (2, 0, 0, 1), hat=R + 2, options={"goal": "last_standing"}),
    ends("x25", "capped: equal scores share the win", "CH-R09 CH-R10", "R(B)@20 G(B)@31", 0b0101,
         (1, 0, 1, 0), hat=R + 1),
    ends("x26", "capped team game: a draw", "CH-45", "R(B)@20 Y(G)@31", 0b1111, (1, 0, 0, 1),
         hat=R + 1, options=TEAM),
    ends("x27", "gold_winner: the carrier wins", "CH-54", "R(B)@20 G(*)@31", 0b0100, (1, 0, 0, 0), hat=R + 1,
         options={**GOLDEN, "gold_winner": True}),
    ends("x28", "gold_winner: untouched golden hat, best score wins", "CH-35", "R(B)@20 *@76", 0b0001,
         (1, 0, 0, 0), hat=R + 1, options={**GOLDEN, "gold_winner": True}),
    Example("x29", "a team game ends with one team left, mates alive", ("CH-45", "CH-R11"),
            position("R@5 Y@8", 3, jail="R:B,B,B,B,B,B,Y,Y,Y,Y G:Y"), go(R, exactly(2, 8), 8, then=exactly()),
            {**on_board("R(Y)@8", "R:B,B,B,B,B,B,Y,Y,Y,Y G:Y"),
             "phase": OVER, "winner_mask": 0b0101, "capped": 0},
            options=TEAM, scores=(11, 0, 1, 0)),
    Example("x30", "exact_home: no turn into home with pips left", ("CH-27", "CH-R13"),
            position("R*@77 B@0", 4), (Step(81 + R, then=exactly(0)), Step(0, then=exactly(1, 51, 52))),
            {"phase": GOLD, "pips": 3, "prev": 77, "picked": R}, options={**GOLDEN, **EXACT}),
)
# fmt: on
