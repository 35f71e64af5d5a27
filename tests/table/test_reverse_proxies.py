"""The example files of `deploy/` for reverse proxies, run for real if the programs are installed."""

import asyncio
import contextlib
import shutil
import socket
import ssl
import subprocess
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
from aiohttp import ClientSession, CookieJar, TCPConnector

from hatbox.table.server.origin import networks
from tests.table.client import FAST, QUICK, Client, refused, serving

DEPLOY = Path(__file__).parents[2] / "deploy"
NAME, UPSTREAM = "hats.example.org", "127.0.0.1:8000"
ME = {"kind": "me"}
LIMITS = replace(FAST, tables_per_hour=2)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def caddy(folder: Path, port: int, table: str) -> list[str]:
    text = (DEPLOY / "Caddyfile").read_text().replace(UPSTREAM, table)
    text = text.replace(f"\n{NAME} {{", f"\nhttps://localhost:{port} {{\n\ttls internal")
    ours = [
        "admin off",
        "auto_https disable_redirects",
        "skip_install_trust",
        f"storage file_system {folder}",
    ]
    (folder / "Caddyfile").write_text("\n".join(["{", *ours, "}", text]))
    return ["caddy", "run", "--config", str(folder / "Caddyfile")]


def nginx(folder: Path, port: int, table: str) -> list[str]:
    certificate = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost"]
    files = ["-keyout", str(folder / "key"), "-out", str(folder / "pem")]
    subprocess.run([*certificate, *files], check=True, capture_output=True)
    text = (DEPLOY / "nginx.conf").read_text().replace(UPSTREAM, table)
    for theirs, ours in (
        (f"/etc/ssl/{NAME}.pem", str(folder / "pem")),
        (f"/etc/ssl/{NAME}.key", str(folder / "key")),
        ("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"),
        ("listen 80", f"listen 127.0.0.1:{free_port()}"),
        (f"server_name {NAME}", "server_name localhost"),
    ):
        text = text.replace(theirs, ours)
    paths = "".join(
        f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    head = f"daemon off; pid {folder}/pid; error_log {folder}/errors; events {{}}"
    (folder / "nginx.conf").write_text(f"{head} http {{ access_log off; {paths} {text} }}")
    return ["nginx", "-c", str(folder / "nginx.conf"), "-e", str(folder / "errors")]


PROXIES = {"caddy": caddy, "nginx": nginx}


@contextlib.asynccontextmanager
async def proxied(name: str, folder: Path) -> AsyncIterator[str]:
    """A table behind a real proxy; yields the address that people type."""
    port = free_port()
    address = f"https://localhost:{port}"
    config = replace(QUICK, limits=LIMITS, trusted_proxies=networks("127.0.0.1"), public_url=address)
    async with serving(folder / "data", config) as table:
        command = PROXIES[name](folder, port, table.removeprefix("http://"))
        process = await asyncio.create_subprocess_exec(*command, stderr=asyncio.subprocess.DEVNULL)
        try:
            await _open(port)
            yield address
        finally:
            process.terminate()
            await process.wait()


async def _open(port: int) -> None:
    """Wait until the port is open and has a certificate."""
    trusting = ssl.create_default_context()
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    async with asyncio.timeout(20):
        while True:
            with contextlib.suppress(OSError, ssl.SSLError):
                _, writer = await asyncio.open_connection(
                    "127.0.0.1", port, ssl=trusting, server_hostname="localhost"
                )
                writer.close()
                return
            await asyncio.sleep(0.05)


def visitor(address: str) -> Client:
    client = Client(address)
    asyncio.get_running_loop().create_task(client.session.close())
    client.session = ClientSession(cookie_jar=CookieJar(unsafe=True), connector=TCPConnector(ssl=False))
    return client


@pytest.mark.parametrize("name", PROXIES)
def test_a_table_behind_a_proxy(tmp_path: Path, name: str) -> None:
    if not shutil.which(name):
        pytest.skip(f"{name} is not installed")

    async def story() -> None:
        async with proxied(name, tmp_path) as address:
            ada = visitor(address)
            wish = {"game": "hat_stairs", "players": 2, "seats": [ME, ME], "start": True}
            async with ada.session.post(f"{address}/api/tables", json=wish) as answer:
                assert answer.status == 201, await answer.text()
                assert "Secure" in answer.headers["Set-Cookie"]
                assert answer.headers["Strict-Transport-Security"]
                code = (await answer.json())["code"]
            async with ada.at(code) as seat:
                await seat.until(lambda _: seat.now is not None)
                assert (await seat.answer(await seat.act(seat.legal[0])))["t"] == "ack"
            await ada.make()
            lie = {"X-Forwarded-For": "203.0.113.9"}
            call = ada.call("POST", "/api/tables", wish, headers=lie)
            assert (await refused(call))[0] == 429, "nobody chooses the address under which it is counted"
            await ada.close()

    asyncio.run(story())
