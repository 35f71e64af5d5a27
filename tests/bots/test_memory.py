"""Memories fade: steadily, by distraction, by swaps, and never come back by themselves."""

import random

import pytest

import hatbox
from hatbox.bots import seen_by
from hatbox.bots.levels import LEVELS, Level, LevelBot
from hatbox.bots.memory import Memory, Sighting, believe, salt_of, sightings_of
from hatbox.table.thinking.process import seen_in
from hatbox.table.thinking.workers import question_of
from tests.games.hat_stairs.test_rules import stairs_with

MANY = [Sighting(k % 6, k, when=k, age=5) for k in range(2000)]


def lost(memory: Memory, **changed: int) -> float:
    """The fraction of many sightings that is lost."""
    seen = [Sighting(one.slot, one.what, one.when, **{"age": 5, **changed}) for one in MANY]
    return len(believe(memory, seen, 0).lost) / len(seen)


def test_each_cause_takes_its_share() -> None:
    assert lost(Memory()) == 0
    assert lost(Memory(attention=0.7)) == pytest.approx(0.3, abs=0.04)
    assert lost(Memory(fading=0.1)) == pytest.approx(1 - 0.9**5, abs=0.04)
    assert lost(Memory(distraction=0.1), later=3) == pytest.approx(1 - 0.9**3, abs=0.04)
    assert lost(Memory(span=3), later=2) == 0 and lost(Memory(span=3), later=3) == 1
    undated = [Sighting(k, k) for k in range(200)]
    assert len(believe(Memory(span=50), undated, 0).lost) == 150


def test_swaps_and_neighbours_confuse() -> None:
    moved = [Sighting(1, k, when=k, age=1, moved=2) for k in range(2000)]
    assert len(believe(Memory(swapping=0.2), moved, 0).mixed_up) / 2000 == pytest.approx(1 - 0.8**2, abs=0.04)
    assert len(believe(Memory(confusion=0.3), moved, 0).mixed_up) / 2000 == pytest.approx(0.3, abs=0.04)


def test_what_is_forgotten_stays_forgotten() -> None:
    memory = Memory(fading=0.05, distraction=0.05)
    gone: set[int] = set()
    for age in range(40):
        seen = [Sighting(one.slot, one.what, one.when, age=age, later=age // 3) for one in MANY[:200]]
        now = {one.what for one in believe(memory, seen, 3).lost}
        assert gone <= now
        gone = now
    assert 150 < len(gone) <= 200


def test_levels_forget_less_and_less() -> None:
    shares = [lost(level.memory, later=2) for level in LEVELS.values()]
    assert shares == sorted(shares, reverse=True) and shares[-1] == 0


def test_stones_are_sighted_with_their_time() -> None:
    match = hatbox.load("hat_stairs").match(seed=7)
    match.play("stone 3")
    match.play("up")
    match.play("stone 5")
    found = {one.slot: one for one in sightings_of(match, 1)}
    assert list(found) == [2]  # the open stone is in view
    assert (found[2].when, found[2].age, found[2].moved) == (0, 3, 0)


def test_hats_are_followed_through_swaps() -> None:
    match = hatbox.load("vanished_animal").match(seed=3)
    animal = match.state.hats[0]
    match.play(0)  # look into the first hat
    assert sightings_of(match, 0) == ()  # it is in view
    match.play(11 + 2)  # swap it with the third
    assert [(one.slot, one.what, one.moved) for one in sightings_of(match, 0)] == [(2, animal, 1)]
    assert sightings_of(match, 1) == ()


def test_a_bot_that_has_forgotten_everything_does_not_know_its_winning_stone() -> None:
    match = stairs_with("8,3", "326154", "A", "A", seen="25")
    seen = seen_by(match, 0, 1)
    sharp, dull = (LevelBot(Level(50, 0.0, memory)) for memory in (Memory(0.999), Memory(attention=0.0)))
    assert int(sharp.believed(seen, 1).states[0]["seen"]) == int(seen.states[0]["seen"])
    assert int(dull.believed(seen, 1).states[0]["seen"]) == 0


def test_nobody_forgets_a_stone_that_lies_open() -> None:
    """HS-R18: with open stones there is nothing to remember, so the most forgetful bot knows as much as any other."""
    match = stairs_with("8,3", "326154", "A", "A", seen="25", open_stones=True)
    seen = seen_by(match, 0, 3)
    forgetful = LevelBot(Level(10, 0.0, Memory(attention=0.0)))
    assert forgetful.believed(seen, 1).states.tobytes() == seen.states.tobytes()


@pytest.mark.parametrize("slug", ["hat_stairs", "vanished_animal"])
@pytest.mark.parametrize("level", ["level_1", "level_2", "level_3", "level_4"])
def test_nothing_forgotten_comes_back_unshown(slug: str, level: str) -> None:
    """Throughout whole games, for every seat: what is lost stays lost until it is shown again or mixed."""
    memory, checks = LEVELS[level].memory, 0
    for seed in range(6):
        game = hatbox.load(slug, 2 + seed % 3)
        match, dice = game.match(seed=seed), random.Random(seed)
        lost: list[dict[int, int]] = [{} for _ in range(game.players)]  # per seat: when each thing was shown
        while not match.over and match.ply < 120:
            for seat, before in enumerate(lost):
                shown = sightings_of(match, seat)
                now = {one.what: one.when for one in believe(memory, shown, seat, salt_of(match)).lost}
                same = [one for one in shown if before.get(one.what) == one.when]
                assert all(one.what in now for one in same), (match, seat)
                checks, lost[seat] = checks + len(same), now
            looks = [action for action in match.legal if action < 5] if slug == "vanished_animal" else []
            match.play(dice.choice(looks or match.legal))
    assert checks > 100


def test_every_table_has_fates_of_its_own() -> None:
    """The same thing at the same time is remembered at one table and forgotten at another."""
    game, one = hatbox.load("hat_stairs"), Sighting(2, 4, when=0, age=3)
    salts = {salt_of(game.match(seed=seed)) for seed in range(400)}
    kept = [not believe(Memory(attention=0.5), [one], 0, salt).lost for salt in salts]
    assert len(salts) == 400 and 150 < sum(kept) < 250


def test_a_bot_at_a_table_gets_the_salt_of_its_table() -> None:
    match = hatbox.load("hat_stairs").match(seed=5)
    assert seen_by(match, 0, 1).salt == seen_in(question_of(match, "1", 100)).salt == salt_of(match)
