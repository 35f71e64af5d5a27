"""Makes puzzles: plays bot games and confirms decisions that matter with a hundred times the first budget."""

import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from multiprocessing import get_context
from pathlib import Path

import msgspec

from hatbox.bots import Budget, Seen, move_of, seen_by
from hatbox.bots.advice import facts_of
from hatbox.bots.exact import NOTHING, table_for
from hatbox.bots.judgement import chance_of, sides_of
from hatbox.bots.levels import bot_of
from hatbox.bots.players import NODES, Thinker
from hatbox.engine.cache import sources_hash, sources_of
from hatbox.engine.facts import Said
from hatbox.errors import HatboxError
from hatbox.game import Rulebook, load, rulebook
from hatbox.lab.puzzles import (
    EQUAL,
    FORMAT,
    HUNDRED,
    Collection,
    Made,
    Puzzle,
    Row,
    Source,
    accepted,
    decoded,
    file_of,
    game_seed,
)
from hatbox.lab.puzzles.themes import story_begins, theme_of
from hatbox.lab.puzzles.weighing import exact_chances, is_certain, is_solved, weighed
from hatbox.match.match import Match

QUICK = 300  # iterations of the first look
CONFIRMED = 100 * QUICK  # divided evenly among all moves
AGREED = 10 * QUICK  # of one tree over all moves, which must agree, and for later choices of the turn
MARGIN = 10  # wins in 100 by which the best move must be ahead
MARGINS = {"great_hall": 5}  # games are long and swing often, so a single move counts for less
PROMISING = 0.6  # fraction of the margin that the first look must find
PLAYED = 120  # iterations of the bots that play the games
PLAYERS = {"hat_stairs": (2,), "vanished_animal": (2,)}  # solved games are only played where they are exact
MIXED = (2, 2, 3, 2, 2, 4)  # numbers of players for the others, in turn
LEVELS = (2, 3, 4)  # of the players: mistakes lead to positions with something to find
TRIES = 8  # per level, to determine how difficult a puzzle is
# levels, and the most iterations they may think
TRIED = ((1, CONFIRMED), (2, CONFIRMED), (3, CONFIRMED), (4, CONFIRMED))
THOUGHT = ((5, 4), (5, 12), (5, 40), (5, 120))  # used instead where even level 1 compares whole turns
WHOLE_TURNS = ("great_hall",)
APART = 6  # plies between two puzzles of a game, at least
MOST = 4  # puzzles of one game
EASIEST = 2  # of these may be found by the weakest level too
SPARE = 4  # extra ones to confirm, because some are too easy or too similar
LONGEST_STORY = 20  # moves that must be remembered
LONGEST_TURN = 8  # choices
# fractions of all puzzles, at most: easy ones, those with only two moves, those of one theme
EASY_PART, COIN_PART, THEME_PART = 0.3, 0.25, 0.5
START = 10  # puzzles before these fractions apply


@dataclass(frozen=True)
class Found:
    """A confirmed decision, before it is clear whether it is wanted."""

    puzzle: Puzzle
    story: tuple[int, ...]  # what was played while it was shown


def make(
    slug: str,
    count: int,
    seed: int,
    seconds: float,
    jobs: int,
    out: Path | None = None,
    tell: Callable[[Collection], None] = lambda _: None,
) -> Collection:
    """Continue a file until it has `count` puzzles or the time is up; it is written after every game."""
    book, file = rulebook(slug), out or file_of(slug)
    if not book.product:
        raise HatboxError(f"{slug} has no coach, so it has no puzzles.")
    found, started = begun(book, file, seed), time.monotonic()
    before = found.made.seconds
    if found.count >= count:
        return found
    for number, looked in _games(slug, found.made.seed, found.made.games, jobs):
        source = _wanted(found, *looked)
        sources = [*found.sources, source] if source.puzzles else found.sources
        spent = before + round(time.monotonic() - started)
        made = msgspec.structs.replace(found.made, games=number + 1, seconds=spent)
        found = msgspec.structs.replace(found, made=made, sources=sources)
        write(found, file)
        tell(found)
        if found.count >= count or time.monotonic() - started >= seconds:
            return found
    return found


