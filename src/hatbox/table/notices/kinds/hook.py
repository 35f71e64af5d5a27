"""A webhook: a plain POST to an address of the person, with a template for ntfy, Gotify, Matrix and the like."""

import re
from typing import Any

import msgspec

from hatbox.table.notices.kinds.kind import Gone, NotTaken
from hatbox.table.notices.message import Notice
from hatbox.table.notices.outbound import Outbound
from hatbox.table.store.notices import Subscription
from hatbox.table.wire.problems import Refused

LONGEST = 1000  # characters of a template
GONE = 410
PLACES = ("text", "link", "title")
PLACE = re.compile(rf"\{{({'|'.join(PLACES)})\}}")
BAD = (
    "A template is text or JSON with {text}, {link} and {title}, at most 1000 characters long; if it begins with {, "
    "it must be valid JSON."
)


class Hook:
    """Sends to webhooks."""

    def __init__(self, outbound: Outbound, base: str) -> None:
        """Set up; `base`: how links to the table start."""
        self._outbound, self._base = outbound, base

    async def send(self, to: Subscription, notice: Notice) -> None:
        """Post the filled template."""
        values = {"text": notice.text, "link": self._base + notice.path, "title": notice.title}
        body, media = filled(to.details, values)
        status = await self._outbound.post(to.address, body, {"Content-Type": media})
        if status == GONE:
            raise Gone(str(status))
        if not 200 <= status < 300:
            raise NotTaken(str(status))


def check_template(template: str) -> None:
    """Refuse a template that cannot be sent."""
    if not template.strip() or len(template) > LONGEST or "{text}" not in template:
        raise Refused(BAD, "bad_template")
    filled(template, dict.fromkeys(PLACES, ""))


def filled(template: str, values: dict[str, str]) -> tuple[bytes, str]:
    """Return the body and its media type; in JSON the values are inserted into its texts and cannot break it."""
    if not template.lstrip().startswith('{"'):
        return _put_in(template, values).encode(), "text/plain; charset=utf-8"
    try:
        shape = msgspec.json.decode(template)
    except (msgspec.DecodeError, RecursionError) as error:
        raise Refused(BAD, "bad_template") from error
    return msgspec.json.encode(_walked(shape, values)), "application/json"


def _walked(shape: Any, values: dict[str, str]) -> Any:
    if isinstance(shape, str):
        return _put_in(shape, values)
    if isinstance(shape, dict):
        return {key: _walked(value, values) for key, value in shape.items()}
    if isinstance(shape, list):
        return [_walked(value, values) for value in shape]
    return shape


def _put_in(text: str, values: dict[str, str]) -> str:
    return PLACE.sub(lambda found: values[found[1]], text)
