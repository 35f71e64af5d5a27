"""Which positions can occur in Vanished Animal."""

from hatbox.errors import require
from hatbox.games.vanished_animal.state import (
    ANIMALS,
    BOX,
    DRAW,
    HATS,
    LAST_VOID,
    NOBODY,
    NONE,
    OFF,
    SEATS,
    Phase,
    State,
)


def possible(s: State) -> None:
    """Raise BadPosition for a state that no game can reach."""
    _hats(s)
    _round(s)
    _look(s)
    _last_round(s)


def _hats(s: State) -> None:
    """Six different animals; only seats in the game have seen or named one."""
    require(sorted(s.hats) == list(range(ANIMALS)), "`hats` has the animals 0 to 5, each once (VA-02).")
    known = [*s.seen_by, s.out, s.last_out]
    require(all(bits < 1 << s.players for bits in known), f"the seats are A to {'ABCD'[s.players - 1]}.")
    spoke = [(s.named[seat] >= 0) == bool(s.out >> seat & 1) for seat in range(SEATS)]
    require(all(spoke), "exactly the players who are out have named an animal (VA-14).")
    require(s.hats[BOX] not in list(s.named), "`named` lists wrong names only: a right one wins (VA-13).")


def _round(s: State) -> None:
    """A token or a void for every finished round, and at least two players left in a running one."""
    seats = range(s.players)
    require(
        s.over == (s.phase == Phase.ENDED) == (s.winner != NOBODY),
        "a game that is over has a winner or is drawn.",
    )
    require(s.capped == (s.winner == DRAW), "only a drawn game was stopped (VA-R07).")
    most = s.wins_needed - 1
    require(all(s.tokens[seat] <= most for seat in seats), f"a player has 0 to {most} tokens (VA-R20).")
    finished = sum(s.tokens) + s.voids
    require(
        s.rounds == finished + (s.winner != DRAW),
        "`round` is one more than tokens and voids (VA-16, VA-R07).",
    )
    won = s.winner < 0 or s.tokens[s.winner] == most
    require(won, f"the winner has {most} tokens and takes the wand (VA-17).")
    void = LAST_VOID if s.winner == DRAW else LAST_VOID - 1
    require(s.voids <= void, f"`voids` can be at most {void} here (VA-R07).")
    require(
        s.winner != DRAW or s.voids == LAST_VOID, f"a game is drawn after {LAST_VOID} void rounds (VA-R07)."
    )
    require(
        not s.voids or bool(s.round_turn_cap), "no round is void without the option round_turn_cap (VA-R07)."
    )
    guessing = [seat for seat in seats if not s.out >> seat & 1]
    require(s.over or len(guessing) > 1, "at least two players are still in a running round (VA-15).")
    require(s.over or s.turn in guessing, "it is the turn of a player who is not out (VA-14).")
    last = s.round_turn_cap - 1
    require(
        s.over or last < 0 or s.round_turns <= last,
        f"`turns` can be at most {last}: then the round is void (VA-R07).",
    )


def _look(s: State) -> None:
    """A look goes with swapping, a first swap with the expert's second one."""
    looked = s.phase in (Phase.SWAPPING, Phase.SWAPPING_AGAIN)
    require((s.peek != NONE) == looked, "`peek` belongs to a turn in which a hat was looked into (VA-09).")
    require(
        (s.swap_to != NONE) == (s.phase == Phase.SWAPPING_AGAIN), "`with` belongs to the second swap (VA-21)."
    )
    require(s.swap_to == NONE or s.expert != OFF, "`with` needs the option expert (VA-21).")
    require(s.swap_to == NONE or s.swap_to != s.peek, "a hat is swapped with another one (VA-10).")
    there = s.peek if s.swap_to == NONE else s.swap_to
    seen = not looked or s.seen_by[there] >> s.turn & 1 == 1
    require(seen, "the player on turn has seen the hat that was looked into (VA-09).")


def _last_round(s: State) -> None:
    """R-21: what the end of the last round revealed; a study position may leave it out."""
    told, ended = list(s.told), s.over or s.rounds > 1
    fresh = s.last_box == NONE and s.last_out == 0 and told == [NONE] * HATS
    require(
        ended or fresh,
        "`told`, `last` and `knew` belong to the round before, and this is the first (VA-R21).",
    )
    require(
        s.last_box != NONE or fresh, "`told` and `knew` need `last`, the animal that had vanished (VA-R21)."
    )
    require(
        told[BOX] in (NONE, s.last_box), "`told` has the vanished animal `last` after the stroke, or nothing."
    )
    shown = any(animal != NONE for animal in told[:BOX])
    require(not shown or bool(s.reveal_at_round_end), "`told` needs the option reveal_at_round_end (VA-R08).")
    require(not shown or sorted(told) == list(range(ANIMALS)), "`told` has the animals 0 to 5, each once.")
    same = not s.over or s.last_box in (NONE, s.hats[BOX])
    require(same, "the last round of a game that is over is this one (VA-R21).")