def begun(book: Rulebook, file: Path, seed: int) -> Collection:
    """The puzzles already in a file, or an empty collection."""
    fresh = Made(
        seed=seed,
        games=0,
        seconds=0,
        quick=QUICK,
        confirmed=CONFIRMED,
        margin=MARGINS.get(book.slug, MARGIN),
        rules=rules_hash(book),
    )
    if file.exists():
        found = decoded(file.read_bytes(), file.name)
        same = msgspec.structs.replace(found.made, games=0, seconds=0)
        if found.game != book.slug or found.ruleset != book.ruleset or same.seed != seed:
            raise HatboxError(
                f"{file} has puzzles of {found.game}, ruleset {found.ruleset}, made with seed {found.made.seed}: "
                f"they go on only as they were begun; name another file."
            )
        return found
    facts = [[fact.key, *fact.given] for fact in book.facts]
    return Collection(
        format=FORMAT, game=book.slug, ruleset=book.ruleset, made=fresh, facts=facts, sources=[]
    )


def write(found: Collection, file: Path) -> None:
    """Write a file, one game per line, so that additions are easy to review."""
    head, sources = msgspec.json.encode(msgspec.structs.replace(found, sources=[])), found.sources
    lines = b",\n".join(msgspec.json.encode(source) for source in sources)
    part = file.with_suffix(".part")
    part.write_bytes(head.replace(b'"sources":[]', b'"sources":[\n' + lines + b"\n]") + b"\n")
    part.replace(file)


def rules_hash(book: Rulebook) -> str:
    """A name for the current rules of a game."""
    return sources_hash(sources_of(Path(str(book.module("rules").__file__))))


# ---- which ones to keep ------------------------------------------------------------------------------------------


def _wanted(found: Collection, game: Source, candidates: list[Found]) -> Source:
    """A game with those of its puzzles that differ from the others and keep the themes balanced."""
    old = [puzzle for one in found.sources for puzzle in one.puzzles]
    known = {
        likeness(one.players, p, tuple(one.actions[p.shown : p.ply]))
        for one in found.sources
        for p in one.puzzles
    }
    kept: list[Puzzle] = []
    for one in candidates:
        alike, all_so_far = likeness(game.players, one.puzzle, one.story), [*old, *kept]
        themes, room = Counter(p.theme for p in all_so_far), len(all_so_far) + START
        easy, coins = sum(p.difficulty == 1 for p in all_so_far), sum(map(is_coin, all_so_far))
        if (
            alike in known
            or len(kept) == MOST
            or any(abs(p.ply - one.puzzle.ply) < APART for p in kept)
            or (one.puzzle.difficulty == 1 and easy >= EASY_PART * room)
            or (is_coin(one.puzzle) and coins >= COIN_PART * room)
            or themes[one.puzzle.theme] >= THEME_PART * room
        ):
            continue
        known.add(alike)
        kept.append(one.puzzle)
    kept.sort(key=lambda puzzle: puzzle.ply)
    last = kept[-1].ply if kept else 0
    return msgspec.structs.replace(game, actions=game.actions[:last], puzzles=kept)


def is_coin(puzzle: Puzzle) -> bool:
    """Whether there are only two moves, so that a coin toss finds the better one half the time."""
    return len(puzzle.steps[0]) == 2


def likeness(players: int, puzzle: Puzzle, story: tuple[int, ...]) -> tuple[object, ...]:
    """What two puzzles share if they differ only in where things are."""
    return players, puzzle.theme, str(puzzle.steps), str(puzzle.why), story


# ---- one game ----------------------------------------------------------------------------------------------------


