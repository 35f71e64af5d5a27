"""The games for researchers: batches, PettingZoo, Gymnasium and OpenSpiel.

The rest of Hatbox imports none of this, and every adapter imports its library only when it is used.
"""

from importlib import import_module
from typing import Any

from hatbox.errors import HatboxError


def library(name: str) -> Any:
    """A library that an adapter needs, or a clear error if it is not installed."""
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name is None or name.split(".")[0] != error.name.split(".")[0]:
            raise
        raise HatboxError(
            f"This needs the package {name.split('.')[0]}: install it with pip install 'hatbox[research]'."
        ) from error
