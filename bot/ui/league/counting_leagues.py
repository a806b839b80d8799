"""Writes lines about what a table's deals count for, such as its league, its teams and the ratings."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from bot.ids import GuildId, TableId, UserId
from bot.league.leagues.counting_deals import Obstacle
from bot.league.leagues.league_settings import RankedBy
from bot.league.leagues.leagues import LeagueInfo
from bot.league.queries.table_preview import TablePlan, TablePreview
from bot.league.teams.ladder import SIDES
from bot.play.values.table_info import Computer, Person, TableInfo
from bot.text.catalogue import Texts
from bot.text.describe.seat_names import escape_name
from bot.ui.core.services import Services
from bot.ui.core.tables.rated_play import is_help_allowed, is_table_rated
from engine.model.options import Level, Teams

MAX_LEAGUES_NAMED: Final = 3


def plan_table(facts: TableInfo) -> TablePlan:
    """Return the facts about a table that decide whether its deals count."""
    users = tuple(one.user if isinstance(one, Person) else None for one in facts.seats)
    computers = sum(isinstance(one, Computer) for one in facts.seats)
    return TablePlan(GuildId(facts.guild), facts.rules, users, computers, facts.league, facts.has_ladder)


async def list_team_groups(
    services: Services, facts: TableInfo, newcomer: UserId | None = None
) -> tuple[frozenset[UserId], ...]:
    """Return groups of users who should share a side. The users are those at a table and, if given, a newcomer."""
    plan = plan_table(facts)
    return await services.league.tables.list_team_groups(replace(plan, users=(*plan.users, newcomer)))


async def find_counting_league(services: Services, facts: TableInfo) -> LeagueInfo | None:
    """Return the league of a table. Return None if it has no league, or if its deals cannot count there."""
    if facts.is_computers_only or facts.has_oracle or facts.league is None:
        return None
    preview = await services.league.tables.preview(plan_table(facts))
    lost = {Obstacle.ARCHIVED, Obstacle.OTHER_RULES, Obstacle.NO_SEASON}
    return None if preview.obstacle in lost else preview.league


async def counting_league_lines(services: Services, facts: TableInfo, texts: Texts) -> tuple[str, ...]:
    """Return lines about what the deals at a table count for, and about reasons why they do not count."""
    if facts.is_computers_only:
        return ()
    if facts.has_oracle:
        return (texts.say("counting.oracle"),)
    preview = await services.league.tables.preview(plan_table(facts))
    return (
        *_purpose_lines(facts, preview, texts),
        *_team_lines(facts, preview, texts),
        *await list_reasons(services, facts, preview, texts),
        *await _help_lines(services, facts, preview, texts),
    )


async def find_reasons(services: Services, facts: TableInfo, texts: Texts) -> tuple[str, ...]:
    """Return lines about what will not count at a table that is about to start, and why."""
    if facts.is_computers_only:
        return ()
    if facts.has_oracle:
        return (texts.say("counting.oracle"),) if facts.league is not None else ()
    preview = await services.league.tables.preview(plan_table(facts))
    unrated = () if preview.obstacle is None else await _help_lines(services, facts, preview, texts)
    return (*await list_reasons(services, facts, preview, texts), *unrated)


async def list_reasons(services: Services, facts: TableInfo, preview: TablePreview, texts: Texts) -> tuple[str, ...]:
    """Return lines with the reasons that keep a table's deals from counting."""
    split = texts.format_list(f"**{escape_name(name)}**" for name in preview.split_teams)
    lines = [texts.say("counting.split", names=split)] if split else []
    if preview.league is None:
        return tuple(lines)
    facts_of = {"name": escape_name(preview.league.name), "count": preview.min_people}
    if preview.obstacle is not None:
        return (*lines, texts.say(f"counting.obstacle.{preview.obstacle}", **facts_of))
    if preview.not_joined:
        found = await services.people.find_names(tuple(map(Person, preview.not_joined)), texts)
        names = texts.format_list(escape_name(name or "") for name in found)
        lines.append(texts.say("counting.not_joined", names=names, league=facts_of["name"]))
    for side in preview.sides_without_team:
        seats = texts.format_list(str(seat + 1) for seat in range(side, facts.rules.players, SIDES))
        lines.append(texts.say("counting.no_team", seats=seats, league=facts_of["name"]))
    return tuple(lines)


