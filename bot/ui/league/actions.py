"""Actions on leagues, by command or button: save first, then announce."""

from dataclasses import replace

import discord

from bot.ids import ChannelId, EntrantId, ResultId, TeamId
from bot.league.leagues.league_settings import LeagueSettings
from bot.league.leagues.leagues import LeagueInfo, Season
from bot.league.refusals import LeagueRefusal, LeagueRefused
from bot.league.results.deals import Ruling, RulingKind
from bot.league.teams.teams import Team
from bot.text.catalogue import Texts
from bot.text.describe.seat_names import escape_name
from bot.ui.core.interactions.context import Context
from bot.ui.core.messages.message import Message, Text
from bot.ui.core.services import Services
from bot.ui.discord_io.post_alerts import league_subject, note_accepted_post
from bot.ui.discord_io.public_texts import get_public_texts
from bot.ui.league import pages as league_pages
from bot.ui.league.announce_seasons import announce_season, post_message
from bot.ui.league.champion_roles import give_champion_roles
from bot.ui.league.control_ids import LeagueAction
from bot.ui.league.lookup import get_caller
from bot.ui.league.manage_view import confirm_action_view, league_manage_view


async def create(ctx: Context, draft: LeagueSettings) -> Message:
    """Create a league and return its managers' panel, whose next step opens the first season.

    Its card is posted in this channel, unless another one is chosen.
    """
    here = ctx.interaction.channel
    parent = here.parent_id if isinstance(here, discord.Thread) else None
    channel = draft.news_channel or ChannelId(parent or ctx.location[1])
    draft = replace(draft, news_channel=channel)
    league = await ctx.services.league.admin.create_league(get_caller(ctx), ctx.guild, draft)
    ctx.services.league.posts.note_change(ctx.guild)
    return league_manage_view(league, None, ctx.texts, ctx.texts.say("leagues.created", channel=f"<#{channel}>"))


async def edit(ctx: Context, league: LeagueInfo, draft: LeagueSettings) -> tuple[LeagueInfo, str]:
    """Change a league's settings; return it with a notice."""
    if draft == league.settings:
        return league, ctx.texts.say("setting.unchanged")
    changed = await ctx.services.league.admin.edit_league(get_caller(ctx), league.guild, league.id, draft)
    for channel in _list_channels(league) - _list_channels(changed):  # why nothing is posted there no longer matters
        note_accepted_post(ctx.services, league_subject(league), channel)
    ctx.services.registry.refresh_lobbies(league.guild)
    ctx.services.league.posts.note_change(league.guild)
    later = _next_season_settings(changed) != _next_season_settings(league)
    return changed, ctx.texts.say("leagues.changed" if later else "setting.changed")


def _list_channels(league: LeagueInfo) -> set[ChannelId]:
    return {one for one in (league.settings.news_channel, league.settings.results_channel) if one is not None}


def _next_season_settings(league: LeagueInfo) -> tuple[object, ...]:
    """Return the settings that a running season does not take over."""
    return league.settings.scheme, league.settings.season_days, league.settings.min_people


async def join(ctx: Context, league: LeagueInfo, team: Team | None = None) -> str:
    """Add the user, or a team of theirs, to a league and return a notice."""
    await ctx.services.league.admin.join(get_caller(ctx), league.guild, league.id, None if team is None else team.id)
    who = ctx.interaction.user.display_name if team is None else team.name
    return ctx.texts.say("leagues.joined", who=escape_name(who), league=escape_name(league.name))


async def leave(ctx: Context, league: LeagueInfo, team: int) -> str:
    """Remove the user, or the team of this number, from a league and return a notice."""
    caller = get_caller(ctx)
    if team:
        own = await ctx.services.league.teams.list_teams_of(caller.user, ctx.guild)
        found = next((one for one in own if one.id == team), None)
        if found is None:
            raise LeagueRefused(LeagueRefusal.NO_TEAM)
        await ctx.services.league.admin.leave(caller, league.guild, league.id, TeamId(team))
        who = found.name
    else:
        await ctx.services.league.admin.leave(caller, league.guild, league.id)
        who = ctx.interaction.user.display_name
    return ctx.texts.say("leagues.left", who=escape_name(who), league=escape_name(league.name))


async def ask_season_change(ctx: Context, league: LeagueInfo, *, opening: bool) -> Message:
    """Ask whether to open or close a season.

    Raises:
        LeagueRefused: a season is already open, or none is.
    """
    seasons = await ctx.services.league.leagues.list_seasons(league.id)
    running = next((one for one in seasons if one.closed_at is None), None)
    if opening:
        if running is not None:
            raise LeagueRefused(LeagueRefusal.SEASON_RUNS, given=running.number)
        return confirm_action_view(league, LeagueAction.OPEN, (seasons[0].number if seasons else 0) + 1, ctx.texts)
    if running is None:
        raise LeagueRefused(LeagueRefusal.NO_SEASON, name=league.name)
    return confirm_action_view(league, LeagueAction.CLOSE, running.number, ctx.texts)


