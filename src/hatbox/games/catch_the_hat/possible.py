"""Which positions can occur in Catch the Hat."""

from hatbox.errors import require
from hatbox.games.catch_the_hat.board import GREY, TOUCHING, centre, is_home, size
from hatbox.games.catch_the_hat.state import (
    GREY_LIMIT,
    HATS,
    JAILED,
    MAY,
    MUST,
    NONE,
    NOWHERE,
    OFF,
    ONCE,
    TOTAL,
    TOWER,
    UNUSED,
    Phase,
    State,
    captives,
    hats_each,
    home_of,
    is_free,
    owner,
    pieces_on,
    side,
    team,
)


def possible(s: State) -> None:
    """Raise BadPosition for a state that no game can reach."""
    in_play = s.players * hats_each(s)
    for hat in range(HATS):
        _hat(s, hat, hat < in_play)
    for field in {s.pos[hat] for hat in range(in_play) if is_free(s, hat)}:
        _field(s, field)
    _golden(s)
    _turn(s)
    _walk(s)
    _end(s)


def _hat(s: State, hat: int, in_play: bool) -> None:
    """One hat: in one place, under one boss, in one jail."""
    pos, boss, jailer = s.pos[hat], s.boss[hat], s.jail[hat]
    if not in_play:
        require(
            (pos, boss, jailer, s.rank[hat]) == (UNUSED, NONE, NONE, 0),
            f"every player has {hats_each(s)} hats.",
        )
        return
    require(
        pos == JAILED or pos < size(side(s)),
        f"a hat is in a jail or on a field from 0 to {size(side(s)) - 1}.",
    )
    require((pos == JAILED) == (jailer != NONE), "a hat is either in a jail or on the board.")
    enemy = jailer == NONE or (boss == NONE and team(s, jailer) != team(s, owner(s, hat)))
    require(enemy, "only hats of other colours or teams are jailed (CH-29, CH-44).")
    require(jailer == NONE or s.goal != TOWER, "no hat is jailed in the tower game (CH-47).")
    if boss == NONE:
        tower = captives(s, hat)
        ranks = [s.rank[other] for other in tower]
        require(s.rank[hat] == 0 and ranks == [*range(1, len(tower) + 1)], "a tower has no gaps (CH-14).")
    else:
        require(is_free(s, boss) and s.pos[boss] == pos, "a caught hat is where the hat on top is (CH-14).")


def _field(s: State, field: int) -> None:
    """One field: CH-16, CH-22, CH-25; a golden wearer in mid-walk does not count yet."""
    on_its_way = s.gold_boss if s.gold_worn and s.phase in (Phase.GOLD, Phase.ENDED) else NONE
    here = [hat for hat in pieces_on(s, field) if hat != on_its_way]
    owners = {owner(s, hat) for hat in here}
    if is_home(side(s), field):
        require(
            all(home_of(s, seat) == field for seat in owners),
            "only hats of its own colour are on a home (CH-25).",
        )
        require(not any(captives(s, hat) for hat in here), "no hat carries caught hats at home (CH-29).")
    elif GREY[side(s), field]:
        require(len(here) <= GREY_LIMIT, f"a rest field holds up to {GREY_LIMIT} pieces (CH-22).")
    else:
        alike = {team(s, seat) for seat in owners} if s.team_share_yellow else owners
        require(
            len(alike) <= 1, f"yellow field {field} holds pieces of one colour only (CH-15, CH-16, CH-R12)."
        )


def _golden(s: State) -> None:
    """CH-48…50: only with the option; on the centre until a piece stops there, worn once it has been at home."""
    holder = s.gold_boss
    require((s.gold_pos != NOWHERE) == s.golden, "the golden hat needs the option golden (CH-48).")
    held = holder == NONE or (is_free(s, holder) and s.pos[holder] == s.gold_pos)
    require(held, "the golden hat is where the hat that has it is (CH-49).")
    require(not s.gold_worn or holder != NONE, "a golden hat that is worn has a wearer (CH-50).")
    lies = s.gold_pos == centre(side(s)) and not pieces_on(s, s.gold_pos)
    require(
        s.gold_pos == NOWHERE or holder != NONE or lies,
        "the golden hat lies on the centre until a piece stops there (CH-49).",
    )
    at_home = holder != NONE and is_home(side(s), s.gold_pos)
    require(not at_home or bool(s.gold_worn), "the hat that brought the golden hat home wears it (CH-50).")