async def last_deal_league_lines(services: Services, table: TableId, texts: Texts) -> tuple[str, ...]:
    """Return lines that call the last deal void, or name its league and the teams that have completed all levels."""
    deal = await services.league.history.summarize_last_deal(table)
    if deal.is_void:
        return (texts.say("counting.void"),)
    lines = [] if deal.league is None else [texts.say("counting.counted", name=escape_name(deal.league))]
    return (*lines, *(texts.say("counting.climbed", name=escape_name(name)) for name in deal.climbed))


async def playing_team_lines(
    services: Services, facts: TableInfo, levels: Sequence[Level], texts: Texts
) -> tuple[str, ...]:
    """Return a line with the teams and levels at a table; empty before its match begins or if no team plays there."""
    if facts.start_levels is None or facts.rules.teams is not Teams.FIXED:
        return ()
    names = dict(await services.league.tables.list_playing_teams(facts.id))
    return (_format_teams(names, levels, texts),) if names else ()


def format_no_longer_counting(before: LeagueInfo | None, now: LeagueInfo | None, texts: Texts) -> str:
    """Return a warning that deals no longer count in the league `before`; empty if it is None or `now` is a league."""
    if before is None or now is not None:
        return ""
    return texts.say("counting.no_more", name=escape_name(before.name))


def friendly_lines(facts: TableInfo, texts: Texts) -> tuple[str, ...]:
    """Return the line of a friendly table; empty for others."""
    if not facts.is_friendly:
        return ()
    return (texts.say("counting.friendly_teams" if facts.rules.teams is Teams.FIXED else "counting.friendly"),)


def _purpose_lines(facts: TableInfo, preview: TablePreview, texts: Texts) -> tuple[str, ...]:
    if facts.starts_friendly:
        return friendly_lines(facts, texts) or (texts.say("counting.alone"),)
    if preview.league is None:
        possible = _format_league_names(preview.possible_leagues[:MAX_LEAGUES_NAMED], texts)
        return (texts.say("counting.possible", names=possible),) if possible else ()
    if preview.obstacle is not None:
        return ()
    key = "counting.here_teams" if preview.league.settings.ranked_by is RankedBy.TEAMS else "counting.here"
    return (texts.say(key, names=_format_league_names([preview.league], texts)),)


async def _help_lines(services: Services, facts: TableInfo, preview: TablePreview, texts: Texts) -> tuple[str, ...]:
    """Return a line that says whether deals are rated and hints are on. A friendly table has no such line."""
    if facts.starts_friendly:
        return ()
    rated = "unrated" if preview.obstacle is not None else "rated"
    if not is_table_rated(facts):
        rated = "house_rules"
    hints = "hints" if await is_help_allowed(services, facts) else "no_hints"
    return (texts.say(f"counting.{rated}.{hints}"),)


def _team_lines(facts: TableInfo, preview: TablePreview, texts: Texts) -> tuple[str, ...]:
    if not preview.teams:
        return ()
    levels = {one.side: one.level for one in preview.teams}
    names = {one.side: one.name for one in preview.teams}
    return (_format_teams(names, [levels.get(side, facts.rules.start_level) for side in range(SIDES)], texts),)


def _format_teams(names: dict[int, str], levels: Sequence[Level], texts: Texts) -> str:
    shown = [
        texts.say(
            "counting.team" if side in names else "counting.others",
            name=escape_name(names.get(side, "")),
            level=levels[side].text,
        )
        for side in range(SIDES)
    ]
    return texts.say("counting.teams", left=shown[0], right=shown[1])


def _format_league_names(leagues: Iterable[LeagueInfo], texts: Texts) -> str:
    return texts.format_list(f"**{escape_name(league.name)}**" for league in leagues)
