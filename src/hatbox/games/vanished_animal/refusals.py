"""Why a move is refused."""

from hatbox.engine.jit import rule
from hatbox.engine.reasons import Reasons
from hatbox.games.vanished_animal.state import Action, Phase, State

REASONS = Reasons()

ONE_THING = REASONS.add("VA-08", "one_thing")
NO_PASS = REASONS.add("VA-08", "no_pass")
LOOK_AT_NEW = REASONS.add("VA-09", "look_at_new")
MUST_SWAP = REASONS.add("VA-10", "must_swap")
SWAP_OTHER = REASONS.add("VA-10", "swap_other")
FIRST_SWAP = REASONS.add("VA-21", "first_swap")
SECOND_SWAP = REASONS.add("VA-21", "second_swap")
OTHER_HATS = REASONS.add("VA-21", "other_hats")


@rule
def why_not(s: State, action: int) -> int:
    """The rule that forbids an action now."""
    if s.phase == Phase.ACT:
        if action < Action.NAME:
            return LOOK_AT_NEW
        return NO_PASS if action in (Action.NO_SWAP, Action.NO_SECOND_SWAP) else ONE_THING
    if action < Action.SWAP:
        return ONE_THING
    if s.phase != Phase.SWAPPING:
        return SECOND_SWAP if action < Action.SECOND_SWAP else OTHER_HATS
    if action == Action.NO_SWAP:
        return MUST_SWAP
    return SWAP_OTHER if action == Action.SWAP + s.peek else FIRST_SWAP
