"""Whether every screen fits every window in every language: `python -m tests.browser.fit [SCREENS …]`.

The screens are those of the album (`tests/browser/screenshots.py`), all of them if none is named. Languages and sizes
are changed in the running page, so each screen has to be reached only once.
"""

import sys
import tempfile
from collections import defaultdict
from collections.abc import Collection, Iterable
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright
from playwright.sync_api import Error as Trouble

from tests.browser.house import SPEAK, launch, serving, settled
from tests.browser.screenshots import SCREENS
from tests.browser.studio import Screens, Studio

LANGUAGES = ("de", "fr", "nl", "es", "it", "pt", "sv", "da", "ru", "en")
LONGEST = ("de", "ru", "en")
SMALLEST = (360, 640)
WINDOWS = (SMALLEST, (390, 844), (740, 360), (1366, 768), (1440, 900))
TELEVISION = (1920, 1080)
LAPTOP = 768  # pixels: the height of the smallest window that is not a phone
LEAST = 44  # pixels: the smallest control that a finger can hit
# Controls that may be smaller, each with its reason.
EXCEPTED = {
    "svg": "places on a board have a larger area that takes the finger, and the board comes nearer (Zoom)",
    "p a:not(.btn), li a:not(.btn), td a, label a": "a link in running text is as high as its line",
    ".log li": "a line of the story is as high as its text; the arrow keys walk through them, too",
}
# Buttons that are made for a sentence; all others have one line.
SENTENCES = ", ".join(
    (
        ".btn--big, .group, .seg button",
        *(f"{place} .btn" for place in (".list", ".opts", ".hints", ".hand-over", ".cover", ".older")),
        *(f"{place} .btn" for place in (".se", ".try", ".puzzle", ".mine")),
    )
)
MEASURE = (Path(__file__).parent / "fit.js").read_text("utf-8").strip().replace("SPEAK", SPEAK)
Faults = dict[str, list[str]]  # what is wrong, and where


class Ruler:
    """Measures a page where a camera would photograph it; afterwards restores English and the old size."""

    def __init__(self, page: Page, faults: Faults, every: bool) -> None:
        self.page, self.faults, self.every = page, faults, every

    def __call__(self, name: str, sizes: Collection[str] = ("phone",)) -> None:
        """Measure it in every window and language, or only in the smallest and longest ones; a television is large."""
        before = self.page.viewport_size
        for width, height in windows(sizes):
            self.page.set_viewport_size({"width": width, "height": height})
            languages = LANGUAGES if self.every or (width, height) == SMALLEST else LONGEST
            for fault, example, language in self.page.evaluate(
                MEASURE, [languages, LEAST, list(EXCEPTED), SENTENCES]
            ):
                self.faults[f"{name}: {fault}"].append(f"{example} {language} {width}×{height}")
        if before:
            self.page.set_viewport_size(before)
        settled(self.page)


def windows(sizes: Collection[str]) -> list[tuple[int, int]]:
    """The windows in which a screen of these sizes has to fit."""
    found = [one for one in WINDOWS if "phone" in sizes or min(one) >= LAPTOP]
    return [*found, TELEVISION] if "television" in sizes else found


def measured(browser: Browser, address: str, screens: Iterable[Screens], every: bool = False) -> list[str]:
    """What does not fit on some screens, one line per fault."""
    faults: Faults = defaultdict(list)
    for part in screens:
        studio = Studio(browser, address, lambda page: Ruler(page, faults, every))
        try:
            part(studio)
        except Trouble as trouble:
            faults[f"{part.__name__}: not reached"].append(str(trouble))
        studio.visitor.context.close()
    return [f"{fault} · {places[0]} · {places[-1]} · {len(places)} times" for fault, places in faults.items()]


def main(wanted: list[str]) -> list[str]:
    """Every screen in every window and language."""
    screens = [one for one in SCREENS if not wanted or one.__name__ in wanted]
    with (
        tempfile.TemporaryDirectory() as data,
        serving(Path(data)) as address,
        sync_playwright() as playwright,
    ):
        return measured(launch(playwright), address, screens, every=True)


if __name__ == "__main__":
    sys.exit("\n".join(main(sys.argv[1:])) or 0)
