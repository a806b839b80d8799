"""Submits an action to a table, and lets the coach judge it."""

from bot.ids import UserId
from bot.play.tables.table import Table
from bot.ui.core.interactions.responses import Response, ShowPanel
from bot.ui.core.interactions.table_press import TablePress, get_seat
from bot.ui.core.services import Services
from bot.ui.core.tables.rated_play import is_help_allowed
from engine.model.actions import Action, Play


async def submit_action(press: TablePress, action: Action) -> Response:
    """Submit an action to the table and show the result.

    Raises:
        StaleTask: the control is old.
        IllegalAction: the rules forbid it.
        TableRefused: the table does.
    """
    task = press.control_id.task if press.control_id.task is not None else -1
    await submit_with_coach(press.services, press.table, press.user, action, task)
    return ShowPanel(press.table)


async def submit_with_coach(services: Services, table: Table, user: UserId, action: Action, task: int) -> None:
    """Submit an action, and let the coach of a user who wants one judge it. Raises as `submit_action`."""
    seat = get_seat(table, user)
    before, is_asked = table.view(seat), table.task(seat) == task
    await table.gameplay.submit(seat, action, task)
    if not isinstance(action, Play) or not is_asked:
        return  # a repeat, as of a play that went by itself, is not judged
    if (await services.people.get_preferences(user)).coach and await is_help_allowed(services, table.facts):
        services.coach.look_at(table.id, user, before, action)
