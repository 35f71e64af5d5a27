"""Why a move is refused."""

from hatbox.engine.jit import rule
from hatbox.engine.reasons import Reasons
from hatbox.games.hat_stairs.state import PLACES, Action, Phase, State

REASONS = Reasons()

WHOLE_VALUE = REASONS.add("HS-09", "whole_value")
DID_NOT_FIT = REASONS.add("HS-R05", "did_not_fit")
SAME_STONE = REASONS.add("HS-R19", "same_stone")
ONE_STONE = REASONS.add("HS-07", "one_stone")
MUST_MOVE = REASONS.add("HS-09", "must_move")
BELOW_START = REASONS.add("HS-14", "below_start")
HAT_NEEDED = REASONS.add("HS-16", "hat_needed")
EXACT_LARDER = REASONS.add("HS-15", "exact_larder")


@rule
def why_not(s: State, action: int) -> int:
    """The rule that forbids an action now."""
    if s.phase == Phase.CHOOSE_STONE:
        if action >= PLACES:
            return WHOLE_VALUE
        return DID_NOT_FIT if (s.tried >> action) & 1 else SAME_STONE
    if action < PLACES:
        return ONE_STONE
    if action == Action.PASS:
        return MUST_MOVE
    if action == Action.DOWN:
        return BELOW_START
    return EXACT_LARDER if s.hat == s.turn else HAT_NEEDED
