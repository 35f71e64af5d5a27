"""A player takes very long: the others agree on a bot, and the absent player comes back."""

from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.browser.house import Visitor, serving, violations
from tests.browser.play import make_table

SIT = """([code, seat, name]) => fetch(`/api/tables/${code}/sit`, {
  method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify({seat, name})
}).then(() => true)"""
START = "code => fetch(`/api/tables/${code}/start`, {method: 'POST'}).then(() => true)"


def test_the_others_let_a_bot_play_until_the_person_is_back(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, hasty=True) as address:
        mia, ben, olga = people = [Visitor(browser, address, size) for size in ("phone", "desktop", "phone")]
        seats = [{"kind": "me", "name": "Mia"}, {"kind": "open"}, {"kind": "open"}]
        code = make_table(mia.arrive(), "hat_stairs", seats, start=False)
        ben.arrive().evaluate(SIT, [code, 1, "Ben"])
        olga.arrive().evaluate(SIT, [code, 2, "Olga"])
        mia.page.evaluate(START, code)
        for person in people:
            person.go(f"/t/{code}").wait_for_selector("svg.b")
        for person in (ben, olga):
            offer = person.page.get_by_role("button", name="Let a bot play for Mia")
            expect(offer).to_be_visible()
            assert violations(person.page) == []
            offer.click()
            if person is ben:
                expect(ben.page.get_by_text("Waiting for the others to agree.")).to_be_visible()
        expect(mia.page.get_by_text("A bot is playing for you.", exact=True)).to_be_visible()
        back = mia.page.get_by_role("button", name="I’m back")
        back.click()
        expect(back).to_have_count(0)
        for person in people:
            person.close()
