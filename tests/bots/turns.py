"""Compiled parts of the bots that only tests call by themselves."""

import numpy as np

from hatbox.bots import Seen
from hatbox.bots.levels import Workplace
from hatbox.bots.turns import ANY, Pad, list_turns
from hatbox.engine.dispatch import reason
from hatbox.engine.jit import brief_entry, entry
from hatbox.engine.purposes import PURPOSES
from hatbox.engine.record import Buffer, States


@entry
def _listed(root: States, seat: int, seed: np.uint64, boards: States, acts: Buffer, pads: Pad) -> int:
    return list_turns(root, seat, seed, ANY, boards, acts, pads[0])


@brief_entry
def _reason(before: States, action: int, after: States, seat: int) -> int:
    return reason(before[0], action, after[0], seat)


def worths_of_turns(seen: Seen, seed: int) -> list[float]:
    """What the turns are worth that a seat can play in one of its worlds."""
    work = Workplace(seen)
    count = _listed(work.root, seen.seat, np.uint64(seed), work.boards, work.acts, work.pad)
    found: list[float] = work.pad[0]["numbers"][:count].tolist()
    return found


def reason_of(before: States, action: int, after: States, seat: int) -> str:
    """What a move is good for that leads from one record to another."""
    return PURPOSES[_reason(before, action, after, seat)].removeprefix("reason_")
