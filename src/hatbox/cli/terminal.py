"""A game in the terminal: drawn board, legal choices, hidden information hidden, one device for all."""

import argparse
import secrets
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import Any

from hatbox.errors import HatboxError, IllegalMove
from hatbox.game import choose, load, rulebook, slugs
from hatbox.interfaces import SPECTATOR, Event, Refusal
from hatbox.options import read_options
from hatbox.printing import Console, bold, dim, framed, in_columns, progress_bar, styled
from hatbox.words import check_language, explain, has, refuse, say, tell

HELP = "a number or a move · h hint · u undo · s save · r rules · q quit"
BOT_MILLISECONDS = 300
HINT_MILLISECONDS = 800
SEAT_STYLES = ("red", "blue", "green", "yellow", "white", "magenta")


def play(args: argparse.Namespace, options: dict[str, str]) -> None:
    """`hatbox play`: choose a game, name the players, play to the end."""
    console = Console()
    check_language(args.language)
    slug = args.game or _choose_game(console)
    read_options(rulebook(slug).options, options, slug)
    bot = _bot(args.bots)
    _compile_in_the_background(slug)
    names = _names(console, slug, args)
    players = args.players or len(names) or None
    choose(slug, players, options)
    _wait_for_the_compiler(console, slug)
    game = load(slug, players, **options)
    bots = dict.fromkeys(range(1, game.players), bot) if bot else {}
    Session(console, game.match(args.seed, names or None), args.language, args.aid, args.save, bots).run()


class Session:
    """One match at the terminal."""

    def __init__(
        self,
        console: Console,
        match: Any,
        language: str,
        aid: bool,
        save: Path | None,
        bots: Mapping[int, Any] = MappingProxyType({}),
    ) -> None:
        """Store what is needed to show the match."""
        self.console, self.match, self.language, self.aid, self.save = console, match, language, aid, save
        self.bots = bots
        self.untold: list[list[list[Event]]] = [[] for _ in range(match.game.players)]  # by seat and move
        self.viewer = SPECTATOR

    @property
    def secrets(self) -> bool:
        """Whether seats know different things."""
        return bool(self.match.game.rulebook.secrets)

    @property
    def people(self) -> int:
        """The number of people who share the device."""
        return int(self.match.game.players) - len(self.bots)

    def run(self) -> None:
        """Play turn after turn until the end."""
        while not self.match.over:
            if self.match.turn in self.bots:
                self._play(self._bot_move())
                continue
            self._hand_over()
            self._show(self.match.turn if self.secrets else SPECTATOR)
            self._tell(self.match.turn)
            if not self._ask():
                return
        self._show(SPECTATOR)
        self._tell(0)
        self._say_result()
        if self.save:
            self._write(self.save)

    def _hand_over(self) -> None:
        """Hide everything until the next player holds the device."""
        if self.secrets and self.viewer != self.match.turn and self.people > 1:
            self.console.clear()
            name = self.match.names[self.match.turn]
            self.console.input(f"{self._say('handover', player=bold(name))} {dim('Enter')} ")
        self.viewer = self.match.turn

    def _show(self, seat: int) -> None:
        """The board as one seat may see it, on an empty screen, so that nothing to remember stays visible."""
        self.console.clear()
        view = self.match.view(seat, self.aid)
        title = f"{self.match.game.slug} · move {self.match.ply + 1}"
        board = self.match.game.rulebook.text(view, self.match.names)
        self.console.print(framed(board, title))

    def _tell(self, seat: int) -> None:
        """What happened since this player last looked."""
        for event in chain.from_iterable(self.untold[seat]):
            self.console.print(f"  {tell(self.match.game.slug, event, self.match.names, self.language)}")
        told = [seat] if self.secrets else range(len(self.untold))
        for other in told:
            self.untold[other] = []

    def _ask(self) -> bool:
        """One decision; False if the players stop."""
        name = self.match.names[self.match.turn]
        style = SEAT_STYLES[self.match.turn]
        moves = self.match.moves
        whose = self._say("turn_of", player=styled(name, f"bold {style}"))
        effects = [self._effect(move.action) for move in moves]
        choices = [f"{bold(k)} {move}" for k, move in enumerate(moves, start=1)]
        if any(effects):
            told = [f"{choice}  {dim(effect)}" for choice, effect in zip(choices, effects, strict=True)]
            self.console.print(f"\n{whose}\n{in_columns(told, self.console.width)}")
        else:
            self.console.print(f"\n{whose}  {'   '.join(choices)}")
        while True:
            answer = self.console.input(f"{dim(HELP)} > ").strip()
            if answer == "q":
                return False
            if self._answered(answer, moves):
                return True

    def _effect(self, action: int) -> str:
        """What a move would do, in a few words, if the game can say so without revealing secrets."""
        rulebook = self.match.game.rulebook
        if rulebook.secrets or not rulebook.has_module("terminal"):
            return ""
        effect = getattr(rulebook.terminal, "effect", None)
        if effect is None:
            return ""
        speak = partial(say, rulebook.slug)
        events = self.match.now.foreseen(action)
        return str(effect(self.match.view(), events, lambda key, **given: speak(key, self.language, **given)))

    def _answered(self, answer: str, moves: Sequence[Any]) -> bool:
        """Act on an answer; True if the position changed."""
        try:
            if answer == "u":
                self._take_back()
            elif answer == "h":
                self._hint()
                return False
            elif answer == "r":
                from hatbox.rulepages import page

                self.console.print(page(self.match.game.slug))
                return False
            elif answer == "s":
                self._write(self.save or Path(f"{self.match.game.slug}.json"))
                return False
            else:
                by_number = answer.isdigit() and 1 <= int(answer) <= len(moves)
                self._play(moves[int(answer) - 1] if by_number else answer)
        except IllegalMove as error:
            refusal = Refusal(error.rule, error.reason, str(error), error.given)
            self.console.print(styled(refuse(self.match.game.slug, refusal, self.language), "red"))
            return False
        except HatboxError as error:
            self.console.print(styled(error, "red"))
            return False
        return True

    def _hint(self) -> None:
        """The best moves with their chances and effects, judged by what the seat may know."""
        from hatbox.bots import Budget

        budget = Budget(milliseconds=HINT_MILLISECONDS, seed=secrets.randbits(60))
        for one in self.match.hint(self.match.turn, budget):
            chance = self._say("hint_in_100", count=str(round(100 * one.chance)))
            slug, names = self.match.game.slug, self.match.names
            why = " ".join(explain(slug, fact, names, self.language) for fact in one.facts)
            self.console.print(f"  {bold(one.text)}  {chance}  {dim(why)}")

    def _bot_move(self) -> int:
        """The move of the bot whose turn it is."""
        from hatbox.bots import Budget, move_of

        budget = Budget(milliseconds=BOT_MILLISECONDS, seed=secrets.randbits(60))
        return move_of(self.bots[self.match.turn], self.match, budget)

    def _play(self, chosen: Any) -> None:
        """Make a move, and store what players are told about it."""
        played = self.match.play(chosen)
        for seat in range(self.match.game.players):
            self.untold[seat].append(played.seen_by(seat if self.secrets else SPECTATOR))

    def _take_back(self) -> None:
        """Undo the last move; against bots, players take back only their own."""
        self.match.undo(self.match.turn if self.bots else None)
        for moves in self.untold:
            del moves[-1:]

    def _write(self, path: Path) -> None:
        """Save the record."""
        from hatbox.match.recording import to_json

        try:
            path.write_bytes(to_json(self.match) + b"\n")
        except OSError as error:
            self.console.print(styled(f"The match could not be saved: {error.strerror}.", "red"))
        else:
            self.console.print(f"Saved as {path}.")

    def _say_result(self) -> None:
        """Who has won, alone or together."""
        from hatbox.match.outcome import result

        winners = [self.match.names[seat] for seat in self.match.winners]
        self.console.print(f"\n{bold(result(winners, self.language))}")

    def _say(self, key: str, **arguments: str) -> str:
        """A sentence that all games share, in the players' language."""
        return say("shell", key, self.language, **arguments)


