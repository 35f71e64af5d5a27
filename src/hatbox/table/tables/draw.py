"""The draw of a table's dice as its log records it: commitments, the promise, and who opened a number.

docs/fairness.md says what is sent when, and who could cheat and how.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from hatbox.match.draw import Head, Share, joint_promise, sha256_of
from hatbox.table.tables import journal


@dataclass
class DrawState:
    """Who has committed to a number, and what happened to it."""

    commitments: dict[str, str] = field(default_factory=dict)  # guest → hash
    promise: str = ""  # empty: not yet published
    guests: list[str] = field(default_factory=list)  # by seat, when the draw was closed
    shares: list[Share] | None = None  # by seat, once the game has started

    @property
    def closed(self) -> bool:
        """Whether no commitment can change any more."""
        return bool(self.promise)

    def commit(self, guest: str, commitment: str) -> None:
        """Store a guest's commitment."""
        self.commitments[guest] = commitment

    def commitment(self, guest: str) -> str:
        """Return what a guest committed to, or nothing."""
        return self.commitments.get(guest, "") if guest else ""

    def close(self, made: journal.Made, seats: Sequence[journal.Seat]) -> None:
        """Fix everything that the dice depend on."""
        self.guests = [seat.guest for seat in seats]
        commitments = [self.commitment(guest) for guest in self.guests]
        head = head_of(made, [seat.name for seat in seats])
        self.promise = made.promise or joint_promise(head, commitments, made.salt, made.seed)

    def missing(self, opened: Mapping[str, str]) -> set[str]:
        """Return the guests who have committed to a number and not opened it."""
        return {guest for guest in self.guests if self.commitment(guest)} - opened.keys()

    def is_number_of(self, guest: str, number: str) -> bool:
        """Whether a guest has committed to this number."""
        return sha256_of(number) == self.commitment(guest)

    def share(self, guest: str, opened: Mapping[str, str]) -> Share:
        """Return what a guest contributes to the draw; the same for each of the guest's seats."""
        commitment = self.commitment(guest)
        if not commitment:
            return Share()
        if guest not in opened:
            return Share(by="late", commitment=commitment)
        return Share(by="player", commitment=commitment, number=opened[guest])


def head_of(made: journal.Made, names: Sequence[str]) -> Head:
    """Return what is fixed before the first move."""
    fork = made.fork
    return Head(
        game=made.game,
        ruleset=made.ruleset,
        players=made.players,
        options=made.options,
        names=names,
        seed=str(fork.seed) if fork else "",
        forks=fork.with_seed("") if fork else [],
        actions=fork.actions if fork else [],
    )
