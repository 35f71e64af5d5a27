"""Everything about a server that an operator may want to set."""

from dataclasses import dataclass, field
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path

Network = IPv4Network | IPv6Network
LOOPBACK: tuple[Network, ...] = (ip_network("127.0.0.0/8"), ip_network("::1/128"))


@dataclass(frozen=True)
class Limits:
    """How much one visitor may ask for."""

    message: int = 16 * 1024  # bytes per socket message
    body: int = 64 * 1024  # bytes per request
    messages_per_second: float = 20.0
    messages_at_once: int = 60
    flood: int = 120  # messages above the limit before the socket is closed
    requests_per_second: float = 30.0
    requests_at_once: int = 120
    tables_per_hour: int = 60  # per guest, and per address
    nights_per_hour: int = 12  # per guest, and per address
    guests_per_hour: int = 240  # per address
    ways_per_hour: int = 30  # new receivers of notices, and test messages, per address
    sockets_per_address: int = 64  # of people without a seat
    sockets_per_guest: int = 16  # of one player at one table; the oldest is closed
    spectators: int = 64  # per table; players always get in
    spectators_per_address: int = 16  # per table
    misses_at_once: int = 40  # wrong table codes per address at once …
    misses_per_hour: int = 240  # … and how many more per hour
    head_seconds: float = 10.0  # until a request's headers must have arrived
    body_seconds: float = 10.0  # until its body must have arrived
    half_open: int = 256  # connections that have not sent a request yet; the oldest is closed


@dataclass(frozen=True)
class NoticeSettings:
    """How people are told outside the browser that it is their turn; each kind is off until it is set."""

    push_contact: str = ""  # how push services reach the operator: mailto:… or https://…
    smtp: str = ""  # smtp://… or smtps://…, with user and password if needed
    mail_from: str = ""  # the sender of e-mails
    hooks: tuple[str, ...] = ()  # hosts that webhooks may call; `any`: all public ones
    every: float = 10.0  # seconds between two checks for notices to send
    settle: float = 20.0  # seconds of a turn before a notice is sent: the player may just be loading the page
    gather: float = 600.0  # seconds after a notice during which further ones wait, to be sent together
    pauses: tuple[float, ...] = (
        60.0,
        300.0,
        1800.0,
        7200.0,
        36000.0,
    )  # seconds between attempts; then the notice is given up
    timeout: float = 10.0  # seconds for one receiver


@dataclass(frozen=True)
class Config:
    """The timings and sizes of a server."""

    thinking: tuple[float, float] = (0.4, 1.2)  # seconds that a bot seems to think
    budget_ms: int = 300  # for a bot's move
    patience: float = 12.0  # seconds that a bot may wait and think; then it moves at random
    bot_workers: int = 1
    grace: float = 30.0  # seconds that a player may be away without notice
    countdown: float = 15.0  # seconds of visible countdown after that; then a bot plays for the player
    stall: float = 60.0  # seconds to move without a clock; then the others may agree on a bot
    hint_ms: int = 800  # for a hint
    warning_ms: int = 400  # that a move waits for a warning beyond that; then it is played without one
    review_ms: int = 120  # for one decision of a review
    sleep_after: float = 60.0  # seconds without visitors
    day: float = 86400.0  # seconds of a day at tables over days
    answer_after: float = 2.0  # seconds until a prepared move is played, as if the player were there
    due_every: float = 30.0  # seconds between two checks for sleeping tables at which the server must act
    keep_waiting: float = 86400.0  # seconds that a table that never started is kept
    keep_finished: float | None = None  # seconds that a finished table is kept; None: for ever
    keep_nights: float = 30 * 86400.0  # seconds that a night is kept after the last change
    night_look: float = 1.0  # seconds between two looks at a night that somebody watches
    night_start: float = (
        20.0  # seconds after the first player came until a table of a night begins without the others
    )
    night_away: float = 120.0  # seconds without a sign after which somebody counts as away from a night
    night_pause: float = 60.0  # seconds between two rounds of a night that start by themselves
    sweep_every: float = 3600.0  # seconds between two looks for what is old
    frames_kept: int = 32  # per table, for those who missed some
    queue: int = 64  # frames on their way to one visitor
    send_limit: float = 2.0  # seconds for a single send
    heartbeat: float = 20.0  # seconds between pings
    poll: float = 25.0  # seconds that a long poll waits
    poll_linger: float = 10.0  # seconds that a visitor counts as present after a poll
    draw: float = 4.0  # seconds for players to open their numbers for the dice
    prewarm: bool = True  # compile all games in the background
    modules: Path | None = None  # in a source tree: the folder for browser modules, built with the libraries
    limits: Limits = field(default_factory=Limits)
    trusted_proxies: tuple[Network, ...] = ()  # proxies whose forwarded address and scheme are trusted
    public_url: str = ""  # where people reach the table; empty: under any name
    metrics_for: tuple[Network, ...] = LOOPBACK  # who may read /metrics
    notices: NoticeSettings = field(default_factory=NoticeSettings)
    lock_chat: bool = False  # no free text, at any table
    lock_names: bool = False  # names are chosen from a list, at every table
    seed: int | None = (
        None  # only for tests: games and bots are predictable, and a new table may name its seed
    )
