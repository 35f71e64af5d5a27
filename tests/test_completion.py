"""Commands complete in bash, zsh and fish: each shell loads its script and is asked."""

import os
import pty
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from hatbox.cli.main import main

ENOUGH = 60  # seconds until a shell has answered on a busy machine


def in_bash(line: str, script: Path) -> list[str]:
    """What bash offers for a line, through the function that its script registers."""
    words = line.split(" ")
    asked = f"""
    source {script}
    COMP_WORDS=({" ".join(repr(word) for word in words)}) COMP_CWORD={len(words) - 1}
    COMP_LINE={line!r} COMP_POINT={len(line)}
    $(complete -p hatbox | sed 's/.*-F \\([^ ]*\\).*/\\1/') hatbox {words[-1]!r} {words[-2]!r}
    printf '%s\\n' "${{COMPREPLY[@]}}"
    """
    return _said(["bash", "--norc", "-c", asked]).split()


def in_fish(line: str, script: Path) -> list[str]:
    """What fish offers: a word and what it means, separated by a tab."""
    said = _said(["fish", "--no-config", "-c", f"source {script}; complete -C {line!r}"])
    return [offer.split("\t")[0] for offer in said.splitlines()]


def in_zsh(line: str, script: Path) -> list[str]:
    """What zsh lists on its own terminal when Tab is pressed."""
    start = f'PS1=; autoload -U compinit; compinit -u -D; eval "$(cat {script})"'
    listens = (
        "zle-line-init() { print -n 'list''ening' }; zle -N zle-line-init"  # the line editor reads keys now
    )
    process, terminal = pty.fork()
    if process == 0:  # pragma: no cover - the child becomes a shell
        os.environ.update(TERM="dumb", ZDOTDIR=str(script.parent))
        os.execvp("zsh", ["zsh", "-f", "-i"])
    try:
        os.write(terminal, f"{start}; {listens}\n".encode())
        _read_until(terminal, "listening")
        os.write(terminal, f"{line}\t\t\x15echo do''ne\n".encode())  # Tab twice, then an empty line
        return _read_until(terminal, "\ndone").split()
    finally:
        os.write(terminal, b"\x03exit\n")
        os.close(terminal)
        os.waitpid(process, 0)


def _read_until(terminal: int, mark: str) -> str:
    """Everything a terminal shows up to a mark."""
    seen = ""
    while mark not in seen.replace("\r", ""):
        seen += os.read(terminal, 4096).decode("utf-8", "replace")
    return seen.replace("\x07", " ")


def _said(command: list[str]) -> str:
    done = subprocess.run(command, capture_output=True, text=True, timeout=ENOUGH, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(params=[("bash", in_bash), ("fish", in_fish), ("zsh", in_zsh)], ids=["bash", "fish", "zsh"])
def offers(
    request: pytest.FixtureRequest, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> Callable[[str], list[str]]:
    """Ask one shell what it offers for a line."""
    shell, ask = request.param
    if shutil.which(shell) is None or sys.platform == "win32":
        pytest.skip(f"there is no {shell}: install the package {shell}")
    with pytest.raises(SystemExit) as ended:
        main(["--print-completion", shell])
    assert ended.value.code in (0, None)
    script = tmp_path / f"hatbox.{shell}"
    script.write_text(capsys.readouterr().out, "utf-8")
    return lambda line: ask(line, script)


def test_commands_complete(offers: Callable[[str], list[str]]) -> None:
    found = offers("hatbox re")
    assert "replay" in found and "review" in found and "serve" not in found


def test_games_complete(offers: Callable[[str], list[str]]) -> None:
    assert {"great_hall", "hat_stairs"} <= set(offers("hatbox rules "))


def test_flags_complete(offers: Callable[[str], list[str]]) -> None:
    found = offers("hatbox sim --b")
    assert {"--bots", "--budget"} <= set(found)


def test_another_shell_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--print-completion", "csh"])
    assert ended.value.code == 2
    assert "'bash', 'zsh', 'fish'" in capsys.readouterr().err
