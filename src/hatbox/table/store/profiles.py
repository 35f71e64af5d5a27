"""What a store holds about people who want to be recognised: a profile, and saved sets of rules."""

from collections.abc import Collection
from dataclasses import dataclass

import msgspec

from hatbox.options import OptionValue
from hatbox.table.store.queries import Change, Queries

SCHEMA = """
CREATE TABLE IF NOT EXISTS profiles (
    guest text PRIMARY KEY, name text NOT NULL, figure text NOT NULL, colour text NOT NULL,
    child integer NOT NULL, rated integer NOT NULL);
CREATE TABLE IF NOT EXISTS saved_rules (
    id text PRIMARY KEY, guest text NOT NULL, name text NOT NULL, game text NOT NULL, players integer NOT NULL,
    options text NOT NULL, made double precision NOT NULL);
CREATE INDEX IF NOT EXISTS saved_rules_by_guest ON saved_rules (guest);
"""
SAVE = """
INSERT INTO profiles VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (guest) DO UPDATE SET name = excluded.name,
figure = excluded.figure, colour = excluded.colour, child = excluded.child, rated = excluded.rated
"""
# One statement, so that two concurrent requests cannot pass the limit together.
ADD = """
INSERT INTO saved_rules SELECT CAST($1 AS text), CAST($2 AS text), CAST($3 AS text), CAST($4 AS text),
CAST($5 AS integer), CAST($6 AS text), CAST($7 AS double precision)
WHERE (SELECT count(*) FROM saved_rules WHERE guest = $2) < $8
"""


@dataclass(frozen=True)
class StoredProfile:
    """A guest's name and figure on their devices; other people see only the name at a table."""

    name: str = ""
    figure: str = ""
    colour: str = ""
    child: bool = False
    rated: bool = False  # games with others who want it too change a rating


@dataclass(frozen=True)
class SavedRules:
    """A saved set of rules for a game."""

    id: str
    name: str
    game: str
    players: int
    options: dict[str, OptionValue]


class StoredProfiles(Queries):
    """The part of a store that knows profiles."""

    async def profile(self, guest: str) -> StoredProfile | None:
        """Return the profile of a guest; None: there is none."""
        rows = await self.query(
            "SELECT name, figure, colour, child, rated FROM profiles WHERE guest = $1", guest
        )
        if not rows:
            return None
        name, figure, colour, child, rated = rows[0]
        return StoredProfile(name, figure, colour, bool(child), bool(rated))

    async def save_profile(self, guest: str, new: StoredProfile) -> None:
        """Replace the profile of a guest."""
        values = (guest, new.name, new.figure, new.colour, int(new.child), int(new.rated))
        await self.change([(SAVE, values)])

    async def wanting_ratings(self, guests: Collection[str]) -> frozenset[str]:
        """Return which of some guests want a rating; never children."""
        places = ", ".join(f"${k + 1}" for k in range(len(guests)))
        sql = f"SELECT guest FROM profiles WHERE rated = 1 AND child = 0 AND guest IN ({places})"
        return frozenset(str(row[0]) for row in await self.query(sql, *guests)) if guests else frozenset()

    async def saved_rules(self, guest: str) -> list[SavedRules]:
        """Return the sets of rules that a guest saved, the oldest first."""
        sql = "SELECT id, name, game, players, options FROM saved_rules WHERE guest = $1 ORDER BY made, id"
        return [
            SavedRules(id, name, game, players, msgspec.json.decode(options, type=dict[str, OptionValue]))
            for id, name, game, players, options in await self.query(sql, guest)
        ]

    async def save_rules(self, guest: str, new: SavedRules, at: float, most: int) -> None:
        """Save a set of rules, unless the guest already has so many."""
        options = msgspec.json.encode(new.options).decode()
        await self.change([(ADD, (new.id, guest, new.name, new.game, new.players, options, at, most))])

    async def forget_rules(self, guest: str, id: str) -> None:
        """Delete one of a guest's sets of rules."""
        await self.change([("DELETE FROM saved_rules WHERE guest = $1 AND id = $2", (guest, id))])

    async def forget_profile(self, guest: str) -> None:
        """Delete everything about a guest except games."""
        tables = ("profiles", "saved_rules", "moves")
        await self.change([(f"DELETE FROM {name} WHERE guest = $1", (guest,)) for name in tables])


def unused() -> list[Change]:
    """Return statements that delete the profiles of people without a device."""
    names = ("profiles", "saved_rules")
    return [(f"DELETE FROM {name} WHERE guest NOT IN (SELECT guest FROM tokens)", ()) for name in names]
