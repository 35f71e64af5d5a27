"""A pause where clocks run or players have days: any player asks for it, all agree, anyone ends it."""

import time
from typing import TYPE_CHECKING

from hatbox.table.commands.dispatch import handles
from hatbox.table.tables import journal
from hatbox.table.wire.problems import Conflict, Forbidden
from hatbox.table.wire.table import WishPause

if TYPE_CHECKING:
    from hatbox.table.tables.table import OpenTable


@handles(WishPause)
async def wish_pause(table: "OpenTable", guest: str, request: WishPause) -> None:
    """Ask for a pause, agree to it, or end it; asking twice changes nothing."""
    state = table.state
    if guest not in state.guests:
        raise Forbidden("Only players can ask for a pause.", "not_yours")
    if not state.playing or not (state.made.clock or state.made.pace):
        raise Conflict("There is nothing to pause: no clock runs here.", "no_clock")
    changes = guest not in state.pause.wished if request.on else bool(state.pause.wished)
    if changes:
        await table.commit(journal.PauseWished(guest=guest, on=request.on, at=time.time()))
