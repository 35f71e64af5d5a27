"""Great Hall: cards instead of dice, partners, and a caretaker who walks the other way."""

from hatbox.game import Previews, Rulebook
from hatbox.games.great_hall.possible import possible
from hatbox.games.great_hall.state import N_ACTIONS, OPTIONS, WIDEST, Phase, State, check

TWO_TEAMS = 4  # number of players in a game with partners


def silent(players: int) -> bool:
    """GH-12: partners do not talk about cards or plans during the game."""
    return players == TWO_TEAMS


RULEBOOK = Rulebook(
    __name__,
    State,
    players=(4, 2, 3),  # four is the rulebook's game
    actions=N_ACTIONS,
    widest=WIDEST,
    options=OPTIONS,
    check=check,
    possible=possible,
    unnoticed=(Phase.EXCHANGE,),  # GH-11: cards are given face down
    at_once=(Phase.EXCHANGE,),  # GH-11: nobody sees a gift before all have chosen
    sits_out="folded",  # GH-14
    secrets=True,
    previews=Previews(),
    has_board=True,
    constants=("DORMITORY", "HALL", "POINTS", "USES"),
    silent=silent,
)
