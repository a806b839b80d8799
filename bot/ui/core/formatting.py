"""Times, presets and names as messages show them."""

from collections.abc import Iterable, Sequence

from bot.ids import UserId
from bot.play.values import occupants
from bot.play.values.table_info import TableInfo
from bot.text.catalogue import Texts
from bot.text.describe.seat_names import escape_name
from bot.ui.core.services import Services
from engine.model.presets import PRESETS


def format_preset(preset: str, texts: Texts) -> str:
    """Return a preset's name; one of an earlier version keeps its id."""
    return texts.format_preset(preset) if preset in PRESETS else preset


def format_table_number(table: TableInfo, texts: Texts) -> str:
    """Return the number by which people know a table; in an event it is that of its round."""
    place = table.event_place
    if place is None:
        return str(table.id)
    return texts.say("events.table_label", table=place.table, name=place.name, round=place.round)


def format_table_name(table: TableInfo, texts: Texts) -> str:
    """Return the number of a table and its rules."""
    return texts.say(
        "ui.lobby_heading", table=format_table_number(table, texts), preset=texts.format_preset(table.preset)
    )


def find_event_link(table: TableInfo) -> str | None:
    """Return a link to the message of the event that a table belongs to."""
    if table.event_place is None:
        return None
    channel = f"https://discord.com/channels/{table.guild}/{table.channel}"
    return channel if table.event_place.message is None else f"{channel}/{table.event_place.message}"


def origin_lines(table: TableInfo, texts: Texts) -> tuple[str, ...]:
    """Return, in small print, the table's event, or the table that it is the rematch of; nothing for others."""
    if table.event_place is not None:
        facts = {"name": escape_name(table.event_place.name), "link": find_event_link(table) or ""}
        return (f"-# {texts.say('events.of_event', **facts)}",)
    return (f"-# {texts.say('seats.rematch_of', table=table.rematch_of)}",) if table.rematch_of is not None else ()


def format_day(at: float) -> str:
    """Return a Discord timestamp that shows the day; `at`: seconds since the epoch."""
    return f"<t:{int(at)}:D>"


def format_timestamp(at: float) -> str:
    """Return a Discord timestamp that shows day and time."""
    return f"<t:{int(at)}:f>"


async def get_player_names(services: Services, users: Iterable[UserId], texts: Texts) -> dict[UserId, str]:
    """Return these users' names for pictures. Imported users without a name get the last digits of their id."""
    wanted, someone = tuple(dict.fromkeys(users)), texts.say("ui.someone")
    found = await services.people.find_names([occupants.Person(UserId(user)) for user in wanted], texts)
    return {
        user: texts.say("managing.unknown", digits=f"{user % 10_000:04}")
        if user > 0 and name in {None, someone}
        else name or someone
        for user, name in zip(wanted, found, strict=True)
    }


def format_names(names: Sequence[str], texts: Texts) -> str:
    """Return names as a list, with Discord's markdown escaped."""
    return texts.format_list(escape_name(name) for name in names)


def format_recent_results(form: tuple[bool, ...], texts: Texts) -> str:
    """Return results, oldest first, as letters."""
    return " ".join(texts.say("leagues.w" if won else "leagues.l") for won in form)
