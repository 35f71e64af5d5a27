"""The arguments of all commands, checked before anything is done.

Settings of `hatbox serve` may come from the environment too; flags override them.
"""

import argparse
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

from hatbox.cli.completion import SHELLS, PrintCompletion

WRONG_INPUT = 2
LAST_SEED = 2**63 - 1
LAST_PORT = 65535

Command = argparse.ArgumentParser


class Parser(argparse.ArgumentParser):
    """A parser that reports errors in one sentence."""

    def error(self, message: str) -> NoReturn:
        """One sentence, exit code 2."""
        self.exit(WRONG_INPUT, f"{self.prog}: {message}. Try `{self.prog} --help`.\n")


def number(low: int, high: int | None = None) -> Callable[[str], int]:
    """A reader of whole numbers whose error says what is valid."""
    valid = f"of at least {low}" if high is None else f"from {low} to {high}"

    def read(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            value = low - 1
        if value < low or (high is not None and value > high):
            raise argparse.ArgumentTypeError(f"takes a whole number {valid}, not {text!r}")
        return value

    return read


def seconds(text: str) -> float:
    """A positive time in seconds."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value <= 3600:
        raise argparse.ArgumentTypeError(f"takes seconds above 0, at most 3600, not {text!r}")
    return value


def hours(text: str) -> float:
    """A time to work."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value <= 1000:
        raise argparse.ArgumentTypeError(f"takes hours above 0, at most 1000, not {text!r}")
    return value


def parser(version: str) -> Parser:
    """The parser of all commands; `args.command` is the chosen one."""
    whole = Parser(prog="hatbox", description="A box of hat games.")
    whole.add_argument("--version", action="version", version=f"hatbox {version}")
    completes = "print a completion script for this shell"
    whole.add_argument("--print-completion", action=PrintCompletion, choices=SHELLS, help=completes)
    commands = whole.add_subparsers(dest="command", metavar="command", required=True)

    def command(name: str, text: str, *fill: Callable[[Command], None]) -> None:
        sub = commands.add_parser(name, help=text, description=text)
        for part in fill:
            part(sub)

    command("games", "list the games with their options", _json)
    command("rules", "show the rules of a game", _game)
    command("play", "play in the terminal, with everyone on this device", _play, _choice)
    command("sim", "simulate many games, at random or with bots, and report", _sim, _choice, _json)
    command("arena", "let bots play against each other, and report", _arena, _choice, _json)
    command("lab", "describe what a game is like with these rules, from many games", _lab, _choice, _json)
    command("benchmark", "score a bot at frozen tasks, beside our own bots", _benchmark, _json)
    command("train", "learn an evaluation from self-play", _train, _choice)
    command("replay", "check a record and print the match", _file, _replay, _language)
    command("review", "separate luck from skill in a finished game", _file, _review, _json)
    command("verify", "check that a record is genuine, dice included", _file, _verify, _json)
    command(
        "puzzles", "make puzzles from games between bots, or continue making them", _game, _puzzles, _json
    )
    command("mcp", "offer the games to language models, by the Model Context Protocol")
    command("bench", "measure this machine's steps per second, game by game", _bench, _json)
    command("schema", "write TypeScript for the views, events and refusals of all games", _schema)
    command("wasm", "compile the rules for browsers, and list options and boards, if they changed", _wasm)
    command("warmup", "compile all games ahead of time", _warmup)
    command("compile", "build the libraries of games, for this machine or for others", _warmup, _compile)
    command("doctor", "say what is missing or wrong on this machine", _doctor, _data, _json)
    command("new-game", "write the scaffold of your own game", _new_game)
    command("serve", "open the web table for people and bots", _serve, _data, _database)
    command(
        "export",
        "write the records of finished games into a folder or one .jsonl file",
        _to,
        _data,
        _database,
    )
    command("import", "add records from a folder, a .jsonl file or one record", _source, _data, _database)
    command("delete", "remove a person's name and identity everywhere", _delete, _data, _database)
    command("ratings", "recompute all ratings from the history", _data, _database)
    command("backup", "back up the table's data folder, even while the table is running", _to, _data)
    return whole


# ---- what several commands take ----------------------------------------------------------------------------


def _json(sub: Command) -> None:
    sub.add_argument("--json", action="store_true", help="print JSON")


def _game(sub: Command) -> None:
    sub.add_argument("game")


def _file(sub: Command) -> None:
    sub.add_argument("file", type=Path)


def _to(sub: Command) -> None:
    sub.add_argument("to", type=Path)


def _language(sub: Command) -> None:
    sub.add_argument("--language", default="en", help="en, de, fr, nl, es, it, pt, sv, da or ru")


def _choice(sub: Command) -> None:
    """Players, options and the seed of a game."""
    sub.add_argument("--players", type=number(1), metavar="P")
    sub.add_argument("--seed", type=number(0, LAST_SEED), metavar="S")
    sub.add_argument("--option", action="append", default=[], metavar="K=V", help="a variant or house rule")


def _where(sub: Command) -> None:
    """Where long work runs, and where its results are stored."""
    _place(sub)
    keep = "write every result to this file as a line of JSON; a second run continues from there"
    sub.add_argument("--keep", type=Path, metavar="FILE", help=keep)


def _place(sub: Command) -> None:
    """Where long work runs."""
    sub.add_argument(
        "--jobs", type=number(0), default=0, metavar="J", help="processes; 1: only this one, 0: one per core"
    )
    sub.add_argument(
        "--on", choices=["ray"], default="", help="use a cluster at RAY_ADDRESS, or one on this machine"
    )


def _setting(sub: Command, flag: str, variable: str, default: str | None, **more: Any) -> None:
    """A flag whose value may come from the environment."""
    sub.add_argument(flag, default=os.environ.get(variable, default), **more)


def _data(sub: Command) -> None:
    _setting(sub, "--data", "HATBOX_DATA", None, type=Path, metavar="DIR", help="where tables are stored")


def _database(sub: Command) -> None:
    where = "store tables in PostgreSQL instead: postgresql://USER@HOST/NAME"
    _setting(sub, "--database", "HATBOX_DATABASE", "", metavar="URL", help=where)


# ---- what one command takes --------------------------------------------------------------------------------


def _play(sub: Command) -> None:
    sub.add_argument("game", nargs="?")
    sub.add_argument("--names", help="the players' names, separated by commas")
    sub.add_argument(
        "--bots", metavar="LEVEL", help="level_1 … level_5: bots take all seats except the first"
    )
    _language(sub)
    sub.add_argument("--aid", action="store_true", help="memory aid: show what has been seen")
    sub.add_argument("--save", type=Path, metavar="FILE", help="write the record of the match to FILE")


def _sim(sub: Command) -> None:
    _game(sub)
    sub.add_argument("--games", type=number(1), default=10_000, metavar="N")
    _where(sub)
    sub.add_argument("--bots", default="", metavar="A[,B]", help="bots in all seats instead of random moves")
    sub.add_argument("--budget", default="50ms", metavar="T", help="per move of a bot: 50ms, or iterations")


def _arena(sub: Command) -> None:
    _game(sub)
    sub.add_argument("--bots", default="search,random", metavar="A,B", help="random, greedy, search, …")
    sub.add_argument("--games", type=number(1), default=100, metavar="N")
    sub.add_argument(
        "--budget", default="50ms", metavar="T", help="per move: 50ms, or iterations such as 1000"
    )
    _where(sub)


def _lab(sub: Command) -> None:
    _game(sub)
    sub.add_argument("--games", type=number(1), default=200, metavar="N")
    sub.add_argument("--html", type=Path, metavar="FILE", help="also write a page with plots")
    _where(sub)


def _benchmark(sub: Command) -> None:
    sub.add_argument("tasks", nargs="*", metavar="TASK", help="all of them unless some are named")
    sub.add_argument("--bot", default="search", metavar="BOT", help="greedy, level_5, run:COMMAND, …")
    sub.add_argument("--games", type=number(0), default=0, metavar="N", help="per task; 0: a full run")
    _where(sub)


def _train(sub: Command) -> None:
    _game(sub)
    sub.add_argument(
        "--hours", type=hours, default=1.0, metavar="H", help="stop after this time, such as 0.5"
    )
    sub.add_argument("--rounds", type=number(1), metavar="R", help="stop after this many rounds of 400 games")
    other = "weights to start from, learned for other players or options"
    sub.add_argument("--basis", type=Path, metavar="FILE", help=other)
    again = "where the weights are written; a second run continues from there"
    sub.add_argument("--out", type=Path, metavar="FILE", help=again)
    _place(sub)


def _puzzles(sub: Command) -> None:
    sub.add_argument(
        "--count", type=number(1), default=300, metavar="N", help="how many puzzles the file should have"
    )
    sub.add_argument("--seed", type=number(0, LAST_SEED // 2_000_000), default=0, metavar="S")
    sub.add_argument(
        "--seconds", type=number(1), metavar="T", help="stop after this time; run again to continue"
    )
    sub.add_argument("--jobs", type=number(1), default=1, metavar="J", help="processes")
    sub.add_argument(
        "--out", type=Path, metavar="FILE", help="write here instead of the file that ships with the game"
    )


def _replay(sub: Command) -> None:
    sub.add_argument("--ply", type=number(0), metavar="N", help="show the board after N moves")


def _review(sub: Command) -> None:
    sub.add_argument(
        "--seconds", type=seconds, default=10.0, metavar="S", help="seconds to think about the game"
    )


def _compile(sub: Command) -> None:
    sub.add_argument(
        "--for", dest="machines", action="append", default=[], metavar="MACHINE", help="such as linux-aarch64"
    )


def _verify(sub: Command) -> None:
    sub.add_argument("--promise", default="", metavar="HASH", help="the hash you saw before the game")


def _bench(sub: Command) -> None:
    sub.add_argument("--seconds", type=seconds, default=2.0, metavar="S", help="per game")


def _warmup(sub: Command) -> None:
    sub.add_argument("games", nargs="*")


def _wasm(sub: Command) -> None:
    sub.add_argument(
        "folder", nargs="?", type=Path, default=Path("web/src/generated"), help="where to write it"
    )
    later = "compile nothing now and remove modules that are older than the rules: hatbox serve --modules DIR does it"
    sub.add_argument("--modules-later", action="store_true", help=later)


def _schema(sub: Command) -> None:
    sub.add_argument("folder", nargs="?", type=Path, default=Path("web/src/schema"), help="where to write it")


def _doctor(sub: Command) -> None:
    _setting(sub, "--port", "HATBOX_PORT", "8000", type=number(1, LAST_PORT))
    _public_url(sub)
    _notices(sub)


def _new_game(sub: Command) -> None:
    sub.add_argument("name")
    sub.add_argument("--into", type=Path, default=Path(), metavar="DIR", help="where the folder is made")


def _delete(sub: Command) -> None:
    """Whom to delete: a name only lists the guests who have it."""
    whom = sub.add_mutually_exclusive_group(required=True)
    whom.add_argument("name", nargs="?", help="list the guests of this name with their tables")
    whom.add_argument("--guest", metavar="ID", help="delete this guest")
    whom.add_argument("--token", metavar="SECRET", help="delete the guest with this token")


def _source(sub: Command) -> None:
    sub.add_argument("source", type=Path)


def _serve(sub: Command) -> None:
    """Where the table runs, and how much it may use."""
    _setting(sub, "--host", "HATBOX_HOST", "127.0.0.1")
    _setting(sub, "--port", "HATBOX_PORT", "8000", type=number(0, LAST_PORT))
    shared = "server processes that share the port and the database"
    _setting(sub, "--workers", "HATBOX_WORKERS", "1", type=number(1), metavar="N", help=shared)
    reach = "where other machines on the same database reach this one"
    _setting(sub, "--peer-host", "HATBOX_PEER_HOST", "127.0.0.1", metavar="ADDRESS", help=reach)
    _setting(
        sub,
        "--bot-workers",
        "HATBOX_BOT_WORKERS",
        "1",
        type=number(1),
        metavar="N",
        help="processes for bots",
    )
    kinds = "text, or json: one line of JSON per event, without secrets"
    _setting(sub, "--log", "HATBOX_LOG", "text", metavar="KIND", help=kinds)
    think = "seconds that bots appear to think, such as 0.4-1.2 or 0"
    _setting(sub, "--bot-delay", "HATBOX_BOT_DELAY", "0.4-1.2", metavar="S", help=think)
    proxies = "reverse proxies trusted to name the visitor's address, such as 127.0.0.1 or 10.0.0.0/8"
    _setting(sub, "--trusted-proxy", "HATBOX_TRUSTED_PROXY", "", metavar="NETS", help=proxies)
    _public_url(sub)
    numbers = "who may read /metrics: addresses or networks"
    _setting(sub, "--metrics-for", "HATBOX_METRICS_FOR", "127.0.0.0/8,::1", metavar="NETS", help=numbers)
    kept = "days to keep finished games, or forever"
    _setting(sub, "--keep-finished", "HATBOX_KEEP_FINISHED", "forever", metavar="DAYS", help=kept)
    _notices(sub)
    _switch(sub, "--lock-chat", "HATBOX_LOCK_CHAT", "no free text at any table, only faces and phrases")
    _switch(sub, "--lock-names", "HATBOX_LOCK_NAMES", "players choose their names from a list")
    _switch(sub, "--lan", "HATBOX_LAN", "allow the home network, and print a QR code")
    sub.add_argument("--open", action="store_true", help="open the browser")
    later = "in a source tree: compile games when they are needed, and their browser modules into this folder"
    sub.add_argument("--modules", type=Path, metavar="DIR", help=later)


def _switch(sub: Command, flag: str, variable: str, help: str) -> None:
    """Something that is off unless the command or the environment says otherwise."""
    on = os.environ.get(variable, "") not in ("", "0")
    sub.add_argument(flag, action="store_true", default=on, help=help)


def _public_url(sub: Command) -> None:
    reached = "the address people use, such as https://hats.example.org; other host names are refused"
    _setting(sub, "--public-url", "HATBOX_PUBLIC_URL", "", metavar="URL", help=reached)


def _notices(sub: Command) -> None:
    """How players are notified of their turn outside the browser; each kind is off until it is set."""
    contact = "turn on push messages: how push services reach you, such as mailto:you@example.org"
    _setting(sub, "--push-contact", "HATBOX_PUSH_CONTACT", "", metavar="URL", help=contact)
    server = "turn on e-mails: smtps://USER:PASSWORD@HOST:PORT, best set as HATBOX_SMTP"
    _setting(sub, "--smtp", "HATBOX_SMTP", "", metavar="URL", help=server)
    sender = "the sender of e-mails, such as hats@example.org"
    _setting(sub, "--mail-from", "HATBOX_MAIL_FROM", "", metavar="ADDRESS", help=sender)
    hosts = "turn on webhooks: the hosts that may be called, separated by commas, or any"
    _setting(sub, "--web-hooks", "HATBOX_WEB_HOOKS", "", metavar="HOSTS", help=hosts)
