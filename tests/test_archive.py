"""Records exported from a table's folder and imported again; verify; a backup while the table writes."""

import asyncio
import json
import sqlite3
from pathlib import Path

import pytest

import hatbox
from hatbox.cli.main import main
from hatbox.conformance import last, random_match
from hatbox.match import recording
from hatbox.match.draw import drawn_alone
from hatbox.table.store.interface import Head, StoredRecord, append
from hatbox.table.store.sqlite import FILE, SqliteStore
from tests import forging

Capture = pytest.CaptureFixture[str]


def some_record(seed: int) -> bytes:
    match = last(random_match(hatbox.load("connect_four"), seed, 100))
    return recording.to_json(match, drawn_alone("salt", match.seed))


def run(capsys: Capture, *arguments: str) -> tuple[int, str]:
    code = main(arguments)
    captured = capsys.readouterr()
    return code, captured.out + captured.err


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A folder with three records."""

    async def fill() -> None:
        store = SqliteStore(tmp_path / "data")
        for number, id in enumerate(("aaaaaaaaaaaa", "bbbbbbbbbbbb", "cccccccccccc")):
            assert await store.keep(StoredRecord(id, some_record(number)))
        await store.close()

    asyncio.run(fill())
    return tmp_path / "data"


@pytest.mark.parametrize("name", ["out", "out.jsonl"])
def test_records_travel(data: Path, tmp_path: Path, capsys: Capture, name: str) -> None:
    out, there = tmp_path / name, tmp_path / "there"
    assert run(capsys, "export", str(out), "--data", str(data)) == (0, f"3 records written to {out}.\n")
    assert run(capsys, "import", str(out), "--data", str(there)) == (0, "3 records added, 0 already known.\n")
    assert run(capsys, "import", str(out), "--data", str(there)) == (0, "0 records added, 3 already known.\n")

    async def read() -> None:
        store = SqliteStore(there)
        assert sorted(await store.records()) == ["aaaaaaaaaaaa", "bbbbbbbbbbbb", "cccccccccccc"]
        assert await store.record("bbbbbbbbbbbb") == some_record(1)
        await store.close()

    asyncio.run(read())


def test_nothing_is_overwritten(data: Path, tmp_path: Path, capsys: Capture) -> None:
    file, folder = tmp_path / "out.jsonl", tmp_path / "out"
    file.write_text("mine")
    assert run(capsys, "export", str(file), "--data", str(data)) == (2, f"{file}: file exists.\n")
    assert file.read_text() == "mine"
    folder.mkdir()
    (folder / "aaaaaaaaaaaa.json").write_text("mine")
    assert run(capsys, "export", str(folder), "--data", str(data))[1] == f"2 records written to {folder}.\n"
    assert (folder / "aaaaaaaaaaaa.json").read_text() == "mine"
    code, told = run(capsys, "import", str(folder), "--data", str(data))
    assert (
        code == 2
        and "aaaaaaaaaaaa.json: This is not a record" in told
        and "0 records added, 2 already known" in told
    )


def test_bad_input_has_a_sentence(data: Path, tmp_path: Path, capsys: Capture) -> None:
    nowhere = tmp_path / "nowhere"
    for arguments in (
        ("export", str(tmp_path / "x.jsonl"), "--data", str(nowhere)),
        ("backup", str(tmp_path / "x"), "--data", str(nowhere)),
        ("import", str(nowhere), "--data", str(data)),
        ("import", str(tmp_path), "--data", str(data)),
        ("verify", str(nowhere)),
    ):
        code, told = run(capsys, *arguments)
        assert code == 2 and told.count("\n") == 1 and told.endswith(".\n"), arguments
    assert not nowhere.exists()


def test_bad_files_are_named_and_left_out(tmp_path: Path, capsys: Capture) -> None:
    folder, good = tmp_path / "records", some_record(1)
    folder.mkdir()
    wrong = {
        "garbage": b"\xff\xfe",
        "cut": good[:100],
        "deep": b"[" * 100_000,
        "seed": json.dumps({**json.loads(good), "seed": "-1"}).encode(),
        "reseed": json.dumps({**json.loads(forging.old()), "reseeds": [[2, -1]]}).encode(),
    }
    for name, text in {"good": good, **wrong}.items():
        (folder / f"{name}.json").write_bytes(text)
    (folder / "folder.json").mkdir()
    code, told = run(capsys, "import", str(folder), "--data", str(tmp_path / "new"))
    assert code == 2 and "1 record added, 0 already known." in told
    assert all(f"{name}.json: " in told for name in [*wrong, "folder"]) and "good.json" not in told


def test_a_mere_record_gets_a_name_of_its_own(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "game.jsonl"
    file.write_bytes(some_record(5) + b"\n\n" + some_record(6)[:50] + b"\n")
    code, told = run(capsys, "import", str(file), "--data", str(tmp_path / "d"))
    assert code == 2 and "line 3: This is not a record" in told and "1 record added" in told
    file.write_bytes(some_record(5))
    assert (
        "0 records added, 1 already known"
        in run(capsys, "import", str(file), "--data", str(tmp_path / "d"))[1]
    )


def test_verify(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(some_record(5))
    code, told = run(capsys, "verify", str(file))
    assert code == 0 and "the dice were those that were promised" in told
    promise = json.loads(some_record(5))["draw"]["promise"]
    assert run(capsys, "verify", str(file), "--promise", promise)[0] == 0
    assert run(capsys, "verify", str(file), "--promise", "0" * 64)[0] == 2
    code, told = run(capsys, "verify", str(file), "--json")
    assert json.loads(told)["ok"] is True
    altered = json.loads(some_record(5))
    altered["seed"] = "6"
    file.write_text(json.dumps(altered))
    code, told = run(capsys, "verify", str(file))
    assert code == 2 and "altered" in told


def test_an_old_fork_is_kept_although_nobody_vouches_for_it(tmp_path: Path, capsys: Capture) -> None:
    file, data = tmp_path / "fork.json", str(tmp_path / "data")
    file.write_bytes(forging.old_sixes())
    assert run(capsys, "import", str(file), "--data", data) == (0, "1 record added, 0 already known.\n")
    assert run(capsys, "verify", str(file))[0] == 2
    file.write_bytes(forging.unnamed_sixes())
    assert run(capsys, "import", str(file), "--data", data)[0] == 2


def test_a_folder_is_copied_while_it_is_written(tmp_path: Path, capsys: Capture) -> None:
    copies = [tmp_path / f"copy{number}" for number in range(3)]

    async def write() -> list[int]:
        store = SqliteStore(tmp_path / "data")
        await store.make(Head("AAAAA", "g", 2, "playing", False, "h", ("h",), ("H",)), b"first")
        version, known = 1, []
        for copy in copies:
            copying = asyncio.create_task(
                asyncio.to_thread(main, ["backup", str(copy), "--data", str(tmp_path / "data")])
            )
            known.append(version)
            while not copying.done():
                version += 1
                await append(store, "AAAAA", version, b"entry %d" % version)
            assert copying.result() == 0
        await store.close()
        return known

    known = asyncio.run(write())
    for copy, version in zip(copies, known, strict=True):
        link = sqlite3.connect(copy / FILE)
        assert link.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        versions = [row[0] for row in link.execute("SELECT version FROM log ORDER BY version")]
        assert versions == list(range(1, len(versions) + 1)) and len(versions) >= version
        link.close()
    assert run(capsys, "backup", str(copies[0]), "--data", str(tmp_path / "data"))[0] == 2, (
        "never overwritten"
    )
