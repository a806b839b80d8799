"""Takes every press, choice and form: reads the id, finds the table or the room, and hands it on to be answered."""

from typing import Any, Final, cast

import discord
import structlog

from bot.play.table import Table
from bot.ui import presses
from bot.ui.answers import Answer, Desk, tell
from bot.ui.asker import Asker
from bot.ui.forms import read_form
from bot.ui.ids import Id, parse
from bot.ui.kit import Kit
from bot.ui.rooms import ROOMS
from bot.ui.routes import Call, Room, read_control

log: Final = structlog.get_logger()


class Router:
    """The one way in for components. Ids of unknown form get a clear answer, so no press is ever left without one."""

    def __init__(self, kit: Kit, desk: Desk) -> None:
        self._kit = kit
        self._desk = desk

    async def handle(self, interaction: discord.Interaction) -> None:
        """Answer an interaction if it is a component's or a form's; commands go another way."""
        if interaction.type in {discord.InteractionType.component, discord.InteractionType.modal_submit}:
            text = str(cast("dict[str, Any]", interaction.data).get("custom_id", ""))
            name, arguments = read_control(text)
            room = ROOMS.get(name)
            if room is None:
                await self._press(interaction)
            else:
                await self._enter(interaction, room, arguments)
                log.debug("pressed", room=name)

    async def _enter(self, interaction: discord.Interaction, room: Room, arguments: tuple[str, ...]) -> None:
        data = cast("dict[str, Any]", interaction.data)

        async def deed(asker: Asker) -> Answer:
            return await room(Call(self._kit, asker, arguments, _values(data), read_form(data)))

        await self._desk.serve(self._asker(interaction, None), deed)

    async def _press(self, interaction: discord.Interaction) -> None:
        data = cast("dict[str, Any]", interaction.data)
        known = parse(str(data.get("custom_id", "")))
        asker = self._asker(interaction, known)
        if known is None:
            await self._desk.serve(asker, _old_control)
            return
        id_, values, typed = known, _values(data), read_form(data)
        cut = str(interaction.id)  # Discord made it: the program could not foresee it

        async def find(_: Asker) -> Table:
            return await self._kit.registry.table(id_.table)

        async def deed(asker: Asker, table: Table) -> Answer:
            prefers = await self._kit.people.preferences(asker.user)
            press = presses.Press(self._kit, table, asker.user, id_, values, asker.texts, cut, typed, prefers)
            return await presses.answer(press)

        await self._desk.serve_table(asker, find, deed)
        log.debug("pressed", table=id_.table, verb=id_.verb.value)  # never the argument: it may hold cards

    def _asker(self, interaction: discord.Interaction, id_: Id | None) -> Asker:
        message = interaction.message
        private = message is not None and message.flags.ephemeral  # only panels are private and have controls
        texts = self._kit.catalogue.texts(str(interaction.locale))
        return Asker(interaction, texts, id_.table if id_ is not None and private else None, private)


def _values(data: dict[str, Any]) -> tuple[str, ...]:
    return tuple(str(value) for value in data.get("values", ()))


async def _old_control(asker: Asker) -> Answer:
    return tell(asker.texts.say("ui.old_control"))
