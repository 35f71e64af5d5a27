"""What is learned of Magic Hexagon: the lead, sets that can still be completed, what is unlocked and within reach.

Everything is told apart by how many discs are left, since a point weighs more the nearer the end is.
"""

from hatbox.engine.jit import rule
from hatbox.engine.learned import UNTRAINED, read_weights
from hatbox.engine.record import Int32s
from hatbox.games.magic_hexagon.cells import EMPTY, U, around
from hatbox.games.magic_hexagon.moves import other_hats, runs, takeable
from hatbox.games.magic_hexagon.rules import on_turn
from hatbox.games.magic_hexagon.state import (
    ANY_DISC,
    COPIES,
    DISCS,
    FIRST_KITCHEN,
    FORBIDDEN,
    HATS,
    INGREDIENT,
    KINDS,
    KITCHEN,
    MAGIC,
    NOBODY_CAN,
    SHARED,
    STRAIGHT,
    THIS_HAT,
    UNLIMITED,
    Phase,
    State,
)

STAGES, STAGE = 9, 9  # of the game, by so many discs on the board
LEADS = 45  # -22 … 22 points
SOME = 5  # none to four
UNLOCKED = 4  # discs of a colour that are told apart

AT_LEAD = 0
AT_COLOURS = AT_LEAD + 3 * STAGES * LEADS
AT_INGREDIENTS = AT_COLOURS + STAGES * KINDS * SOME * SOME
AT_TOOLS = AT_INGREDIENTS + STAGES * SOME * SOME
AT_UNLOCKED = AT_TOOLS + STAGES * 2 * SOME * SOME
AT_CARDS = AT_UNLOCKED + STAGES * UNLOCKED * SOME
AT_REACH = AT_CARDS + STAGES * 2
COUNT = AT_REACH + 3 * STAGES * SOME * SOME

LEARNING = {"curiosity": 0.05}  # nothing is drawn after the beginning, so something must be tried out
WEIGHTS, ROW_OF = read_weights(__file__, COUNT)


@rule
def waiting(s: State, seat: int) -> int:
    """Whether a seat is on turn (0), is asked for hypnosis (1), or waits (2)."""
    if on_turn(s) == seat:
        return 0
    return 1 if s.phase == Phase.HYPNO and s.turn == seat else 2


@rule
def reach(s: State, seat: int) -> int:
    """With how many hats a seat could take a magic tool, and with how many others a kitchen tool."""
    magic, kitchen = 0, 0
    for hat in range(HATS):
        hats_low, hats_high = other_hats(s, hat)
        low_2, high_2 = takeable(s, seat, hat, KITCHEN, hats_low, hats_high)
        low_3, high_3 = takeable(s, seat, hat, MAGIC, hats_low, hats_high)
        if U(low_2 | high_2 | low_3 | high_3) != EMPTY:
            to_low, to_high = runs(s, hat, hats_low, hats_high)
            low_3, high_3 = around(low_3, high_3)
            if U(U(low_3 & to_low) | U(high_3 & to_high)) != EMPTY:
                magic += 1
            else:
                low_2, high_2 = around(low_2, high_2)
                kitchen += U(U(low_2 & to_low) | U(high_2 & to_high)) != EMPTY
    return magic * SOME + kitchen


@rule
def features(s: State, mine: int, out: Int32s) -> int:
    """The features of a seat."""
    left, best, count = DISCS, -1, 0
    for seat in range(s.players):
        for colour in range(HATS):
            for kind in range(KINDS):
                left -= s.counts[seat, colour, kind]
        if seat != mine:
            best = max(best, s.score[seat])
    stage, waits = min(int(left) // STAGE, STAGES - 1), waiting(s, mine)
    lead = min(max(int(s.score[mine]) - int(best) + LEADS // 2, 0), LEADS - 1)
    out[0] = AT_LEAD + (stage * 3 + waits) * LEADS + lead
    out[1] = AT_CARDS + stage * 2 + int((s.cards >> mine) & 1)
    out[2] = AT_REACH + (stage * 3 + waits) * SOME * SOME + reach(s, mine)
    count = 3
    for kind in range(KINDS):
        fewest = s.counts[mine, 0, kind]
        for colour in range(1, HATS):
            fewest = min(fewest, s.counts[mine, colour, kind])
        ahead, rarest = 0, SOME - 1
        for colour in range(HATS):
            if s.counts[mine, colour, kind] > fewest:
                ahead += 1
            else:
                lying = 12 if kind == INGREDIENT else 4
                for seat in range(s.players):
                    lying -= s.counts[seat, colour, kind]
                rarest = min(rarest, lying)
        out[count] = AT_COLOURS + ((stage * KINDS + kind) * SOME + ahead) * SOME + int(max(rarest, 0))
        count += 1
    for face in range(FIRST_KITCHEN):
        own, lying = s.owned[mine, face], COPIES
        if own > 0:
            for seat in range(s.players):
                lying -= s.owned[seat, face]
            out[count] = AT_INGREDIENTS + (stage * SOME + int(own)) * SOME + int(lying)
            count += 1
    for symbol in range(8):
        own, taken = 0, 0
        for colour in range(HATS):
            face = FIRST_KITCHEN + 4 * symbol + colour
            own += s.owned[mine, face]
            for seat in range(s.players):
                taken += s.owned[seat, face]
        if own > 0:
            out[count] = AT_TOOLS + ((stage * 2 + symbol // 4) * SOME + int(own)) * SOME + COPIES - int(taken)
            count += 1
    for colour in range(HATS):
        own = s.counts[mine, colour, 0] + s.counts[mine, colour, 1] + s.counts[mine, colour, 2]
        tools = 4
        for seat in range(s.players):
            tools -= s.counts[seat, colour, MAGIC]
        out[count] = AT_UNLOCKED + (stage * UNLOCKED + min(int(own), UNLOCKED - 1)) * SOME + int(tools)
        count += 1
    return count


@rule
def weight(s: State, number: int) -> int:
    """What was learned of a feature."""
    return WEIGHTS[ROW_OF[s.players], number]


@rule
def trained(s: State) -> bool:
    """Weights are for the usual rules: with others points and discs are worth something else."""
    usual = s.stone_values[0] == 2 and s.stone_values[1] == 4 and s.stone_values[2] == 6 and s.layout == 0
    usual = usual and s.hypnosis and s.hypnosis_dead_hat == FORBIDDEN and s.first_round_limit
    usual = usual and s.jump_condition == THIS_HAT and s.movement == STRAIGHT
    usual = usual and s.restriction_counts == ANY_DISC and s.stone_supply == UNLIMITED
    usual = usual and s.end_rule == NOBODY_CAN and s.tie_break == SHARED
    return usual and ROW_OF[s.players] != UNTRAINED
