"""Undoes a manager's last act on a league. The audit log tells which act this was."""

import json
from dataclasses import dataclass, replace
from typing import Final

from bot.ids import GuildId, LeagueId
from bot.league.audit_log import AuditAction, AuditEntry
from bot.league.leagues.access import Caller, LeagueAccess
from bot.league.leagues.league_settings import LeagueSettings
from bot.league.management.manage_leagues import LeagueManagement
from bot.league.queries.query_ports import LeagueQueryStore
from bot.league.refusals import LeagueRefusal, LeagueRefused
from bot.setting_fields import parse_values, with_values

UNDO_SECONDS: Final = 600.0
LOOKED_AT: Final = 50
"""How many of the newest entries of the audit log are searched for the caller's last act."""
_UNDONE: Final = {
    AuditAction.JOINED,
    AuditAction.LEFT,
    AuditAction.MANAGER_ADDED,
    AuditAction.MANAGER_REMOVED,
    AuditAction.MANAGER_ROLE_ADDED,
    AuditAction.MANAGER_ROLE_REMOVED,
    AuditAction.EDITED,
    AuditAction.SEASON_CLOSED,
}


@dataclass(frozen=True, slots=True)
class LeagueUndo:
    """The part of the league service that lets managers undo a mistake."""

    _queries: LeagueQueryStore
    _admin: LeagueManagement
    _access: LeagueAccess

    async def find(self, caller: Caller, league: LeagueId) -> AuditEntry | None:
        """Return the caller's last act on a league. Return None if it cannot be undone now, or was itself an undo."""
        entries, _ = await self._queries.list_audit_entries(league, 0, LOOKED_AT)  # newest first
        last = next((one for one in entries if one.stamp.by == caller.user), None)
        if last is None or last.action not in _UNDONE or self._access.now() - last.stamp.at > UNDO_SECONDS:
            return None
        return None if last.stamp.undoes or "moved" in last.facts else last

    async def undo(self, caller: Caller, guild: GuildId, league: LeagueId, at: int) -> None:
        """Take back the caller's last act, if it was done in the millisecond `at`. The audit log keeps both acts.

        Raises LeagueRefused: UNDO_OVER, or the reason for which the opposite act is refused.
        """
        act = await self.find(caller, league)
        if act is None or act.stamp.milliseconds != at:
            raise LeagueRefused(LeagueRefusal.UNDO_OVER)
        place, facts = (replace(caller, undoes=True), guild, league), act.facts
        match act.action:
            case AuditAction.JOINED:
                await self._admin.leave(*place, facts.get("team"), facts.get("user"))
            case AuditAction.LEFT:
                await self._admin.join(*place, facts.get("team"), facts.get("user"))
            case AuditAction.MANAGER_ADDED | AuditAction.MANAGER_REMOVED:
                manages = act.action is AuditAction.MANAGER_REMOVED
                await self._admin.set_manager(*place, facts["user"], manages=manages)
            case AuditAction.MANAGER_ROLE_ADDED | AuditAction.MANAGER_ROLE_REMOVED:
                manages = act.action is AuditAction.MANAGER_ROLE_REMOVED
                await self._admin.set_manager_role(*place, facts["role"], manages=manages)
            case AuditAction.EDITED:
                known = await self._access.get_league(guild, league)
                before = parse_values(LeagueSettings, json.dumps(facts["before"]))
                await self._admin.edit_league(*place, with_values(known.settings, before))
            case _:
                await self._admin.reopen_season(*place, facts["number"])
