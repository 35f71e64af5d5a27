"""Which positions can occur in Great Hall."""

from hatbox.errors import require
from hatbox.games.great_hall.state import (
    COPIES,
    DORMITORY,
    DRAW,
    HALL,
    HOUSES,
    KINDS,
    NOBODY,
    NONE,
    POINTS,
    TRACK_LENGTHS,
    UNUSED,
    USES,
    Phase,
    State,
    Use,
    houses,
)

TEAMS = 4  # number of players in a game with partners
IN_PLAY = (
    Phase.MODE,
    Phase.PIECE,
    Phase.STEPS,
    Phase.HALL_OR_WALK,
    Phase.TARGET,
)  # a card is being carried out
LETTERS = "ABCD"


def possible(s: State) -> None:
    """Raise BadPosition for a state that no game can reach."""
    _cards(s)
    _figures(s)
    _caretaker(s)
    _exchange(s)
    _turn(s)
    _card_in_play(s)
    _end(s)


def _cards(s: State) -> None:
    """78 cards, hands within their limits, nobody holding a card that everyone knows they lack (GH-83)."""
    for kind in range(KINDS):
        heaps = [hand[kind] for hand in s.hand] + [s.stock[kind], s.discard[kind]]
        whole = min(heaps) >= 0 and sum(heaps) == COPIES[kind]
        require(
            whole, f"hands, stock and discards together have {COPIES[kind]} cards of kind {kind + 1} (GH-05)."
        )
    require(s.top == NONE or s.discard[s.top] > 0, "the card on top is one of the discards.")
    sizes = [sum(hand) for hand in s.hand]
    require(max(sizes) <= s.hand_size, f"every player has up to {s.hand_size} cards in this round (GH-09).")
    require(sum(sizes[s.players :]) == 0, f"the seats are A to {LETTERS[s.players - 1]}.")
    even = s.players == TEAMS or s.phase == Phase.EXCHANGE or max(sizes) - min(sizes[: s.players]) <= 1
    require(even, "without teams all players have laid down the same number of cards (GH-83).")
    lacks = [s.lacks[seat] >> kind & 1 for seat in range(s.players) for kind in _sure_cards(s, seat)]
    require(not any(lacks), "`lacks` has kinds that the seat does not hold (GH-83).")


def _sure_cards(s: State, seat: int) -> list[int]:
    """The kinds in a hand, without the card just drawn."""
    fresh = s.drawn if seat == s.turn else NONE
    return [kind for kind in range(KINDS) if s.hand[seat][kind] > (kind == fresh)]


def _figures(s: State) -> None:
    """Every figure is somewhere, at most one per field."""
    track = TRACK_LENGTHS[s.track_len]
    for house in range(HOUSES):
        count = (3 if s.players == TEAMS else 4) if house in houses(s) else 0
        found = [place for place in s.pos[house] if place != UNUSED]
        require(len(found) == count, f"every house that plays has {count} figures (GH-03, GH-80).")
        tidy = s.phase in IN_PLAY or list(s.pos[house]) == sorted(s.pos[house])
        require(tidy, "between two cards, figures are listed in the order of their fields, then D and H.")
    fields = _on_track(s) + ([] if s.caretaker_at == NONE else [s.caretaker_at])
    require(all(0 <= field < track for field in fields), f"the fields are 0 to {track - 1}.")
    require(len(set(fields)) == len(fields), "no two figures share a field (GH-32).")


def _on_track(s: State) -> list[int]:
    """The fields of all figures on the track."""
    return [place for row in s.pos for place in row if place < DORMITORY]


def _caretaker(s: State) -> None:
    """GH-70: he enters the track when the first figure reaches the hall."""
    comes = bool(s.caretaker and s.first_in)
    require(s.caretaker_at == NONE or comes, "`care` needs the option caretaker and `first=yes` (GH-70).")
    waits = s.phase in IN_PLAY or s.over
    require(
        not comes or s.caretaker_at != NONE or waits,
        "with `first=yes` the caretaker is on the track (GH-70).",
    )


def _exchange(s: State) -> None:
    """GH-11: gifts are chosen one after another, starting left of the dealer, until everyone has given."""
    first = (s.dealer + 1) % s.players
    done = (s.turn - first) % s.players if s.phase == Phase.EXCHANGE else s.players
    order = [(first + k) % s.players for k in range(s.players)]
    gave = all((s.given[seat] != NONE) == (k < done) for k, seat in enumerate(order))
    require(gave, "gifts are chosen in turn from the dealer's left, and all before the first card (GH-11).")
    if s.phase != Phase.EXCHANGE:
        return
    require(all(sum(s.hand[seat]) > 0 for seat in order), "every player has a card to give (GH-11).")
    held = all(s.hand[seat][s.given[seat]] > 0 for seat in order[:done])
    require(held, "every player gives a card from their own hand (GH-11).")


