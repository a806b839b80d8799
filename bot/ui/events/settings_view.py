"""The settings of an event, as its managers see them."""

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from bot.events.changes.stages import RUNNING_SETTINGS
from bot.events.model import ENDED, Event, EventStatus
from bot.events.settings import EventSettings, does_matter
from bot.setting_fields import SettingField, list_settings
from bot.text.describe.seat_names import escape_name
from bot.ui.core.formatting import format_preset, format_timestamp
from bot.ui.core.interactions.context import Context
from bot.ui.core.interactions.settings_pages import LookedUp, SettingsPages
from bot.ui.core.messages.discord_limits import MAX_OPTIONS
from bot.ui.core.messages.labelled import select_option
from bot.ui.core.messages.message import SelectOption
from bot.ui.core.rules.rule_sets import rule_set_options
from bot.ui.events.control_ids import ChangeEvent, EventAction, EventControl
from bot.ui.league.lookup import get_caller
from bot.ui.league.settings_form import list_changes
from bot.ui.typed.rule_changes import MAX_TEXT_LENGTH, format_changes

STARTS, RULES, CHANGES, LEAGUE, FORMER = "starts", "preset", "changes", "league", "former"
"""Settings that are looked up or parsed."""
FIELDS: Final[Mapping[str, SettingField]] = {one.name: one for one in list_settings(EventSettings)}
MAX_TIME_LENGTH: Final = 40


async def load_settings(ctx: Context, event: Event) -> SettingsPages:
    """Return the settings of an event, with what they offer this user."""
    return SettingsPages(
        event.settings.name,
        event.settings,
        tuple(FIELDS.values()),
        (await _starts(ctx, event.settings), *await _rules(ctx, event.settings), *await _others(ctx, event)),
        _list_shown(event),
        lambda name, act: ChangeEvent(event.id, name, act, event.revision),
        EventControl(EventAction.SETTING, event.id, 0, str(event.revision)),
        EventControl(EventAction.SETTINGS, event.id),
        EventControl(EventAction.MANAGE, event.id),
        event.status not in ENDED,
    )


def _list_shown(event: Event) -> set[str]:
    """Return the settings that matter for an event, and may change at its stage."""
    found = {name for name in FIELDS if does_matter(event.settings, name)}
    if event.status is EventStatus.RUNNING:
        return found & RUNNING_SETTINGS
    return found | {STARTS, RULES, CHANGES, LEAGUE} | ({FORMER} if "seeding" in found else set())


async def _starts(ctx: Context, settings: EventSettings) -> LookedUp:
    hint = ctx.texts.say("events.form.starts_hint")
    if settings.starts_at is None:
        return LookedUp(STARTS, ctx.texts.say("setting.none"), (), "", hint, MAX_TIME_LENGTH)
    zone = (await ctx.services.guild_settings.load_settings(ctx.guild)).zone
    typed = datetime.fromtimestamp(settings.starts_at, zone).strftime("%Y-%m-%d %H:%M")
    value = format_timestamp(settings.starts_at)
    return LookedUp(STARTS, value, (), typed, hint, MAX_TIME_LENGTH, may_clear=True)


async def _rules(ctx: Context, settings: EventSettings) -> tuple[LookedUp, LookedUp]:
    houses = await ctx.services.house_rules.list_all(ctx.guild)
    changes = format_changes(list_changes(settings.preset, settings.rules))
    hint = ctx.texts.say("leagues.form.changes_hint")
    preset = format_preset(settings.preset, ctx.texts)
    return (
        LookedUp(RULES, preset, rule_set_options(houses, settings.preset, ctx.texts)[:MAX_OPTIONS]),
        LookedUp(CHANGES, changes or ctx.texts.say("setting.none"), (), changes, hint, MAX_TEXT_LENGTH, multiline=True),
    )


async def _others(ctx: Context, event: Event) -> tuple[LookedUp, LookedUp]:
    """Return the league of an event, and the earlier event whose standings seed it."""
    services, settings = ctx.services, event.settings
    leagues = await services.league.leagues.list_leagues(ctx.guild)
    own = [one for one in leagues if await services.league.access.can_manage(get_caller(ctx), one)]
    earlier = [one for one in await services.events.list_events(ctx.guild) if one.rounds and one.id != event.id]
    names: dict[int, str] = {one.id: one.name for one in leagues}
    return (
        _choice(ctx, LEAGUE, settings.league, {one.id: one.name for one in own}, names),
        _choice(ctx, FORMER, settings.seeded_by, {one.id: one.settings.name for one in earlier}),
    )


def _choice(
    ctx: Context, name: str, chosen: int | None, offered: Mapping[int, str], names: Mapping[int, str] | None = None
) -> LookedUp:
    value = "" if chosen is None else escape_name((names or offered).get(chosen, ""))
    options: list[SelectOption] = [select_option(str(id_), one, chosen=id_ == chosen) for id_, one in offered.items()]
    none = ctx.texts.say("setting.none")
    return LookedUp(name, value or none, options[:MAX_OPTIONS], may_clear=chosen is not None)
