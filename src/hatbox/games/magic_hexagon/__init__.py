"""Magic Hexagon: everyone moves the same four hats; collect discs, cut off areas, complete sets."""

from hatbox.game import Previews, Rulebook
from hatbox.games.magic_hexagon.possible import possible
from hatbox.games.magic_hexagon.state import (
    MOST_MOVES,
    N_ACTIONS,
    OPTIONS,
    Action,
    Phase,
    State,
    conserved,
)

RULEBOOK = Rulebook(
    __name__,
    State,
    players=(2, 3, 4),
    actions=N_ACTIONS,
    widest=MOST_MOVES,
    options=OPTIONS,
    possible=possible,
    conserved=conserved,
    decline=Action.NO_HYPNOSIS,
    matters="hypnosis_matters",
    foreseeable=True,
    previews=Previews(),
    has_board=True,
    constants=("CELLS", "NEXT", "ROWS", "FACES", "HOLE", "BLACK_DISC", "FIRST_KITCHEN", "FIRST_MAGIC"),
    unnoticed=(Phase.HYPNO,),  # nobody sees who keeps the card
)
