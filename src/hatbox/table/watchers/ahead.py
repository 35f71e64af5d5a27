"""Answers given ahead: what a player prepared before the turn is played when it comes.

Where all players choose at the same time, unseen (`Rulebook.at_once`), that is the choice itself, whatever
the others choose. At tables over days, in games where nothing is drawn or hidden (`Rulebook.foreseeable`), it
is lines: if they do that, I do this. Nobody else learns anything of it, not even by a version of the table:
it is not in the journal.
"""

import asyncio
from base64 import b64encode
from typing import TYPE_CHECKING

from hatbox.errors import IllegalMove
from hatbox.match.match import Match
from hatbox.table.store.prepared import ANY, Prepared
from hatbox.table.tables import journal
from hatbox.table.wire.protocol import Ahead, Choice

if TYPE_CHECKING:
    from hatbox.table.tables.table import OpenTable

LOOK_AS = 1  # the seed for redrawing hidden things before a seat looks ahead; any number does


def is_at_once(match: Match) -> bool:
    """Whether all players choose at the same time now."""
    at_once = match.game.rulebook.at_once
    return bool(at_once) and not match.over and match.state.phase in at_once


def when_asked(match: Match, seat: int) -> tuple[int, Match] | None:
    """After how many other choices a seat makes its own of the same time, and a guess of that position.

    The guess is drawn from what the seat knows, so its legal choices reveal nothing else.
    """
    if not is_at_once(match):
        return None
    twin, steps = Match.at(match.game, match.guess(seat, LOOK_AS)), 0
    while is_at_once(twin):
        if twin.turn == seat:
            return steps, twin
        twin.play(twin.legal[0])
        steps += 1
    return None


class AnswersAhead:
    """Plays what players prepared, and shows each player their own answers."""

    def __init__(self, table: "OpenTable") -> None:
        """Start with nothing prepared."""
        self.prepared: dict[int, Prepared] = {}  # by seat
        self.changing = asyncio.Lock()  # the store and this object change together
        self._table = table
        self._for = 0  # the version of the position being answered
        self._timer: asyncio.TimerHandle | None = None
        self._choices: tuple[int, dict[int, list[Choice]]] = (0, {})  # of one position version, by seat

    @property
    def prepares(self) -> bool:
        """Whether players can prepare lines here."""
        made, book = self._table.state.made, self._table.state.rulebook
        return made.pace is not None and book.foreseeable

    def lines(self, seat: int) -> list[list[int]]:
        """Return what a seat has prepared from here on; lines that the game has left are not included."""
        state, said = self._table.state, self.prepared.get(seat)
        if said is None or state.match is None or said.guest != state.seats[seat].guest:
            return []
        played = state.match.actions[said.ply :]
        done = state.match.ply - said.ply
        return [
            line[done:]
            for line in said.lines
            if 0 <= done < len(line)
            and all(wanted in (action, ANY) for wanted, action in zip(line, played, strict=False))
        ]

    @property
    def answer(self) -> int | None:
        """The answer prepared for this position by the seat whose turn it is."""
        state = self._table.state
        if not self.prepared or not state.playing or state.paused or state.match is None:
            return None
        turn = state.match.turn
        if state.seats[turn].kind != "person" or state.by_bot(turn):
            return None
        return next((line[0] for line in self.lines(turn) if line[0] in state.match.legal), None)

    @property
    def delay(self) -> float:
        """Seconds until it is played: a moment after a visible move, none for a hidden choice."""
        match = self._table.state.match
        return 0.0 if match is not None and is_at_once(match) else self._table.services.config.answer_after

    def look(self) -> None:
        """Play an answer when its turn has come."""
        position, answer = self._table.state.position_v, self.answer
        if answer is None or self._for == position:
            return
        self.close()
        self._for = position
        self._timer = asyncio.get_running_loop().call_later(self.delay, self._ring, position)

    def _ring(self, position: int) -> None:
        self._timer = None
        self._table.post(self._play(position))

    async def _play(self, position: int) -> None:
        """Play it, unless the position or the answer changed meanwhile; what the rules refuse is dropped."""
        state, answer = self._table.state, self.answer
        self._for = 0
        if state.position_v != position or answer is None or state.match is None:
            return
        seat = state.match.turn
        ms = self._table.clocks.spent()
        try:
            await self._table.commit(journal.Acted(seat=seat, action=answer, by="ahead", ms=ms))
        except IllegalMove:
            self.prepared.pop(seat, None)

    def told(self) -> dict[int, Ahead]:
        """Return what each seat is shown of its own answers, where it can give some."""
        state = self._table.state
        if state.match is None or state.match.over:
            return {}
        if is_at_once(state.match):
            if state.match.turn not in state.people:  # bots never make people wait
                return {}
            waiting = [seat for seat in state.people if seat != state.match.turn and self._of(seat)]
            return {seat: Ahead(legal=self._of(seat), lines=self.lines(seat)) for seat in waiting}
        if not self.prepares:
            return {}
        return {
            seat: Ahead(lines=self.lines(seat), known=self._known())
            for seat in state.people
            if seat != state.match.turn
        }

    def _of(self, seat: int) -> list[Choice]:
        """Return what a seat may choose ahead; computed once per position."""
        state = self._table.state
        if self._choices[0] != state.position_v:
            self._choices = (state.position_v, {})
        found = self._choices[1].get(seat)
        if found is None:
            asked = when_asked(state.match, seat) if state.match is not None else None
            legal = asked[1].legal if asked else []
            texts = asked[1].now.texts(legal) if asked else []
            found = [Choice(action=action, text=text) for action, text in zip(legal, texts, strict=True)]
            self._choices[1][seat] = found
        return found

    def _known(self) -> str:
        """Return the record to try moves on; nothing is hidden in it."""
        match = self._table.state.match
        assert match is not None
        record = b64encode(match.now.known(match.turn)).decode()
        return f"{match.game.rulebook.record_layout}:{record}"

    def drop(self, seat: int) -> None:
        """A seat undoes a move: drop its answers, which would only play the move again."""
        said = self.prepared.pop(seat, None)
        if said is not None:
            empty = Prepared(said.guest, 0, [])
            kept = self._table.services.store.keep_prepared(self._table.code, seat, empty)
            self._table.services.in_background(kept, f"answers ahead at {self._table.code}")

    def close(self) -> None:
        """Play nothing more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
