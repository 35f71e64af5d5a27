"""Each kind of notice on its own: encryption as in the standard, templates, addresses that are refused."""

import argparse
import asyncio
import socket
from typing import Any

import msgspec
import pytest
from aiohttp import TCPConnector
from cryptography.hazmat.primitives.asymmetric import ec

from hatbox.errors import HatboxError
from hatbox.table.notices.kinds import hook, mail, push
from hatbox.table.notices.kinds.kind import NotTaken
from hatbox.table.notices.message import notice_of
from hatbox.table.notices.outbound import Outbound
from hatbox.table.notices.settings import notice_settings
from hatbox.table.store.notices import Subscription, Waiting
from hatbox.table.wire.problems import Refused
from hatbox.words import LANGUAGES
from tests.table.receivers import decrypted, mail_server, web_server

# RFC 8291, appendix A
PLAIN = b"When I grow up, I want to be a watermelon"
SENDER_KEY = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
RECEIVER_KEY = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
RECEIVER = push.Keys(
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "BTBZMqHH6r4Tts7J_aSIgg",
)
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
SEALED = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A"
    "_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def private(number: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(push.as_bytes(number), "big"), ec.SECP256R1())


def to(kind: str, address: str, details: str = "{}") -> Subscription:
    return Subscription("id", "ada", kind, address, details, "en", b"", "secret", 0.0)


ONE = notice_of([Waiting("FERN-KTBM", "hat_stairs", ("Ben", "Mia"), 1.0)], "en")


def test_the_example_of_the_standard_is_encrypted_as_it_says() -> None:
    body = push.encrypted(PLAIN, RECEIVER, private(SENDER_KEY), push.as_bytes(SALT))
    assert push.as_text(body) == SEALED
    assert decrypted(body, private(RECEIVER_KEY), push.as_bytes(RECEIVER.auth)) == PLAIN


@pytest.mark.parametrize("keys", [("", ""), ("AAAA", RECEIVER.auth), (RECEIVER.p256dh, "AAAA"), ("ä", "ä")])
def test_keys_of_no_browser_are_refused(keys: tuple[str, str]) -> None:
    with pytest.raises(Refused, match="not the keys"):
        push.check_keys(push.Keys(*keys))


def test_a_notice_names_the_game_and_the_others_in_ten_languages() -> None:
    assert ONE.text == "It is your turn in Hat Stairs with Ben, Mia." and ONE.path == "/t/FERN-KTBM"
    many = [Waiting(code, "great_hall", ("Ben",), 1.0) for code in ("A", "B", "C")]
    assert notice_of(many, "en").text == "3 games are waiting for you." and notice_of(many, "en").path == "/"
    assert notice_of(many, "ru").text == "Тебя ждут 3 игры."
    said = {notice_of(many[:1], language).text for language in LANGUAGES}
    assert len(said) == len(LANGUAGES) and all("Ben" in text for text in said)


TEMPLATES: list[tuple[str, Any]] = [
    ("{text}\n{link}", None),
    (
        '{"title": "{title}", "message": "{text} {link}"}',
        {"title": "Hatbox", "message": '"{link}" http://h/t/A'},
    ),
    ('{"extras": [{"a": 1}], "text": "{text}"}', {"extras": [{"a": 1}], "text": '"{link}"'}),
]


@pytest.mark.parametrize(("template", "shape"), TEMPLATES)
def test_a_template_is_filled_so_that_nothing_can_break_it(template: str, shape: Any) -> None:
    hook.check_template(template)
    values = {"text": '"{link}"', "link": "http://h/t/A", "title": "Hatbox"}
    body, media = hook.filled(template, values)
    if shape is None:
        assert media.startswith("text/plain") and body.decode() == '"{link}"\nhttp://h/t/A'
    else:
        assert media == "application/json" and msgspec.json.decode(body) == shape


@pytest.mark.parametrize(
    "template", ["", "   ", "hello", '{"text": "{text}"', '{"a": {text}}', "{text}" + "x" * 1000]
)
def test_a_template_that_cannot_be_sent_is_refused(template: str) -> None:
    with pytest.raises(Refused, match="A template is"):
        hook.check_template(template)


INSIDE = [
    "http://ntfy.sh/x", "https://127.0.0.1/x", "https://[::1]/", "https://10.1.2.3/", "https://192.168.1.1/",
    "https://169.254.169.254/latest", "https://[fe80::1]/", "https://[::ffff:127.0.0.1]/", "https://[64:ff9b::7f00:1]/",
    "https://[2002:7f00:1::]/", "https://100.64.0.1/", "https://0.0.0.0/", "https://224.0.0.1/", "https://ntfy.sh:22/x",
    "https://user:word@ntfy.sh/", "ftp://ntfy.sh/", "file:///etc/passwd", "https:///x", "https://ntfy.sh/a b",
    "https://ntfy.sh/\nHost: x", "//ntfy.sh", "", "https://[", "https://ntfy.sh:99999/",
    "https://ntfy.sh/" + "x" * 1000,
]  # fmt: skip


