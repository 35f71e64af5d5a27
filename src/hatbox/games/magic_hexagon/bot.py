"""What a bot needs to know of Magic Hexagon: what a collection promises, and a first sight of moves."""

import numpy as np

from hatbox.engine.curves import tanh
from hatbox.engine.jit import rule
from hatbox.engine.record import Values
from hatbox.games.magic_hexagon.board import CELLS, frozen
from hatbox.games.magic_hexagon.collecting import colour_sets
from hatbox.games.magic_hexagon.hypnosis import discs_around
from hatbox.games.magic_hexagon.moves import needed
from hatbox.games.magic_hexagon.state import (
    COPIES,
    FIRST_KITCHEN,
    HATS,
    INGREDIENT,
    KINDS,
    MAGIC,
    Action,
    Phase,
    State,
)

WEIGHING = {"sharpness": 1.3}  # fitted to games of bots, see docs/bots.md
MANNER = {"horizon": 1, "glances": 0, "exploration": 0.3, "widening": 0.6, "margin": 0.1}
AHEAD, CLEAR = 14.0, 100.0  # points that make a lead almost sure, and that make it as clear as it can be
CLEARLY = 0.2  # part of a value that tells clear leads apart: in a lost position points count too
KEPT_FOR = 3  # rounds in which nobody thinks of the hypnosis card
ABOVE = 0.12  # part of a stone for each disc of a colour that is ahead of the rarest one
BEGUN = frozen([0.0, 0.03, 0.15, 0.45, 0.0], np.float64)  # part of a stone for some of four equal symbols
UNLOCKS = 0.5  # points of a disc that helps to unlock its colour
CARD = 2.5  # points of a hypnosis card
FATTEST = 9.0  # points of a move that looks as good as a move can look


@rule
def colour_promise(s: State, seat: int, kind: int) -> float:
    """Discs that are ahead of the rarest colour wait for it (MH-51)."""
    ahead, sets = 0, colour_sets(s, seat, kind)
    for colour in range(HATS):
        ahead += min(1, s.counts[seat, colour, kind] - sets)
    return ABOVE * ahead


@rule
def symbol_promise(s: State, seat: int, kind: int) -> float:
    """Sets of equal symbols that have begun (MH-52)."""
    promise = 0.0
    if kind == INGREDIENT:
        for face in range(FIRST_KITCHEN):
            promise += BEGUN[s.owned[seat, face] % COPIES]
        return promise
    for symbol in range(4):
        face, count = FIRST_KITCHEN + 16 * (kind - 1) + 4 * symbol, 0
        for colour in range(HATS):
            count += s.owned[seat, face + colour]
        promise += BEGUN[count]
    return promise


@rule
def prospects(s: State, seat: int) -> float:
    """The score, and what the collection promises."""
    points = float(s.score[seat])
    for kind in range(KINDS):
        points += s.stone_values[kind] * (colour_promise(s, seat, kind) + symbol_promise(s, seat, kind))
    for colour in range(HATS):
        discs = s.counts[seat, colour, 0] + s.counts[seat, colour, 1] + s.counts[seat, colour, 2]
        points += UNLOCKS * min(needed(s, MAGIC), discs)
    return points + CARD * ((s.cards >> seat) & 1)


@rule
def evaluate(s: State, out: Values) -> None:
    """Prospects against those of the best other seat: who wins, and then how clearly, also in lost positions."""
    first, second, leader = -1e9, -1e9, 0
    for seat in range(s.players):
        points = prospects(s, seat)
        out[seat] = points
        if points > first:
            first, second, leader = points, first, seat
        elif points > second:
            second = points
    for seat in range(s.players):
        lead = out[seat] - (second if seat == leader else first)
        out[seat] = (1.0 - CLEARLY) * tanh(lead / AHEAD) + CLEARLY * max(-1.0, min(1.0, lead / CLEAR))


@rule
def prefer(s: State, action: int) -> float:
    """The points of the discs; keep the hypnosis card for a better moment."""
    if s.phase == Phase.HYPNO:
        return 0.6 if action == Action.NO_HYPNOSIS else 0.4
    if s.phase == Phase.PICK or s.phase != Phase.MOVE or action >= Action.PICK:
        return 0.5
    kind, seat, hat = action % KINDS, s.turn, action // KINDS // CELLS
    points = float((kind + 1) * discs_around(s, hat, action // KINDS % CELLS, kind))
    rare = s.counts[seat, hat, kind] <= colour_sets(s, seat, kind)
    return min(1.0, (points + (0.4 * s.stone_values[kind] if rare else 0.0)) / FATTEST)


@rule
def reluctance(s: State, seat: int, action: int) -> float:
    """Nobody hypnotises in the first rounds: the card is worth more when much is at stake."""
    early = s.phase == Phase.HYPNO and s.moves_made < KEPT_FOR * s.players
    return 1.0 if early and action != Action.NO_HYPNOSIS else 0.0
