"""`hatbox serve`: run the table on this machine or for the home network."""

import argparse
import asyncio
import contextlib
import io
import signal
import socket
import sys
import webbrowser
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

from aiohttp import web

from hatbox.errors import HatboxError
from hatbox.table.config import Config
from hatbox.table.connections.proxy import PROXY
from hatbox.table.notices.settings import notice_settings
from hatbox.table.server import logging_setup
from hatbox.table.server.app import make_app
from hatbox.table.server.garbage import search_rarely
from hatbox.table.server.half_open import KEEP_ALIVE, listen
from hatbox.table.server.origin import networks, public_url
from hatbox.table.server.processes import Supervisor, reserved, worker
from hatbox.table.store.private import private_file, private_folder
from hatbox.table.store.records import data_folder

LOCAL = "127.0.0.1"
EVERYWHERE = "0.0.0.0"
SWITCH = 0.001  # seconds until a busy event loop lets the thread that writes to disk go on
DAY = 86400.0  # seconds
FOR_EVER = "forever"
GRACE = 5.0  # seconds for visitors to hang up


def serve(args: argparse.Namespace) -> int:
    """Run until somebody stops it."""
    logging_setup.set_up(args.log)
    try:
        if args.workers > 1 and not worker():
            return supervise(args)
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


def supervise(args: argparse.Namespace) -> int:
    """Run several workers on one port and one database."""
    if not args.database:
        raise HatboxError("Several workers need a database: --database URL, or HATBOX_DATABASE.")
    host = EVERYWHERE if args.lan else args.host
    with reserved(host, args.port) as port:
        given = [
            "--host",
            host,
            "--port",
            str(port),
            "--peer-host",
            args.peer_host,
            "--bot-delay",
            args.bot_delay,
            "--bot-workers",
            str(args.bot_workers),
            "--trusted-proxy",
            args.trusted_proxy,
            "--public-url",
            args.public_url,
            "--metrics-for",
            args.metrics_for,
            "--keep-finished",
            args.keep_finished,
            "--push-contact",
            args.push_contact,
            "--mail-from",
            args.mail_from,
            "--web-hooks",
            args.web_hooks,
            *(["--lock-chat"] if args.lock_chat else []),
            *(["--lock-names"] if args.lock_names else []),
        ]
        secrets = {"HATBOX_DATABASE": args.database, "HATBOX_SMTP": args.smtp}
        supervisor = Supervisor(args.workers, given, secrets)
        return asyncio.run(supervisor.run(stopped, lambda: _announce(args, host, port)))


async def run(args: argparse.Namespace) -> None:
    """Start, say where, wait for the end, stop gracefully."""
    host = EVERYWHERE if args.lan else args.host
    store: Path | str = args.database or args.data or data_folder()
    with folder_lock(store) if isinstance(store, Path) else contextlib.nullcontext():
        config = Config(
            thinking=delay(args.bot_delay),
            bot_workers=args.bot_workers,
            trusted_proxies=networks(args.trusted_proxy),
            public_url=public_url(args.public_url),
            metrics_for=networks(args.metrics_for),
            keep_finished=days(args.keep_finished),
            notices=notice_settings(args),
            lock_chat=args.lock_chat,
            lock_names=args.lock_names,
            modules=args.modules,
        )
        async with running(store, host, args.port, config, args.peer_host, bool(worker())) as port:
            if worker():
                await stopped()
                return
            await asyncio.to_thread(_announce, args, host, port)
            await stopped()


@contextlib.asynccontextmanager
async def running(
    store: Path | str,
    host: str,
    port: int,
    config: Config,
    peer_host: str = LOCAL,
    one_of_many: bool = False,
) -> AsyncIterator[int]:
    """A server on a data folder or a database; gives its port, which several workers may share."""
    app = make_app(store, config)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=GRACE, keepalive_timeout=KEEP_ALIVE)
    await runner.setup()
    server: asyncio.Server | None = None
    try:
        if PROXY in app:
            await web.TCPSite(runner, peer_host, 0).start()
            await app[PROXY].announce(f"{_bracketed(peer_host)}:{runner.addresses[0][1]}")
        search_rarely()
        sys.setswitchinterval(SWITCH)
        server = await listen(runner, host, port, one_of_many)
        yield server.sockets[0].getsockname()[1]
    finally:
        if server is not None:
            server.close()
        await runner.cleanup()


async def stopped() -> None:
    """Wait for a signal to stop."""
    end = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(number, end.set)
    await end.wait()


def _announce(args: argparse.Namespace, host: str, port: int) -> None:
    """Say where the table is, and open the browser if that is wanted."""
    shown = home_address() if args.lan else LOCAL if host == EVERYWHERE else host
    address = public_url(args.public_url) or f"http://{_bracketed(shown)}:{port}"
    announce(address, qr=args.lan or sys.stdout.isatty())
    if args.open:
        webbrowser.open(address)


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


def days(text: str) -> float | None:
    """A number of days as seconds; None: for ever."""
    if text == FOR_EVER:
        return None
    try:
        count = float(text)
        if not 0 < count < 100_000:
            raise ValueError
    except ValueError as error:
        raise HatboxError(f"--keep-finished takes a number of days, or {FOR_EVER}, not {text!r}.") from error
    return count * DAY


@contextlib.contextmanager
def folder_lock(folder: Path) -> Iterator[None]:
    """One server per data folder; the lock goes with the process, however it ends."""
    try:
        import fcntl
    except ImportError:  # Windows: the key of the log still refuses a second writer
        yield
        return
    private_folder(folder)
    private_file(folder / "lock")
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
