"""The types for which the entries of a game are compiled: arguments with the same name mean the same everywhere."""

from collections.abc import Callable, Iterator
from inspect import signature
from typing import Any, get_type_hints

from numba import types

from hatbox.adapters import duel, kernels
from hatbox.bots import appraisal, belief, choice, exact, judgement, search, turns
from hatbox.engine import entries, view_json
from hatbox.engine.compiling import TYPES as SIMPLE
from hatbox.engine.facts import NOTES
from hatbox.engine.numba_internals import from_dtype
from hatbox.engine.schema import dtype_of
from hatbox.game import Rulebook

Types = tuple[Any, ...]
Entry = tuple[Any, Types]
ENTRIES = (
    *(entries.step, entries.show, entries.refuse, entries.seed_states, entries.worth, entries.redraw),
    *(entries.look, entries.legal_bits, entries.play_games, view_json.write),
    *(search.clear, search.think),
    *(belief.believe, belief.look_back, belief.recall, belief.take_in, choice.decide, choice.pick),
    *(exact.key_of, exact.size_of, exact.improve, exact.weigh),
    *(judgement.chance_of, judgement.margin_of, judgement.sides_of, judgement.advise, judgement.rank),
    *(judgement.explain, judgement.share_out, judgement.judge, appraisal.appraise),
    *(kernels.reset, kernels.run, kernels.mask_of, duel.duel),
)
TOLD = (entries.step,)  # also called with a record that has a tape


def _array(kind: Any, ndim: int = 1) -> Any:
    """A contiguous array."""
    return types.Array(kind, ndim, "C")


def by_name(book: Rulebook) -> dict[str, Any]:
    """The types of arguments that their annotations do not fully determine."""
    state = _array(from_dtype(book.state.dtype))
    records = {
        "views": dtype_of(book.view) if book.view else None,
        "tree": search.NODE,
        "desks": search.Desk.dtype,
        "manners": search.MANNER,
        "minds": belief.MIND,
        "shown": belief.SIGHTING,
        "pads": turns.PAD,
        "hints": judgement.HINT,
        "notes": NOTES,
        "weighings": appraisal.WEIGHING,
    }
    return {
        **dict.fromkeys(("states", "template", "root", "boards", "now", "history"), state),
        **{name: _array(from_dtype(kind)) for name, kind in records.items() if kind is not None},
        **dict.fromkeys(("words", "choices"), _array(types.uint64)),
        **dict.fromkeys(("drawn", "turns", "actions", "seats"), _array(types.int32)),
        **dict.fromkeys(("masks", "flags"), _array(types.boolean, 2)),
        **dict.fromkeys(("seen", "rewards"), _array(types.float32, 2)),
        "ends": _array(types.uint32),
        "blanks": _array(types.uint64, 2),
        "doing": _array(types.int8),
        "mask": _array(types.int8),
        "payoffs": _array(types.float64, 2),
        "sums": _array(types.float64, 3),
        "parts": _array(types.float64, 2),
    }


OTHERWISE: dict[Any, dict[str, list[Any]]] = {  # names with other types here; each type gets a version
    entries.play_games: {"seen": [types.none, _array(types.float32)]},
    view_json.write: {name: [_array(types.int32, 2)] for name in ("steps", "words", "around")},
    duel.duel: {"looks": [types.none, _array(types.float64)], "actions": [_array(types.int64)]},
}
ROOM = (
    choice.decide,
    judgement.advise,
    judgement.explain,
    appraisal.appraise,
)  # their `acts` have one row per ply


def signatures(book: Rulebook) -> Iterator[Entry]:
    """Every entry of a game with the types it is called with."""
    for one in ENTRIES:
        for kinds in _versions(one, by_name(book)):
            yield one, kinds
        if one in TOLD:
            _, *rest = next(_versions(one, by_name(book)))
            yield one, (_array(from_dtype(book.state.telling)), *rest)


def _versions(one: Any, named: dict[str, Any]) -> Iterator[Types]:
    """The types of all arguments, one tuple for each way an entry is used."""
    f: Callable[..., Any] = one.py_func
    hints, special = get_type_hints(f), OTHERWISE.get(one, {})
    ways: list[list[Any]] = [[]]
    for name in signature(f).parameters:
        if name in special:
            kinds = special[name]
        elif name == "acts" and one in ROOM:
            kinds = [_array(types.int16, 2)]
        else:
            kinds = [named[name] if name in named else SIMPLE[hints[name]]]
        ways = [[*way, kind] for way in ways for kind in kinds]
    yield from (tuple(way) for way in ways)
