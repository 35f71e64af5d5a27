"""Screenshots next to their mock-ups, and a page to browse them."""

import html
import os
from pathlib import Path

from playwright.sync_api import Browser

from tests.browser.camera import LIGHTS, WINDOWS

# The mock-ups are kept next to the repository; without them the album shows only the app.
MOCKS = Path(os.environ.get("HATBOX_MOCKS", ""))
MOCK_OF = {
    "home": "home",
    "game_hat_stairs": "game",
    "settings": "settings",
    "rules": "rules",
    "waiting": "waiting",
    "hand_over": "handover",
    "refusal": "refusal",
    "log_drawer": "log_drawer",
    "away": "away",
    "spectator": "spectator",
    "tv_catch_the_hat": "tv",
    "text_hat_stairs": "text_mode",
    "catch_the_hat_end": "end",
    "replay": "replay",
    "review": "review",
    "hat_stairs_middle": "hat_stairs",
    "vanished_animal_middle": "vanished_animal",
    "great_hall_middle": "great_hall",
    "magic_hexagon_middle": "magic_hexagon",
    "catch_the_hat_middle": "catch_the_hat",
    "catch_the_hat_six": "catch_the_hat_six",
}


def draw_mocks(browser: Browser, folder: Path) -> None:
    """Screenshots of the mock-ups at the same sizes, light and dark."""
    if not os.environ.get("HATBOX_MOCKS"):
        return
    for mock in sorted(set(MOCK_OF.values())):
        for light in LIGHTS:
            page = browser.new_page()
            page.goto((MOCKS / f"{mock}.html").as_uri() + f"?{light}")
            for size, (width, height) in WINDOWS.items():
                page.set_viewport_size({"width": width, "height": height})
                page.screenshot(path=folder / f"mock_{mock}-{size}-{light}.png")
            page.close()


def write_album(folder: Path) -> None:
    """index.html: one row per screen and size, with the mock-up next to it if there is one."""
    names = sorted(
        {file.name.rsplit("-", 2)[0] for file in folder.glob("*.png") if not file.name.startswith("mock_")}
    )
    rows = []
    for name in names:
        rows.append(f"<h2 id='{name}'>{html.escape(name.replace('_', ' '))}</h2>")
        for size in WINDOWS:
            pictures = [_figure(folder, name, size, light) for light in LIGHTS]
            rows.append(f"<div class='{size}'>{''.join(pictures)}</div>")
    links = " · ".join(f"<a href='#{name}'>{html.escape(name.replace('_', ' '))}</a>" for name in names)
    (folder / "index.html").write_text(PAGE.format(links=links, rows="\n".join(rows)), "utf-8")


def _figure(folder: Path, name: str, size: str, light: str) -> str:
    """The app, and the mock-up of the same size next to it."""
    app, mock = f"{name}-{size}-{light}.png", f"mock_{MOCK_OF.get(name, '')}-{size}-{light}.png"
    found = [(file, word) for file, word in ((app, "app"), (mock, "mock-up")) if (folder / file).exists()]
    return "".join(
        f"<figure><a href='{file}'><img loading='lazy' src='{file}' alt='{name}, {size}, {light}: {word}'></a>"
        f"<figcaption>{word}, {size}, {light}</figcaption></figure>"
        for file, word in found
    )


PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Screens of Hatbox</title>
<style>body{{font:16px sans-serif;margin:16px;background:#eee}}div{{display:flex;flex-wrap:wrap;gap:12px}}
figure{{margin:0 0 16px}}img{{display:block;max-height:430px;max-width:46vw;border:1px solid #999}}
nav{{position:sticky;top:0;background:#eee;padding:8px 0}}</style>
<h1>Screens of Hatbox</h1><nav>{links}</nav>
{rows}
</html>
"""
