"""How people want things to be at one table: standing answers to offers, and whom they do not want to hear."""

from hatbox.table import log
from hatbox.table.live import LiveTable
from hatbox.table.problems import Conflict, Forbidden, NotFound
from hatbox.table.protocol import StandingAnswer


class Habits:
    """Says no for those who do not want to be asked, so that an offer never holds up the table."""

    def __init__(self, live: LiveTable) -> None:
        """Watch the table."""
        self._live = live
        self._for = 0  # the version of the position that was answered
        live.changed.append(self.look)

    def look(self) -> None:
        """Decline when it is the turn of somebody who said so in advance."""
        live, setting = self._live, self._live.setting
        if not setting.has_offers or not setting.playing or setting.match is None:
            return
        setting.match.not_now = setting.not_now()
        if setting.match.declined and self._for != setting.position_v:
            self._for = setting.position_v
            live.post(self._decline)

    async def _decline(self) -> None:
        """The owner plays the answer, unless it has been given or taken back meanwhile."""
        live, match = self._live, self._live.setting.match
        self._for = 0
        if match is not None and match.declined:
            action = match.game.rulebook.decline
            await live.play(log.Acted(seat=match.turn, action=action, by="standing"))


async def stand_by(live: LiveTable, guest: str, seat: int, answer: StandingAnswer) -> None:
    """How a seat of mine answers offers from now on."""
    setting = live.setting
    if seat not in setting.seats_of(guest):
        raise Forbidden("This is not your seat.", "not_yours")
    if not setting.has_offers:
        raise Conflict("Nobody is asked for anything in this game.", "no_offers")
    if setting.answer(seat) != answer:
        await _remember(live, log.Stood(seat=seat, answer=answer))


async def mute(live: LiveTable, guest: str, seat: int, muted: bool) -> None:
    """Whether I hear a seat."""
    if not 0 <= seat < live.setting.made.players:
        raise NotFound(f"The seats here are 0 to {live.setting.made.players - 1}.", "no_seat")
    if not live.setting.seats_of(guest):
        raise Forbidden("Only who sits here may do that.", "not_yours")
    if muted != (seat in live.setting.mutes.get(guest, ())):
        await _remember(live, log.Muted(guest=guest, seat=seat, muted=muted))


async def _remember(live: LiveTable, entry: log.Stood | log.Muted) -> None:
    """Take it, store it, show it."""
    live.setting.v += 1
    live.setting.get_used_to(entry)
    await live.store(entry)
    live.show_table()
    live.tell_changed()
