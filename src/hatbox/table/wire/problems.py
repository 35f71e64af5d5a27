"""What a request can be refused for; each has a code for programs and a sentence for people."""

from hatbox.errors import HatboxError


class Refused(HatboxError):
    """A request that the table does not carry out."""

    status = 400
    code = "bad_request"

    def __init__(self, sentence: str, code: str | None = None) -> None:
        """Keep the code beside the sentence."""
        super().__init__(sentence)
        self.code = code or type(self).code


class Unauthorised(Refused):
    """The token is not known."""

    status, code = 401, "bad_token"


class Forbidden(Refused):
    """Not for you."""

    status, code = 403, "forbidden"


class NotFound(Refused):
    """There is no such thing."""

    status, code = 404, "not_found"


class Conflict(Refused):
    """Not now."""

    status, code = 409, "conflict"


class TooFast(Refused):
    """Slow down."""

    status, code = 429, "too_fast"


class StoreFailed(Refused):
    """The change could not be stored, so it did not happen."""

    status, code = 503, "store"
