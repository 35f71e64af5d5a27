"""Sentences in ten languages: the word lists, and the small part of ICU that they use."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from hatbox.engine.facts import Said
from hatbox.errors import HatboxError
from hatbox.interfaces import Event, Refusal

LANGUAGES = ("en", "de", "fr", "nl", "es", "it", "pt", "sv", "da", "ru")
ALIASES = {
    "seat": "player",
    "seats": "players",
    "place": "stone",
}  # an event's field → its sentence's argument
SEATS = ("player", "loser", "victim", "partner")  # arguments that are seats and become names
_ARGUMENT = re.compile(r"\{(\w+)\}")
_PLURAL = re.compile(r"\{(\w+), plural, ((?:\w+ \{[^{}]*\}\s*)+)\}")
_NEEDED = re.compile(r"\{(\w+)[},]")
_FORM = re.compile(r"(\w+) \{([^{}]*)\}")


@cache
def word_list(topic: str) -> dict[str, dict[str, str]]:
    """One word list: key → language → message."""
    path = files("hatbox").joinpath(f"words/{topic}.json")
    return msgspec.json.decode(path.read_bytes(), type=dict[str, dict[str, str]]) if path.is_file() else {}


def check_language(language: str) -> str:
    """The language, or a clear error."""
    if language not in LANGUAGES:
        raise HatboxError(f"There is no language {language!r}; the languages are {', '.join(LANGUAGES)}.")
    return language


def plural_form(language: str, number: int) -> str:
    """The plural category of a whole number, as CLDR has it."""
    if language == "ru":
        ones, tens = number % 10, number % 100
        if ones == 1 and tens != 11:
            return "one"
        return "few" if 2 <= ones <= 4 and not 12 <= tens <= 14 else "many"
    return "one" if number == 1 or (number == 0 and language in ("fr", "pt")) else "other"


def say(topic: str, key: str, language: str = "en", /, **arguments: Any) -> str:
    """A sentence of the word list with its arguments put in."""
    message = word_list(topic)[key][language]

    def plural(found: "re.Match[str]") -> str:
        number = int(arguments[found[1]])
        forms: dict[str, str] = dict(_FORM.findall(found[2]))
        return (forms.get(plural_form(language, number)) or forms["other"]).replace("#", str(number))

    return _ARGUMENT.sub(lambda found: str(arguments[found[1]]), _PLURAL.sub(plural, message))


def has(topic: str, key: str) -> bool:
    """Whether the word list has this key."""
    return key in word_list(topic)


def event_key(event: Event) -> str:
    """The key of an event's sentence."""
    return event.kind if event.kind.startswith(("end_", "private_")) else f"event_{event.kind}"


def tell(topic: str, event: Event, names: Sequence[str], language: str = "en") -> str:
    """An event as a sentence; one that the word list does not know is shown as it is."""
    key = event_key(event)
    if has(topic, f"{key}_later") and event == event.later():  # as the log of a memory game keeps it
        key = f"{key}_later"
    return (
        say(topic, key, language, **arguments_of(topic, event, names, language))
        if has(topic, key)
        else str(event)
    )


def arguments_of(topic: str, event: Event, names: Sequence[str], language: str = "en") -> dict[str, Any]:
    """The fields of an event as a sentence takes them; a path also gives its end."""
    fields: Mapping[str, Any] = msgspec.structs.asdict(event)
    renamed = {ALIASES.get(name, name): value for name, value in fields.items()}
    if fields.get("path"):
        renamed["to"] = fields["path"][-1]
    return {name: _argument(topic, name, value, names, language) for name, value in renamed.items()}


def _argument(topic: str, name: str, value: Any, names: Sequence[str], language: str) -> Any:
    """A seat becomes its name, seats their names; a thing with a word of its own (`animal` rabbit) that word."""
    if name in SEATS and isinstance(value, int) and value >= 0:
        return names[value]
    if name == "players" and isinstance(value, list):
        return ", ".join(names[seat] for seat in value)
    for place in (topic, "shell"):
        if isinstance(value, str) and has(place, f"{name}_{value}"):
            return say(place, f"{name}_{value}", language)
    return value


def explain(topic: str, fact: Said, names: Sequence[str], language: str = "en") -> str:
    """What a move does, as a sentence."""
    given = {name: _argument(topic, name, value, names, language) for name, value in fact.given.items()}
    return say(topic if has(topic, fact.key) else "shell", fact.key, language, **given)


def refusal_key(topic: str, refusal: Refusal) -> str:
    """The key of a refusal's sentence; nothing where the word list has none for what the refusal gives."""
    for ending in (refusal.rule.lower().replace("-", "_"), "house_rule"):
        key = f"refuse_{refusal.reason}_{ending}"
        if has(topic, key) and set(_NEEDED.findall(word_list(topic)[key]["en"])) <= set(refusal.given):
            return key
    return ""


def refuse(topic: str, refusal: Refusal, language: str = "en") -> str:
    """Why a move bounces, in the person's language where the word list has it."""
    key = refusal_key(topic, refusal)
    if not key:
        return f"{refusal.sentence} ({refusal.rule})"
    given = {name: _argument(topic, name, value, (), language) for name, value in refusal.given.items()}
    return f"{say(topic, key, language, **given)} ({refusal.rule})"
