"""Opens tables for a command, the tutorial or a league's card, and says which permissions the bot lacks for them."""

import asyncio
from collections.abc import Mapping
from typing import Final
from weakref import WeakValueDictionary

from bot.ids import LeagueId, UserId
from bot.league.leagues.leagues import LeagueInfo, require_open
from bot.league.refusals import LeagueRefusal, LeagueRefused
from bot.play.table_rules import table_changes
from bot.play.tables.table import Table
from bot.play.values.stored_table import TableUpdate
from bot.play.values.table_info import TableStatus
from bot.ui.core.interactions.context import Context, ControlPress
from bot.ui.core.interactions.responses import Response, ShowPanel
from bot.ui.core.rule_sets import get_default_rule_set, get_rule_set
from bot.ui.core.tables.bot_permissions import ATTACH_FILES, check_place, format_permissions, may_attach_files
from bot.ui.discord_io.send_failures import SendFault
from bot.ui.league.control_ids import OpenLeagueTable
from bot.ui.league.counting_leagues import counting_league_lines
from bot.ui.league.lookup import get_league_by_id
from bot.ui.league.settings_panel import list_rule_changes
from bot.ui.learn.tutorial_view import PRESET, OpenFirstTable
from bot.ui.lobby.handlers import DEFAULT_COMPUTER_LEVEL
from bot.ui.settings.view import with_language_offer
from bot.ui.typed.parse_changes import parse_changes
from engine.model.presets import PRESETS

_THREAD_PERMISSIONS = ("create_public_threads", "send_messages_in_threads")
_OPENING: Final[WeakValueDictionary[UserId, asyncio.Lock]] = WeakValueDictionary()
"""A lock for each user whose table is being opened, so that two presses at once open only one table."""
EXPLAINED_KEY = "threads:{channel}"
"""The key under which the bot notes that it has explained missing permissions for threads in a channel."""


async def explain_missing_thread(ctx: Context) -> str | None:
    """Return a text about the permissions for threads that the bot lacks. Return it only once for each channel."""
    guild, channel = ctx.location
    wanted = ctx.services.config.use_threads and (await ctx.services.guild_settings.load_settings(guild)).threads
    threaded = getattr(ctx.interaction.channel, "parent_id", None) is not None
    missing = [name for name in _THREAD_PERMISSIONS if not getattr(ctx.interaction.app_permissions, name)]
    key = EXPLAINED_KEY.format(channel=channel)
    if not wanted or threaded or not missing or await ctx.services.key_values.get(key):
        return None
    await ctx.services.key_values.set(key, "told")
    return ctx.texts.say("threads.not_permitted", permissions=format_permissions(missing, ctx.texts))


async def explain_missing_pictures(ctx: Context, table: Table) -> str | None:
    """Return why a new table is shown as text, and note that its host knows this. Return None if it has pictures."""
    channel = ctx.location[1]
    if may_attach_files(ctx.interaction.client, channel):
        return None
    await ctx.services.surface_store.save_host_alert(table.id, SendFault.NO_PICTURES.value)
    permissions = format_permissions((ATTACH_FILES,), ctx.texts)
    return ctx.texts.say("threads.as_text", table=table.id, channel=f"<#{channel}>", permissions=permissions)


async def parse_rules_options(
    ctx: Context, preset: str | None, players: int | None, changes: str, league: LeagueInfo | None
) -> tuple[str, dict[str, str]]:
    """Return the preset and its changes; a table of a league gets both from the league.

    Raises TableRefused as `get_rule_set` does. Raises LeagueRefused: other rules were given beside the league.
    """
    if league is not None:
        draft = league.settings
        if players is not None or changes or preset not in {None, draft.preset}:
            raise LeagueRefused(LeagueRefusal.LEAGUE_RULES, name=draft.name)
        return draft.preset, list_rule_changes(draft.preset, draft.rules)
    if preset is None:
        wanted = await get_default_rule_set(ctx.services, ctx.guild)
    else:
        wanted = await get_rule_set(ctx.services, ctx.guild, preset, ctx.texts)
    asked = {} if players is None else {"players": str(players)}
    return wanted.preset, {**wanted.changes, **parse_changes(changes, ctx.texts), **asked}


