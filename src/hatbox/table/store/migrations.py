"""The version of a database: older ones are upgraded in one transaction, newer ones are refused."""

import contextlib
import itertools
import sqlite3
from pathlib import Path
from typing import Any

from hatbox.errors import HatboxError
from hatbox.table.store.private import private_file

VERSION = 7
UNNUMBERED = 1  # databases from before they had a version
COPY = "version"  # prefix of the copies in PostgreSQL

# The steps from one version to the next; the same for both kinds of databases.
STEPS = {
    1: (
        "ALTER TABLE tokens ADD COLUMN used double precision NOT NULL DEFAULT 0",
        "ALTER TABLE tokens ADD COLUMN browser text NOT NULL DEFAULT ''",
        "UPDATE tokens SET used = made",
    ),
    2: (
        "ALTER TABLE heads ADD COLUMN turn integer",
        "ALTER TABLE heads ADD COLUMN since double precision NOT NULL DEFAULT 0",
        "ALTER TABLE heads ADD COLUMN due double precision",
        "ALTER TABLE heads ADD COLUMN over_days boolean NOT NULL DEFAULT false",
    ),
    3: (
        "ALTER TABLE heads ADD COLUMN began double precision NOT NULL DEFAULT 0",
        "ALTER TABLE heads ADD COLUMN seen integer NOT NULL DEFAULT 0",
    ),
    4: (),  # history and profiles have their own tables; see tables/history.py
    5: (),  # vacations and answers given ahead have their own tables; older versions would ignore them
    6: (),  # game nights have their own tables; older versions cannot read their journals
}
TOO_NEW = "The database has version {found}; this hatbox knows versions up to {known}. Please update hatbox."


def steps_from(found: int) -> list[str]:
    """Return all statements that lead from a version to the current one; a newer one is refused."""
    if found > VERSION:
        raise HatboxError(TOO_NEW.format(found=found, known=VERSION))
    return [statement for version in range(found, VERSION) for statement in STEPS[version]]


# ---- SQLite ------------------------------------------------------------------------------------------------------


def migrate_file(path: Path, schema: str) -> None:
    """Make the tables of a new file, or upgrade an old one after a copy; what is no database is refused."""
    try:
        with contextlib.closing(sqlite3.connect(path, isolation_level=None, timeout=10)) as link:
            _migrate_file(link, path, schema)
    except sqlite3.DatabaseError as error:
        if isinstance(error, sqlite3.OperationalError):
            raise  # full, locked, not ours: the file itself may be fine
        raise _damaged(path, error) from error


def _migrate_file(link: sqlite3.Connection, path: Path, schema: str) -> None:
    link.execute("PRAGMA journal_mode = WAL")
    damage = link.execute("PRAGMA quick_check(1)").fetchone()[0]
    if damage != "ok":
        raise _damaged(path, str(damage).splitlines()[-1])
    found = _file_version(link)
    steps_from(found)  # a newer one is refused
    if found < VERSION:
        _copy(link, path, found)
    link.execute("BEGIN IMMEDIATE")
    try:
        for statement in (*_statements(schema), *steps_from(_file_version(link))):
            link.execute(statement)
        link.execute(f"PRAGMA user_version = {VERSION}")
        link.execute("COMMIT")
    except BaseException:
        link.execute("ROLLBACK")
        raise


def _file_version(link: sqlite3.Connection) -> int:
    """Return the version; an empty file has the current one, because its tables are made as they are today."""
    found = int(link.execute("PRAGMA user_version").fetchone()[0])
    if found:
        return found
    filled = link.execute("SELECT 1 FROM sqlite_master WHERE name = 'heads'").fetchone()
    return UNNUMBERED if filled else VERSION


def _copy(link: sqlite3.Connection, path: Path, version: int) -> None:
    """Copy the file beside it; nothing is overwritten."""
    names = (path.with_name(f"{path.stem}.version{version}{more}") for more in _suffixes(path.suffix))
    to = next(name for name in names if not name.exists())
    private_file(to)  # SQLite fills an empty file, which keeps its mode
    link.execute("VACUUM INTO ?", (str(to),))


def _suffixes(suffix: str) -> Any:
    return itertools.chain([suffix], (f".{number}{suffix}" for number in itertools.count(2)))


def _statements(schema: str) -> list[str]:
    return [statement for statement in schema.split(";") if statement.strip()]


def _damaged(path: Path, reason: object) -> HatboxError:
    return HatboxError(f"The file {path} is damaged or not a Hatbox database: {reason}. Restore a backup.")


# ---- PostgreSQL --------------------------------------------------------------------------------------------------


async def migrate_database(link: Any, schema: str) -> None:
    """The same for a PostgreSQL database; the caller has a transaction and the lock for migrations."""
    filled = await link.fetchval("SELECT to_regclass('heads') IS NOT NULL")
    await link.execute("CREATE SCHEMA IF NOT EXISTS hatbox")
    await link.execute("CREATE TABLE IF NOT EXISTS schema_version (version integer NOT NULL)")
    found = await link.fetchval("SELECT max(version) FROM schema_version")
    version = found or (UNNUMBERED if filled else VERSION)
    steps = steps_from(version)
    if version < VERSION:
        await _copy_tables(link, version)
    await link.execute(schema)
    for statement in steps:
        await link.execute(statement)
    if found != VERSION:
        await link.execute("DELETE FROM schema_version")
        await link.execute("INSERT INTO schema_version VALUES ($1)", VERSION)


async def _copy_tables(link: Any, version: int) -> None:
    """Copy the tables beside them; copies of earlier migrations stay as they are."""
    names = [
        row[0] for row in await link.fetch("SELECT tablename FROM pg_tables WHERE schemaname = 'hatbox'")
    ]
    for name in names:
        if not name.startswith(COPY) and f"{COPY}{version}_{name}" not in names:
            await link.execute(f"CREATE TABLE {COPY}{version}_{name} AS TABLE {name}")
