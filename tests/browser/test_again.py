"""Before and after a game with several devices: the waiting room, the big screen, another game."""

from playwright.sync_api import Page

from tests.browser.conftest import Window
from tests.browser.house import Visitor, settled, violations
from tests.browser.play import END, PLAY_UNTIL, make_table, play_some

GAME = "hat_stairs"
SHORT = {"steps": 8, "hat_step": 4}
POST = """([path, body]) => fetch(`/api/tables/${path}`, {
  method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify(body)
}).then(answer => answer.status)"""
START = {"name": "Start", "exact": True}


def two_at_a_table(window: Window) -> tuple[Visitor, Visitor, str]:
    """Mia hosts on a desktop, Ben sits with a phone; the game has not started."""
    mia, ben = window(), window("phone")
    seats = [{"kind": "me", "name": "Mia"}, {"kind": "open"}]
    code = make_table(mia.arrive(), GAME, seats, start=False, options=SHORT)
    ben.arrive().evaluate(POST, [f"{code}/sit", {"seat": 1, "name": "Ben"}])
    return mia, ben, code


def play_to_the_end(mia: Page, ben: Page, code: str) -> None:
    """Both move at once, each for their own seat."""
    ben.evaluate(f"given => {{ void ({PLAY_UNTIL.replace('WANTED', 'false')})(given) }}", [code, False])
    play_some(mia, code)


def seat_words(page: Page, name: str) -> str:
    """The text in the row of a seat."""
    return settled(page).locator(".seat", has_text=name).inner_text()


def test_whoever_wants_another_game_can_start_it(window: Window) -> None:
    mia, ben, code = two_at_a_table(window)
    mia.page.evaluate(POST, [f"{code}/start", {}])
    play_to_the_end(mia.page, ben.page, code)
    host, guest = mia.go(f"/t/{code}"), ben.go(f"/t/{code}")
    host.wait_for_selector(END)
    host.keyboard.press("Escape")
    host.wait_for_selector(END, state="detached")
    screen = window().go(f"/t/{code}/tv")
    screen.wait_for_selector("svg.b")
    guest.locator(END).get_by_role("button", name="Play again").click()
    guest.wait_for_url(lambda url: code not in url)
    again = guest.url.rsplit("/", 1)[1]
    screen.wait_for_url(f"**/t/{again}/tv")
    assert "Host" in seat_words(guest, "Mia") and "not here yet" in seat_words(guest, "Mia")
    assert "Host" not in seat_words(guest, "Ben")
    host.wait_for_selector(f"{END} >> text=Ben wants to play again.")
    host.locator(END).get_by_role("button", name="Join").click()
    host.wait_for_url(f"**/t/{again}")
    guest.wait_for_selector(".seat:has-text('Mia'):not(:has-text('not here yet'))")
    assert "Ben starts" in guest.locator(".agreed").inner_text(), "the next one begins, by name"
    guest.get_by_role("button", name="Start").click()
    for page in (host, guest, screen):
        page.wait_for_selector("svg.b")
    assert host.locator(".pl").first.inner_text().startswith("Mia"), "everybody keeps seat and colour"
    guest.wait_for_selector(".action:not(.action--wait)")


def test_the_host_changes_the_game_and_puts_a_bot_in_one_seat(window: Window) -> None:
    mia, ben, code = two_at_a_table(window)
    page, guest = mia.go(f"/t/{code}"), ben.go(f"/t/{code}")
    assert settled(guest).get_by_role("button", name="Change", exact=True).count() == 0
    top = [guest.locator(where).bounding_box() for where in (".seats", ".qr")]
    assert top[0] and top[1] and top[0]["y"] < top[1]["y"], "seats first on a guest's phone"
    settled(page).get_by_role("button", name="Change", exact=True).click()
    page.get_by_label("Players").select_option("4")
    page.get_by_role("paragraph").get_by_label("Memory aid").check()
    page.get_by_role("button", name="Done").click()
    guest.wait_for_selector(".seat >> nth=3")
    assert "Memory aid" in guest.locator(".agreed").first.inner_text()
    page.locator(".seat").nth(3).get_by_role("button", name="Bot here").click()
    page.get_by_label("Level of", exact=False).select_option("5")
    guest.wait_for_selector(".seat:has-text('Bot: Master')")
    assert settled(page).locator(".seat--open").count() == 1
    assert violations(page) == [] and violations(guest) == []


def test_the_big_screen_invites_the_whole_room(window: Window) -> None:
    mia, ben, code = two_at_a_table(window)
    mia.go(f"/t/{code}")
    screen = window().go(f"/t/{code}/tv")
    settled(screen).wait_for_selector(".qr")
    assert screen.locator("input, button").count() == 0, "nobody types at a television"
    assert code in screen.locator(".code").inner_text()
    code_box = screen.locator(".code").bounding_box()
    assert code_box and code_box["height"] > 80
    assert screen.locator("li:has-text('Ben')").count() == 1
    assert violations(screen) == []
    mia.page.evaluate(POST, [f"{code}/start", {}])
    screen.wait_for_selector("text=Mia is choosing on the phone.")
    ben.go(f"/t/{code}")
    mia.page.wait_for_selector("svg.b")
    mia.page.get_by_role("button", name="Chat").click()
    mia.page.get_by_role("button", name="Good luck!").click()
    screen.wait_for_selector(".says >> text=Good luck!")


def test_name_and_figure_are_asked_for_once(window: Window) -> None:
    visitor = window(language="ru")
    page = visitor.go(f"/{GAME}")
    page.locator(".me input").first.fill("Мия")
    page.locator(".me fieldset label").nth(2).click()
    for _ in range(2):
        settled(page).locator(".ways .btn--accent").click()
        page.wait_for_selector(".action:not(.action--wait)")
        names = [text.split()[0] for text in page.locator(".pl .nm").all_inner_texts()]
        assert names[2].startswith("Мия"), "my colour, and I begin"
        assert names[0] == "Анна", "bots have names in the letters of the language"
        page = visitor.go(f"/{GAME}")
        page.wait_for_selector(".me label.chosen >> nth=0")
        assert page.locator(".me fieldset input").nth(2).is_checked()
