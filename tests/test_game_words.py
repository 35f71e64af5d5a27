"""Every event and every refusal of a game has its sentence in the game's word list."""

import ast
import inspect
import pkgutil
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from types import ModuleType

import pytest

import hatbox
from hatbox import words
from hatbox.engine.notes import layout
from hatbox.interfaces import Event

WITHOUT_WORDS = {"connect_four"}
GAMES = sorted(set(hatbox.rulebooks()) - WITHOUT_WORDS)
NEEDED = re.compile(r"\{(\w+)[},]")
NAMES = ("Ada", "Bo", "Cleo", "Dan", "Eve", "Finn")


@cache
def modules(slug: str) -> tuple[ModuleType, ...]:
    """All modules of a game."""
    package = import_module(hatbox.rulebooks()[slug].package)
    rooms = (
        import_module(f"{package.__name__}.{found.name}") for found in pkgutil.iter_modules(package.__path__)
    )
    return (package, *rooms)


def event_classes(slug: str) -> list[type[Event]]:
    """The events that a game defines."""
    return [
        value
        for module in modules(slug)
        for _, value in inspect.getmembers(module, inspect.isclass)
        if issubclass(value, Event) and value.__module__ == module.__name__
    ]


def sample(kind: type[Event], fields: tuple[str, ...]) -> Event:
    """An event with something in every field."""
    return kind(*([0] if layout(kind).fields[name].is_list else 0 for name in fields))


def refusals(slug: str) -> Iterator[tuple[str, str]]:
    """Rule and reason of each `Refusal` that are both written out in the sources."""
    for module in modules(slug):
        yield from ((reason.rule, reason.key) for reason in getattr(module, "REASONS", ()))
        for node in ast.walk(ast.parse(inspect.getsource(module))):
            match node:
                case ast.Call(
                    func=ast.Name(id="Refusal"),
                    args=[ast.Constant(value=str(rule)), ast.Constant(value=str(reason)), _],
                ):
                    yield rule, reason


EVENTS = [
    pytest.param(
        slug,
        kind,
        id=f"{slug}-{kind.__name__}",
    )
    for slug in GAMES
    for kind in event_classes(slug)
]
REFUSALS = [
    pytest.param(slug, rule, reason, id=f"{slug}-{rule}-{reason}")
    for slug in GAMES
    for rule, reason in sorted(set(refusals(slug)))
]


@pytest.mark.parametrize("slug", GAMES)
def test_a_game_has_events_refusals_and_a_word_list(slug: str) -> None:
    assert words.word_list(slug)
    assert event_classes(slug)
    assert list(refusals(slug))


@pytest.mark.parametrize(("slug", "kind"), EVENTS)
def test_an_event_has_its_sentence_and_all_that_the_sentence_needs(slug: str, kind: type[Event]) -> None:
    event = sample(kind, kind.__struct_fields__)
    key = words.event_key(event)
    assert words.has(slug, key)
    needed = set(NEEDED.findall(words.word_list(slug)[key]["en"]))
    assert needed <= set(words.arguments_of(slug, event, NAMES))
    for language in words.LANGUAGES:
        assert not re.search(r"[{}#]", words.tell(slug, event, NAMES, language))


@pytest.mark.parametrize(("slug", "rule", "reason"), REFUSALS)
def test_a_refusal_has_its_sentence(slug: str, rule: str, reason: str) -> None:
    endings = (rule.lower().replace("-", "_"), "house_rule")
    assert any(words.has(slug, f"refuse_{reason}_{ending}") for ending in endings)


@pytest.mark.parametrize("slug", GAMES)
def test_what_a_move_does_has_its_sentence_with_all_its_numbers(slug: str) -> None:
    for number, fact in enumerate(hatbox.rulebooks()[slug].facts):
        topic = slug if words.has(slug, fact.key) else "shell"
        assert set(NEEDED.findall(words.word_list(topic)[fact.key]["en"])) == set(fact.given), fact.key
        said = hatbox.rulebooks()[slug].facts.read(number, 1, 2, 3)
        for language in words.LANGUAGES:
            assert not re.search(r"[{}#]", words.explain(slug, said, NAMES, language)), (fact.key, language)


@pytest.mark.parametrize("slug", GAMES)
def test_every_option_is_a_sentence_by_its_own_name(slug: str) -> None:
    """`option_<name>_<value>` for a value, else `option_<name>`; what several games share is in the shell's list."""
    for option in hatbox.rulebooks()[slug].options:
        for value in option.choices or (option.default,):
            word = str(value).lower()
            keys = (f"option_{option.name}_{word}", f"option_{option.name}")
            assert any(words.has(topic, key) for topic in (slug, "shell") for key in keys), keys
