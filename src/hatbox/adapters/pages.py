"""The pages of docs/research, written from the code: `python -m hatbox.adapters.pages [folder]`.

A page tells what a researcher must know of a game: ids, options, what every action and every number of the
observation means, what a game is worth, and which version of the rules this is.
"""

import random
import re
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from hatbox.game import Rulebook, load, rulebooks
from hatbox.options import Option, show
from hatbox.words import has, say

GAMES = 4  # that are looked at, to see which texts depend on the position
PLIES = 40
VARIES = "depends on the position"


def page(book: Rulebook) -> str:
    """The whole page of one game."""
    parts = (_head(book), _options(book), _actions(book), _observation(book), _worth(book))
    return "\n\n".join("\n".join(part) for part in parts) + "\n"


def _head(book: Rulebook) -> list[str]:
    """Names, players and version."""
    title = say(book.slug, "title") if has(book.slug, "title") else book.slug.replace("_", " ").title()
    players = ", ".join(map(str, book.players))
    return [
        f"# {title} for researchers",
        "",
        "Written by `python -m hatbox.adapters.pages`. "
        f"The rules: [docs/rules/{book.slug}.md](../rules/{book.slug}.md).",
        "",
        "| what | value |",
        "|---|---|",
        f"| PettingZoo and Gymnasium | `hatbox/{book.slug}-v0` |",
        f"| OpenSpiel | `hatbox_{book.slug}` |",
        f'| batch | `hatbox.batch("{book.slug}", n)` |',
        f"| version | v0, ruleset {book.ruleset} |",
        f"| players | {players} |",
        f"| actions | {book.actions}, at most {book.widest} legal at once |",
        f"| observation | {sum(piece.size for piece in book.knowledge.OBSERVATION)} numbers |",
        f"| hidden information | {_hidden(book)} |",
    ]


def _hidden(book: Rulebook) -> str:
    """Who does not know what, in one word."""
    if not hasattr(book.knowledge, "resample"):
        return "none"
    return "seats know different things" if book.secrets else "the same for everybody"


def _options(book: Rulebook) -> list[str]:
    """What may be chosen; house rules are marked."""
    if not book.options:
        return ["## Options", "", "None."]
    rows = [_option(option) for option in book.options]
    return ["## Options", "", "| option | default | values | rule |", "|---|---|---|---|", *rows]


def _option(option: Option) -> str:
    house = " (house rule)" if option.house else ""
    return f"| `{option.name}` | {show(option.default)} | {option.valid} | {option.rule}{house} |"


# ---- actions -----------------------------------------------------------------------------------------------


def _actions(book: Rulebook) -> list[str]:
    """Every action with its text; neighbours of one kind share a row."""
    rows = [f"| {numbers} | {text} |" for numbers, text in _rows(texts(book))]
    return ["## Actions", "", "| number | move |", "|---|---|", *rows]


def texts(book: Rulebook) -> list[str]:
    """The text of every action; VARIES with an example where it depends on the position."""
    found: list[list[str]] = [[] for _ in range(book.actions)]
    game = load(book.slug, book.players[0])
    for seed in range(GAMES):
        match, chooser = game.match(seed), random.Random(seed)
        for _ in range(PLIES):
            if match.over:
                break
            for action in match.legal:
                found[action].append(book.notation.move_text(match.state, action))
            match.play(chooser.choice(match.legal))
    state = game.match(0).state
    told = [_text(book, state, action, seen) for action, seen in enumerate(found)]
    shared = {text for text, times in Counter(told).items() if times > 1 and not text.startswith(VARIES)}
    return [f"{VARIES}, for example {text}" if text in shared else text for text in told]


def _text(book: Rulebook, state: object, action: int, seen: list[str]) -> str:
    """The one text of an action, or that there are several."""
    kinds = dict.fromkeys([*seen, *_asked(book, state, action)])
    if not kinds:
        return VARIES
    return f"`{next(iter(kinds))}`" if len(kinds) == 1 else f"{VARIES}, for example `{next(iter(kinds))}`"


def _asked(book: Rulebook, state: object, action: int) -> list[str]:
    """The text at the start of a game, where the notation has one for an action that is not legal there."""
    try:
        return [book.notation.move_text(state, action)]
    except (IndexError, KeyError, ValueError, AssertionError):
        return []


def _rows(found: list[str]) -> Iterator[tuple[str, str]]:
    """Numbers and texts; a run of texts that differ only in their numbers and last words is one row."""
    numbered = enumerate(found)
    for _, run in groupby(numbered, key=lambda pair: _kind(pair[1])):
        actions = list(run)
        (first, text), (last, end) = actions[0], actions[-1]
        yield (
            (f"{first}", text)
            if first == last
            else (f"{first}–{last}", text if text == end else f"{text} … {end}")
        )


def _kind(text: str) -> str:
    """What neighbours in a row have in common."""
    if text.startswith(VARIES):
        return VARIES + re.sub(r"\d+", "#", text.partition("`")[2]).split(" ")[0]
    return re.sub(r"\d+", "#", text).split(" ")[0]


# ---- observations and returns ------------------------------------------------------------------------------


def _observation(book: Rulebook) -> list[str]:
    """The pieces of the tensor, where each begins and what it means."""
    rows, at = [], 0
    for piece in book.knowledge.OBSERVATION:
        span = f"{at}" if piece.size == 1 else f"{at}–{at + piece.size - 1}"
        rows.append(f"| {span} | {piece.name} | {piece.size} | {piece.meaning} |")
        at += piece.size
    note = "Flat `float32`, seen from the own seat, with perfect memory of what that seat was shown."
    return ["## Observation", "", note, "", "| index | piece | size | meaning |", "|---|---|---|---|", *rows]


def _worth(book: Rulebook) -> list[str]:
    """What a game is worth."""
    return [
        "## Returns",
        "",
        "0 until the end. Then the returns of all seats add up to 0: a winner alone gets 1, the others share the loss; "
        "a draw is worth 0. A game that is ended by a cap of turns counts as truncated, not as terminated.",
    ]


def write(folder: Path) -> list[Path]:
    """Write the pages of all games."""
    written = []
    for book in rulebooks().values():
        file = folder / f"{book.slug}.md"
        file.write_text(page(book), "utf-8")
        written.append(file)
    return written


if __name__ == "__main__":
    for file in write(Path(sys.argv[1] if len(sys.argv) > 1 else "docs/research")):
        sys.stdout.write(f"{file}\n")
