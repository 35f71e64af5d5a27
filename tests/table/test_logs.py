"""What operators see: logs without secrets, a stop that loses nothing, files for systemd and containers."""

import asyncio
import configparser
import json
import logging
import os
import random
import re
import signal
import sqlite3
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

from hatbox.cli.arguments import parser
from hatbox.cli.main import main
from hatbox.table.server import logging_setup
from hatbox.table.store.sqlite import FILE, SqliteStore
from hatbox.table.tables import journal
from tests.table.client import Client, Refusal, Seat, serving, visitors

DEPLOY = Path(__file__).parent.parent.parent / "deploy"
ME, OPEN = {"kind": "me", "name": "Zaphod"}, {"kind": "open"}


@pytest.fixture
def lines(caplog: pytest.LogCaptureFixture) -> Iterator[list[str]]:
    """All log lines as JSON, down to the smallest."""
    found: list[str] = []
    handler = logging.Handler()
    handler.setFormatter(logging_setup.JsonLines())
    handler.emit = lambda record: found.append(handler.format(record))  # type: ignore[method-assign]
    root = logging.getLogger()
    root.addHandler(handler)
    with caplog.at_level(logging.DEBUG):
        yield found
    root.removeHandler(handler)


def test_logs_are_json_without_secrets(tmp_path: Path, lines: list[str]) -> None:
    secrets: list[str] = []

    async def story() -> None:
        async with serving(tmp_path) as address, visitors(address, 2) as (ada, ben):
            code = await ada.make("great_hall", 2, seats=[ME, OPEN], chat=True)
            await ben.post(f"/api/tables/{code}/sit", seat=1, name="Trillian")
            bot = (await ben.post("/api/tokens"))["secret"]
            device = (await ada.post("/api/device"))["secret"]
            await ada.post(f"/api/tables/{code}/start")
            async with ada.at(code) as a, ben.at(code) as b:
                await a.send(t="chat", text="an announcement")
                await a.ws.send_str('{"t":"act","id":"nonsense')
                choose = random.Random(1).choice
                await asyncio.gather(a.play_through(choose, 30), b.play_through(choose, 30))
                await a.answer(await a.act(9999))
            for wrong in ("/api/tables/QQQQQ", "/api/records/nothing", f"/api/tables/{code}/replay"):
                with pytest.raises(Refusal):
                    await ada.get(wrong)
            headers = {"Authorization": "Bearer wrong-secret-token"}
            with pytest.raises(Refusal):
                await ada.call("GET", "/api/mine", headers=headers)
            tokens = [next(iter(person.session.cookie_jar)).value for person in (ada, ben)]
            secrets.extend([*tokens, bot, device, "wrong-secret-token", "Zaphod", "Trillian", "announcement"])
        store = SqliteStore(tmp_path)
        made = journal.decode((await store.log(code))[0])
        await store.close()
        assert isinstance(made, journal.Made)
        secrets.extend([str(made.seed), made.salt, made.host, made.record])

    asyncio.run(story())
    ours = [json.loads(line) for line in lines if '"logger":"hatbox' in line]
    assert {"made", "started", "request"} <= {line["event"] for line in ours}
    assert all({"at", "level", "logger", "event"} <= line.keys() for line in ours)
    refusals = {line["route"] for line in ours if line.get("status", 0) >= 400}
    assert "/api/tables/{code}/replay" in refusals, "the kind of address, not the address"
    text = "\n".join(lines)
    for secret in secrets:
        assert secret not in text, secret
    for card in ('"hand"', "views", "start_1_8", "joker"):
        assert card not in text, card


def test_an_error_keeps_its_trace(lines: list[str]) -> None:
    try:
        raise ValueError("odd")
    except ValueError:
        logging.getLogger("hatbox.test").exception("it failed", extra={"table": "ABCDE"})
    line: dict[str, Any] = json.loads(lines[-1])
    assert (line["event"], line["table"], line["level"]) == ("it failed", "ABCDE", "error")
    assert "ValueError: odd" in line["trace"]


def test_text_lines_and_wrong_kinds(capsys: pytest.CaptureFixture[str]) -> None:
    record = logging.makeLogRecord({"msg": "made", "levelname": "INFO", "name": "hatbox", "table": "ABCDE"})
    assert logging_setup.TextLines().format(record).endswith("INFO hatbox made table=ABCDE")
    assert main(["serve", "--log", "xml"]) == 2
    assert "--log takes text or json" in capsys.readouterr().err


def test_every_setting_has_a_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = {
        "HOST": "0.0.0.0",
        "PORT": "8749",
        "DATA": "/tmp/hats",
        "LOG": "json",
        "LAN": "1",
        "BOT_WORKERS": "3",
        "BOT_DELAY": "0",
    }
    for name, value in chosen.items():
        monkeypatch.setenv(f"HATBOX_{name}", value)
    args = parser("").parse_args(["serve"])
    assert (args.host, args.port, args.data) == ("0.0.0.0", 8749, Path("/tmp/hats"))
    assert (args.log, args.lan, args.bot_workers, args.bot_delay) == ("json", True, 3, "0")
    assert parser("").parse_args(["serve", "--port", "1"]).port == 1, "a flag is stronger"


