"""Photographs one screen at every size, light and dark."""

from collections.abc import Collection
from pathlib import Path

from playwright.sync_api import Page

from tests.browser.house import SIZES, settled

LIGHTS = ("light", "dark")


class Camera:
    """Photographs a page and restores the window size afterwards."""

    def __init__(self, page: Page, folder: Path) -> None:
        self.page = page
        self.folder = folder

    def __call__(self, name: str, sizes: Collection[str] = SIZES) -> None:
        """Save NAME-SIZE-LIGHT.png for every size and theme."""
        before = self.page.viewport_size
        for size in sizes:
            width, height = SIZES[size]
            self.page.set_viewport_size({"width": width, "height": height})
            for light in LIGHTS:
                self.page.emulate_media(color_scheme="dark" if light == "dark" else "light")
                settled(self.page)
                self.page.screenshot(path=self.folder / f"{name}-{size}-{light}.png")
        self.page.emulate_media(color_scheme="light")
        if before:
            self.page.set_viewport_size(before)
