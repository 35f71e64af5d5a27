"""A table as one guest sees it."""

from typing import TYPE_CHECKING

from hatbox.table.protocol import ForkedFrom, Listed, SeatInfo, Table
from hatbox.table.store import Head

if TYPE_CHECKING:
    from hatbox.table.live import LiveTable


def table_for(live: "LiveTable", guest: str | None) -> Table:
    """The table for one guest; seed and record only when the game is over."""
    setting = live.setting
    made, over = setting.made, setting.status == "over"
    return Table(
        code=setting.code,
        game=made.game,
        players=made.players,
        options=made.options,
        aid=made.aid,
        public=made.public,
        status="preparing" if live.preparing else setting.status,
        host=bool(guest) and guest == made.host,
        seats=[seat_info(live, number, guest) for number in range(made.players)],
        v=setting.v,
        seed_hash=setting.promise,
        seed=str(made.seed) if over else None,
        salt=made.salt if over else None,
        layout=setting.layout,
        record=made.record if over else None,
        rematch=setting.rematch,
        hints=setting.hints,
        chat=setting.free_chat,
        clock=made.clock,
        forked_from=ForkedFrom(code=made.fork.code, ply=made.fork.ply) if made.fork else None,
    )


def seat_info(live: "LiveTable", number: int, guest: str | None) -> SeatInfo:
    """One seat for one guest."""
    seat = live.setting.seats[number]
    return SeatInfo(
        seat=number,
        kind=seat.kind,
        name=seat.name,
        level=seat.level,
        mine=bool(guest) and seat.guest == guest,
        present=seat.kind == "bot" or seat.guest in live.present,
        warm=seat.kind == "person" and (seat.guest in live.warm or number in live.setting.flagged),
        muted=bool(guest) and number in live.setting.mutes.get(guest or "", ()),
        help=seat.help,
        hints_left=live.setting.hints_left(number),
        hints_taken=live.setting.hints_taken(number),
    )


def listed(head: Head) -> Listed:
    """A table in a list."""
    names = [name for name in head.names if name]
    return Listed(
        code=head.code,
        game=head.game,
        players=head.players,
        status=head.status,  # type: ignore[arg-type]
        open=head.players - len(names),
        names=names,
    )
