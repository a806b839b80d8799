"""Announcements of seasons, kept until they are sent, also if the program dies before."""

import asyncio
from collections.abc import Sequence
from typing import Final

from bot.ids import LeagueId
from bot.league.access import LeagueAccess
from bot.league.leagues import DAY_SECONDS, SeasonAnnouncement
from bot.league.result_ports import AnnouncementStore

MAX_AGE_SECONDS: Final = DAY_SECONDS
"""Older announcements are dropped."""


class AnnouncementQueue:
    """The announcements that wait. Hold `sending` while sending them, so that none is sent twice."""

    def __init__(self, store: AnnouncementStore, access: LeagueAccess) -> None:
        self._store = store
        self._access = access
        self.sending = asyncio.Lock()

    async def list_announcements(self, league: LeagueId | None = None) -> Sequence[SeasonAnnouncement]:
        """Return the announcements of a league, or of all, oldest first; drop obsolete ones."""
        found = await self._store.list_announcements(league)
        for announcement in found:
            if self._is_obsolete(announcement):
                await self.mark_announced(announcement)
        return [announcement for announcement in found if not self._is_obsolete(announcement)]

    async def mark_announced(self, announcement: SeasonAnnouncement) -> None:
        """Remove an announcement that was sent, or never will be."""
        await self._store.delete_announcement(announcement.id)

    def _is_obsolete(self, announcement: SeasonAnnouncement) -> bool:
        too_old = announcement.at < self._access.now() - MAX_AGE_SECONDS
        return too_old or announcement.league.settings.announcement_channel is None
