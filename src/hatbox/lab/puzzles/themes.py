"""What a puzzle is about, derived from what its solution does, and where the story it needs starts."""

from collections.abc import Sequence

from hatbox.bots.memory import sightings_of
from hatbox.engine.facts import Said
from hatbox.games.great_hall.state import Action as Hall
from hatbox.match.match import Match

SPLIT = "split"
PLAN = "plan"  # if nothing else fits
THEMES = (
    "catch",
    "escape",
    "remember",
    SPLIT,
    "area",
    "home",
    "hat",
    "set",
    "start",
    "dare",
    "block",
    "finish",
    PLAN,
)
REMEMBERED = ("hat_stairs", "vanished_animal")  # games in which what was seen is covered again

ABOUT: dict[str, dict[str, str]] = {  # by game: which fact makes which theme; the first match counts
    "catch_the_hat": {
        "coach_catches_one": "catch",
        "coach_catches": "catch",
        "coach_rescues": "catch",
        "coach_brings_home": "home",
        "coach_gets_away": "escape",
        "coach_safer": "escape",
        "coach_out_of_reach": "escape",
        "coach_home_next": "home",
        "coach_catches_next": PLAN,
    },
    "great_hall": {
        "coach_enters": "home",
        "coach_sends": "catch",
        "coach_starts": "start",
        "coach_gets_safe": "escape",
        "coach_safer": "escape",
    },
    "hat_stairs": {
        "coach_takes_hat": "hat",
        "coach_snatches": "catch",
        "coach_new_wins": "dare",
        "coach_new_gets_hat": "dare",
        "coach_no_win_feared": "escape",
        "coach_none_feared": "escape",
        "coach_known_stone": "remember",
        "coach_new_stone": "dare",
    },
    "magic_hexagon": {
        "coach_area": "area",
        "coach_sets": "set",
        "coach_hypnosis": "block",
        "coach_skips": "block",
    },
    "vanished_animal": {
        "coach_certain": "remember",
        "coach_look_certain": "remember",
        "coach_look": "remember",
        "coach_look_or": "remember",
        "coach_one_of": "dare",
    },
}


def theme_of(slug: str, facts: Sequence[Said], actions: Sequence[int]) -> str:
    """The theme of a solution that does this, by these actions."""
    portions = [action for action in actions if Hall.STEP < action < Hall.ENTER]
    if slug == "great_hall" and len(portions) > 1:
        return SPLIT
    keys = [fact.key for fact in facts]
    found = next((theme for key, theme in ABOUT.get(slug, {}).items() if key in keys), "")
    if "reason_wins_now" in keys and found != "remember":
        return "finish"
    return found or PLAN


def story_begins(match: Match, seat: int) -> int:
    """The ply after which the seat was shown everything that it knows and must remember."""
    if match.game.slug == "vanished_animal":
        rounds, first = match.state.rounds, match.ply
        for before, _ in match.walk():
            if before.state.rounds == rounds:
                first = min(first, before.ply)
        return first
    if match.game.slug in REMEMBERED:
        return min((one.when for one in sightings_of(match, seat) if one.when >= 0), default=match.ply)
    return match.ply
