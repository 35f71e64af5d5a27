"""A person's games, opponents and ratings; other people are only names."""

from hatbox.table.wire.types import Out


class PlayedSeat(Out, frozen=True, kw_only=True):
    """How a game ended for a seat."""

    name: str  # the name the person used then
    mine: bool
    level: str  # of the bot that played to the end; empty: a person
    place: int  # from 1 on; ties share a place
    won: bool


class PlayedGame(Out, frozen=True, kw_only=True):
    """A finished game of mine."""

    code: str
    game: str
    players: int
    at: int  # when it ended, in milliseconds since 1970
    seats: list[PlayedSeat]


class History(Out, frozen=True, kw_only=True):
    """Some of my games, the latest first."""

    games: list[PlayedGame]
    more: bool  # there is another page


class Part(Out, frozen=True, kw_only=True):
    """The score in one game with one number of players."""

    game: str
    players: int
    games: int
    mine: int
    theirs: int


class Rival(Out, frozen=True, kw_only=True):
    """Me against another person."""

    id: str  # valid for me only: other people get another id for the same person
    name: str  # in our latest game
    games: int
    mine: int  # games that I won and the other person did not
    theirs: int
    my_run: int  # my longest winning streak
    their_run: int
    parts: list[Part]


class TableRival(Out, frozen=True, kw_only=True):
    """The score between me and someone at this table."""

    seat: int
    games: int
    mine: int
    theirs: int


class GameRating(Out, frozen=True, kw_only=True):
    """My rating in a game: within the margin 19 times out of 20."""

    game: str
    value: int
    margin: int
    games: int
    sure: bool  # False: it is too early for a number


class Ratings(Out, frozen=True, kw_only=True):
    """My ratings; nobody else sees them."""

    on: bool
    games: list[GameRating]
