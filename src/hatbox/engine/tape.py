"""How rules write notes: stores into a record that has a tape, nothing at all for a plain one.

    note(s, Freed, s.turn)      # an event and its single fields
    append(s, hat)              # one more number of its lists
    if telling(s): …            # gathering for events is dropped if nobody listens
    arrive(quiet(s), …)         # what is only tried out is not reported

Their compiled forms are in tape_numba.py.
"""

from typing import Any

import numpy as np

from hatbox.engine.jit import compiled_in
from hatbox.engine.notes import Event, layout
from hatbox.engine.record import PLAIN, TAPE


def telling(s: Any) -> bool:
    """Whether anyone listens; guards loops that only gather what is to be reported."""
    return "tape" in s.dtype.names


def append(s: Any, number: int) -> None:
    """Write one more number on the tape."""
    if telling(s):
        s.tape[s.said % TAPE] = number
        s.said += 1


def note(s: Any, event: type[Event], *numbers: int) -> None:
    """Write an event and its fields on the tape."""
    check(event.__name__, layout(event).single, layout(event).lists, len(numbers))
    for number in (event.tape_number, *numbers):
        append(s, number)


def quiet(s: Any) -> Any:
    """The same record without its tape."""
    if not telling(s):
        return s
    assert len(s.base) == 1
    plain = PLAIN[s.dtype]
    return np.ndarray((1,), plain, buffer=s.base.view(np.uint8)[: plain.itemsize])[0]


def rewind(s: Any) -> None:
    """Empty the tape."""
    if telling(s):
        s.said = 0


def check(name: str, single: int, lists: int, given: int) -> None:
    """Check that an event is noted with all its single fields; one with lists may get more numbers."""
    if given < single or (given > single and not lists):
        raise TypeError(f"{name} has {single} numbers before its lists, but {given} were noted.")


WRITERS = (note, append, telling)
compiled_in("hatbox.engine.tape_numba")
