"""Compiled parts of the bots that only tests call directly."""

import numpy as np

from hatbox.bots import Seen
from hatbox.bots.levels import Workplace
from hatbox.bots.turns import ANY, Pad, list_turns
from hatbox.engine.jit import entry
from hatbox.engine.record import Buffer, States


@entry
def _listed(root: States, seat: int, seed: np.uint64, boards: States, acts: Buffer, pads: Pad) -> int:
    return list_turns(root, seat, seed, ANY, boards, acts, pads[0])


def worths_of_turns(seen: Seen, seed: int) -> list[float]:
    """The values of the turns that a seat can play in one of its worlds."""
    work = Workplace(seen)
    count = _listed(work.root, seen.seat, np.uint64(seed), work.boards, work.acts, work.pad)
    found: list[float] = work.pad[0]["numbers"][:count].tolist()
    return found
