"""The first game teaches itself: lessons played to the end with other moves than the suggested ones, and ways out."""

from random import Random

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.conftest import Site, Window, needs_site
from tests.browser.house import settled, violations

GAMES = ("hat_stairs", "vanished_animal", "catch_the_hat", "magic_hexagon", "great_hall")
NEXT, END, SENTENCE = ".lesson .next", ".lesson .whole", ".lesson .sentence p"
ROLL = ".action .roll"
MOVES = (
    "svg.b .possible, .hand .possible, .action .row .btn:not([aria-disabled=true]):not(.undo),"
    " .action .pick .btn:not([aria-disabled=true])"
)
SMALLEST: ViewportSize = {"width": 360, "height": 640}
LONGEST = 400  # presses
OFFER = 'article:has(a[href$="/{game}"]) .learn'


def play_to_the_end(page: Page, number: int) -> list[str]:
    """Press anything possible, “Next” every other time, until the lesson is over; returns its sentences."""
    dice = Random(number)
    said: list[str] = []
    for _ in range(LONGEST):
        sentence = settled(page).locator(SENTENCE).inner_text()
        if sentence not in said:
            said.append(sentence)
        if page.locator(END).count():
            return said
        press_something(page, dice)
    raise AssertionError(f"no end after {LONGEST} presses: {said}")


def press_something(page: Page, dice: Random) -> None:
    """A move of the learner if there is one; it need not be what the pointer shows."""
    moves = page.locator(f"{MOVES}, {ROLL}")
    count = moves.count()
    reads = page.locator(NEXT).count() and (count == 0 or dice.random() < 0.5)
    target = page.locator(NEXT) if reads else moves.nth(dice.randrange(count))
    target.focus()
    page.keyboard.press("Enter")


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_goes_on_from_wherever_the_learner_went(window: Window, game: str) -> None:
    visitor = window()
    page = visitor.go(f"/{game}/lesson")
    expect(page.locator(".pointer")).to_have_count(1 if game != "magic_hexagon" else 0)
    assert violations(page) == []
    said = play_to_the_end(page, number=3)
    assert len(said) > 5
    assert page.locator(".end").count() == 0, "the result would cover the lesson"
    page = visitor.go("/")
    assert page.locator(OFFER.format(game=game)).count() == 0
    assert page.locator(".learn").count() == len(GAMES) - 1
    assert page.locator(".kept a[href*=LOCAL]").count() == 0, "a lesson is kept nowhere"


def test_a_lesson_ends_with_a_whole_game(window: Window) -> None:
    page = window().go("/vanished_animal/lesson")
    play_to_the_end(page, number=1)
    page.locator(END).click()
    page.wait_for_selector(".log svg, .log .none")
    assert "/t/" in page.url
    assert page.locator(".lesson").count() == 0


def test_a_lesson_in_words_with_keys_only(window: Window) -> None:
    visitor = window("phone")
    visitor.page.set_viewport_size(SMALLEST)
    visitor.context.add_init_script("localStorage.setItem('hatbox.settings', '{\"textMode\": true}')")
    page = visitor.go("/hat_stairs/lesson")
    assert violations(page) == []
    dice = Random(5)
    for _ in range(LONGEST):
        if settled(page).locator(END).count():
            break
        moves = page.locator(".opts .btn").count()
        if moves and dice.random() < 0.6:
            page.keyboard.press(str(dice.randrange(moves) + 1))
        elif page.locator(NEXT).count():
            page.locator(NEXT).focus()
            page.keyboard.press("Enter")
    assert page.locator(END).count() == 1
    assert page.locator(".pointer").count() == 0, "there is nothing to point at"


@pytest.mark.parametrize("game", GAMES)
def test_every_sentence_and_its_button_fit_on_a_small_phone(window: Window, game: str) -> None:
    visitor = window("phone", language="de")
    visitor.page.set_viewport_size(SMALLEST)
    page = visitor.go(f"/{game}/lesson")
    expect(page.locator(SENTENCE)).to_be_visible()
    dice = Random(2)
    for _ in range(12):
        if settled(page).locator(END).count():
            break
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        for name in (SENTENCE, ".lesson .leave", NEXT):
            found = page.locator(name)
            box = found.bounding_box() if found.count() else None
            assert box is None or (box["x"] >= 0 and box["x"] + box["width"] <= SMALLEST["width"]), name
            assert box is None or box["y"] + box["height"] <= SMALLEST["height"], (name, found.inner_text())
        press_something(page, dice)


def test_whoever_leaves_is_not_asked_again_but_finds_it(window: Window) -> None:
    visitor = window()
    page = visitor.go("/")
    offer = page.locator(OFFER.format(game="great_hall"))
    offer.locator("a").click()
    page.wait_for_selector(".lesson .leave")
    settled(page).locator(".lesson .leave").click()
    page.wait_for_url("**/great_hall")
    settled(page)
    assert page.locator('main a[href$="/great_hall/lesson"]').count() == 1
    assert visitor.go("/great_hall/rules").locator('a[href$="/great_hall/lesson"]').count() == 1
    page = visitor.go("/")
    expect(offer).to_have_count(0)
    page.locator(OFFER.format(game="hat_stairs")).locator("button").click()
    expect(page.locator(OFFER.format(game="hat_stairs"))).to_have_count(0)
    page.reload()
    expect(settled(page).locator(".learn")).to_have_count(len(GAMES) - 2)


def test_others_wait_until_an_explanation_was_read(window: Window) -> None:
    page = window().go("/hat_stairs/lesson")
    page.locator(NEXT).click()
    for _ in range(2):  # a stone, then a direction
        settled(page).locator(MOVES).first.focus()
        page.keyboard.press("Enter")
    settled(page)
    assert "face down again" in page.locator(SENTENCE).inner_text()
    assert page.locator(MOVES).count() == 0, "the other one is to move, and waits"
    page.locator(NEXT).click()
    page.wait_for_function(
        "() => document.querySelector('.lesson .sentence p').innerText.startsWith('Keep an eye')"
    )


def test_after_the_last_explanation_keys_are_at_the_moves(window: Window) -> None:
    page = window().go("/hat_stairs/lesson")
    page.locator(NEXT).focus()
    page.keyboard.press("Enter")
    expect(settled(page).locator(NEXT)).to_have_count(0)
    assert page.evaluate("document.activeElement.matches('#board .possible')")
    page.keyboard.press("Enter")
    expect(settled(page).locator(SENTENCE)).to_contain_text("as many steps as you see dots")


@needs_site
def test_a_lesson_without_a_server(site: Site) -> None:
    visitor = site()
    page = visitor.go("/#/vanished_animal/lesson")
    assert len(play_to_the_end(page, number=4)) > 4
