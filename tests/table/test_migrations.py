"""Databases of other versions: older ones are migrated after a backup, newer and damaged ones are refused."""

import asyncio
import contextlib
import random
import sqlite3
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from hatbox.cli.main import main
from hatbox.errors import HatboxError
from hatbox.table.store import migrations
from hatbox.table.store.opening import opened_store
from hatbox.table.store.sqlite import FILE, SqliteStore
from tests.table.client import Refusal, refused, serving, visitors

OLD = Path(__file__).with_name("old_database.sql")
VERSION2 = Path(__file__).with_name("database_version2.sql")  # before games over days
VERSION3 = Path(__file__).with_name("database_version3.sql")  # before notices
VERSION6 = Path(__file__).with_name("database_version6.sql")  # before game nights
BEN = "9UgdDkQ8YeOgMO-8jzJwWlFW6CBB36US"  # his token there
OVER, WAITING, PLAYING = "ARETV", "BRVPG", "QAXKK"
COPY = "hatbox.version1.sqlite3"


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A folder as hatbox left it before databases had a version."""
    with contextlib.closing(sqlite3.connect(tmp_path / FILE)) as link:
        link.executescript(OLD.read_text())
    return tmp_path


def version_of(file: Path) -> int:
    with contextlib.closing(sqlite3.connect(file)) as link:
        return int(link.execute("PRAGMA user_version").fetchone()[0])


def test_an_old_database_goes_on(old: Path) -> None:
    async def story() -> None:
        async with serving(old) as address, visitors(address, 1) as (ada,):
            assert (await ada.get(f"/api/tables/{OVER}"))["seats"][1]["name"] == "Ben"
            assert [table["code"] for table in await ada.get("/api/tables")] == [WAITING]
            async with ada.at(PLAYING) as seat:
                assert (await seat.until("welcome"))["now"]["ply"] == 4
            await ada.make()  # guests and tables can be added

    asyncio.run(story())
    assert version_of(old / FILE) == migrations.VERSION
    assert version_of(old / COPY) == 0, "the copy is as the file was"
    assert (old / COPY).stat().st_mode & 0o077 == 0


def test_a_database_from_before_tables_over_days_goes_on(tmp_path: Path) -> None:
    with contextlib.closing(sqlite3.connect(tmp_path / FILE)) as link:
        link.executescript(VERSION2.read_text())

    async def story() -> None:
        async with serving(tmp_path) as address, visitors(address, 1) as (ada,):
            assert [table["code"] for table in await ada.get("/api/tables")] == ["VINE-ZMZP"]
            assert (await ada.get("/api/tables/CUPS-ZVSZ"))["status"] == "over"
            async with ada.at("DOME-MTNR") as seat:
                assert (await seat.until("welcome"))["now"]["ply"] == 3
            await ada.make(pace={"days": 3})

    asyncio.run(story())
    assert version_of(tmp_path / FILE) == migrations.VERSION
    assert version_of(tmp_path / "hatbox.version2.sqlite3") == 2


def test_a_database_from_before_notices_goes_on(tmp_path: Path) -> None:
    with contextlib.closing(sqlite3.connect(tmp_path / FILE)) as link:
        link.executescript(VERSION3.read_text())

    async def story() -> None:
        async with serving(tmp_path) as address, visitors(address, 1) as (ben,):
            ben.session.headers["Authorization"] = f"Bearer {BEN}"
            (mine,) = await ben.get("/api/mine")
            assert mine["code"] == "FOLD-JVHD" and mine["waits"] and mine["days"]
            assert (await ben.get("/api/notices"))["known"]
            async with ben.at("FOLD-JVHD") as seat:
                await seat.play_moves(min, 1)
        store = SqliteStore(tmp_path)
        ((turn, began, seen),) = await store.query("SELECT turn, began, seen FROM heads")
        await store.close()
        assert (turn, seen) == (0, 0) and began > 0

    asyncio.run(story())
    assert version_of(tmp_path / FILE) == migrations.VERSION
    assert version_of(tmp_path / "hatbox.version3.sqlite3") == 3


def test_a_database_from_before_profiles_goes_on(tmp_path: Path) -> None:
    new = ("games", "results", "profiles", "saved_rules")

    async def made() -> None:
        async with serving(tmp_path) as address, visitors(address, 1) as (ada,):
            await ada.make(public=True)

    asyncio.run(made())
    with contextlib.closing(sqlite3.connect(tmp_path / FILE)) as link:
        link.executescript("".join(f"DROP TABLE {name};" for name in new) + "PRAGMA user_version = 4;")

    async def story() -> None:
        async with serving(tmp_path) as address, visitors(address, 1) as (ada,):
            assert len(await ada.get("/api/tables")) == 1
            await ada.post("/api/profile", name="Ada", figure="owl", colour="red")

    asyncio.run(story())
    assert version_of(tmp_path / FILE) == migrations.VERSION
    assert version_of(tmp_path / "hatbox.version4.sqlite3") == 4


def without_vacations(folder: Path) -> None:
    """A folder as hatbox left it before vacations."""
    asyncio.run(SqliteStore(folder).close())
    with contextlib.closing(sqlite3.connect(folder / FILE)) as link:
        link.execute("DROP TABLE vacations")
        link.execute("PRAGMA user_version = 4")


def test_a_database_from_before_vacations_goes_on(tmp_path: Path) -> None:
    without_vacations(tmp_path)

    async def story() -> None:
        store = SqliteStore(tmp_path)
        await store.keep_vacation("ada", [(1.0, 2.0)], "", "first")
        assert await store.vacation("ada") == ([(1.0, 2.0)], "first")
        await store.close()

    asyncio.run(story())
    assert version_of(tmp_path / FILE) == migrations.VERSION


def test_a_database_from_before_game_nights_goes_on(tmp_path: Path) -> None:
    with contextlib.closing(sqlite3.connect(tmp_path / FILE)) as link:
        link.executescript(VERSION6.read_text())

    async def story() -> None:
        async with serving(tmp_path) as address, visitors(address, 2) as (ada, ben):
            assert (await ada.get("/api/tables/SHED-BHFD"))["status"] == "over"
            playing = await ada.get("/api/tables/MOLE-BNKF")
            assert playing["status"] == "playing" and playing["night"] == ""
            code = (await ada.post("/api/nights", name="First", games=[{"game": "hat_stairs"}]))["code"]
            for client, name in ((ada, "Ada"), (ben, "Ben")):
                await client.post(f"/api/nights/{code}/join", name=name)
            assert len((await ada.post(f"/api/nights/{code}/round", number=1))["played"]) == 1

    asyncio.run(story())
    assert version_of(tmp_path / FILE) == migrations.VERSION
    assert version_of(tmp_path / "hatbox.version6.sqlite3") == 6


def test_an_older_hatbox_does_not_run_over_vacations(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It would let time run out for people who are away."""
    asyncio.run(SqliteStore(tmp_path).close())
    monkeypatch.setattr(migrations, "VERSION", 4)
    with pytest.raises(HatboxError, match="has version 7; this hatbox knows versions up to 4"):
        SqliteStore(tmp_path)


