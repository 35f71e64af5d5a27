"""Boards as pixels: our SVG drawings, resolved for renderers that know neither variables nor `use` in full.

The drawings share one sheet of pieces whose colours and line widths are CSS variables. Here every `use` becomes a
copy of its symbol, every class its properties and every `var(…)` its value; the renderer sees plain shapes.
"""

import io
import re
from collections.abc import Mapping
from copy import deepcopy
from html import escape
from typing import Any
from xml.etree import ElementTree

import numpy as np
import numpy.typing as npt

from hatbox.adapters import library
from hatbox.game import Rulebook
from hatbox.interfaces import BoardView, View

WIDTH = 640  # pixels of a picture
CELL = 40
FONTS = {"serif_family": "DejaVu Serif", "sans_serif_family": "DejaVu Sans"}
SVG = "{http://www.w3.org/2000/svg}"
DISCS = {"●": "#C4283C", "○": "#F6C62F", "·": "#DCC6A0"}
VARIABLE = re.compile(r"var\((--[\w-]+)(?:,((?:[^()]|\([^()]*\))*))?\)")

Pixels = npt.NDArray[np.uint8]
Style = dict[str, str]


def pixels(book: Rulebook, view: View) -> Pixels:
    """The board as height × width × 3 bytes, drawn from a view."""
    image = library("PIL.Image")
    drawing = plain(svg(book, view))
    png = library("resvg_py").svg_to_bytes(svg_string=drawing, width=WIDTH, background="#ffffff", **FONTS)
    return np.array(image.open(io.BytesIO(bytes(png))).convert("RGB"))


def svg(book: Rulebook, view: View) -> str:
    """The game's own drawing; a simple board of characters gets discs and letters."""
    drawing = book.drawing if book.has_module("drawing") else None
    if drawing is not None and hasattr(drawing, "svg"):
        return drawing.svg(view)
    rows = view.rows if isinstance(view, BoardView) else []
    return _grid([row.split() for row in rows])


def _grid(rows: list[list[str]]) -> str:
    """A drawing of a simple board."""
    width, height = CELL * max(map(len, rows), default=1), CELL * max(1, len(rows))
    marks = [
        _mark(mark, CELL * (x + 0.5), CELL * (y + 0.5))
        for y, row in enumerate(rows)
        for x, mark in enumerate(row)
    ]
    paper = f'<rect width="{width}" height="{height}" fill="#F9EFDC"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">{paper}{"".join(marks)}</svg>'


def _mark(mark: str, x: float, y: float) -> str:
    """One character of a simple board."""
    if mark in DISCS:
        return f'<circle cx="{x}" cy="{y}" r="{CELL * (0.12 if mark == "·" else 0.4)}" fill="{DISCS[mark]}"/>'
    return (
        f'<text x="{x}" y="{y + 6}" text-anchor="middle" font-size="18" fill="#2E2438">{escape(mark)}</text>'
    )


# ---- plain SVG ---------------------------------------------------------------------------------------------


def plain(text: str) -> str:
    """The same picture without variables, classes and uses."""
    ElementTree.register_namespace("", "http://www.w3.org/2000/svg")
    root = ElementTree.fromstring(text)
    classes = _classes("".join(style.text or "" for style in root.iter(f"{SVG}style")))
    symbols = {symbol.get("id", ""): symbol for symbol in root.iter(f"{SVG}symbol")}
    known = {key: value for key, value in classes.pop("svg", {}).items() if key.startswith("--")}
    return ElementTree.tostring(_resolved(root, known, classes, symbols), encoding="unicode")


def _classes(sheet: str) -> dict[str, Style]:
    """The properties of every class, and of `svg`, in a style sheet of simple rules."""
    found: dict[str, Style] = {}
    for names, body in re.findall(r"([^{}]+)\{([^{}]*)\}", sheet):
        for name in names.split(","):
            found.setdefault(name.strip().lstrip("."), {}).update(_properties(body))
    return found


def _properties(text: str) -> Style:
    """`a:1;b:2` as a dictionary."""
    pairs = (part.split(":", 1) for part in text.split(";") if ":" in part)
    return {key.strip(): value.strip() for key, value in pairs}


def _value(text: str, known: Mapping[str, str]) -> str:
    """A value with its variables filled in, inner ones too."""
    for _ in range(8):
        filled = VARIABLE.sub(lambda found: known.get(found[1], found[2] or ""), text)
        if filled == text:
            break
        text = filled
    return text


def _resolved(node: Any, known: Style, classes: Mapping[str, Style], symbols: Mapping[str, Any]) -> Any:
    """A copy of an element and all within, with plain values."""
    style: Style = {}
    for name in node.get("class", "").split():
        style |= classes.get(name, {})
    style |= _properties(node.get("style", ""))
    known = known | {key: _value(value, known) for key, value in style.items() if key.startswith("--")}
    copy = ElementTree.Element(node.tag)
    copy.text, copy.tail = node.text, node.tail
    for key, value in node.attrib.items():
        if key not in ("class", "style"):
            copy.set(key, _value(value, known))
    for key, value in style.items():
        if not key.startswith("--"):
            copy.set(key, _value(value, known))
    if node.tag == f"{SVG}use":
        return _used(node, copy, known, classes, symbols)
    for child in node:
        if child.tag not in (f"{SVG}style", f"{SVG}symbol"):
            copy.append(_resolved(child, known, classes, symbols))
    return copy


def _used(
    node: Any, copy: Any, known: Style, classes: Mapping[str, Style], symbols: Mapping[str, Any]
) -> Any:
    """The symbol that a `use` names, as an inner picture in its place."""
    symbol = symbols.get(node.get("href", "").lstrip("#"))
    if symbol is None:
        return copy
    inner = deepcopy(symbol)
    inner.attrib.pop("id", None)
    inner.tag = f"{SVG}svg"
    for key in ("x", "y", "width", "height"):
        if node.get(key) is not None:
            inner.set(key, node.get(key))
    frame = ElementTree.Element(f"{SVG}g")
    for key, value in copy.attrib.items():
        if key not in ("x", "y", "width", "height", "href"):
            frame.set(key, value)
    frame.append(_resolved(inner, known, classes, symbols))
    return frame
