"""Everything about a server that somebody may want to set."""

from dataclasses import dataclass, field
from ipaddress import IPv4Network, IPv6Network, ip_network

Network = IPv4Network | IPv6Network
LOOPBACK: tuple[Network, ...] = (ip_network("127.0.0.0/8"), ip_network("::1/128"))


@dataclass(frozen=True)
class Limits:
    """How much one visitor may ask for."""

    message: int = 16 * 1024  # bytes per socket message
    body: int = 64 * 1024  # bytes per request
    messages_per_second: float = 20.0
    messages_at_once: int = 60
    flood: int = 120  # messages above the limit, then the socket is closed
    requests_per_second: float = 30.0
    requests_at_once: int = 120
    tables_per_hour: int = 60  # per guest, and per address
    nights_per_hour: int = 12  # per guest, and per address
    guests_per_hour: int = 240  # per address
    ways_per_hour: int = 30  # new ways to be told, and trials of them, per address
    sockets_per_address: int = 64  # of people who only look on
    sockets_per_guest: int = 16  # of one who has a seat, at that table; the oldest is closed
    spectators: int = 64  # per table; who has a seat always gets in
    spectators_per_address: int = 16  # per table
    misses_at_once: int = 40  # wrong table codes per address …
    misses_per_hour: int = 240  # … and how many more in an hour
    head_seconds: float = 10.0  # until a request's headers must be here
    body_seconds: float = 10.0  # until its body must be here
    half_open: int = 256  # connections that have not asked for anything yet; the oldest is closed


@dataclass(frozen=True)
class NoticeSettings:
    """How people learn outside the browser that it is their turn; each kind is off until it is set."""

    push_contact: str = ""  # how push services reach the operator: mailto:… or https://…
    smtp: str = ""  # smtp://… or smtps://…, with user and password if needed
    mail_from: str = ""  # the sender of e-mails
    hooks: tuple[str, ...] = ()  # hosts to which web hooks may go; `any`: all public ones
    every: float = 10.0  # seconds between two looks for what must be sent
    settle: float = 20.0  # seconds of a turn before a notice is sent: somebody may just be loading the page
    gather: float = 600.0  # seconds after a notice in which further ones wait, to be sent as one
    pauses: tuple[float, ...] = (
        60.0,
        300.0,
        1800.0,
        7200.0,
        36000.0,
    )  # seconds between tries; then it is given up
    timeout: float = 10.0  # seconds for one receiver


@dataclass(frozen=True)
class Config:
    """The timings and sizes of a server."""

    thinking: tuple[float, float] = (0.4, 1.2)  # seconds that a bot visibly thinks
    budget_ms: int = 300  # that a bot may compute
    patience: float = 12.0  # seconds that a bot waits for its turn and thinks, then it moves at random
    bot_workers: int = 1
    grace: float = 30.0  # seconds that somebody may be away without a word
    countdown: float = 15.0  # seconds more that everybody is told of, then a bot keeps the seat warm
    stall: float = 60.0  # seconds to move without a clock, then the others may agree on a bot
    hint_ms: int = 800  # that a hint may compute
    warning_ms: int = 400  # that a move waits beyond that for a warning, then it goes on without one
    review_ms: int = 120  # that a review may compute for one decision
    sleep_after: float = 60.0  # seconds without visitors
    day: float = 86400.0  # seconds of a day at tables over days
    answer_after: float = 2.0  # seconds until a prepared move is made, as quickly as somebody who is there
    due_every: float = 30.0  # seconds between two looks for sleeping tables at which the server must act
    keep_waiting: float = 86400.0  # seconds that a table that never began is kept
    keep_finished: float | None = None  # seconds that a finished one is kept; None: for ever
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
    limits: Limits = field(default_factory=Limits)
    trusted_proxies: tuple[Network, ...] = ()  # whose word on a visitor's address and scheme is taken
    public_url: str = ""  # where people reach the table; empty: by any name
    metrics_for: tuple[Network, ...] = LOOPBACK  # who may read /metrics
    notices: NoticeSettings = field(default_factory=NoticeSettings)
    lock_chat: bool = False  # nobody writes free text, at any table
    lock_names: bool = False  # names are chosen from a list, at all tables
    seed: int | None = (
        None  # only for tests: games and bots are predictable, and a new table may name its seed
    )
