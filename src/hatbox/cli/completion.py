"""Completion of commands in shells: `hatbox --print-completion bash`, `zsh` or `fish`."""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

SHELLS = ("bash", "zsh", "fish")


class PrintCompletion(argparse.Action):
    """Prints the script that a shell reads, and ends."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[Any] | None,
        option_string: str | None = None,
    ) -> None:
        """Look up what can be completed only now: every other command starts without it."""
        print(script(parser, str(values)))  # noqa: T201
        parser.exit()


def script(parser: argparse.ArgumentParser, shell: str) -> str:
    """The completion script of a shell."""
    import shtab

    for action in _actions(parser):
        _say_what_fits(action, shtab.FILE, shtab.DIRECTORY)
    return str(shtab.complete(parser, shell))


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """All arguments of all commands."""
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for sub in action.choices.values():
                yield from _actions(sub)


def _say_what_fits(action: argparse.Action, file: Any, folder: Any) -> None:
    """Name the values of an argument; parsers do not, since commands themselves say what is valid."""
    from hatbox.bots.levels import LEVELS
    from hatbox.game import slugs
    from hatbox.words import LANGUAGES

    if action.dest == "game" or (action.dest == "games" and not action.option_strings):
        action.choices = slugs()
    elif action.dest == "language":
        action.choices = LANGUAGES
    elif action.metavar == "LEVEL":
        action.choices = list(LEVELS)
    elif action.type is Path:
        action.complete = folder if action.metavar == "DIR" else file  # type: ignore[attr-defined]
