"""Several people and their devices: hints, blocked sockets, moved seats, zoom."""

from playwright.sync_api import Page

from tests.browser.conftest import Window
from tests.browser.play import my_move, play_by_mouse, quick_table

NO_SOCKETS = "window.WebSocket = class extends EventTarget { constructor() { super(); this.readyState = 0;"
NO_SOCKETS += " setTimeout(() => { this.readyState = 3; this.onclose?.() }, 10) } send() {} close() {} }"


def _at_table(page: Page, game: str = "hat_stairs") -> str:
    """Sit at a fresh table against a bot; its code."""
    code = quick_table(page, game)
    page.goto(page.evaluate("location.origin") + "/t/" + code)
    return code


def test_where_sockets_are_blocked_one_plays_all_the_same(window: Window) -> None:
    visitor = window()
    visitor.page.add_init_script(NO_SOCKETS)
    page = visitor.go("/")
    _at_table(page)
    page.wait_for_selector("svg.b", timeout=60_000)
    assert not play_by_mouse(page, 2)
    my_move(page)
    assert page.locator(".log li").count() > 1


def test_a_hint_shows_a_move_before_it_is_played(window: Window) -> None:
    visitor = window()
    page = visitor.go("/")
    _at_table(page)
    my_move(page)
    for _ in range(20):  # bots may still be getting ready
        page.locator(".action .ask").click()
        page.wait_for_selector(".hints .btn, .action [role=alert]", timeout=20_000)
        if page.locator(".hints .btn").count():
            break
        page.wait_for_timeout(1_000)
    visitor.errors.clear()
    page.locator(".hints .btn").first.click()
    assert page.locator(".log li.now").count() == 0
    page.get_by_role("button", name="Confirm").click()
    page.wait_for_selector(".log li.now")


def test_a_seat_moves_to_another_device(window: Window) -> None:
    here, there = window().go("/"), window("phone")
    code = _at_table(here)
    my_move(here)
    here.get_by_role("button", name="Menu").click()
    here.get_by_role("button", name="Move my seat").click()
    link = here.locator(".sheet .address").inner_text()
    there.page.goto(link)
    there.page.get_by_role("button", name="Sit here").click()
    there.page.wait_for_url(f"**/t/{code}")
    my_move(there.page)
    there.page.locator("svg.b .possible").first.click()
    there.page.wait_for_selector(".log li.now")


def test_two_fingers_bring_the_board_nearer_and_a_button_shows_it_whole(window: Window) -> None:
    page = window("phone").go("/")
    _at_table(page)
    my_move(page)
    box = page.locator(".board").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 3
    touch = page.context.new_cdp_session(page)
    for kind, apart in (("Start", 20), ("Move", 60), ("Move", 90)):
        points = [{"x": x - apart, "y": y, "id": 1}, {"x": x + apart, "y": y, "id": 2}]
        touch.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": points})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    whole = page.get_by_role("button", name="Whole board")
    whole.click()
    assert whole.count() == 0
    page.locator("svg.b .possible").first.tap()
    page.wait_for_selector(".log li.now")


def test_the_shell_opens_without_a_network(window: Window) -> None:
    visitor = window()
    page = visitor.go("/")
    page.evaluate("navigator.serviceWorker.ready")
    page.reload()
    page.wait_for_selector("article")
    visitor.context.set_offline(True)
    page.goto(visitor.address + "/settings")
    page.wait_for_selector("h1")
    visitor.context.set_offline(False)
    visitor.errors.clear()  # the list of games could not be asked for
