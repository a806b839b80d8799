"""How fast computer players act and cards are drawn at a table, which its host chooses at any time."""

from dataclasses import replace
from typing import Final

from bot.ids import TableId, UserId
from bot.play.refusals import StaleTask
from bot.play.tables.snapshot import Snapshot
from bot.play.tables.table import Table
from bot.play.values.table_info import Speed, TableInfo
from bot.text.catalogue import Texts
from bot.ui.core.interactions.context import ControlPress
from bot.ui.core.interactions.responses import EditMessage, Response
from bot.ui.core.messages.custom_id_codec import ControlId
from bot.ui.core.messages.labelled import labelled_select, select_option
from bot.ui.core.messages.message import Select, SelectOption
from bot.ui.core.services import Services
from bot.ui.core.tables.find_table import find_table_by_id
from bot.ui.table.vote_view import votes_view

SPEED: Final = "speed"
"""Precedes a speed among what a host chooses in the lobby."""


class SpeedControl(ControlId, route="speed"):
    """Sets the speed of a table; `shown` makes the id differ with the present one."""

    table: TableId
    shown: str


def speed_select(table: Snapshot, texts: Texts) -> Select:
    """Return the select of speeds, for the host."""
    id_ = SpeedControl(table.id, (table.facts.speed or Speed.NORMAL).value)
    return labelled_select(id_, texts, "pace.speed", list_speeds(table.facts, texts))


def list_speeds(facts: TableInfo, texts: Texts, mark: str = "") -> tuple[SelectOption, ...]:
    """Return an option for each speed; `mark` precedes its value, and without one the present speed is chosen."""
    present = facts.speed or Speed.NORMAL
    return tuple(
        select_option(f"{mark}{one.value}", texts.say(f"pace.{one.value}"), chosen=not mark and one is present)
        for one in Speed
        if not mark or one is not present
    )


async def handle_speed(press: ControlPress[SpeedControl]) -> Response:
    """Set the speed that the host has chosen."""
    table = await find_table_by_id(press.ctx, press.id.table)
    await choose_speed(press.ctx.services, table, press.ctx.user, press.chosen or "")
    seen = table.snapshot()
    return EditMessage(await votes_view(press.ctx.services, seen, press.texts, more=(speed_select(seen, press.texts),)))


async def choose_speed(services: Services, table: Table, user: UserId, chosen: str) -> None:
    """Set the speed of a table; for a user alone with computers it is remembered.

    Raises:
        StaleTask: there is no such speed.
        TableRefused: the user is not the host, or the table is closed.
    """
    if chosen not in set(Speed):
        raise StaleTask
    speed = Speed(chosen)
    await table.gameplay.set_speed(user, speed)
    if table.facts.is_alone:
        preferences = await services.people.get_preferences(user)
        await services.people.save_preferences(user, replace(preferences, speed=speed))


async def set_remembered_speed(services: Services, table: Table, user: UserId) -> None:
    """Set the speed that a user has chosen before, if they are about to play alone with computers."""
    if table.facts.speed is None and table.facts.is_alone and table.facts.host == user:
        speed = (await services.people.get_preferences(user)).speed
        if speed is not None:
            await table.gameplay.set_speed(user, speed)
