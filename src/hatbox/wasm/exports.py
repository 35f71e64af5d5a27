"""What a game's module can do: every function takes addresses of records and integers, as in C.

An argument's name determines its type, see `arguments`; arguments not listed there are 32-bit integers.
"""

from collections.abc import Callable
from typing import Any

from numba import carray, types  # type: ignore[attr-defined]

from hatbox.bots import appraisal, belief, choice, exact, judgement, search, turns
from hatbox.engine import entries
from hatbox.engine.dice import seeded
from hatbox.engine.dispatch import apply, evaluate, legal, resample, returns, setup, view, why_not
from hatbox.engine.facts import NOTES, ROW
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
    """Write the legal actions and return their number."""
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
    """Write the value of a finished game for each seat."""
    returns(quiet(told), carray(values, search.SEATS))


def guess(told: Any, values: Any) -> None:
    """Write an estimate of what a game in progress is worth to each seat."""
    evaluate(quiet(told), carray(values, search.SEATS))


def redraw(told: Any, seat: Any, seed: Any) -> None:
    """Replace the generator and everything that a seat cannot know."""
    told.rng = seeded(seed)
    resample(quiet(told), seat)


def play_games(root: Any, seed: Any, lengths: Any, values: Any, times: Any, acts: Any, room: Any) -> int:
    """Play this many random games from the setup in `root`; a second record to play on follows it."""
    return entries.play_games(
        carray(root, 2),
        seed,
        carray(lengths, times),
        carray(values, (times, search.SEATS)),
        carray(acts, room),
        None,
    )


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


# ---- levels, hints and win chances: see bots ---------------------------------------------------------------


def reach(root: Any) -> int:
    """How many actions back `recall` looks, or 0 if it needs none."""
    return belief.look_back(carray(root, 1))


def recall(root: Any, seat: Any, history: Any, past: Any, times: Any, skipped: Any, shown: Any) -> int:
    """Write what a seat was shown in the given last positions by the actions taken there, and return the number."""
    return belief.recall(
        carray(root, 1),
        seat,
        carray(history, times),
        carray(past, times),
        skipped,
        carray(shown, belief.MOST + 1),
    )


def exact_key(root: Any) -> int:
    """Identifies the table of exact values; 0: there is none."""
    return exact.key_of(carray(root, 1))


def exact_size(root: Any) -> int:
    """How many 32-bit numbers that table has."""
    return exact.size_of(carray(root, 1))


def exact_sweep(root: Any, table: Any, numbers: Any) -> int:
    """Improve the table once; return 0 when it is done."""
    return 1 if exact.improve(carray(root, 1), carray(table, numbers)) else 0


def decide(
    root: Any,
    seat: Any,
    mind: Any,
    shown: Any,
    count: Any,
    seed: Any,
    salt: Any,
    table: Any,
    numbers: Any,
    boards: Any,
    acts: Any,
    room: Any,
    marks: Any,
    actions: Any,
    moves: Any,
    pad: Any,
) -> int:
    """A level's move, or -1: the search must think about the root first; then call `pick`."""
    return choice.decide(
        carray(root, 1),
        seat,
        carray(mind, 1),
        carray(shown, belief.MOST + 1),
        count,
        seed,
        salt,
        carray(table, numbers),
        carray(boards, turns.BOARDS),
        carray(acts, (turns.BOARDS, room)),
        carray(marks, actions),
        carray(moves, room),
        carray(pad, 1),
    )


def pick(root: Any, mind: Any, tree: Any, nodes: Any, moves: Any, room: Any, pad: Any) -> int:
    """A level's move from what the search has found."""
    return choice.pick(
        carray(root, 1), carray(mind, 1), carray(tree, nodes), carray(moves, room), carray(pad, 1)
    )


