"""What `python -m benchmarks.variants` plays: games with one option changed at a time, and with pairs of options.

A piece of work (`hatbox.lab.work`) names its kind by its bots: one name for a game among equals, two for the stronger
against the weaker, three for a beginner with hints, the helper and the rival.
"""

import json
from collections.abc import Iterator
from typing import NamedTuple

from hatbox.bots import Bot, Budget
from hatbox.bots.advice import sides_of
from hatbox.bots.levels import bot_of
from hatbox.errors import BadOption
from hatbox.game import load, rulebooks
from hatbox.lab.arena import play_block, shares
from hatbox.lab.helped import ALWAYS, FIRST, HelpedBot
from hatbox.lab.simulate import play_out
from hatbox.lab.work import Piece, Result
from hatbox.options import Option, Options, Value

HINTS = (0, 5, ALWAYS)
HELPED, HELPER, RIVAL = "level_2", "level_5", "level_4"
HELPER_ITERATIONS = 500
ENOUGH = 2_000  # iterations: a level has fewer of its own
PLAYERS = (2, 4)  # with which the options are measured

STARTERS = {option.name for book in rulebooks().values() for option in book.options if option.seat}
CAPS = {"max_turns", "max_rounds", "roll_cap", "round_turn_cap"}  # reached by hardly any game
SHOWN = {"track_marks", "reveal_at_round_end"}  # change what the table shows to people; a bot plays the same
LEFT_OUT = STARTERS | CAPS | SHOWN
SOME: dict[str, tuple[int, ...]] = {  # of long spans
    "steps": (8, 10, 14, 16, 20),
    "hat_step": (2, 4, 8, 10, 12),
    "stall_remix": (12,),
}
NEEDS: dict[str, Options] = {  # what an option is measured with, because it does nothing alone
    "gold_capture": {"golden": True},
    "gold_winner": {"golden": True},
    "team_share_yellow": {"teams": "team"},
}


class Plan(NamedTuple):
    """Who plays a game, and how often."""

    even: str  # plays against its like
    strong: str
    weak: str
    games: int = 1_000  # of each kind in a cell; the usual game has twice as many
    iterations: int = ENOUGH
    helped: int = 400  # games per number of hints


PLANS = {
    "hat_stairs": Plan("level_3", "level_4", "level_2"),
    "vanished_animal": Plan("level_3", "level_3", "level_1"),
    "magic_hexagon": Plan("level_3", "level_2", "level_1"),
    "great_hall": Plan("search", "search", "greedy", iterations=100),  # levels take five times as long here
    "catch_the_hat": Plan("level_2", "level_3", "level_1"),
}


class Cell(NamedTuple):
    """A game with some players and options, as they differ from the usual."""

    slug: str
    players: int
    options: Options

    @property
    def name(self) -> str:
        """What tells it from other cells."""
        return f"{self.slug} {self.players} {json.dumps(self.options)}"


def changes(slug: str) -> Iterator[Options]:
    """Every single change of an option, with what it needs."""
    for option in rulebooks()[slug].options:
        if option.name not in LEFT_OUT and option.count == 1:
            for value in values(option):
                yield {**NEEDS.get(option.name, {}), option.name: value}


def values(option: Option) -> list[Value]:
    """The choices other than the default; a handful of a long span."""
    numbers = SOME.get(option.name) or range(option.span[0], option.span[1] + 1)
    return [value for value in option.choices or numbers if value != option.default]


def cells(slug: str) -> list[Cell]:
    """Everything that is measured about a game: the default with every number of players, then the changes."""
    found = [Cell(slug, players, {}) for players in sorted(rulebooks()[slug].players)]
    changed = [Cell(slug, players, options) for options in changes(slug) for players in PLAYERS]
    return found + [cell for cell in changed if is_allowed(cell)]


def is_allowed(cell: Cell) -> bool:
    """Whether the game takes these options with so many players."""
    try:
        load(cell.slug, cell.players, **cell.options)
    except BadOption:
        return False
    return True


def sides(cell: Cell) -> int:
    """Two teams, or everybody alone; every other seat belongs to a team."""
    return sides_of(load(cell.slug, cell.players, **cell.options).match(0))


def play(piece: Piece) -> Result:
    """Some blocks of games of one kind: a block is one seed with every rotation of the seats."""
    kind = (play_even, play_better, play_helped)[len(piece.bots) - 1]
    found: Result = {}
    for block in range(piece.first, piece.first + piece.count):
        for name, results in kind(piece, block).items():
            found.setdefault(name, []).extend(results)
    return found


def play_even(piece: Piece, block: int) -> dict[str, list[float]]:
    """A block among equals: actions, and the share of the side that began."""
    cell = Cell(piece.game, piece.players, piece.options)
    teams, began, players = sides(cell), beginner(cell, block), piece.players
    results = play_block(*cell, list(piece.bots) * players, piece.budget, block)
    first = [
        sum(won[(seat + turned) % players] for seat in range(players) if seat % teams == began % teams)
        for turned, (won, _, _) in enumerate(results)
    ]
    return {"length": [float(result[2]) for result in results], "first": first}


def beginner(cell: Cell, block: int) -> int:
    """Who begins: the first seat where that can be chosen, the dealer's neighbour in great_hall (GH-07)."""
    game = load(cell.slug, cell.players, **cell.options)
    return 0 if STARTERS & set(game.options) else game.match(seed=block).turn


def play_better(piece: Piece, block: int) -> dict[str, list[float]]:
    """A block of the strong against the weak, on every other seat; of an odd number both have one more in turn."""
    swapped = piece.players % 2 * block % 2
    bots = list(piece.bots)[:: -1 if swapped else 1]
    results = play_block(piece.game, piece.players, piece.options, bots, piece.budget, block)
    return {"better": [result[0][swapped] for result in results]}


def helped_name(hints: int, first: int) -> str:
    """A beginner with so many hints among its first decisions, as a piece names it."""
    return f"{HELPED} {hints} {first}"


def play_helped(piece: Piece, block: int) -> dict[str, list[float]]:
    """A block of the helped against a stronger one, with two players: its share, and its decisions."""
    level, hints, first = piece.bots[0].split(" ")
    game, found = load(piece.game, 2), {"share": [0.0, 0.0], "decisions": [0.0, 0.0]}
    for turned in range(2):
        match, seed = game.match(seed=block), block * 1_000_003 + turned * 10_007
        helper = bot_of(piece.bots[1])
        helped = HelpedBot(bot_of(level), helper, int(hints), HELPER_ITERATIONS, seed, int(first))
        seats = [turned, 1 - turned]
        bots: list[Bot] = [helped, bot_of(piece.bots[2])]
        play_out(match, [bots[k] for k in seats], Budget(iterations=ENOUGH), seed)
        found["share"][turned] = shares(match.returns, seats, 2)[0]
        found["decisions"][turned] = float(helped.decisions)
    return found


def decisions_of(unhelped: list[float]) -> int:
    """Among how many decisions hints lie: thirty, or the usual number of the first games if that is less."""
    return max(max(HINTS), min(FIRST, round(sum(unhelped) / len(unhelped)))) if unhelped else FIRST
