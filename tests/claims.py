"""A slow second check of what prompts and previews say in the browser, by game and word list key.

A check takes the position in which something was said, the action it was about (-1: no single one), and the arguments
of the sentence, in which other words appear as their keys in brackets. `WORDS` are names and questions, which claim
nothing.
"""

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any

import numpy as np

from hatbox.art import SEAT_COLOURS
from hatbox.engine import entries
from hatbox.game import Game
from hatbox.games.catch_the_hat.board import CENTRE, GREY, TOUCHING
from hatbox.games.catch_the_hat.state import NONE, captives, colours, home_of, owner, pieces_on, side, team
from hatbox.games.great_hall.state import DORMITORY, HALL, POINTS, TRACK_LENGTHS, houses
from hatbox.games.magic_hexagon.board import NEXT
from hatbox.games.magic_hexagon.state import HAT_NAMES, colour_of, kind_of
from hatbox.games.vanished_animal.state import NAMES
from tests.truth import top

Given = dict[str, Any]
HOUSES = ("ember", "tide", "fern", "honey")


class Position:
    """A position of a game, with what can be done there."""

    def __init__(self, game: Game, states: Any, legal: list[int]) -> None:
        """Keep a separate record."""
        self.game, self.states, self.legal = game, states, legal

    @cached_property
    def state(self) -> Any:
        """The record as plain values."""
        return self.game.snapshot(self.states)

    def after(self, action: int) -> "Position":
        """The position after an action."""
        states, buffer = self.states.copy(), self.game.buffer()
        count = entries.step(states, 0, action, buffer)
        return Position(self.game, states, [int(one) for one in buffer[:count]])

    def ways(self, action: int, depth: int = 3) -> Iterator["Position"]:
        """great_hall: the positions to which an action (-1: any) may lead until a figure has moved."""
        for one in self.legal if action < 0 else [action]:
            then = self.after(one)
            if depth and then.state.turn == self.state.turn and not np.any(places(then) != places(self)):
                yield from then.ways(-1, depth - 1)
            else:
                yield then


Check = Callable[[Position, int, Given], bool]


def seat_in(text: str) -> int:
    return int(text.removeprefix("seat "))


def words_in(text: str) -> list[str]:
    """The keys in a list of names: `[house_fern]&[house_tide]`."""
    return [part.strip("[]").split("_", 1)[1] for part in text.split("&")]


# ---- hat_stairs --------------------------------------------------------------------------------------------

UP, DOWN, PASS = 6, 7, 8


def has_value(*legal: int) -> Check:
    """The open stone has this value, and exactly these directions are possible."""
    return lambda p, a, g: p.state.stones[p.state.open] == g["value"] and set(p.legal) == set(legal)


def leads_to(p: Position, action: int, step: int) -> bool:
    s = p.state
    return any(p.after(one).state.step[s.turn] == step for one in (p.legal if action < 0 else [action]))


STAIRS: dict[str, Check] = {
    "phase_choose_direction": has_value(UP, DOWN),
    "phase_only_up": has_value(UP),
    "phase_only_down": has_value(DOWN),
    "phase_stuck": has_value(PASS),
    "a11y_hat_on_player": lambda p, a, g: (
        p.state.step[p.state.hat] == g["step"] and p.state.hat == seat_in(g["player"])
    ),
    "a11y_hat_on_step": lambda p, a, g: p.state.hat < 0 and p.state.hat_step == g["step"],
    "a11y_step_players": lambda p, a, g: (
        leads_to(p, a, g["step"])
        and all(p.state.step[seat_in(one)] == g["step"] for one in g["players"].split("&"))
    ),
    "a11y_step_empty": lambda p, a, g: (
        leads_to(p, a, g["step"]) and g["step"] not in p.state.step[: p.state.players]
    ),
    "larder": lambda p, a, g: leads_to(p, a, p.state.steps + 1) and top(p.state) > p.state.steps,
}


# ---- vanished_animal ---------------------------------------------------------------------------------------

NO_SWAP = 16


def swapped(p: Position, action: int, given: Given) -> bool:
    before, after = p.state.hats, p.after(action).state.hats
    one, other = given["first"] - 1, given["second"] - 1
    return bool((before[one], before[other]) == (after[other], after[one]))


