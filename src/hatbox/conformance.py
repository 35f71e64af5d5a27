"""The laws that every game obeys, as checks for any game.

Each law takes a `Game` (a rulebook with players and options) and raises AssertionError with an explanation.
`settings` lists the player counts and option values to try; `check_all` runs everything on one of them.
"""

import random
import re
from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import Any

import msgspec
import numpy as np

from hatbox import words
from hatbox.engine import entries
from hatbox.engine.notes import LENGTH, Event, Field, layout
from hatbox.engine.schema import Words
from hatbox.errors import BadOption, IllegalMove
from hatbox.game import Game, Rulebook, load
from hatbox.interfaces import SPECTATOR
from hatbox.lab.simulate import play_chunk
from hatbox.match import recording
from hatbox.match.match import Match
from hatbox.options import Option, Value, show

PLIES = 300  # positions looked at per game; long random games are cut there
REFUSALS = 12  # illegal actions tried per position
VIEWS_EVERY = 7  # plies between two looks at all views
STOPPED = ("end_capped", "end_nobody")  # how a game says that a limit ended it
NO_FIELD = Field(Words(), False, False, "", frozenset())
_OPEN = re.compile(r"[{}#]")


def settings(book: Rulebook) -> Iterator[tuple[int, dict[str, Value]]]:
    """Every player count with the defaults; every option value and combination with the first valid player count."""
    for players in book.players:
        yield players, {}
    single: list[dict[str, Value]] = [{o.name: value} for o in book.options for value in values(o)]
    for options in [*single, *book.also_try]:
        for players in book.players:
            try:
                load(book.slug, players, **options)
            except BadOption:
                continue
            yield players, options
            break


def values(option: Option) -> list[Value]:
    """The values of an option to try: all choices, or both ends of a span; never the default."""
    numbers: list[Value] = (
        [*option.span, *option.also] if option.count == 1 else [(n,) * option.count for n in option.span]
    )
    return [value for value in (option.choices or numbers) if value != option.default]


def name(players: int, options: dict[str, Value]) -> str:
    """A short name of a setting, good for files: `3p`, `2p-overshoot=bounce`."""
    return "-".join([f"{players}p", *(f"{key}={show(value)}" for key, value in options.items())])


def random_match(game: Game, seed: int, plies: int = PLIES) -> Iterator[Match]:
    """A match before each of its random moves; callers may look but not play."""
    match, chooser = game.match(seed), random.Random(seed)
    while not match.over and match.ply < plies:
        yield match
        match.play(chooser.choice(match.legal))
    yield match


def law_legal_means_legal(game: Game, seed: int = 1) -> None:
    """Law 1: exactly the legal actions are accepted; others are refused with a rule, the state untouched."""
    chooser = random.Random(seed)
    for match in random_match(game, seed):
        legal, before = match.legal, match.hash
        assert match.over == (not legal), "a game that goes on has a legal action, an ended one has none"
        assert len(set(legal)) == len(legal), f"an action is listed twice: {legal}"
        others = [action for action in range(game.rulebook.actions) if action not in legal]
        for action in chooser.sample(others, min(REFUSALS, len(others))):
            try:
                match.play(action)
            except IllegalMove as refused:
                assert match.over or (refused.rule and refused.reason), (
                    f"no rule is named for action {action}"
                )
            else:
                raise AssertionError(f"illegal action {action} was accepted in {match.position}")
        assert match.hash == before, "a refused move changed the state"


def law_sets_are_lists(game: Game, seed: int = 1) -> None:
    """A game that gives its legal actions as bits too must mean the same actions as in its list."""
    if not hasattr(game.rulebook.rules, "legal_set"):
        return
    for match in random_match(game, seed):
        bits = int(entries.legal_bits(match._states, 0))
        members = [action for action in range(bits.bit_length()) if bits >> action & 1]
        assert match.over or members == sorted(match.legal), f"{members} instead of {match.legal}"


def law_same_seed_same_game(game: Game, seed: int = 1) -> None:
    """Law 2: a record replays to the same bytes at every ply."""
    match = last(random_match(game, seed))
    twin = recording.replay(recording.from_json(recording.to_json(match)))
    assert twin.hash == match.hash and twin.now.data == match.now.data
    assert recording.to_json(twin) == recording.to_json(match)


def law_no_leaks(game: Game, seed: int = 1) -> None:
    """Law 3: redrawing what a viewer cannot know changes no byte of what the viewer or its bot gets."""
    chooser = random.Random(seed)
    seats = [SPECTATOR, *range(game.players)]
    for match in random_match(game, seed):
        if match.ply % VIEWS_EVERY == 0 or match.over:
            for seat in seats:
                twin = match.guess(seat, chooser.getrandbits(60))
                assert _known(game, match._states, seat) == _known(game, twin, seat), (
                    f"seat {seat} sees hidden information"
                )
                assert _guessed(match._states, seat) == _guessed(twin, seat), (
                    f"what a bot on seat {seat} gets depends on hidden information"
                )
                if not match.over:
                    _law_of_events(game, match, twin, seat, chooser.choice(match.legal))


def _known(game: Game, states: Any, seat: int) -> bytes:
    """Everything a viewer gets in a position: views, observation, and the legal list if it must act."""
    parts = [msgspec.json.encode(game.view(states, seat, aid)) for aid in (False, True)]
    if seat != SPECTATOR:
        parts.append(game.observation(states, seat).tobytes())
    if seat == states[0].turn:
        buffer = game.buffer()
        count = entries.step(states.copy(), 0, entries.JUST_LOOK, buffer)
        parts.append(buffer[:count].tobytes())
    return b"|".join(parts)


