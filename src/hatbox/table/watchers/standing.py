"""Standing answers: declines for seats that do not want to be asked, so that offers never delay the table."""

from typing import TYPE_CHECKING

from hatbox.table.tables import journal

if TYPE_CHECKING:
    from hatbox.table.tables.table import OpenTable


class StandingAnswers:
    """Declines offers for players who said so in advance."""

    def __init__(self, table: "OpenTable") -> None:
        """Watch the table."""
        self._table = table
        self._for = 0  # the version of the position that was answered

    def look(self) -> None:
        """Decline when it is the turn of a player who said so in advance."""
        state = self._table.state
        if not state.has_offers or not state.playing or state.paused or state.match is None:
            return
        state.match.not_now = state.not_now()
        if self._declines and self._for != state.position_v:
            self._for = state.position_v
            self._table.post(self._decline())

    @property
    def _declines(self) -> bool:
        """Whether the offer is declined: not where somebody has prepared to take it in just this position."""
        match = self._table.state.match
        if match is None or not match.declined:
            return False
        return self._table.ahead.answer in (None, match.game.rulebook.decline)

    async def _decline(self) -> None:
        """Play the answer, unless it has been given or undone meanwhile."""
        match = self._table.state.match
        self._for = 0
        if match is not None and self._declines:
            action = match.game.rulebook.decline
            await self._table.commit(journal.Acted(seat=match.turn, action=action, by="standing"))
