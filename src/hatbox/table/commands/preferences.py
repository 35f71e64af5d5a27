"""How people want things to be at one table: standing answers to offers, and whom they do not want to hear."""

from hatbox.table.tables import journal
from hatbox.table.tables.table import LiveTable
from hatbox.table.wire.problems import Conflict, Forbidden, NotFound
from hatbox.table.wire.protocol import StandingAnswer


class StandingAnswers:
    """Says no for those who do not want to be asked, so that an offer never holds up the table."""

    def __init__(self, live: LiveTable) -> None:
        """Watch the table."""
        self._live = live
        self._for = 0  # the version of the position that was answered
        live.changed.append(self.look)

    def look(self) -> None:
        """Decline when it is the turn of somebody who said so in advance."""
        live, state = self._live, self._live.state
        if not state.has_offers or not state.playing or state.match is None:
            return
        state.match.not_now = state.not_now()
        if state.match.declined and self._for != state.position_v:
            self._for = state.position_v
            live.post(self._decline)

    async def _decline(self) -> None:
        """The owner plays the answer, unless it has been given or taken back meanwhile."""
        live, match = self._live, self._live.state.match
        self._for = 0
        if match is not None and match.declined:
            action = match.game.rulebook.decline
            await live.play(journal.Acted(seat=match.turn, action=action, by="standing"))


async def stand_by(live: LiveTable, guest: str, seat: int, answer: StandingAnswer) -> None:
    """How a seat of mine answers offers from now on."""
    state = live.state
    if seat not in state.seats_of(guest):
        raise Forbidden("This is not your seat.", "not_yours")
    if not state.has_offers:
        raise Conflict("Nobody is asked for anything in this game.", "no_offers")
    if state.answer(seat) != answer:
        await _remember(live, journal.AnswerChosen(seat=seat, answer=answer))


async def mute(live: LiveTable, guest: str, seat: int, muted: bool) -> None:
    """Whether I hear a seat."""
    if not 0 <= seat < live.state.made.players:
        raise NotFound(f"The seats here are 0 to {live.state.made.players - 1}.", "no_seat")
    if not live.state.seats_of(guest):
        raise Forbidden("Only who sits here may do that.", "not_yours")
    if muted != (seat in live.state.mutes.get(guest, ())):
        await _remember(live, journal.Muted(guest=guest, seat=seat, muted=muted))


async def _remember(live: LiveTable, entry: journal.AnswerChosen | journal.Muted) -> None:
    """Take it, store it, show it."""
    live.state.v += 1
    live.state.get_used_to(entry)
    await live.store(entry)
    live.show_table()
    live.tell_changed()
