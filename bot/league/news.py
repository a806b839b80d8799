"""News of seasons that have not been told yet: kept until they are, also by a program that dies."""

import asyncio
from collections.abc import Sequence
from functools import cached_property
from typing import Final

from bot.league.desk import Desk
from bot.league.ids import LeagueId
from bot.league.leagues import DAY, News

LAST: Final = DAY
"""Seconds after which news are news no more."""


class Newsroom(Desk):
    """What is still to be told. Who tells holds `telling`, so that nobody tells the same."""

    @cached_property
    def telling(self) -> asyncio.Lock:
        """The right to tell."""
        return asyncio.Lock()

    async def news(self, league: LeagueId | None = None) -> Sequence[News]:
        """Return what is to be told of a league, or of all, the oldest first; what is too old is forgotten."""
        found = await self._store.news(league)
        for old in (one for one in found if self._old(one)):
            await self.told(old)
        return [one for one in found if not self._old(one)]

    async def told(self, news: News) -> None:
        """Note that something was told, or never will be."""
        await self._store.drop_news(news.id)

    def _old(self, news: News) -> bool:
        return news.at < self._now() - LAST or news.league.draft.channel is None
