"""The list of moves in the terminal: what each would do, according to the rules, and nothing that chance decides."""

import re
from typing import Any

import hatbox
from hatbox import words
from hatbox.cli.terminal import Session
from hatbox.match.match import Match
from hatbox.printing import Console, plain

GOLDEN_CENTRE = "R0(G0,*)@1 R12345@77 G12345@79 turn=R phase=pick die=4 rolls=9"


class Written(Console):
    """Keeps what is written, on lines of 100 columns, and gives prepared answers."""

    width = 100

    def __init__(self, *answers: str) -> None:
        super().__init__()
        self.answers, self.text = iter(answers), ""

    def print(self, text: str) -> None:
        self.text += f"{plain(text)}\n"

    def input(self, prompt: str) -> str:
        return next(self.answers)


def asked(match: Match, language: str = "en") -> str:
    """What a player is asked now, as text."""
    console = Written("q")
    Session(console, match, language, False, None).run()
    return console.text


def at(slug: str, players: int, text: str, *moves: str, **options: Any) -> Match:
    match = hatbox.load(slug, players, **options).match(1)
    match.set_position(text)
    for move in moves:
        match.play(move)
    return match


def test_destinations_say_what_they_bring() -> None:
    match = at(
        "catch_the_hat", 2, "R0(G0)@1 R12345@77 G1@51 G2345@79 turn=R phase=pick die=4 rolls=9", "R(G)@1"
    )
    out = asked(match)
    assert re.search(r"to 51  brings 1 hat home, through home, catches 1 hat", out)
    assert re.search(r"to 5(?!\d)(?!.*catches)", out)
    german = asked(match, "de")
    assert words.say("catch_the_hat", "way_brings", "de", count=1) in german


def test_the_golden_hat_is_marked_and_the_next_roll_is_not() -> None:
    out = asked(at("catch_the_hat", 2, GOLDEN_CENTRE, "R(G,*)@1", golden=True))
    assert re.search(r"to 1  brings 1 hat home, Golden hat, through home", out)
    assert "rolls" not in out.split("’s turn.")[1]


def test_moves_of_the_hexagon_are_a_list_with_gains() -> None:
    match = hatbox.load("magic_hexagon", hypnosis=False, first_round_limit=False).match(3)
    lines = asked(match).split("’s turn.")[1].splitlines()
    shown = " ".join(lines)
    assert len(lines) > len(match.legal) // 4
    for move in match.moves:
        twin = at("magic_hexagon", 2, match.position, str(move), hypnosis=False, first_round_limit=False)
        gain = twin.state.score[0] - match.state.score[0]
        assert re.search(rf"{move}  \+{gain} ", shown), str(move)


def test_jumps_areas_and_stones_are_marked() -> None:
    board = "board=ja4/7/2*b1*2/*7*/4d5/3l***4/10/*7*/2*2*2/7/6"
    island = f"{board} hats=0,44,72,75 owned=-/- turns=2 moves=0 first=A phase=move"
    out = asked(at("magic_hexagon", 2, island))
    assert re.search(r"red to 15 for 1  \+3 R1to Area 2 jump", out)


def test_a_hint_says_what_the_move_does_in_the_language_of_the_players() -> None:
    match = at("catch_the_hat", 2, "R0@1 R12345@77 G0@5 G12345@79 turn=R phase=pick die=4 rolls=9", "R@1")
    console = Written("h", "q")
    Session(console, match, "de", False, None).run()
    out = console.text
    assert words.say("catch_the_hat", "coach_catches_one", "de", player=match.names[1]) in out
    assert "von 100" in out
