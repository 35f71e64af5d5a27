"""What is rarely seen: rare positions, a phone in landscape, the largest font size.

`python -m tests.browser.rare FOLDER [SCREENS …]`; screens are the names of the functions below.
"""

import sys
from pathlib import Path

from tests.browser.play import BOT, make_table, my_move, play_until
from tests.browser.screenshots import MIDDLES, take
from tests.browser.studio import PEOPLE, Screens, Studio

# Where a game has standing answers: I want to be asked.
ASK_ME = """code => fetch(`/api/tables/${code}/standing`, {method: 'POST',
  headers: {'Content-Type': 'application/json'}, body: JSON.stringify({seat: 0, answer: 'ask'})}).then(() => true)"""
TRIES = 12
Rare = tuple[str, int, dict[str, object], str]  # game, players, options, and what the position must look like
SPLIT = "view.mode === 8 && view.seven_left > 0 && view.seven_left < 7 && view.choosing === 'figure'"
EMPTY = "view.choosing === 'move' && view.discs.reduce((a, b) => a + b) > 62"
TOWER = "view.pieces.some(one => one.captives.length > 3) && view.choosing === 'hat'"
RARE: dict[str, Rare] = {
    "catch_the_hat_tower": ("catch_the_hat", 4, {}, TOWER),
    "catch_the_hat_goals": (
        "catch_the_hat",
        6,
        {},
        "view.rolls > 60 && view.choosing === 'field' && legal.length > 3",
    ),
    "catch_the_hat_golden": ("catch_the_hat", 4, {"golden": True}, "view.choosing === 'step'"),
    "great_hall_enter": ("great_hall", 4, {}, "view.choosing === 'hall'"),
    "great_hall_split": ("great_hall", 4, {}, SPLIT),
    "great_hall_steps": ("great_hall", 4, {}, "view.choosing === 'steps' && view.seven_left === 7"),
    "great_hall_joker": ("great_hall", 4, {}, "view.choosing === 'use' && view.card === 'joker'"),
    "great_hall_swap": ("great_hall", 4, {}, "view.choosing === 'target'"),
    "magic_hexagon_hypnosis": ("magic_hexagon", 3, {}, "view.choosing === 'hypnosis' && view.moves_made > 6"),
    "magic_hexagon_pick": ("magic_hexagon", 2, {}, "view.choosing === 'pick'"),
    "magic_hexagon_empty": ("magic_hexagon", 4, {}, EMPTY),
    "vanished_animal_second": (
        "vanished_animal",
        2,
        {"expert": "any_two"},
        "view.choosing === 'second_swap'",
    ),
}
SPEAK_LARGE = (
    """() => localStorage.setItem('hatbox.settings', JSON.stringify({language: 'de', size: 'largest'}))"""
)


def find(studio: Studio, name: str) -> bool:
    """A table at a decision of mine in such a position; False if it did not come up."""
    game, players, options, wanted = RARE[name]
    for _ in range(TRIES):
        seats = [{"kind": "me", "name": "Mia"}, *[{**BOT, "name": name} for name in PEOPLE[1:players]]]
        code = make_table(studio.page, game, seats, options=options)
        if game == "magic_hexagon":
            studio.page.evaluate(ASK_ME, code)
        if play_until(studio.page, code, wanted):
            studio.open(f"/t/{code}", "svg.b")
            return my_move(studio.page)
    return False


def positions(studio: Studio) -> None:
    """Rare positions at every size, light and dark; then a full collection."""
    for name in RARE:
        if find(studio, name):
            studio.shot(name)
    if find(studio, "magic_hexagon_empty"):
        studio.page.locator(".players .pl button, .players button.pl").first.click()
        studio.shot("magic_hexagon_collection")


def starts(studio: Studio) -> None:
    """The first decision with the fewest and the most players."""
    for game, most in {**dict.fromkeys(MIDDLES, 4), "catch_the_hat": 6}.items():
        for players in (2, most):
            studio.table(game, players)
            studio.shot(f"{game}_first_{players}")


def lying(studio: Studio) -> None:
    """A phone in landscape."""
    for game, (moves, players) in MIDDLES.items():
        studio.table(game, players, moves)
        studio.shot(f"{game}_lying", ("lying",))


def largest(studio: Studio) -> None:
    """German in the largest font size on a phone."""
    for game, (moves, players) in MIDDLES.items():
        studio.page.evaluate(SPEAK_LARGE)
        studio.table(game, players, moves)
        studio.shot(f"{game}_largest", ("phone",))


SCREENS: tuple[Screens, ...] = (positions, starts, lying, largest)

if __name__ == "__main__":
    sys.exit("\n".join(take(Path(sys.argv[1]), sys.argv[2:], album=SCREENS)) or 0)
