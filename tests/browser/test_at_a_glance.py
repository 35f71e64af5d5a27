"""What a child sees at once: a board that zooms in, why a press means nothing, who is moving."""

from playwright.sync_api import Locator, Page

from tests.browser.conftest import Window
from tests.browser.house import settled
from tests.browser.play import BOT, YOUR_MOVE, at_table, make_table, my_move, press_first, quick_table

NEAR = ".frame.near"
# As a finger does it; two real taps on a busy machine may be too far apart.
TAP_TWICE = """([x, y]) => {
  const finger = {pointerId: 7, pointerType: 'touch', isPrimary: true}
  const how = {bubbles: true, cancelable: true, clientX: x, clientY: y, ...finger}
  const tap = () => {
    const at = document.elementFromPoint(x, y)
    for (const kind of ['pointerdown', 'pointerup', 'click']) at.dispatchEvent(new PointerEvent(kind, how))
  }
  tap()
  return Promise.resolve().then(tap)  // the page has seen the first one
}"""

# Read and press in one go: on a slow machine the animation may be over before the next look at the page.
SKIP_SOON = """() => {
  window.said = new Promise(done => {
    const look = () => {
      const [line, skip] = [document.querySelector('.action--wait > p'), document.querySelector('.action--wait .on')]
      if (!line || !skip) return
      watch.disconnect()
      done([line.innerText, document.querySelector('.pl--turn .nm').innerText])
      skip.click()
    }
    const watch = new MutationObserver(look)
    watch.observe(document.body, {subtree: true, childList: true})
  })
}"""


def sit_down(page: Page, code: str) -> None:
    """At the table, at my decision."""
    page.goto(at_table(page, code))
    page.wait_for_selector("svg.b")
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
    """A field that the picked hat may go to; hats are chosen and dice rolled until there is one."""
    for _ in range(60):
        assert my_move(page)
        goal = page.locator('svg.b .possible[data-spot^="field"]:has(.tg-d)').first
        if goal.count():
            return goal
        press_first(page, "svg.b .possible, .action .btn:not(.undo)")
    raise AssertionError("no goal came up")


def test_two_quick_taps_bring_a_field_nearer_and_never_play(window: Window) -> None:
    page = window("phone").arrive()
    sit_down(page, quick_table(page, "catch_the_hat"))
    goal = a_goal(page)
    told = page.locator(".log").inner_text()
    tap_twice(page, *middle_of(goal))
    page.wait_for_selector(NEAR)
    settled(page)
    assert page.locator(".log").inner_text() == told and page.locator(YOUR_MOVE).count() == 1
    page.locator(".whole").tap()
    assert page.locator(NEAR).count() == 0
    page.touchscreen.tap(*middle_of(goal))
    page.wait_for_function("told => document.querySelector('.log').innerText !== told", arg=told)


def test_two_quick_taps_where_nothing_is_possible_leave_no_refusal(window: Window) -> None:
    page = window("phone").arrive()
    sit_down(page, quick_table(page, "catch_the_hat"))
    field = page.locator('svg.b .target:not(.possible)[data-spot^="field"]').nth(20)
    tap_twice(page, *middle_of(field))
    page.wait_for_selector(NEAR)
    assert settled(page).locator(".refusal").count() == 0


def test_a_lifted_card_hears_why_nobody_gets_up(window: Window) -> None:
    page = window().arrive()
    sit_down(page, quick_table(page, "great_hall"))
    press_first(page, ".hand .card.possible")
    press_first(page, ".action .btn--go")
    page.wait_for_function("() => document.querySelector('.action p')?.innerText.includes('Choose a card')")
    assert my_move(page)
    press_first(page, ".hand .card.possible")
    page.locator('[data-spot="beds"]').click(force=True)
    page.wait_for_selector(".refusal")
    # A start card finds the start field taken, no other card starts a figure.
    assert page.locator(".refusal .rule").inner_text() in ("Rule GH-20", "Rule GH-21")


def test_the_card_tells_who_is_moving_and_skips(window: Window) -> None:
    page = window(calm=False).arrive()
    seats = [{"kind": "me", "name": "Mia"}, *[{**BOT, "name": name} for name in ("Olga", "Tom")]]
    sit_down(page, make_table(page, "hat_stairs", seats))
    press_first(page, "svg.b .possible")
    names = page.locator(".players .nm").all_inner_texts()
    page.evaluate(SKIP_SOON)
    page.locator(f"{YOUR_MOVE} .row .btn:not([aria-disabled=true])").first.click()
    said, marked = page.evaluate("window.said")
    assert any(name.split()[0] in said for name in names), said
    assert marked.split()[0] in said  # the mark waits for the walk
    assert my_move(page)


def test_the_same_two_hats_may_be_swapped_twice(window: Window) -> None:
    page = window().arrive()
    sit_down(page, quick_table(page, "vanished_animal", expert="any_two"))
    press_first(page, '[data-spot="hat-1"]')
    for hat in (2, 1, 2):
        press_first(page, f'{YOUR_MOVE} .row .btn[aria-label="Hat {hat}"]')
    # The log shows the last move in full; what came before is left to memory.
    told = "/swaps two hats[^]*(also swaps hats 1 and 2|swaps two more hats)/"
    page.wait_for_function(f"() => {told}.test(document.querySelector('.log').innerText)")
    assert page.locator("svg.b").count() == 1
