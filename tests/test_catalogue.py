"""What a page without a server knows about the games: options that do not go together, and boards."""

import random
from typing import Any

import msgspec
import pytest

import hatbox
from hatbox.errors import BadOption
from hatbox.game import choose, rulebook
from hatbox.wasm.catalogue import PLAYERS, boards, clashes, values_of

GAMES = [slug for slug, book in hatbox.rulebooks().items() if book.product]


def some_choices(slug: str, count: int) -> list[dict[str, Any]]:
    """Players and options drawn at random, always the same."""
    book, chance = rulebook(slug), random.Random(7)
    return [
        {PLAYERS: chance.choice(book.players)} | {o.name: chance.choice(values_of(o)) for o in book.options}
        for _ in range(count)
    ]


@pytest.mark.parametrize("slug", GAMES)
def test_the_clashes_say_what_the_game_refuses(slug: str) -> None:
    known = list(clashes(rulebook(slug)))
    for choice in some_choices(slug, 2000):
        told = any(clash.items() <= choice.items() for clash in known)
        options = {name: value for name, value in choice.items() if name != PLAYERS}
        try:
            choose(slug, choice[PLAYERS], options)
            refused = False
        except BadOption:
            refused = True
        assert told == refused, choice


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_finds_its_board(slug: str) -> None:
    book, known = rulebook(slug), boards(rulebook(slug))
    for choice in some_choices(slug, 60):
        options = {name: value for name, value in choice.items() if name != PLAYERS}
        try:
            game = hatbox.load(slug, choice[PLAYERS], **options)
        except BadOption:
            continue
        place = known["whose"][",".join(str(choice[name]) for name in known["by"])]
        assert known["drawings"][place] == msgspec.Raw(msgspec.json.encode(book.layouts(game)))
