"""`python -m benchmarks.ismcts`: our top bot against OpenSpiel's ISMCTS, through the adapter, at equal time per move.

Both think in one thread and are timed by the processor time they use, so that other work on the machine takes nothing
from either. A pair of games has the same samples of chance with the seats exchanged. ISMCTS gets one of two ways to
value a position: `rollouts` is OpenSpiel's own (one random game to the end, played through the adapter), `judged` is
our bot's own evaluation, compiled: no time is lost with rollouts. `--theirs` gives ISMCTS another time than us, for its
rollouts are slow. Results are kept in ismcts.json and taken up again.
"""

import argparse
import json
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from benchmarks import page
from hatbox.adapters.openspiel import HatboxState
from hatbox.bots import Budget, Seen
from hatbox.bots.levels import LEVELS, LevelBot
from hatbox.bots.players import Thinker
from hatbox.engine.dispatch import evaluate
from hatbox.engine.jit import entry
from hatbox.engine.record import States, Values
from hatbox.lab.arena import shares
from hatbox.lab.statistics import interval

KEPT = Path(__file__).parent / "ismcts.json"
GAMES = ("great_hall", "catch_the_hat")
TARGET = 0.8
EXPLORATION = 1.0  # of ISMCTS; values are from -1 to 1
FEWEST = 2  # simulations: the first one only makes the root
CHUNK = 16  # iterations of our search between two looks at the clock

Times = tuple[int, int]  # milliseconds a move, ours and theirs


@entry
def judge(states: States, i: int, out: Values) -> None:
    """What our bots think a position is worth for each seat."""
    evaluate(states[i], out)


class Judged(mcts.Evaluator):  # type: ignore[misc]
    """Our evaluation in OpenSpiel's terms."""

    def evaluate(self, state: HatboxState) -> Any:
        """The value of a position for each player."""
        values = np.zeros(state.num_players())
        judge(state._desk.play.states, 0, values)
        return values

    def prior(self, state: HatboxState) -> list[tuple[int, float]]:
        """All actions look alike, as in OpenSpiel's own evaluator."""
        actions = state.legal_actions()
        return [(action, 1.0 / len(actions)) for action in actions]


@dataclass
class Clock:
    """How long one side has thought, and how much it got done."""

    seconds: float = 0.0
    moves: int = 0
    looks: int = 0
    ends: float = field(default=0.0, repr=False)

    def start(self, milliseconds: int) -> None:
        """A move begins."""
        self.moves += 1
        self.ends = time.thread_time() + milliseconds / 1000
        self.seconds -= time.thread_time()

    def stop(self) -> None:
        """The move is found."""
        self.seconds += time.thread_time()


class TimedISMCTS(ismcts.ISMCTSBot):  # type: ignore[misc]
    """OpenSpiel's bot with a clock instead of a number of simulations; the search itself is its own."""

    def __init__(self, game: Any, evaluator: Any, seed: int, clock: Clock) -> None:
        """Nodes are keyed by what the player sees: shorter than all it has seen, and transpositions meet."""
        dice = np.random.RandomState(seed)
        super().__init__(game, evaluator, EXPLORATION, 1, random_state=dice, use_observation_string=True)
        self.clock = clock

    def run_search(self, state: Any) -> list[tuple[int, float]]:
        """As in OpenSpiel, until time is up."""
        self.reset()
        self._root_node = self.create_new_node(state)
        done = 0
        while done < FEWEST or time.thread_time() < self.clock.ends:
            self.run_simulation(self.sample_root_state(state))
            done += 1
        self.clock.looks += done
        policy: list[tuple[int, float]] = self.get_final_policy(state, self._root_node)
        return policy


@dataclass(frozen=True)
class TopBot(LevelBot):
    """Our highest level with the same clock."""

    clock: Clock = field(default_factory=Clock)

    def think(self, thinker: Thinker, budget: Budget) -> None:
        """Until the processor time is used up."""
        while time.thread_time() < self.clock.ends:
            thinker.run(CHUNK)
            self.clock.looks += CHUNK


def our_move(bot: TopBot, state: HatboxState, seed: int) -> int:
    """What our bot does with what its seat may know."""
    play = state._desk.play
    seen = Seen(play.game, play.turn, play.guess(play.turn, seed))
    return bot.choose(seen, play.legal, Budget(seed=seed))


