"""What a module of a game can do: every function takes addresses of records and whole numbers, as in C.

An argument's name tells its type, see `ARGUMENTS`; what is not named there is a whole number of 32 bits.
"""

from collections.abc import Callable
from typing import Any

from numba import carray, types  # type: ignore[attr-defined]

from hatbox.bots import search
from hatbox.engine.dice import seeded
from hatbox.engine.dispatch import apply, evaluate, legal, resample, returns, setup, view, why_not
from hatbox.engine.numba_internals import from_dtype
from hatbox.engine.schema import dtype_of
from hatbox.engine.tape import quiet, rewind
from hatbox.game import Rulebook


def begin(told: Any, seed: Any) -> None:
    """Set up a game; players and options are in the record."""
    told.rng = seeded(seed)
    rewind(told)
    setup(told)


def play(told: Any, action: Any) -> None:
    """Carry out a legal action; the tape says what happens."""
    rewind(told)
    apply(told, action)


def list_legal(told: Any, acts: Any, room: Any) -> int:
    """Write the legal actions and give their number."""
    return 0 if told.over else legal(quiet(told), carray(acts, room))


def refuse(told: Any, action: Any) -> int:
    """Why an action is not allowed now."""
    return why_not(quiet(told), action)


def show(told: Any, seat: Any, aid: Any, seen: Any) -> None:
    """Write what a seat may see (-1: a spectator)."""
    seen.seat, seen.turn, seen.players, seen.over, seen.capped = (
        seat,
        told.turn,
        told.players,
        told.over,
        told.capped,
    )
    view(quiet(told), seat, aid != 0, seen)


def worth(told: Any, values: Any) -> None:
    """Write what a finished game is worth for each seat."""
    returns(quiet(told), carray(values, search.SEATS))


def guess(told: Any, values: Any) -> None:
    """Write what a game in progress may be worth for each seat."""
    evaluate(quiet(told), carray(values, search.SEATS))


def redraw(told: Any, seat: Any, seed: Any) -> None:
    """Replace the generator and all that a seat cannot know."""
    told.rng = seeded(seed)
    resample(quiet(told), seat)


def clear(tree: Any, nodes: Any, desk: Any, seed: Any) -> None:
    """Empty the tree of the search."""
    search.clear(carray(tree, nodes), carray(desk, 1), seed)


def think(
    root: Any,
    seat: Any,
    tree: Any,
    nodes: Any,
    desk: Any,
    manner: Any,
    times: Any,
    acts: Any,
    room: Any,
    marks: Any,
    actions: Any,
) -> None:
    """Run some iterations of the search; a second record to think on follows `root`."""
    search.think(
        carray(root, 2),
        seat,
        carray(tree, nodes),
        carray(desk, 1),
        carray(manner, 1),
        times,
        carray(acts, room),
        carray(marks, actions),
    )


EXPORTS: tuple[Callable[..., Any], ...] = (
    begin,
    play,
    list_legal,
    refuse,
    show,
    worth,
    guess,
    redraw,
    clear,
    think,
)


def arguments(book: Rulebook) -> dict[str, Any]:
    """The types of all arguments that are not plain whole numbers."""
    address: Any = types.CPointer
    return {
        "told": from_dtype(book.state.telling),
        "seen": from_dtype(dtype_of(book.view)),
        "root": address(from_dtype(book.state.dtype)),
        "tree": address(from_dtype(search.NODE)),
        "desk": address(from_dtype(search.Desk.dtype)),
        "manner": address(from_dtype(search.MANNER)),
        "acts": address(types.int16),
        "marks": address(types.int32),
        "values": address(types.float64),
        "seed": types.uint64,
    }
