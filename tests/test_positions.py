"""Positions that are set up: accepted ones can be played to the end, impossible ones are refused with a reason."""

import random
import re
from collections.abc import Iterator

import pytest

import hatbox
from hatbox.errors import BadPosition
from hatbox.match.match import Match

SEEDS, WALK, CHANGES = 6, 120, 30
MOST_PLIES = 40_000  # far above the longest game with these caps
SETTINGS: list[tuple[str, int, dict[str, object]]] = [
    ("hat_stairs", 2, {"max_turns": 50, "stuck": "redraw", "steps": 8}),
    ("hat_stairs", 3, {"max_turns": 50, "stall_remix": 6, "no_repeat": True}),
    ("vanished_animal", 2, {"round_turn_cap": 20}),
    ("vanished_animal", 4, {"round_turn_cap": 20, "expert": "any_two", "reveal_at_round_end": False}),
    ("magic_hexagon", 2, {"hypnosis": False}),
    ("magic_hexagon", 3, {"stone_supply": "box", "hypnosis_dead_hat": "skip", "movement": "path"}),
    ("catch_the_hat", 3, {"roll_cap": 60, "golden": True, "six_again": "once"}),
    ("catch_the_hat", 4, {"roll_cap": 60, "teams": "total", "goal": "tower"}),
    ("great_hall", 2, {"max_rounds": 4, "caretaker_landing": "banish"}),
    ("great_hall", 4, {"max_rounds": 4, "canadian_seven": True}),
]


def walk(match: Match, chooser: random.Random, plies: int) -> None:
    """Random moves, this many or to the end."""
    for _ in range(plies):
        if match.over:
            return
        match.play(chooser.choice(match.legal))


def altered(text: str, other: str, chooser: random.Random) -> Iterator[str]:
    """A position with one thing changed: a part dropped or taken from another position, or a letter or digit."""
    parts, others = text.split(), other.split()
    for _ in range(CHANGES):
        at = chooser.randrange(len(parts))
        key = parts[at].split("=")[0]
        same = [part for part in others if part.split("=")[0] == key]
        changed = [part[:-1] + chooser.choice("0123456789ABCDRBGYHD-") for part in [parts[at]]]
        signs = [(k.start(), k.group()) for k in re.finditer(r"\d|[A-D]", parts[at])]
        place, sign = chooser.choice(signs) if signs else (0, parts[at][0])
        swapped = chooser.choice("0123456789" if sign.isdigit() else "ABCD")
        edited = parts[at][:place] + swapped + parts[at][place + 1 :]
        added = [*parts, chooser.choice(others)]
        yield chooser.choice(
            [
                " ".join([*parts[:at], *same[:1], *parts[at + 1 :]]),
                " ".join([*parts[:at], *changed, *parts[at + 1 :]]),
                " ".join([*parts[:at], edited, *parts[at + 1 :]]),
                " ".join(parts[:at] + parts[at + 1 :]),
                " ".join(added),
            ]
        )


@pytest.mark.parametrize(("slug", "players", "options"), SETTINGS, ids=lambda value: str(value))
def test_what_is_accepted_can_be_played_to_its_end(
    slug: str, players: int, options: dict[str, object]
) -> None:
    game, accepted = hatbox.load(slug, players, **options), 0
    for seed in range(SEEDS):
        chooser = random.Random(seed)
        match, other = game.match(seed), game.match(seed + 100)
        walk(match, chooser, chooser.randrange(WALK))
        walk(other, chooser, chooser.randrange(WALK))
        for text in altered(match.position, other.position, chooser):
            twin = game.match(seed)
            try:
                twin.set_position(text)
            except BadPosition as error:
                assert f"not a position of {slug}" in str(error)
                continue
            accepted += 1
            assert twin.position == text
            walk(twin, chooser, MOST_PLIES)
            assert twin.over, f"{text!r} does not end"
            assert abs(sum(twin.returns)) < 1e-9
            game.rulebook.possible(twin.state)
    assert accepted > SEEDS, "the changes are so wild that nothing was tried"


HEXAGON = (
    "board=6/7/2*2*2/*7*/10/4***4/10/*7*/2*2*2/7/6 hats=15,18,72,75 owned=-/- turns=2 moves=0 first=A phase="
)
ANIMALS = "hats=20513/4 {} turn=A starter=A tokens=0,0 round={} turns={}"
CARDS = "hands={} stock={} discard=0000000000 given=2222 dealer=D turn={} phase=card round=5"
DEALT = CARDS.format("23/23/23/23", "4488888886", "A")

