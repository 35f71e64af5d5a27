"""Exact players: tables of values, solved once, stored with the compiled rules, and never waited for within a move."""

import contextlib
import os
import threading
from pathlib import Path

import numpy as np

from hatbox.engine.cache import folder, sources_of
from hatbox.engine.dispatch import exact_key, exact_size, exact_sweep, exact_worth
from hatbox.engine.jit import brief_entry, entry, is_compiled
from hatbox.engine.record import Buffer, States, Tensor, Values
from hatbox.game import Game

LOADING = 0.01  # seconds: a stored table is loaded by then
NOTHING: Tensor = np.zeros(0, np.float32)

_tables: dict[tuple[str, int], Tensor] = {}
_solving: dict[tuple[str, int], threading.Thread] = {}


@brief_entry
def key_of(states: States) -> int:
    """Return the name of the table that a position needs; 0: there is none."""
    return exact_key(states[0])


@brief_entry
def size_of(states: States) -> int:
    """Return the size of the table that a position needs."""
    return exact_size(states[0])


@entry
def improve(states: States, table: Tensor) -> bool:
    """Improve a table once; return whether it must be improved further."""
    return exact_sweep(states[0], table)


@brief_entry
def weigh(states: States, seat: int, moves: Buffer, table: Tensor, out: Values) -> None:
    """Write the exact values of some moves."""
    for k in range(len(moves)):
        out[k] = exact_worth(states[0], seat, moves[k], table)


def worths_of(game: Game, states: States, seat: int, moves: list[int]) -> list[float]:
    """Return the exact values of some moves of the seat that must act; waits for the table."""
    out = np.zeros(len(moves))
    weigh(states, seat, np.array(moves, np.int16), table_for(game, states, wait=True), out)
    return out.tolist()


def table_for(game: Game, states: States, wait: bool) -> Tensor:
    """Return the table of exact values for a position: empty if there is none or it is still being computed."""
    key = (game.slug, int(key_of(states)))
    if not key[1]:
        return NOTHING
    if key not in _solving:
        _solving[key] = threading.Thread(target=_solve, args=(key, game, states.copy()), daemon=True)
        _solving[key].start()
        _solving[key].join(LOADING)
    if wait:
        _solving[key].join()
    return _tables.get(key, NOTHING)


def _solve(key: tuple[str, int], game: Game, states: States) -> None:
    """Load a table, or compute and store it; without compiled rules that would take hours, so the player searches."""
    home = Path(str(game.rulebook.module("state" if game.rulebook.has_module("state") else "rules").__file__))
    file = folder(sources_of(home)) / f"exact_{key[1]}.npy"
    with contextlib.suppress(OSError, ValueError, EOFError):
        _tables[key] = np.load(file)
        return
    if not is_compiled(improve, states, NOTHING):
        return
    table = solved(states)
    with contextlib.suppress(OSError):
        part = file.with_suffix(f".{os.getpid()}.part")
        with part.open("wb") as out:
            np.save(out, table)
        part.replace(file)
    _tables[key] = table


def solved(states: States) -> Tensor:
    """Return the computed table that a position needs."""
    table: Tensor = np.zeros(size_of(states), np.float32)
    while improve(states, table):
        pass
    return table
