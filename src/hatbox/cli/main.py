"""The commands, one function each: games, rules, play, records, bench, and the table.

`hatbox` alone opens the table on this machine and the browser with it.
"""

import argparse
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from hatbox import __version__
from hatbox.cli.arguments import WRONG_INPUT, parser
from hatbox.errors import BadOption, BadRecord, HatboxError


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; invalid input ends with one sentence and exit code 2."""
    given = sys.argv[1:] if arguments is None else arguments
    args = parser(__version__).parse_args(given or ["serve", "--open"])
    try:
        return int(COMMANDS[args.command](args) or 0)
    except HatboxError as error:
        print(error, file=sys.stderr)  # noqa: T201
        return WRONG_INPUT
    except (KeyboardInterrupt, EOFError):
        print(file=sys.stderr)  # noqa: T201
        return 130
    except BrokenPipeError:  # the reader of a pipe has gone
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def options_of(pairs: Sequence[str]) -> dict[str, str]:
    """`--option k=v` as a mapping."""
    for pair in pairs:
        if "=" not in pair:
            raise BadOption(f"Write an option as name=value, not {pair!r}.")
    return dict(pair.split("=", 1) for pair in pairs)


def _games(args: argparse.Namespace) -> None:
    from hatbox.listing import as_json, as_table
    from hatbox.printing import Console

    Console().print(as_json() if args.json else as_table())


def _rules(args: argparse.Namespace) -> None:
    from hatbox.rulepages import page

    _write(page(args.game))


def _play(args: argparse.Namespace) -> None:
    from hatbox.cli.terminal import play

    play(args, options_of(args.option))


def _sim(args: argparse.Namespace) -> None:
    from hatbox.lab.reports import run_simulation

    run_simulation(args, options_of(args.option))


def _arena(args: argparse.Namespace) -> None:
    from hatbox.lab.reports import run_arena

    run_arena(args, options_of(args.option))


def _lab(args: argparse.Namespace) -> None:
    from hatbox.lab.reports import run_lab

    run_lab(args, options_of(args.option))


def _train(args: argparse.Namespace) -> None:
    from hatbox.lab.reports import run_train

    run_train(args, options_of(args.option))


def _replay(args: argparse.Namespace) -> None:
    from hatbox.cli.terminal import tell_record

    tell_record(_read(args.file), args.ply, args.language)


def _review(args: argparse.Namespace) -> None:
    from hatbox.cli.review import review

    _write(review(_read(args.file), args.seconds, args.json))


def _puzzles(args: argparse.Namespace) -> None:
    from hatbox.cli.puzzles import puzzles

    _write(puzzles(args.game, args.count, args.seed, args.seconds, args.jobs, args.out, args.json))


def _verify(args: argparse.Namespace) -> int:
    from hatbox.match.verify import verify
    from hatbox.table.store.records import tell_verdict

    verdict = verify(_read(args.file), args.promise)
    _write(tell_verdict(verdict, args.json))
    return 0 if verdict.ok else WRONG_INPUT


def _export(args: argparse.Namespace) -> None:
    from hatbox.table.store.records import export_records

    _write(export_records(_store(args), args.to))


def _import(args: argparse.Namespace) -> int:
    from hatbox.table.store.records import import_records

    report, all_well = import_records(_store(args), args.source)
    _write(report)
    return 0 if all_well else WRONG_INPUT


def _backup(args: argparse.Namespace) -> None:
    from hatbox.table.store.records import back_up, data_folder

    _write(back_up(args.data or data_folder(), args.to))


def _delete(args: argparse.Namespace) -> None:
    from hatbox.table.server.delete import delete

    _write(delete(_store(args), args.name or "", args.guest or "", args.token or ""))


def _ratings(args: argparse.Namespace) -> int:
    from hatbox.table.finished.rating import check_ratings

    report, all_well = check_ratings(_store(args))
    _write(report)
    return 0 if all_well else WRONG_INPUT


def _store(args: argparse.Namespace) -> "Path | str":
    """Where the records are: the URL of a database, or a folder."""
    from hatbox.table.store.records import data_folder

    return args.database or args.data or data_folder()


def _bench(args: argparse.Namespace) -> None:
    from hatbox.lab.reports import run_bench

    run_bench(args.seconds, args.json)


def _warmup(args: argparse.Namespace) -> None:
    from hatbox.cli.terminal import show_warmup
    from hatbox.game import rulebook, slugs
    from hatbox.lab.warmup import missing, warm_all
    from hatbox.native.build import can_be_made, can_be_written, make, stale

    chosen = [rulebook(slug).slug for slug in args.games] or slugs()
    if can_be_made() and (old := [slug for slug in stale(chosen) if can_be_written(slug)]):
        show_warmup(len(old), make(old))
    tasks = missing(chosen)
    show_warmup(len(tasks), warm_all(tasks, os.cpu_count() or 1))


def _compile(args: argparse.Namespace) -> None:
    from hatbox.cli.terminal import show_warmup
    from hatbox.engine.native import file_of, kind_of_machine
    from hatbox.game import slugs
    from hatbox.native.build import check, game_at, make, stale

    machines = args.machines or [kind_of_machine()]
    check(machines)
    chosen = [game_at(name).slug for name in args.games] or slugs()
    old = stale(chosen, machines)
    show_warmup(len(old), make(old, machines))
    for slug in chosen:
        for machine in machines:
            _write(str(file_of(slug, machine)))


def _doctor(args: argparse.Namespace) -> int:
    from hatbox.cli.doctor import all_well, examine, told
    from hatbox.table.config import Config
    from hatbox.table.notices.settings import notice_settings
    from hatbox.table.store.records import data_folder

    config = Config(public_url=args.public_url, notices=notice_settings(args))
    findings = examine(args.data or data_folder(), args.port, config)
    _write(told(findings, args.json))
    return 0 if all_well(findings) else 1


def _serve(args: argparse.Namespace) -> int:
    try:
        from hatbox.table.server.serve import serve
    except ModuleNotFoundError as error:
        raise HatboxError(f"The table needs {error.name}: install hatbox[table].") from error
    return serve(args)


def _benchmark(args: argparse.Namespace) -> None:
    from hatbox.lab.reports import run_benchmark

    run_benchmark(args)


def _mcp(args: argparse.Namespace) -> None:
    from hatbox import __version__
    from hatbox.adapters.mcp_server import server

    server(__version__).run("stdio")


def _new_game(args: argparse.Namespace) -> None:
    from hatbox.cli.scaffold import write

    _write(write(args.name, args.into))


def _schema(args: argparse.Namespace) -> None:
    from hatbox.cli.typescript import write

    for file in write(args.folder):
        _write(str(file))


def _wasm(args: argparse.Namespace) -> None:
    from hatbox.cli.terminal import show_warmup
    from hatbox.native.build import can_be_made, can_be_written, make, stale
    from hatbox.wasm import build, catalogue

    modules = {book.slug: args.folder / f"{book.slug}.wasm" for book in build.stale(args.folder)}
    if args.modules_later and can_be_made():
        for file in modules.values():
            file.unlink(missing_ok=True)
    else:
        if can_be_made() and (both := [slug for slug in stale(modules) if can_be_written(slug)]):
            show_warmup(len(both), make(both, modules=modules))
        for path in build.write(args.folder):
            _write(str(path))
    for path in catalogue.write(args.folder):
        _write(str(path))


def _read(path: Path) -> bytes:
    """The bytes of a file, or a clear error."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise BadRecord(
            f"The file {path} cannot be read: {(error.strerror or 'unknown error').lower()}."
        ) from error


def _write(text: str) -> None:
    print(text)  # noqa: T201


COMMANDS: Mapping[str, Callable[[argparse.Namespace], int | None]] = {
    "games": _games,
    "rules": _rules,
    "play": _play,
    "sim": _sim,
    "arena": _arena,
    "lab": _lab,
    "benchmark": _benchmark,
    "train": _train,
    "replay": _replay,
    "review": _review,
    "puzzles": _puzzles,
    "verify": _verify,
    "bench": _bench,
    "warmup": _warmup,
    "compile": _compile,
    "doctor": _doctor,
    "mcp": _mcp,
    "new-game": _new_game,
    "schema": _schema,
    "wasm": _wasm,
    "serve": _serve,
    "export": _export,
    "import": _import,
    "backup": _backup,
    "delete": _delete,
    "ratings": _ratings,
}

if __name__ == "__main__":
    sys.exit(main())
