"""The worked examples of section 7 of the rules page, as data that any engine can run."""

from .examples_form import Deal, Draw, Example, FirstDealer, Outcome, Step, full_fields
from .examples_moves import OPENING, START_AND_MOVES
from .examples_options import BOARD_OPTIONS, CARD_OPTIONS
from .examples_rounds import HELP_AND_END, ROUNDS
from .examples_rulings import RULINGS
from .examples_seven import CARETAKER_AND_SEVEN

__all__ = [
    "EXAMPLES",
    "MORE_EXAMPLES",
    "Deal",
    "Draw",
    "Example",
    "FirstDealer",
    "Outcome",
    "Step",
    "full_fields",
]

EXAMPLES: tuple[Example, ...] = (
    *OPENING,
    *START_AND_MOVES,
    *CARETAKER_AND_SEVEN,
    *HELP_AND_END,
    *ROUNDS,
)
"""Section 7, in its order."""

MORE_EXAMPLES: tuple[Example, ...] = (*RULINGS, *BOARD_OPTIONS, *CARD_OPTIONS)
"""Further positions for rulings and options that random play hardly ever shows."""
