"""The commands, one function each: games, rules, play, records, bench, and the table.

`hatbox` alone opens the table on this machine and the browser with it.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

from hatbox.errors import BadOption, BadRecord, HatboxError

WRONG_INPUT = 2


class Parser(argparse.ArgumentParser):
    """A parser that says what is wrong in one sentence."""

    def error(self, message: str) -> NoReturn:
        """One sentence, exit code 2."""
        self.exit(WRONG_INPUT, f"{self.prog}: {message}. Try `{self.prog} --help`.\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; wrong input ends with one sentence and exit code 2."""
    given = sys.argv[1:] if arguments is None else arguments
    args = _parser().parse_args(given or ["serve", "--open"])
    try:
        return int(args.run(args) or 0)
    except HatboxError as error:
        print(error, file=sys.stderr)  # noqa: T201
        return WRONG_INPUT
    except (KeyboardInterrupt, EOFError):
        print(file=sys.stderr)  # noqa: T201
        return 130
    except BrokenPipeError:  # the reader of a pipe has gone
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _parser() -> Parser:
    """All commands and their arguments."""
    parser = Parser(prog="hatbox", description="A box of hat games.")
    parser.add_argument("--version", action="version", version=_version())
    commands = parser.add_subparsers(metavar="command", required=True)

    def command(name: str, run: Any, text: str) -> argparse.ArgumentParser:
        sub: argparse.ArgumentParser = commands.add_parser(name, help=text, description=text)
        sub.set_defaults(run=run)
        return sub

    games = command("games", _games, "list the games with their options")
    games.add_argument("--json", action="store_true", help="print JSON")
    rules = command("rules", _rules, "show the rules of a game")
    rules.add_argument("game")
    play = command("play", _play, "play in the terminal, everybody on this device")
    play.add_argument("game", nargs="?")
    play.add_argument("--names", help="the players' names, with commas")
    play.add_argument("--bots", metavar="LEVEL", help="level_1 … level_5: bots take all seats but the first")
    play.add_argument("--language", default="en", help="en, de, fr, nl, es, it, pt, sv, da or ru")
    play.add_argument("--aid", action="store_true", help="memory aid: show what was seen")
    play.add_argument("--save", type=Path, metavar="FILE", help="write the record of the match to FILE")
    sim = command("sim", _sim, "play many games, at random or by bots, and report")
    sim.add_argument("game")
    sim.add_argument("--games", type=int, default=10_000, metavar="N")
    sim.add_argument("--jobs", type=int, default=0, metavar="J", help="processes; 0: a thread per core")
    sim.add_argument("--bots", default="", metavar="A[,B]", help="bots in all seats instead of random moves")
    sim.add_argument("--budget", default="50ms", metavar="T", help="per move of a bot: 50ms, or iterations")
    sim.add_argument("--json", action="store_true", help="print JSON")
    arena = command("arena", _arena, "let bots play against each other and report")
    arena.add_argument("game")
    arena.add_argument("--bots", default="search,random", metavar="A,B", help="random, greedy, search, …")
    arena.add_argument("--games", type=int, default=100, metavar="N")
    arena.add_argument(
        "--budget", default="50ms", metavar="T", help="per move: 50ms, or iterations such as 1000"
    )
    arena.add_argument("--jobs", type=int, default=0, metavar="J", help="processes; 0: one per core")
    arena.add_argument("--json", action="store_true", help="print JSON")
    for sub in (play, sim, arena):
        sub.add_argument("--players", type=int, metavar="P")
        sub.add_argument("--seed", type=int, metavar="S")
        sub.add_argument(
            "--option", action="append", default=[], metavar="K=V", help="a variant or house rule"
        )
    replay = command("replay", _replay, "check a record and tell the match")
    replay.add_argument("file", type=Path)
    replay.add_argument("--ply", type=int, metavar="N", help="show the board after N moves")
    replay.add_argument("--language", default="en")
    check = command("verify", _verify, "check that a record is genuine, dice included")
    check.add_argument("file", type=Path)
    check.add_argument(
        "--promise", default="", metavar="HASH", help="the hash that was shown before the game"
    )
    check.add_argument("--json", action="store_true", help="print JSON")
    bench = command("bench", _bench, "measure this machine's steps per second, game by game")
    bench.add_argument("--seconds", type=float, default=2.0, metavar="S", help="per game")
    bench.add_argument("--json", action="store_true", help="print JSON")
    warmup = command("warmup", _warmup, "compile all games ahead, so that nobody waits later")
    warmup.add_argument("games", nargs="*")
    new = command("new-game", _new_game, "write the scaffold of a game of your own")
    new.add_argument("name")
    new.add_argument("--into", type=Path, default=Path(), metavar="DIR", help="where the folder is made")
    serve = command("serve", _serve, "open the web table for people and bots")
    _serve_arguments(serve)
    export = command(
        "export", _export, "write the records of finished games into a folder or one .jsonl file"
    )
    export.add_argument("to", type=Path)
    bring = command("import", _import, "add records from a folder, a .jsonl file or one record")
    bring.add_argument("source", type=Path)
    backup = command("backup", _backup, "copy the table's data folder, also while the table is open")
    backup.add_argument("to", type=Path)
    for sub in (export, bring, backup):
        _data_argument(sub)
    for sub in (export, bring):
        _database_argument(sub)
    return parser


def _version() -> str:
    from hatbox import __version__

    return f"hatbox {__version__}"


def options_of(pairs: Sequence[str]) -> dict[str, str]:
    """`--option k=v` as a mapping."""
    for pair in pairs:
        if "=" not in pair:
            raise BadOption(f"An option is written name=value, not {pair!r}.")
    return dict(pair.split("=", 1) for pair in pairs)


