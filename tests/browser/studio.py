"""A browser window in which the screens of the album are reached."""

import contextlib
from collections.abc import Callable, Collection, Iterator
from typing import Protocol

from playwright.sync_api import Browser, Page

from tests.browser.house import Visitor
from tests.browser.play import BOT, make_table, my_move, play_some

PEOPLE = ("Mia", "Grandpa", "Olga", "Tom", "Ida", "Ben")


class Shot(Protocol):
    """What is done with a screen once it is reached: a camera photographs it, a ruler measures it."""

    def __call__(self, name: str, sizes: Collection[str] = ...) -> None:
        """A screen under its name, at these sizes."""


class Studio:
    """A browser with a window, and in it what `equip` puts there: a camera or a ruler."""

    def __init__(self, browser: Browser, address: str, equip: Callable[[Page], Shot]) -> None:
        self.browser, self.address, self.equip = browser, address, equip
        self.visitor = Visitor(browser, address)
        self.page = self.visitor.go("/")
        self.shot = equip(self.page)

    def open(self, path: str, wait: str) -> Page:
        """Open a page of the app, and wait until something is there."""
        self.page.goto(self.address + path)
        self.page.wait_for_selector(wait)
        return self.page

    def table(self, game: str, players: int = 4, moves: int = 0, **more: object) -> str:
        """A table against bots after some moves, at my decision; returns its code."""
        seats = [{"kind": "me", "name": "Mia"}, *[{**BOT, "name": name} for name in PEOPLE[1:players]]]
        code = make_table(self.page, game, seats, **more)
        if moves:
            play_some(self.page, code, moves)
        self.open(f"/t/{code}", "svg.b")
        my_move(self.page)
        return code

    @contextlib.contextmanager
    def guest(self) -> Iterator[Visitor]:
        """Another person on another device."""
        guest = Visitor(self.browser, self.address, "phone")
        guest.go("/")
        try:
            yield guest
        finally:
            guest.context.close()


Screens = Callable[[Studio], None]
