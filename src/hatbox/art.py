"""Our drawings: the pieces of every game, put together to pictures that stand alone."""

import re
from functools import cache
from importlib.resources import files

import msgspec

COLOURS = {  # the light tokens of the visual language
    "board": "#F9EFDC", "board-2": "#EFDFC2", "board-3": "#DCC6A0", "field": "#FFF7E4", "ink": "#2E2438",
    "ink-soft": "#665B70", "turn": "#0A8F9C", "last": "#F3B873", "accent": "#6B3A78", "wood": "#C79A66",
    "wood-2": "#A87845", "gold": "#F0B429", "line": "#D9CBB3", "stone": "#BDB3AB", "piece-line": "#2E2438",
    "piece-halo": "#FFF9EC", "paper": "#FFF7E8", "paper-2": "#F0E2C8", "surface": "#FFFBF3",
    "line-strong": "#8F8275",
}  # fmt: skip
SEAT_COLOURS = ("red", "blue", "green", "yellow", "white", "black")
PEN, DETAIL, HALO = 2.7, 1.8, 7.5  # line widths in board units, the same on every piece


class Point(msgspec.Struct, frozen=True):
    """A place on a drawing."""

    x: float
    y: float


@cache
def _sprite() -> tuple[str, dict[str, str]]:
    """The style sheet and the symbols of the art sheet."""
    sheet = files("hatbox").joinpath("art/pieces.svg").read_text("utf-8")
    style = re.search(r"<style>(.*?)</style>", sheet, re.S)
    symbols = dict(re.findall(r'(?s)(?=<symbol id="([^"]+)")(<symbol .*?</symbol>)', sheet))
    return style.group(1) if style else "", symbols


def piece(name: str, x: float, y: float, width: float) -> str:
    """One drawing with its middle at x, and its foot or middle at y as the symbol has it."""
    _, _, box_width, box_height = box(name)
    height, scale = width * box_height / box_width, box_width / width
    pens = f"--lw:{PEN * scale:.2f};--tw:{DETAIL * scale:.2f};--hw:{HALO * scale:.2f}"
    place = f'x="{x - width / 2:.1f}" y="{y - height / 2:.1f}" width="{width:.1f}" height="{height:.1f}"'
    return f'<use href="#{name}" {place} style="{pens}"/>'


def box(name: str) -> tuple[float, ...]:
    """The viewBox of a symbol."""
    found = re.search(r'viewBox="([^"]+)"', _sprite()[1][name])
    assert found is not None
    return tuple(float(number) for number in found.group(1).split())


def picture(width: int, height: int, title: str, body: str) -> str:
    """A stand-alone SVG with the symbols that the body uses."""
    style, symbols = _sprite()
    needed: dict[str, str] = {}
    waiting = re.findall(r'href="#([^"]+)"', body)
    while waiting:
        name = waiting.pop()
        if name in symbols and name not in needed:
            needed[name] = symbols[name]
            waiting += re.findall(r'href="#([^"]+)"', symbols[name])
    colours = ";".join(f"--{name}:{value}" for name, value in COLOURS.items())
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" aria-label="{title}">'
        f"<title>{title}</title><style>svg{{{colours}}}{style}</style><defs>{''.join(needed.values())}</defs>{body}</svg>"
    )
