"""When people were last at a table over days, or at a game night: its code is longer than a table's."""

from hatbox.table.store.queries import Queries

SCHEMA = """
CREATE TABLE IF NOT EXISTS visits (
    code text NOT NULL, guest text NOT NULL, at double precision NOT NULL, PRIMARY KEY (code, guest));
"""
NOTE = "INSERT INTO visits VALUES ($1, $2, $3) ON CONFLICT (code, guest) DO UPDATE SET at = excluded.at"


class StoredVisits(Queries):
    """The part of a store that knows who was where."""

    async def note_visit(self, code: str, guest: str, at: float) -> None:
        """A guest is at a table or a night, or has just left it."""
        await self.change([(NOTE, (code, guest, at))])

    async def visits(self, code: str) -> dict[str, float]:
        """When each guest was last at a table or a night, in seconds since 1970."""
        return dict(await self.query("SELECT guest, at FROM visits WHERE code = $1", code))

    async def visits_of(self, guest: str) -> dict[str, float]:
        """When a guest was last at each table and night."""
        return dict(await self.query("SELECT code, at FROM visits WHERE guest = $1", guest))

    async def forget_visits(self, guest: str) -> None:
        """Forget where a guest was."""
        await self.change([("DELETE FROM visits WHERE guest = $1", (guest,))])