IMPOSSIBLE: list[tuple[str, int, dict[str, object], str, str]] = [
    ("vanished_animal", 2, {}, ANIMALS.format("named=A1,B2", 1, 0), "two players are still in a running round"),
    ("vanished_animal", 2, {}, ANIMALS.format("named=A1", 1, 0), "two players are still in a running round"),
    ("vanished_animal", 2, {}, ANIMALS.format("seen=A,-,-,-,-", 1, 100), "`turns` can be at most 99"),
    ("vanished_animal", 2, {}, ANIMALS.format("seen=A,-,-,-,-", 3, 0), "one more than tokens"),
    ("vanished_animal", 2, {}, ANIMALS.format("seen=A,-,-,-,- peek=1 with=2", 1, 0), "needs the option expert"),
    ("vanished_animal", 2, {}, ANIMALS.format("peek=1", 1, 0), "has seen the hat"),
    ("hat_stairs", 2, {}, "at=4,6 hat=field stones=123456 turn=A turns=0 quiet=0", "has put on the hat"),
    ("hat_stairs", 2, {}, "at=4,13 hat=B stones=123456 turn=A turns=0 quiet=0", "the winner is in the larder"),
    ("hat_stairs", 2, {}, "at=4,5 hat=B stones=123456 turn=A turns=0 quiet=0 over=C", "the winner is in the larder"),
    ("hat_stairs", 2, {}, "at=4,5 hat=B stones=123456 tried=1 turn=A turns=0 quiet=0", "stuck=redraw"),
    ("hat_stairs", 2, {}, "at=4,5 hat=B stones=123456 turn=A turns=1000 quiet=0", "`turns` can be at most 999"),
    ("hat_stairs", 2, {"stall_remix": 6}, "at=4,5 hat=B stones=123456 turn=A turns=9 quiet=6", "at most 5"),
    ("magic_hexagon", 2, {"hypnosis": False}, HEXAGON + "over cards=AB", "without hypnosis there are no cards"),
    ("magic_hexagon", 2, {}, HEXAGON.replace("board=6", "board=a5") + "over", "the discs on 0 are cut off"),
    ("magic_hexagon", 2, {}, HEXAGON + "move", "a seat that can collect"),
    ("magic_hexagon", 2, {}, HEXAGON.replace("15,18", "15,15") + "over", "no two hats share a cell"),
    ("magic_hexagon", 2, {}, HEXAGON.replace("/10/4*", "/5a4/4*") + "over", "not over while a player can collect"),
    ("catch_the_hat", 2, {}, "R012345@77 G0@20 G12345@79 turn=G phase=six die=5 rolls=3", "rolled a 6 is asked"),
    ("catch_the_hat", 2, {}, "R012345@77 G012345@79 turn=R phase=pick die=5 rolls=3 capped=yes", "roll_cap ended"),
    ("catch_the_hat", 2, {"golden": True}, "R0@76 R12345@77 G012345@79 *@76 turn=R phase=pick die=5 rolls=3",
     "until a piece stops there"),
    ("catch_the_hat", 2, {"six_again": "off"}, "R012345@77 G012345@79 turn=R phase=pick die=5 extra=1 rolls=3",
     "`extra` can be at most 0"),
    ("great_hall", 4, {}, f"R=H,H,H,- B=D,D,D,- G=H,H,H,- Y=D,D,D,- {DEALT}", "has won"),
    ("great_hall", 4, {"caretaker": False}, f"R=46,D,D,- B=D,D,D,- G=D,D,D,- Y=D,D,D,- {DEALT}".replace(
        " round", " care=20 round"), "the option caretaker"),
    ("great_hall", 4, {}, "R=46,D,D,- B=D,D,D,- G=D,D,D,- Y=D,D,D,- " + CARDS.format("23/23/23/", "5588888886", "D"),
     "a player with cards"),
    ("great_hall", 4, {"max_rounds": 4}, f"R=46,D,D,- B=D,D,D,- G=D,D,D,- Y=D,D,D,- {DEALT}", "1 to 4"),
]  # fmt: skip


@pytest.mark.parametrize(("slug", "players", "options", "text", "reason"), IMPOSSIBLE)
def test_what_cannot_be_is_refused_with_the_reason(
    slug: str, players: int, options: dict[str, object], text: str, reason: str
) -> None:
    match = hatbox.load(slug, players, **options).match(1)
    before = match.position
    with pytest.raises(BadPosition, match=re.escape(reason)):
        match.set_position(text)
    assert match.position == before
