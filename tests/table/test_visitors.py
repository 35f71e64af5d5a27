"""A state machine over real sockets: right, wrong, late, repeated, misdirected, malformed and oversize messages.

Two people and a spectator send whatever Hypothesis can think of. A mirror of the game plays along: only what was
acknowledged counts, every message is answered, and all three see the same board.
"""

import asyncio
import logging
import os
import tempfile
from pathlib import Path
from typing import Any

import msgspec
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import hatbox
from hatbox.table.wire.types import SOME_HINTS
from tests.table.client import QUICK, Client, Refusal, Seat, serving
from tests.table.helping import ALWAYS, NONE, SOME

GAME = "connect_four"
LATE = 30.0
EVE = 2
ANYBODY = st.integers(0, 2)
SOMEBODY = st.integers(0, 1)
EXAMPLES = int(os.environ.get("HATBOX_VISITORS", "8"))
MALFORMED = (
    "", "{", "[]", "null", '{"t":null}', '{"t":"act"}', '{"t":"fly"}', '{"t":"ping","x":1}', "\x00", "ÄÖ",
    '{"t":"act","id":"","v_seen":1,"seat":0,"action":0}', '{"t":"act","id":"x","v_seen":-1,"seat":0,"action":0}',
    '{"t":"act","id":"x","v_seen":1e400,"seat":0,"action":0}', '{"t":"hello","last_v":99999999999999999999}',
    '{"t":"emote","key":"emote_rude"}', '{"t":"chat","text":5}', "[" * 3000, '{"t":"ping"}{"t":"ping"}',
)  # fmt: skip


