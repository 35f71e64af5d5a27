"""The same games for researchers: batches of games, PettingZoo, Gymnasium and OpenSpiel.

Nothing of this is imported by the rest of Hatbox, and every adapter imports its library only when it is asked for.
"""

from importlib import import_module
from typing import Any

from hatbox.errors import HatboxError


def library(name: str) -> Any:
    """A library that an adapter needs, or one clear sentence when it is not installed."""
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name is None or name.split(".")[0] != error.name.split(".")[0]:
            raise
        raise HatboxError(
            f"This needs the package {name.split('.')[0]}: install it with pip install 'hatbox[research]'."
        ) from error
