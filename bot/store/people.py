"""People: the one place with names, and how a person is forgotten."""

from collections.abc import Collection, Iterable, Sequence

from sqlalchemy import delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.play.occupants import TableId, UserId
from bot.play.ports import StillSeated
from bot.store.connections import Connections
from bot.store.league_models import ManagerRow
from bot.store.models import (
    LIVE,
    ActionRow,
    GuildRow,
    MemberRow,
    MotionRow,
    NoteRow,
    PanelRow,
    PersonRow,
    PreferenceRow,
    SeatRow,
    SubstituteRow,
    TableRow,
    TeamRow,
)
from bot.store.upsert import ensure, put

__all__ = ["PERSONAL", "SqlPeople", "StillSeated", "know_guild", "know_people", "member_key"]

_AT_ONCE = 500
"""Ids in one statement: databases limit how many parameters it has."""


PERSONAL = "locale:{user}"
"""Names of the notes that are kept of a person, parted by blanks."""


async def know_people(connection: AsyncConnection, users: Iterable[int]) -> None:
    """See that every one of `users` has a row to refer to."""
    await ensure(connection, PersonRow, [{"id": user} for user in sorted(set(users))])


async def know_guild(connection: AsyncConnection, guild: int) -> None:
    """See that the server has a row to refer to."""
    await ensure(connection, GuildRow, [{"id": guild}])


async def next_nameless(connection: AsyncConnection) -> int:
    """Return the greatest id that is free for somebody without a name; all below it are free too."""
    return min(0, (await connection.execute(select(func.min(PersonRow.id)))).scalar() or 0) - 1


class SqlPeople:
    """What people are called, and forgetting them."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    async def save_name(self, user: UserId, name: str) -> None:
        """Keep what a person is called."""
        async with self._connections.write() as connection:
            await put(connection, PersonRow, {"id": user, "name": name})
            await connection.commit()

    async def names(self, users: Sequence[UserId]) -> dict[UserId, str]:
        """Return what these people are called, as far as known."""
        found: dict[UserId, str] = {}
        async with self._connections.read() as connection:
            for first in range(0, len(users), _AT_ONCE):
                some = users[first : first + _AT_ONCE]
                query = select(PersonRow.id, PersonRow.name).where(PersonRow.id.in_(some))
                rows = await connection.execute(query)
                found.update({UserId(id_): name for id_, name in rows if name is not None})
        return found

    async def forget(self, user: UserId, beside: Collection[TableId] = ()) -> UserId:
        """Forget a person: what was played stays under a new id below zero, which is returned.

        `beside`: live tables at which he may sit all the same, for nobody can leave them.

        Name, notes, preferences, panels, what he asked for at tables and the rights to manage leagues and to sit in for
        others go; teams keep an unknown member, so that nobody else inherits their level.

        Raises:
            StillSeated: he sits, or is host, at a live table.
        """
        async with self._connections.write() as connection:
            await _refuse_seated(connection, user, beside)
            nobody = UserId(await next_nameless(connection))
            teams = await _teams_of(connection, user)
            for model in (PanelRow, PreferenceRow, SubstituteRow, ManagerRow):
                await connection.execute(delete(model).where(model.user_id == user))
            await connection.execute(delete(MotionRow).where(MotionRow.newcomer_id == user))
            await connection.execute(delete(NoteRow).where(NoteRow.name.in_(PERSONAL.format(user=user).split())))
            await connection.execute(update(PersonRow).where(PersonRow.id == user).values(id=nobody, name=None))
            await connection.execute(
                update(ActionRow)
                .where(ActionRow.user_id == nobody)
                .values(text=func.replace(ActionRow.text, f"u:{user}", f"u:{nobody}"))
            )
            for team in teams:
                await _key_members(connection, team)
            await connection.commit()
        return nobody


async def _refuse_seated(connection: AsyncConnection, user: UserId, beside: Collection[TableId]) -> None:
    seated = select(SeatRow.table_id).join(TableRow, TableRow.id == SeatRow.table_id)
    hosts = select(TableRow.id).where(TableRow.host_id == user, LIVE)
    query = seated.where(SeatRow.user_id == user, LIVE).union(hosts)
    tables = sorted(set((await connection.execute(query)).scalars()) - set(beside))
    if tables:
        raise StillSeated([TableId(table) for table in tables])


async def _teams_of(connection: AsyncConnection, user: int) -> Sequence[int]:
    return (await connection.execute(select(MemberRow.team_id).where(MemberRow.user_id == user))).scalars().all()


async def _key_members(connection: AsyncConnection, team: int) -> None:
    query = select(MemberRow.user_id).where(MemberRow.team_id == team).order_by(MemberRow.user_id)
    members = (await connection.execute(query)).scalars()
    await connection.execute(update(TeamRow).where(TeamRow.id == team).values(member_key=member_key(members)))


def member_key(members: Iterable[int]) -> str:
    """Return a team's people as the database compares them."""
    return " ".join(map(str, sorted(members)))
