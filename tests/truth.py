"""A slow second check of what a game says: each check takes the position before and after, and plain facts.

`REFUSALS` has the checks for a refused action, by game and reason; `EVENTS` for an event, by game and kind.
"""

from collections.abc import Callable
from typing import Any

from hatbox.games.catch_the_hat.board import GREY, home_field, is_home
from hatbox.games.catch_the_hat.notation import score
from hatbox.games.catch_the_hat.state import captives, colours, is_free, owner, pieces_on, side, team
from hatbox.games.great_hall.state import DORMITORY, HALL, TRACK_LENGTHS, houses
from hatbox.games.magic_hexagon.state import FACES, HAT_NAMES, colour_of, kind_of

State = Any
Check = Callable[[State, int, dict[str, Any]], bool]  # state, action, the arguments of the refusal
Seen = Callable[[State, State, Any], bool]  # state before, state after, event


# ---- hat_stairs --------------------------------------------------------------------------------------------


def value(s: State) -> int:
    return int(s.stones[s.open])


def top(s: State) -> int:
    return int(s.steps + (s.hat == s.turn))


STAIRS_REFUSALS: dict[str, Check] = {
    "below_start": lambda s, a, g: s.step[s.turn] - value(s) < 1,
    "exact_larder": lambda s, a, g: s.hat == s.turn and s.step[s.turn] + value(s) > s.steps + 1,
    "hat_needed": lambda s, a, g: s.hat != s.turn and s.step[s.turn] + value(s) > s.steps,
    "same_stone": lambda s, a, g: s.no_repeat and a == s.last,
    "did_not_fit": lambda s, a, g: s.tried >> a & 1 == 1,
    "one_stone": lambda s, a, g: s.open >= 0,
}
STAIRS_EVENTS: dict[str, Seen] = {
    "stone_turned": lambda b, a, e: b.stones[e.place - 1] == e.value,
    "goes_up": lambda b, a, e: b.step[e.seat] + e.count == e.step == a.step[e.seat],
    "goes_down": lambda b, a, e: b.step[e.seat] - e.count == e.step == a.step[e.seat],
    "bounces": lambda b, a, e: a.step[e.seat] == e.step,
    "stays": lambda b, a, e: a.step[e.seat] == b.step[e.seat] == e.step,
    "hat_taken": lambda b, a, e: b.hat < 0 and a.hat == e.seat,
    "hat_snatched": lambda b, a, e: (b.hat, a.hat) == (e.loser, e.seat),
    "hat_given": lambda b, a, e: (b.hat, a.hat) == (e.loser, e.seat),
    "hat_kept": lambda b, a, e: b.hat == a.hat == e.seat,
    "end_larder": lambda b, a, e: a.winner == e.seat and a.step[e.seat] == a.steps + 1 and a.hat == e.seat,
    "end_nobody": lambda b, a, e: bool(a.capped) and a.winner < 0,
}


# ---- vanished_animal ---------------------------------------------------------------------------------------


def unseen(s: State) -> bool:
    return any(not bits >> s.turn & 1 for bits in s.seen_by)


HATS_REFUSALS: dict[str, Check] = {
    "look_at_new": lambda s, a, g: s.no_repeek and unseen(s) and s.seen_by[a] >> s.turn & 1 == 1,
    "swap_other": lambda s, a, g: a - 11 == s.peek,
    "must_swap": lambda s, a, g: s.peek >= 0,
    "other_hats": lambda s, a, g: s.expert == 2 and s.swap_to >= 0,
}
HATS_EVENTS: dict[str, Seen] = {
    "looked": lambda b, a, e: a.peek == e.hat - 1 and a.seen_by[e.hat - 1] >> e.seat & 1 == 1,
    "swapped": lambda b, a, e: b.hats[e.first - 1] == a.hats[e.second - 1] or a.rounds > b.rounds,
    "named_right": lambda b, a, e: sum(a.tokens) == sum(b.tokens) + 1 or a.winner == e.seat,
    "named_wrong": lambda b, a, e: a.out >> e.seat & 1 == 1 or a.rounds > b.rounds or a.over,
    "token_taken": lambda b, a, e: a.tokens[e.seat] == b.tokens[e.seat] + 1,
    "end_wand": lambda b, a, e: a.winner == e.seat,
    "end_nobody": lambda b, a, e: bool(a.capped) and a.winner < 0,
}


