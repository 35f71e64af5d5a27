"""Bots at the table: in worker processes, with a budget, and a random legal move when anything fails."""

import asyncio
import logging
import random
import sys
from typing import Protocol

import msgspec

from hatbox.bots.memory import salt_of, sightings_of
from hatbox.match.match import SEED_BITS, Match
from hatbox.table.thinking.advice import Advice
from hatbox.table.thinking.fair_turns import Asker, FairTurns
from hatbox.table.thinking.process import SIZE, Answer, Question, Wish

LOG = logging.getLogger("hatbox.table.bots")
NOBODY = Asker()
LONGEST = 60.0  # seconds until a silent worker is replaced; the first answer includes loading the rules


class Thinkers(Protocol):
    """Something that thinks for the bots."""

    async def choose(self, question: Question) -> int:
        """Return a legal action; may fail or take too long, the caller has a fallback."""
        ...

    async def advise(self, question: Question) -> Advice:
        """Return what the moves are worth; may fail or take too long."""
        ...

    async def appraise(self, question: Question) -> list[list[list[float]]]:
        """Return what the moves of a finished game changed; may fail or take too long."""
        ...

    async def close(self) -> None:
        """Stop thinking."""
        ...


def question_of(
    match: Match,
    level: str,
    milliseconds: int,
    wish: Wish = "move",
    seed: int | None = None,
    asker: Asker = NOBODY,
) -> Question:
    """Return all that a bot may know for its decision; only tests give a seed."""
    chance = random.SystemRandom() if seed is None else random.Random(f"{seed} {match.ply}")
    options = {k: list(v) if isinstance(v, tuple) else v for k, v in match.game.options.items()}
    return Question(
        game=match.game.slug,
        players=match.game.players,
        options=options,
        seat=match.turn,
        level=level,
        states=match.guess(match.turn, chance.getrandbits(SEED_BITS)).tobytes(),
        moves=match.legal,
        milliseconds=milliseconds,
        seed=chance.getrandbits(SEED_BITS),
        sightings=sightings_of(match, match.turn),
        salt=salt_of(match),
        wish=wish,
        asker=asker,
    )


async def decide(thinkers: Thinkers, question: Question, patience: float) -> tuple[int, bool]:
    """Return a bot's move, and whether it was chosen; a random legal one when it fails or waits too long."""
    try:
        async with asyncio.timeout(question.milliseconds / 1000 + patience):
            action = await thinkers.choose(question)
        if action in question.moves:
            return action, True
        LOG.error("bot %s of %s chose an illegal action", question.level, question.game)
    except TimeoutError:
        LOG.warning("bot %s of %s was too slow", question.level, question.game)
    except Exception as error:
        LOG.error("bot %s of %s failed: %s", question.level, question.game, error)
    return random.Random(question.seed).choice(question.moves), False


class Worker:
    """One worker process."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        """Take over a started process."""
        self._process = process

    @classmethod
    async def start(cls) -> "Worker":
        """Start a process; it gets ready while it waits for its first question."""
        pipe = asyncio.subprocess.PIPE
        command = (sys.executable, "-m", "hatbox.table.thinking.process")
        return cls(await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe))

    async def ask(self, question: Question) -> Answer:
        """Return the answer to one question."""
        source, sink = self._process.stdout, self._process.stdin
        assert source is not None and sink is not None
        data = msgspec.msgpack.encode(msgspec.structs.replace(question, asker=NOBODY))
        sink.write(SIZE.pack(len(data)) + data)
        await sink.drain()
        size = SIZE.unpack(await source.readexactly(SIZE.size))[0]
        answer = msgspec.msgpack.decode(await source.readexactly(size), type=Answer)
        if answer.error:
            raise RuntimeError(answer.error)
        return answer

    async def stop(self) -> None:
        """End the process at once."""
        if self._process.returncode is None:
            self._process.kill()
        await self._process.wait()


class Workers:
    """Processes that share the work; one that hangs or dies is replaced."""

    def __init__(self, count: int, longest: float = LONGEST) -> None:
        """Set up; processes start when first needed."""
        self._turns = FairTurns(count)
        self._longest = longest
        self._idle: list[Worker] = []
        self._busy: set[Worker] = set()
        self._asked: set[asyncio.Task[Answer]] = set()

    async def choose(self, question: Question) -> int:
        """Return the move that a worker chooses."""
        return (await self.ask(question)).action

    async def advise(self, question: Question) -> Advice:
        """Return a worker's advice on the moves."""
        advice = (await self.ask(question)).advice
        if advice is None:
            raise RuntimeError("a worker gave no advice")
        return advice

    async def appraise(self, question: Question) -> list[list[list[float]]]:
        """Return what these moves changed, as a worker finds it."""
        return (await self.ask(question)).appraised

    async def ask(self, question: Question) -> Answer:
        """Let a free worker think; if the caller is cancelled, the worker may still finish its slow first answer."""
        await self._turns.acquire(question.asker, question.wish not in ("review", "account"))
        task = asyncio.create_task(self._ask(question), name="bot worker")
        self._asked.add(task)
        task.add_done_callback(self._asked_before)
        return await asyncio.shield(task)

    def _asked_before(self, task: asyncio.Task[Answer]) -> None:
        """Free the place of a worker that is done."""
        self._asked.discard(task)
        self._turns.release()
        if not task.cancelled():
            task.exception()

    async def _ask(self, question: Question) -> Answer:
        """Ask a worker; one that does not answer at all is discarded."""
        worker = self._idle.pop() if self._idle else await Worker.start()
        self._busy.add(worker)
        try:
            async with asyncio.timeout(self._longest):
                answer = await worker.ask(question)
        except RuntimeError:  # the bot failed, the worker is fine
            self._idle.append(worker)
            raise
        except BaseException:
            await worker.stop()
            raise
        else:
            self._idle.append(worker)
            return answer
        finally:
            self._busy.discard(worker)

    async def close(self) -> None:
        """End all processes."""
        for task in self._asked:
            task.cancel()
        await asyncio.gather(*self._asked, return_exceptions=True)
        for worker in [*self._idle, *self._busy]:
            await worker.stop()
