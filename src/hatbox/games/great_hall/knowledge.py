"""What a seat may know."""
from hatbox.jit import rule
from hatbox.games.great_hall.state import State
from hatbox.record import Tensor
from hatbox.rooms import Piece
OBSERVATION = (Piece("a", 1, "a"),)
@rule
def observe(s: State, seat: int, out: Tensor) -> None:
    """x"""
    out[0] = 0.0
