"""Who answers when a person chooses for himself, and when somebody chooses for a server."""

from dataclasses import replace
from typing import Final

from bot.play.occupants import ChannelId, GuildId
from bot.play.ports import News
from bot.play.refusals import Refused, Why
from bot.ui.answers import Answer, Update
from bot.ui.asker import Asker
from bot.ui.body import Body
from bot.ui.guilds import GuildSettings, MayEnd
from bot.ui.kit import Kit
from bot.ui.panels.choices import PACES, USUAL, config_body, read_pace, settings_body
from bot.ui.preferences import LANGUAGES, SWITCHES, Ping, Preferences, switched
from bot.ui.routes import Call
from engine.presets import PRESETS

MOST_CHANNELS: Final = 25
"""More than so many would not be read in one message."""


async def settings_room(call: Call) -> Answer:
    """Keep a choice of a person's own, and show all anew, in the language that is now his."""
    old = await call.kit.people.preferences(call.asker.user)
    chosen = _preferred(old, call)
    if chosen != old:
        await call.kit.people.prefer(call.asker.user, chosen)
    language = chosen.language or str(call.asker.interaction.locale)
    return Update(settings_body(chosen, call.kit.catalogue.texts(language)), anew=chosen != old)


async def config_room(call: Call) -> Answer:
    """Keep a choice for the server, and show all anew.

    Raises:
        Refused: the person does not manage the server.
    """
    require_manager(call.asker)
    guild, channel = call.asker.place
    old = await call.kit.guilds.settings(guild)
    chosen = _configured(old, call, channel)
    if chosen != old:
        await call.kit.guilds.choose(guild, chosen)
    if chosen.language != old.language:
        _show_anew(call.kit, guild)
    return Update(config_body(chosen, channel, call.texts))


def _show_anew(kit: Kit, guild: GuildId) -> None:
    """Have the tables of a server shown in its language of now."""
    for table in kit.registry.live():
        if table.facts.guild == guild:
            kit.registry.publish(table, News(table.revision, ()))


async def config_here(kit: Kit, asker: Asker) -> Body:
    """Return what has been chosen for the server.

    Raises:
        Refused: the person does not manage it.
    """
    guild, channel = asker.place
    require_manager(asker)
    return config_body(await kit.guilds.settings(guild), channel, asker.texts)


def require_manager(asker: Asker) -> None:
    """Make sure that a person manages the server.

    Raises:
        Refused: he does not, or this is no server.
    """
    _ = asker.place
    if not asker.interaction.permissions.manage_guild:
        raise Refused(Why.NOT_MANAGER)


def _preferred(old: Preferences, call: Call) -> Preferences:
    value = call.values[0] if call.values else call.argument(1)
    match call.argument(0):
        case "language":
            return replace(old, language=value if value in LANGUAGES else None)
        case "ping" if value in set(Ping):
            return replace(old, ping=Ping(value))
        case name if name in SWITCHES and value in {"0", "1"}:
            return switched(old, name, on=value == "1")
        case _:
            return old


def _configured(old: GuildSettings, call: Call, channel: ChannelId) -> GuildSettings:  # noqa: PLR0911 - one for each choice
    value = call.values[0] if call.values else call.argument(1)
    match call.argument(0):
        case "preset":
            return replace(old, preset=value if value in PRESETS else None)
        case "language":
            return replace(old, language=value if value in LANGUAGES else None)
        case "pace" if value == USUAL or value in {f"{turn}.{bury}" for turn, bury in PACES}:
            turn, bury = read_pace(value)
            return replace(old, turn_seconds=turn, bury_seconds=bury)
        case "end" if value in set(MayEnd):
            return replace(old, may_end=MayEnd(value))
        case "here":
            others = tuple(one for one in old.channels if one != channel)
            return replace(old, channels=(*others, channel)[-MOST_CHANNELS:] if value == "1" else others)
        case "threads" if value in {"0", "1"}:
            return replace(old, threads=value == "1")
        case "anywhere":
            return replace(old, channels=())
        case _:
            return old
