"""Puzzles: positions from bot games in which one move is clearly best, made in advance and shipped with the games.

A file contains the games that puzzles come from: seed, moves, and the puzzles along the way. The rules derive
everything else from these, in a browser too. `making.py` makes them, `hatbox puzzles GAME` makes more.
"""

from functools import cache
from pathlib import Path

import msgspec

from hatbox.engine.facts import Said
from hatbox.errors import HatboxError
from hatbox.game import Game, load, rulebook
from hatbox.match.match import Match

FOLDER = Path(__file__).parent
FORMAT = 1
HUNDRED = 100  # losses and margins are wins in this many games

Row = list[int]  # a fact: its index in the file's `facts`, and what its sentence needs


class Puzzle(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One position with the seat to act; everything is judged by what that seat knows."""

    ply: int  # moves of the game before it
    seat: int  # that must act
    shown: int  # the ply from which the moves are shown: everything to be remembered comes after it
    theme: str
    difficulty: int  # 1 … 5, see `making.difficulty_of`
    margin: int  # wins in 100 by which the best move is ahead of all others
    exact: bool = False  # from the table of a solved game, otherwise from the search
    steps: list[list[int]]  # for every choice of the turn, what each legal move gives away, in legal order
    why: list[list[Row]]  # what each legal move of the first choice does

    @property
    def best(self) -> list[int]:
        """The indexes of the best moves in the legal list."""
        return accepted(self.steps[0])


class Source(msgspec.Struct, frozen=True, kw_only=True):
    """A game between bots, up to its last puzzle."""

    number: int  # of the game; combined with the file's seed it gives the game's seed
    players: int
    actions: list[int]
    puzzles: list[Puzzle]


class Made(msgspec.Struct, frozen=True, kw_only=True):
    """How a file was made, so that it can be reproduced and continued."""

    seed: int
    games: int  # played and searched for puzzles
    seconds: int
    quick: int  # iterations of the first look
    confirmed: int  # iterations of the confirmation
    margin: int
    rules: str  # the hash of the rules that it was made with


class Collection(msgspec.Struct, frozen=True, kw_only=True):
    """All puzzles of a game."""

    format: int
    game: str
    ruleset: int
    made: Made
    facts: list[list[str]]  # keys of the word list, each with the names of what its sentence needs
    sources: list[Source]

    @property
    def count(self) -> int:
        """How many puzzles there are."""
        return sum(len(source.puzzles) for source in self.sources)


EQUAL = 2  # wins in 100: a move that gives away no more than this is as good as the best
FOLLOWING = 5  # the same for later choices of a turn


def accepted(losses: list[int], most: int = EQUAL) -> list[int]:
    """The indexes of the moves that count as best."""
    return [place for place, loss in enumerate(losses) if loss <= most]


def game_seed(seed: int, number: int) -> int:
    """The seed of one of the games that puzzles come from."""
    return seed * 1_000_003 + number


def match_of(found: Collection, source: Source, puzzle: Puzzle) -> Match:
    """The game at the position of a puzzle."""
    game: Game = load(found.game, source.players)
    return Match.after(game, game_seed(found.made.seed, source.number), source.actions[: puzzle.ply])


def said(found: Collection, row: Row) -> Said:
    """A fact as a word list key with the numbers in its sentence."""
    key, *names = found.facts[row[0]]
    return Said(key, dict(zip(names, row[1:], strict=True)))


def decoded(data: bytes, name: str) -> Collection:
    """The puzzles of a file; anything else is rejected with a reason."""
    try:
        found = msgspec.json.decode(data, type=Collection)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise HatboxError(f"{name} is no file of puzzles: {error}.") from error
    if found.format != FORMAT:
        raise HatboxError(f"{name} has format {found.format}; this version of hatbox reads format {FORMAT}.")
    return found


def file_of(slug: str) -> Path:
    """Where the puzzles of a game are stored."""
    return FOLDER / f"{rulebook(slug).slug}.json"


@cache
def puzzles_of(slug: str) -> Collection:
    """The puzzles that ship with a game."""
    file = file_of(slug)
    if not file.exists():
        raise HatboxError(f"There are no puzzles of {slug} yet; `hatbox puzzles {slug}` makes some.")
    return decoded(file.read_bytes(), file.name)
