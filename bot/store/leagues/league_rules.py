"""The rules of leagues are compared as text, so all are kept in the form of this version."""

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connection.connections import Connections
from bot.store.schema.league_models import LeagueRow, SeasonRow
from engine.model.notation import format_rules, parse_rules


async def refresh_rules_texts(connections: Connections) -> int:
    """Rewrite rules that an earlier version wrote, without the options that are new; return how many.

    A league counts the deals of tables with exactly its rules: it would count none after an upgrade.
    """
    async with connections.write() as connection:
        count = sum([await _refresh(connection, row) for row in (LeagueRow, SeasonRow)])
        if count:
            await connection.commit()
    return count


async def _refresh(connection: AsyncConnection, row: type[LeagueRow] | type[SeasonRow]) -> int:
    texts = (await connection.execute(select(row.rules).distinct())).scalars().all()
    stale = {old: new for old in texts if (new := _rewrite(old)) != old}
    for old, new in stale.items():
        await connection.execute(update(row).where(row.rules == old).values(rules=new))
    return len(stale)


def _rewrite(text: str) -> str:
    try:
        return format_rules(parse_rules(text)) if text else text
    except ValueError:  # an option that this version does not have: such a league counts nothing
        return text