def tell_record(data: bytes, ply: int | None, language: str) -> None:
    """`hatbox replay`: check every ply, then print the match or one position."""
    from hatbox.match.recording import from_json, replay

    check_language(language)
    record = from_json(data)
    match = replay(record)
    console = Console()
    if ply is not None:
        match = match.fork(ply)
        console.print(str(match))
    else:
        _tell_all(console, match, language)
    console.print(repr(match))
    console.print(f"checked: {len(record.actions)} moves, every fingerprint matches")


def _tell_all(console: Console, match: Any, language: str) -> None:
    """Every move of a match with what happened."""
    for _, played in match.walk():
        if played is not None:
            told = " ".join(tell(match.game.slug, event, match.names, language) for event in played.events)
            console.print(f"{played.ply:4}. {match.names[played.seat]}: {played.move} – {told}")


# ---- before the game ---------------------------------------------------------------------------------------


def _choose_game(console: Console) -> str:
    """A menu of all games; needs neither rules nor compiler."""
    known = slugs()
    for number, slug in enumerate(known, start=1):
        title = say(slug, "title") if has(slug, "title") else slug
        pitch = say(slug, "pitch") if has(slug, "pitch") else ""
        console.print(f"{bold(number)} {title}  {dim(pitch)}")
    answer = console.input("Which game? ").strip()
    if answer.isdigit() and 1 <= int(answer) <= len(known):
        return known[int(answer) - 1]
    if answer in known:
        return answer
    raise HatboxError(f"There is no game {answer!r}; choose 1 to {len(known)} or one of {', '.join(known)}.")


def _names(console: Console, slug: str, args: argparse.Namespace) -> list[str]:
    """The players' names; empty for the default names."""
    if args.names is not None:
        return [name.strip() for name in args.names.split(",") if name.strip()]
    if args.players:
        return []
    seats = rulebook(slug).players
    answer = console.input(f"Who plays? {min(seats)} to {max(seats)} names separated by commas, or Enter: ")
    return [name.strip() for name in answer.split(",") if name.strip()]


def _bot(level: str | None) -> Any:
    """The bot of a level, or None; bots are imported only if they play."""
    if level is None:
        return None
    from hatbox.bots.levels import bot_of

    return bot_of(level)


_WARMUPS: dict[str, Any] = {}


def _compile_in_the_background(slug: str) -> None:
    """Start compiling what the game needs while the players type their names."""
    from hatbox.lab.warmup import Warmup, missing

    _WARMUPS[slug] = Warmup(missing([rulebook(slug).slug], ("rules",)), somebody_waits=True)


def _wait_for_the_compiler(console: Console, slug: str) -> None:
    """Show progress until the rules are compiled; the second time there is nothing to wait for."""
    warmup = _WARMUPS.pop(slug)
    if warmup.tasks:
        show_warmup(len(warmup.tasks), warmup.progress(), console)


def show_warmup(total: int, finished: Iterator[str], console: Console | None = None) -> None:
    """A progress bar over finished compilations."""
    with progress_bar("preparing the rules, first time only", console or Console()) as bar:
        if total:
            bar(0, total)
        for count, name in enumerate(finished, start=1):
            bar(count, total, name.split(":")[0])
