"""Exports what is stored about a person, and deletes it or makes it anonymous."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final

from sqlalchemy import Table, delete, func, or_, select, union, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.ids import GuildId, RoleId, TableId, UserId
from bot.league.teams.teams import InvitationAnswer, TeamRole
from bot.play.ports import StillSeated
from bot.play.values.table_info import Person, format_occupant
from bot.processes.process import FORGOTTEN
from bot.store.connection.connections import Repository
from bot.store.connection.upsert import get_table
from bot.store.people.event_withdrawals import withdraw_person
from bot.store.people.person_store import get_next_anonymous_id, member_key
from bot.store.schema.base import Base, PersonRow, PreferencesRow
from bot.store.schema.league_models import LeagueManagerRow, LeagueRow
from bot.store.schema.puzzle_models import DailyPlayRow, PuzzleAnswerRow
from bot.store.schema.table_models import LIVE_TABLES, ActionRow, PanelRow, ProposalRow, SeatRow, TableRow
from bot.store.schema.team_models import (
    ChampionRow,
    TeamCaptainRow,
    TeamFoundingRow,
    TeamInvitationRow,
    TeamMemberRow,
    TeamMembershipRow,
    TeamRow,
    TeamSubstituteRow,
)

_NO_END: Final = 2**31 - 1
_MAX_EXACT_NUMBER: Final = 2**53
"""Larger integers, such as Discord's ids, are exported as text, because many readers of JSON would round them."""
SECRET_COLUMNS: Final = {"panels": {"token"}}
"""The columns, by table, that hold credentials. The export leaves out their values."""
TIME_SUFFIXES: Final = ("at", "_at")
"""Endings of columns that hold seconds since the epoch."""
Row = Mapping[Any, Any]
_ROWS_OF_USER: Final = (
    PanelRow,
    PreferencesRow,
    TeamSubstituteRow,
    TeamCaptainRow,
    LeagueManagerRow,
    ChampionRow,
    PuzzleAnswerRow,
    DailyPlayRow,
)
"""The models whose rows about a person are deleted. Most other models keep the rows under an anonymous id."""


class SqlPersonalData(Repository):
    """Implements `bot.ui.core.ports.PersonalDataStore`. Every method is one transaction."""

    async def export_personal_data(self, user: UserId) -> dict[str, list[dict[str, Any]]]:
        async with self._connections.read() as connection:
            found: dict[str, list[dict[str, Any]]] = {}
            for table, columns in list_person_tables().items():
                query = select(table).where(or_(*(table.c[name] == user for name in columns)))
                if rows := (await connection.execute(query)).mappings().all():
                    found[table.name] = [_to_json_row(row, SECRET_COLUMNS.get(table.name, set())) for row in rows]
            if actions := await _read_own_actions(connection, user):
                found["own_actions"] = actions
        return found

    async def list_given_roles(
        self, user: UserId, beside: Collection[TableId] = ()
    ) -> Sequence[tuple[GuildId, RoleId]]:
        query = select(LeagueRow.guild_id, ChampionRow.role_id).join(LeagueRow, LeagueRow.id == ChampionRow.league_id)
        async with self._connections.read() as connection:
            await self._refuse_seated(connection, user, beside)
            rows = (await connection.execute(query.where(ChampionRow.user_id == user))).all()
        return [(guild, role) for guild, role in rows]

    async def delete_personal_data(self, user: UserId, beside: Collection[TableId] = ()) -> UserId:
        # A team keeps the deleted member under an anonymous id. Without it, others could take over the team's level.
        async with self._connections.transaction() as connection:
            await self._refuse_seated(connection, user, beside)
            await withdraw_person(connection, user)
            anonymous = UserId(await get_next_anonymous_id(connection))
            memberships = select(TeamMemberRow.team_id).where(TeamMemberRow.user_id == user)
            teams = (await connection.execute(memberships)).scalars().all()
            await _close_invitations(connection, user)
            for model in _ROWS_OF_USER:
                await connection.execute(delete(model).where(model.user_id == user))
            sitting_in = TeamMembershipRow.user_id == user, TeamMembershipRow.role == TeamRole.SUBSTITUTE.value
            await connection.execute(delete(TeamMembershipRow).where(*sitting_in))
            await connection.execute(delete(ProposalRow).where(ProposalRow.newcomer_id == user))
            renaming = update(PersonRow).where(PersonRow.id == user)
            await connection.execute(renaming.values(id=anonymous, name=None, locale=None))
            text = func.replace(ActionRow.text, f"u:{user}", f"u:{anonymous}")
            await connection.execute(update(ActionRow).where(ActionRow.user_id == anonymous).values(text=text))
            for team in teams:
                query = select(TeamMemberRow.user_id).where(TeamMemberRow.team_id == team)
                key = member_key((await connection.execute(query)).scalars())
                await connection.execute(update(TeamRow).where(TeamRow.id == team).values(member_key=key))
            await self._connections.tell(connection, f"{FORGOTTEN} {user}")
        return anonymous

    async def _refuse_seated(self, connection: AsyncConnection, user: UserId, beside: Collection[TableId]) -> None:
        seated = select(SeatRow.table_id).join(TableRow, TableRow.id == SeatRow.table_id)
        hosts = select(TableRow.id).where(TableRow.host_id == user, LIVE_TABLES)
        queries = [seated.where(SeatRow.user_id == user, LIVE_TABLES), hosts]
        if not self._connections.shards.is_everything:  # other processes may hold tables that name the user
            acted = select(ActionRow.table_id).join(TableRow, TableRow.id == ActionRow.table_id)
            elsewhere = LIVE_TABLES, ~self._connections.is_own(TableRow.guild_id)
            queries.append(acted.where(ActionRow.user_id == user, *elsewhere))
        tables = sorted(set((await connection.execute(union(*queries))).scalars()) - set(beside))
        if tables:
            raise StillSeated(tables)


