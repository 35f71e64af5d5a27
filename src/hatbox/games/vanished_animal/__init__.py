"""Vanished Animal: peek, swap, remember – which animal has the magician made disappear?"""

from hatbox.game import Rulebook
from hatbox.games.vanished_animal.possible import possible
from hatbox.games.vanished_animal.state import N_ACTIONS, OPTIONS, WIDEST, State


def may_write(s: State, seat: int) -> bool:
    """VA-R15: a player who is out of the round must not give away the secret."""
    return not s.out >> seat & 1


RULEBOOK = Rulebook(
    __name__,
    State,
    players=(2, 3, 4),
    actions=N_ACTIONS,
    widest=WIDEST,
    options=OPTIONS,
    possible=possible,
    also_try=({"expert": "any_two", "swap": "may"}, {"expert": "other_three", "track_marks": True}),
    secrets=True,
    has_board=True,
    constants=("BOX", "PAIR"),
    may_write=may_write,
)
