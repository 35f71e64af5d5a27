"""Several people and their devices: clocks, chat, absence, watching, hints, blocked sockets, moved seats, zoom."""

from playwright.sync_api import Page

from tests.browser.conftest import Window
from tests.browser.house import Visitor, settled, violations
from tests.browser.play import (
    YOUR_MOVE,
    at_table,
    make_table,
    my_move,
    play_by_mouse,
    press_first,
    quick_table,
)

GAME = "hat_stairs"
POST = """([path, body]) => fetch(`/api/tables/${path}`, {
  method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify(body)
}).then(answer => answer.status)"""

RUNS = "seat => document.querySelectorAll('.clk')[seat].innerText < '5:00'"
NO_SOCKETS = "window.WebSocket = class extends EventTarget { constructor() { super(); this.readyState = 0;"
NO_SOCKETS += " setTimeout(() => { this.readyState = 3; this.onclose?.() }, 10) } send() {} close() {} }"


def _at_table(page: Page, game: str = GAME) -> str:
    """Sit at a fresh table against a bot; returns its code."""
    code = quick_table(page, game)
    page.goto(at_table(page, code))
    return code


def _two_people(window: Window, **more: object) -> tuple[Visitor, Visitor]:
    """Mia on a desktop and Grandpa with a phone, at one table; Mia starts."""
    mia, grandpa = window(), window("phone")
    code = make_table(
        mia.arrive(), GAME, [{"kind": "me", "name": "Mia"}, {"kind": "open"}], start=False, **more
    )
    grandpa.arrive().evaluate(POST, [f"{code}/sit", {"seat": 1, "name": "Grandpa"}])
    mia.page.evaluate(POST, [f"{code}/start", {}])
    for person in (mia, grandpa):
        person.go(f"/t/{code}").wait_for_selector("svg.b")
    return mia, grandpa


def _turn(page: Page) -> None:
    """A whole turn: a stone, and a direction if there is a choice."""
    assert my_move(page)
    press_first(page, '[data-spot^="stone"].possible')
    if page.locator(YOUR_MOVE).count():
        press_first(page, "svg.b .possible, .action .btn--go")


def test_what_is_said_is_heard_until_somebody_is_muted(window: Window) -> None:
    mia, grandpa = (visitor.page for visitor in _two_people(window, chat=True))
    grandpa.locator(".open-drawer").click()
    grandpa.locator(".log .talk").click()
    grandpa.get_by_label("Write something nice").fill("Hello Mia, it is me")
    grandpa.keyboard.press("Enter")
    mia.wait_for_selector(".says >> text=Hello Mia, it is me")
    mia.get_by_role("button", name="Chat").click()
    mia.wait_for_selector(".said >> text=Hello Mia")
    mia.get_by_role("switch", name="Mute: Grandpa").click()
    mia.wait_for_selector(".says", state="detached")
    grandpa.get_by_role("button", name="Good luck!").click()
    grandpa.wait_for_selector(".says >> text=Good luck!")
    assert mia.locator(".says").count() == 0


def test_whoever_knows_the_secret_finds_the_chat_closed(window: Window) -> None:
    """VA-R15; with this seed it is not the owl that has vanished."""
    mia, grandpa = window(), window("phone")
    grandpa.arrive()
    seats = [{"kind": "me", "name": "Mia"}, {"kind": "open"}, {"kind": "bot", "level": "1"}]
    code = make_table(mia.arrive(), "vanished_animal", seats, start=False, chat=True, seed=1)
    grandpa.page.evaluate(POST, [f"{code}/sit", {"seat": 1, "name": "Grandpa"}])
    mia.page.evaluate(POST, [f"{code}/start", {}])
    page = mia.go(f"/t/{code}")
    my_move(page)
    page.get_by_role("button", name="Chat").click()
    page.get_by_label("Write something nice").fill("It is not?")  # a question mark does not open help here
    page.keyboard.press("?")
    assert page.get_by_label("Write something nice").input_value() == "It is not??"
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.innerText") == "Chat"
    page.locator('[data-spot="card-owl"]').click()
    page.locator('[data-spot="card-owl"]').click()
    settled(page)
    assert page.locator(".pl--out").count() == 1
    page.get_by_role("button", name="Chat").click()
    page.wait_for_selector(".sheet >> text=You know the secret now.")
    assert page.get_by_label("Write something nice").count() == 0
    page.get_by_role("button", name="Applause").click()
    page.wait_for_selector(".says >> text=Applause")


