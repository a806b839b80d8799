"""Formats tables, links, times, users, settings and results for messages."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from bot.ids import ChannelId, GuildId, MessageId, UserId
from bot.play.values import table_info
from bot.play.values.table_info import TableInfo
from bot.setting_fields import Dataclass, get_values, list_settings
from bot.text.catalogue import Texts
from bot.text.describe.seat_names import escape_name
from bot.ui.core.services import Services

FINGERPRINT_LENGTH: Final = 16


def format_fingerprint(commitment: str) -> str:
    """Return the first 64 bits of a commitment in hexadecimal. People can read them, but nobody can forge them."""
    return commitment[:FINGERPRINT_LENGTH]


def format_table_number(table: TableInfo) -> str:
    """Return a table's number as users see it. In an event, it counts within the round. Elsewhere, it is the id."""
    return str(table.id if table.event_place is None else table.event_place.table)


def format_table_name(table: TableInfo, texts: Texts) -> str:
    """Return a table's number and preset, and in an event also the event's name and the round."""
    place, facts = table.event_place, {"table": format_table_number(table), "preset": texts.format_preset(table.preset)}
    if place is None:
        return texts.say("lobby.heading", **facts)
    return texts.say("events.table_heading", name=place.name, round=place.round, **facts)


def format_message_link(guild: GuildId, channel: ChannelId, message: MessageId | None) -> str:
    """Return a link to a message, or to its channel if `message` is None."""
    place = f"https://discord.com/channels/{guild}/{channel}"
    return place if message is None else f"{place}/{message}"


def find_event_link(table: TableInfo) -> str | None:
    """Return a link to the message of a table's event; None if the table belongs to no event."""
    place = table.event_place
    return None if place is None else format_message_link(table.guild, table.channel, place.message)


def origin_lines(table: TableInfo, texts: Texts) -> tuple[str, ...]:
    """Return a small line that names a table's event or, for a rematch, the earlier table; nothing for other tables."""
    if table.event_place is not None:
        facts = {"name": escape_name(table.event_place.name), "link": find_event_link(table) or ""}
        return (f"-# {texts.say('events.of_event', **facts)}",)
    return (f"-# {texts.say('seats.rematch_of', table=table.rematch_of)}",) if table.rematch_of is not None else ()


def format_day(at: float) -> str:
    """Return a Discord timestamp that shows the day of `at`, which is in seconds since 1970."""
    return f"<t:{int(at)}:D>"


def format_timestamp(at: float) -> str:
    """Return a Discord timestamp that shows the day and time of `at`, which is in seconds since 1970."""
    return f"<t:{int(at)}:f>"


async def get_player_names(services: Services, users: Iterable[UserId], texts: Texts) -> dict[UserId, str]:
    """Return users' names by id. Users without a known name get digits of their id. Deleted users are "somebody"."""
    wanted, someone = tuple(dict.fromkeys(users)), texts.say("lobby.someone")
    found = await services.people.find_names([table_info.Person(UserId(user)) for user in wanted], texts)
    return {
        user: texts.say("managing.unknown", digits=f"{user % 10_000:04}")
        if user > 0 and name in {None, someone}
        else name or someone
        for user, name in zip(wanted, found, strict=True)
    }


async def format_users(services: Services, users: Iterable[UserId], texts: Texts) -> str:
    """Return a text that lists the names of users, with Discord's markdown escaped."""
    wanted = tuple(users)
    names = await get_player_names(services, wanted, texts)
    return format_names([names[user] for user in wanted], texts)


def format_names(names: Sequence[str], texts: Texts) -> str:
    """Return a text that lists names, with Discord's markdown escaped."""
    return texts.format_list(escape_name(name) for name in names)


def list_chosen_settings(settings: Dataclass, texts: Texts) -> Iterator[str]:
    """Yield the text `option.<key>.shown` of each setting that is not at its default. Some have no such text."""
    values = get_values(settings)
    for field in list_settings(type(settings)):
        key, value = f"option.{field.key}.shown", values[field.name]
        if value != field.default and texts.has(key):
            yield texts.say(key, count=value)


def format_recent_results(form: tuple[bool, ...], texts: Texts) -> str:
    """Return a letter for each result, oldest first. True is a win."""
    return " ".join(texts.say("leagues.w" if won else "leagues.l") for won in form)
