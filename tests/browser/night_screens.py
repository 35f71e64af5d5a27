"""The screens of a game night: joining, the organiser's page, the standing and the big screen."""

import contextlib
from collections.abc import Iterator, Sequence

from playwright.sync_api import BrowserContext, Page

from tests.browser.house import ICON, Visitor
from tests.browser.play import PLAY_UNTIL
from tests.browser.studio import PEOPLE, Studio

LONG = (
    "Großmutter Hildegard",
    "Maximilian-Alexander",
    "Bartholomew Featherstone",
    "Екатерина Владимировна",
    "Anne-Sophie Delacroix",
    "Uncle Christopher Robin",
    "Wolfeschlegelsteinhausen",
    "Maria Fernanda Oliveira",
    "Guðrún Þorsteinsdóttir",
    "Константин Рождественск.",
    "Little Rosalind",
    "Opa Karl-Friedrich",
)
CROWD = 40  # people
BIG = ("desktop", "landscape", "television")
TO_THE_END = f"given => {{ ({PLAY_UNTIL.replace('WANTED', 'false')})(given) }}"
MY_TABLE = "code => fetch(`/api/nights/${code}`).then(answer => answer.json()).then(night => night.table)"
SHORT_GAME = {"game": "hat_stairs", "options": {"steps": 8, "hat_step": 4}}


def ask(who: BrowserContext, address: str, path: str = "", **body: object) -> str:
    """Send what the app would send about a night; returns its code."""
    answer = who.request.post(f"{address}/api/nights{path}", data=body)
    assert answer.ok, answer.text()
    return str(answer.json()["code"])


@contextlib.contextmanager
def guests(studio: Studio, names: Sequence[str], code: str) -> Iterator[list[Page]]:
    """So many people on their own devices, who have joined."""
    visitors = [Visitor(studio.browser, studio.address, "phone") for _ in names]
    try:
        for visitor, name in zip(visitors, names, strict=True):
            ask(visitor.context, studio.address, f"/{code}/join", name=name)
        yield [visitor.arrive() for visitor in visitors]
    finally:
        for visitor in visitors:
            visitor.context.close()


def play_on(people: Sequence[Page], code: str) -> None:
    """Everybody plays the game of this round to its end, at the same time."""
    for page in people:
        page.evaluate(TO_THE_END, [page.evaluate(MY_TABLE, code), False])


def before(studio: Studio, name: str, code: str) -> None:
    """The night before its first round."""
    studio.open(f"/n/{code}", "main .run .btn--accent:enabled")
    studio.shot(f"{name}_before")
    studio.page.locator(".run summary").click()
    studio.shot(f"{name}_people")
    studio.open(f"/n/{code}/tv", ".tv .qr")
    studio.shot(f"{name}_tv_before", BIG)


def during(studio: Studio, name: str, code: str, number: int) -> None:
    """A round that is being played."""
    ask(studio.visitor.context, studio.address, f"/{code}/round", number=number)
    studio.open(f"/n/{code}", "main .run .btn:not(.btn--accent):enabled")
    studio.shot(f"{name}_round_{number}")
    studio.open(f"/n/{code}/tv", ".tv li:not(.done)")
    studio.shot(f"{name}_tv_round_{number}", BIG)


def after(studio: Studio, name: str, code: str) -> None:
    """How it stands after a round, or in the end."""
    studio.open(f"/n/{code}/tv", ".tv tbody td >> nth=3")
    studio.page.wait_for_selector(".tv li:not(.done)", state="detached")
    studio.shot(f"{name}_tv", BIG)
    studio.open(f"/n/{code}", "main li.done")
    studio.shot(name)


def nights(studio: Studio) -> None:
    """A night of a family, one of twelve people with long names, and a class on the big screen."""
    for name, people in (("night_six", PEOPLE), ("night_twelve", LONG)):
        organiser = studio.visitor.context
        code = ask(organiser, studio.address, name="Friday at Grandma’s", games=[SHORT_GAME], rounds=2)
        studio.open(f"/n/{code}", "main .run")
        studio.shot(f"{name}_empty")
        with guests(studio, people, code) as pages:
            before(studio, name, code)
            guest = pages[0]
            guest.goto(f"{studio.address}/n/{code}")
            guest.wait_for_selector("main table")
            studio.equip(guest)(f"{name}_guest")
            guest.goto(studio.address + ICON)
            for number in (1, 2):
                during(studio, name, code, number)
                play_on(pages, code)
                after(studio, f"{name}_standing_{number}", code)
            guest.goto(f"{studio.address}/n/{code}")
            guest.wait_for_selector("main li.done")
            studio.equip(guest)(f"{name}_guest_final")
    crowd(studio)


def crowd(studio: Studio) -> None:
    """A class."""
    organiser = studio.visitor.context
    code = ask(organiser, studio.address, name="The golden hat", games=[SHORT_GAME], rounds=2)
    for name in [f"{name[:21]} {k}" for k in range(1, 5) for name in LONG][:CROWD]:
        somebody = studio.browser.new_context()
        ask(somebody, studio.address, f"/{code}/join", name=name)
        somebody.close()
    before(studio, "night_crowd", code)
    during(studio, "night_crowd", code, 1)
