"""Everything about a server that somebody may want to set."""

from dataclasses import dataclass, field


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
    guests_per_hour: int = 240  # per address
    sockets_per_table: int = 64
    sockets_per_address: int = 64


@dataclass(frozen=True)
class Config:
    """The timings and sizes of a server."""

    thinking: tuple[float, float] = (0.4, 1.2)  # seconds that a bot visibly thinks
    budget_ms: int = 300  # that a bot may compute
    patience: float = 5.0  # seconds above the budget, then a bot's move is replaced
    bot_workers: int = 1
    grace: float = 30.0  # seconds that somebody may be away without a word
    countdown: float = 15.0  # seconds more that everybody is told of, then a bot keeps the seat warm
    hint_ms: int = 800  # that a hint may compute
    review_ms: int = 120  # that a review may compute for one decision
    sleep_after: float = 60.0  # seconds without visitors
    frames_kept: int = 32  # per table, for those who missed some
    queue: int = 64  # frames on their way to one visitor
    send_limit: float = 2.0  # seconds for a single send
    heartbeat: float = 20.0  # seconds between pings
    poll: float = 25.0  # seconds that a long poll waits
    poll_linger: float = 10.0  # seconds that a visitor counts as present after a poll
    draw: float = 4.0  # seconds for players to open their numbers for the dice
    prewarm: bool = True  # compile all games in the background
    limits: Limits = field(default_factory=Limits)
    seed: int | None = (
        None  # only for tests: games and bots are predictable, and a new table may name its seed
    )
