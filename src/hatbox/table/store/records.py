"""Records in and out of the table's store, and a copy of its data folder; nothing is ever overwritten."""

import asyncio
import contextlib
import hashlib
import os
import re
import sqlite3
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import msgspec

from hatbox.errors import HatboxError
from hatbox.match.verify import Verdict, verify
from hatbox.table.store.interface import Store, StoredRecord
from hatbox.table.store.opening import opened_store
from hatbox.table.store.private import private_file, private_folder
from hatbox.table.store.sqlite import FILE

ID = re.compile(r"[a-z]{12}")
Found = tuple[str, str, bytes | str]  # where it is, its name, and the record or why it cannot be read
LETTERS = "abcdefghjkmnpqrstuvwxyz"


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """A record with its name, as one line of a .jsonl file."""

    id: str
    record: msgspec.Raw


def data_folder() -> Path:
    """Return where tables are stored by default."""
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "hatbox"


def tell_verdict(verdict: Verdict, as_json: bool) -> str:
    """A result, for a person or a program."""
    if as_json:
        return msgspec.json.encode(verdict).decode()
    lines = [f"{'✓' if check.ok else '✗'} {check.sentence}" for check in verdict.checks]
    return "\n".join([*lines, verdict.sentence] if verdict.ok else lines)


def opens(verdict: Verdict) -> bool:
    """Whether a record can be stored: forks of old records are unnamed, which every later check reports."""
    return all(check.ok or check.check == "forks" for check in verdict.checks)


# ---- out ---------------------------------------------------------------------------------------------------------


def export_records(store: Path | str, to: Path) -> str:
    """Write all records; return a sentence."""
    _must_be_there(store)
    return asyncio.run(_export(store, to))


async def _export(store: Path | str, to: Path) -> str:
    async with _opened(store) as opened:
        ids = await opened.records()
        found = [(id, data) for id in ids if (data := await opened.record(id)) is not None]
    with _files():
        written = _write_lines(found, to) if to.suffix == ".jsonl" else _write_folder(found, to)
    return f"{_count(written)} written to {to}."


def _write_lines(found: list[tuple[str, bytes]], to: Path) -> int:
    """Write one file; an existing one is refused."""
    with to.open("xb") as file:
        for id, data in found:
            file.write(msgspec.json.encode(Line(id=id, record=msgspec.Raw(data))) + b"\n")
    return len(found)


def _write_folder(found: list[tuple[str, bytes]], to: Path) -> int:
    """Write a file per record; existing ones stay as they are."""
    to.mkdir(parents=True, exist_ok=True)
    written = 0
    for id, data in found:
        with contextlib.suppress(FileExistsError), (to / f"{id}.json").open("xb") as file:
            file.write(data)
            written += 1
    return written


# ---- in ----------------------------------------------------------------------------------------------------------


def import_records(store: Path | str, source: Path) -> tuple[str, bool]:
    """Add all genuine new records; return a report, and whether all were genuine."""
    with _files():
        found = list(_records(source))
    return asyncio.run(_import(store, found))


async def _import(store: Path | str, found: list[Found]) -> tuple[str, bool]:
    added, known, wrong = 0, 0, []
    async with _opened(store) as opened:
        for where, id, data in found:
            reason = data if isinstance(data, str) else _refusal(data)
            if isinstance(data, str) or reason:
                wrong.append(f"{where}: {reason}")
            elif await opened.keep(StoredRecord(id, data)):
                added += 1
            else:
                known += 1
    lines = [f"{_count(added)} added, {known} already known."]
    return "\n".join([*wrong, *lines]), not wrong


def _refusal(data: bytes) -> str:
    """Return why a record cannot be stored, in a sentence; empty: it can."""
    try:
        verdict = verify(data)
    except HatboxError as error:
        return str(error)
    return "" if opens(verdict) else verdict.sentence


def _records(source: Path) -> Iterator[Found]:
    """Yield where each record is, its name, and the record; one bad file does not affect the others."""
    if source.is_dir():
        files = sorted(source.glob("*.json"))
        if not files:
            raise HatboxError(f"There are no records (*.json) in the folder {source}.")
        for file in files:
            try:
                yield _named(str(file), file.stem, file.read_bytes())
            except OSError as error:
                yield str(file), "", f"{(error.strerror or 'unknown error').lower()}."
    elif source.suffix == ".jsonl":
        for number, line in enumerate(source.read_bytes().splitlines(), 1):
            if line.strip():
                yield _line(f"{source}, line {number}", line)
    else:
        yield _named(str(source), source.stem, source.read_bytes())


def _line(where: str, line: bytes) -> Found:
    """Read a line with a name and a record, or with just a record."""
    try:
        read = msgspec.json.decode(line, type=Line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return _named(where, "", line)
    return _named(where, read.id, bytes(read.record))


def _named(where: str, name: str, data: bytes) -> Found:
    """Name a record without a suitable name by its content, so that it is added only once."""
    if not ID.fullmatch(name):
        digest = hashlib.sha256(data.strip()).digest()
        name = "".join(LETTERS[byte % len(LETTERS)] for byte in digest[:12])
    return where, name, data


# ---- a copy ------------------------------------------------------------------------------------------------------


def back_up(data: Path, to: Path) -> str:
    """Copy the data folder consistently, while a table may be writing."""
    _must_be_there(data)
    with _files():
        private_folder(to)
        if (to / FILE).exists():
            raise HatboxError(f"There is already a copy in {to}; choose another folder.")
        private_file(to / FILE)
    try:
        with contextlib.closing(sqlite3.connect(data / FILE, timeout=30)) as source:
            source.execute("VACUUM INTO ?", (str(to / FILE),))
    except sqlite3.Error as error:
        raise HatboxError(f"The folder {data} cannot be copied: {error}.") from error
    return f"A copy is in {to}."


# ---- shared ------------------------------------------------------------------------------------------------------


def _must_be_there(store: Path | str) -> None:
    """Check that the folder exists: reading never makes a new one."""
    if isinstance(store, Path) and not (store / FILE).is_file():
        raise HatboxError(f"There are no tables in the folder {store}.")


@contextlib.asynccontextmanager
async def _opened(where: Path | str) -> AsyncIterator[Store]:
    """Open the store of a folder or a database."""
    store: Store = await opened_store(where)
    try:
        yield store
    finally:
        await store.close()


@contextlib.contextmanager
def _files() -> Iterator[None]:
    """Report file errors in one sentence."""
    try:
        yield
    except OSError as error:
        reason = (error.strerror or "unknown error").lower()
        raise HatboxError(f"{error.filename}: {reason}.") from error


def _count(number: int) -> str:
    return "1 record" if number == 1 else f"{number} records"
