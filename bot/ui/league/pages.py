"""Builds the pages of a league from stored data, and opens the panel of the league that a user names or chooses."""

from typing import Final

from bot.ids import EntrantId, LeagueId, ResultId
from bot.league.leagues.leagues import Entrant, LeagueInfo, Season
from bot.league.refusals import LeagueRefusal, LeagueRefused
from bot.text.catalogue import Texts
from bot.text.describe.seat_names import escape_name
from bot.ui.core.formatting import format_names, format_users, get_player_names
from bot.ui.core.interactions.context import Context
from bot.ui.core.interactions.explain_refusal import nearest_view
from bot.ui.core.interactions.responses import NewMessage, Response
from bot.ui.core.messages.labelled import labelled_button, name_select
from bot.ui.core.messages.long_list import LINES_PER_PAGE, MOST_ENTRIES, parse_page
from bot.ui.core.messages.message import Block, ButtonStyle, Message, Text, button_rows
from bot.ui.core.services import Services
from bot.ui.discord_io.post_alerts import format_post_alert, league_subject
from bot.ui.league.audit_view import AUDIT_LINES_PER_PAGE, audit_view, list_users
from bot.ui.league.control_ids import LeagueAction, LeagueControl, NewLeague
from bot.ui.league.lookup import get_caller, get_entrant_names, get_league_by_name, list_own_teams
from bot.ui.league.overview_view import overview_view
from bot.ui.league.results_view import RESULTS_PER_PAGE, list_players, result_view, results_view
from bot.ui.league.season_clock import format_champion_role
from bot.ui.league.standings_view import MAX_SEASONS, StandingsPage, season_history_view, standings_view

MAX_CHAMPIONS: Final = 5
"""The most champions of a season that are named. Several may share the first place."""


async def overview_page(ctx: Context, league: LeagueInfo, notice: str = "") -> Message:
    """Return the overview of a league."""
    known = await ctx.services.league.access.get_league(league.guild, league.id)
    who = await format_users(ctx.services, known.managers, ctx.texts)
    roles = ctx.texts.format_list(f"<@&{role}>" for role in known.manager_roles)
    more = (
        ctx.texts.say("leagues.managed_by_roles", roles=roles) if roles else "",
        format_champion_role(ctx.interaction.client, known, ctx.texts),
        format_post_alert(ctx.services, league_subject(known), ctx.texts),
    )
    own = {team.id for team in await list_own_teams(ctx)}
    entrants = await ctx.services.league.leagues.list_entrants(league.id)
    is_in = any(one.user == ctx.user or one.team in own for one in entrants)
    is_manager = await ctx.services.league.access.can_manage(get_caller(ctx), known)
    lines = tuple(filter(None, more))
    return overview_view(known, known.season, who, ctx.texts, notice, lines, is_manager=is_manager, is_in=is_in)


async def get_season(services: Services, league: LeagueInfo, number: int | None) -> Season:
    """Return season `number` of a league, or the newest if it is None. Raises LeagueRefused: there is none."""
    found = await services.league.queries.find_season(league.id, number)
    if found is None and number is not None:
        raise LeagueRefused(LeagueRefusal.NO_SUCH_SEASON, name=league.name, given=number)
    if found is None:
        raise LeagueRefused(LeagueRefusal.NO_SEASON, name=league.name)
    return found


async def standings_page(
    ctx: Context,
    league: LeagueInfo,
    number: int | None,
    page: int | str,
    *,
    as_text: bool = False,
    texts: Texts | None = None,
) -> Message:
    """Return a page of standings. With `texts`, the page is public and has no controls and no line of the user's."""
    season, queries = await get_season(ctx.services, league, number), ctx.services.league.queries
    wanted = parse_page(page, MOST_ENTRIES)
    table = await queries.get_standings(season.id, (wanted - 1) * LINES_PER_PAGE, LINES_PER_PAGE)
    if not table.lines and table.total:  # this page no longer exists
        wanted = parse_page(wanted, table.total)
        return await standings_page(ctx, league, number, wanted, as_text=as_text, texts=texts)
    own = None if texts is not None else await queries.find_standing(season.id, ctx.user)
    entrants = tuple(line.entrant for line in (*table.lines, own) if line is not None)
    names = await get_entrant_names(ctx.services, entrants, ctx.texts)
    found = StandingsPage(league, table.season, table.lines, wanted, table.total, names, own)
    return await standings_view(ctx.services, found, texts or ctx.texts, as_text=as_text, public=texts is not None)


async def results_page(ctx: Context, league: LeagueInfo, page: int | str) -> Message:
    """Return a page of a league's results, newest first."""
    wanted = parse_page(page, MOST_ENTRIES, RESULTS_PER_PAGE)
    found = await ctx.services.league.queries.list_results(league.id, (wanted - 1) * RESULTS_PER_PAGE, RESULTS_PER_PAGE)
    names = await get_player_names(ctx.services, list_players(found.results), ctx.texts)
    manager = league.archived_at is None and await ctx.services.league.access.can_manage(get_caller(ctx), league)
    teams = await ctx.services.league.queries.get_counted_teams(league.id, [one.deal.id for one in found.results])
    return results_view(league, wanted, found, names, ctx.texts, teams, manager=manager)


