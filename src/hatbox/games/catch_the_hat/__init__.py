"""Catch the Hat: roll, chase, stack, and carry the caught hats home."""

from hatbox.game import Previews, Rulebook
from hatbox.games.catch_the_hat.possible import possible
from hatbox.games.catch_the_hat.state import N_ACTIONS, OPTIONS, State, check

RULEBOOK = Rulebook(
    __name__,
    State,
    players=(2, 3, 4, 5, 6),
    actions=N_ACTIONS,
    widest=16,  # 12 pieces of a team to pick from; a carrier has at most 11 destinations, home included
    options=OPTIONS,
    check=check,
    possible=possible,
    previews=Previews(),
    has_board=True,
    constants=("SEAT_HOME",),
    also_try=(
        {"golden": True, "gold_capture": "every_field"},
        {"golden": True, "gold_winner": True},
        {"golden": True, "teams": "total"},
        {"teams": "team", "team_share_yellow": True},
        {"teams": "total", "goal": "tower"},
    ),
)
