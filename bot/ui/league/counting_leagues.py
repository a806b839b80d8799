"""Text about the leagues in which a table's deals count, which depends only on the table's rules."""

from collections.abc import Iterable, Sequence

from bot.ids import GuildId, TableId
from bot.league.leagues import LeagueInfo
from bot.play.ports import TableInfo
from bot.text.catalogue import Texts
from bot.text.describe.seat_names import escape_name
from bot.ui.core.services import Services
from engine.model.notation import format_rules


async def list_counting_leagues(services: Services, facts: TableInfo) -> Sequence[LeagueInfo]:
    """Return the leagues in which deals at a table count now: those with its rules and an open season."""
    if facts.is_computers_only or facts.has_oracle:
        return ()
    return await services.league.queries.list_leagues_counting(GuildId(facts.guild), format_rules(facts.rules))


async def counting_league_lines(services: Services, facts: TableInfo, texts: Texts) -> tuple[str, ...]:
    """Return a line about the leagues in which deals at a table count, or that an oracle's table counts nowhere."""
    if facts.has_oracle:
        return (texts.say("counting.oracle"),)
    found = await list_counting_leagues(services, facts)
    return (texts.say("counting.here", names=_format_league_names(found, texts)),) if found else ()


async def last_deal_league_lines(services: Services, table: TableId, texts: Texts) -> tuple[str, ...]:
    """Return a line about the leagues in which the last deal counts, and one for each player who topped the ladder."""
    leagues, climbed = await services.league.queries.summarize_last_deal(TableId(table))
    counted = texts.format_list(f"**{escape_name(name)}**" for name in leagues)
    lines = [texts.say("counting.counted", names=counted)] if leagues else []
    return (*lines, *(texts.say("counting.climbed", name=escape_name(name)) for name in climbed))


async def format_league_effect(services: Services, facts: TableInfo, league: LeagueInfo, texts: Texts) -> str:
    """Return whether deals at a table opened for a league count; without a season they do not."""
    if any(one.id == league.id for one in await list_counting_leagues(services, facts)):
        return texts.say("counting.here", names=_format_league_names([league], texts))
    if facts.has_oracle:
        return texts.say("counting.oracle")
    return texts.say("counting.no_season", name=escape_name(league.name))


def format_no_longer_counting(before: Iterable[LeagueInfo], now: Sequence[LeagueInfo], texts: Texts) -> str:
    """Return the leagues in which deals no longer count after the rules changed; nothing if they all still count."""
    lost = [one for one in before if one not in now]
    return texts.say("counting.no_more", names=_format_league_names(lost, texts)) if lost else ""


def _format_league_names(leagues: Iterable[LeagueInfo], texts: Texts) -> str:
    return texts.format_list(f"**{escape_name(league.name)}**" for league in leagues)
