"""Great Hall in a real browser: cards, plays step by step, secrets."""

import json
from typing import Any

from playwright.sync_api import Page

from tests.browser.conftest import Window
from tests.browser.from_home import start_by_keys, start_by_mouse, tab_to
from tests.browser.house import settled, violations
from tests.browser.play import (
    END,
    YOUR_MOVE,
    at_table,
    my_move,
    play_some,
    press_first,
    quick_table,
    start_against_bots,
    tap_first,
)

GAME = "great_hall"
FITS = "document.documentElement.scrollHeight <= innerHeight && document.body.scrollWidth <= innerWidth"
STEPS = (
    ".action .btn--go",
    "svg.b .possible",
    ".hand .card.possible:not(.card--on)",
    ".action .row .btn:not([aria-disabled=true]):not(.undo)",
)
MOVES = f".possible, {STEPS[3]}"
ENDED_OR_CHANGED = """before => document.querySelector('.end')
    || document.querySelector('.action').innerText + document.querySelectorAll('.card--on').length !== before"""
OPEN_DISCARD = (
    "[...document.querySelectorAll('svg.b .pile')].at(1)?.querySelector('use')?.getAttribute('href')"
)
WHAT_I_AM_TOLD = """code => new Promise(done => {
  const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/api/tables/${code}/socket`)
  socket.onopen = () => socket.send(JSON.stringify({t: 'hello', last_v: 0}))
  socket.onmessage = message => {
    const now = JSON.parse(message.data).now
    if (now) { socket.close(); done(JSON.stringify(Object.values(now.views)[0])) }
  }
})"""
NOW = "document.querySelector('.action').innerText + document.querySelectorAll('.card--on').length"


def sit_down(page: Page, **options: object) -> None:
    """A table for two with a bot."""
    page.goto(at_table(page, quick_table(page, GAME, **options)))
    page.wait_for_selector("svg.b")


def one_step(page: Page, tap: bool = False) -> None:
    """Press the first possible thing."""
    found = next(selector for selector in STEPS if page.locator(selector).count())
    tap_first(page, found) if tap else press_first(page, found)


def play_on(page: Page, steps: int, tap: bool = False) -> bool:
    """Play until the end or for this many steps; True at the end."""
    for _ in range(steps):
        if not my_move(page):
            return True
        one_step(page, tap)
    return False


def test_from_the_home_page_the_first_card_is_two_clicks_away(window: Window) -> None:
    page = window().go("/")
    page.wait_for_selector(f'article:has(a[href="/{GAME}"]) .btn--accent:enabled')
    start_against_bots(page, GAME)
    assert my_move(page)
    assert page.locator(".hand .card.possible").count() == 6
    assert play_on(page, 12) is False
    assert page.locator(".log li").count() > 4


def test_by_mouse_four_seats_from_the_home_page_to_the_end_of_one_round(window: Window) -> None:
    page = window().go("/")
    start_by_mouse(page, GAME, longest="100000", chosen="1", players=4)
    assert page.locator(".players .pl").count() == 4 and page.locator(".players .bot").count() == 3
    assert play_on(page, 150)
    assert page.locator(".end tbody tr").count() == 4 and "hall" in page.locator(".end table").inner_text()
    assert violations(page) == []


def test_with_the_keyboard_only_from_the_home_page_to_the_end_of_one_round(window: Window) -> None:
    page = window().go("/")
    start_by_keys(page, GAME, longest="100000", steps=0)
    for _ in range(150):
        if not my_move(page):
            assert page.locator(".end tbody tr").count() == 2
            return
        tab_to(page, MOVES)
        before = page.evaluate(NOW)
        page.keyboard.press("Enter")
        page.wait_for_function(ENDED_OR_CHANGED, arg=before)
    raise AssertionError("the game did not end")


def test_arrows_walk_through_the_hand_and_round_the_castle(window: Window) -> None:
    page = window().arrive()
    sit_down(page)
    my_move(page)
    page.locator(".hand .card").first.focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')").startswith("Card 2 of 6")
    assert page.locator('svg.b [tabindex="0"]').count() == 1
    page.locator('[data-spot="figure-0"]').focus()
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.dataset.spot") == "figure-24"
    assert violations(page) == []


def test_on_a_phone_board_and_hand_stay_in_view_and_a_tap_shows_first(window: Window) -> None:
    page = window("phone").arrive()
    sit_down(page, max_rounds=1)
    for _ in range(12):
        if not my_move(page):
            break
        assert page.evaluate(FITS)
        one_step(page, tap=True)
    play_on(page, 150, tap=True)
    assert page.locator(END).count() == 1


def test_a_forbidden_press_says_which_rule(window: Window) -> None:
    page = window().arrive()
    sit_down(page)
    my_move(page)
    page.locator('[data-spot="beds"]').click(force=True)
    page.wait_for_selector(".refusal")
    assert "GH-11" in page.locator(".refusal").inner_text()
    page.keyboard.press("Escape")
    assert page.locator(".refusal").count() == 0


def test_a_card_is_lifted_put_back_and_dragged_onto_the_board(window: Window) -> None:
    page = window().arrive()
    sit_down(page)
    my_move(page)
    page.locator(".hand .card").nth(2).click()
    assert page.locator(".card--on").count() == 1
    page.keyboard.press("Escape")
    assert page.locator(".card--on").count() == 0
    page.locator(".hand .card").nth(1).drag_to(page.locator("#board"))
    page.wait_for_selector(".log li:not(.none)")


