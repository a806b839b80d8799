"""Exports and deletes the data stored about a user."""

import gzip
import json
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import Final

import discord
import structlog

from bot.ids import TableId, UserId
from bot.play.ports import StillSeated
from bot.text.catalogue import Texts
from bot.ui.core.interactions.context import Context, ControlPress
from bot.ui.core.interactions.responses import EditMessage, NewMessage, Response
from bot.ui.core.messages.custom_id_codec import ControlId
from bot.ui.core.messages.discord_limits import MAX_UPLOAD_BYTES
from bot.ui.core.messages.labelled import labelled_button, text_message
from bot.ui.core.messages.message import ButtonStyle, File, Message, Text, button_rows
from bot.ui.core.services import Services
from bot.ui.discord_io.rate_limits import PATIENCE, wait_at_most
from bot.ui.discord_io.send_failures import REQUEST_FAILURES

log: Final = structlog.get_logger()

EXPORT_FILENAME: Final = "tractor-data.json"
MAX_SHOWN: Final = 10


class ForgetUser(ControlId, route="priv:forget"):
    """Deletes what is stored about the user."""


class KeepData(ControlId, route="priv:keep"):
    """Deletes nothing."""


async def export_personal_data(ctx: Context) -> Response:
    """Export everything stored about the user as a file, compressed if it is too large for Discord."""
    stored = await ctx.services.personal_data.export_personal_data(ctx.user)
    when = datetime.fromtimestamp(ctx.services.clock.wall(), UTC).isoformat(timespec="seconds")
    text = json.dumps({"of": str(ctx.user), "at": when, "kept": stored}, ensure_ascii=False, indent=1).encode()
    file = File(text, EXPORT_FILENAME)
    if len(text) > MAX_UPLOAD_BYTES:
        file = File(gzip.compress(text), f"{EXPORT_FILENAME[:-5]}.gz")
    return NewMessage(Message((Text(ctx.texts.say("privacy.export", count=sum(map(len, stored.values())))), file)))


async def confirm_deletion(ctx: Context) -> Response:
    """Explain what deletion means, with a button to confirm it."""
    confirm = labelled_button(ForgetUser(), ctx.texts, "privacy.sure", ButtonStyle.DANGER)
    keep = labelled_button(KeepData(), ctx.texts, "privacy.keep")
    return NewMessage(Message((Text(ctx.texts.say("privacy.ask")), *button_rows((confirm, keep)))))


async def handle_privacy(press: ControlPress[ForgetUser | KeepData]) -> Response:
    """Delete the data stored about the user, or keep it. Refuse to delete data that a table still needs."""
    texts, user, services = press.texts, press.ctx.user, press.ctx.services
    if isinstance(press.id, KeepData):
        return EditMessage(text_message(texts.say("privacy.kept")))
    await services.registry.loader.wait()
    if seen := services.registry.list_seen_deals(user):  # without the data, nothing says who has seen this hand
        return EditMessage(text_message(texts.say("privacy.hand_seen", tables=_format_tables(seen, texts))))
    try:
        if not await _take_roles(press.ctx):
            return EditMessage(text_message(texts.say("privacy.try_again")))
        await services.registry.withdraw_requests(user)
        await services.personal_data.delete_personal_data(user, services.registry.loader.broken)
    except StillSeated as seated:
        return EditMessage(text_message(texts.say("privacy.seated", tables=_format_tables(seated.tables, texts))))
    drop_forgotten_user(services, user)
    return EditMessage(text_message(texts.say("privacy.forgotten")), release_panels=True)


def drop_forgotten_user(services: Services, user: UserId) -> None:
    """Drop the cached data of a user whose data has been deleted."""
    services.registry.unload_tables_of(user)
    services.people.forget(user)
    services.refused_forms.forget(user)
    services.events.wake()  # this replaces the name in the events' public messages


async def _take_roles(ctx: Context) -> bool:
    """Remove the roles that the bot gave the user; return False if a request failed."""
    services = ctx.services
    http = ctx.interaction.client.http
    # before the data is deleted, because afterwards nothing says which roles the bot gave
    for guild, role in await services.personal_data.list_given_roles(ctx.user, services.registry.loader.broken):
        try:
            with suppress(discord.NotFound, discord.Forbidden):  # the user has left, or the bot lacks the permission
                await wait_at_most(PATIENCE, http.remove_role(guild, ctx.user, role, reason="deleted personal data"))
        except REQUEST_FAILURES as fault:
            log.info("a role could not be removed", fault=type(fault).__name__)
            return False
    return True


def _format_tables(tables: Sequence[TableId], texts: Texts) -> str:
    return texts.format_list(f"#{table}" for table in tables[:MAX_SHOWN])
