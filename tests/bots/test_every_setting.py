"""No bot fails: every level, every number of players and every option value of every game, from any position."""

import pytest

import hatbox
from hatbox.bots import Budget, exact, levels, move_of
from hatbox.bots.exact import NOTHING
from hatbox.bots.levels import LEVELS
from hatbox.bots.players import make_bot
from hatbox.conformance import random_match, values
from hatbox.engine.record import States, Tensor
from hatbox.errors import BadOption
from hatbox.game import Game, Rulebook
from hatbox.options import Value

PLIES = 60  # random moves before the bots get the last position
LONGEST = 120  # moves of a match between bots
LOOKED_AT = 4  # positions of a match that every level gets
BOOKS = [book for book in hatbox.rulebooks().values() if book.product]


def games_of(book: Rulebook) -> list[Game]:
    """Every number of players with the defaults and with each option value that fits."""
    found = []
    single: list[dict[str, Value]] = [{o.name: value} for o in book.options for value in values(o)]
    for options in [{}, *single, *book.also_try]:
        for players in book.players:
            try:
                found.append(hatbox.load(book.slug, players, **options))
            except BadOption:
                continue
    return found


@pytest.fixture
def usual_stairs_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Solving other stairs takes a minute each: the search plays there, as it does at a table in the meantime."""
    solved = exact.table_for

    def table_for(game: Game, states: States, wait: bool) -> Tensor:
        usual = {"steps": 12, "hat_step": 6}
        known = all(game.options.get(name, value) == value for name, value in usual.items())
        return solved(game, states, wait) if known else NOTHING

    monkeypatch.setattr(levels, "table_for", table_for)


@pytest.mark.usefixtures("usual_stairs_only")
@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.slug)
def test_every_level_plays_with_every_number_of_players_and_every_option(book: Rulebook) -> None:
    bots = {name: make_bot(name) for name in LEVELS}
    for number, game in enumerate(games_of(book)):
        for match in random_match(game, number, PLIES):
            if match.over or match.ply % (PLIES // LOOKED_AT) != number % (PLIES // LOOKED_AT):
                continue
            for name, bot in bots.items():
                chosen = move_of(bot, match, Budget(iterations=4, seed=match.ply))
                assert chosen in match.legal, f"{name} in {match.position} of {game.players}, {game.options}"


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.slug)
@pytest.mark.parametrize("level", LEVELS)
def test_a_level_plays_with_its_like(book: Rulebook, level: str) -> None:
    """Good players reach positions that random ones do not; long games are cut off."""
    bot = make_bot(level)
    for players in book.players:
        for seed in range(4):
            match = hatbox.load(book.slug, players).match(seed=seed)
            while not match.over and match.ply < LONGEST:
                match.play(move_of(bot, match, Budget(iterations=4, seed=match.ply)))