def list_person_tables() -> dict[Table, tuple[str, ...]]:
    """Return the columns that refer to people, by table. The table of people itself is included with its id."""
    people = get_table(PersonRow)
    found: dict[Table, tuple[str, ...]] = {people: ("id",)}
    for table in Base.metadata.sorted_tables:
        columns = tuple(c.name for c in table.columns if any(k.column.table is people for k in c.foreign_keys))
        if columns:
            found[table] = columns
    return found


async def _read_own_actions(connection: AsyncConnection, user: UserId) -> list[dict[str, Any]]:
    """Return each seat's actions from the time when the person had the seat. The person has seen these actions."""
    named_at = select(ActionRow.table_id).where(ActionRow.user_id == user)
    sits = (
        select(ActionRow.table_id, ActionRow.revision, ActionRow.text)
        .where(ActionRow.text.like("table sit %"), ActionRow.table_id.in_(named_at))
        .order_by(ActionRow.table_id, ActionRow.revision)
    )
    found = []
    for table, seat, first, end in _list_stays((await connection.execute(sits)).all(), user):
        query = (
            select(ActionRow.table_id, ActionRow.revision, ActionRow.at, ActionRow.text)
            .where(ActionRow.table_id == table, ActionRow.revision > first, ActionRow.revision < end)
            .where(ActionRow.text.like(f"{seat} %"))
            .order_by(ActionRow.revision)
        )
        found += [_to_json_row(row, set()) for row in (await connection.execute(query)).mappings()]
    return found


def _list_stays(sits: Iterable[Sequence[Any]], user: UserId) -> Iterator[tuple[int, str, int, int]]:
    """Yield (table, seat, first revision, end revision) for each period in which the user had a seat.

    `sits` are all actions in which anybody took a seat at these tables.
    """
    holding: dict[tuple[int, str], int] = {}
    for table, revision, text in sits:
        _, _, seat, who = text.split(" ", 3)
        first = holding.pop((table, seat), None)
        if first is not None:
            yield table, seat, first, revision
        if who == format_occupant(Person(user)):
            holding[table, seat] = revision
    yield from ((table, seat, first, _NO_END) for (table, seat), first in holding.items())


def _to_json_row(row: Row, hidden: set[str]) -> dict[str, Any]:
    return {
        name: "(a key, kept for 15 minutes)" if name in hidden else _to_json_value(name, v) for name, v in row.items()
    }


def _to_json_value(name: str, value: Any) -> Any:
    if name.endswith(TIME_SUFFIXES) and isinstance(value, float):
        return datetime.fromtimestamp(value, UTC).isoformat(timespec="seconds")
    if isinstance(value, bytes):
        return value.hex()
    return str(value) if isinstance(value, int) and abs(value) > _MAX_EXACT_NUMBER else value


async def _close_invitations(connection: AsyncConnection, user: UserId) -> None:
    """Delete the user's unanswered invitations. End foundings of teams that they began or have not answered."""
    invited = TeamInvitationRow.user_id == user, TeamInvitationRow.answer.is_(None)
    query = select(TeamInvitationRow.founding_id).where(*invited, TeamInvitationRow.founding_id.is_not(None))
    needed = TeamFoundingRow.id.in_(query), TeamFoundingRow.founder_id == user
    foundings = select(TeamFoundingRow.id, TeamFoundingRow.created_at).where(or_(*needed))
    for row in (await connection.execute(foundings.where(TeamFoundingRow.ended_at.is_(None)))).all():
        ending = update(TeamFoundingRow).where(TeamFoundingRow.id == row.id).values(ended_at=row.created_at)
        await connection.execute(ending)
        unanswered = TeamInvitationRow.founding_id == row.id, TeamInvitationRow.answer.is_(None)
        withdrawn = {"answer": InvitationAnswer.WITHDRAWN.value, "answered_at": row.created_at}
        await connection.execute(update(TeamInvitationRow).where(*unanswered).values(**withdrawn))
    await connection.execute(delete(TeamInvitationRow).where(*invited))