def _guessed(states: Any, seat: int) -> bytes:
    """The state that a bot gets for a fixed seed: the same bytes in all worlds its seat cannot tell apart."""
    guess = states.copy()
    entries.redraw(guess, 0, seat, np.uint64(7))
    return guess.tobytes()  # type: ignore[no-any-return]


def _law_of_events(game: Game, match: Match, twin: Any, seat: int, action: int) -> None:
    """In two worlds that a viewer cannot tell apart before and after a move, it sees the same events."""
    after, other = match._states.copy(), twin.copy()
    other["rng"] = after["rng"]  # the same chance, so that the worlds stay comparable
    buffer = game.buffer()
    count = entries.step(other, 0, entries.JUST_LOOK, buffer)
    if action not in buffer[:count]:
        return  # in that world the mover could not have done it
    told = [_told(game, states, seat, action) for states in (after, other)]
    if _known(game, after, seat) == _known(game, other, seat):
        assert told[0] == told[1], f"the events of action {action} tell seat {seat} hidden information"


def _told(game: Game, states: Any, seat: int, action: int) -> bytes:
    """Play an action; returns what a viewer sees of it."""
    events = game.events(states, action)
    entries.step(states, 0, action, game.buffer())
    return msgspec.json.encode([seen for event in events if (seen := event.seen_by(seat)) is not None])


def law_nothing_is_lost(game: Game, seed: int = 1) -> None:
    """Law 4: the game's own invariants hold after every action."""
    for match in random_match(game, seed):
        game.rulebook.possible(match.state)
        game.rulebook.conserved(match.state)
        assert 0 <= match.turn < game.players
    assert not match.over or abs(sum(match.returns)) < 1e-9, "returns add up to 0"


def law_every_game_ends(game: Game, seed: int = 1, games: int = 50) -> None:
    """Law 5: random games end."""
    lengths, payoffs, _ = play_chunk(game, seed, (0, games))
    assert (lengths > 0).all()
    assert np.abs(payoffs.sum(axis=1)).max() < 1e-6


def law_text_goes_both_ways(game: Game, seed: int = 1) -> None:
    """Law 6: positions and moves round-trip as text."""
    for match in random_match(game, seed):
        text = match.position
        twin = game.match(seed)
        twin.set_position(text)
        twin._states["rng"] = match._states["rng"]
        assert twin._states.tobytes() == match._states.tobytes(), f"{text!r} does not round-trip"
        texts = [str(move) for move in match.moves]
        assert len(set(texts)) == len(texts), f"two moves have the same text: {texts}"
        assert [match._read(text) for text in texts] == match.legal
        assert repr(match) and "\n" not in repr(match)


def law_words_fit(game: Game, seed: int = 1) -> None:
    """Law 7: every sentence is complete, names seats that play, and says that the game is over exactly when it is."""
    slug, names = game.slug, [f"player {seat}" for seat in range(game.players)]
    match, chooser = game.match(seed), random.Random(seed)
    while not match.over and match.ply < PLIES:
        others = [action for action in range(game.rulebook.actions) if action not in match.legal]
        for action in chooser.sample(others, min(REFUSALS, len(others))):
            refusal = match.now.refusal(action)
            sentence = words.refuse(slug, refusal)
            assert sentence.endswith(f"({refusal.rule})") and not _OPEN.search(sentence), sentence
            known = words.refusal_key(slug, refusal) or refusal.sentence
            assert known, f"{refusal} has no sentence"
        before = match.position
        events = match.play(chooser.choice(match.legal)).events
        for event in events:
            assert not _OPEN.search(words.tell(slug, event, names)), f"{event} is told with a gap"
            _law_of_seats(game, event)
        ends = [event.kind for event in events if event.kind.startswith("end_")]
        assert bool(ends) == match.over or not words.word_list(slug), f"{before}: {ends}, over: {match.over}"
        stopped = any(kind in STOPPED for kind in ends)
        assert stopped == match.view().capped, f"{before}: {ends}, capped: {match.view().capped}"


def _law_of_seats(game: Game, event: Event) -> None:
    """The seats that an event names play in this game, and its lists are as long as it says."""
    for name, value in msgspec.structs.asdict(event).items():
        seats = value if name == "seats" else [value] if words.ALIASES.get(name, name) in words.SEATS else []
        assert all(0 <= seat < game.players for seat in seats), f"{event} names a seat that does not play"
        if isinstance(value, list) and LENGTH in layout(type(event)).fields.get("count", NO_FIELD).marks:
            assert len(value) == getattr(event, "count"), f"{event} counts wrongly"  # noqa: B009


def fingerprints(game: Game, seed: int = 1, plies: int = 60) -> list[str]:
    """A hash of state, observation and guess at every ply of a random match, to compare between processes."""
    return [sha256(_all_bytes(match)).hexdigest()[:12] for match in random_match(game, seed, plies)]


def _all_bytes(match: Match) -> bytes:
    """The state, the observation of the seat to act, and what a bot on it gets."""
    seen = match.game.observation(match._states, match.turn).tobytes()
    return match.now.data + seen + _guessed(match._states, match.turn)


def last(matches: Iterator[Match]) -> Match:
    """The last of the matches."""
    *_, match = matches
    return match


LAWS: tuple[Callable[[Game], None], ...] = (
    law_legal_means_legal,
    law_sets_are_lists,
    law_same_seed_same_game,
    law_no_leaks,
    law_nothing_is_lost,
    law_every_game_ends,
    law_text_goes_both_ways,
    law_words_fit,
)


def check_all(game: Game) -> None:
    """Put one game through all laws that need a single process.

    >>> import hatbox
    >>> check_all(hatbox.load("connect_four"))
    """
    for law in LAWS:
        law(game)
