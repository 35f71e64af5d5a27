"""The players' part in the dice: commit to a secret number before the start, open it once everyone has."""

from typing import TYPE_CHECKING

from hatbox.table.commands.dispatch import handles
from hatbox.table.commands.seating import must_wait
from hatbox.table.tables import journal
from hatbox.table.wire.problems import Conflict, Forbidden, Refused
from hatbox.table.wire.table import CommitNumber, OpenNumber

if TYPE_CHECKING:
    from hatbox.table.tables.table import OpenTable


@handles(CommitNumber)
async def commit_number(table: "OpenTable", guest: str, request: CommitNumber) -> None:
    """Commit to a number by its hash; the last one counts."""
    if guest not in table.state.guests:
        raise Forbidden("Only players can contribute to the dice.", "not_yours")
    must_wait(table)
    if table.state.made.mixed and table.state.draw.commitment(guest) != request.commitment:
        await table.commit(journal.Committed(guest=guest, commitment=request.commitment))


@handles(OpenNumber)
async def open_number(table: "OpenTable", guest: str, request: OpenNumber) -> None:
    """Open the number; nobody sees it before the game is over."""
    if not table.state.drawing:
        raise Conflict("The dice are not being drawn now.", "no_draw")
    if not table.state.draw.is_number_of(guest, request.number):
        raise Refused("This is not the number you committed to.", "wrong_number")
    table.draw.open(guest, request.number)
