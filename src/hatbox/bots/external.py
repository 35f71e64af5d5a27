"""A bot in another process and any language: one line of JSON per question, one per answer.

Question: {"protocol": 1, "game": …, "players": …, "options": {…}, "seat": …, "view": {…}, "moves": [{"action": 3,
"text": "stone 4"}, …], "milliseconds": 100, "seed": 7}. Answer: {"action": 3}. The view is what the seat may see;
docs/bots.md has an example.
"""

import contextlib
import shlex
import subprocess
import threading
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from typing import Any, NoReturn

import msgspec

from hatbox.bots import Budget, Seen
from hatbox.errors import HatboxError

PROTOCOL = 1
PATIENCE = 5.0  # seconds beyond the budget: the first answer may include loading


@dataclass
class ExternalBot:
    """Asks a command, which is started at the first question and ends with this object."""

    command: str
    patience: float = PATIENCE
    _process: Any = field(default=None, repr=False)
    _answers: SimpleQueue[bytes] = field(default_factory=SimpleQueue, repr=False)

    def choose(self, seen: Seen, moves: list[int], budget: Budget) -> int:
        """Ask, wait, check the answer."""
        self._send(msgspec.json.encode(question(seen, moves, budget)))
        try:
            line = self._answers.get(timeout=budget.milliseconds / 1000 + self.patience)
        except Empty:
            self.close()
            raise HatboxError(f"The bot {self.command!r} gave no answer within its time.") from None
        return self._read(line, moves)

    def _send(self, text: bytes) -> None:
        """Send one question; the process is started when needed."""
        try:
            if self._process is None:
                self._process = subprocess.Popen(
                    shlex.split(self.command), stdin=subprocess.PIPE, stdout=subprocess.PIPE
                )
                threading.Thread(
                    target=_listen, args=(self._process.stdout, self._answers), daemon=True
                ).start()
            self._process.stdin.write(text + b"\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            self._has_ended()
        except (OSError, ValueError) as error:
            self.close()
            reason = getattr(error, "strerror", None) or str(error)
            raise HatboxError(f"The bot {self.command!r} could not be asked: {reason.lower()}.") from error

    def _read(self, line: bytes, moves: list[int]) -> int:
        """Return the chosen action, or raise one sentence about what is wrong."""
        if not line:
            self._has_ended()
        try:
            action = msgspec.json.decode(line)["action"]
        except (msgspec.DecodeError, KeyError, TypeError):
            shown = line.decode("utf-8", "replace").strip()[:80]
            raise HatboxError(
                f'The bot {self.command!r} must answer {{"action": …}}, not {shown!r}.'
            ) from None
        if action not in moves:
            raise HatboxError(f"The bot {self.command!r} chose {action!r}, which is not one of its moves.")
        return int(action)

    def _has_ended(self) -> NoReturn:
        """Report that the process has ended."""
        self.close()
        raise HatboxError(f"The bot {self.command!r} exited without answering.")

    def close(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(OSError):
                process.stdin.close()
            process.kill()
            process.wait()
            self._answers = SimpleQueue()

    def __del__(self) -> None:
        """Leave no process behind."""
        self.close()


def _listen(source: Any, answers: SimpleQueue[bytes]) -> None:
    """Pass lines on; an empty one at the end."""
    for line in source:
        answers.put(line)
    answers.put(b"")
    source.close()


def question(seen: Seen, moves: list[int], budget: Budget) -> dict[str, Any]:
    """Return everything that a bot may know for its decision."""
    game = seen.game
    state, text = game.snapshot(seen.states), game.rulebook.notation.move_text
    return {
        "protocol": PROTOCOL,
        "game": game.slug,
        "players": game.players,
        "options": dict(game.options),
        "seat": seen.seat,
        "view": seen.view,
        "moves": [{"action": action, "text": text(state, action)} for action in moves],
        "milliseconds": budget.milliseconds,
        "seed": budget.seed,
    }
