"""Reasons to refuse a request; each has a code for programs and a sentence for people."""

from hatbox.errors import HatboxError


class Refused(HatboxError):
    """A request that the table does not carry out."""

    status = 400
    code = "bad_request"

    def __init__(self, sentence: str, code: str | None = None) -> None:
        """Keep the code with the sentence."""
        super().__init__(sentence)
        self.code = code or type(self).code


class Unauthorised(Refused):
    """The token is unknown."""

    status, code = 401, "bad_token"


class Forbidden(Refused):
    """The caller may not do this."""

    status, code = 403, "forbidden"


class NotFound(Refused):
    """It does not exist."""

    status, code = 404, "not_found"


class Conflict(Refused):
    """It is not possible now."""

    status, code = 409, "conflict"


class TooFast(Refused):
    """Too many requests."""

    status, code = 429, "too_fast"


class StoreFailed(Refused):
    """The change could not be stored, so it did not happen."""

    status, code = 503, "store"
