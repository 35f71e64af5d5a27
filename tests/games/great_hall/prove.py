"""Proves what the coach says about a move in Great Hall, using only the reference."""

from copy import deepcopy
from dataclasses import replace

from hatbox.engine.facts import Said
from hatbox.match.match import Match

from .compiled import Board
from .reference import Position, apply, from_fields, legal, returns, seats_in_play
from .reference_board import start_field, track_length
from .reference_legal import DISCARD, FOLD, GIVE, PLAY
from .reference_position import DORMITORY, HALL, Phase, controlled_colour, receiver

STARTERS, JOKER, KINDS = (6, 7, 9), 9, range(10)


class Dealt(Exception):
    """Chance was asked: what follows is not part of the turn."""


class NoChance:
    """Chance that ends the turn."""

    def __getattr__(self, name: str) -> object:
        raise Dealt


def turns(position: Position, first: int | None = None) -> list[Position]:
    """All positions in which the turn can end, optionally starting with one action."""
    ends = []
    for action in [first] if first is not None else sorted(legal(position)):
        twin = deepcopy(position)
        try:
            apply(twin, action, NoChance())  # type: ignore[arg-type]
        except Dealt:
            ends.append(twin)
            continue
        done = twin.ply != position.ply or twin.phase == Phase.OVER or twin.turn != position.turn
        ends += [twin] if done else turns(twin)
    return ends


def in_bed(position: Position, colours: list[int]) -> int:
    """How many figures of these colours are in the dormitory."""
    return sum(position.figures[colour].count(DORMITORY) for colour in colours)


class Case:
    """A move of one seat, whose colour is its name in the reference."""

    def __init__(self, position: Position, action: int) -> None:
        self.before, self.action, self.me = position, action, position.turn
        self.seats = seats_in_play(position.players)
        self.ours = [self.me, self.me ^ 2] if position.players == 4 else [self.me]
        self.rivals = [seat for seat in self.seats if seat not in self.ours]
        self.ends = turns(position, action)

    def kinds(self, position: Position, rival: int) -> int:
        """How many kinds of cards would let a rival send one of our figures to bed."""
        hits, sleeping = 0, in_bed(position, self.ours)
        for kind in KINDS:
            hands = [list(hand) for hand in position.hands]
            hands[rival] = [int(one == kind) for one in KINDS]
            trial = replace(position, turn=rival, phase=Phase.CARD, hands=hands, folded=set(), drawn=None)
            trial = replace(trial, card=None, mode=None, piece=None, steps=None, seven_left=0, moved=set())
            hits += any(in_bed(end, self.ours) > sleeping for end in turns(trial))
        return hits

    def worst(self, position: Position) -> dict[int, int]:
        """The kinds that each rival could use."""
        return {rival: self.kinds(position, rival) for rival in self.rivals}

    def starters_left(self) -> int:
        """Cards in hand that get a figure out of bed once this card has left the hand."""
        hand = list(self.before.hands[self.me])
        for group, phases in (
            (PLAY, (Phase.CARD,)),
            (DISCARD, (Phase.DISCARD1, Phase.DISCARD2)),
            (GIVE, (Phase.EXCHANGE,)),
        ):
            if self.before.phase in phases:
                hand[self.action - group] -= 1
        return sum(hand[kind] for kind in STARTERS)

    @property
    def kind(self) -> int | None:
        """The card that is played, discarded or given."""
        phase = self.before.phase
        if phase == Phase.CARD:
            return self.action - PLAY
        if phase in (Phase.DISCARD1, Phase.DISCARD2):
            return self.action - DISCARD
        return self.action - GIVE if phase == Phase.EXCHANGE else self.before.card

    def cards_are_true(self, key: str, player: int, count: int) -> bool:
        """Whether what is said about cards is true."""
        if key == "uses_joker":
            return self.kind == JOKER
        if key == "keeps_start":
            return self.starters_left() == count
        if key == "no_start_left":
            return self.kind in STARTERS and self.starters_left() == 0
        to = receiver(self.before, self.me)
        if key == "gives_start":
            return self.kind in STARTERS and player == to
        if key == "gives_last_start":
            return self.kind in STARTERS and self.starters_left() == 0
        assert key == "needs_start", key
        places = self.before.figures[to]
        return player == to and not any(place < DORMITORY for place in places) and DORMITORY in places

    def moves_are_true(self, end: Position, key: str, player: int, count: int) -> bool:
        """Whether what is said about figures is true."""
        if key == "reason_wins_now":
            return returns(end)[self.seats.index(self.me)] > 0.999
        if key == "enters":
            arrived = [end.figures[c].count(HALL) - self.before.figures[c].count(HALL) for c in self.ours]
            return sum(arrived) == count
        woken = {c: in_bed(self.before, [c]) - in_bed(end, [c]) for c in range(4)}
        if key == "sends":
            return player in self.rivals and -woken[player] == count
        if key == "starts":
            return any(woken[colour] > 0 for colour in self.ours)
        if key == "loses":
            return sum(max(0, -woken[colour]) for colour in self.ours) == count
        assert key == "fields_left", key
        colour, ring = controlled_colour(self.before), track_length(end)
        new = [p for p in end.figures[colour] if p < DORMITORY and p not in self.before.figures[colour]]
        left = [(start_field(end, colour) - place) % ring or ring for place in new]
        return bool(left) and min(left) == count

    def safety_is_true(self, end: Position, fact: Said, player: int, count: int) -> bool:
        """Whether what is said about the danger for our figures is true."""
        key, now = fact.key.removeprefix("coach_"), self.worst(end)
        if key == "safe":
            return not any(now.values())
        if key == "exposed":
            return now[player] == count == max(now.values())
        was = self.worst(self.before)
        if key == "gets_safe":
            return not any(now.values()) and was[player] == count == max(was.values()) > 0
        return now[player] == count == max(now.values()) < max(was.values()) == fact.given["before"]

    def holds(self, end: Position, fact: Said) -> bool:
        """Whether a fact is true of one end of the turn."""
        key, given = fact.key.removeprefix("coach_"), fact.given
        player = self.seats[given["player"]] if "player" in given else -1
        count = given.get("count", 0)
        if key in ("safe", "exposed", "gets_safe", "safer"):
            return self.safety_is_true(end, fact, player, count)
        if key in ("enters", "sends", "starts", "loses", "fields_left", "reason_wins_now"):
            return self.moves_are_true(end, key, player, count)
        return self.action != FOLD and self.cards_are_true(key, player, count)


def prove(match: Match, action: int, facts: list[Said]) -> bool:
    """Whether the turn can be continued so that all facts are true."""
    board = Board(match.game.players, dict(match.game.options))
    board.states[:] = match.now.states
    case = Case(from_fields(match.game.players, dict(match.game.options), board.fields()), action)
    cheap_first = sorted(facts, key=lambda fact: "safe" in fact.key or "exposed" in fact.key)
    return any(all(case.holds(end, fact) for fact in cheap_first) for end in case.ends)