async def result_page(ctx: Context, league: LeagueInfo, number: ResultId, notice: str = "") -> Message:
    """Return one result in full. Raises LeagueRefused: there is no such result in this server."""
    found = await ctx.services.league.queries.get_result(ctx.guild, number)
    names = await get_player_names(ctx.services, list_players((found,)), ctx.texts)
    counting = await ctx.services.league.results.find_counting_season(number)
    return result_view(league, found, names, ctx.texts, notice, counting)


async def season_history_page(ctx: Context, league: LeagueInfo) -> Message:
    """Return the seasons of a league with their champions."""
    seasons = await ctx.services.league.leagues.list_seasons(league.id)
    winners = {}
    for season in seasons[:MAX_SEASONS]:
        if season.closed_at is not None:
            winners[season.number] = await format_champions(ctx.services, season, ctx.texts)
    since = await ctx.services.league.results.count_late_rulings(league.id)
    manages = await ctx.services.league.access.can_manage(get_caller(ctx), league)
    return season_history_view(league, seasons, winners, since, ctx.texts, has_files=manages)


async def audit_page(ctx: Context, league: LeagueInfo, page: int | str) -> Message:
    """Return a page of the audit log of a league, newest first."""
    wanted = parse_page(page, MOST_ENTRIES, AUDIT_LINES_PER_PAGE)
    lines, total = await ctx.services.league.standings.list_audit_entries(
        league.id, (wanted - 1) * AUDIT_LINES_PER_PAGE, AUDIT_LINES_PER_PAGE
    )
    names = await get_player_names(ctx.services, list_users(lines), ctx.texts)
    return audit_view(league, wanted, lines, total, names, ctx.texts)


async def format_champions(services: Services, season: Season, texts: Texts) -> str:
    """Return the escaped names of up to `MAX_CHAMPIONS` champions of a season; empty if it has none."""
    won = (await services.league.queries.list_champions(season.id))[:MAX_CHAMPIONS]
    entrants = tuple(line.entrant for line in won)
    names = await get_entrant_names(services, entrants, texts)
    members = await _name_members(services, entrants, season, texts)  # the members when the season closed
    return format_names([names[one.id] + members.get(one.id, "") for one in entrants], texts) if won else ""


async def _name_members(
    services: Services, entrants: tuple[Entrant, ...], season: Season, texts: Texts
) -> dict[EntrantId, str]:
    teams = [one.team for one in entrants if one.team is not None]
    if season.closed_at is None or not teams:
        return {}
    then = await services.league.teams.list_members_at(teams, season.closed_at)
    names = await get_player_names(services, [user for users in then.values() for user in users], texts)
    return {
        one.id: texts.say("leagues.with_members", names=" + ".join(names[user] for user in then[one.team]))
        for one in entrants
        if one.team is not None and one.team in then
    }


async def open_league(ctx: Context, name: str | None) -> Response:
    """Open the panel of the league that `get_league_by_name` returns. If none fits, offer similar names or a list."""
    try:
        league = await get_league_by_name(ctx, name, archived=True)
    except LeagueRefused as refused:
        if refused.reason is LeagueRefusal.NO_LEAGUE:
            found = await ctx.services.league.leagues.list_leagues(ctx.guild)
            ids = {one.name: LeagueControl(LeagueAction.CARD, one.id) for one in found}
            return NewMessage(nearest_view(refused, name or "", ids, ctx.texts))
        if refused.reason in {LeagueRefusal.NO_LEAGUES, LeagueRefusal.WHICH_LEAGUE}:
            return NewMessage(await list_page(ctx))
        raise
    return NewMessage(await overview_page(ctx, league))


async def list_page(ctx: Context) -> Message:
    """Return the running leagues of the server, to choose one from."""
    found = await ctx.services.league.leagues.list_leagues(ctx.guild)
    none = ctx.texts.say("leagues.none" if get_caller(ctx).admin else "league.no_leagues")
    lines = [f"- **{escape_name(one.name)}**" for one in found] or [none]
    blocks: list[Block] = [Text("\n".join((f"## {ctx.texts.say('leagues.list')}", *lines)))]
    names = {one.id: one.name for one in found}
    blocks += name_select(LeagueControl(LeagueAction.CARD, LeagueId(0)), ctx.texts, "option.league.description", names)
    if get_caller(ctx).admin:
        style = ButtonStyle.SECONDARY if found else ButtonStyle.SUCCESS
        blocks += button_rows((labelled_button(NewLeague(), ctx.texts, "leagues.button.new", style),))
    return Message(tuple(blocks))
