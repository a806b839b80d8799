"""Handlers of `/admin`. They check who may use it, end tables, post announcements, and start and end maintenance."""

from collections.abc import Callable, Iterable
from typing import Any, Final

import discord
import structlog

from bot.ids import ChannelId, TableId
from bot.play.refusals import TableRefusal, TableRefused
from bot.play.tables.table import Table
from bot.play.values.table_info import LIVE_STATUSES, TableInfo
from bot.text.catalogue import Texts
from bot.ui.admin.selftest import AdminSelftest, handle_selftest
from bot.ui.admin.view import AdminAnnounce, AdminEnd, AdminKeep, confirm_end_view
from bot.ui.core.interactions.context import Context, ControlPress
from bot.ui.core.interactions.responses import (
    ControlHandler,
    EditMessage,
    Handler,
    NewMessage,
    OpenForm,
    Response,
    notice_message,
)
from bot.ui.core.messages.custom_id_codec import ControlId
from bot.ui.core.messages.form import Form, FormField
from bot.ui.core.messages.labelled import text_message
from bot.ui.core.services import Services
from bot.ui.discord_io.choose_language import get_public_texts
from bot.ui.discord_io.messages import Messenger
from bot.ui.discord_io.send_failures import SendFailed

log: Final = structlog.get_logger()

MAINTENANCE_KEY: Final = "maintenance"
_CLOSED: Final = "no new tables"
MAX_ANNOUNCEMENT: Final = 1500
ROLES: Final = {discord.TeamMemberRole.admin, discord.TeamMemberRole.developer}
"""The team roles on Discord's developer portal whose members run the bot. The team's owner always does."""


def for_owners(handler: Handler) -> Handler:
    """Return a handler that refuses everyone who does not run the bot."""

    async def guarded(ctx: Context) -> Response:
        # Ask Discord each time, because people leave teams.
        if ctx.user not in list_owners(await ctx.interaction.client.application_info()):
            return notice_message(ctx.texts.say("admin.not_owner"))
        return await handler(ctx)

    return guarded


def list_owners(application: discord.AppInfo) -> set[int]:
    """Return the ids of those who run the bot."""
    team = application.team
    if team is None:
        return {application.owner.id}
    accepted = discord.TeamMembershipState.accepted
    members = {one.id for one in team.members if one.role in ROLES and one.membership_state is accepted}
    return members if team.owner_id is None else members | {team.owner_id}


async def ask_end(ctx: Context, number: int) -> Response:
    """Ask for confirmation before a table is ended."""
    table = await _find_live(ctx, TableId(number))
    if table is None:
        return notice_message(ctx.texts.say("admin.no_table", table=number))
    return NewMessage(confirm_end_view(table, ctx.texts))


async def _find_live(ctx: Context, number: TableId) -> Table | None:
    try:
        table = await ctx.services.registry.get_table(number)
    except TableRefused as refused:
        if refused.reason is not TableRefusal.NO_TABLE:
            raise
        return None
    return table if table.facts.status in LIVE_STATUSES else None


async def _end(ctx: Context, number: TableId) -> Response:
    table = await _find_live(ctx, number)
    if table is None:
        return EditMessage(text_message(ctx.texts.say("admin.no_table", table=number)))
    await table.voting.close(ctx.user, by_right=True)
    log.info("table ended by an administrator", table=table.id, guild=table.facts.guild)
    await _post(ctx, [table], lambda texts: texts.say("admin.told_ended", table=table.id))
    return EditMessage(text_message(ctx.texts.say("admin.ended", table=table.id)))


async def ask_announcement(ctx: Context) -> Response:
    """Open the form of an announcement."""
    text = FormField("text", ctx.texts.say("admin.announce_text"), max_length=MAX_ANNOUNCEMENT, multiline=True)
    return OpenForm(Form(str(AdminAnnounce()), ctx.texts.say("admin.announce_title"), (text,)))


async def _announce(ctx: Context, text: str) -> Response:
    await ctx.services.registry.loader.wait()
    tables = tuple(ctx.services.registry.list_live())
    if not tables:
        return notice_message(ctx.texts.say("admin.nobody"))
    return notice_message(await _post(ctx, tables, lambda texts: texts.say("admin.told", text=text)))


async def set_maintenance(ctx: Context, *, allows_new_tables: bool) -> Response:
    """Stop or allow new tables, and post a notice in the channels of the live tables."""
    option = ctx.texts.say("option.admin_new_tables.name")
    lines = [ctx.texts.say("admin.opened") if allows_new_tables else ctx.texts.say("admin.closed", option=option)]
    await ctx.services.key_values.set(MAINTENANCE_KEY, "" if allows_new_tables else _CLOSED)
    registry = ctx.services.registry
    before, registry.refuses_new_tables = registry.refuses_new_tables, not allows_new_tables
    if before == allows_new_tables:
        log.info("new tables were allowed or refused", allows_new_tables=allows_new_tables)
        key = "admin.told_open" if allows_new_tables else "admin.told_closed"
        await registry.loader.wait()
        if tables := tuple(registry.list_live()):
            lines.append(await _post(ctx, tables, lambda texts: texts.say(key)))
    return notice_message("\n".join(lines))


async def _post(ctx: Context, tables: Iterable[Table], word: Callable[[Texts], str]) -> str:
    """Post a text once in each channel that shows any of these tables. Return a summary."""
    client, services = ctx.interaction.client, ctx.services
    messenger = Messenger(client, services)
    channels: dict[ChannelId, TableInfo] = {}
    for table in tables:
        channels[await services.threads.get_channel(table.facts)] = table.facts
    failed = 0
    for channel, facts in channels.items():
        try:
            texts = get_public_texts(services, client, facts.guild, facts.language)
            await messenger.send(channel, text_message(word(texts)))
        except SendFailed as unsent:
            failed += 1
            log.info("an announcement could not be posted", channel=channel, fault=unsent.fault.value)
    lines = [ctx.texts.say("admin.announced", count=len(channels) - failed)]
    return "\n".join(lines + ([ctx.texts.say("admin.not_posted", count=failed)] if failed else []))


async def handle_admin(press: ControlPress[Any]) -> Response:
    """Handle a press or a form; refuse everyone who does not run the bot."""

    async def carry_out(ctx: Context) -> Response:
        match press.id:
            case AdminEnd(table=table):
                return await _end(ctx, table)
            case AdminAnnounce() if "text" in press.form_values:
                return await _announce(ctx, press.form_values["text"])
            case AdminKeep():
                return EditMessage(text_message(ctx.texts.say("admin.kept")))
            case AdminSelftest():
                return await handle_selftest(press)
            case _:
                return notice_message(ctx.texts.say("failure.old_control"))

    return await for_owners(carry_out)(press.ctx)


async def load_maintenance(services: Services) -> None:
    """Load from the database whether `/admin maintenance` has stopped new tables."""
    services.registry.refuses_new_tables = await services.key_values.get(MAINTENANCE_KEY) == _CLOSED


HANDLERS: Final[dict[type[ControlId], ControlHandler]] = dict.fromkeys(
    (AdminEnd, AdminKeep, AdminAnnounce, AdminSelftest), handle_admin
)