def test_a_lifted_card_is_played_by_a_press_on_where_it_leads(window: Window) -> None:
    page = window().arrive()
    sit_down(page, max_rounds=3)
    end = page.locator('svg.b [data-spot^="end-"].possible')
    for _ in range(150):
        assert my_move(page)
        if page.locator(".card--on").count() and end.count():
            break
        one_step(page) if page.locator(".card--on").count() else lift(page)
    told = page.locator(".log").inner_text()
    end.first.click()
    page.wait_for_function("told => document.querySelector('.log').innerText !== told", arg=told)
    settled(page)  # a card, then the figure: two moves, one after the other
    line = page.locator(".log").inner_text().removeprefix(told)
    assert "Mia plays" in line and any(word in line for word in ("moves", "puts", "brings")), line


def lift(page: Page) -> None:
    """Lift a card that has somewhere to go, else do the first possible thing."""
    for card in page.locator(".hand .card.possible").all():
        card.click()
        if page.locator('svg.b [data-spot^="end-"].possible').count():
            return
    if not page.locator(".card--on").count():
        one_step(page)


def test_whoever_comes_after_a_deal_sees_the_open_discard(window: Window) -> None:
    """Everyone saw it being laid down, so a reload must not lose it (GH-13)."""
    page = window().arrive()
    code = quick_table(page, GAME)
    for moves in range(40, 400, 5):  # a reshuffled pile has no card on it
        play_some(page, code, moves)
        page.goto(at_table(page, code))
        my_move(page)
        told = json.loads(page.evaluate(WHAT_I_AM_TOLD, code))
        shown = page.evaluate(OPEN_DISCARD)
        assert bool(told["top"]) == bool(shown), (told["top"], shown)
        if told["top"] and told["choosing"] == "gift":
            return
    raise AssertionError("no round began with an open discard")


def test_an_unfinished_play_is_taken_back(window: Window) -> None:
    page = window().arrive()
    sit_down(page)
    back = page.locator(".action").get_by_role("button", name="Take back")
    for _ in range(150):
        assert my_move(page)
        if back.count():
            break
        uses = page.locator(STEPS[3])
        several = page.locator(".action p").first.inner_text().startswith("What should")
        if several:  # not the start, which is carried out at once
            uses.last.click()
            settled(page)
        else:
            one_step(page)
    before = page.locator(".action p").first.inner_text()
    back.click()
    page.wait_for_function("before => document.querySelector('.action p').innerText !== before", arg=before)
    assert my_move(page)


def test_nobody_is_told_the_cards_of_others(window: Window) -> None:
    host, guest = window().go(f"/{GAME}"), window().go("/")
    frames: list[dict[str, Any]] = []
    guest.on("websocket", lambda s: s.on("framereceived", lambda data: frames.append(json.loads(data))))
    host.locator(".say select").first.select_option("2")
    host.get_by_role("button", name="Make a table").click()
    host.wait_for_selector(".qr")
    guest.locator("#code").fill(host.locator(".code-big").inner_text())
    guest.get_by_role("button", name="Join", exact=True).click()
    guest.get_by_label("Your name").fill("Grandpa")
    guest.get_by_role("button", name="Sit here").click()
    host.get_by_role("button", name="Start the game").click()
    for page in (host, guest):
        page.wait_for_selector("svg.b")
    mover, other = (host, guest) if settled(host).locator(YOUR_MOVE).count() else (guest, host)
    for _ in range(24):
        assert my_move(mover)
        one_step(mover)
        if not mover.locator(YOUR_MOVE).count():
            mover, other = other, mover
    moves = [frame for frame in frames if frame["t"] == "move"]
    assert len(moves) > 3
    # A player who has just sat down may still get a frame as a spectator.
    assert all(set(frame["now"]["views"]) in ({"1"}, {"-1"}) for frame in moves)
    told = [event for frame in moves for event in frame["events"]]
    assert all(event["receiver"] == 1 for event in told if event["kind"] == "private_card_received")
    drew = [event for event in told if event["kind"] == "drew" and event["seat"] == 0]
    assert all(event["card"] == "" for event in drew)


def test_one_device_is_handed_over_and_hands_hide_when_one_looks_away(window: Window) -> None:
    page = window().go(f"/{GAME}")
    page.locator(".say select").first.select_option("2")
    page.get_by_role("button", name="All on one device").click()
    page.get_by_role("button", name="Start the game").click()
    names = []
    for _ in range(2):
        page.wait_for_selector(".hand-over")
        assert page.locator(".hand .card").count() == 0
        names.append(page.locator("h1").inner_text())
        page.locator(".btn--go").click()
        my_move(page)
        assert page.locator(".hand .card").count() == 6
        page.evaluate("document.hasFocus = () => false; window.dispatchEvent(new Event('blur'))")
        page.wait_for_selector(".cover")
        assert page.locator(".hand .card").count() == 0
        page.locator(".cover .btn--go").click()
        page.locator(".hand-over .btn--go").click()
        my_move(page)
        page.locator(".hand .card").first.click()
        press_first(page, ".action .btn--go")
    assert names[0] != names[1]


def test_text_mode_plays(window: Window) -> None:
    page = window().go("/settings")
    page.get_by_role("switch", name="Text mode").click()
    page.goto(at_table(page, quick_table(page, GAME, max_rounds=1)))
    for _ in range(80):
        page.wait_for_selector(f".opts, {END}")
        if page.locator(END).count():
            break
        before = page.locator(".page").inner_text()
        page.keyboard.press("1")
        page.wait_for_function(
            "old => document.querySelector('.end') || document.querySelector('.page').innerText !== old",
            arg=before,
        )
    assert page.locator(END).count() == 1
    assert "_" not in page.locator(".page").inner_text()
