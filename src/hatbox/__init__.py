"""Hatbox: five hat games – one fast rules engine, fair bots, a web table, and research environments.

>>> import hatbox
>>> match = hatbox.load("connect_four").match(seed=7)
>>> [str(move) for move in match.moves][:2]
['column 1', 'column 2']
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hatbox.adapters.batch import batch as batch
    from hatbox.errors import HatboxError as HatboxError
    from hatbox.game import Game as Game
    from hatbox.game import Rulebook as Rulebook
    from hatbox.game import load as load
    from hatbox.game import register as register
    from hatbox.game import rulebooks as rulebooks
    from hatbox.match.match import Match as Match

__version__ = "0.9.0"
__all__ = ["Game", "HatboxError", "Match", "Rulebook", "batch", "load", "register", "rulebooks"]

_ROOMS = {"HatboxError": "errors", "Match": "match.match", "batch": "adapters.batch"}


def __getattr__(name: str) -> Any:
    """Import a module when first asked for: `import hatbox` loads neither NumPy nor the compiler."""
    if name not in __all__:
        raise AttributeError(f"module 'hatbox' has no attribute {name!r}")
    return getattr(import_module(f"hatbox.{_ROOMS.get(name, 'game')}"), name)
