"""Libraries compiled ahead of time play the same games as rules compiled on the spot, and reject anything else."""

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from hatch_build import TAGS

import hatbox
from hatbox.engine import entries, native
from hatbox.engine.schema import dtype_of
from hatbox.game import rulebook
from hatbox.native import build
from tests import native_equality

SLUGS = sorted(hatbox.rulebooks())
SMALL = ("connect_four", "hat_stairs")
needs_libraries = pytest.mark.skipif(
    not build.can_be_made(), reason="needs a C linker such as cc: rules are compiled on the spot without one"
)


@needs_libraries
@pytest.mark.parametrize("slug", SLUGS)
def test_libraries_are_not_older_than_the_rules(slug: str) -> None:
    assert native.is_fresh(slug), "run hatbox warmup"


@needs_libraries
@pytest.mark.parametrize("slug", SLUGS)
def test_everything_that_python_calls_is_in_the_library(slug: str) -> None:
    """Anything forgotten would be compiled when it is first needed."""
    code = f"""
from hatbox.engine.native import Door
import hatbox.engine.jit, sys
from hatbox.lab.warmup import PURPOSES, parts_of
from hatbox import load
from hatbox.adapters.batch import Batch
class Never:
    def __call__(self, *args): raise AssertionError("this is compiled now")
for purpose in PURPOSES:
    parts = parts_of({slug!r}, purpose)
    doors = {{one for module in list(sys.modules.values()) for one in vars(module).values() if isinstance(one, Door)}}
    for door in doors:
        door.compiled = Never()
    for part in parts:
        part()
batch = Batch(load({slug!r}), 4)
batch.reset(0)
batch.step(batch.random_action)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]


@needs_libraries
@pytest.mark.parametrize("slug", SMALL)
def test_compiled_on_the_spot_it_plays_the_same(slug: str) -> None:
    ahead, on_the_spot = native_equality.compare(
        slug, games=60, searches=0
    )  # thinking takes minutes to compile
    assert ahead == on_the_spot and slug in ahead


def entry(name: str, slug: str) -> Callable[..., object]:
    """An entry of a game's library."""
    key = native.name_of(hatbox.load(slug).template.dtype)
    found = native.opened(native.file_of(slug))[f"engine.entries.{name}", key, ()]
    assert found is native.find((f"engine.entries.{name}", key, ()))
    return found


@needs_libraries
def test_a_library_refuses_what_it_was_not_compiled_for() -> None:
    game = hatbox.load("hat_stairs")
    states, out, step = game.states(1, 0), game.buffer(), entry("step", "hat_stairs")
    assert (
        step(states, 0, entries.SET_UP, out)
        == step(states, np.int64(0), np.int16(entries.JUST_LOOK), out)
        == 6
    )
    before = states.tobytes()
    frozen, gaps = out.copy(), np.zeros(2 * len(out), out.dtype)[::2]
    frozen.flags.writeable = False
    for wrong in (
        None,
        3,
        "out",
        out.astype(np.int32),
        out.astype(np.uint16),
        out.reshape(1, -1),
        frozen,
        gaps,
    ):
        assert step(states, 0, 0, wrong) is NotImplemented
    assert step(out, 0, 0, out) is step(states, "first", 0, out) is NotImplemented
    assert step(states, 0, 0) is step() is step(states, 1 << 70, 0, out) is NotImplemented
    assert states.tobytes() == before


@needs_libraries
def test_calls_count_references_right() -> None:
    game = hatbox.load("hat_stairs")
    states, out, views = game.states(1, 0), game.buffer(), np.zeros(1, dtype_of(rulebook("hat_stairs").view))
    before = [sys.getrefcount(one) for one in (states, out, views, native.OBJECTS["None"], NotImplemented)]
    for _ in range(1000):
        entry_step, entry_show = (
            entries.step(states, 0, entries.SET_UP, out),
            entries.show(states, 0, 0, False, views),
        )
        assert entry_step == 6 and entry_show is None
    after = [sys.getrefcount(one) for one in (states, out, views, native.OBJECTS["None"], NotImplemented)]
    assert all(abs(now - then) < 100 for now, then in zip(after, before, strict=True))


@pytest.fixture
def forgotten() -> Iterator[None]:
    """Clear what is cached about libraries, before and after."""
    native._entries.cache_clear()
    yield
    native._entries.cache_clear()


@needs_libraries
def test_no_library_is_opened_where_objects_look_different(
    monkeypatch: pytest.MonkeyPatch, forgotten: None
) -> None:
    assert native._entries("hat_stairs")
    native._entries.cache_clear()
    monkeypatch.setattr(native, "as_expected", lambda: False)
    assert native._entries("hat_stairs") == {}


def test_an_old_library_is_not_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, forgotten: None) -> None:
    monkeypatch.setattr(native, "FOLDER", tmp_path)
    native.file_of("hat_stairs").write_bytes(b"something " + native.mark("connect_four"))
    assert not native.is_fresh("hat_stairs") and native._entries("hat_stairs") == {}


def test_a_library_asks_for_no_newer_system_than_its_wheel_promises() -> None:
    for machine, tag in TAGS.items():
        if found := re.fullmatch(r"macosx_(\d+)_(\d+)_\w+", tag):
            wanted = ".".join(found.groups())
            assert build.MACHINES[machine].linked_as.endswith(f"-macos.{wanted}")
            assert build.MACHINES[machine].triple.endswith(f"-macosx{wanted}")
    assert TAGS.keys() == build.MACHINES.keys()


def test_a_library_that_cannot_be_opened_is_as_good_as_none(tmp_path: Path) -> None:
    (tmp_path / "broken.so").write_bytes(b"no library " + native.mark("hat_stairs"))
    assert native.opened(tmp_path / "broken.so") == {}
