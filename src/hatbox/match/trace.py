"""The chain of fingerprints of a game: one link per ply, each over the link before and a mark of the ply."""

from base64 import b64encode
from hashlib import blake2b

LINK = 16  # bytes
CHECK = 2  # characters kept per ply in a record: 12 bits, the whole digest stands at the end


class Trace:
    """Fingerprints from the set-up to now; altering a ply alters all that follow."""

    def __init__(self, start: bytes) -> None:
        """Begin with the mark of the set-up."""
        self._links = [_link(b"", start)]

    @property
    def digest(self) -> str:
        """The last link as text."""
        return self._links[-1].hex()

    def add(self, state: bytes) -> None:
        """One ply more."""
        links = self._links
        links.append(blake2b(links[-1] + state, digest_size=LINK).digest())

    def take_back(self) -> None:
        """One ply less."""
        self._links.pop()

    def restate(self, state: bytes) -> None:
        """The same ply with another state (a new generator)."""
        self._links[-1] = _link(self._links[-1], state)

    @property
    def check(self) -> str:
        """The two characters of the last ply."""
        return _check(self._links[-1])

    @property
    def checks(self) -> str:
        """Two characters per ply, the set-up first."""
        return "".join(map(_check, self._links))


def _check(link: bytes) -> str:
    return b64encode(link[:3], b"-_").decode()[:CHECK]


def _link(before: bytes, state: bytes) -> bytes:
    return blake2b(before + state, digest_size=LINK).digest()
