"""Between processes: the same game everywhere, compiled or interpreted, and a cache that is never stale."""

import ast
import json
import os
import shutil
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

import hatbox
from hatbox import conformance

SOURCE = Path(hatbox.__file__).parent
FINGERPRINTS = """
import json, hatbox
from hatbox import conformance
print(json.dumps({slug: conformance.fingerprints(hatbox.load(slug, book.players[-1]), plies=40)
                  for slug, book in hatbox.rulebooks().items()}))
"""
EVERY_ENTRY = """
import hatbox
from hatbox.lab.warmup import PURPOSES, compile_here
print(list(compile_here([f"{slug}:{purpose}" for slug in hatbox.rulebooks() for purpose in PURPOSES])))
"""


def run(code: str, source: Path = SOURCE, **environment: str) -> str:
    """Run Python code in a new process that sees the given package."""
    variables = {**os.environ, "PYTHONPATH": str(source.parent), **environment}
    done = subprocess.run(
        [sys.executable, "-c", code], env=variables, capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


def own_fingerprints() -> dict[str, list[str]]:
    return {
        slug: conformance.fingerprints(hatbox.load(slug, book.players[-1]), plies=40)
        for slug, book in hatbox.rulebooks().items()
    }


def test_the_same_seed_gives_the_same_game_in_a_new_process() -> None:
    assert json.loads(run(FINGERPRINTS)) == own_fingerprints()


def test_compiled_and_interpreted_rules_are_the_same() -> None:
    assert json.loads(run(FINGERPRINTS, NUMBA_DISABLE_JIT="1")) == own_fingerprints()


def test_every_entry_point_works_from_the_cache_of_another_process() -> None:
    run(EVERY_ENTRY)
    assert json.loads(run(FINGERPRINTS + EVERY_ENTRY).splitlines()[0]) == own_fingerprints()


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The package somewhere else, with its own cache."""
    place = tmp_path / "copy" / "hatbox"
    ignore = shutil.ignore_patterns("__pycache__", "web_dist")
    shutil.copytree(SOURCE, place, ignore=ignore)
    return place


PLAYED_UP = """
import hatbox
match = hatbox.load("hat_stairs").match(seed=1)
match.play(0); match.play("up")
print(match.state.step[0])
"""


def test_an_edited_rule_is_never_served_from_an_old_cache(copy: Path, tmp_path: Path) -> None:
    cache = {"HATBOX_CACHE": str(tmp_path / "cache")}
    before = int(run(PLAYED_UP, copy, **cache))
    assert int(run(PLAYED_UP, copy, **cache)) == before
    rules = copy / "games" / "hat_stairs" / "rules.py"
    text = rules.read_text("utf-8")
    edited = text.replace("return min(here + value, 2 * top - here - value)", "return here + 1")
    assert edited != text
    stat = rules.stat()
    rules.write_text(edited + " " * (len(text.encode()) - len(edited.encode()) - 1) + "\n", "utf-8")
    os.utime(rules, ns=(stat.st_atime_ns, stat.st_mtime_ns))  # same age and size as before
    assert int(run(PLAYED_UP, copy, **cache)) == 2 != before


def test_an_edited_rule_makes_only_the_library_of_its_own_game_old(copy: Path) -> None:
    code = """
from hatbox.engine.native import sources
from hatbox.game import slugs
print({slug: sources(slug) for slug in slugs()})
"""
    before = ast.literal_eval(run(code, copy))
    with (copy / "games" / "hat_stairs" / "rules.py").open("a", encoding="utf-8") as rules:
        rules.write("# another rule\n")
    after = ast.literal_eval(run(code, copy))
    assert [slug for slug in before if before[slug] != after[slug]] == ["hat_stairs"]


def test_a_read_only_install_without_a_home_works(copy: Path, tmp_path: Path) -> None:
    for path in [copy, *copy.rglob("*")]:
        path.chmod(0o555 if path.is_dir() else 0o444)
    nowhere = {"HOME": "/nonexistent", "XDG_CACHE_HOME": "/proc/nowhere", "TMPDIR": str(tmp_path)}
    assert run(PLAYED_UP, copy, **nowhere) == run(PLAYED_UP)
    for path in [copy, *copy.rglob("*")]:
        path.chmod(0o755)


def test_importing_hatbox_loads_no_compiler() -> None:
    assert run("import sys, hatbox; print('numba' in sys.modules, 'numpy' in sys.modules)") == "False False\n"


def test_each_rule_is_compiled_once(tmp_path: Path) -> None:
    """Undeclared integer types would each compile a version; see jit.py."""
    code = """
import hatbox, inspect
from hatbox.engine import dice, entries
from hatbox.games.hat_stairs import rules, knowledge
hatbox.load("hat_stairs").states(1, 0)
from hatbox.engine.compiling import compiled_rule
from hatbox.engine.jit import RULES
functions = [f for room in (rules, knowledge) for _, f in inspect.getmembers(room, inspect.isfunction) if f in RULES]
print(max(len(compiled_rule(f).overloads) for f in functions), len(compiled_rule(dice.below).overloads))
"""
    assert run(code, HATBOX_CACHE=str(tmp_path), HATBOX_COMPILE="1") == "1 1\n"


def test_a_rule_that_was_compiled_before_serves_new_entries(tmp_path: Path) -> None:
    """Rules are cached as code to link in, see numba_internals.py; what links them in plays the same game."""
    bulk = """
import hatbox
from hatbox.games.connect_four import makes_four
from hatbox.lab.simulate import play_chunk
print([part.tolist() for part in play_chunk(hatbox.load("connect_four"), 5, (0, 20))[:2]])
"""
    here = partial(run, HATBOX_CACHE=str(tmp_path), HATBOX_COMPILE="1")
    here("import hatbox; hatbox.load('connect_four').match(seed=0)")
    hits = """
from hatbox.engine.compiling import compiled_rule
print(compiled_rule(makes_four).stats.cache_hits.total())
"""
    assert here(bulk + hits) == run(bulk, NUMBA_DISABLE_JIT="1") + "1\n"
