"""One game being played: seats, options, seed, moves, undo, hash, record, replay, fork."""

import secrets
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from hatbox.engine import entries
from hatbox.engine.dispatch import sides
from hatbox.engine.notes import Event, Tape
from hatbox.engine.record import Int32s, States
from hatbox.engine.schema import SPECTATOR, View
from hatbox.engine.snapshot import reader
from hatbox.errors import BadPosition, CannotUndo, HatboxError, IllegalMove, require
from hatbox.game import Game
from hatbox.match.draw import Fork
from hatbox.match.moves import Kept, Move, Moves, Played, as_typed
from hatbox.match.outcome import Outcome, outcome_of
from hatbox.match.position import Position
from hatbox.match.trace import Trace
from hatbox.printing import plain
from hatbox.words import refuse

if TYPE_CHECKING:
    from hatbox.bots import Budget
    from hatbox.bots.advice import Hint, Odds

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn")
SEED_BITS = 63

__all__ = ["Match", "Move", "Played"]


class Match:
    """A game in progress: `repr` is the position in one line, `print` draws the board, iterating gives the legal moves.

    >>> import hatbox
    >>> match = hatbox.load("hat_stairs", players=3).match(seed=7)
    >>> match
    hat_stairs · 3 players · Ada to turn a stone · hat on step 6 · steps 1 1 1
    >>> match.play("stone 3").events
    [StoneTurned(seat=0, place=3, value=1)]
    """

    turn: int  # the seat that must act
    over: bool  # whether the game has ended

    def __init__(self, game: Game, seed: int | None = None, names: Sequence[str] | None = None) -> None:
        """Set up the game; without a seed, a secret one is drawn."""
        self.game = game
        self.seed = secrets.randbits(SEED_BITS) if seed is None else _seed(seed)
        self.names = list(names or NAMES[: game.players])
        if len(self.names) != game.players:
            raise HatboxError(
                f"This game of {game.slug} has {game.players} seats, but {len(self.names)} names were given."
            )
        self.not_now: set[int] = set()  # seats that decline every offer in advance
        self.forks: list[Fork] = []
        self._plies: list[Kept] = []
        self._buffer = game.buffer()
        self._reader = reader(game.template.dtype)
        self._tape_reader = game.rulebook.tape_reader
        self._hold(game.template)
        entries.seed_states(self._states, np.uint64(self.seed))
        self._step(entries.SET_UP)
        self._trace = Trace(self._mark())

    # ---- the position -------------------------------------------------------------------------------------------

    @property
    def state(self) -> Any:
        """The true state as plain values: for tests and analysis, never for a bot, a browser or a log."""
        return self._now.state

    @property
    def now(self) -> Position:
        """The true position; it does not change when the match continues."""
        return self._now

    @property
    def ply(self) -> int:
        """The number of moves so far."""
        return len(self._plies)

    @property
    def actions(self) -> list[int]:
        """The moves so far, as numbers."""
        return [ply.action for ply in self._plies]

    @property
    def hash(self) -> str:
        """A fingerprint of the whole game so far."""
        return self._trace.digest

    @property
    def legal(self) -> list[int]:
        """The legal actions of the seat to act, as numbers."""
        return self._legal.copy()

    @property
    def moves(self) -> Moves:
        """The legal moves.

        >>> import hatbox
        >>> match = hatbox.load("hat_stairs", players=3).match(seed=7)
        >>> "stone 3" in match.moves, "stone 7" in match.moves
        (True, False)
        """
        return Moves(self._now.move(action) for action in self._legal)

    def __iter__(self) -> Iterator[Move]:
        """The legal moves."""
        return iter(self.moves)

    @property
    def returns(self) -> list[float]:
        """The value of the finished game for each seat; zeros before the end."""
        values = np.zeros(self.game.players)
        if self.over:
            entries.worth(self._states, 0, values)
        return values.tolist()

    @property
    def winners(self) -> list[int]:
        """The seats that have won."""
        return [seat for seat, value in enumerate(self.returns) if value > 0]

    @property
    def outcome(self) -> Outcome | None:
        """Who won, and by which rule; None until the game is over.

        >>> import hatbox
        >>> match = hatbox.load("connect_four").match(seed=1)
        >>> for column in (1, 2, 1, 2, 1, 2):
        ...     _ = match.play(f"column {column}")
        >>> match.outcome
        >>> _ = match.play("column 1")
        >>> match.outcome
        Outcome(winners=(0,), rule='CF-05', text='Ada wins! (CF-05)')
        """
        if not self.over:
            return None
        last = self._plies[-1] if self._plies else None
        before = np.frombuffer(bytearray(last.before), self._states.dtype) if last else None
        events = self.game.events(before, last.action) if last and before is not None else []
        return outcome_of(self.game.slug, self.winners, self.names, events)

    @property
    def sides(self) -> int:
        """How many sides play against each other: the teams, or every seat."""
        return sides(self._states[0])

    def view(self, seat: int = SPECTATOR, aid: bool = False) -> View:
        """What a seat or a spectator may see; `aid` is the memory aid."""
        return self._now.view(seat, aid)

    def guess(self, seat: int, seed: int) -> States:
        """A state that agrees with everything `seat` knows, with everything else redrawn: what a bot may get."""
        states: States = self._states.copy()
        entries.redraw(states, 0, seat, np.uint64(_seed(seed)))
        return states

    def past(self, last: int) -> tuple[States, Int32s]:
        """The latest true states and the actions taken in them: for memories and analysis, never for a bot."""
        plies = self._plies[-last:] if last else []
        states = np.frombuffer(bytearray().join(ply.before for ply in plies), self._states.dtype)
        return states, np.array([ply.action for ply in plies], np.int32)

    @property
    def position(self) -> str:
        """The true position as text."""
        return self.game.rulebook.notation.position_text(self.state)

    def __repr__(self) -> str:
        """The position in one line."""
        summary = self.game.rulebook.notation.summary(self.state, self.names)
        return f"{self.game.slug} · {self.game.players} players · {summary}"

    def __str__(self) -> str:
        """The board in characters, as a spectator sees it.

        >>> import hatbox
        >>> match = hatbox.load("connect_four").match(seed=1)
        >>> _ = match.play("column 4")
        >>> print(match)
        · · · · · · ·
        · · · · · · ·
        · · · · · · ·
        · · · · · · ·
        · · · · · · ·
        · · · ● · · ·
        """
        return plain(self.game.rulebook.text(self.view(), self.names))

    def _repr_svg_(self) -> str | None:
        """The board for notebooks, as a spectator sees it."""
        drawing = self.game.rulebook.drawing
        return drawing.svg(self.view()) if hasattr(drawing, "svg") else None

    # ---- advice ---------------------------------------------------------------------------------

    def hint(self, seat: int, budget: "Budget | None" = None) -> "list[Hint]":
        """The best moves of the seat that must act, with win chances and reasons, judged by what it may know."""
        from hatbox.bots import Budget
        from hatbox.bots.advice import hints

        return hints(self, seat, budget or Budget())

    def evaluate(self, seat: int = SPECTATOR, budget: "Budget | None" = None) -> "Odds":
        """The win chances of all seats with their margins, as far as a seat or a spectator can know."""
        from hatbox.bots import Budget
        from hatbox.bots.advice import odds

        return odds(self, seat, budget or Budget())

    # ---- moves -------------------------------------------------------------------------------------

    def play(self, move: Move | int | str) -> Played:
        """Make a move, given as a `Move`, as its number or as its text.

        Returns what happened. An illegal move raises `IllegalMove`, which names the rule, and changes nothing.

        >>> import hatbox
        >>> match = hatbox.load("hat_stairs", players=3).match(seed=7)
        >>> match.play("stone 3").events
        [StoneTurned(seat=0, place=3, value=1)]
        >>> match.play("down")
        Traceback (most recent call last):
        ...
        hatbox.errors.IllegalMove: There are not enough steps below you. Go up. (HS-14)
        >>> match.play("up").seat
        0
        """
        action, seat, before, generator = self._action(move), self.turn, self._now, self._generator
        self._step(action)
        events = self._tape_reader.read(self._tape.numbers())
        self._plies.append(Kept(action, seat, before.data, self._fixed_by(generator, events)))
        self._trace.add(self._mark())
        return Played(len(self._plies), seat, action, before, events)

    @property
    def declined(self) -> bool:
        """Whether the seat to act has declined this offer in advance."""
        return self.is_offer and self.turn in self.not_now

    @property
    def is_offer(self) -> bool:
        """Whether the seat to act may decline something."""
        return not self.over and self.game.rulebook.decline in self._legal

    @property
    def is_worth_asking(self) -> bool:
        """Whether this offer is worth asking about, for players who want to be asked only once."""
        matters = self.game.rulebook.matters
        return self.is_offer and bool(matters) and bool(getattr(self.view(), matters))

    def undo(self, seat: int | None = None) -> Move:
        """Take back the last move; never across a reveal or a random event.

        At a table `seat` asks: it must have made the move and still be the seat to act.
        """
        if self.ply <= self._forked_at:
            raise CannotUndo("There is no move to take back.")
        last = self._plies[-1]
        if last.fixed:
            raise CannotUndo(f"This move cannot be taken back: {last.fixed}.")
        if seat is not None and (self.over or seat != last.seat or seat != self.turn):
            raise CannotUndo("This move cannot be taken back: it is no longer your turn.")
        self._plies.pop()
        self._states[:] = np.frombuffer(last.before, self._states.dtype)
        self._trace.take_back()
        self._step(entries.JUST_LOOK)
        return self._now.move(last.action)

    @property
    def undo_seat(self) -> int:
        """The seat that may take back the last move now, or SPECTATOR if none may."""
        if self.over or len(self._plies) <= self._forked_at:
            return SPECTATOR
        last = self._plies[-1]
        return self.turn if last.seat == self.turn and not last.fixed else SPECTATOR

    def seat_at(self, ply: int) -> int:
        """The seat to act after so many moves."""
        return self.turn if ply == self.ply else self._plies[ply].seat

    @property
    def _forked_at(self) -> int:
        """The ply before which nothing can be taken back, because those moves belong to another game."""
        return self.forks[-1].ply if self.forks else 0

    def fork(self, ply: int, seed: int | None = None) -> "Match":
        """A new match with the same moves up to a ply; with a seed, chance and hidden things differ from there."""
        if not 0 <= ply <= self.ply:
            raise HatboxError(f"A fork starts at a ply from 0 to {self.ply}, not {ply}.")
        forks = [fork for fork in self.forks if fork.ply <= ply]
        if seed is not None:
            forks = [*self.forks_before(ply), Fork(ply=ply, seed=str(_seed(seed)), of=self.hash)]
        return Match.after(self.game, self.seed, self.actions[:ply], forks, self.names)

    def forks_before(self, ply: int) -> list[Fork]:
        """The forks of this game that a new one at this ply keeps."""
        return [fork for fork in self.forks if fork.ply < ply]

    @classmethod
    def after(
        cls,
        game: Game,
        seed: int,
        actions: Sequence[int],
        forks: Sequence[Fork] = (),
        names: Sequence[str] | None = None,
    ) -> "Match":
        """A match after these moves; `forks` says at which plies it left another game."""
        match = cls(game, seed, names)
        match._fork_at(0, forks)
        for ply, action in enumerate(actions, 1):
            match.play(action)
            match._fork_at(ply, forks)
        return match

    @classmethod
    def at(cls, game: Game, states: States) -> "Match":
        """A match that starts at a record, such as the state a bot was given; it has no past."""
        match = cls(game, 0)
        match._states[:] = states
        match._step(entries.JUST_LOOK)
        match._trace = Trace(match._mark())
        return match

    def walk(self) -> Iterator[tuple["Match", Played | None]]:
        """Replay the match: before the first move, then after every move with what it did."""
        twin = Match(self.game, self.seed, self.names)
        twin._fork_at(0, self.forks)
        yield twin, None
        for ply, action in enumerate(self.actions, 1):
            played = twin.play(action)
            twin._fork_at(ply, self.forks)
            yield twin, played

    def set_position(self, text: str) -> None:
        """Set up a position (for tests and analysis); the match starts again from there."""
        states = self._read_position(text)
        self._states[:] = states
        self._plies.clear()
        self._step(entries.JUST_LOOK)
        self._trace = Trace(self._mark())

    def _read_position(self, text: str) -> States:
        """The state that a text describes, if a game can reach it."""
        rulebook, states = self.game.rulebook, self._states.copy()
        wrong = f"{text!r} is not a position of {self.game.slug}"
        try:
            rulebook.notation.read_position(states[0], text)
            state = self._reader.read(states.tobytes())
            read = rulebook.notation.position_text(state) == text
        except (ValueError, KeyError, IndexError, OverflowError):
            read = False
        if not read:
            raise BadPosition(f"{wrong}; write it like {Match(self.game, 0).position!r}.")
        try:
            rulebook.possible(state)
            moves = entries.step(states.copy(), 0, entries.JUST_LOOK, self.game.buffer())
            require(
                bool(moves) != bool(state.over), "there is a move in every position until the game is over."
            )
        except BadPosition as error:
            raise BadPosition(f"{wrong}: {error}") from None
        return states

    # ---- inside --------------------------------------------------------------------------------------------

    def _hold(self, states: States) -> None:
        """Copy a state: once with a tape behind it, on which rules write, and the same bytes without."""
        self._told = self.game.with_tape(states)
        self._tape = Tape(self._told, states.itemsize)
        self._states: States = self._told.view(np.uint8)[: states.itemsize].view(states.dtype)

    def _step(self, action: int) -> None:
        """Let the engine act, then read the new state's bytes and values."""
        self._listed = self._buffer[: entries.step(self._told, 0, action, self._buffer)]
        self._legal: list[int] = self._listed.tolist()
        data = self._states.tobytes()
        self._now = Position(self.game, data)
        known = self._reader
        self.turn, self.over, self._generator = data[known.turn], data[known.over] != 0, known.rng(data)

    def _mark(self) -> bytes:
        """What the fingerprint of a ply covers: generator, turn, legal list, outcome.

        Not the bytes of the record: their layout may change between versions, and old records must still match.
        """
        worth = np.array(self.returns) if self.over else b""
        return b"%d %d %s %s" % (self._generator, self.turn, self._listed.tobytes(), bytes(worth))

    def _fork_at(self, ply: int, forks: Sequence[Fork]) -> None:
        """Leave the other game: redraw dice and hidden things, because the record of the other game is public."""
        for fork in forks:
            if fork.ply == ply:
                seed = np.uint64(_seed(int(fork.seed)))
                if fork.redrawn:
                    entries.redraw(self._states, 0, SPECTATOR, seed)
                else:
                    entries.seed_states(self._states, seed)
                self._step(entries.JUST_LOOK)
                self._trace.restate(self._mark())
                self.forks.append(fork)

    def _fixed_by(self, generator: int, events: list[Event]) -> str:
        """Why a move cannot be taken back, or nothing; `generator` is the one before the move."""
        if generator != self._generator:
            return "a random event followed"
        return "something was revealed" if self._tape_reader.reveals(events) else ""

    def _action(self, move: Move | int | str) -> int:
        """The legal action of a move, or an error that says why it is refused."""
        if move in self._legal:
            return move
        if self.over:
            raise IllegalMove("The game is over.", reason="over")
        action = (
            self._read(move) if isinstance(move, str) else move.action if isinstance(move, Move) else move
        )
        if action in self._legal:
            return action
        if action not in range(self.game.rulebook.actions):
            last = self.game.rulebook.actions - 1
            raise IllegalMove(f"Actions of {self.game.slug} are 0 to {last}, not {action}.", reason="unknown")
        refusal = self._now.refusal(action)
        sentence = refuse(self.game.slug, refusal)
        raise IllegalMove(sentence, refusal.rule, refusal.reason, refusal.given)

    def _read(self, text: str) -> int:
        """The action with this text, legal ones first."""
        wanted = as_typed(text)
        for action in [*self.legal, *range(self.game.rulebook.actions)]:
            if as_typed(self.game.rulebook.notation.move_text(self.state, action)) == wanted:
                return action
        now = ", ".join(str(move) for move in self.moves[:12])
        raise IllegalMove(f"There is no move {text!r}; possible now: {now}.", reason="unknown")


def _seed(seed: int) -> int:
    """A seed that fits the generator."""
    if not 0 <= seed < 2**SEED_BITS:
        raise HatboxError(f"A seed is a whole number from 0 to 2^{SEED_BITS} - 1, not {seed}.")
    return seed
