"""Who knows what: observations, the memory aid and the worlds that hard facts leave (R-21 to R-23)."""

from __future__ import annotations

from itertools import permutations
from typing import Any, TypeAlias

from .reference_position import ANIMALS, PLACES, Animal, Phase, Position, Seat
from .reference_record import NOTHING, to_fields

World: TypeAlias = tuple[Animal, ...]  # animals of places 0..4 and of the box

SPECTATOR: Seat = -1
PUBLIC_FIELDS = (
    "seen_by",
    "named",
    "out",
    "tokens",
    "turn",
    "starter",
    "round",
    "round_turns",
    "voids",
    "phase",
    "peek",
    "swap_to",
)


def content(position: Position, seat: Seat) -> list[int]:
    """The animals that this seat has seen in this round, at their current places (−1 unseen)."""
    return [hat.animal if seat in hat.seen_by else NOTHING for hat in position.circle]


def known_box(position: Position, seat: Seat) -> int:
    """The vanished animal for a seat that is out, else −1 (R-23)."""
    return position.boxed.animal if seat in position.wrong_names else NOTHING


def observation(position: Position, seat: Seat) -> dict[str, Any]:
    """What a seat with perfect memory, or the `SPECTATOR`, may know (section 6)."""
    record = to_fields(position)
    public = {name: record[name] for name in PUBLIC_FIELDS}
    return {**public, "content": content(position, seat), "box": known_box(position, seat)}


def marks(position: Position, seat: Seat) -> list[int]:
    """The animals that a person's view shows on the circle: all seen ones only with `track_marks`."""
    if position.options["track_marks"]:
        return content(position, seat)
    shown = [NOTHING] * PLACES
    if position.phase == Phase.SWAP and seat == position.turn:  # the moment of looking
        assert position.looked_at is not None
        shown[position.looked_at] = position.circle[position.looked_at].animal
    return shown


def worlds(position: Position, seat: Seat) -> list[World]:
    """All layouts that agree with the hard facts of this seat (R-22)."""
    return [world for world in permutations(range(ANIMALS)) if agrees(position, seat, world)]


def agrees(position: Position, seat: Seat, world: World) -> bool:
    """Whether no hard fact of this seat contradicts the world (R-22)."""
    for seen, animal in zip(content(position, seat), world[:PLACES], strict=True):
        if seen not in (NOTHING, animal):
            return False  # fact 1: what was seen
    box = world[PLACES]
    if box in position.wrong_names.values():
        return False  # fact 2: wrongly named animals are not missing
    return known_box(position, seat) in (NOTHING, box)  # fact 3: a seat that is out has looked


def sensible_worlds(position: Position, seat: Seat) -> list[World]:
    """The worlds left if nobody is assumed to have named an animal they had seen (inference, R-22)."""
    return [world for world in worlds(position, seat) if all_names_sensible(position, world)]


def all_names_sensible(position: Position, world: World) -> bool:
    """Whether no wrong name is under a hat that its namer had seen; the namer's bits stay (R-23)."""
    for namer, name in position.wrong_names.items():
        for hat, animal in zip(position.circle, world[:PLACES], strict=True):
            if animal == name and namer in hat.seen_by:
                return False
    return True


def candidates(position: Position, seat: Seat) -> set[Animal]:
    """The animals that may be missing according to this seat's hard facts."""
    return {world[PLACES] for world in worlds(position, seat)}