# ---- magic_hexagon -----------------------------------------------------------------------------------------


def owned(s: State, seat: int, colour: int, kinds: range) -> int:
    return sum(
        s.owned[seat][face] for face in range(FACES) if colour_of(face) == colour and kind_of(face) in kinds
    )


def locked(kind: int) -> Check:
    """Fewer discs that count than the sentence says are needed."""

    def check(s: State, action: int, given: dict[str, Any]) -> bool:
        kinds = range(kind) if s.restriction_counts else range(3)
        return bool(owned(s, s.turn, action // 3 // 91, kinds) < given["count"] == kind + (s.players > 2))

    return check


def points(before: State, after: State, seat: int) -> int:
    return sum((kind_of(f) + 1) * (after.owned[seat][f] - before.owned[seat][f]) for f in range(FACES))


def gone(b: State, a: State, e: Any) -> bool:
    return all(b.board[f] == face and a.board[f] == -1 for f, face in zip(e.fields, e.faces, strict=True))


HEXAGON_REFUSALS: dict[str, Check] = {
    "kitchen_locked": locked(1),
    "magic_locked": locked(2),
    "named_hat": lambda s, a, g: HAT_NAMES[s.named] == g["hat_obj"] and a // 3 // 91 != s.named,
    "one_disc_round_one": lambda s, a, g: s.first_round_limit and s.turn_index < s.players,
    "no_cards": lambda s, a, g: not s.hypnosis,
    "hypnosis_used": lambda s, a, g: not s.cards >> s.turn & 1,
    "hypnosis_before_you": lambda s, a, g: s.cards >> s.turn & 1 == 1,
    "must_move": lambda s, a, g: a >= 1092 or s.hats[a // 3 // 91] == a // 3 % 91,
    "hole_in_the_way": lambda s, a, g: -1 in list(s.board),
}
HEXAGON_EVENTS: dict[str, Seen] = {
    "hat_runs": lambda b, a, e: a.hats[HAT_NAMES.index(e.hat_obj)] == e.field == e.path[-1],
    "hat_jumps": lambda b, a, e: a.board[e.field] == 44 and a.hats[HAT_NAMES.index(e.hat_obj)] == e.field,
    "collected_ingredients": gone,
    "collected_kitchen": gone,
    "collected_magic": gone,
    "area_claimed": gone,
    "hypnotised": lambda b, a, e: b.cards >> e.seat & 1 == 1 and not a.cards >> e.seat & 1,
    "stuck_with_hat": lambda b, a, e: list(a.hats) == list(b.hats) and a.turn_index > b.turn_index,
    "end_score_line": lambda b, a, e: e.discs + e.stones == e.total == a.score[e.seat],
    "end_first_stuck": lambda b, a, e: a.end_rule == 1 and a.turn == e.seat,
    "end_nothing_left": lambda b, a, e: a.end_rule == 0,
}


# ---- catch_the_hat -----------------------------------------------------------------------------------------


def load(s: State) -> int:
    """What the picked piece carries."""
    return len(captives(s, s.picked)) + (s.gold_boss == s.picked and not s.gold_worn)


def free(s: State, seat: int) -> int:
    return sum(
        is_free(s, hat) and owner(s, hat) == seat for hat in range(s.players * (24 // s.players)) if hat < 24
    )


def winners(s: State) -> list[int]:
    return [seat for seat in range(s.players) if s.winner_mask >> seat & 1]


def by_side(s: State, count: Callable[[State, int], int]) -> dict[int, int]:
    """A number per seat, added up over its team."""
    found: dict[int, int] = {}
    for seat in range(s.players):
        found[team(s, seat)] = found.get(team(s, seat), 0) + count(s, seat)
    return found


def most(s: State, count: Callable[[State, int], int]) -> list[int]:
    """The sides with the most of something."""
    found = by_side(s, count)
    return [one for one, number in found.items() if number == max(found.values())]


def sides_won(s: State) -> list[int]:
    return sorted({team(s, seat) for seat in winners(s)})


def best(s: State, count: Callable[[State, int], int]) -> int:
    return max(by_side(s, count).values())


def golden_side(s: State) -> int:
    """The side that has the golden hat."""
    return team(s, owner(s, s.gold_boss))


def left(s: State) -> list[int]:
    """The sides that have free hats."""
    return [one for one, number in by_side(s, free).items() if number]


def others(s: State, field: int) -> list[int]:
    return [hat for hat in pieces_on(s, field) if hat != s.picked]


def mate_there(s: State, field: int) -> bool:
    me = owner(s, s.picked)
    return any(owner(s, hat) != me and team(s, owner(s, hat)) == team(s, me) for hat in pieces_on(s, field))


WHEEL_REFUSALS: dict[str, Check] = {
    "exact_roll": lambda s, a, g: g["count"] == s.die,
    "home_needs_captive": lambda s, a, g: load(s) == 0,
    "foreign_home": lambda s, a, g: (
        is_home(side(s), a) and a != home_field(side(s), colours(s)[owner(s, s.picked)])
    ),
    "no_way_home": lambda s, a, g: s.goal == 2,
    "exact_home": lambda s, a, g: bool(s.exact_home),
    "grey_full": lambda s, a, g: (
        a >= 81 or (GREY[side(s), a] and len([h for h in pieces_on(s, a) if h != s.picked]) >= 3)
    ),
    "team_mate": lambda s, a, g: s.teams != 0 and (a >= 81 or mate_there(s, a)),
    "captive": lambda s, a, g: s.boss[a - 81] >= 0,
    "jailed": lambda s, a, g: s.jail[a - 81] >= 0,
    "not_your_hat": lambda s, a, g: owner(s, a - 81) != s.turn,
    "golden_home_first": lambda s, a, g: s.gold_boss == s.picked and not s.gold_worn,
    "roll_or_stop": lambda s, a, g: s.die == 6,
    "walk_out": lambda s, a, g: s.home_surplus == 0,
}
WHEEL_EVENTS: dict[str, Seen] = {
    "brought_home": lambda b, a, e: all(a.jail[hat] == e.owner for hat in e.hats),
    "freed": lambda b, a, e: all(is_free(a, hat) for hat in e.hats),
    "caught_from": lambda b, a, e: all(not is_free(a, hat) for hat in e.hats),
    "no_hats_left": lambda b, a, e: free(a, e.seat) == 0 and a.goal == 0,
    "lost_last_hat": lambda b, a, e: free(a, e.seat) == 0 and a.goal != 0,
    "golden_worn": lambda b, a, e: bool(a.gold_worn) and a.gold_boss == e.hat,
    "end_capped": lambda b, a, e: bool(a.capped) and e.count == a.rolls == a.roll_cap,
    "end_one_colour": lambda b, a, e: sum(free(a, seat) > 0 for seat in range(a.players)) == 1 and a.teams == 0,
    "end_one_team": lambda b, a, e: sum(n > 0 for n in by_side(a, free).values()) == 1 and a.teams != 0,
    "end_score_line": lambda b, a, e: score(a, e.seat) == e.count and a.goal == 0,
    "end_free_line": lambda b, a, e: free(a, e.seat) == e.free and score(a, e.seat) == e.count,
    "end_most": lambda b, a, e: most(a, score) == [e.seat] == winners(a) and score(a, e.seat) == e.count,
    "end_shared": lambda b, a, e: most(a, score) == e.seats == winners(a) and score(a, e.seats[0]) == e.count,
    "end_survivor": lambda b, a, e: e.seat in most(a, score) and len(most(a, score)) > 1 and winners(a) == [e.seat],
    "end_team": lambda b, a, e: most(a, score) == [e.team - 1] == sides_won(a) and best(a, score) == e.score,
    "end_golden": lambda b, a, e: a.gold_winner and sides_won(a) == [golden_side(a)] and winners(a) == e.seats,
    "end_last_standing": lambda b, a, e: a.goal == 1 and left(a) == [e.seat] == winners(a),
    "end_tower": lambda b, a, e: a.goal == 2 and left(a) == [e.seat] == winners(a),
    "end_last_team": lambda b, a, e: a.goal == 1 and left(a) == [e.team - 1] == sides_won(a),
    "end_tower_team": lambda b, a, e: a.goal == 2 and left(a) == [e.team - 1] == sides_won(a),
    "end_most_free": lambda b, a, e: set(sides_won(a)) <= set(most(a, free)) and winners(a) == e.seats,
    "end_caught_decide": lambda b, a, e: set(sides_won(a)) < set(most(a, free)) and winners(a) == e.seats,
    "end_level": lambda b, a, e: len(winners(a)) == a.players,
}  # fmt: skip


# ---- great_hall --------------------------------------------------------------------------------------------


def house(s: State) -> int:
    """GH-60: the house that the current seat leads."""
    own = int(houses(s)[s.turn])
    return own ^ 2 if s.players == 4 and all(place >= HALL for place in s.pos[own]) else own


def start(s: State) -> int:
    return house(s) * TRACK_LENGTHS[s.track_len] // 4


def figures(s: State, field: int) -> list[int]:
    return [h for h, row in enumerate(s.pos) for place in row if place == field and place < DORMITORY]


HALL_REFUSALS: dict[str, Check] = {
    "not_in_hand": lambda s, a, g: s.hand[s.turn][a % 10] == 0,
    "start_occupied": lambda s, a, g: start(s) in list(s.pos[house(s)]),
    "caretaker_blocks_start": lambda s, a, g: s.caretaker_at == start(s),
    "dormitory_empty": lambda s, a, g: DORMITORY not in list(s.pos[house(s)]),
    "caretaker_asleep": lambda s, a, g: s.caretaker_at < 0 and s.caretaker,
    "no_caretaker": lambda s, a, g: not s.caretaker,
    "caretaker_there": lambda s, a, g: s.caretaker_landing == 1 and s.caretaker_at >= 0,
    "nobody_there": lambda s, a, g: not figures(s, (a - 54) % 64),
    "not_yours": lambda s, a, g: house(s) not in figures(s, a - 54),
    "partner_figure": lambda s, a, g: figures(s, a - 54) == [houses(s)[s.turn] ^ 2],
    "swap_nobody": lambda s, a, g: not any(
        place < DORMITORY and place != h * TRACK_LENGTHS[s.track_len] // 4
        for h, row in enumerate(s.pos) for place in row if h != house(s)
    ),
    "never_without_effect": lambda s, a, g: s.swap_null == 2,
    "nobody_on_track": lambda s, a, g: all(place >= DORMITORY for place in s.pos[house(s)]),
    "start_card_needed": lambda s, a, g: a == 31 or all(place >= DORMITORY for place in s.pos[house(s)]),
}  # fmt: skip
HALL_EVENTS: dict[str, Seen] = {
    "hall_entered": lambda b, a, e: (
        sum(row.count(HALL) for row in a.pos) > sum(row.count(HALL) for row in b.pos)
    ),
    "caretaker_wakes": lambda b, a, e: a.caretaker_at == e.field,
    "caretaker_banished": lambda b, a, e: b.caretaker_at == e.field and a.caretaker_landing == 2,
    "end_nobody": lambda b, a, e: bool(a.capped) and a.round_number == a.max_rounds,
    "end_solo": lambda b, a, e: a.winner == e.seat and list(a.pos[houses(a)[e.seat]]).count(HALL) >= e.count,
    "end_team": lambda b, a, e: a.winner == e.seat % 2 and e.partner == e.seat + 2,
}

REFUSALS: dict[str, dict[str, Check]] = {
    "hat_stairs": STAIRS_REFUSALS, "vanished_animal": HATS_REFUSALS, "magic_hexagon": HEXAGON_REFUSALS,
    "catch_the_hat": WHEEL_REFUSALS, "great_hall": HALL_REFUSALS,
}  # fmt: skip
EVENTS: dict[str, dict[str, Seen]] = {
    "hat_stairs": STAIRS_EVENTS, "vanished_animal": HATS_EVENTS, "magic_hexagon": HEXAGON_EVENTS,
    "catch_the_hat": WHEEL_EVENTS, "great_hall": HALL_EVENTS,
}  # fmt: skip
