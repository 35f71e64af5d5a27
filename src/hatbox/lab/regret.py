"""What a bot loses to perfect play in the games that are solved for two players.

A bot plays against the exact player. At each of its decisions its regret is taken from the exact values: the value of
the best move minus that of the chosen one. The sum over a game, discounted as in the solved game, is on average exactly
what the bot loses against perfect play, and it varies far less than wins and losses do.
"""

from hatbox.bots import Bot, Budget, move_of, seen_by
from hatbox.bots.exact import worths_of
from hatbox.bots.players import make_bot
from hatbox.game import load
from hatbox.games.hat_stairs.exact import DISCOUNT
from hatbox.lab.work import Piece, Result
from hatbox.match.match import Match

LONGEST = 800  # actions: what is lost after 400 turns of hat_stairs counts less than a fiftieth
DISCOUNTS = {"hat_stairs": DISCOUNT, "vanished_animal": 1.0}  # per turn, as the games were solved
EXACT = "level_5"


def regret_of(match: Match, bot: Bot, budget: Budget) -> float:
    """Let the bot move; returns how much less than the best move its own was worth."""
    seen, moves = seen_by(match, match.turn, budget.seed), match.legal
    found = dict(zip(moves, worths_of(seen.game, seen.states, seen.seat, moves), strict=True))
    chosen = bot.choose(seen, moves, budget)
    match.play(chosen)
    return max(found.values()) - found[chosen]


def lost_in_game(slug: str, bot: Bot, number: int, iterations: int) -> float:
    """What the bot loses in one game, in wins minus losses; it starts every other game."""
    match, exact, lost = load(slug, 2).match(seed=number // 2), make_bot(EXACT), 0.0
    discount = DISCOUNTS[slug]
    while not match.over and match.ply < LONGEST:
        budget = Budget(iterations=iterations, seed=1_000_003 * number + match.ply)
        if match.turn == number % 2:
            left = discount ** (int(match.state.turns) + 1) if discount < 1 else 1.0
            lost += left * regret_of(match, bot, budget)
        else:
            match.play(move_of(exact, match, budget))
    return lost


def play_for_regret(piece: Piece) -> Result:
    """Some games of one bot against the exact player."""
    bot = make_bot(piece.bots[0])
    games = range(piece.first, piece.first + piece.count)
    return {"lost": [lost_in_game(piece.game, bot, number, piece.iterations) for number in games]}
