"""What a move does, as numbers for sentences: how many animals remain possible, and who has seen how much.

Only what the seat itself has seen or heard is used.
"""

from typing import Any

from hatbox.engine.facts import WINS_NOW, Facts, Notes, say
from hatbox.engine.jit import rule
from hatbox.engine.record import States
from hatbox.games.vanished_animal.board import PAIR
from hatbox.games.vanished_animal.bot import hats_seen, saw_animal
from hatbox.games.vanished_animal.knowledge import is_hidden, may_be_missing, was_named
from hatbox.games.vanished_animal.rules import has_seen, is_out
from hatbox.games.vanished_animal.state import HATS, PLACES, Action, Phase, State

FACTS = Facts()
CERTAIN = FACTS.add("coach_certain")
SURELY_WRONG = FACTS.add("coach_surely_wrong")
ONE_OF = FACTS.add("coach_one_of", "count")
LOOK_CERTAIN = FACTS.add("coach_look_certain")
LOOK = FACTS.add("coach_look", "count")
LOOK_OR = FACTS.add("coach_look_or", "count", "most")
NOTHING_NEW = FACTS.add("coach_nothing_new")
RIVAL = FACTS.add("coach_rival", "player", "count")
MOVES_SEEN = FACTS.add("coach_moves_seen", "player")
MOVES_UNSEEN = FACTS.add("coach_moves_unseen")
STAYS = FACTS.add("coach_stays")


@rule
def possible(s: State, seat: int) -> int:
    """How many animals the vanished one could be, as far as the seat knows."""
    count = 0
    for place in range(HATS):
        count += may_be_missing(s, seat, place)
    return count


@rule
def named_ones_hidden(s: State, seat: int) -> int:
    """How many wrongly named animals are under hats that the seat does not know."""
    count = 0
    for place in range(PLACES):
        count += is_hidden(s, seat, place) and was_named(s, s.hats[place])
    return count


@rule
def say_rival(s: State, seat: int, out: Notes) -> None:
    """Report which rival still in the round has seen the most hats."""
    most, who = 0, -1
    for other in range(s.players):
        if other != seat and not is_out(s, other) and hats_seen(s, other) > most:
            most, who = hats_seen(s, other), other
    if who >= 0:
        say(out, RIVAL, who, most, 0)


@rule
def say_name(s: State, seat: int, animal: int, out: Notes) -> None:
    """VA-12: report how likely a name is to be right."""
    left = possible(s, seat)
    if saw_animal(s, seat, animal) or was_named(s, animal):
        say(out, SURELY_WRONG, 0, 0, 0)
        return
    if left == 1:
        if s.tokens[seat] == s.wins_needed - 1:
            say(out, WINS_NOW, 0, 0, 0)
        say(out, CERTAIN, 0, 0, 0)
        return
    say(out, ONE_OF, left, 0, 0)
    say_rival(s, seat, out)


@rule
def say_look(s: State, seat: int, place: int, out: Notes) -> None:
    """VA-09: report how many animals remain possible after a look; a named one may turn up under the hat (R-16)."""
    left = possible(s, seat)
    if has_seen(s, seat, place) or left == 1:
        say(out, NOTHING_NEW, 0, 0, 0)
    elif named_ones_hidden(s, seat) > 0:
        say(out, LOOK_OR, left - 1, left, 0)
    elif left == 2:
        say(out, LOOK_CERTAIN, 0, 0, 0)
    else:
        say(out, LOOK, left - 1, 0, 0)
    say_rival(s, seat, out)


@rule
def say_swap(s: State, seat: int, one: int, other: int, out: Notes) -> None:
    """VA-10: report who has to remember that a hat has moved."""
    said = False
    for rival in range(s.players):
        seen = has_seen(s, rival, one) or has_seen(s, rival, other)
        if rival != seat and not is_out(s, rival) and seen:
            say(out, MOVES_SEEN, rival, 0, 0)
            said = True
    if not said:
        say(out, MOVES_UNSEEN, 0, 0, 0)


@rule
def facts(
    s: State,
    action: int,
    after: State,
    seat: int,
    won: bool,
    boards: States,
    acts: Any,
    pad: Any,
    out: Any,
) -> None:
    """Note what a move does; `after` and `won` depend on hidden hats, so they are ignored."""
    if s.phase == Phase.ACT:
        if action >= Action.NAME:
            say_name(s, seat, action - Action.NAME, out)
        else:
            say_look(s, seat, action - Action.PEEK, out)
    elif action == Action.NO_SWAP or action == Action.NO_SECOND_SWAP:
        say(out, STAYS, 0, 0, 0)
    elif s.phase == Phase.SWAPPING:
        say_swap(s, seat, s.peek, action - Action.SWAP, out)
    else:
        pair = action - Action.SECOND_SWAP
        say_swap(s, seat, PAIR[pair, 0], PAIR[pair, 1], out)
