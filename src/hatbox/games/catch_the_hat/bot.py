"""What a bot needs to know of Catch the Hat: what is brought home, what is carried, what is still free."""

from typing import Any

from hatbox.engine.curves import tanh
from hatbox.engine.jit import rule
from hatbox.engine.record import Values
from hatbox.games.catch_the_hat.board import GREY, HATS_BY_OPTION, LAST_FIELD, WAYS, is_home, side_of
from hatbox.games.catch_the_hat.pieces import enemies_on, friends, home_of, is_free, owner, team
from hatbox.games.catch_the_hat.state import HATS, NO_TEAMS, NONE, Action, Phase, State

MANNER = {
    "horizon": 1,
    "glances": 0,
    "exploration": 0.3,
    "margin": 0.05,
}  # random play to the end tells nothing
AT_HOME, CARRIED, FREE = 2.0, 1.2, 0.7  # points of a hat brought home, of one in a tower, of an own free one
WORN, HELD, DECIDES = 1.5, 0.8, 4.0  # the golden hat: worn, carried, or what wins in the end
AHEAD = 6.0  # points that make a lead almost sure


@rule
def golden_points(s: State, side: int) -> float:
    """What the golden hat is worth to the team that has it: its power (CH-51, CH-52), or the whole game (CH-54)."""
    if s.gold_boss == NONE or team(s, owner(s, s.gold_boss)) != side:
        return 0.0
    return (WORN if s.gold_worn else HELD) + (DECIDES if s.gold_winner else 0.0)


@rule
def side_points(s: State, side: int) -> float:
    """What a team has caught, and what it has left.

    The same for every `goal`: other weights of what is left lost where the last one left wins (CH-40, CH-47).
    """
    points = golden_points(s, side)
    for hat in range(HATS):
        boss = s.boss[hat]
        if s.jail[hat] != NONE and team(s, s.jail[hat]) == side:
            points += AT_HOME
        elif boss != NONE and team(s, owner(s, boss)) == side and not friends(s, boss, hat):
            points += CARRIED
        elif is_free(s, hat) and team(s, owner(s, hat)) == side:
            points += FREE
    return points


@rule
def evaluate(s: State, out: Values) -> None:
    """Points against those of the strongest other side."""
    for seat in range(s.players):
        own, best = side_points(s, team(s, seat)), -1.0
        for other in range(s.players):
            if team(s, other) != team(s, seat):
                best = max(best, side_points(s, team(s, other)))
        out[seat] = tanh((own - best) / AHEAD)


@rule
def glimpse(s: State) -> int:
    """The die, for two players; with more the tree is too wide to tell its sides apart, and searches worse."""
    return int(s.die) if s.players == 2 and s.phase == Phase.PICK else 0


@rule
def prefer(s: State, action: int) -> float:
    """Catch somebody, bring hats home, roll again, take the golden hat; its wearer turns where it can catch."""
    if action == Action.ROLL_AGAIN:
        return 0.9
    if s.phase != Phase.DEST and s.phase != Phase.GOLD:
        return 0.5
    if action == home_of(s, owner(s, s.picked)):
        return 0.9
    turns_back = s.phase == Phase.GOLD and action == s.prev and enemies_on(s, s.picked, s.pos[s.picked]) > 0
    golden = action == s.gold_pos and s.gold_boss == NONE
    return 0.8 if turns_back or golden or enemies_on(s, s.picked, action) > 0 else 0.4


def sides(players: int, options: Any) -> int:
    """CH-41: two teams, or everybody alone."""
    return players if options["teams"] == "none" else 2


def reason(before: State, action: int, after: State, seat: int) -> str:
    """What a move is good for: a catch, hats brought home, out of reach, a safe place."""
    each = HATS_BY_OPTION[side_of(before.players, before.board)][before.hats]
    own = range(seat * each, (seat + 1) * each)
    if sum(boss in own for boss in after.boss) > sum(boss in own for boss in before.boss):
        return "captures"
    if list(after.jail).count(seat) > list(before.jail).count(seat):
        return "collects"
    moved = [hat for hat in own if before.pos[hat] != after.pos[hat] and after.pos[hat] <= LAST_FIELD]
    if any(in_reach(before, hat, each) and not in_reach(after, hat, each) for hat in moved):
        return "escapes"
    grey = GREY[side_of(before.players, before.board)]
    return "stays_safe" if any(grey[after.pos[hat]] for hat in moved) else "best_chance"


def in_reach(s: State, hat: int, each: int) -> bool:
    """Whether somebody could catch the hat with one roll: not on a rest field (CH-21) and not at home."""
    side, field = side_of(s.players, s.board), int(s.pos[hat])
    if GREY[side][field] or is_home(side, field) or s.boss[hat] != NONE:
        return False
    rivals = [
        k for k in range(s.players * each) if not together(s, k // each, hat // each) and s.boss[k] == NONE
    ]
    return any(field in WAYS[side][s.pos[k]] for k in rivals if s.pos[k] <= LAST_FIELD)


def together(s: State, one: int, other: int) -> bool:
    """Whether two seats are one side (CH-41)."""
    return one == other or (s.teams != NO_TEAMS and one % 2 == other % 2)
