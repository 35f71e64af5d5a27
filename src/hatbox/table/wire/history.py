"""What I have played, with whom, and how it went; other people have names and nothing else."""

from hatbox.table.wire.types import Out


class PlayedSeat(Out, frozen=True, kw_only=True):
    """How a game ended for a seat."""

    name: str  # as the person was called then
    mine: bool
    level: str  # of the bot that played to the end; empty: a person
    place: int  # from 1 on; who is level shares one
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
    """How it stands in a game with so many players."""

    game: str
    players: int
    games: int
    mine: int
    theirs: int


class Rival(Out, frozen=True, kw_only=True):
    """Me against another person."""

    id: str  # only for me: the same person has another one for others
    name: str  # in our latest game
    games: int
    mine: int  # that I won and the other one did not
    theirs: int
    my_run: int  # the most wins in a row
    their_run: int
    parts: list[Part]


class TableRival(Out, frozen=True, kw_only=True):
    """How it stands between me and somebody at this table."""

    seat: int
    games: int
    mine: int
    theirs: int


class GameRating(Out, frozen=True, kw_only=True):
    """My rating in a game: right within the margin, 19 times of 20."""

    game: str
    value: int
    margin: int
    games: int
    sure: bool  # otherwise it is still too early for a number


class Ratings(Out, frozen=True, kw_only=True):
    """My ratings; nobody else sees them."""

    on: bool
    games: list[GameRating]
