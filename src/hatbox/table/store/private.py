"""Data that only its owner may read: folders of mode 0700, files of mode 0600."""

import logging
from pathlib import Path

LOG = logging.getLogger("hatbox.table.store")
OWNERS_FOLDER, OWNERS_FILE = 0o700, 0o600
OURS = ("hatbox", "lock")  # how our files' names start
SHARED = "The folder %s also holds other files, so its permissions were not changed; give the table its own folder."
NOT_OURS = "%s can be read by others, and its permissions cannot be changed: %s."


def private_folder(folder: Path) -> None:
    """Make a folder that only its owner may enter; one with other files keeps its mode, and the log says so."""
    folder.mkdir(parents=True, exist_ok=True, mode=OWNERS_FOLDER)
    if folder.stat().st_mode & 0o077 == 0:
        return
    if all(file.name.startswith(OURS) for file in folder.iterdir()):
        _close(folder, OWNERS_FOLDER)
    else:
        LOG.warning(SHARED, folder)


def private_file(file: Path) -> None:
    """Make a file that only its owner may read, or restrict an existing one."""
    file.touch(mode=OWNERS_FILE, exist_ok=True)
    for one in (file, *(file.with_name(file.name + more) for more in ("-wal", "-shm"))):
        if one.exists() and one.stat().st_mode & 0o077:
            _close(one, OWNERS_FILE)


def _close(path: Path, mode: int) -> None:
    try:
        path.chmod(mode)
    except OSError as error:
        LOG.warning(NOT_OURS, path, (error.strerror or "unknown error").lower())
