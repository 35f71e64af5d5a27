"""What is stored: files that only their owner can read."""

import asyncio
import logging
import stat
from pathlib import Path

import pytest

from hatbox.table.server.serve import folder_lock
from hatbox.table.store.records import back_up
from hatbox.table.store.sqlite import FILE, SqliteStore


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def opened_and_closed(folder: Path) -> None:
    async def story() -> None:
        with folder_lock(folder):
            store = SqliteStore(folder)
            await store.check()
            assert {mode(file) for file in folder.iterdir() if file.name.startswith("hatbox")} == {0o600}
            await store.close()

    asyncio.run(story())


@pytest.mark.parametrize("there", [False, True])
def test_only_the_owner_reads_the_data(tmp_path: Path, there: bool) -> None:
    folder = tmp_path / "data"
    if there:
        folder.mkdir(mode=0o755)
        (folder / FILE).touch(mode=0o644)
        (folder / "lock").touch(mode=0o644)
    opened_and_closed(folder)
    assert (mode(folder), mode(folder / FILE), mode(folder / "lock")) == (0o700, 0o600, 0o600)
    back_up(folder, tmp_path / "copy")
    assert (mode(tmp_path / "copy"), mode(tmp_path / "copy" / FILE)) == (0o700, 0o600)


def test_a_folder_with_other_files_stays_open_and_the_log_says_so(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder = tmp_path / "home"
    folder.mkdir(mode=0o755)
    (folder / "letters.txt").touch()
    with caplog.at_level(logging.WARNING):
        opened_and_closed(folder)
    assert (mode(folder), mode(folder / FILE)) == (0o755, 0o600)
    assert "its own folder" in caplog.text


def test_a_mode_that_cannot_be_changed_is_told(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "data"
    folder.mkdir(mode=0o755)

    def refuse(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(Path, "chmod", refuse)
    opened_and_closed(folder)
    assert (
        "can be read by others, and its permissions cannot be changed: operation not permitted."
        in caplog.text
    )
