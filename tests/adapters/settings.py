"""The games, player counts and options that every adapter is tested with."""

import hatbox
from hatbox import conformance
from hatbox.options import Value

Setting = tuple[str, int, dict[str, Value]]
OPTIONS_EACH = 3  # settings with an option, per game


def seatings() -> list[Setting]:
    """Every game with every number of players."""
    return [(book.slug, players, {}) for book in hatbox.rulebooks().values() for players in book.players]


def varied() -> list[Setting]:
    """Every game with some of its options, spread over the whole list."""
    found: list[Setting] = []
    for book in hatbox.rulebooks().values():
        settings = [(book.slug, players, chosen) for players, chosen in conformance.settings(book) if chosen]
        found += settings[:: max(1, len(settings) // OPTIONS_EACH)][:OPTIONS_EACH]
    return found


def name(setting: Setting) -> str:
    """A setting as a test name."""
    return f"{setting[0]}-{conformance.name(*setting[1:])}"


SLUGS = list(hatbox.rulebooks())
SEATINGS = seatings()
ALL = SEATINGS + varied()
