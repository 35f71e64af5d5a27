"""What a bot needs to know of Catch the Hat: what is brought home, what is carried, what is still free."""

from hatbox.engine.curves import tanh
from hatbox.engine.jit import rule
from hatbox.engine.record import Values
from hatbox.games.catch_the_hat.board import CENTRE, FARTHEST, GREY, LAST_FIELD, WAY_COUNT, WAYS
from hatbox.games.catch_the_hat.pieces import (
    enemies_on,
    friends,
    hats_each,
    home_of,
    is_free,
    owner,
    side,
    team,
)
from hatbox.games.catch_the_hat.state import (
    HATS,
    LAST_STANDING,
    NO_TEAMS,
    NONE,
    TOWER,
    Action,
    Phase,
    State,
)

WEIGHING = {"worlds": 8, "draws": 24}  # games are long, and every turn has a roll
MANNER = {
    "horizon": 1,
    "glances": 0,
    "exploration": 0.3,
    "margin": 0.05,
}  # random play to the end tells nothing
AT_HOME, CARRIED, FREE = 2.0, 1.2, 0.7  # points of a hat brought home, of one in a tower, of an own free one
WORN, HELD, DECIDES = 1.5, 0.8, 4.0  # the golden hat: worn, carried, or what wins in the end
AHEAD = 6.0  # points that make a lead almost sure
EXPOSED = 0.15  # of a life, for a free hat that one roll could catch
OWN_LOAD, HOPE = 0.7, 0.3  # of a life: a caught hat in a tower of its own team, in another's


@rule
def golden_points(s: State, side: int) -> float:
    """What the golden hat is worth to the team that has it: its power (CH-51, CH-52), or the whole game (CH-54)."""
    if s.gold_boss == NONE or team(s, owner(s, s.gold_boss)) != side:
        return 0.0
    return (WORN if s.gold_worn else HELD) + (DECIDES if s.gold_winner else 0.0)


@rule
def count_points(s: State, out: Values) -> None:
    """What every team has caught, and what it has left, each at the number of its team."""
    for one in range(sides(s)):
        out[one] = golden_points(s, one)
    for hat in range(HATS):
        boss = s.boss[hat]
        if s.jail[hat] != NONE:
            out[team(s, s.jail[hat])] += AT_HOME
        elif boss != NONE:
            out[team(s, owner(s, boss))] += 0.0 if friends(s, boss, hat) else CARRIED
        elif is_free(s, hat):
            out[team(s, owner(s, hat))] += FREE


@rule
def only_the_free_count(s: State) -> bool:
    """CH-40, CH-47: whoever is left wins; of two sides in the usual game too, unless nobody goes home (CH-R09)."""
    return not s.golden and (s.goal == TOWER or (s.goal == LAST_STANDING and sides(s) > 2))


@rule
def lives(s: State, side: int) -> float:
    """The free hats of a team, less where one roll could catch them, and those that may be free again."""
    found = 0.0
    for hat in range(s.players * hats_each(s)):
        if team(s, owner(s, hat)) == side:
            if is_free(s, hat):
                found += 1.0 - EXPOSED if in_reach(s, hat) else 1.0
            elif s.boss[hat] != NONE and s.goal == LAST_STANDING:
                found += OWN_LOAD if friends(s, s.boss[hat], hat) else HOPE
    return found


@rule
def evaluate_lives(s: State, out: Values) -> None:
    """A side's part of all lives, from -1 for none to 1 for all; an even part is 0."""
    total = 0.0
    for seat in range(s.players):
        out[seat] = lives(s, team(s, seat))
        total += out[seat]
    for seat in range(s.players):
        out[seat] = (s.players * out[seat] / total - 1.0) / (sides(s) - 1)


@rule
def evaluate(s: State, out: Values) -> None:
    """Points against those of the strongest other side; where only free hats count, the part of those."""
    if only_the_free_count(s):
        evaluate_lives(s, out)
        return
    count_points(s, out)
    leader, best, second = 0, out[0], -1.0
    for one in range(1, sides(s)):
        if out[one] > best:
            leader, best, second = one, out[one], best
        elif out[one] > second:
            second = out[one]
    for seat in range(s.players - 1, -1, -1):  # a seat of a low number stands where its team's points are
        one = team(s, seat)
        out[seat] = tanh((out[one] - (second if one == leader else best)) / AHEAD)


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


@rule
def sides(s: State) -> int:
    """CH-41: two teams, or everybody alone."""
    return int(s.players) if s.teams == NO_TEAMS else 2


@rule
def in_reach(s: State, hat: int) -> bool:
    """Whether somebody could catch the hat with one roll: not on a rest field (CH-21) and not at home."""
    here, field = side(s), s.pos[hat]
    if field > LAST_FIELD or GREY[here, field] or field > CENTRE[here] or s.boss[hat] != NONE:
        return False
    for rival in range(s.players * hats_each(s)):
        if is_free(s, rival) and not friends(s, rival, hat):
            for pips in range(1, FARTHEST + 1):
                for k in range(WAY_COUNT[here, s.pos[rival], pips]):
                    if WAYS[here, s.pos[rival], pips, k] == field:
                        return True
    return False