def test_a_stop_finishes_what_was_begun(tmp_path: Path) -> None:
    """SIGTERM in the middle of a game: everything acknowledged is in the store, the visitor is told to come back."""

    async def story() -> tuple[str, list[int], list[str]]:
        command = (sys.executable, "-m", "hatbox.cli.main", "serve", "--port", "0", "--data", str(tmp_path))
        pipe = asyncio.subprocess.PIPE
        variables = {**os.environ, "HATBOX_LOG": "json", "HATBOX_BOT_DELAY": "0"}
        server = await asyncio.create_subprocess_exec(*command, stdout=pipe, stderr=pipe, env=variables)
        assert server.stdout is not None and server.stderr is not None
        found = re.search(rb"http://[\d.:]+", await server.stdout.readline())
        assert found
        ada = Client(found[0].decode())
        code = await ada.make("connect_four", seats=[ME, ME], start=True)
        acked: list[int] = []
        async with ada.at(code) as seat:
            try:
                await play(seat, acked, server)
            except ConnectionError:
                assert seat.ws.close_code == 1012, "come back"
        await ada.close()
        assert await server.wait() == 0
        return code, acked, (await server.stderr.read()).decode().splitlines()

    code, acked, printed = asyncio.run(story())
    link = sqlite3.connect(tmp_path / FILE)
    stored = {row[0] for row in link.execute("SELECT version FROM log WHERE code = ?", (code,))}
    assert acked and set(acked) <= stored
    assert link.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    link.close()
    assert not [line for line in printed if json.loads(line)["level"] == "error"]


async def play(seat: Seat, acked: list[int], server: asyncio.subprocess.Process) -> None:
    """Play until the server hangs up."""
    while seat.now is None or not seat.now["over"]:
        if not seat.legal:
            await seat.next()
            continue
        answer = await seat.answer(await seat.act(seat.legal[0]))
        if answer["t"] == "ack":
            acked.append(answer["v"])
        if len(acked) == 2:
            server.send_signal(signal.SIGTERM)
        while seat.v < answer["v"]:
            await seat.next()


# ---- deploy ------------------------------------------------------------------------------------------------------


def steps() -> list[tuple[str, str]]:
    """The Dockerfile as (instruction, rest)."""
    text = re.sub(r"\\\n\s*", "", (DEPLOY / "Dockerfile").read_text())
    found = [line.split(" ", 1) for line in text.splitlines() if line and not line.startswith("#")]
    return [(one[0], one[1]) for one in found]


def test_the_image_is_pinned_and_not_root() -> None:
    known = {"FROM", "WORKDIR", "COPY", "RUN", "ENV", "USER", "EXPOSE", "VOLUME", "STOPSIGNAL"}
    known |= {"HEALTHCHECK", "ENTRYPOINT", "CMD"}
    assert {word for word, _ in steps()} <= known
    for word, rest in steps():
        if word == "FROM":
            assert re.match(r"\w+:\d+\.\d+\.\d+-", rest), rest
        if "pip install" in rest or "pip wheel" in rest:
            for part in re.findall(r"pip install (.*?)(?:&&|$)", rest):
                names = [name for name in part.split() if not name.startswith(("-", "/"))]
                assert all("==" in name for name in names), part
    last = [word for word, _ in steps()]
    user = len(last) - 1 - last[::-1].index("USER")
    assert steps()[user][1].split(":")[0] not in ("root", "0") and user > last.index("COPY")
    json.loads(dict(steps())["ENTRYPOINT"])
    for source in re.findall(r"^COPY (?!--from)(.+) \S+$", (DEPLOY / "Dockerfile").read_text(), re.MULTILINE):
        for path in source.split():
            assert (DEPLOY.parent / path).exists(), path


def test_the_compose_file_is_pinned_and_has_no_password() -> None:
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    assert re.fullmatch(r"postgres:\d+\.\d+-\w+", services["database"]["image"])
    assert "${HATBOX_DATABASE_PASSWORD:?" in services["database"]["environment"]["POSTGRES_PASSWORD"]
    table = services["table"]
    assert table["user"].split(":")[0] not in ("root", "0") and table["cap_drop"] == ["ALL"]
    assert table["depends_on"]["database"]["condition"] == "service_healthy"
    assert (DEPLOY / table["build"]["context"] / table["build"]["dockerfile"]).exists()
    variables = set(table["environment"])
    assert variables <= set(
        re.findall(r"HATBOX_\w+", (DEPLOY.parent / "src/hatbox/cli/arguments.py").read_text())
    )


def test_the_systemd_unit_reads() -> None:
    unit = configparser.RawConfigParser(strict=False)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(DEPLOY / "hatbox.service")
    service = unit["Service"]
    assert service["ExecStart"].endswith("hatbox serve") and service["DynamicUser"] == "yes"
    assert service["KillSignal"] == "SIGTERM" and service["ProtectSystem"] == "strict"