@pytest.mark.parametrize("address", INSIDE)
def test_an_address_that_is_not_public_is_refused(address: str) -> None:
    async def story() -> None:
        outbound = Outbound(("any",), 1.0)
        try:
            outbound.check_hook("https://ntfy.sh/topic?x=1")
            for check in (outbound.check_hook, outbound.check_push):
                with pytest.raises(Refused, match="public internet"):
                    check(address)
            with pytest.raises(NotTaken):
                await outbound.post(address, b"", {})
        finally:
            await outbound.close()

    asyncio.run(story())


@pytest.mark.parametrize("name", ["localhost", "127.1", "2130706433", "inside.example"])
def test_a_name_that_leads_inside_is_not_followed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if the name pointed outside while it was checked: the connection uses the address that was checked."""
    found = socket.getaddrinfo
    monkeypatch.setattr(
        socket, "getaddrinfo", lambda host, *more, **named: found("127.0.0.1", *more, **named)
    )
    asked: list[Any] = []
    begin = TCPConnector._create_direct_connection

    async def noted(self: Any, *given: Any, **named: Any) -> Any:
        asked.append(given)
        return await begin(self, *given, **named)

    monkeypatch.setattr(TCPConnector, "_create_direct_connection", noted)

    async def story() -> None:
        async with web_server() as inside:
            outbound = Outbound(("any",), 5.0)
            outbound.check_hook(f"https://{name}/")
            with pytest.raises(NotTaken):
                await outbound.post(f"https://{name}/", b"secret", {})
            await outbound.close()
            assert asked and not inside.got

    asyncio.run(story())


def test_an_operator_lists_hosts() -> None:
    async def story() -> None:
        async with web_server() as inside:
            outbound = Outbound(("127.0.0.1", "gotify.home:8080"), 5.0)
            outbound.check_hook(inside.address + "/x")
            outbound.check_hook("http://gotify.home:8080/message?token=a")
            for other in ("https://ntfy.sh/x", "http://gotify.home:22/"):
                with pytest.raises(Refused):
                    outbound.check_hook(other)
            outbound.check_push("https://push.example.org/x")  # browsers choose their service
            assert await outbound.post(inside.address + "/x", b"hello", {}) == 201
            inside.status = 302
            assert await outbound.post(inside.address + "/x", b"hello", {}) == 302
            assert [one.path for one in inside.got] == ["/x", "/x"], "nobody was led elsewhere"
            await outbound.close()

    asyncio.run(story())


BAD_ADDRESSES = [
    "",
    "mia",
    "mia@",
    "@b.de",
    "a@b\nBcc: x@y.z",
    "a b@c.de",
    "a@b@c",
    "a..b@c.de",
    "<a@b.de>",
    "mia@-x",
    "a@b,c",
]


@pytest.mark.parametrize("address", BAD_ADDRESSES)
def test_what_is_no_mail_address_is_refused(address: str) -> None:
    mail.check_address("mia+hats@mail.example.org")
    with pytest.raises(Refused, match="such as mia"):
        mail.check_address(address)


def test_a_mail_leads_to_the_table_and_can_be_stopped() -> None:
    async def story() -> None:
        async with mail_server() as box:
            sender = mail.sender_of("The table <hats@example.org>")
            mailer = mail.Mail(mail.server_of(box.url), sender, "https://hats.example.org", 5.0)
            await mailer.send(to("mail", "mia@example.org"), ONE)
            (sent,) = box.mails
            assert sent["To"] == "mia@example.org" and sent["From"] == "The table <hats@example.org>"
            assert sent["Subject"] == ONE.text and sent["Auto-Submitted"] == "auto-generated"
            assert "https://hats.example.org/t/FERN-KTBM\r\n" in box.text()
            assert "https://hats.example.org/notices?stop#secret" in box.text()
            assert sent["List-Unsubscribe"] == "<https://hats.example.org/api/notices/stop/secret>"
            box.refuses = True
            with pytest.raises(NotTaken):
                await mailer.send(to("mail", "mia@example.org"), ONE)

    asyncio.run(story())


def test_a_password_is_not_sent_in_the_open(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with mail_server() as box:
            monkeypatch.setattr(mail, "LOCAL", ())
            server = mail.server_of(f"smtp://mia:secret@127.0.0.1:{box.port}")
            with pytest.raises(NotTaken, match="no encryption"):
                await mail.Mail(server, mail.sender_of("a@b.de"), "", 5.0).send(to("mail", "mia@b.de"), ONE)

    asyncio.run(story())


def test_settings_are_checked() -> None:
    def given(**set: str) -> Any:
        usual = {"push_contact": "", "smtp": "", "mail_from": "", "web_hooks": ""}
        return notice_settings(argparse.Namespace(**{**usual, **set}))

    assert given(web_hooks="ntfy.sh, Gotify.Home:80").hooks == ("ntfy.sh", "gotify.home:80")
    wrong = {
        "push_contact": "me",
        "smtp": "mail.example.org",
        "mail_from": "me",
        "web_hooks": "https://ntfy.sh",
    }
    for name, value in wrong.items():
        with pytest.raises(HatboxError, match=f"--{name.replace('_', '-')} takes"):
            given(**{name: value})
    with pytest.raises(HatboxError, match="--smtp"):
        given(smtp="smtp://u:geheim@h:99999")