class Errors(logging.Handler):
    """Collects what went wrong on the server."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.found.append(record.getMessage())


class Visitors(RuleBasedStateMachine):
    """Ada in seat 0 with some help, Ben in seat 1 without, Eve watches."""

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.folder = tempfile.TemporaryDirectory()
        self.errors = Errors()
        logging.getLogger().addHandler(self.errors)
        self.mirror = hatbox.load(GAME).match(0)
        self.sent: list[tuple[int, dict[str, Any], int]] = []  # who, message, version: acknowledged moves
        self.lines: list[Any] = [None, None, None]
        self.hinted: set[tuple[int, ...]] = set()  # the moves before each hint

    def run(self, work: Any) -> Any:
        return self.runner.run(asyncio.wait_for(work, LATE))

    @initialize()
    def begin(self) -> None:
        self.run(self._begin())

    async def _begin(self) -> None:
        self.server = serving(Path(self.folder.name), QUICK)
        address = await self.server.__aenter__()
        self.people = [Client(address) for _ in range(3)]
        self.code = await self.people[0].make(GAME, seats=[{"kind": "me"}, {"kind": "open"}])
        self.path = f"/api/tables/{self.code}"
        await self.people[1].post(f"{self.path}/sit", seat=1, name="Ben")
        await self.people[0].post(f"{self.path}/help", seat=0, help=SOME)
        await self.people[0].post(f"{self.path}/start")
        while (await self.people[0].get(self.path))["status"] != "playing":
            await asyncio.sleep(0.01)
        self.seats: list[Seat] = [await self._come(who, 0) for who in range(3)]
        self.v = self.seats[0].v

    async def _come(self, who: int, last_v: int) -> Seat:
        """Open a connection; the first presence comes after everything that was missed."""
        old = self.seats[who] if last_v else None
        self.lines[who] = self.people[who].at(self.code, last_v)
        seat: Seat = await self.lines[who].__aenter__()
        if old is not None:
            seat.v, seat.now, seat.table = old.v, old.now, old.table
        await seat.until("presence")
        return seat

    async def _go(self, who: int) -> None:
        await self.lines[who].__aexit__(None, None, None)

    async def _settled(self, who: int) -> list[Any]:
        """All frames until a ping comes back."""
        seat = self.seats[who]
        known = len(seat.frames)
        await seat.send(t="ping")
        await seat.until("pong")
        return seat.frames[known:]

    async def _answer(self, who: int, message: dict[str, Any]) -> Any:
        await self.seats[who].send(**message)
        return await self.seats[who].answer(message["id"])

    def act(self, who: int, **message: Any) -> Any:
        """Send a move and wait for its answer."""
        return self.run(self._answer(who, {"t": "act", **message}))

    # ---- what visitors do --------------------------------------------------------------------------------------

    @precondition(lambda self: not self.mirror.over)
    @rule(pick=st.integers(0, 6))
    def move(self, pick: int) -> None:
        turn, legal = self.mirror.turn, self.mirror.legal
        message = {"id": f"m{len(self.sent)}", "seat": turn, "action": legal[pick % len(legal)]}
        answer = self.act(turn, v_seen=self.v, **message)
        self.v += 1
        assert answer == {"t": "ack", "id": message["id"], "v": self.v}, answer
        self.mirror.play(int(message["action"]))  # type: ignore[call-overload]
        self.sent.append((turn, message, self.v))

    @precondition(lambda self: self.sent)
    @rule(which=st.integers(0, 99), v_seen=st.integers(0, 99))
    def repeat(self, which: int, v_seen: int) -> None:
        who, message, v = self.sent[which % len(self.sent)]
        assert self.act(who, v_seen=v_seen, **message) == {"t": "ack", "id": message["id"], "v": v}

    @rule(action=st.one_of(st.integers(7, 99), st.just(2**53)))
    def illegal(self, action: int) -> None:
        turn = self.mirror.turn
        code = self.act(turn, id="illegal", v_seen=self.v, seat=turn, action=action)["code"]
        assert code == ("over" if self.mirror.over else "illegal")

    @rule(who=SOMEBODY, late=st.integers(1, 5))
    def out_of_time(self, who: int, late: int) -> None:
        for v_seen in (max(0, self.v - 1000), self.v + late):
            answer = self.act(who, id="late", v_seen=v_seen, seat=who, action=0)
            assert answer["code"] == ("over" if self.mirror.over else "stale")

    @precondition(lambda self: not self.mirror.over)
    @rule()
    def out_of_turn(self) -> None:
        other = 1 - self.mirror.turn
        answer = self.act(other, id="early", v_seen=self.v, seat=other, action=0)
        assert answer["code"] == "not_your_turn"

    @rule(who=ANYBODY, seat=st.integers(0, 15))
    def foreign_seat(self, who: int, seat: int) -> None:
        if seat != who:
            answer = self.act(who, id="foreign", v_seen=self.v, seat=seat, action=0)
            assert answer["code"] == "not_yours"

    @rule(who=ANYBODY, text=st.one_of(st.sampled_from(MALFORMED), st.text(max_size=40)))
    def malformed(self, who: int, text: str) -> None:
        async def send() -> None:
            await self.seats[who].ws.send_str(text)
            kinds = {frame["t"] for frame in await self._settled(who)}
            assert "error" in kinds, text

        if not _is_message(text):
            self.run(send())

    @rule(who=ANYBODY, size=st.integers(QUICK.limits.message + 1, QUICK.limits.message * 4))
    def oversize(self, who: int, size: int) -> None:
        async def send() -> None:
            seat = self.seats[who]
            await seat.ws.send_str("x" * size)
            while (await seat.ws.receive()).type.name not in ("CLOSE", "CLOSED", "CLOSING", "ERROR"):
                pass
            assert seat.ws.close_code == 1009
            await self._go(who)
            self.seats[who] = await self._come(who, seat.v)

        self.run(send())

    @rule(who=ANYBODY, last_v=st.one_of(st.none(), st.integers(0, 60)))
    def come_back(self, who: int, last_v: int | None) -> None:
        async def again() -> None:
            v = self.seats[who].v
            await self._go(who)
            self.seats[who] = await self._come(who, v if last_v is None else min(last_v, v))

        self.run(again())

    @rule(who=ANYBODY, key=st.sampled_from(["emote_clap", "phrase_wow"]))
    def face(self, who: int, key: str) -> None:
        async def show() -> None:
            await self.seats[who].send(t="emote", key=key)
            kinds = [frame["t"] for frame in await self._settled(who)]
            assert ("error" in kinds) or (who < 2 and "emote" in kinds)

        self.run(show())

    @rule(who=ANYBODY)
    def speak(self, who: int) -> None:
        async def say() -> None:
            await self.seats[who].send(t="chat", text="hello")
            codes = [frame["code"] for frame in await self._settled(who) if frame["t"] == "error"]
            assert codes and codes[0] in ("no_chat", "not_yours", "too_fast")

        self.run(say())

    @rule(who=ANYBODY, seat=st.integers(0, 3))
    def ask_for_a_hint(self, who: int, seat: int) -> None:
        position = tuple(self.mirror.actions)
        expected = ""
        if who != seat or who == EVE:
            expected = "no_token" if who == EVE else "not_yours"
        elif who == 1:
            expected = "no_hints"
        elif self.mirror.over or self.mirror.turn != seat:
            expected = "not_your_turn"
        elif len(self.hinted) == SOME_HINTS and position not in self.hinted:
            expected = "hints_used"
        assert self.run(self._asked(who, "hint", seat=seat)) == expected
        if not expected and position not in self.hinted:
            self.hinted.add(position)
            self.v += 1

    @rule(who=ANYBODY, seat=st.integers(0, 1), help=st.sampled_from([NONE, SOME, ALWAYS]))
    def too_late_for_help(self, who: int, seat: int, help: dict[str, Any]) -> None:
        expected = "no_token" if who == EVE else "not_yours" if (who, seat) == (1, 0) else "started"
        assert self.run(self._asked(who, "help", seat=seat, help=help)) == expected

    async def _asked(self, who: int, what: str, **body: Any) -> str:
        """Why a request was refused, or nothing."""
        try:
            await self.people[who].post(f"{self.path}/{what}", **body)
        except Refusal as error:
            return error.code
        return ""

    # ---- what always holds -------------------------------------------------------------------------------------

    @invariant()
    def everybody_sees_the_same(self) -> None:
        if hasattr(self, "seats"):
            self.run(self._compared())

    async def _compared(self) -> None:
        table = await self.people[2].get(self.path)
        assert table["v"] == self.v and (table["status"] == "over") == self.mirror.over
        assert [seat["hints_left"] for seat in table["seats"]] == [SOME_HINTS - len(self.hinted), None]
        cells = msgspec.to_builtins(self.mirror.view())["cells"]
        for who in range(3):
            await self._settled(who)
            seat = self.seats[who]
            assert seat.v == self.v and seat.now["ply"] == self.mirror.ply, who
            assert all(view["cells"] == cells for view in seat.now["views"].values())
            assert sorted(seat.legal) == (
                self.mirror.legal if who == self.mirror.turn and not self.mirror.over else []
            )

    def teardown(self) -> None:
        async def end() -> None:
            for who, line in enumerate(self.lines):
                if line is not None:
                    await self._go(who)
            for person in self.people:
                await person.close()
            await self.server.__aexit__(None, None, None)

        if hasattr(self, "server"):
            self.run(end())
        self.runner.close()
        self.folder.cleanup()
        logging.getLogger().removeHandler(self.errors)
        assert not self.errors.found


def _is_message(text: str) -> bool:
    """Whether this happens to be a valid message from a visitor."""
    from hatbox.table.wire.protocol import decode_incoming

    try:
        decode_incoming(text)
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        return False
    return True


Visitors.TestCase.settings = settings(
    max_examples=EXAMPLES,
    stateful_step_count=25,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
)
test_visitors = Visitors.TestCase
