"""Handlers of the settings of a user and of a server."""

from dataclasses import replace
from typing import Final

from bot.ids import ChannelId
from bot.play.refusals import TableRefusal, TableRefused
from bot.text.describe.seat_names import escape_name
from bot.text.languages import TAGS
from bot.ui.core.interactions.context import Context, ControlPress
from bot.ui.core.interactions.responses import EditMessage, NewMessage, Response, notice_message
from bot.ui.core.memory.guild_settings import EndPermission, GuildSettings
from bot.ui.core.memory.people import SWITCH_NAMES, PingPreference, Preferences, with_switch
from bot.ui.core.messages.message import Message
from bot.ui.core.rule_sets import parse_house_source
from bot.ui.core.tables.bot_permissions import require_permissions
from bot.ui.settings import view
from bot.ui.settings.view import ChangeSetting, ServerSetting, settings_view
from engine.model.presets import PRESETS

MAX_CHANNELS: Final = 25
"""The most channels in the list of allowed ones; adding another removes the oldest."""


async def open_settings(ctx: Context) -> Response:
    """Return the user's settings."""
    return NewMessage(settings_view(await ctx.services.people.get_preferences(ctx.user), ctx.texts))


async def handle_settings(press: ControlPress[ChangeSetting]) -> Response:
    """Save a setting of the user, and show all settings. If the language was changed, use the new language."""
    services, user = press.ctx.services, press.ctx.user
    old = await services.people.get_preferences(user)
    chosen = _changed_preferences(old, press)
    if chosen != old:
        await services.people.save_preferences(user, chosen)
    texts = services.catalogue.texts_for(chosen.language or str(press.ctx.interaction.locale))
    return EditMessage(settings_view(chosen, texts), refresh_panels=chosen != old)


async def open_server_settings(ctx: Context, time_zone: str | None = None) -> Response:
    """Save a typed time zone, and return the server's settings. Raises TableRefused if the user is no manager."""
    require_manager(ctx)
    if time_zone is not None:
        name = view.find_time_zone(time_zone)
        if name is None:
            return notice_message(ctx.texts.say("config.bad_time_zone", given=escape_name(time_zone)))
        old = await ctx.services.guild_settings.load_settings(ctx.guild)
        await ctx.services.guild_settings.save_settings(ctx.guild, replace(old, time_zone=name))
    return NewMessage(await server_settings_page(ctx))


async def server_settings_page(ctx: Context) -> Message:
    """Return the server's settings as they are now."""
    guild, channel = ctx.location
    settings = await ctx.services.guild_settings.load_settings(guild)
    return view.server_settings_view(settings, await ctx.services.house_rules.list_all(guild), channel, ctx.texts)


async def handle_config(press: ControlPress[ServerSetting]) -> Response:
    """Save a setting of the server. Raises TableRefused: the user is no manager, or the bot may not post puzzles."""
    require_manager(press.ctx)
    services, (guild, channel) = press.ctx.services, press.ctx.location
    old = await services.guild_settings.load_settings(guild)
    chosen = _changed_settings(old, press, channel)
    if chosen.puzzle_channel not in {old.puzzle_channel, None}:
        require_permissions(press.ctx.interaction)
    if press.id.name == "preset":
        await services.house_rules.set_default(guild, parse_house_source(press.chosen))
    if chosen != old:
        await services.guild_settings.save_settings(guild, chosen)
    if chosen.language != old.language:
        services.events.wake()
        services.registry.refresh_tables(guild)
    return EditMessage(await server_settings_page(press.ctx))


def require_manager(ctx: Context) -> None:
    """Make sure that the user manages the server. Raises TableRefused: they do not, or this is no server."""
    _ = ctx.location
    if not ctx.interaction.permissions.manage_guild:
        raise TableRefused(TableRefusal.NOT_MANAGER)


def _changed_preferences(old: Preferences, press: ControlPress[ChangeSetting]) -> Preferences:
    value = press.chosen or press.id.value
    match press.id.name:
        case "language":
            return replace(old, language=value if value in TAGS else None)
        case "ping" if value in set(PingPreference):
            return replace(old, ping=PingPreference(value))
        case name if name in SWITCH_NAMES and value in {"0", "1"}:
            return with_switch(old, name, on=value == "1")
        case _:
            return old


def _changed_settings(old: GuildSettings, press: ControlPress[ServerSetting], channel: ChannelId) -> GuildSettings:  # noqa: PLR0911 - one return for each setting
    value = press.chosen or press.id.value
    match press.id.name:
        case "preset":
            return replace(old, preset=value if value in PRESETS else None)
        case "language":
            return replace(old, language=value if value in TAGS else None)
        case "pace" if value in {view.format_pace(*pace) for pace in (view.DEFAULT_PACE, *view.PACE_CHOICES)}:
            turn, bury = view.parse_pace(value)
            return replace(old, turn_seconds=turn, bury_seconds=bury)
        case "end" if value in set(EndPermission):
            return replace(old, may_end=EndPermission(value))
        case "here":
            others = tuple(other for other in old.channels if other != channel)
            return replace(old, channels=(*others, channel)[-MAX_CHANNELS:] if value == "1" else others)
        case "threads" if value in {"0", "1"}:
            return replace(old, threads=value == "1")
        case "puzzle" if value in {"0", "1"}:
            chosen = (channel, press.texts.tag) if value == "1" else (None, None)
            return replace(old, puzzle_channel=chosen[0], puzzle_language=chosen[1])
        case "anywhere":
            return replace(old, channels=())
        case _:
            return old