def advise(
    root: Any,
    seat: Any,
    seed: Any,
    table: Any,
    numbers: Any,
    tree: Any,
    nodes: Any,
    searched: Any,
    boards: Any,
    acts: Any,
    room: Any,
    marks: Any,
    actions: Any,
    moves: Any,
    pad: Any,
    hints: Any,
) -> int:
    """Write hints and return their number; 0: the search must think about the root first, then call again."""
    return judgement.advise(
        carray(root, 1),
        seat,
        seed,
        carray(table, numbers),
        carray(tree, nodes),
        searched != 0,
        carray(boards, turns.BOARDS),
        carray(acts, (turns.BOARDS, room)),
        carray(marks, actions),
        carray(moves, room),
        carray(pad, 1),
        carray(hints, judgement.BEST),
    )


def explain(
    root: Any,
    seat: Any,
    seed: Any,
    wanted: Any,
    count: Any,
    table: Any,
    numbers: Any,
    tree: Any,
    nodes: Any,
    boards: Any,
    acts: Any,
    room: Any,
    moves: Any,
    pad: Any,
    notes: Any,
    told_facts: Any,
) -> None:
    """Write what some moves do, best move first."""
    judgement.explain(
        carray(root, 1),
        seat,
        seed,
        carray(wanted, count),
        carray(table, numbers),
        carray(tree, nodes),
        carray(boards, turns.BOARDS),
        carray(acts, (turns.BOARDS, room)),
        carray(moves, room),
        carray(pad, 1),
        carray(notes, count),
        carray(told_facts, count * judgement.SENTENCES * ROW),
    )


def rank(root: Any, tree: Any, nodes: Any, moves: Any, room: Any, pad: Any, hints: Any) -> int:
    """Write all moves with the search's values for them."""
    return judgement.rank(
        carray(root, 1), carray(tree, nodes), carray(moves, room), carray(pad, 1), carray(hints, room)
    )


def judge(root: Any, tree: Any, nodes: Any, pad: Any, values: Any, margins: Any) -> None:
    """Write the chances of all seats and their margins."""
    judgement.judge(
        carray(root, 1),
        carray(tree, nodes),
        carray(pad, 1),
        carray(values, search.SEATS),
        carray(margins, search.SEATS),
    )


def appraise(
    root: Any,
    action: Any,
    seed: Any,
    ply: Any,
    weighing: Any,
    table: Any,
    numbers: Any,
    boards: Any,
    acts: Any,
    room: Any,
    moves: Any,
    pad: Any,
    sums: Any,
    parts: Any,
) -> int:
    """Write what an action changed for every seat of a finished game, and return the action that seemed best."""
    return appraisal.appraise(
        carray(root, 2),
        action,
        seed,
        ply,
        carray(weighing, 1),
        carray(table, numbers),
        carray(boards, turns.BOARDS),
        carray(acts, (turns.BOARDS, room)),
        carray(moves, room),
        carray(pad, 1),
        carray(sums, (appraisal.SUMS, room, turns.SEATS)),
        carray(parts, (appraisal.ROWS, turns.SEATS)),
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
    play_games,
    clear,
    think,
    reach,
    recall,
    exact_key,
    exact_size,
    exact_sweep,
    decide,
    pick,
    advise,
    explain,
    rank,
    judge,
    appraise,
)


def arguments(book: Rulebook) -> dict[str, Any]:
    """The types of all arguments that are not plain integers."""
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
        "margins": address(types.float64),
        "boards": address(from_dtype(book.state.dtype)),
        "history": address(from_dtype(book.state.dtype)),
        "past": address(types.int32),
        "lengths": address(types.int32),
        "shown": address(from_dtype(belief.SIGHTING)),
        "mind": address(from_dtype(belief.MIND)),
        "table": address(types.float32),
        "moves": address(types.int16),
        "pad": address(from_dtype(turns.PAD)),
        "hints": address(from_dtype(judgement.HINT)),
        "weighing": address(from_dtype(appraisal.WEIGHING)),
        "sums": address(types.float64),
        "parts": address(types.float64),
        "wanted": address(types.int32),
        "notes": address(from_dtype(NOTES)),
        "told_facts": address(types.int32),
        "seed": types.uint64,
        "salt": types.uint64,
    }
