"""The server of the browser tests, without long waits and limits.

`python -m tests.browser.server PORT FOLDER [mixed] [hasty] [smtp://…]`: with `mixed` it draws real dice, together with
its players; otherwise every game has the same dice. A `hasty` one decides after a second that a player takes very long.
With a mail server it sends notices of all kinds, to this machine only.
"""

import asyncio
import sys
from dataclasses import replace
from pathlib import Path

from hatbox.table.config import Config, Limits, NoticeSettings
from hatbox.table.server.serve import folder_lock, running, stopped

MANY = 1_000_000
HOST = "127.0.0.1"
GRACE, COUNTDOWN = 1.5, 5.0  # seconds until an absence is reported, and until a bot takes over
QUICK = Config(
    seed=1,
    thinking=(0, 0),
    budget_ms=10_000,  # the weakest bot needs far less: it stops after a number of iterations, not at a time
    hint_ms=300,
    warning_ms=20_000,
    review_ms=40,
    patience=60.0,  # on a busy machine a bot process starts slowly; its move must still be the same one
    grace=GRACE,
    countdown=COUNTDOWN,
    night_pause=3.0,  # long enough to be seen
    limits=Limits(
        messages_per_second=MANY,
        messages_at_once=MANY,
        requests_per_second=MANY,
        requests_at_once=MANY,
        tables_per_hour=MANY,
        nights_per_hour=MANY,
        guests_per_hour=MANY,
    ),
)


def telling(config: Config, port: int, smtp: str) -> Config:
    """A server that sends notices."""
    notices = NoticeSettings(
        "mailto:ops@example.org", smtp, "hats@example.org", (HOST,), every=0.1, settle=0.0
    )
    return replace(config, public_url=f"http://{HOST}:{port}", notices=notices)


async def main(port: int, folder: Path, mixed: bool, hasty: bool, smtp: str) -> None:
    """Run until it is stopped."""
    config = replace(QUICK, seed=None, draw=30.0) if mixed else QUICK
    config = replace(config, stall=1.0) if hasty else config
    config = telling(config, port, smtp) if smtp else config
    with folder_lock(folder):
        async with running(folder, HOST, port, config):
            await stopped()


if __name__ == "__main__":
    port, folder, *more = sys.argv[1:]
    mail = next((one for one in more if one.startswith("smtp:")), "")
    asyncio.run(main(int(port), Path(folder), "mixed" in more, "hasty" in more, mail))
