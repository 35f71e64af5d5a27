"""Hat Stairs: remember the stones, grab the hat, reach the larder."""

from hatbox.game import Previews, Rulebook
from hatbox.games.hat_stairs.possible import possible
from hatbox.games.hat_stairs.state import N_ACTIONS, OPTIONS, PLACES, State, check

RULEBOOK = Rulebook(
    __name__,
    State,
    players=(2, 3, 4),
    actions=N_ACTIONS,
    widest=PLACES,
    options=OPTIONS,
    check=check,
    possible=possible,
    previews=Previews(
        ("seen",), unless="open_stones"
    ),  # a preview reveals nothing about stones that are face down again
    has_board=True,
    constants=("PLACES",),
    also_try=({"steps": 8, "stuck": "redraw", "no_repeat": True}, {"steps": 20, "hat_step": 20}),
)
