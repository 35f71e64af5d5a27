"""What a move does, as numbers for sentences: discs and points, sets, areas, and what it leaves for the next player.

The counts come from the rules themselves: every reply is tried.
"""

from typing import Any

from hatbox.engine.facts import WINS_NOW, Facts, Notes, say
from hatbox.engine.jit import rule
from hatbox.engine.record import States
from hatbox.engine.replies import SPARE
from hatbox.games.magic_hexagon.board import CELLS
from hatbox.games.magic_hexagon.hypnosis import discs_around
from hatbox.games.magic_hexagon.moves import unlocked
from hatbox.games.magic_hexagon.rules import apply, is_round_one, legal, on_turn
from hatbox.games.magic_hexagon.state import ANY_HAT, FACES, HATS, KINDS, Action, Phase, State

FACTS = Facts()
TAKES = FACTS.add("coach_takes", "count", "points")
SETS = FACTS.add("coach_sets", "count", "points")
AREA = FACTS.add("coach_area", "count")
REPLY = FACTS.add("coach_reply", "player", "points")
AGAIN = FACTS.add("coach_again")
UNLOCKS = FACTS.add("coach_unlocks")
HYPNOSIS = FACTS.add("coach_hypnosis", "player", "points", "most")
SKIPS = FACTS.add("coach_skips", "player")
KEEPS_CARD = FACTS.add("coach_keeps_card", "player", "points")


@rule
def discs_of(s: State, seat: int) -> int:
    """How many discs a seat has."""
    count = 0
    for face in range(FACES):
        count += int(s.owned[seat, face])
    return count


@rule
def stones_of(s: State, seat: int) -> int:
    """How many power stones a seat has."""
    count = 0
    for kind in range(KINDS):
        count += int(s.stones[seat, kind])
    return count


@rule
def stone_gain(s: State, after: State, seat: int) -> int:
    """The points for new stones."""
    points = 0
    for kind in range(KINDS):
        points += int(after.stones[seat, kind] - s.stones[seat, kind]) * int(s.stone_values[kind])
    return points


@rule
def play_whole(boards: States, first: int, action: int, acts: Any) -> None:
    """Apply a move on the board after `first`, with the best disc in the first round (MH-21); `first` is unchanged."""
    seat, s = int(boards[first].turn), boards[first + 1]
    boards[first + 1] = boards[first]
    apply(s, action)
    if s.phase != Phase.PICK or s.over:
        return
    boards[first + 2] = s
    best, count = -1, legal(s, acts[first + 1])
    for k in range(count):
        boards[first + 3] = boards[first + 2]
        apply(boards[first + 3], acts[first + 1, k])
        if boards[first + 3].score[seat] > best:
            best = int(boards[first + 3].score[seat])
            boards[first + 1] = boards[first + 3]


@rule
def most_gained(boards: States, first: int, acts: Any) -> int:
    """The most points the player to move on a board can make with one move, including areas and stones."""
    seat, most = on_turn(boards[first]), 0
    boards[first].phase, boards[first].turn = Phase.MOVE, seat
    count = legal(boards[first], acts[first])
    for k in range(count):
        play_whole(boards, first, acts[first, k], acts)
        most = max(most, int(boards[first + 1].score[seat] - boards[first].score[seat]))
    return most


@rule
def best_reply(s: State, boards: States, acts: Any) -> int:
    """The most points the player to move can make; with `any_hat` a named hat may jump further (MH-O01)."""
    boards[0] = s
    most = most_gained(boards, 0, acts)
    if s.jump_condition == ANY_HAT and s.phase == Phase.HYPNO:
        for hat in range(HATS):
            boards[0] = s
            boards[0].named = hat
            most = max(most, most_gained(boards, 0, acts))
    return most


@rule
def say_hypnosis(s: State, action: int, boards: States, acts: Any, out: Notes) -> None:
    """MH-60…62: report what the named hat leaves the player to move, compared with all hats."""
    victim = on_turn(s)
    boards[0] = s
    most = most_gained(boards, 0, acts)
    if action == Action.NO_HYPNOSIS:
        say(out, KEEPS_CARD, victim, most, 0)
        return
    boards[0] = s
    apply(boards[0], action)
    if boards[0].phase != Phase.MOVE or boards[0].turn_index != s.turn_index:
        say(out, SKIPS, victim, 0, 0)
        return
    say(out, HYPNOSIS, victim, most_gained(boards, 0, acts), most)


@rule
def say_gains(s: State, after: State, action: int, seat: int, out: Notes) -> None:
    """Report discs and points, sets, areas, and kinds of discs that are now unlocked."""
    stones, discs = stones_of(after, seat) - stones_of(s, seat), discs_of(after, seat) - discs_of(s, seat)
    if stones > 0:
        say(out, SETS, stones, stone_gain(s, after, seat), 0)
    hat, cell, kind = int(s.pend[0]), int(s.pend[1]), int(s.pend[2]) - 1
    if s.phase == Phase.MOVE:
        hat, cell, kind = action // KINDS // CELLS, action // KINDS % CELLS, action % KINDS
    around = 1 if is_round_one(s) else discs_around(s, hat, cell, kind)
    if discs > around:
        say(out, AREA, discs - around, 0, 0)
    say(out, TAKES, discs, int(after.score[seat] - s.score[seat]), 0)
    opened = False
    for k in range(KINDS):
        opened = opened or (unlocked(after, seat, hat, k) and not unlocked(s, seat, hat, k))
    if opened:
        say(out, UNLOCKS, 0, 0, 0)


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
    """Note what a move does, most important facts first; only this one move, even if nobody else can move after it."""
    if s.phase == Phase.HYPNO:
        if won:
            say(out, WINS_NOW, 0, 0, 0)
        say_hypnosis(s, action, boards, acts, out)
        return
    boards[0] = s
    play_whole(boards, 0, action, acts)
    boards[SPARE] = boards[1]
    end = boards[SPARE]
    if won and end.over:
        say(out, WINS_NOW, 0, 0, 0)
    say_gains(s, end, action, seat, out)
    if end.over:
        return
    rival = on_turn(end)
    if rival == seat:
        say(out, AGAIN, 0, 0, 0)
        return
    say(out, REPLY, rival, best_reply(end, boards, acts), 0)
