"""When hypnosis is worth asking about: the current player gains much more with the best hat than with the worst."""

from hatbox.engine.jit import rule
from hatbox.games.magic_hexagon.board import BIT, CELLS
from hatbox.games.magic_hexagon.cells import EMPTY, U, has, without_lowest
from hatbox.games.magic_hexagon.moves import can_move_with, jumps, matching, other_hats, runs, unlocked
from hatbox.games.magic_hexagon.state import HATS, KINDS, SKIP, Phase, State

MUCH = 2  # points: in half of all games this first happens in round 3 (two players) or 4 (four players)


@rule
def discs_around(s: State, hat: int, cell: int, kind: int) -> int:
    """MH-13: how many discs of a kind a hat takes from around a cell."""
    low, high = matching(s, hat, cell, kind)
    count = 0
    while U(low | high) != EMPTY:
        low, high = without_lowest(low, high)
        count += 1
    return count


@rule
def most_points(s: State, seat: int, hat: int) -> int:
    """MH-12, MH-18: the points of the best discs a seat can take with this hat, not counting areas and stones."""
    most = 0
    hats_low, hats_high = other_hats(s, hat)
    low, high = runs(s, hat, hats_low, hats_high)
    for _ in range(2):
        for cell in range(CELLS):
            if has(low, high, BIT[cell]):
                for kind in range(KINDS):
                    if unlocked(s, seat, hat, kind):
                        most = max(most, (kind + 1) * discs_around(s, hat, cell, kind))
        if most > 0:
            return most
        low, high = jumps(s, hat, hats_low, hats_high)
    return 0


@rule
def hypnosis_matters(s: State, mover: int) -> bool:
    """MH-60: whether hypnosis is possible, everyone has moved once, and naming a hat could cost the mover a lot."""
    if s.phase != Phase.HYPNO or s.turn_index < s.players:
        return False
    best, worst = 0, CELLS
    for hat in range(HATS):
        if s.hypnosis_dead_hat == SKIP or can_move_with(s, mover, hat):
            points = most_points(s, mover, hat)
            best, worst = max(best, points), min(worst, points)
    return best - worst >= MUCH