async def open_computer_match(ctx: Context, rules: tuple[str, Mapping[str, str]], level: str) -> Table:
    """Start a match of computer players for people to watch. Raises TableRefused as `open_table` does."""
    guild, channel = ctx.location
    await check_place(ctx)
    cut = str(ctx.interaction.id)  # Discord chose the id, so the program could not predict it
    return await ctx.services.registry.start_computer_match(
        guild, channel, ctx.user, cut, *rules, level, language=ctx.texts.tag
    )


async def open_table(
    ctx: Context,
    rules: tuple[str, Mapping[str, str]],
    computers: int,
    level: str,
    turn: int | None,
    league: LeagueId | None = None,
) -> Table:
    """Open a lobby, perhaps for a league. The server's settings supply missing times. Raises as `check_place` does."""
    guild, channel = ctx.location
    settings = await check_place(ctx)
    table = await ctx.services.registry.open_lobby(
        guild, channel, ctx.user, *rules, computers, level, league, language=ctx.texts.tag
    )
    if level != DEFAULT_COMPUTER_LEVEL:  # for computer players that join later
        await ctx.services.surface_store.save_computer_level(table.id, level)
    seconds = settings.turn_seconds if turn is None else turn
    if seconds is not None or settings.bury_seconds is not None:
        await table.lobby.change(table_changes.set_pace, ctx.user, seconds, settings.bury_seconds if turn != 0 else 0)
    return table


async def handle_open_first_table(press: ControlPress[OpenFirstTable]) -> Response:
    """Open the tutorial's table for the user and computer players. If the user has such a lobby already, show it."""
    ctx = press.ctx
    table = await _open_once(ctx, (PRESET, {}), PRESETS[PRESET].players - 1)
    return await with_language_offer(ctx, ShowPanel(table, await explain_missing_thread(ctx)))


async def handle_open_league_table(press: ControlPress[OpenLeagueTable]) -> Response:
    """Open a table by a league's rules for the user in this channel. If they have such a lobby already, show it."""
    ctx = press.ctx
    league = await get_league_by_id(ctx, press.id.league)
    require_open(league)
    table = await _open_once(ctx, await parse_rules_options(ctx, None, None, "", league), 0, league.id)
    return await with_language_offer(ctx, ShowPanel(table, await format_new_table(ctx, table)))


async def _open_once(
    ctx: Context, rules: tuple[str, Mapping[str, str]], computers: int, league: LeagueId | None = None
) -> Table:
    async with _OPENING.setdefault(ctx.user, asyncio.Lock()):
        table = _find_own_lobby(ctx, league)
        if table is None:
            table = await open_table(ctx, rules, computers, DEFAULT_COMPUTER_LEVEL, None, league)
            ctx.services.registry.publish(table, TableUpdate(table.revision, ()))
    return table


async def format_new_table(ctx: Context, table: Table) -> str:
    """Return the notice above a new lobby about missing permissions and about what counts in its league."""
    notices = [await explain_missing_pictures(ctx, table), await explain_missing_thread(ctx)]
    if table.facts.league is not None:
        notices += await counting_league_lines(ctx.services, table.facts, ctx.texts)
    return "\n".join(filter(None, notices))


def _find_own_lobby(ctx: Context, league: LeagueId | None) -> Table | None:
    """Return the user's lobby of `league` in this channel. If `league` is None, the lobby must have no empty seat."""
    wanted = (TableStatus.LOBBY, ctx.user, ctx.location[1], league)
    for one in ctx.services.registry.list_live():
        found = (one.facts.status, one.facts.host, one.facts.channel, one.facts.league)
        if found == wanted and one.seat_of(ctx.user) is not None and (league is not None or None not in one.occupants):
            return one
    return None
