"""Complete plays as one line, and back: `7: 35-hall, 16-17, 19-23`, `joker: caretaker 20-13`, `swap: 5x20`, `fold`."""

from collections.abc import Sequence

from hatbox.engine import entries
from hatbox.engine.record import States
from hatbox.errors import IllegalMove
from hatbox.game import Game
from hatbox.games.great_hall.events import (
    CardPlayed,
    CaretakerMoves,
    Discarded,
    DroppedOut,
    FigureBack,
    FigureForward,
    FigureStarted,
    HallEntered,
    NoEffect,
    Swapped,
)
from hatbox.games.great_hall.notation import CARDS
from hatbox.games.great_hall.state import CARD_NAMES, POINTS, TRACK_LENGTHS, Action, Phase, State, Use
from hatbox.interfaces import Event

MODE_OF_POINTS = {int(points): mode for mode, points in enumerate(POINTS) if points}


def play_text(events: Sequence[Event]) -> str:
    """What a seat did with one card, from all its events."""
    card, parts = "", []
    for event in events:
        match event:
            case CardPlayed():
                card = CARDS[CARD_NAMES.index(event.card)]
            case DroppedOut():
                return "fold"
            case Discarded():
                return f"discard {CARDS[CARD_NAMES.index(event.card)]}"
            case FigureStarted():
                parts.append("start")
            case NoEffect():
                parts.append("nothing")
            case Swapped():
                parts.append(f"{event.first}x{event.second}")
            case HallEntered():
                parts.append(f"{event.field}-hall")
            case FigureForward() | FigureBack():
                parts.append(f"{event.field}-{event.path[-1]}")
            case CaretakerMoves():
                parts.append(f"caretaker {event.field}-{event.path[-1]}")
    return f"{card}: {', '.join(parts)}"


def play_actions(game: Game, states: States, text: str) -> list[int]:
    """The choices that make up a complete play in this position; an impossible one is refused.

    They are tried on a copy, so that a refused play leaves no trace.
    """
    trial = _Trial(game, states, text)
    try:
        trial.run()
    except (ValueError, KeyError, IndexError) as error:
        raise IllegalMove(f"There is no play {text!r} here.", reason="unknown") from error
    if not trial.complete or play_text(trial.events) != trial.text:
        raise IllegalMove(f"There is no play {text!r} here.", reason="unknown")
    return trial.actions


class _Trial:
    """A complete play being made on a copy of the state."""

    def __init__(self, game: Game, states: States, text: str) -> None:
        self.game, self.states, self.text = game, states.copy(), " ".join(text.lower().split())
        self.before = self.state
        self.actions: list[int] = []
        self.events: list[Event] = []

    @property
    def state(self) -> State:
        """The copy as plain values."""
        state: State = self.game.snapshot(self.states)
        return state

    @property
    def complete(self) -> bool:
        """Whether the turn is over, or a discard was followed by a draw (GH-17: nothing is left to be used)."""
        return self.state.ply > self.before.ply or self.before.phase == Phase.DISCARD

    def act(self, action: int) -> None:
        """Make one choice; refused unless it is legal."""
        buffer = self.game.buffer()
        count = entries.step(self.states, 0, entries.JUST_LOOK, buffer)
        if action not in buffer[:count]:
            raise ValueError
        self.events += self.game.events(self.states, action)
        entries.step(self.states, 0, action, buffer)
        self.actions.append(action)

    def run(self) -> None:
        """Make all choices of the play."""
        card, _, uses = self.text.partition(":")
        if card == "fold":
            return self.act(Action.FOLD)
        if card.startswith("discard "):
            return self.act(Action.THROW + CARDS.index(card.removeprefix("discard ")))
        self.act(Action.PLAY + CARDS.index(card))
        parts = [part.strip() for part in uses.split(",")]
        if self.state.phase == Phase.MODE:
            self.act(Action.USE + self.mode(parts))
        for part in parts:
            self.part(part)
        return None

    def mode(self, parts: list[str]) -> int:
        """What the card is used for."""
        first = parts[0]
        if first in ("start", "nothing"):
            return Use.START if first == "start" else Use.NULL
        if "x" in first:
            return Use.SWAP
        return Use.SEVEN if len(parts) > 1 else MODE_OF_POINTS[self.points(first)]

    def points(self, part: str) -> int:
        """How far `16-17`, `35-hall` or `caretaker 20-13` leads; negative against the normal direction."""
        way, length = part.removeprefix("caretaker ").split("-"), TRACK_LENGTHS[self.state.track_len]
        field = int(way[0])
        if way[1] == "hall":
            house = next(house for house in range(4) if field in self.state.pos[house])
            return (house * length // 4 - field) % length + 1
        far = (int(way[1]) - field) * (-1 if part.startswith("caretaker") else 1) % length
        return far if far < length // 2 else far - length

    def part(self, part: str) -> None:
        """One figure's part of the play."""
        if part.startswith("caretaker"):
            self.act(Action.CARETAKER)
        elif "x" in part:
            own, other = part.split("x")
            self.act(Action.FIGURE + int(own))
            self.act(Action.OTHER + int(other))
        elif "-" in part:
            points, hall = self.points(part), part.endswith("hall")
            self.act(Action.FIGURE + int(part.split("-")[0]))
            if self.state.phase == Phase.STEPS:
                self.act(Action.STEP + points)
            if self.state.phase == Phase.HALL_OR_WALK:
                self.act(Action.ENTER if hall else Action.WALK)
