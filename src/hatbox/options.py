"""Options: variants and house rules, checked when a game is loaded."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hatbox.errors import BadOption

Value = bool | int | str | tuple[int, ...]
OptionValue = bool | int | str | list[int]  # as it is sent and asked for
Options = dict[str, Value]

ON_OFF: tuple[Value, ...] = (False, True)
_WORDS = {"on": True, "off": False, "true": True, "false": False, "yes": True, "no": False}


@dataclass(frozen=True)
class Option:
    """Something players may agree on before the game.

    It has either `choices` (stored in the record as their index) or a `span` (whole numbers from–to, and those in
    `also`); a `count` above 1 means that many numbers. `house` marks what goes beyond the rulebook, `seat` an option
    that says who starts: its numbers are seats.
    """

    name: str
    default: Value
    rule: str
    choices: tuple[Value, ...] = ()
    span: tuple[int, int] = (0, 0)
    also: tuple[int, ...] = ()
    count: int = 1
    house: bool = False
    seat: bool = False

    @property
    def valid(self) -> str:
        """The valid values, in words."""
        if self.choices:
            return ", ".join(show(choice) for choice in self.choices)
        numbers = f"a whole number from {self.span[0]} to {self.span[1]}"
        if self.count > 1:
            return f"{self.count} numbers with commas, each {numbers}"
        return " or ".join([numbers, *map(str, self.also)])

    def read(self, given: Any) -> Value:
        """The value for what was typed or sent."""
        value = self._numbers(given) if self.count > 1 else self._one(given)
        if value is None:
            raise BadOption(f"Option {self.name} takes {self.valid}, not {given!r} (rule {self.rule}).")
        return value

    def check_seat(self, value: Value, players: int) -> None:
        """Refuse a seat that does not exist."""
        if self.seat and isinstance(value, int) and value >= players:
            raise BadOption(
                f"Option {self.name} takes a seat from 0 to {players - 1}, or random, not {value} (rule {self.rule})."
            )

    def stored(self, value: Value) -> Any:
        """The number or numbers in the record."""
        return self.choices.index(value) if self.choices else value

    def _one(self, given: Any) -> Value | None:
        """A single choice or number, or None."""
        for choice in self.choices:
            if type(choice) is type(given) and choice == given:
                return choice
            if isinstance(given, str) and (
                str(choice) == given or (isinstance(choice, bool) and _WORDS.get(given.lower()) is choice)
            ):
                return choice
        return None if self.choices else self._number(given)

    def _number(self, given: Any) -> int | None:
        """A valid whole number, or None."""
        if isinstance(given, bool) or not isinstance(given, int | str):
            return None
        try:
            number = int(given)
        except ValueError:
            return None
        return number if self.span[0] <= number <= self.span[1] or number in self.also else None

    def _numbers(self, given: Any) -> tuple[int, ...] | None:
        """Several numbers, from `2,4,6` or a list, or None."""
        parts = given.split(",") if isinstance(given, str) else given
        if not isinstance(parts, list | tuple) or len(parts) != self.count:
            return None
        numbers = [self._number(part) for part in parts]
        return None if None in numbers else tuple(number for number in numbers if number is not None)


def show(value: Value) -> str:
    """An option's value as you type it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def next_to_begin(known: tuple[Option, ...], options: Mapping[str, Any], players: int) -> Options:
    """What changes for a rematch: the next seat starts, if an option says who does."""
    began = {option.name: options[option.name] for option in known if option.seat}
    return {name: (seat + 1) % players for name, seat in began.items() if isinstance(seat, int)}


def read_options(known: tuple[Option, ...], given: Mapping[str, Any], game: str) -> Options:
    """All options of a game: those given, checked, and the defaults."""
    names = [option.name for option in known]
    for name in given:
        if name not in names:
            valid = f"it has {', '.join(names)}" if names else "it has none"
            raise BadOption(f"{game} has no option {name!r}; {valid}.")
    return {o.name: o.read(given[o.name]) if o.name in given else o.default for o in known}