def _turn(s: State) -> None:
    """GH-13, GH-14, GH-83: a player with cards who is not out; drawing only without teams."""
    teams = s.players == TEAMS
    drops = s.folded < 1 << s.players and (teams or not s.folded)
    require(drops, "only players with partners drop out of a round (GH-14, GH-83).")
    out = [seat for seat in range(s.players) if s.folded >> seat & 1]
    require(not any(sum(s.hand[seat]) for seat in out), "players who dropped out hold no cards (GH-14).")
    require(s.phase != Phase.EXCHANGE or not out, "nobody drops out before the exchange (GH-14).")
    require(s.over or s.turn not in out, "it is the turn of a player who has not dropped out (GH-14).")
    holds = s.phase not in (Phase.CARD, Phase.DISCARD, Phase.DISCARD_AGAIN) or sum(s.hand[s.turn]) > 0
    require(holds, "it is the turn of a player with cards (GH-15).")
    require(
        not teams or (s.phase not in (Phase.DISCARD, Phase.DISCARD_AGAIN) and s.drawn == NONE),
        "nobody draws in teams (GH-83).",
    )
    must = s.phase == Phase.DISCARD_AGAIN
    require(
        s.drawn != NONE if must else s.phase in (Phase.CARD, *IN_PLAY) or s.drawn == NONE,
        "`drawn` follows a draw (GH-83).",
    )
    kept = s.drawn == NONE or s.phase in IN_PLAY or s.hand[s.turn][s.drawn] > 0
    require(kept, "the drawn card is in the hand of the player on turn (GH-83).")


def _card_in_play(s: State) -> None:
    """What has been chosen for a card fits the phase: card, use, figure, steps."""
    chosen = s.phase in IN_PLAY
    require((s.sel_kind != NONE) == chosen, "`card` is the card being played.")
    require((s.sel_mode != NONE) == (chosen and s.phase != Phase.MODE), "`mode` is chosen after `card`.")
    require(
        (s.sel_piece != NONE) == (s.phase in (Phase.STEPS, Phase.HALL_OR_WALK, Phase.TARGET)),
        "`at` is chosen after `mode`.",
    )
    seven = s.sel_mode == Use.SEVEN
    require(
        (s.sel_steps != NONE) == (seven and s.phase == Phase.HALL_OR_WALK),
        "`steps` is chosen for a shared 7 (GH-55).",
    )
    require(
        0 <= s.seven_left <= 7 and (s.seven_left > 0) == seven, "`left` has 1 to 7 points of a 7 (GH-55)."
    )
    require(
        (s.moved != 0) == (seven and s.seven_left < 7),
        "`moved` has the figures that took a part of a 7 (GH-55).",
    )
    if not chosen:
        return
    require(s.discard[s.sel_kind] > 0, "the card being played is on the discards (GH-13).")
    require(s.drawn in (NONE, s.sel_kind), "a drawn card that fits must be played (GH-83).")
    require(s.sel_mode in (NONE, *USES[s.sel_kind]), "the card cannot be used like that (GH-51).")
    require(s.phase != Phase.STEPS or seven, "only a 7 is shared (GH-55).")
    require(s.phase != Phase.TARGET or POINTS[s.sel_mode] == 0, "only a swap has a target (GH-52).")
    if s.sel_piece != NONE:
        own = _controlled(s)
        shared = [own, own ^ 2] if seven and s.canadian_seven else [own]
        require(
            any(s.sel_piece in list(s.pos[house]) for house in shared),
            "`at` is the field of the player's own figure (GH-30).",
        )
        steps = s.sel_steps if seven else int(POINTS[s.sel_mode])
        require(
            s.phase != Phase.HALL_OR_WALK or _may_enter(s, steps),
            "enter or walk on is asked only where both are possible (GH-46).",
        )
        require(not seven or s.sel_steps <= s.seven_left, f"`steps` can be at most {s.seven_left} (GH-55).")


def _controlled(s: State) -> int:
    """GH-60: the house that the current player moves."""
    own = houses(s)[s.turn]
    home = all(place >= HALL for place in s.pos[own])
    return own ^ 2 if s.players == TEAMS and home else own


def _may_enter(s: State, steps: int) -> bool:
    """GH-40, GH-41, GH-43: whether the chosen figure gets exactly past its start field, which nobody guards."""
    track = TRACK_LENGTHS[s.track_len]
    house = next(house for house in range(HOUSES) if s.sel_piece in list(s.pos[house]))
    start = house * track // 4
    distance = (start - s.sel_piece) % track
    return distance > 0 and steps == distance + 1 and start not in list(s.pos[house])


def _end(s: State) -> None:
    """GH-61, GH-81, GH-R20: the game ends with the first winner, or after the last round."""
    require(
        s.over == (s.phase == Phase.ENDED) == (s.winner != NOBODY),
        "a game that is over has a winner or is drawn.",
    )
    require(1 <= s.round_number <= s.max_rounds, f"`round` must be 1 to {s.max_rounds} (GH-R20).")
    require(s.capped == (s.winner == DRAW), "only a drawn game was stopped (GH-R20).")
    require(
        not s.capped or s.round_number == s.max_rounds, "a game is drawn after the last round only (GH-R20)."
    )
    require(s.ply >= 0, "`ply` must be 0 or more.")
    won = _winners(s)
    settled = s.phase in IN_PLAY or won == ([s.winner] if s.winner not in (NOBODY, DRAW) else [])
    require(settled, "only the player or team with all needed figures in the hall has won (GH-61, GH-81).")


def _winners(s: State) -> list[int]:
    """The teams, or the seats without teams, that have enough figures in the hall."""
    arrived = [list(s.pos[house]).count(HALL) for house in houses(s)]
    if s.players == TEAMS:
        return [side for side in range(2) if arrived[side] + arrived[side + 2] == 6]
    return [seat for seat in range(s.players) if arrived[seat] >= s.solo_goal]
