"""Queries about ratings, which everybody may make. They return leaderboards, profiles, and comparisons of players."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.ids import GuildId, UserId
from bot.league.queries.query_ports import DealHistoryStore, LeagueQueryStore
from bot.league.results.deals import SeatRole
from bot.league.results.ratings import NEW_RATING
from bot.league.results.read_models import (
    MAX_PAGE_SIZE,
    PAGE_SIZE,
    HeadToHead,
    Leaderboard,
    LeaderboardEntry,
    PlayedDeal,
    PlayerHistory,
    PlayerProfile,
    RatingPool,
    WinRecord,
    thin_out,
)
from bot.league.results.season_standings import FORM_LENGTH


@dataclass(frozen=True, slots=True)
class RatingQueries:
    """The part of the league service for ratings, which are kept by server and preset."""

    _store: LeagueQueryStore
    _history: DealHistoryStore

    async def find_leaderboard(
        self, guild: GuildId, preset: str, offset: int = 0, limit: int = PAGE_SIZE, search: str = ""
    ) -> Leaderboard | None:
        """Return a page of ratings, or None before the preset's first deal. `search` is a part of the names to list."""
        pool = await self._store.find_pool(guild, preset)
        if pool is None:
            return None
        offset, limit = max(0, offset), max(1, min(limit, MAX_PAGE_SIZE))
        lines, total = await self._store.list_leaders(pool.id, offset, limit, search.strip())
        return Leaderboard(pool, tuple(lines), total)

    async def find_profile(self, guild: GuildId, user: UserId, preset: str) -> PlayerProfile | None:
        """Return a user's statistics in a server and preset; None before anybody's first deal with the preset."""
        pool = await self._store.find_pool(guild, preset)
        if pool is None:
            return None
        return build_profile(
            user,
            pool,
            await self._store.find_rating(pool.id, user),
            await self._store.count_ranked(pool.id),
            await self._history.load_player_history(pool.id, user),
        )

    async def find_head_to_head(self, guild: GuildId, left: UserId, right: UserId, preset: str) -> HeadToHead | None:
        """Return two users' results as opponents and as partners; None before anybody's first deal with the preset."""
        pool = await self._store.find_pool(guild, preset)
        if pool is None:
            return None
        met = await self._history.list_meetings(pool.id, left, right)
        against = [won for together, won in met if not together]
        together = [won for together, won in met if together]
        entries = await self._store.find_rating(pool.id, left), await self._store.find_rating(pool.id, right)
        ratings = tuple(NEW_RATING if entry is None else entry.rating for entry in entries)
        records = WinRecord(len(against), sum(against)), WinRecord(len(together), sum(together))
        return HeadToHead(pool, left, right, *records, tuple(against[-FORM_LENGTH:]), (ratings[0], ratings[1]))


def build_profile(
    user: UserId, pool: RatingPool, entry: LeaderboardEntry | None, ranked: int, history: PlayerHistory
) -> PlayerProfile:
    """Return a player's profile, computed from their deals and ratings in a rating pool."""
    played = history.played
    taken = [deal.points for deal in played if deal.role is SeatRole.OPPONENT]
    given = [deal.points for deal in played if deal.role is not SeatRole.OPPONENT]
    return PlayerProfile(
        user=user,
        pool=pool,
        rating=NEW_RATING if entry is None else entry.rating,
        rank=None if entry is None else entry.rank,
        ranked_count=ranked,
        record=count_wins(played),
        by_role={role: count_wins(deal for deal in played if deal.role is role) for role in SeatRole},
        matches_won=sum(deal.match_won for deal in played),
        points_taken=_mean(taken),
        points_given=_mean(given),
        climbs=history.climbs,
        form=tuple(deal.won for deal in played[-FORM_LENGTH:]),
        partner=history.partner,
        best_deal=_find_best_deal(played),
        history=thin_out(history.ratings),
    )


def count_wins(played: Iterable[PlayedDeal]) -> WinRecord:
    """Count these deals, and how many of them were won."""
    won = [deal.won for deal in played]
    return WinRecord(len(won), sum(won))


def _mean(points: Sequence[int]) -> float | None:
    return sum(points) / len(points) if points else None


def _find_best_deal(played: Sequence[PlayedDeal]) -> PlayedDeal | None:
    """Return the win with the most levels. Ties go to the win with better points for the player, then to the first."""
    won = [deal for deal in played if deal.won]
    margins = {deal.result: deal.points if deal.role is SeatRole.OPPONENT else -deal.points for deal in won}
    return max(won, key=lambda deal: (deal.rise, margins[deal.result], -deal.result), default=None)