def test_in_text_mode_nothing_of_the_table_is_missing(window: Window) -> None:
    mia, grandpa = _two_people(window)
    page = mia.page
    page.evaluate("localStorage.setItem('hatbox.settings', JSON.stringify({textMode: true}))")
    page.reload()
    page.wait_for_selector(".opts")
    assert page.get_by_text("Connected").count() == 1
    grandpa.page.evaluate("document.querySelector('.log .talk').click()")
    grandpa.page.get_by_role("button", name="Good luck!").click()
    page.wait_for_selector(".heard >> text=Grandpa: Good luck!")
    page.keyboard.press("?")
    page.wait_for_selector(".sheet >> text=Arrow keys move")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Rules").click()
    page.wait_for_selector(".sheet #HS-01")
    assert violations(page) == []
    page.keyboard.press("Escape")
    page.keyboard.press("1")
    page.wait_for_selector(".told >> text=Mia")
    grandpa.page.goto("about:blank")
    page.wait_for_selector(".trouble >> text=Grandpa is away.")


def test_a_bot_keeps_the_seat_of_whoever_leaves_and_gives_it_back(window: Window) -> None:
    mia, grandpa = (visitor.page for visitor in _two_people(window))
    table = grandpa.url
    grandpa.goto("about:blank")
    mia.wait_for_selector(".banner >> text=Grandpa is away. A bot takes over in ")
    assert mia.locator(".pl .gone").count() == 1
    mia.wait_for_selector("text=A bot plays for Grandpa for now.")
    for _ in range(2):
        _turn(mia)  # the bot answers, so that it is Mia's turn again
    assert my_move(mia)
    grandpa.goto(table)
    mia.wait_for_selector("text=A bot plays for Grandpa for now.", state="detached")
    _turn(mia)
    _turn(grandpa)


def test_a_clock_runs_for_whoever_must_act_and_whoever_watches_can_press_nothing(window: Window) -> None:
    mia, grandpa = (visitor.page for visitor in _two_people(window, clock={"minutes": 5, "seconds": 0}))
    watcher = window().go("/" + mia.url.split("/", 3)[3])
    watcher.wait_for_selector("svg.b")
    for page in (mia, grandpa, watcher):
        page.wait_for_function(RUNS, arg=0)
        assert page.locator(".clk").nth(1).inner_text() == "5:00"
    _turn(mia)
    grandpa.wait_for_function(RUNS, arg=1)
    watcher.wait_for_selector(".log >> text=Mia")
    assert watcher.locator(".possible").count() == 0
    watcher.locator('[data-spot="stone-2"]').click(force=True)
    assert watcher.locator(".action--wait").count() == 1 and watcher.locator(".refusal").count() == 0
    assert watcher.locator(".watching").inner_text() == "Watching: 1 person"
    assert watcher.get_by_role("button", name="Chat").count() == 0


def test_where_sockets_are_blocked_one_plays_all_the_same(window: Window) -> None:
    visitor = window()
    visitor.page.add_init_script(NO_SOCKETS)
    page = visitor.arrive()
    _at_table(page)
    page.wait_for_selector("svg.b")
    assert not play_by_mouse(page, 2)
    my_move(page)
    assert page.locator(".log li").count() > 1


HINT = ".hints .btn, .same"


def _hint(visitor: Visitor) -> None:
    """Ask until there is a hint; a bot process that is still starting may have none yet."""
    for _ in range(20):
        press_first(visitor.page, ".action .ask")
        if visitor.page.locator(HINT).count():
            break
    visitor.errors.clear()  # the browser logs every refusal
    assert visitor.page.locator(HINT).count()


