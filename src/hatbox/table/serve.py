"""`hatbox serve`: run the table on this machine or for the home network."""

import argparse
import asyncio
import contextlib
import io
import logging
import os
import signal
import socket
import sys
import webbrowser
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

from aiohttp import web

from hatbox.errors import HatboxError
from hatbox.table.app import make_app
from hatbox.table.settings import Settings

LOCAL = "127.0.0.1"
EVERYWHERE = "0.0.0.0"
GRACE = 5.0  # seconds for visitors to hang up


def serve(args: argparse.Namespace) -> int:
    """Run until somebody stops it."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s %(message)s")
    logging.getLogger("aiohttp.access").setLevel(logging.WARNING)
    try:
        _run(args)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise HatboxError(f"The table cannot open {args.host}:{args.port}: {reason}.") from error
    return 0


def _run(args: argparse.Namespace) -> None:
    """Use the faster event loop where there is one."""
    try:
        import uvloop
    except ImportError:
        asyncio.run(run(args))
    else:
        uvloop.run(run(args))


async def run(args: argparse.Namespace) -> None:
    """Start, say where, wait for the end, stop gracefully."""
    folder = args.data or data_folder()
    host = EVERYWHERE if args.lan else args.host
    with folder_lock(folder):
        async with running(folder, host, args.port, Settings(thinking=delay(args.bot_delay))) as port:
            shown = home_address() if args.lan else LOCAL if host == EVERYWHERE else host
            address = f"http://{_bracketed(shown)}:{port}"
            announce(address, qr=args.lan or sys.stdout.isatty())
            if args.open:
                await asyncio.to_thread(webbrowser.open, address)
            await stopped()


@contextlib.asynccontextmanager
async def running(folder: Path, host: str, port: int, settings: Settings) -> AsyncIterator[int]:
    """A server; gives its port."""
    runner = web.AppRunner(make_app(folder, settings), access_log=None, shutdown_timeout=GRACE)
    await runner.setup()
    try:
        site = web.TCPSite(runner, host, port)
        await site.start()
        yield runner.addresses[0][1]
    finally:
        await runner.cleanup()


async def stopped() -> None:
    """Wait for a signal to stop."""
    end = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(number, end.set)
    await end.wait()


def announce(address: str, qr: bool) -> None:
    """Say where the table is; for people as a QR code too."""
    if qr:
        import segno

        picture = io.StringIO()
        segno.make(address, error="m").terminal(out=picture, compact=True)
        _write(picture.getvalue())
    _write(f"The table is open: {address}")
    _write("Ctrl-C closes it.")


def delay(text: str) -> tuple[float, float]:
    """`0.4-1.2` or `0` as two numbers of seconds."""
    try:
        low, _, high = text.partition("-")
        first, last = float(low), float(high or low)
        if not 0 <= first <= last <= 60:
            raise ValueError
    except ValueError as error:
        raise HatboxError(f"--bot-delay takes seconds such as 0.4-1.2 or 0, not {text!r}.") from error
    return first, last


def data_folder() -> Path:
    """Where tables are kept unless somebody says otherwise."""
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "hatbox"


@contextlib.contextmanager
def folder_lock(folder: Path) -> Iterator[None]:
    """One server per data folder; the lock goes with the process, however it ends."""
    try:
        import fcntl
    except ImportError:  # Windows: the key of the log still refuses a second writer
        yield
        return
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    with (folder / "lock").open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise HatboxError(f"Another table already uses the folder {folder}.") from error
        yield


def home_address() -> str:
    """The machine's address in the home network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # reserved for documentation, never reached
            return str(probe.getsockname()[0])
        except OSError:
            return LOCAL


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _write(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()
