"""The audit log of leagues, written in the transaction of the change that it records."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.ids import GuildId, LeagueId
from bot.league.audit_log import AuditAction, AuditEntry, AuditRecord, AuditStamp
from bot.store.connection.upsert import insert_all
from bot.store.schema.league_models import AuditEntryRow
from engine.model.message_keys import MessageKey

AUDIT_COLUMNS = tuple(AuditEntryRow.__table__.columns)


async def add_audit_entries(
    connection: AsyncConnection,
    guild: GuildId,
    stamp: AuditStamp,
    records: Iterable[AuditRecord],
    league: LeagueId | None = None,
) -> None:
    """Add entries to the audit log of a league; None: of a server."""
    rows = [_audit_values(guild, stamp, one.action, one.facts, league) for one in records]
    await insert_all(connection, AuditEntryRow, rows)


def _audit_values(
    guild: int,
    stamp: AuditStamp,
    action: MessageKey[AuditAction, ...],
    facts: Mapping[str, object],
    league: int | None = None,
) -> dict[str, Any]:
    """Return the row of an audit entry. A user in `facts` goes to the column that follows a change of id."""
    kept = {name: value for name, value in facts.items() if name != "user"} | ({"undoes": True} if stamp.undoes else {})
    return {
        "guild_id": guild,
        "league_id": league,
        "user_id": stamp.by,
        "at": stamp.at,
        "action": action.value,
        "facts": json.dumps(kept, ensure_ascii=False),
        "about_id": facts.get("user"),
    }


def to_audit_entry(row: Any) -> AuditEntry:
    """Return an audit entry."""
    facts = json.loads(row.facts) | ({} if row.about_id is None else {"user": row.about_id})
    stamp = AuditStamp(row.user_id, row.at, facts.pop("undoes", False))
    return AuditEntry(stamp, AuditAction.from_value(row.action), row.league_id, facts)
