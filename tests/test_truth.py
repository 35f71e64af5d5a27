"""Every refusal, event and end of random games, with every option value, is true of its position."""

import random
from typing import Any

import pytest

import hatbox
from hatbox import conformance

from .truth import EVENTS, REFUSALS

PLIES, TRIED = 400, 12
STOPPED: dict[str, dict[str, Any]] = {
    "hat_stairs": {"max_turns": 50}, "catch_the_hat": {"roll_cap": 60}, "great_hall": {"max_rounds": 2},
    "vanished_animal": {}, "magic_hexagon": {},
}  # fmt: skip
LONG = 20_000  # plies
ENDINGS: list[tuple[str, int, dict[str, Any]]] = [
    ("catch_the_hat", players, {"goal": goal, "teams": teams, "roll_cap": cap, **more})
    for players, teams in ((3, "none"), (4, "team"), (6, "total"))
    for goal in ("most_captured", "last_standing", "tower")
    for cap in (40, 0)
    for more in ({"hats": 3}, {"hats": 3, "golden": True, "gold_winner": True})
    if goal != "tower" or "golden" not in more
]
ENDINGS += [
    ("great_hall", players, {"caretaker_landing": landing, "swap_null": null})
    for players in (2, 3, 4)
    for landing, null in (("caught", "never"), ("blocked", "any"), ("banish", "own_on_track"))
]
ENDINGS += [("hat_stairs", players, {"steps": 8}) for players in (3, 4)]
ENDINGS += [("catch_the_hat", 3, {"hats": 3, "tie_break": "survivor", "home_surplus": "must_leave"})]
SETTINGS = [
    (slug, players, {**STOPPED[slug], **options})
    for slug in EVENTS
    for players, options in conformance.settings(hatbox.rulebooks()[slug])
] + ENDINGS


@pytest.mark.parametrize(
    ("slug", "players", "options"), SETTINGS, ids=lambda value: str(value).replace(" ", "")
)
def test_what_is_said_is_true(slug: str, players: int, options: dict[str, Any]) -> None:
    game = hatbox.load(slug, players, **options)
    match, chooser = game.match(5), random.Random(5)
    plies = LONG if (slug, players, options) in ENDINGS else PLIES
    while not match.over and match.ply < plies:
        _true_refusals(match, chooser, TRIED if match.ply < PLIES else 1)
        before = match.state
        played = match.play(chooser.choice(match.legal))
        for event in played.events:
            check = EVENTS[slug].get(event.kind)
            assert check is None or check(before, match.state, event), (
                f"{event} is not true after {played.move}"
            )


def _true_refusals(match: Any, chooser: random.Random, tried: int) -> None:
    """Some illegal actions are refused for reasons that hold."""
    others = [action for action in range(match.game.rulebook.actions) if action not in match.legal]
    for action in chooser.sample(others, min(tried, len(others))):
        refusal = match.now.refusal(action)
        check = REFUSALS[match.game.slug].get(refusal.reason)
        true = check is None or check(match.state, action, refusal.given)
        assert true, f"{refusal} is not true of action {action} in {match.position}"


@pytest.mark.parametrize("slug", list(EVENTS))
def test_the_checks_speak_of_what_there_is(slug: str) -> None:
    book = hatbox.rulebooks()[slug]
    assert set(REFUSALS[slug]) <= {reason.key for reason in book.reasons}
    assert set(EVENTS[slug]) <= {event.__struct_config__.tag for event in book.events}