HATS: dict[str, Check] = {
    "phase_swap": lambda p, a, g: p.state.peek == g["hat"] - 1 and NO_SWAP not in p.legal,
    "phase_swap_it": lambda p, a, g: p.state.peek >= 0 and NO_SWAP not in p.legal,
    "phase_may_swap_it": lambda p, a, g: p.state.peek >= 0 and NO_SWAP in p.legal,
    "phase_second_swap": lambda p, a, g: p.state.swap_to >= 0 and len(p.legal) > 1,
    "private_inside": lambda p, a, g: [NAMES[p.state.hats[g["hat"] - 1]]] == words_in(g["animal"]),
    "move_look": lambda p, a, g: p.after(a).state.peek == g["hat"] - 1,
    "move_swap": swapped,
    "action_say": lambda p, a, g: [NAMES[a - 5]] == words_in(g["animal"]),
    "ask_say": lambda p, a, g: [NAMES[a - 5]] == words_in(g["animal"]),
    "warn_named_before": lambda p, a, g: [NAMES[p.state.hats[5]]] != words_in(g["animal"]),
}


# ---- magic_hexagon -----------------------------------------------------------------------------------------

CELLS, PICK = 91, 1092


def taken(p: Position, action: int) -> int:
    """MH-13…15: the discs of the hat's colour and the value around the cell, none of them under another hat."""
    hat, cell, kind, s = action // 3 // CELLS, action // 3 % CELLS, action % 3, p.state
    faces = [
        s.board[n] for n in NEXT[cell] if n >= 0 and n not in [h for k, h in enumerate(s.hats) if k != hat]
    ]
    return sum(0 <= face < 44 and (colour_of(face), kind_of(face)) == (hat, kind) for face in faces)


def picks_later(p: Position, action: int) -> bool:
    """MH-21: one of several discs is chosen afterwards."""
    s = p.state
    return bool(s.first_round_limit and s.turn_index < s.players and taken(p, action) > 1)


def gained(p: Position, action: int) -> int:
    """MH-72: the points that a move earns its seat."""
    s = p.state
    return int(p.after(action).state.score[s.turn] - s.score[s.turn])


def discs_gained(p: Position, action: int) -> int:
    s = p.state
    return int(sum(p.after(action).state.owned[s.turn]) - sum(s.owned[s.turn]))


def stones_gained(p: Position, action: int) -> int:
    s = p.state
    return int(sum(p.after(action).state.stones[s.turn]) - sum(s.stones[s.turn]))


def group_of(kind: int) -> Check:
    return lambda p, a, g: a % 3 == kind and taken(p, a) == g["count"]


def disc_there(p: Position, action: int, given: Given) -> bool:
    face = p.state.board[given["field"]]
    is_it = words_in(given["colour"]) == [HAT_NAMES[colour_of(face)]] and kind_of(face) + 1 == given["value"]
    return is_it and p.after(action).state.board[given["field"]] == -1


def is_asked_before(p: Position, action: int, given: Given) -> bool:
    s = p.state
    return bool(
        s.phase == 0 and s.cards >> s.turn & 1 and (s.turn - 1) % s.players == seat_in(given["player"])
    )


def runs(way: int) -> Check:
    """MH-12: the hat goes this many fields along this line."""

    def check(p: Position, action: int, given: Given) -> bool:
        hat = action // 3 // CELLS
        at = p.state.hats[hat]
        for _ in range(given["count"]):
            at = NEXT[at][way]
        return bool(at == p.after(action).state.hats[hat])

    return check


LINES = ("right", "up_right", "up_left", "left", "down_left", "down_right")

