"""A game's state: one NumPy record, described by a class that reads like the rulebook.

The class is what people and the type checker read; its `dtype` is what the rules run on:

    class State(Record, slug="hat_stairs"):
        step: Annotated[Int8s, 4]        # where each apprentice stands
        hat: Int8                        # who wears the hat

A `State` object never exists: the value behind the name is always a NumPy record of that `dtype`, whether interpreted
or compiled.
"""

import sys
from pathlib import Path
from typing import Annotated, Any, ClassVar, get_args, get_origin, get_type_hints

import numpy as np
import numpy.typing as npt

from hatbox.engine.cache import sources_hash, sources_of

Int8 = Annotated[int, np.int8]
Int16 = Annotated[int, np.int16]
Int32 = Annotated[int, np.int32]
Uint8 = Annotated[int, np.uint8]
Uint16 = Annotated[int, np.uint16]
Uint32 = Annotated[int, np.uint32]
Uint64 = Annotated[int, np.uint64]
Bool = Annotated[bool, np.bool_]

Int8s = npt.NDArray[np.int8]
Int16s = npt.NDArray[np.int16]
Int32s = npt.NDArray[np.int32]
Uint8s = npt.NDArray[np.uint8]
Uint16s = npt.NDArray[np.uint16]
Uint64s = npt.NDArray[np.uint64]

TAPE = 1024  # numbers on a tape, a power of two
Buffer = npt.NDArray[np.int16]  # legal actions are written here
Values = npt.NDArray[np.float64]  # one number per seat
Tensor = npt.NDArray[np.float32]  # an observation
States = npt.NDArray[Any]  # an array of records


HOMES: dict[str, Path] = {}  # the sources of every imported game, by slug
PLAIN: dict["np.dtype[Any]", "np.dtype[Any]"] = {}  # of a record with a tape: the same record without it


class Over(str):
    """Names the field whose bytes this field shares: `Annotated[Uint64s, 2, Over("pos")]`."""


class Record:
    """What every game's state contains; a game adds its own fields in a subclass."""

    dtype: ClassVar["np.dtype[Any]"]
    telling: ClassVar["np.dtype[Any]"]  # the same followed by a tape, see notes.py
    slug: ClassVar[str]
    mark: ClassVar[str]  # the field whose name distinguishes this version of this game from all others

    rng: Uint64  # the only random generator, see dice.py
    players: Int8
    turn: Int8  # the seat that must act now
    over: Bool
    capped: Bool  # ended by a cap, not by the rules of the game

    def __init_subclass__(cls, slug: str) -> None:
        """Build the record's dtype from the annotations."""
        cls.slug = slug
        file = getattr(sys.modules[cls.__module__], "__file__", None)
        if file:
            HOMES[slug] = sources_of(Path(file).resolve())
        cls.mark = f"{slug}_{sources_hash(HOMES[slug]) if file else 'of_this_session'}"
        cls.dtype = _dtype_of(cls)
        cls.telling = _with_tape(cls.dtype)
        PLAIN[cls.telling] = cls.dtype


def _dtype_of(cls: type[Record]) -> "np.dtype[Any]":
    """An aligned record dtype without holes, because copies need not preserve the bytes in a hole.

    Its last own byte is named after the game and its sources: no two games share a type, and no compiled function
    accepts a record of different rules.
    """
    hints = get_type_hints(cls, include_extras=True)
    fields = {name: _field(hint) for name, hint in hints.items() if get_origin(hint) is not ClassVar}
    taken = [name for name in fields if hasattr(np.record, name)]
    assert not taken, f"{cls.slug}: a NumPy record has something of its own called {', '.join(taken)}"
    shared = [over for _, _, over in fields.values() if over]
    own: list[Any] = [(name, base, shape) for name, (base, shape, over) in fields.items() if not over]
    own.sort(
        key=lambda part: 0 if part[0] == "rng" else 1 if part[0] in shared else 2
    )  # words need aligned offsets
    layout = _without_holes(np.dtype([*own, (cls.mark, np.uint8)], align=True))
    for name, (base, shape, over) in fields.items():
        if over:
            layout[name] = ((base, shape), layout[over][1])
    size = max(np.dtype(kind).itemsize + at for kind, at in layout.values())
    parts = {"names": list(layout), "formats": [kind for kind, _ in layout.values()]}
    offsets = [at for _, at in layout.values()]
    plain = np.dtype({**parts, "offsets": offsets, "itemsize": size, "aligned": True})  # type: ignore[call-overload]
    return np.dtype((np.record, plain))


def _without_holes(plain: "np.dtype[Any]") -> dict[str, tuple[Any, int]]:
    """The layout of a dtype by name, with every hole filled by a field."""
    assert plain.fields is not None and plain.names is not None
    layout: dict[str, tuple[Any, int]] = {}
    end = 0
    for name in plain.names:
        kind, at = plain.fields[name][:2]
        if at > end:
            layout[f"hole_{end}"] = ((np.uint8, (at - end,)), end)
        layout[name] = (kind, at)
        end = at + kind.itemsize
    if plain.itemsize > end:
        layout[f"hole_{end}"] = ((np.uint8, (plain.itemsize - end,)), end)
    return layout


def _with_tape(plain: "np.dtype[Any]") -> "np.dtype[Any]":
    """A record that starts with the bytes of the plain one, so that rules without notes serve both."""
    assert plain.names is not None and plain.fields is not None
    fields = {name: plain.fields[name][:2] for name in plain.names}
    fields |= {"said": (np.dtype("i4"), plain.itemsize), "tape": (np.dtype(("i2", TAPE)), plain.itemsize + 4)}
    parts = {"names": list(fields), "formats": [kind for kind, _ in fields.values()]}
    size = -(-(plain.itemsize + 4 + 2 * TAPE) // 8) * 8
    layout = {**parts, "offsets": [at for _, at in fields.values()], "itemsize": size, "aligned": True}
    return np.dtype((np.record, np.dtype(layout)))  # type: ignore[call-overload]


def _field(hint: Any) -> tuple[Any, tuple[int, ...], str]:
    """Base type, shape and shared field of one annotation."""
    kind, *notes = get_args(hint)
    if kind in (int, bool):
        return notes[0], (), ""
    base = get_args(get_args(kind)[1])[0]
    over = next((note for note in notes if isinstance(note, Over)), "")
    return base, tuple(note for note in notes if isinstance(note, int)), str(over)
