"""Explains failures to users, such as a refused action, a silent database or a server without the bot."""

from contextlib import suppress
from typing import Final

import structlog

from bot.play.refusals import TableRefusal, TableRefused
from bot.play.tables.store_health import describe_cause
from bot.play.tables.table import Table
from bot.text.describe.seat_names import escape_name
from bot.ui.core.interactions.context import Context
from bot.ui.core.interactions.explain_refusal import (
    Refused,
    describe_legal_actions,
    explain_button,
    explain_in_panel_button,
    format_refusal,
)
from bot.ui.core.interactions.responses import NewMessage, Response, ShowPanel, notice_message
from bot.ui.core.messages.message import LinkButton, Message, Text, button_rows
from bot.ui.core.tables.bot_permissions import format_invitation_link
from bot.ui.discord_io.send_failures import SendFailed, SendFault
from bot.ui.surfaces.outbox import Outbox
from engine.model.errors import IllegalAction

log: Final = structlog.get_logger()

_UNSENT_KEYS: Final = {SendFault.REFUSED: "failure.refused", SendFault.BLOCKED: "failure.blocked"}


def get_interaction_kind(ctx: Context) -> str:
    """Return the kind of an interaction, for the log."""
    return ctx.interaction.type.name


def explain_unsent(ctx: Context, unsent: SendFailed) -> str | None:
    """Log an answer that Discord did not accept. Return another answer, or None if the interaction has expired."""
    kind = get_interaction_kind(ctx)
    log.warning("an answer could not be sent", fault=unsent.fault.value, code=unsent.code, kind=kind)
    # the user's action is saved all the same, and their next press shows its effect
    return (
        None if unsent.fault is SendFault.GONE else ctx.texts.say(_UNSENT_KEYS.get(unsent.fault, "failure.unexpected"))
    )


def explain_missing_bot(ctx: Context) -> NewMessage | None:
    """Return a message with a link to add the bot if the server has only its commands; None if the bot may be there."""
    guild, client = ctx.interaction.guild_id, ctx.interaction.client
    if guild is None or not client.is_ready() or client.get_guild(guild) is not None:
        return None
    link = LinkButton(format_invitation_link(ctx.interaction.application_id, guild), ctx.texts.say("failure.add_bot"))
    return NewMessage(Message((Text(ctx.texts.say("failure.bot_missing")), *button_rows((link,)))))


def explain_busy(ctx: Context, unanswered: OSError) -> str:
    """Log a failure of the database; return a text that tells the user that their action failed."""
    log.warning("the database did not answer", kind=get_interaction_kind(ctx), cause=describe_cause(unanswered))
    return format_refusal(TableRefused(TableRefusal.BUSY), ctx.texts)


async def explain_refusal(outbox: Outbox, ctx: Context, refused: Refused, table: Table | None) -> Response:
    """Return a refusal. Users with a seat also get a button that explains the rule, in their panel if possible."""
    seat = table.seat_of(ctx.user) if table is not None else None
    if table is None or seat is None:
        return notice_message(format_refusal(refused, ctx.texts))
    names = [escape_name(name or "") for name in await ctx.services.people.find_names(table.occupants, ctx.texts)]
    text = format_refusal(refused, ctx.texts, names)
    if ctx.panel_table is not None or outbox.hand_message(table, ctx.user).is_alive:
        why = button_rows(explain_in_panel_button(table.id, seat, table.task(seat), refused, ctx.texts))
        return ShowPanel(table, text, explain_rows=why)  # the panel itself offers the legal moves
    if isinstance(refused, IllegalAction):
        with suppress(TableRefused):  # the list of legal moves is left out while the table is reloaded
            text = "\n".join(filter(None, (text, describe_legal_actions(table.view(seat), ctx.texts))))
    return NewMessage(Message((Text(text), *explain_button(f"t{table.id}", refused, ctx.texts))))
