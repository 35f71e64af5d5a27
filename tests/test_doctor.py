"""What `hatbox doctor` says about this machine."""

import importlib.util
import json
import socket
from pathlib import Path

import pytest

from hatbox.cli import doctor
from hatbox.cli.main import main
from hatbox.table.config import Config, NoticeSettings
from hatbox.table.notices import settings


def state_of(what: str, findings: list[doctor.Finding]) -> tuple[str, str]:
    one = next(finding for finding in findings if finding.what == what)
    return one.state, one.sentence


def test_a_folder_that_can_be_made_is_fine(tmp_path: Path) -> None:
    assert state_of("data", doctor.examine(tmp_path / "not" / "yet"))[0] == "ok"
    assert not (tmp_path / "not").exists(), "nothing is left behind"


def test_a_folder_that_cannot_be_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    state, sentence = state_of("data", doctor.examine(tmp_path / "file" / "data"))
    assert state == "wrong" and "not a directory" in sentence


def test_a_full_disk_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "LITTLE", 10**12)
    state, sentence = state_of("data", doctor.examine(tmp_path))
    assert state == "wrong" and "nearly full" in sentence


def test_a_port_in_use_is_told(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        assert state_of("port", doctor.examine(tmp_path, port))[0] == "missing"
    assert state_of("port", doctor.examine(tmp_path, port))[0] == "ok"


def test_a_table_without_its_libraries_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    findings = doctor.examine(tmp_path)
    assert state_of("table", findings)[0] == "wrong" and not doctor.all_well(findings)
    assert "hatbox[table]" in doctor.told(findings, as_json=False)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["doctor", "--data", str(tmp_path), "--json"])
    found = json.loads(capsys.readouterr().out)
    wrong = [one for one in found if one["state"] == "wrong"]
    assert code == bool(wrong)
    assert {one["what"] for one in found} == {
        "python",
        "rules",
        "app",
        "table",
        "data",
        "port",
        "notices",
        "chromium",
        "postgres",
    }


def test_it_says_how_people_can_be_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    state, sentence = state_of("notices", doctor.examine(tmp_path))
    assert state == "missing" and "e-mails need HATBOX_SMTP" in sentence
    told = NoticeSettings("mailto:me@example.org", "smtp://localhost", "", ("any",))
    config = Config(public_url="https://hats.example.org", notices=told)
    state, sentence = state_of("notices", doctor.examine(tmp_path, config=config))
    assert state == "ok" and "push messages, webhooks. Off: e-mails need HATBOX_MAIL_FROM." in sentence
    monkeypatch.setattr(settings, "find_spec", lambda _name: None)
    assert (
        "push messages need hatbox[notices]"
        in state_of("notices", doctor.examine(tmp_path, config=config))[1]
    )
