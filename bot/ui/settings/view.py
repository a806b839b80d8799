"""Shows the settings of a user and of a server as private messages. Also finds and suggests time zones."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final
from zoneinfo import available_timezones

from bot.ids import ChannelId
from bot.play.clock.timing import Timing
from bot.play.house_rules import HouseRules
from bot.text.catalogue import Texts
from bot.text.languages import LANGUAGES
from bot.ui.core.interactions.command_builder import Choices, as_choices
from bot.ui.core.interactions.context import Context
from bot.ui.core.interactions.responses import Response, WithFollowUp
from bot.ui.core.memory.guild_settings import EndPermission, GuildSettings
from bot.ui.core.memory.people import SWITCH_NAMES, PingPreference, Preferences
from bot.ui.core.messages.custom_id_codec import ControlId
from bot.ui.core.messages.labelled import labelled_button, labelled_select, select_option, text_message
from bot.ui.core.messages.message import Block, Button, ButtonStyle, Message, Select, SelectOption, Text, button_rows
from bot.ui.core.rule_sets import house_source, rule_set_options
from bot.ui.discord_io.choose_language import find_server_language
from bot.ui.settings.house_rules_view import HouseRulesAction, HouseRulesControl

DEFAULT_VALUE: Final = "-"
"""The value of a select's option that stands for the default."""
DEFAULT_PACE: Final = (None, None)
PACE_CHOICES: Final = ((30, 60), (60, 120), (120, 240), (300, 600), (86_400, 86_400))
"""The times that a server can choose. Each pair has the seconds for a turn and the seconds for burying."""
MINUTE: Final = 60
DAY: Final = 86_400
_CARD_SWITCHES: Final = ("text_hand", "large", "two_colour")
MAX_ZONE_LENGTH: Final = 64
UTC_NAME: Final = "UTC"
_FIRST_ZONES: Final = (
    UTC_NAME,
    "Asia/Shanghai",
    "Asia/Taipei",
    "Asia/Hong_Kong",
    "Asia/Singapore",
    "America/Los_Angeles",
    "America/New_York",
    "Europe/London",
    "Europe/Berlin",
    "Australia/Sydney",
)


class ChangeSetting(ControlId, route="set"):
    """Changes a setting of the user to `value` or to the choice in the select."""

    name: str
    value: str = ""


class ServerSetting(ControlId, route="conf"):
    """Changes a setting of the server to `value` or to the choice in the select."""

    name: str
    value: str = ""


def settings_view(chosen: Preferences, texts: Texts) -> Message:
    """Return a user's settings."""
    heading = Text(f"## {texts.say('settings.heading')}\n{texts.say('settings.about')}")
    language = _language_options(texts.say("settings.as_discord"), chosen.language)
    pings = [SelectOption(one, texts.say(f"settings.ping.{one}"), "", one is chosen.ping) for one in PingPreference]
    selects = (
        _select(ChangeSetting("language"), texts, "settings.language", language),
        _select(ChangeSetting("ping"), texts, "settings.ping", pings),
    )
    others = [name for name in SWITCH_NAMES if name not in _CARD_SWITCHES]
    cards = _switch_blocks("cards", _CARD_SWITCHES, chosen, texts)
    plays = _switch_blocks("plays", others, chosen, texts)
    return Message((heading, *selects, *cards, *plays))


def _switch_blocks(group: str, names: Sequence[str], chosen: Preferences, texts: Texts) -> tuple[Block, ...]:
    def switch(name: str) -> Button:
        is_on, label = getattr(chosen, name), texts.say(f"settings.{name}")
        label = texts.say("settings.chosen", name=label) if is_on else label
        style = ButtonStyle.PRIMARY if is_on else ButtonStyle.SECONDARY
        return Button(ChangeSetting(name, str(int(not is_on))), label, style)

    return (Text(f"**{texts.say(f'settings.group.{group}')}**"), *button_rows(tuple(map(switch, names))))


def server_settings_view(chosen: GuildSettings, houses: Sequence[HouseRules], here: ChannelId, texts: Texts) -> Message:
    """Return a server's settings; `here` is the channel that can be allowed or removed."""
    channels = " ".join(f"<#{channel}>" for channel in chosen.channels)
    where = texts.say("config.channels", channels=channels) if channels else texts.say("config.anywhere")
    lines = [f"## {texts.say('config.heading')}", texts.say("config.about"), where]
    lines.append(texts.say("config.time_zone", zone=chosen.time_zone or UTC_NAME))
    if chosen.puzzle_channel is not None:
        lines.append(texts.say("config.puzzles", channel=f"<#{chosen.puzzle_channel}>"))
    default = next((house_source(one) for one in houses if one.is_default), chosen.preset)
    presets = [SelectOption(DEFAULT_VALUE, texts.say("config.preset_usual"), "", default is None)]
    presets += rule_set_options(houses, default or "", texts)
    language = _language_options(texts.say("config.as_server"), chosen.language)
    ends = [SelectOption(one, texts.say(f"config.may_end.{one}"), "", one is chosen.may_end) for one in EndPermission]
    selects = (
        _select(ServerSetting("preset"), texts, "config.preset", presets),
        _select(ServerSetting("language"), texts, "config.language", language),
        _select(ServerSetting("pace"), texts, "config.pace", _pace_options(chosen, texts)),
        _select(ServerSetting("end"), texts, "config.may_end", ends),
    )
    return Message((Text("\n".join(lines)), *selects, *button_rows(_server_buttons(chosen, here, texts))))


