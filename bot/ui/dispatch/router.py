"""Routes each press, select and form by its id."""

from typing import Any, Final, cast

import discord
import structlog

from bot.play.tables.table import Table
from bot.ui.core.interactions.context import Context, ControlPress, PickedPerson, TablePress
from bot.ui.core.interactions.responses import Response, notice_message
from bot.ui.core.interactions.table_controls import TableControlId
from bot.ui.core.messages.custom_id_codec import ControlId, parse_id
from bot.ui.core.services import Services
from bot.ui.discord_io.components import parse_form_values
from bot.ui.dispatch.dispatcher import InteractionDispatcher
from bot.ui.dispatch.routes import ROUTES, handle_table_press

log: Final = structlog.get_logger()


class Router:
    """Routes all components and forms. Ids in an unknown form get an answer too."""

    def __init__(self, services: Services, dispatcher: InteractionDispatcher) -> None:
        self._services = services
        self._dispatcher = dispatcher

    async def handle(self, interaction: discord.Interaction) -> None:
        """Handle an interaction if it is a component's or a form's."""
        if interaction.type not in {discord.InteractionType.component, discord.InteractionType.modal_submit}:
            return
        data = cast("dict[str, Any]", interaction.data)
        id_ = parse_id(str(data.get("custom_id", "")))
        if isinstance(id_, TableControlId):
            await self._handle_table_control(interaction, id_, data)
        elif id_ is None:
            await self._dispatcher.run(self._context_of(interaction, None), _answer_old_control)
        else:
            await self._handle_control(interaction, id_, data)
            log.debug("pressed", route=id_.route)

    async def _handle_control(self, interaction: discord.Interaction, id_: ControlId, data: dict[str, Any]) -> None:
        async def handler(ctx: Context) -> Response:
            press = ControlPress(ctx, id_, _selected_values(data), parse_form_values(data), _picked_people(data))
            return await ROUTES[type(id_)](press)

        await self._dispatcher.run(self._context_of(interaction, None), handler)

    async def _handle_table_control(
        self, interaction: discord.Interaction, id_: TableControlId, data: dict[str, Any]
    ) -> None:
        values, typed = _selected_values(data), parse_form_values(data)
        cut = str(interaction.id)  # Discord chose the id, so the program could not predict it

        async def find(_: Context) -> Table:
            return await self._services.registry.get_table(id_.table)

        async def handler(ctx: Context, table: Table) -> Response:
            prefers = await self._services.people.get_preferences(ctx.user)
            press = TablePress(self._services, table, ctx.user, id_, values, ctx.texts, cut, typed, prefers)
            return await handle_table_press(press)

        await self._dispatcher.run_at_table(self._context_of(interaction, id_), find, handler)
        log.debug("pressed", table=id_.table, verb=id_.verb.value)  # never the argument: it may hold cards

    def _context_of(self, interaction: discord.Interaction, id_: TableControlId | None) -> Context:
        message = interaction.message
        private = message is not None and message.flags.ephemeral  # only panels are private and have controls
        texts = self._services.catalogue.texts_for(str(interaction.locale))
        return Context(self._services, interaction, texts, id_.table if id_ is not None and private else None, private)


def _selected_values(data: dict[str, Any]) -> tuple[str, ...]:
    return tuple(str(value) for value in data.get("values", ()))


def _picked_people(data: dict[str, Any]) -> tuple[PickedPerson, ...]:
    """Return the people who were picked, with the names that they have in the server."""
    resolved = data.get("resolved", {})
    users, members = resolved.get("users", {}), resolved.get("members", {})
    return tuple(
        PickedPerson(
            int(id_),
            user["username"],
            members.get(id_, {}).get("nick") or user.get("global_name") or user["username"],
            bool(user.get("bot")),
        )
        for id_ in _selected_values(data)
        if (user := users.get(id_)) is not None
    )


async def _answer_old_control(ctx: Context) -> Response:
    return notice_message(ctx.texts.say("ui.old_control"))
