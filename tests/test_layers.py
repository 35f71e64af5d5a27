"""No package imports from one above it: what is below can be read, tested and used without what is above."""

import ast
from collections.abc import Iterator
from pathlib import Path

import hatbox

ROOT = Path(hatbox.__file__).parent
LAYERS = (
    "errors", "printing", "engine", "options", "interfaces", "words", "art", "game", "games", "rulepages", "listing",
    "match", "bots", "wasm", "lab", "conformance", "adapters", "native", "table", "cli",
)  # fmt: skip
SHORTCUTS = {  # at the prompt one asks a game for a match, and a match for a hint; loaded only when called
    ("hatbox.game", "hatbox.match.match"),
    ("hatbox.game", "hatbox.games"),  # only to list their names
    ("hatbox.match.match", "hatbox.bots"),
    ("hatbox.match.match", "hatbox.bots.advice"),
}


def imports(tree: ast.Module) -> Iterator[str]:
    """What a module imports when it runs, also within functions; types alone do not count."""
    guards = [node for node in ast.walk(tree) if isinstance(node, ast.If)]
    only_types = [node for node in guards if "TYPE_CHECKING" in ast.dump(node.test)]
    skipped = {id(inner) for node in only_types for inner in ast.walk(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and id(node) not in skipped:
            yield from (
                (f"hatbox.{one.name}" for one in node.names) if node.module == "hatbox" else (node.module,)
            )


def layer(module: str) -> int:
    """How high a module stands; what the package itself offers stands below all."""
    part = module.removeprefix("hatbox.").split(".")[0]
    return LAYERS.index(part) if part in LAYERS else -1


def test_no_package_imports_from_one_above_it() -> None:
    for file in sorted(ROOT.rglob("*.py")):
        me = ".".join(("hatbox", *file.relative_to(ROOT).with_suffix("").parts))
        known = {
            other for other in imports(ast.parse(file.read_text("utf-8"))) if other.startswith("hatbox.")
        }
        upwards = {other for other in known if layer(other) > layer(me) and (me, other) not in SHORTCUTS}
        assert not upwards, f"{me} imports {upwards}"


def test_every_module_has_its_layer() -> None:
    own = {path.stem for path in ROOT.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    assert own - {"__init__"} == set(LAYERS)