def _games(slug: str, seed: int, first: int, jobs: int) -> Iterator[tuple[int, tuple[Source, list[Found]]]]:
    """The games from a number on, in order, with all their confirmed decisions."""
    number = first
    if jobs <= 1:
        while True:
            yield number, looked_through(slug, seed, number)
            number += 1
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        waiting = {number + k: pool.submit(looked_through, slug, seed, number + k) for k in range(2 * jobs)}
        try:
            while True:
                yield number, waiting.pop(number).result()
                waiting[number + 2 * jobs] = pool.submit(looked_through, slug, seed, number + 2 * jobs)
                number += 1
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def looked_through(slug: str, seed: int, number: int) -> tuple[Source, list[Found]]:
    """Play a bot game and return it with the decisions in which one move is clearly best, difficult ones first."""
    players = _players_of(slug, number)
    match = Match(load(slug, players), game_seed(seed, number))
    dice = random.Random(match.seed)
    bots = [bot_of(f"level_{dice.choice(LEVELS)}") for _ in range(players)]
    promising: list[
        tuple[bool, bool, float, int]
    ] = []  # difficult ones first, then those with many moves, then at random
    while not match.over:
        if len(match.legal) > 1 and (good := promising_moves(match)):
            easy = tries_found(seen_by(match, match.turn, match.ply), match.legal, good, 0) * 2 >= TRIES
            promising.append((easy, len(match.legal) == 2, dice.random(), match.ply))
        match.play(move_of(bots[match.turn], match, Budget(iterations=PLAYED, seed=dice.getrandbits(40))))
    found: list[Found] = []
    easiest = 0
    for easy, _, _, ply in sorted(promising):
        if (
            easiest < EASIEST
            and len(found) < MOST + SPARE
            and all(abs(one.puzzle.ply - ply) >= APART for one in found)
        ):
            easiest += easy
            confirmed = confirm(Match.after(match.game, match.seed, match.actions[:ply]))
            found += [confirmed] if confirmed else []
    return Source(number=number, players=players, actions=match.actions, puzzles=[]), found


def _players_of(slug: str, number: int) -> int:
    """How many players a game has: mostly two."""
    possible, wanted = rulebook(slug).players, PLAYERS.get(slug, MIXED)
    return min(wanted[number % len(wanted)], max(possible))


def promising_moves(match: Match) -> set[int]:
    """The best move at first sight if it is well ahead of the others, else nothing; several if they are equal."""
    seen = seen_by(match, match.turn, match.ply)
    if is_solved(seen):
        losses = losses_of(exact_chances(seen, match.legal))
        enough = margin_of(losses) >= wanted_margin(match)
        return {match.legal[place] for place in accepted(losses)} if enough else set()
    thinker = Thinker(seen, QUICK + 2, match.ply, 0, {})
    thinker.run(QUICK)
    best, *others = sorted(thinker.children(), key=lambda child: -child.visits)
    among = int(sides_of(seen.states))
    second = max((float(chance_of(other.value, among)) for other in others), default=0.0)
    ahead = float(chance_of(best.value, among)) - second
    return {best.action} if ahead >= PROMISING * wanted_margin(match) / HUNDRED else set()


def wanted_margin(match: Match) -> int:
    """The wins in 100 by which a move must be ahead in this game."""
    return MARGINS.get(match.game.slug, MARGIN)


def losses_of(chances: list[float]) -> list[int]:
    """What each move gives away, in wins out of 100."""
    return [round(HUNDRED * (max(chances) - chance)) for chance in chances]


def margin_of(losses: list[int]) -> int:
    """How far the best moves are ahead; 0 if there are several and more than a third, because guessing finds them."""
    rest, good = [loss for loss in losses if loss > EQUAL], len(accepted(losses))
    return min(rest) if rest and (good == 1 or good * 3 <= len(losses)) else 0