def test_a_database_is_migrated_once(old: Path) -> None:
    async def story() -> None:
        for _ in range(2):
            await SqliteStore(old).close()

    asyncio.run(story())
    assert sorted(file.name for file in old.iterdir()) == [FILE, COPY]


def test_a_migration_that_fails_changes_nothing(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    steps = (*migrations.STEPS[1], "INSERT INTO nowhere VALUES (1)")
    monkeypatch.setitem(migrations.STEPS, 1, steps)
    with pytest.raises(sqlite3.OperationalError):
        SqliteStore(old)
    assert version_of(old / FILE) == 0
    with contextlib.closing(sqlite3.connect(old / FILE)) as link:
        assert len(link.execute("SELECT * FROM tokens").fetchone()) == 3


def test_a_newer_database_is_refused_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with contextlib.closing(sqlite3.connect(tmp_path / FILE)) as link:
        link.execute("PRAGMA user_version = 99")
    assert main(["serve", "--data", str(tmp_path), "--port", "0"]) == 2
    assert capsys.readouterr().err == migrations.TOO_NEW.format(found=99, known=migrations.VERSION) + "\n"


@pytest.mark.parametrize("how", ["no database", "torn"])
def test_a_damaged_file_is_refused_in_one_sentence(
    old: Path, how: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = old / FILE
    whole = file.read_bytes()
    half = bytes(random.Random(1).randrange(256) for _ in range(len(whole) // 2))
    file.write_bytes(b"not a database at all" * 300 if how == "no database" else whole[: -len(half)] + half)
    assert main(["serve", "--data", str(old), "--port", "0"]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and "damaged" in said and "backup" in said


def test_an_unknown_entry_spoils_one_table_only(old: Path) -> None:
    with contextlib.closing(sqlite3.connect(old / FILE)) as link:
        link.execute("UPDATE log SET entry = ? WHERE code = ? AND version = 3", (b'{"k":"danced"}', PLAYING))
        link.execute("UPDATE log SET entry = ? WHERE code = ? AND version = 1", (b"\xff{", WAITING))
        link.commit()

    async def story() -> None:
        async with serving(old) as address, visitors(address, 1) as (ada,):
            for code in (PLAYING, WAITING):
                assert await refused(ada.get(f"/api/tables/{code}")) == (409, "unreadable")
                with pytest.raises(Refusal, match=f"Table {code} cannot be opened"):
                    await ada.get(f"/api/tables/{code}/events?since=0")
            assert (await ada.get(f"/api/tables/{OVER}"))["status"] == "over"
            assert (await ada.get("/healthz"))["ok"]

    asyncio.run(story())


# ---- PostgreSQL ------------------------------------------------------------------------------------------------


def with_database(url: str, story: Any) -> Any:
    async def run() -> Any:
        link = await asyncpg.connect(url, server_settings={"search_path": "hatbox"})
        try:
            return await story(link)
        finally:
            await link.close()

    return asyncio.run(run())


def open_and_close(url: str) -> None:
    async def run() -> None:
        await (await opened_store(url)).close()

    asyncio.run(run())


def test_an_old_postgres_database_is_migrated(database: str) -> None:
    open_and_close(database)

    async def as_before(link: Any) -> None:
        await link.execute("ALTER TABLE tokens DROP COLUMN used, DROP COLUMN browser")
        new = ("turn", "since", "due", "over_days", "began", "seen")
        await link.execute("ALTER TABLE heads " + ", ".join(f"DROP COLUMN {name}" for name in new))
        await link.execute("DROP TABLE subscriptions, told, secrets, leases, visits, vacations")
        await link.execute("DROP TABLE games, results, profiles, saved_rules")
        await link.execute("INSERT INTO tokens VALUES ('abc', 'ada', 17)")
        await link.execute("DROP TABLE schema_version")

    async def now(link: Any) -> list[Any]:
        return [*await link.fetchrow("SELECT version, used, browser FROM schema_version, tokens")]

    with_database(database, as_before)
    open_and_close(database)
    open_and_close(database)
    assert with_database(database, now) == [migrations.VERSION, 17, ""]

    async def kept(link: Any) -> list[Any]:
        return [dict(row) for row in await link.fetch("SELECT * FROM version1_tokens")]

    assert with_database(database, kept) == [{"token": b"abc", "guest": "ada", "made": 17}]


def test_a_postgres_database_from_before_vacations_goes_on(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_and_close(database)

    async def as_before(link: Any) -> None:
        await link.execute("DROP TABLE vacations")
        await link.execute("UPDATE schema_version SET version = 4")

    async def now(link: Any) -> list[Any]:
        return [*await link.fetchrow("SELECT version, (SELECT count(*) FROM vacations) FROM schema_version")]

    with_database(database, as_before)
    open_and_close(database)
    assert with_database(database, now) == [migrations.VERSION, 0]
    monkeypatch.setattr(migrations, "VERSION", 4)
    with pytest.raises(HatboxError, match="has version 7; this hatbox knows versions up to 4"):
        open_and_close(database)


def test_a_postgres_database_from_before_game_nights_goes_on(database: str) -> None:
    open_and_close(database)

    async def as_before(link: Any) -> None:
        await link.execute("DROP TABLE nights, night_people")
        await link.execute("UPDATE schema_version SET version = 6")

    async def now(link: Any) -> list[Any]:
        return [*await link.fetchrow("SELECT version, (SELECT count(*) FROM nights) FROM schema_version")]

    with_database(database, as_before)
    open_and_close(database)
    assert with_database(database, now) == [migrations.VERSION, 0]


def test_a_newer_postgres_database_is_refused(database: str) -> None:
    open_and_close(database)

    async def newer(link: Any) -> None:
        await link.execute("UPDATE schema_version SET version = 99")

    with_database(database, newer)
    with pytest.raises(HatboxError, match="has version 99"):
        open_and_close(database)
