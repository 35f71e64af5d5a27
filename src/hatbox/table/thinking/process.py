"""A bot's worker process: reads questions from its input, writes chosen actions to its output.

It gets only the record redrawn for the bot's seat, never the true state. Of a finished game, whose record is
public, it gets the true states for the account of luck and skill.
"""

import os
import struct
import sys
from functools import lru_cache
from typing import Any, BinaryIO, Literal

import msgspec
import numpy as np

from hatbox.bots import Bot, Budget, Seen
from hatbox.bots.account import Appraiser
from hatbox.bots.memory import Sighting
from hatbox.bots.players import make_bot
from hatbox.errors import HatboxError
from hatbox.game import Game, load_old
from hatbox.lab.warmup import can_think
from hatbox.table.thinking.advice import Advice, advise
from hatbox.table.thinking.fair_turns import Asker

Wish = Literal["move", "hint", "review", "account"]
SIZE = struct.Struct("<I")
STRONGEST = "5"  # the best there is for every game


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """A decision for a bot."""

    game: str
    players: int
    options: dict[str, Any]
    seat: int
    level: str
    states: bytes  # one record, redrawn for the seat
    moves: list[int]
    milliseconds: int
    seed: int
    sightings: tuple[Sighting, ...] = ()  # what the seat was shown and when, for bots that forget
    salt: int = 0  # distinguishes tables, for bots that forget
    wish: Wish = "move"
    ply: int = 0  # of an account: the number of the first of its states
    played: int | None = None  # of a review: what was played here
    asker: Asker = Asker()  # whose turn is used up; not sent to the worker


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """The chosen action or the advice, or an error."""

    action: int = -1
    appraised: list[list[list[float]]] = []  # what each move changed, as rows of numbers per seat
    advice: Advice | None = None
    error: str = ""


def bot_of(game: str, level: str) -> Bot:
    """Return the bot of a level."""
    _check_ready(game)
    return make_bot(f"level_{STRONGEST if level == 'perfect' else level}")


def _check_ready(game: str) -> None:
    """Fail until the search is compiled; the table then marks the move as made at random."""
    if not can_think(game):
        raise HatboxError("the search is not compiled yet")


@lru_cache(64)
def _game(slug: str, players: int, options: bytes) -> Game:
    chosen = msgspec.json.decode(options)
    return load_old(slug, players, {k: tuple(v) if isinstance(v, list) else v for k, v in chosen.items()})


def seen_in(question: Question) -> Seen:
    """Return what the seat may know."""
    game = _game(question.game, question.players, msgspec.json.encode(question.options))
    states = np.frombuffer(question.states, game.template.dtype).copy()
    return Seen(game, question.seat, states, question.sightings, question.salt)


def appraise(question: Question) -> list[list[list[float]]]:
    """Return what the actions changed in these states; without any, the chances at the start."""
    _check_ready(question.game)
    seen = seen_in(question)
    appraiser = Appraiser(seen.game, question.seed)
    if not question.states:
        return [[appraiser.start().tolist()]]
    found = [
        appraiser.appraise(seen.states, i, action, question.ply + i)
        for i, action in enumerate(question.moves)
    ]
    return [one.parts.tolist() for one in found]


def think(question: Question) -> Answer:
    """Choose a move, or evaluate each of them."""
    budget = Budget(milliseconds=question.milliseconds, seed=question.seed)
    if question.wish == "account":
        return Answer(appraised=appraise(question))
    if question.wish != "move":
        _check_ready(question.game)
        return Answer(advice=advise(seen_in(question), question.moves, budget, question.played))
    bot = bot_of(question.game, question.level)
    return Answer(action=int(bot.choose(seen_in(question), question.moves, budget)))


def answer(data: bytes) -> bytes:
    """Answer one question; errors are returned, not raised."""
    try:
        reply = think(msgspec.msgpack.decode(data, type=Question))
    except Exception as error:
        reply = Answer(error=f"{type(error).__name__}: {error}")
    return msgspec.msgpack.encode(reply)


def serve(source: BinaryIO, sink: BinaryIO) -> None:
    """Answer until the input ends, which it does when the server stops."""
    while len(head := source.read(SIZE.size)) == SIZE.size:
        reply = answer(source.read(SIZE.unpack(head)[0]))
        sink.write(SIZE.pack(len(reply)) + reply)
        sink.flush()


def main() -> None:
    """Reserve the output for answers: whatever a bot prints goes to standard error."""
    sink = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    os.nice(5)  # people come first
    serve(sys.stdin.buffer, sink)


if __name__ == "__main__":
    main()
