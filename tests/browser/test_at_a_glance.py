"""What a child sees at once: a board that comes nearer, why a press means nothing, who is moving."""

from playwright.sync_api import Locator, Page

from tests.browser.conftest import Window
from tests.browser.play import BOT, SLOWEST, YOUR_MOVE, make_table, my_move, quick_table

NEAR = ".frame.near"
NOW = "document.querySelector('.log').innerText + document.querySelector('.action').innerText"
QUICK = 600  # milliseconds after which a second tap is a tap of its own
# As a finger makes it; two real taps of a busy machine may come too far apart.
TAP_TWICE = """([x, y]) => {
  const finger = {pointerId: 7, pointerType: 'touch', isPrimary: true}
  const how = {bubbles: true, cancelable: true, clientX: x, clientY: y, ...finger}
  const tap = () => {
    const at = document.elementFromPoint(x, y)
    for (const kind of ['pointerdown', 'pointerup', 'click']) at.dispatchEvent(new PointerEvent(kind, how))
  }
  tap()
  return new Promise(done => setTimeout(() => done(tap()), 90))
}"""


def sit_down(page: Page, code: str) -> None:
    """At the table, at my decision."""
    page.goto(f"{page.url}t/{code}")
    page.wait_for_selector("svg.b", timeout=SLOWEST)
    assert my_move(page)


def middle_of(thing: Locator) -> tuple[float, float]:
    """Where a finger would hit it."""
    box = thing.locator(".touch").first.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def tap_twice(page: Page, x: float, y: float) -> None:
    """Two quick taps."""
    page.evaluate(TAP_TWICE, [x, y])


def a_goal(page: Page) -> Locator:
    """A field that the hat in hand may go to; hats are chosen and dice rolled until there is one."""
    for _ in range(60):
        assert my_move(page)
        goal = page.locator('svg.b .possible[data-spot^="field"]:has(.tg-d)').first
        if goal.count():
            return goal
        before = page.evaluate(NOW)
        page.locator("svg.b .possible, .action .btn:not(.undo)").first.click(force=True)
        page.wait_for_function(f"before => {NOW} !== before", arg=before)
    raise AssertionError("no goal came up")


def test_two_quick_taps_bring_a_field_nearer_and_never_play(window: Window) -> None:
    page = window("phone").go("/")
    sit_down(page, quick_table(page, "catch_the_hat"))
    goal = a_goal(page)
    told = page.locator(".log").inner_text()
    tap_twice(page, *middle_of(goal))
    page.wait_for_selector(NEAR)
    page.wait_for_timeout(QUICK)
    assert page.locator(".log").inner_text() == told and page.locator(YOUR_MOVE).count() == 1
    page.locator(".whole").tap()
    assert page.locator(NEAR).count() == 0
    page.touchscreen.tap(*middle_of(goal))
    page.wait_for_function("told => document.querySelector('.log').innerText !== told", arg=told)


def test_two_quick_taps_where_nothing_is_possible_leave_no_refusal(window: Window) -> None:
    page = window("phone").go("/")
    sit_down(page, quick_table(page, "catch_the_hat"))
    field = page.locator('svg.b .target:not(.possible)[data-spot^="field"]').nth(20)
    tap_twice(page, *middle_of(field))
    page.wait_for_selector(NEAR)
    page.wait_for_function("() => !document.querySelector('.refusal')")


def test_a_lifted_card_hears_why_nobody_gets_up(window: Window) -> None:
    page = window().go("/")
    sit_down(page, quick_table(page, "great_hall"))
    page.locator(".hand .card.possible").first.click()
    page.locator(".action .btn--go").click()
    page.wait_for_function("() => document.querySelector('.action p')?.innerText.includes('Choose a card')")
    page.locator(".hand .card.possible").first.click()
    page.locator('[data-spot="beds"]').click(force=True)
    page.wait_for_selector(".refusal")
    # A start card finds the start field taken, every other card starts nobody.
    assert page.locator(".refusal .rule").inner_text() in ("Rule GH-20", "Rule GH-21")


def test_the_card_tells_who_is_moving_and_skips(window: Window) -> None:
    page = window(calm=False).go("/")
    seats = [{"kind": "me", "name": "Mia"}, *[{**BOT, "name": name} for name in ("Olga", "Tom")]]
    sit_down(page, make_table(page, "hat_stairs", seats))
    page.locator("svg.b .possible").first.click()
    page.locator(f"{YOUR_MOVE} .row .btn:not([aria-disabled=true])").first.click()
    names = page.locator(".players .nm").all_inner_texts()
    page.wait_for_selector(".action--wait .on")
    said = page.locator(".action--wait > p").inner_text()
    assert any(name.split()[0] in said for name in names), said
    page.locator(".action .on").click()
    assert my_move(page)


def test_the_same_two_hats_may_be_swapped_twice(window: Window) -> None:
    page = window().go("/")
    sit_down(page, quick_table(page, "vanished_animal", expert="any_two"))
    page.locator('[data-spot="hat-1"]').click()
    for hat in (2, 1, 2):
        page.locator(f'{YOUR_MOVE} .row .btn[aria-label="Hat {hat}"]').click()
    page.wait_for_function("() => document.querySelector('.log').innerText.split('hats 1 and 2').length > 2")
    assert page.locator("svg.b").count() == 1
