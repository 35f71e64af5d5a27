"""Great Hall: cards instead of dice, partners, and a caretaker who walks the other way."""

from hatbox.game import Rulebook
from hatbox.games.great_hall.state import EXCHANGE, N_ACTIONS, OPTIONS, WIDEST, State, check, conserved

RULEBOOK = Rulebook(
    __name__,
    State,
    players=(4, 2, 3),  # four is the rulebook's game
    actions=N_ACTIONS,
    widest=WIDEST,
    options=OPTIONS,
    check=check,
    conserved=conserved,
    unnoticed=(EXCHANGE,),  # GH-11: cards are given face down
    secrets=True,
)
