"""placeholder"""
from hatbox.games.catch_the_hat.state import State
from hatbox.jit import rule
from hatbox.record import Tensor
from hatbox.rooms import Piece
OBSERVATION = (Piece("x", 1, "x"),)
@rule
def observe(s: State, seat: int, out: Tensor) -> None:
    """x"""
    out[0] = 0.0
