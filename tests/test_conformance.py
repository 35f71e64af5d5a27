"""Every registered game, option value and player count goes through the laws."""

from collections.abc import Callable

import pytest

import hatbox
from hatbox import conformance
from hatbox.game import Game
from hatbox.options import Value

Setting = tuple[str, int, dict[str, Value]]
SETTINGS: list[Setting] = [
    (book.slug, players, options)
    for book in hatbox.rulebooks().values()
    for players, options in conformance.settings(book)
]
IDS = [f"{slug}-{conformance.name(players, options)}" for slug, players, options in SETTINGS]


@pytest.mark.parametrize("setting", SETTINGS, ids=IDS)
@pytest.mark.parametrize("law", conformance.LAWS, ids=lambda law: law.__name__)
def test_law(law: Callable[[Game], None], setting: Setting) -> None:
    slug, players, options = setting
    law(hatbox.load(slug, players, **options))


@pytest.mark.parametrize("slug", list(hatbox.rulebooks()))
def test_every_option_is_a_field_and_has_a_rule(slug: str) -> None:
    book = hatbox.rulebooks()[slug]
    assert book.state.dtype.names is not None
    for option in book.options:
        assert option.name in book.state.dtype.names
        assert option.rule
        assert option.read(option.default) == option.default
