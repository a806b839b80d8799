"""Views for the people who run the bot: all tables, and the bot's state."""

from collections import Counter
from collections.abc import AsyncIterator, Sequence
from itertools import groupby
from typing import Final

from bot import __version__
from bot.ids import TableId
from bot.play.tables.table import Table
from bot.play.values.table_info import Person
from bot.text.catalogue import Texts
from bot.text.describe.seat_names import escape_name
from bot.ui.core.interactions.context import Context
from bot.ui.core.interactions.responses import Response, notice_message
from bot.ui.core.messages.custom_id_codec import ControlId
from bot.ui.core.messages.message import Button, ButtonStyle, Message, Text, button_rows
from bot.ui.discord_io.command_sync import list_command_faults
from bot.ui.lobby.commands import format_players, format_state

TABLES_PER_PAGE: Final = 15


class AdminEnd(ControlId, route="admin:end"):
    """Ends a table of any server."""

    table: TableId


class AdminKeep(ControlId, route="admin:keep"):
    """Leaves the table open."""


class AdminAnnounce(ControlId, route="admin:say"):
    """The form of an announcement."""


async def show_tables(ctx: Context, page: int) -> Response:
    """Return a page of the tables of all servers."""
    await ctx.services.registry.loader.wait()
    tables = sorted(ctx.services.registry.list_live(), key=lambda table: (table.facts.guild, table.id))
    if not tables:
        return notice_message(ctx.texts.say("admin.none"))
    pages = -(-len(tables) // TABLES_PER_PAGE)
    page = min(page, pages)
    shown = tables[(page - 1) * TABLES_PER_PAGE : page * TABLES_PER_PAGE]
    lines = [_format_summary(ctx.texts, tables), *[line async for line in _list_lines(ctx, tables, shown)]]
    if pages > 1:
        option = ctx.texts.say("option.page.name")
        lines.append(f"-# {ctx.texts.say('admin.page', page=page, pages=pages, option=option)}")
    return notice_message("\n".join(lines))


def _format_summary(texts: Texts, tables: Sequence[Table]) -> str:
    return texts.say(
        "admin.summary",
        count=len(tables),
        servers=texts.say("admin.servers", count=len({table.facts.guild for table in tables})),
        people=texts.say("listing.people", count=len(list_people(tables))),
    )


async def _list_lines(ctx: Context, tables: Sequence[Table], shown: Sequence[Table]) -> AsyncIterator[str]:
    texts, counts = ctx.texts, Counter(table.facts.guild for table in tables)
    for guild, found in groupby(shown, key=lambda table: table.facts.guild):
        known = ctx.interaction.client.get_guild(guild)
        name = texts.say("admin.unknown_server") if known is None else escape_name(known.name)
        yield texts.say("admin.server", name=name, id=guild, count=counts[guild])
        for table in found:
            yield texts.say(
                "admin.line",
                table=table.id,
                preset=texts.format_preset(table.facts.preset),
                who=format_players(table, texts),
                state=format_state(table, texts),
                channel=await ctx.services.threads.get_channel(table.facts),
            )


def list_people(tables: Sequence[Table]) -> set[int]:
    """Return the users who have a seat at any of these tables."""
    return {one.user for table in tables for one in table.occupants if isinstance(one, Person)}


async def show_stats(ctx: Context) -> Response:
    """Return figures about the bot: what it does now, and what it has done since its start."""
    texts, registry = ctx.texts, ctx.services.registry
    tables, done, saved = tuple(registry.list_live()), registry.statistics, registry.health.record.last_commit_at
    lines = [
        texts.say(
            "admin.stats",
            version=__version__,
            since=f"<t:{round(done.since)}:R>",
            servers=texts.say("admin.servers", count=len(ctx.interaction.client.guilds)),
            tables=texts.say("admin.tables", count=len(tables)),
            people=texts.say("listing.people", count=len(list_people(tables))),
            opened=done.opened,
            closed=done.closed,
            deals=done.deals,
            saved=texts.say("admin.never") if saved is None else f"<t:{round(saved)}:R>",
            new=texts.say("admin.no" if registry.refuses_new_tables else "admin.yes"),
        )
    ]
    faults = await list_command_faults(ctx.services.key_values)
    lines += [texts.say("admin.commands_wait", cause=escape_name(cause)) for cause in faults]
    if ctx.services.config.use_emoji and ctx.services.emoji.is_empty:
        lines.append(texts.say("admin.emoji_wait"))
    return notice_message("\n".join(lines))


def confirm_end_view(table: Table, texts: Texts) -> Message:
    """Return a question that asks whether to end a table."""
    end = Button(AdminEnd(table.id), texts.say("admin.end", table=table.id), ButtonStyle.DANGER)
    keep = Button(AdminKeep(), texts.say("admin.keep"))
    return Message((Text(texts.say("admin.end_sure", table=table.id)), *button_rows((end, keep))))