HEXAGON: dict[str, Check] = {
    **{f"steps_{name}": runs(way) for way, name in enumerate(LINES)},
    "jump": lambda p, a, g: p.state.board[a // 3 % CELLS] == 44,
    "phase_hypnosis": is_asked_before,
    "why_card": is_asked_before,
    "phase_hypnotised": lambda p, a, g: [f"obj_{HAT_NAMES[p.state.named]}"] == words_in(g["hat_obj"]),
    "phase_pick_one": lambda p, a, g: p.state.turn_index < p.state.players and min(p.legal) >= PICK,
    "refuse_one_disc_round_one_mh_21": lambda p, a, g: (
        p.state.first_round_limit and p.state.turn_index < p.state.players
    ),
    "phase_choose_value": lambda p, a, g: sum(one // 3 == a // 3 for one in p.legal) > 1,
    "ask_move": lambda p, a, g: taken(p, a) == g["count"] and not picks_later(p, a),
    "ask_move_one": lambda p, a, g: taken(p, a) == g["count"] and picks_later(p, a),
    "move_line": lambda p, a, g: p.after(a).state.hats[a // 3 // CELLS] == g["field"],
    "points_count": lambda p, a, g: g["count"] == (a % 3 + 1 if picks_later(p, a) else gained(p, a)),
    "why_area": lambda p, a, g: discs_gained(p, a) - taken(p, a) == g["count"],
    "why_stone": lambda p, a, g: stones_gained(p, a) == g["count"],
    "group_ingredients": group_of(0),
    "group_kitchen": group_of(1),
    "group_magic": group_of(2),
    "a11y_disc": disc_there,
}


# ---- great_hall --------------------------------------------------------------------------------------------

STEP, FOLD, ENTER, FIGURE = 43, 30, 51, 54


def places(p: Position) -> Any:
    """Where all figures are, including the caretaker."""
    return np.array([*(place for house in p.state.pos for place in house), p.state.caretaker_at])


def house_at(p: Position, given: Given) -> bool:
    house = HOUSES.index(words_in(given["house"])[0])
    return given["field"] in list(p.state.pos[house])


def protected(p: Position, given: Given) -> bool:
    """GH-23: on the start field of its own house."""
    house = HOUSES.index(words_in(given["house"])[0])
    return bool(given["field"] == house * TRACK_LENGTHS[p.state.track_len] // 4)


def count_at(p: Position, house: int, place: int) -> int:
    return list(p.state.pos[house]).count(place)


def arrives(p: Position, action: int, given: Given) -> bool:
    """A figure is there afterwards that was not there before, or was caught there."""
    return any(
        any(places(then)[places(then) != places(p)] == given["field"]) or caught_there(p, then)
        for then in p.ways(action)
    )


def caught_there(p: Position, then: Position) -> bool:
    """A figure was sent to bed."""
    return any(count_at(then, house, DORMITORY) > count_at(p, house, DORMITORY) for house in range(4))


def to_bed(p: Position, action: int, given: Given) -> bool:
    gone = words_in(given["houses"])
    return any(
        all(
            count_at(then, HOUSES.index(house), DORMITORY) - count_at(p, HOUSES.index(house), DORMITORY)
            >= gone.count(house)
            for house in gone
        )
        for then in p.ways(action)
    )


def steps_to_hall(p: Position, action: int, given: Given) -> bool:
    """GH-40: this many steps from where a figure of a house arrives, past the house's start field."""
    length = TRACK_LENGTHS[p.state.track_len]
    return any(
        place < DORMITORY
        and list(then.state.pos[house]) != list(p.state.pos[house])  # also onto a figure of its own house
        and (house * length // 4 - place) % length + 1 == given["count"]
        for then in p.ways(action)
        for house in range(4)
        for place in then.state.pos[house]
    )


def into_hall(p: Position, action: int) -> bool:
    return any(
        count_at(then, house, HALL) > count_at(p, house, HALL)
        for then in p.ways(action)
        for house in range(4)
    )


def partner(p: Position) -> int:
    """GH-11, GH-60: the partner, or without teams the next seat."""
    s = p.state
    return int((s.turn + 2) % 4 if s.players == 4 else (s.turn + 1) % s.players)


STARTERS = {"start_9": 6, "start_1_8": 7, "joker": 9}  # kinds of cards that get a figure out of bed (GH-20)


def only_starter(p: Position, action: int, given: Given) -> bool:
    hand = p.state.hand[p.state.turn]
    return bool(
        hand[STARTERS[words_in(given["card"])[0]]] == 1 == sum(hand[kind] for kind in STARTERS.values())
    )


def nobody_walks(p: Position) -> bool:
    """None of the figures that the seat leads is on the track."""
    s = p.state
    own = houses(s)[s.turn]
    helps = s.players == 4 and count_at(p, own, HALL) == 3
    return all(place >= DORMITORY for place in s.pos[(own + 2) % 4 if helps else own])


def has_points(sign: int) -> Check:
    """A use or a portion of this many points."""

    def check(p: Position, action: int, given: Given) -> bool:
        if STEP < action < ENTER:
            return bool(action - STEP == given["count"] and sign > 0)
        if 31 <= action <= STEP:
            return bool(POINTS[action - 31] == sign * given["count"])
        return sign * given["count"] in POINTS

    return check


HALLS: dict[str, Check] = {
    "phase_give_partner": lambda p, a, g: partner(p) == seat_in(g["player"]),
    "phase_help_partner": lambda p, a, g: partner(p) == seat_in(g["player"]),
    "gift_keep": only_starter,
    "phase_no_card_fits": lambda p, a, g: p.legal == [FOLD],
    "refuse_start_card_needed_gh_20": lambda p, a, g: nobody_walks(p),
    "caretaker_asleep": lambda p, a, g: p.state.caretaker and p.state.caretaker_at == NONE,
    "phase_seven_left": lambda p, a, g: p.state.seven_left == g["count"],
    "action_forward": has_points(1),
    "action_backward": has_points(-1),
    "to_field": arrives,
    "back_to_field": arrives,
    "goes_to": arrives,
    "goes_back_to": arrives,
    "steps_to_hall": steps_to_hall,
    "action_enter_hall": lambda p, a, g: ENTER in p.legal or into_hall(p, a),
    "phase_hall_or_on": lambda p, a, g: ENTER in p.legal,
    "sends_to_bed": to_bed,
    "caught_by_caretaker": lambda p, a, g: any(caught_there(p, then) for then in p.ways(a)),
    "banishes_caretaker": lambda p, a, g: any(
        p.state.caretaker_at != NONE and then.state.caretaker_at == NONE for then in p.ways(a)
    ),
    "a11y_figure_on_field": lambda p, a, g: house_at(p, g),
    "a11y_figure_protected": lambda p, a, g: house_at(p, g) and protected(p, g),
    "a11y_caretaker": lambda p, a, g: p.state.caretaker_at == g["field"],
}


# ---- catch_the_hat -----------------------------------------------------------------------------------------


def colour_at(p: Position, given: Given) -> list[int]:
    """The pieces of this colour on this field."""
    seat = list(colours(p.state)).index(SEAT_COLOURS.index(words_in(given["colour"])[0]))
    return [hat for hat in pieces_on(p.state, given["field"]) if owner(p.state, hat) == seat]


def under(p: Position, hat: int) -> set[int]:
    return set(captives(p.state, hat))


def jailed(p: Position) -> int:
    return sum(one != NONE for one in p.state.jail)


def caught(p: Position, action: int) -> int:
    """CH-15, CH-18: all hats of others' pieces on the field that is reached, or left when turning back (CH-51)."""
    s = p.state
    fields = {action} if s.phase == 2 or s.gold_capture else {action, int(s.pos[s.picked])}
    found = [
        hat
        for field in fields
        for hat in pieces_on(s, field)
        if team(s, owner(s, hat)) != team(s, owner(s, s.picked))
    ]
    return sum(1 + len(captives(s, hat)) for hat in found)


def catches(p: Position, action: int, given: Given) -> bool:
    """All caught hats were there, and are no longer free."""
    then = p.after(action)
    lost = sum(p.state.boss[h] == NONE and then.state.boss[h] != NONE for h in range(24))
    return 0 < given["count"] <= caught(p, action) and (lost > 0 or jailed(then) > jailed(p))


def brings_home(p: Position, action: int) -> bool:
    """CH-25: this move unloads the picked tower."""
    s = p.state
    return bool(under(p, s.picked)) and not under(p, s.picked) & under(p.after(action), s.picked)


def has_die(p: Position, action: int, given: Given) -> bool:
    return bool(p.state.die == given["value"])


def apart(p: Position, field: int, goal: int) -> int:
    """The length of the shortest path."""
    near, steps = {field}, 0
    while goal not in near:
        near, steps = near.union(*(TOUCHING[side(p.state)][one] for one in near)), steps + 1
    return steps


def from_home(p: Position, action: int, given: Given) -> bool:
    """A piece to pick, or the target of the picked one, is this far from the home of its colour."""
    s = p.state
    hat, field = (s.picked, action) if action < 81 else (action - 81, s.pos[action - 81])
    return bool(apart(p, int(field), home_of(s, owner(s, hat))) == given["count"])


def nearer_centre(p: Position, action: int, given: Given) -> bool:
    middle = CENTRE[side(p.state)]
    return bool(apart(p, action, middle) < apart(p, int(p.state.pos[p.state.picked]), middle))


WHEEL: dict[str, Check] = {
    "steps_from_home": from_home,
    "towards_centre": nearer_centre,
    "phase_choose_hat": has_die,
    "phase_rolled_where": has_die,
    "phase_no_move": lambda p, a, g: p.state.die == g["value"] and len(p.legal) == 1,
    "phase_six": lambda p, a, g: p.state.die == 6,
    "phase_golden_step": lambda p, a, g: p.state.pips == g["count"],
    "why_golden": lambda p, a, g: p.state.gold_capture == 0,
    "why_golden_every_field": lambda p, a, g: p.state.gold_capture == 1,
    "why_home": lambda p, a, g: any(brings_home(p, one) for one in p.legal if one < 81),
    "to_field": lambda p, a, g: p.after(a).state.pos[p.state.picked] == g["field"] == a,
    "step_turn": lambda p, a, g: p.state.prev == g["field"] == a,
    "action_enter_home": lambda p, a, g: home_of(p.state, owner(p.state, p.state.picked)) in p.legal,
    "way_catches": catches,
    "way_brings": lambda p, a, g: jailed(p.after(a)) - jailed(p) == g["count"],
    "a11y_field_grey": lambda p, a, g: (
        GREY[side(p.state), g["field"]] and len(pieces_on(p.state, g["field"])) == g["count"]
    ),
    "a11y_hat_on_field": lambda p, a, g: any(not captives(p.state, hat) for hat in colour_at(p, g)),
    "a11y_tower_on_field": lambda p, a, g: any(
        len(captives(p.state, hat)) == g["count"] for hat in colour_at(p, g)
    ),
    "centre": lambda p, a, g: a < 0 or a == CENTRE[side(p.state)],
}

CHECKS: dict[str, dict[str, Check]] = {
    "hat_stairs": STAIRS,
    "vanished_animal": HATS,
    "magic_hexagon": HEXAGON,
    "great_hall": HALLS,
    "catch_the_hat": WHEEL,
}
WORDS: dict[str, set[str]] = {
    "hat_stairs": {"action_go_up", "action_go_down", "phase_choose_stone", "pass_turn"},
    "vanished_animal": {
        *("action_name", "action_no_swap", "action_not_yet", "hat_number", "phase_look_or_name", "why_swap"),
        *("phase_which_animal", "refuse_box_closed_va_09"),
    },
    "magic_hexagon": {
        *("action_hypnotise", "action_no_hypnosis", "phase_choose_hat", "phase_choose_target", "why_compare"),
    },
    "great_hall": {
        *("action_discard", "action_drop_out", "action_give_card", "action_no_effect", "action_play_card"),
        *("action_split_seven", "action_start", "action_swap", "action_walk_on", "field_number", "gift_why"),
        *("phase_choose_card", "phase_choose_figure", "phase_choose_swap_target", "phase_choose_use"),
        *("phase_discard_draw", "phase_discard_more", "phase_how_many_steps", "caretaker", "figure"),
    },
    "catch_the_hat": {
        *("action_roll_again", "action_stop", "go_here", "golden_hat", "hat", "offer_from_home", "tower"),
        *("why_six", "pass_turn"),
    },
}
NAMES_OF = (
    "animal_",
    "card_",
    "colour_",
    "hat_",
    "house_",
    "stone_",
    "symbol_",
)  # words that only name a thing