def _turn(s: State) -> None:
    """Who plays, with which roll: CH-05, CH-31, CH-36, CH-R10."""
    require(1 <= s.die <= 6, "`die` must be 1 to 6.")
    most = s.roll_cap - (s.phase == Phase.SIX)
    require(
        s.rolls >= 1 and (s.roll_cap == 0 or s.rolls <= most), f"`rolls` must be 1 to {most} here (CH-R10)."
    )
    if not s.over:
        seats = {owner(s, hat) for hat in range(HATS) if is_free(s, hat)}
        plays = {
            seat
            for seat in range(s.players)
            if seat in seats or (s.teams == TOTAL and _mates_in(s, seat, seats))
        }
        require(s.turn in plays, "it is the turn of a player with a free hat (CH-36).")
        require(
            len({team(s, seat) for seat in seats}) > 1,
            "at least two colours or teams have free hats (CH-33).",
        )
    again = {MAY: 255, MUST: 255, ONCE: 1, OFF: 0}[s.six_again]
    require(s.extra <= again, f"`extra` can be at most {again} with this six_again (CH-31).")
    asked = s.die == 6 and (s.six_again == MAY or (s.six_again == ONCE and s.extra == 0))
    require(
        s.phase != Phase.SIX or asked,
        "a player who rolled a 6 is asked only if six_again leaves a choice (CH-31).",
    )


def _mates_in(s: State, seat: int, seats: set[int]) -> bool:
    """CH-R11: whether a team-mate of a seat has a free hat."""
    return any(team(s, other) == team(s, seat) for other in seats)


def _walk(s: State) -> None:
    """The picked piece: CH-06, CH-42, CH-46, and the steps of the golden wearer (CH-52)."""
    require(
        (s.picked != NONE) == (s.phase in (Phase.DEST, Phase.GOLD)),
        "`picked` belongs to phases dest and gold.",
    )
    require(
        (s.pips > 0) == (s.phase == Phase.GOLD) and 0 <= s.pips <= s.die,
        f"phase gold has 1 to {s.die} `pips` left (CH-52).",
    )
    started = s.phase == Phase.GOLD and s.pips < s.die
    require(
        (s.prev != NOWHERE) == started, "`prev` is the field that the golden wearer has just left (CH-52)."
    )
    if s.picked == NONE:
        return
    require(is_free(s, s.picked), "a free hat or tower is picked (CH-14).")
    seat = owner(s, s.picked)
    mine = seat == s.turn or (s.teams == TOTAL and team(s, seat) == team(s, s.turn))
    require(
        mine, "players pick pieces of their own colour, in the total team game of their team (CH-42, CH-46)."
    )
    wears = bool(s.gold_worn) and s.gold_boss == s.picked
    require(wears == (s.phase == Phase.GOLD), "only the golden wearer walks in phase gold (CH-52).")
    touches = s.prev == NOWHERE or s.prev in TOUCHING[side(s)][s.pos[s.picked]]
    require(touches, "the golden wearer is next to the field it has just left (CH-52).")


def _end(s: State) -> None:
    """CH-33, CH-R10: over when one side is left, or at the cap."""
    require(
        s.over == (s.phase == Phase.ENDED) == (s.winner_mask != 0),
        "only a game that is over has winners.",
    )
    left = {team(s, owner(s, hat)) for hat in range(HATS) if is_free(s, hat)}
    capped = s.over and len(left) > 1
    require(
        s.capped == capped, "`capped` says that the roll_cap ended a game with several colours left (CH-R10)."
    )
    require(not capped or s.rolls == s.roll_cap, f"the cap ends a game after {s.roll_cap} rolls (CH-R10).")
    seats = [seat for seat in range(s.players) if s.winner_mask >> seat & 1]
    teams = {team(s, seat) for seat in seats}
    whole = seats == [seat for seat in range(s.players) if team(s, seat) in teams]
    require(
        whole and s.winner_mask < 1 << s.players,
        "`winners` must be seats that play, and whole teams (CH-45).",
    )
