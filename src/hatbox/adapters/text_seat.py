"""A seat for programs that read and write text, such as language models: bots play the other seats.

The seat sees what a player in it may see and nothing else: its own view of the board, what it has been told, its moves.
"""

import secrets
from dataclasses import dataclass

from hatbox.bots import Bot, Budget, move_of
from hatbox.bots.players import make_bot
from hatbox.errors import HatboxError
from hatbox.game import Game
from hatbox.interfaces import SPECTATOR
from hatbox.match.match import Match
from hatbox.match.outcome import result
from hatbox.printing import plain
from hatbox.words import tell

ITERATIONS = 1_000  # of a rival's search per move, at most; its level may allow fewer


@dataclass(frozen=True)
class Look:
    """What the seat knows now; `moves` is empty unless it is this seat's turn."""

    game: str
    you: str
    players: list[str]
    board: str
    happened: list[str]  # since the last look, oldest first
    turn: str  # whose turn it is; empty once the game is over
    moves: list[str]
    over: bool
    result: str


class TextSeat:
    """One seat of a match whose other seats are played by bots."""

    def __init__(self, game: Game, seat: int, rivals: str, seed: int | None = None) -> None:
        """Deal the game and let the bots play until this seat must act."""
        if not 0 <= seat < game.players:
            raise HatboxError(f"{game.slug} has the seats 0 to {game.players - 1} here, not {seat}.")
        self._match: Match = game.match(seed=seed)
        self._seat = seat
        self._viewer = seat if game.rulebook.secrets else SPECTATOR
        self._rival: Bot = make_bot(rivals)
        self._seed = secrets.randbits(40) if seed is None else seed
        self._untold: list[str] = []
        self._let_the_others_play()

    def look(self) -> Look:
        """The position as this seat sees it, and what has happened since the last look."""
        match, happened = self._match, self._untold
        self._untold = []
        mine = not match.over and match.turn == self._seat
        return Look(
            game=match.game.slug,
            you=match.names[self._seat],
            players=list(match.names),
            board=plain(match.game.rulebook.text(match.view(self._viewer), match.names)),
            happened=happened,
            turn="" if match.over else match.names[match.turn],
            moves=[move.text for move in match.moves] if mine else [],
            over=match.over,
            result=result([match.names[seat] for seat in match.winners]) if match.over else "",
        )

    def move(self, text: str) -> Look:
        """Make a move, given as its text, let the others play, and look; an illegal move changes nothing."""
        if self._match.over:
            raise HatboxError("The game is over.")
        self._play(text)
        self._let_the_others_play()
        return self.look()

    def _let_the_others_play(self) -> None:
        """Play for the bots until this seat must act or the game is over."""
        match = self._match
        while not match.over and match.turn != self._seat:
            budget = Budget(iterations=ITERATIONS, seed=self._seed + match.ply)
            self._play(move_of(self._rival, match, budget))

    def _play(self, move: str | int) -> None:
        """Make a move, and remember what this seat is told about it."""
        played = self._match.play(move)
        slug, names = self._match.game.slug, self._match.names
        self._untold += [tell(slug, event, names) for event in played.seen_by(self._viewer)]