def play_game(game: Any, evaluator: Any, we: int, milliseconds: Times, seed: int) -> dict[str, Any]:
    """One game with our bot on seat `we`: our share of the win, and what both sides used."""
    clocks = [Clock(), Clock()]
    ours = TopBot(LEVELS["level_5"], clocks[0])
    theirs = TimedISMCTS(game, evaluator, seed, clocks[1])
    state, dice, plies = game.new_initial_state(), np.random.RandomState(seed), 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(dice.randint(len(state.chance_outcomes())))
            continue
        actions, side = state.legal_actions(), 0 if state.current_player() == we else 1
        action = actions[0]
        if len(actions) > 1:
            clocks[side].start(milliseconds[side])
            action = our_move(ours, state, 1_000_003 * seed + plies) if side == 0 else int(theirs.step(state))
            clocks[side].stop()
        state.apply_action(action)
        plies += 1
    share = shares(state.returns(), [0 if seat == we else 1 for seat in range(2)], 2)[0]
    used = [{"seconds": round(c.seconds, 3), "moves": c.moves, "looks": c.looks} for c in clocks]
    return {"share": share, "plies": plies, "ours": used[0], "theirs": used[1]}


def load(slug: str, seed: int) -> Any:
    """The game for two, with the samples of chance of this seed."""
    return pyspiel.load_game(f"hatbox_{slug}", {"players": 2, "information": "imperfect", "rng_seed": seed})


def match(kept: dict[str, Any], slug: str, way: str, milliseconds: Times, games: int) -> None:
    """Play until so many games are kept; every game is written down at once."""
    ours, theirs = milliseconds
    found = kept.setdefault(f"{slug} {way} {ours if ours == theirs else f'{ours}/{theirs}'} ms", [])
    evaluator = Judged() if way == "judged" else mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    if len(found) < games:
        play_game(load(slug, 0), Judged(), 0, (1, 1), 0)  # everything is compiled before a clock runs
    while len(found) < games:
        seed, we = divmod(len(found), 2)
        found.append(play_game(load(slug, seed), evaluator, we, milliseconds, seed))
        KEPT.write_text(json.dumps(kept, indent=0), "utf-8")


def row(name: str, found: list[dict[str, Any]]) -> str:
    """One line of the table."""
    slug, way, milliseconds, _ = name.split(" ")
    won = [game["share"] for game in found]
    low, high = interval(won)
    cells = [slug, way, f"{milliseconds} ms", str(len(found)), f"**{sum(won) / len(won):.1%}**"]
    cells.append(f"{low:.1%} – {high:.1%}")
    for side in ("ours", "theirs"):
        seconds, moves, looks = (
            sum(game[side][key] for game in found) for key in ("seconds", "moves", "looks")
        )
        cells.append(f"{1000 * seconds / moves:.0f} ms, {looks / moves:,.0f}")
    return f"| {' | '.join(cells)} |"


def table(kept: dict[str, Any]) -> list[str]:
    """All matches that were played."""
    head = "| game | ISMCTS values by | time | games | our share | 95 % interval | ours used | ISMCTS used |"
    return [
        head,
        "|---|---|---|---|---|---|---|---|",
        *(row(name, kept[name]) for name in kept if kept[name]),
    ]


def main() -> None:
    """Play what the command line names, and write the table into docs/benchmarks.md."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(GAMES))
    parser.add_argument("--ways", nargs="+", default=["judged"], choices=["judged", "rollouts"])
    parser.add_argument("--budget", type=int, default=30, metavar="MS", help="per move")
    parser.add_argument("--theirs", type=int, default=0, metavar="MS", help="for ISMCTS; 0: the same")
    parser.add_argument("--matches", type=int, default=200, metavar="N", help="games per line; 0: only write")
    args = parser.parse_args()
    kept = json.loads(KEPT.read_text("utf-8")) if KEPT.exists() else {}
    for way in args.ways:
        for slug in args.games:
            match(kept, slug, way, (args.budget, args.theirs or args.budget), args.matches)
    page.write({"ismcts": table(kept)})


if __name__ == "__main__":
    main()