def confirm(match: Match) -> Found | None:
    """The puzzle at a position, if one move is clearly best there."""
    seat, legal = match.turn, match.legal
    seen = seen_by(match, seat, match.ply)
    exact = is_solved(seen)
    thinker = Thinker(seen, NODES if not exact else 2, match.ply + 1, 0, {})
    chances = exact_chances(seen, legal) if exact else weighed(seen, legal, CONFIRMED, match.ply)
    losses = losses_of(chances)
    if margin_of(losses) < wanted_margin(match):
        return None
    if not exact:
        thinker.run(AGREED)
        most = max(thinker.children(), key=lambda child: child.visits).action
        if losses[legal.index(most)] > EQUAL:
            return None  # the two searches disagree
    shown = story_begins(match, seat)
    if match.ply - shown > LONGEST_STORY:
        return None
    best = legal[losses.index(min(losses))]
    path, steps = _rest_of_turn(match, best, losses, exact)
    table = table_for(match.game, seen.states, wait=True) if exact else NOTHING
    order = sorted(range(len(legal)), key=lambda place: losses[place])
    why = [
        facts_of(seen, [best, legal[place]], 0, table, thinker)[1] if place != order[0] else []
        for place in range(len(legal))
    ]
    why[order[0]] = facts_of(seen, [best, legal[order[1]]], 0, table, thinker)[0]
    theme = theme_of(match.game.slug, facts_of(seen, [best], 0, table, thinker)[0] + why[order[0]], path)
    good = {legal[place] for place in accepted(losses)}
    puzzle = Puzzle(
        ply=match.ply,
        seat=seat,
        shown=shown,
        theme=theme,
        difficulty=difficulty_of(seen, legal, good),
        margin=margin_of(losses),
        exact=exact,
        steps=steps,
        why=[[_row(match.game.rulebook, fact) for fact in facts] for facts in why],
    )
    return Found(puzzle, tuple(match.actions[shown:]))


def _row(book: Rulebook, fact: Said) -> Row:
    """A fact as numbers."""
    keys = [one.key for one in book.facts]
    return [keys.index(fact.key), *fact.given.values()]


def _rest_of_turn(
    match: Match, best: int, losses: list[int], exact: bool
) -> tuple[list[int], list[list[int]]]:
    """The choices of the turn that certainly follow the best one, and what every move gives away there."""
    seat, twin, path, steps = match.turn, match.fork(match.ply), [best], [losses]
    while len(path) < LONGEST_TURN:
        if not is_certain(seen_by(twin, seat, twin.ply), path[-1]):
            break
        twin.play(path[-1])
        if twin.over or twin.turn != seat:
            break
        seen, legal = seen_by(twin, seat, twin.ply), twin.legal
        chances = [0.0]
        if len(legal) > 1:
            chances = exact_chances(seen, legal) if exact else weighed(seen, legal, AGREED, twin.ply)
        steps.append(losses_of(chances))
        path.append(legal[steps[-1].index(min(steps[-1]))])
    return path, steps


def difficulty_of(seen: Seen, legal: list[int], good: set[int]) -> int:
    """The lowest level from which all levels find a best move in at least half of some tries; 5: level 4 does not.

    In games of `WHOLE_TURNS`, the best bot with very little thought takes the place of the levels.
    """
    missed = [rung + 2 for rung in range(len(TRIED)) if tries_found(seen, legal, good, rung) * 2 < TRIES]
    return max(missed, default=1)


def tries_found(seen: Seen, legal: list[int], good: set[int], rung: int) -> int:
    """How many of some tries find one of these moves, each with a different seed and memory."""
    level, iterations = (THOUGHT if seen.game.slug in WHOLE_TURNS else TRIED)[rung]
    bot = bot_of(f"level_{level}")
    chosen = [
        bot.choose(replace(seen, salt=seen.salt + k), legal, Budget(iterations=iterations, seed=k))
        for k in range(TRIES)
    ]
    return sum(action in good for action in chosen)
