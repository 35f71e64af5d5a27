"""Solved tables: computed once, kept beside the compiled rules, and never waited for within a move."""

import contextlib
import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from hatbox.engine.cache import folder_for

LOADING = 0.01  # seconds: a table that is kept is there by then

Table = Any
Solver = Callable[[int, int], Table]
_solving: dict[tuple[Solver, int, int], threading.Thread] = {}


def kept(name: str, solve: Callable[[], Table]) -> Table:
    """The table of this name from the folder of the rules as they are now, or solved and put there."""
    file = folder_for(Path(__file__)) / f"{name}.npy"
    with contextlib.suppress(OSError, ValueError, EOFError):
        return np.load(file)
    table = solve()
    with contextlib.suppress(OSError):
        part = file.with_suffix(f".{os.getpid()}.part")
        with part.open("wb") as out:
            np.save(out, table)
        part.replace(file)
    return table


def is_ready(solver: Solver, steps: int, hat_step: int) -> bool:
    """Whether a table can be asked; from the first question on it is loaded or solved beside the game."""
    key = (solver, steps, hat_step)
    if key not in _solving:
        _solving[key] = threading.Thread(target=solver, args=(steps, hat_step), daemon=True)
        _solving[key].start()
        _solving[key].join(LOADING)
    return not _solving[key].is_alive()
