"""The rules in the browser are the rules of the table: the same bytes after every ply, the same search results."""

import gzip
import shutil
from itertools import islice

import pytest

import hatbox
from hatbox import conformance
from hatbox.wasm.build import is_fresh
from tests import wasm_bots
from tests.wasm_equality import WEB, compare

PRODUCTS = [slug for slug, book in hatbox.rulebooks().items() if book.product]
MODULES = WEB / "src" / "generated"
needs_modules = pytest.mark.skipif(
    not (shutil.which("node") and (WEB / "node_modules" / "rolldown").exists()),
    reason="needs node: run make web",
)


@pytest.mark.parametrize("slug", PRODUCTS)
def test_modules_are_not_older_than_the_rules(slug: str) -> None:
    file = MODULES / f"{slug}.wasm"
    assert file.exists() and is_fresh(file.read_bytes(), slug), "run make web"


@pytest.mark.parametrize("slug", PRODUCTS)
def test_every_number_of_players_is_compared(slug: str) -> None:
    book = hatbox.rulebooks()[slug]
    first = islice(conformance.settings(book), len(book.players))
    assert sorted(players for players, _ in first) == sorted(book.players)


@needs_modules
@pytest.mark.parametrize("slug", PRODUCTS)
def test_every_ply_is_the_same_in_the_browser(slug: str) -> None:
    plies, _ = compare(slug, games=200, plies=60)
    assert plies > 1000


@needs_modules
@pytest.mark.parametrize("slug", PRODUCTS)
def test_the_search_thinks_the_same_in_the_browser(slug: str) -> None:
    _, thoughts = compare(slug, games=12, plies=60, think={"every": 6, "iterations": 150})
    assert thoughts > 10


@needs_modules
@pytest.mark.parametrize("slug", PRODUCTS)
def test_bots_choose_and_advise_the_same_in_the_browser(slug: str) -> None:
    positions, solved = wasm_bots.compare(slug, positions=100)
    assert positions >= 100 and (solved > 10 or slug not in ("hat_stairs", "vanished_animal"))


@needs_modules
def test_exact_play_for_three_is_the_same_in_the_browser() -> None:
    """On the shortest stairs: the table of the usual ones has two million numbers."""
    lowest: wasm_bots.Settings = [(3, {"steps": 8, "hat_step": 4})]
    positions, solved = wasm_bots.compare("hat_stairs", 12, 800_000, lowest)
    assert positions == solved >= 12


def test_the_modules_are_small_enough_to_load() -> None:
    """What a page loads of all five games; the tables of exact play are computed there."""
    sizes = [len(gzip.compress((MODULES / f"{slug}.wasm").read_bytes(), 9)) for slug in PRODUCTS]
    assert sum(sizes) < 150_000


def test_a_module_that_needs_something_from_outside_is_refused() -> None:
    """Rules allocate nothing and use no C math functions: both would be imports that no browser provides."""
    from hatbox.wasm.module import IMPORTS, finished

    header = b"\0asm\1\0\0\0"
    three_imports = bytes([IMPORTS, 1, 3])
    with pytest.raises(AssertionError, match="need only memory and a stack"):
        finished(header + three_imports, [], {})
