"""Logs for operators: lines for people, or one JSON object per event; never a token, a seed or a hidden card."""

import logging
import os
import sys
import time
from typing import Any

import msgspec

from hatbox.errors import HatboxError

KINDS = ("text", "json")
_USUAL = {*logging.LogRecord("", 0, "", 0, "", (), None).__dict__, "message", "asctime", "taskName"}
_encode = msgspec.json.Encoder(enc_hook=str).encode


class JsonLines(logging.Formatter):
    """Formats an event as one line of JSON: time, severity, logger, message, and its facts."""

    def format(self, record: logging.LogRecord) -> str:
        """Return one line of JSON."""
        at = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        line: dict[str, Any] = {
            "at": f"{at}.{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": record.getMessage(),
            **_facts(record),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return _encode(line).decode()


class TextLines(logging.Formatter):
    """Formats an event as a line for people."""

    def __init__(self) -> None:
        """Set the usual fields first."""
        super().__init__("%(asctime)s %(levelname)s %(name)s %(message)s")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802
        """Append the facts to the message."""
        facts = " ".join(f"{name}={value}" for name, value in _facts(record).items())
        return f"{super().formatMessage(record)} {facts}".rstrip()


def _facts(record: logging.LogRecord) -> dict[str, Any]:
    """Return what the event carries besides its message."""
    return {name: value for name, value in record.__dict__.items() if name not in _USUAL}


def set_up(kind: str) -> None:
    """Write logs of this kind to standard error; processes started later do the same."""
    if kind not in KINDS:
        raise HatboxError(f"--log takes {' or '.join(KINDS)}, not {kind!r}.")
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if kind == "json" else TextLines())
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    logging.getLogger("aiohttp.access").setLevel(logging.WARNING)
    os.environ["HATBOX_LOG"] = kind
