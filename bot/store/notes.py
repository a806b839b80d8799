"""Small facts that outlive the program, by name: which commands were sent, which emoji are there."""

from sqlalchemy import select

from bot.store.connections import Connections
from bot.store.models import NoteRow
from bot.store.upsert import put


class SqlNotes:
    """Notes by name. Every method is one unit of work."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    async def recall(self, name: str) -> str | None:
        """Return what was noted under `name`; None if nothing was."""
        async with self._connections.read() as connection:
            return (await connection.execute(select(NoteRow.value).where(NoteRow.name == name))).scalar()

    async def note(self, name: str, value: str) -> None:
        """Note `value` under `name` (at most 128 characters), replacing what was there."""
        async with self._connections.write() as connection:
            await put(connection, NoteRow, {"name": name, "value": value})
            await connection.commit()
