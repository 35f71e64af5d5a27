"""People and spectators: they act, repeat, leave and come back, to any process, and record what they are sent."""

import asyncio
import json
import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from hatbox.table.wire.problems import Refused
from hatbox.table.wire.table import Undo
from tests.simulation.network import Line

if TYPE_CHECKING:
    from tests.simulation.run import World

GIVE_UP = 9.0  # seconds of silence before a visitor reconnects
RESEND = 2.0  # seconds until an unanswered move is sent again
SHOWN = ("welcome", "move", "undone", "table")


@dataclass
class Notes:
    """What a visitor was sent, for the checks at the end."""

    code: str
    guest: str
    seats: tuple[int, ...]
    frames: list[dict[str, Any]] = field(default_factory=list)
    acked: dict[str, tuple[int, int]] = field(default_factory=dict)  # id → version, action
    refused: dict[str, str] = field(
        default_factory=dict
    )  # id → code; the move may be made again under another id
    faults: list[str] = field(default_factory=list)


class Visitor:
    """One device at one table."""

    def __init__(self, world: "World", code: str, guest: str, seats: tuple[int, ...], number: int) -> None:
        self.world, self.notes = world, Notes(code, guest, seats)
        self._chance = random.Random(f"{world.seed} visitor {number}")
        self._name = f"{guest or 'spectator'}{number}"
        self._line: Line | None = None
        self.v = 0
        self.now: dict[str, Any] | None = None
        self._heard = 0.0
        self._count = 0
        self._pending: dict[str, Any] | None = None
        self._sent = 0.0

    @property
    def over(self) -> bool:
        """Whether the visitor has seen the end of the game."""
        return self.now is not None and bool(self.now["over"])

    # ---- the line ----------------------------------------------------------------------------------------------

    async def live(self) -> None:
        """Run until the simulation ends."""
        loop = asyncio.get_running_loop()
        while True:
            if self._line is None:
                await asyncio.sleep(self._chance.uniform(0.05, 1.0))
                await self._connect()
            elif loop.time() - self._heard > GIVE_UP:
                self._drop()
            else:
                self._do_something()
                await asyncio.sleep(self._chance.uniform(0.1, 1.5))

    async def _connect(self) -> None:
        """Find the owner, as the proxy of any process does, and say hello."""
        try:
            process = await self.world.owner_of(self.notes.code, self._chance)
        except (Refused, ConnectionError, TimeoutError):
            return
        line = Line(self._chance, lambda frame: self._receive(line, frame), lambda code: self._ended(line))
        process.connect(line, self.notes.code, self.notes.guest or None)
        self._line = line
        self._heard = asyncio.get_running_loop().time()
        known = self.v if self._chance.random() < 0.8 else 0
        self._say(t="hello", last_v=known)
        self._expects_anything = known == 0

    def _drop(self) -> None:
        if self._line is not None:
            self._line.leave()
            self._line = None

    def _ended(self, line: Line) -> None:
        if line is self._line:
            self._line = None

    def _say(self, **message: Any) -> None:
        if self._line is not None:
            self._line.say(json.dumps(message))

    # ---- acting ------------------------------------------------------------------------------------------------

    def _do_something(self) -> None:
        """Something that people do, or that happens to them."""
        calm, dice = self.world.calm, self._chance.random()
        if not calm and dice < 0.04:
            self._drop()
        elif not calm and dice < 0.07 and self._line is not None:
            self._line.break_off()
        elif not calm and dice < 0.10 and self._line is not None:
            self._line.become_slow(self._chance.uniform(0.5, 4))
        elif dice < 0.14:
            self._say(t="hello", last_v=self.v)
        elif dice < 0.18 and self.notes.seats:
            self._say(t="emote", key="emote_happy")
        elif not calm and dice < 0.21 and self.notes.seats:
            self.world.ask(self.notes.code, self.notes.guest, Undo(seat=self.notes.seats[0]), self._chance)
        elif not calm and dice < 0.25:
            self._nonsense()
        else:
            self._move()
        self._say(t="ping")

    def _move(self) -> None:
        """Make a move, or send the last one again."""
        now = asyncio.get_running_loop().time()
        if self._pending is not None:
            if now - self._sent > RESEND or self._chance.random() < 0.2:
                self._sent = now
                self._say(**self._pending)
            return
        legal = self._legal()
        if not legal or self.now is None:
            return
        self._count += 1
        self._sent = now
        action = self._chance.choice(legal)
        id = f"{self._name} {self._count}"
        self._pending = {"t": "act", "id": id, "v_seen": self.v, "seat": self.now["turn"], "action": action}
        for _ in range(self._chance.choice((1, 1, 1, 2, 3))):
            self._say(**self._pending)

    def _nonsense(self) -> None:
        """Moves that must be refused: in another's seat, at a version that does not exist yet, of an unknown kind."""
        self._count += 1
        seat, v = self._chance.randrange(4), self._chance.choice((0, self.v, self.v + 5))
        action = self._chance.choice((0, 999))
        if seat not in self.notes.seats or v != self.v or action == 999:
            self._say(t="act", id=f"{self._name} {self._count} no", v_seen=v, seat=seat, action=action)

    def _legal(self) -> list[int]:
        legal = self.now["legal"] if self.now else {}
        return [choice["action"] for choices in legal.values() for choice in choices]

    # ---- hearing -----------------------------------------------------------------------------------------------

    def _receive(self, line: Line, data: bytes) -> None:
        if line is not self._line:
            return
        self._heard = asyncio.get_running_loop().time()
        frame = json.loads(data)
        kind = frame["t"]
        if kind in SHOWN:
            self._see(frame)
        elif kind == "ack":
            self._acknowledged(frame)
        elif kind == "nack":
            self._refused(frame)

    def _see(self, frame: dict[str, Any]) -> None:
        self.notes.frames.append(frame)
        if frame["t"] != "welcome" and frame["v"] > self.v + 1:
            self.notes.faults.append(f"{self._name} saw version {frame['v']} after {self.v}: a gap")
        self.v = frame["v"] if frame["t"] == "welcome" else max(self.v, frame["v"])
        self.now = frame.get("now") or self.now

    def _acknowledged(self, frame: dict[str, Any]) -> None:
        id, v = frame["id"], frame["v"]
        known = self.notes.acked.get(id)
        if known is not None and known[0] != v:
            self.notes.faults.append(f"{id} was acknowledged as {known[0]} and as {v}")
        if self._pending is not None and self._pending["id"] == id:
            self.notes.acked[id] = (v, self._pending["action"])
            self._pending = None
        elif known is None:
            self.notes.faults.append(f"{id} was acknowledged, but nobody waits for it")

    def _refused(self, frame: dict[str, Any]) -> None:
        """A refused move is not made, unless it could not be stored: then it is sent again."""
        if frame["code"] == "store":
            return
        if frame["id"] not in self.notes.acked:
            self.notes.refused[frame["id"]] = frame["code"]
        else:
            self.notes.faults.append(f"{frame['id']} was acknowledged, then refused: {frame['code']}")
        if self._pending is not None and self._pending["id"] == frame["id"]:
            self._pending = None
