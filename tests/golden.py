"""Golden games: one recorded match per game and setting. `python -m tests.golden` writes those that are missing.

A golden game is never rewritten in place: a rule change raises the ruleset and is listed in the changelog.
"""

from pathlib import Path

import hatbox
from hatbox import conformance
from hatbox.match import recording
from hatbox.options import Value

FOLDER = Path(__file__).parent / "golden_games"
PLIES = 400  # long random games are cut off


def cases() -> list[tuple[str, int, dict[str, Value]]]:
    return [
        (book.slug, players, options)
        for book in hatbox.rulebooks().values()
        for players, options in conformance.settings(book)
    ]


def path(slug: str, players: int, options: dict[str, Value]) -> Path:
    return FOLDER / slug / f"{conformance.name(players, options)}.json"


def write_missing() -> int:
    written = 0
    for slug, players, options in cases():
        file = path(slug, players, options)
        if not file.exists():
            file.parent.mkdir(parents=True, exist_ok=True)
            match = conformance.last(
                conformance.random_match(hatbox.load(slug, players, **options), 2026, PLIES)
            )
            file.write_bytes(recording.to_json(match) + b"\n")
            written += 1
    return written


if __name__ == "__main__":
    print(f"{write_missing()} golden games written")  # noqa: T201