def test_a_hint_shows_a_move_before_it_is_played(window: Window) -> None:
    visitor = window()
    page = visitor.arrive()
    _at_table(page)
    my_move(page)
    _hint(visitor)
    assert (
        page.locator(".action .same").inner_text() == "All the same – pick any."
    )  # stones that are face down
    press_first(page, "svg.b .possible")
    told = page.locator(".log").inner_text()
    my_move(page)
    before = page.locator("svg.b").inner_html()
    _hint(visitor)
    page.locator(".hints .btn").first.focus()
    assert page.locator("svg.b").inner_html() != before  # what the hint names is shown on the board
    page.locator(".hints .btn").first.click()
    assert page.locator(".log").inner_text() == told
    page.get_by_role("button", name="Confirm").click()
    page.wait_for_function("told => document.querySelector('.log').innerText !== told", arg=told)


def test_the_host_gives_somebody_five_hints_and_everybody_sees_them(window: Window) -> None:
    mia, grandpa = window("phone"), window()
    seats = [{"kind": "open"}, {"kind": "me", "name": "Mia"}]
    code = make_table(mia.arrive(), GAME, seats, start=False)
    grandpa.arrive().evaluate(POST, [f"{code}/sit", {"seat": 0, "name": "Grandpa"}])
    for person in (mia, grandpa):
        person.go(f"/t/{code}").wait_for_selector(".seats")
    assert grandpa.page.get_by_label("Help for Mia").count() == 0, "only the host chooses for others"
    mia.page.get_by_label("Help for Grandpa").select_option("5 0")
    grandpa.page.wait_for_function("() => document.querySelector('.seats select')?.value === '5 0'")
    assert violations(mia.page) == [] and violations(grandpa.page) == []
    mia.page.get_by_role("button", name="Start the game").click()
    for person in (mia, grandpa):
        person.page.wait_for_selector("svg.b")
        person.page.get_by_role("img", name="Help for Grandpa: 5 hints left").wait_for()
    assert my_move(grandpa.page)
    _hint(grandpa)
    for person in (mia, grandpa):
        person.page.get_by_role("img", name="Help for Grandpa: 4 hints left").wait_for()
        assert violations(person.page) == []
    assert mia.page.locator(".hints, .ask").count() == 0
    grandpa.page.reload()
    my_move(grandpa.page)
    grandpa.page.get_by_role("button", name="Give me a hint · 4 hints left").click()
    grandpa.page.wait_for_selector(HINT)
    assert mia.page.get_by_role("img", name="Help for Grandpa: 4 hints left").count() == 1, "the same hint"
    grandpa.page.evaluate("localStorage.setItem('hatbox.settings', JSON.stringify({textMode: true}))")
    grandpa.page.reload()
    grandpa.page.get_by_text("Help for Grandpa: 4 hints left").wait_for()
    grandpa.page.get_by_role("button", name="Give me a hint · 4 hints left").click()
    grandpa.page.wait_for_selector(HINT)
    grandpa.page.locator(".opts .btn").first.click()
    grandpa.page.wait_for_selector(".told >> text=Grandpa")


def test_a_seat_moves_to_another_device(window: Window) -> None:
    here, there = window().arrive(), window("phone")
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
    page = window("phone").arrive()
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
    page.locator("svg.b .possible").first.click()  # Chromium swallows a tap shortly after a pinch
    page.wait_for_selector(".log li.now")


def test_the_shell_opens_without_a_network(window: Window) -> None:
    visitor = window(works_offline=True)
    page = visitor.go("/")
    page.evaluate("navigator.serviceWorker.ready")
    page.reload()
    page.wait_for_selector("article")
    visitor.context.set_offline(True)
    page.goto(visitor.address + "/settings")
    page.wait_for_selector("h1")
    visitor.context.set_offline(False)
    visitor.errors.clear()  # the list of games could not be fetched