def _games(args: argparse.Namespace) -> None:
    from hatbox.listing import as_json, as_table

    _write(as_json() if args.json else as_table())


def _rules(args: argparse.Namespace) -> None:
    from rich.console import Console
    from rich.markdown import Markdown

    from hatbox.rulepages import page

    text, console = page(args.game), Console()
    console.print(Markdown(text) if console.is_terminal else text, highlight=False, markup=False)


def _play(args: argparse.Namespace) -> None:
    from hatbox.terminal import play

    play(args, options_of(args.option))


def _sim(args: argparse.Namespace) -> None:
    from hatbox.lab.reports import run_simulation

    run_simulation(args, options_of(args.option))


def _arena(args: argparse.Namespace) -> None:
    from hatbox.lab.reports import run_arena

    run_arena(args, options_of(args.option))


def _replay(args: argparse.Namespace) -> None:
    from hatbox.terminal import tell_record

    tell_record(_read(args.file), args.ply, args.language)


def _verify(args: argparse.Namespace) -> int:
    from hatbox.archive import tell_verdict
    from hatbox.verify import verify

    verdict = verify(_read(args.file), args.promise)
    _write(tell_verdict(verdict, args.json))
    return 0 if verdict.ok else WRONG_INPUT


def _export(args: argparse.Namespace) -> None:
    from hatbox.archive import export_records

    _write(export_records(_store(args), args.to))


def _import(args: argparse.Namespace) -> int:
    from hatbox.archive import import_records

    report, all_well = import_records(_store(args), args.source)
    _write(report)
    return 0 if all_well else WRONG_INPUT


def _backup(args: argparse.Namespace) -> None:
    from hatbox.archive import back_up, data_folder

    _write(back_up(args.data or data_folder(), args.to))


def _store(args: argparse.Namespace) -> "Path | str":
    """Where the records are: a database's URL, or a folder."""
    from hatbox.archive import data_folder

    return args.database or args.data or data_folder()


def _bench(args: argparse.Namespace) -> None:
    from hatbox.lab.reports import run_bench

    run_bench(args.seconds, args.json)


def _warmup(args: argparse.Namespace) -> None:
    from hatbox.game import rulebook, slugs
    from hatbox.terminal import show_warmup
    from hatbox.warm import missing, warm_all

    chosen = [rulebook(slug).slug for slug in args.games] or slugs()
    tasks = missing(chosen)
    show_warmup(len(tasks), warm_all(tasks, os.cpu_count() or 1))


def _data_argument(sub: argparse.ArgumentParser) -> None:
    """Where the table keeps everything."""
    sub.add_argument(
        "--data",
        type=Path,
        default=os.environ.get("HATBOX_DATA"),
        metavar="DIR",
        help="where tables are kept",
    )


def _database_argument(sub: argparse.ArgumentParser) -> None:
    """The database instead of the folder."""
    sub.add_argument(
        "--database",
        default=os.environ.get("HATBOX_DATABASE", ""),
        metavar="URL",
        help="tables are kept in PostgreSQL instead: postgresql://USER@HOST/NAME",
    )


def _serve_arguments(sub: argparse.ArgumentParser) -> None:
    """Where the table opens; each value may come from the environment too."""
    sub.add_argument("--host", default=os.environ.get("HATBOX_HOST", "127.0.0.1"))
    sub.add_argument("--port", type=int, default=os.environ.get("HATBOX_PORT", "8000"))
    _data_argument(sub)
    _database_argument(sub)
    sub.add_argument(
        "--workers",
        type=int,
        default=os.environ.get("HATBOX_WORKERS", "1"),
        metavar="N",
        help="server processes that share the port and the database",
    )
    sub.add_argument(
        "--peer-host",
        default=os.environ.get("HATBOX_PEER_HOST", "127.0.0.1"),
        metavar="ADDRESS",
        help="where other machines on the same database reach this one",
    )
    sub.add_argument(
        "--lan",
        action="store_true",
        default=os.environ.get("HATBOX_LAN", "") not in ("", "0"),
        help="let the home network in, and print a QR code",
    )
    sub.add_argument(
        "--bot-workers",
        type=int,
        default=os.environ.get("HATBOX_BOT_WORKERS", "1"),
        metavar="N",
        help="processes in which bots think",
    )
    sub.add_argument(
        "--log",
        default=os.environ.get("HATBOX_LOG", "text"),
        metavar="KIND",
        help="text, or json: one line of JSON per event, without secrets",
    )
    sub.add_argument(
        "--bot-delay",
        default=os.environ.get("HATBOX_BOT_DELAY", "0.4-1.2"),
        metavar="S",
        help="seconds that bots seem to think, such as 0.4-1.2 or 0",
    )
    sub.add_argument("--open", action="store_true", help="open the browser")


def _serve(args: argparse.Namespace) -> int:
    try:
        from hatbox.table.serve import serve
    except ModuleNotFoundError as error:
        raise HatboxError(f"The table needs {error.name}: install hatbox[table].") from error
    return serve(args)


def _new_game(args: argparse.Namespace) -> None:
    from hatbox.scaffold import write

    _write(write(args.name, args.into))


def _read(path: Path) -> bytes:
    """The bytes of a file, with a clear sentence when there are none."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise BadRecord(
            f"The file {path} cannot be read: {(error.strerror or 'unknown error').lower()}."
        ) from error


def _write(text: str) -> None:
    print(text)  # noqa: T201


if __name__ == "__main__":
    sys.exit(main())
