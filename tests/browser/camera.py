"""Photographs one screen at every size, in some languages, light and dark."""

from collections.abc import Collection, Sequence
from pathlib import Path

from playwright.sync_api import FloatRect, Page

from tests.browser.house import SIZES, SPEAK, settled

LIGHTS = ("light", "dark")
# The smallest phone and laptop that everything has to fit; the last two are for screens that ask for them.
WINDOWS = {
    **SIZES,
    "phone": (360, 640),
    "desktop": (1366, 768),
    "lying": (844, 390),
    "television": (1920, 1080),
}
SCREENFULS = 4  # how much of a long page is photographed


class Camera:
    """Photographs a page and restores the language and the window size afterwards."""

    def __init__(self, page: Page, folder: Path, languages: Sequence[str] = ("en",)) -> None:
        self.page, self.folder, self.languages = page, folder, languages

    def __call__(self, name: str, sizes: Collection[str] = tuple(SIZES)) -> None:
        """Save NAME-SIZE-LIGHT.png for every size and theme; each language but English has a folder of its own."""
        before = self.page.viewport_size
        for language in self.languages:
            if len(self.languages) > 1:
                self.page.evaluate(SPEAK, language)
            folder = folder_of(self.folder, language)
            folder.mkdir(parents=True, exist_ok=True)
            for size in sizes:
                self._at(size, folder / f"{name}-{size}")
        self.page.emulate_media(color_scheme="light")
        if before:
            self.page.set_viewport_size(before)
        if len(self.languages) > 1:
            self.page.evaluate(SPEAK, "en")
            settled(self.page)

    def _at(self, size: str, path: Path) -> None:
        """Both pictures of one size."""
        width, height = WINDOWS[size]
        self.page.set_viewport_size({"width": width, "height": height})
        for light in LIGHTS:
            self.page.emulate_media(color_scheme="dark" if light == "dark" else "light")
            settled(self.page)
            tall = self.page.evaluate("document.documentElement.scrollHeight")
            seen = FloatRect(x=0, y=0, width=width, height=min(tall, SCREENFULS * height))
            self.page.screenshot(path=f"{path}-{light}.png", full_page=True, clip=seen)


def folder_of(folder: Path, language: str) -> Path:
    """Where the pictures of a language are."""
    return folder if language == "en" else folder / language
