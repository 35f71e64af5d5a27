"""Which positions can occur in Hat Stairs."""

from hatbox.errors import require
from hatbox.games.hat_stairs.state import (
    BOUNCE,
    DRAW,
    NOBODY,
    NONE,
    ON_ITS_STEP,
    PLACES,
    REDRAW,
    SEATS,
    START,
    State,
)


def possible(s: State) -> None:
    """Raise BadPosition for a state that no game can reach."""
    _stairs(s)
    _stones(s)
    _end(s)


def _stairs(s: State) -> None:
    """Every player is on a step, nobody shares a step with an unclaimed hat, only a winner is in the larder."""
    steps, larder = list(s.step[: s.players]), s.steps + 1
    require(
        all(START <= step <= larder for step in steps), f"`at` must be steps from 1 to {larder}, the larder."
    )
    require(all(step == 0 for step in s.step[s.players : SEATS]), "only seats that play are on the stairs.")
    inside = [seat for seat, step in enumerate(steps) if step == larder]
    require(inside == [s.winner] * (s.winner >= 0), "only the winner is in the larder (HS-16, HS-23).")
    require(s.winner < 0 or s.hat == s.winner, "the winner wears the hat (HS-23).")
    beside = s.hat == ON_ITS_STEP and s.hat_step in steps
    require(not beside, f"a player on step {s.hat_step} has put on the hat (HS-17, HS-R07).")


def _stones(s: State) -> None:
    """Six different stones; a stone was tried in vain only if neither direction is open (HS-R05)."""
    require(sorted(s.stones) == [1, 2, 3, 4, 5, 6], "`stones` has the values 1 to 6, each once (HS-04).")
    tried = [place for place in range(PLACES) if s.tried >> place & 1]
    require(not tried or s.stuck == REDRAW, "`tried` needs the option stuck=redraw (HS-R05).")
    require(all(s.seen >> place & 1 for place in tried), "a stone that was tried has been seen.")
    require(
        s.over or not any(_fits(s, place) for place in tried),
        "a stone that fits is not turned back (HS-R05).",
    )
    require(s.open not in tried, "the open stone was not tried before in this turn (HS-R05).")
    is_last = s.no_repeat and s.open != NONE and s.open == s.last
    require(not is_last, "with no_repeat the last stone is not turned again (HS-R19).")
    fits = s.open == NONE or s.winner >= 0 or s.stuck != REDRAW or _fits(s, s.open)
    require(fits, "with stuck=redraw a stone that fits nowhere is turned back (HS-R05).")
    most = s.stall_remix - 1
    require(
        most < 0 or s.since_mix <= most, f"`quiet` can be at most {most}: then the stones are mixed (HS-27)."
    )


def _fits(s: State, place: int) -> bool:
    """HS-14…16: whether the current player can go somewhere with this stone."""
    here, value = s.step[s.turn], s.stones[place]
    top = s.steps + (s.hat == s.turn)
    return s.overshoot == BOUNCE or here + value <= top or here - value >= START


def _end(s: State) -> None:
    """The winner is one of the players, or the game is a draw at the cap (HS-R06)."""
    require(s.winner < s.players, f"`over` takes a seat from A to {'ABCD'[s.players - 1]}, or draw.")
    require(s.over == (s.winner != NOBODY), "a game that is over has a winner or is drawn.")
    most = s.max_turns - (not s.over)
    require(
        s.max_turns == 0 or s.turns <= most, f"`turns` can be at most {most} here (option max_turns, HS-R06)."
    )
    drawn = s.winner == DRAW
    require(not drawn or s.turns == s.max_turns > 0, "a game is drawn after max_turns turns only (HS-R06).")
    require(not drawn or s.open == NONE, "no stone is open when a game is drawn.")
