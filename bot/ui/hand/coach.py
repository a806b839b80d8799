"""The coach: it judges a submitted play; its remark on the panel, and the offer to turn it on."""

from dataclasses import replace

from bot.ids import TableId, UserId
from bot.play.tables.table import Table
from bot.text.catalogue import Texts
from bot.text.describe.explain_play import format_costly_play
from bot.ui.core.interactions.context import TablePress, get_seat
from bot.ui.core.interactions.responses import Response, ShowPanel
from bot.ui.core.memory.people import Preferences
from bot.ui.core.messages.message import Block, Text
from bot.ui.core.services import Services
from bot.ui.core.tables.rated_play import is_help_allowed
from engine.model.actions import Action, Play
from engine.model.view import PhaseName, View


def coach_blocks(services: Services, table: TableId, view: View, texts: Texts, *, is_spoken: bool) -> tuple[Block, ...]:
    """Return the coach's remark on the seat's last play, during the play of tricks."""
    remark = services.coach.get_remark(table, view) if view.phase is PhaseName.PLAYING else None
    if remark is None:
        return ()
    return (Text(f"-# {format_costly_play('hint.coach', remark.play, texts, is_spoken=is_spoken)}"),)


def is_coach_offered(view: View, prefers: Preferences) -> bool:
    """Return whether the coach is offered: while tricks are played, and after the first lost deal."""
    if prefers.coach:
        return False
    return view.phase is PhaseName.PLAYING or (_has_lost(view) and not prefers.coach_offered)


async def note_coach_offer(press: TablePress) -> None:
    """Note that a user goes on from a lost deal, whose panel offered the coach."""
    seat, prefers = press.table.seat_of(press.user), press.preferences
    if seat is None or prefers.coach_offered or not _has_lost(press.table.view(seat)):
        return
    if await is_help_allowed(press.services, press.table.facts):
        await press.services.people.save_preferences(press.user, replace(prefers, coach_offered=True))


def _has_lost(view: View) -> bool:
    result = view.result if view.phase is PhaseName.FINISHED else None
    return result is not None and view.seat not in result.winning_seats


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