def format_pace(turn: int | None, bury: int | None) -> str:
    """Return the seconds for a turn and for burying as the value of an option. `parse_pace` reads this value."""
    return DEFAULT_VALUE if turn is None and bury is None else f"{turn or ''}.{bury or ''}"


def parse_pace(value: str) -> tuple[int | None, int | None]:
    """Return the seconds for a turn and for burying in a value of `format_pace`. Raises ValueError: it is malformed."""
    if value == DEFAULT_VALUE:
        return DEFAULT_PACE
    turn, bury = value.split(".")
    return int(turn) if turn else None, int(bury) if bury else None


def format_duration(seconds: int, texts: Texts) -> str:
    """Return a duration in days, minutes or seconds, whichever is the largest unit that divides it."""
    for unit, key in ((DAY, "config.days"), (MINUTE, "config.minutes")):
        if seconds % unit == 0:
            return texts.say(key, count=seconds // unit)
    return texts.say("config.seconds", count=seconds)


def _select(id_: ControlId, texts: Texts, key: str, options: Iterable[SelectOption]) -> Select:
    """Return a select. Each option begins with the prompt, because a phone shows only the chosen option."""
    prompt = texts.say(key)
    prompted = (
        select_option(o.value, texts.say("settings.line", prompt=prompt, choice=o.label), chosen=o.chosen)
        for o in options
    )
    return labelled_select(id_, texts, key, prompted)


def _language_options(default: str, chosen: str | None) -> list[SelectOption]:
    languages = [SelectOption(one.tag, one.own_name, "", one.tag == chosen) for one in LANGUAGES]
    return [SelectOption(DEFAULT_VALUE, default, "", chosen is None), *languages]


def _pace_options(chosen: GuildSettings, texts: Texts) -> list[SelectOption]:
    now = (chosen.turn_seconds, chosen.bury_seconds)
    paces: tuple[tuple[int | None, int | None], ...] = (DEFAULT_PACE, *PACE_CHOICES)
    paces = paces if now in paces else (now, *paces)
    return [SelectOption(format_pace(*pace), _describe_pace(*pace, texts), "", pace == now) for pace in paces]


def _describe_pace(turn: int | None, bury: int | None, texts: Texts) -> str:
    default = Timing()
    turn_text = format_duration(turn or int(default.turn), texts)
    bury_text = format_duration(bury or int(default.bury), texts)
    return texts.say("config.pace_usual" if turn is bury is None else "config.pace_of", turn=turn_text, bury=bury_text)


def _server_buttons(chosen: GuildSettings, here: ChannelId, texts: Texts) -> tuple[Button, ...]:
    listed, announces = here in chosen.channels, here == chosen.puzzle_channel
    lists = "config.unlist" if listed else "config.list"
    puzzles = "config.no_puzzles" if announces else "config.puzzles_here"
    state = texts.say("settings.on" if chosen.threads else "settings.off")
    threads = texts.say("settings.switch", name=texts.say("config.threads"), state=state)
    style = ButtonStyle.SUCCESS if chosen.threads else ButtonStyle.SECONDARY
    return (
        labelled_button(ServerSetting("here", str(int(not listed))), texts, lists),
        labelled_button(ServerSetting("anywhere"), texts, "config.open", disabled=not chosen.channels),
        Button(ServerSetting("threads", str(int(not chosen.threads))), threads, style),
        labelled_button(HouseRulesControl(HouseRulesAction.LIST), texts, "house.open"),
        labelled_button(ServerSetting("puzzle", str(int(not announces))), texts, puzzles),
    )


async def offer_time_zones(_: Context, typed: str) -> Choices:
    """Return the time zones whose names contain the typed text."""
    return as_choices(dict.fromkeys((*_FIRST_ZONES, *sorted(available_timezones()))), _fold(typed))


def find_time_zone(typed: str) -> str | None:
    """Return the name of a typed time zone, in any letter case; None if there is none."""
    return next((name for name in available_timezones() if name.casefold() == _fold(typed)), None)


def _fold(typed: str) -> str:
    return typed.strip().replace(" ", "_").casefold()


async def with_language_offer(ctx: Context, response: Response) -> Response:
    """Return the response. If the server's language is unknown, offer the user once to set it to their own."""
    services, texts = ctx.services, ctx.texts
    chosen = find_server_language(services, ctx.interaction.client, ctx.guild)
    known = await services.people.get_preferences(ctx.user)
    if chosen is not None or texts is services.catalogue.default or ctx.guild in known.language_offered_in:
        return response
    servers = (*known.language_offered_in, ctx.guild)
    await services.people.save_preferences(ctx.user, replace(known, language_offered_in=servers))
    return WithFollowUp(response, _offer_view(texts, may_set=ctx.interaction.permissions.manage_guild))


def _offer_view(texts: Texts, *, may_set: bool) -> Message:
    words = texts.say("config.offer")
    if not may_set:
        return text_message(texts.join_sentences((words, texts.say("config.offer_managers"))))
    button = labelled_button(ServerSetting("language", texts.tag), texts, "config.offer_button", ButtonStyle.PRIMARY)
    return Message((Text(words), *button_rows((button,))))