async def open_season(ctx: Context, league: LeagueInfo, number: int) -> Message:
    """Open season `number` and announce it; a late press opens no other season."""
    seasons = await ctx.services.league.leagues.list_seasons(league.id)
    if seasons and seasons[0].number >= number:
        return await league_pages.overview_page(ctx, league, ctx.texts.say("leagues.too_late"))
    season = await ctx.services.league.admin.open_season(get_caller(ctx), league.guild, league.id)
    notice = ctx.texts.say("leagues.opened", league=escape_name(league.name), number=season.number)
    return await _announced_page(ctx, league, notice)


async def close_season(ctx: Context, league: LeagueInfo, number: int) -> Message:
    """Close season `number` and announce its champions; a late press closes no other season."""
    seasons = await ctx.services.league.leagues.list_seasons(league.id)
    if not seasons or seasons[0].number != number or seasons[0].closed_at is not None:
        return await league_pages.overview_page(ctx, league, ctx.texts.say("leagues.too_late"))
    season = await ctx.services.league.admin.close_season(get_caller(ctx), league.guild, league.id)
    await give_champion_roles(ctx.services, ctx.interaction.client)
    notice = ctx.texts.say("leagues.closed", league=escape_name(league.name), number=season.number)
    return await _announced_page(ctx, league, notice)


async def archive(ctx: Context, league: LeagueInfo) -> Message:
    """End a league for good, and announce the champions of the season that ended with it."""
    ended = await ctx.services.league.admin.archive_league(get_caller(ctx), league.guild, league.id)
    await give_champion_roles(ctx.services, ctx.interaction.client)
    notice = ctx.texts.say("leagues.ended", league=escape_name(league.name))
    return await _announced_page(ctx, ended, notice)


async def _announced_page(ctx: Context, league: LeagueInfo, notice: str) -> Message:
    """Announce what has changed, and return the league's overview with a notice about both."""
    unsent = await announce_season(ctx.services, ctx.interaction.client, league, ctx.texts)
    return await league_pages.overview_page(ctx, league, _join_lines(notice, unsent))


async def apply_ruling(ctx: Context, result: ResultId, ruling: Ruling, reason: str) -> str:
    """Apply a ruling to a result and return a notice about it and about seasons with new champions."""
    caller, guild = get_caller(ctx), ctx.guild
    was = await ctx.services.league.queries.get_result(guild, result)
    counting = await ctx.services.league.results.find_counting_season(result)
    before, notice_key = await _find_champions(ctx.services, counting), ruling.kind.value
    match ruling.kind:
        case RulingKind.VOID:
            await ctx.services.league.rulings.void(caller, guild, result, reason)
        case RulingKind.CORRECT:
            await ctx.services.league.rulings.correct(caller, guild, result, ruling, reason)
        case RulingKind.RESTORE:
            if (await ctx.services.league.rulings.restore(caller, guild, result, reason)).ruling is not None:
                notice_key = "corrected_again"
    lines = [ctx.texts.say(f"leagues.ruled.{notice_key}", id=result)]
    if was.deal.match_over and not (await ctx.services.league.queries.get_result(guild, result)).deal.match_over:
        lines.append(ctx.texts.say("rulings.match_lost"))
    if counting is not None and await _find_champions(ctx.services, counting) != before:
        lines.append(await _report_new_champions(ctx, *counting))
    return _join_lines(*lines)


async def _find_champions(services: Services, counting: tuple[LeagueInfo, Season] | None) -> set[EntrantId]:
    """Return the champions of a season that is closed."""
    if counting is None or counting[1].closed_at is None:
        return set()
    return {line.entrant.id for line in await services.league.queries.list_champions(counting[1].id)}


async def _report_new_champions(ctx: Context, league: LeagueInfo, season: Season) -> str:
    """Return a line about a season's new champions, and post it in the league's channel."""
    if (channel := league.settings.news_channel) is not None:
        client = ctx.interaction.client
        public = get_public_texts(ctx.services, client, league.guild, league.language)
        announcement = await _format_new_champions(ctx.services, league, season, public)
        await post_message(ctx.services, client, channel, Message((Text(announcement),)))
    return await _format_new_champions(ctx.services, league, season, ctx.texts)


async def _format_new_champions(services: Services, league: LeagueInfo, season: Season, texts: Texts) -> str:
    names = await league_pages.format_champions(services, season, texts) or texts.say("leagues.history_nobody")
    return texts.say("rulings.other_champions", league=escape_name(league.name), number=season.number, names=names)


def _join_lines(*lines: str) -> str:
    return "\n".join(filter(None, lines))
