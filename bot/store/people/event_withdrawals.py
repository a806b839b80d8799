"""Withdraws entrants from events if their members' data is deleted, or if their team is disbanded."""

from sqlalchemy import delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.events.model import EntrantStatus
from bot.ids import TeamId, UserId
from bot.store.schema.event_models import (
    ACTIVE_EVENTS,
    EventEntrantRow,
    EventInvitationRow,
    EventManagerRow,
    EventMemberRow,
    EventRow,
    EventSubstituteRow,
)

_ACTIVE = select(EventRow.id).where(ACTIVE_EVENTS)


async def withdraw_person(connection: AsyncConnection, user: UserId) -> None:
    """In events that have not ended, withdraw each entrant whose only remaining member is `user`.

    In all events, delete the invitations that name the user, and remove the user as substitute and manager.
    """
    entered = select(EventMemberRow.event_id, EventMemberRow.entrant).where(EventMemberRow.user_id == user)
    for event, entrant in (await connection.execute(entered.where(EventMemberRow.event_id.in_(_ACTIVE)))).all():
        await _lock_and_show(connection, event)
        others = EventMemberRow.user_id > 0, EventMemberRow.user_id != user
        of = EventMemberRow.event_id == event, EventMemberRow.entrant == entrant
        if (await connection.execute(select(EventMemberRow.user_id).where(*of, *others))).first() is None:
            await _withdraw(connection, event, entrant)
    naming = select(EventInvitationRow.event_id, EventInvitationRow.invitation)
    # The whole invitation is deleted. The other people need a new invitation if they want to enter together.
    for event, number in (await connection.execute(naming.where(EventInvitationRow.user_id == user))).all():
        of = EventInvitationRow.event_id == event, EventInvitationRow.invitation == number
        await connection.execute(delete(EventInvitationRow).where(*of))
    for model in (EventSubstituteRow, EventManagerRow):
        await connection.execute(delete(model).where(model.user_id == user))


async def withdraw_team(connection: AsyncConnection, team: TeamId) -> None:
    """Withdraw a disbanded team from all events that have not ended."""
    active = EventEntrantRow.status != EntrantStatus.WITHDRAWN.value, EventEntrantRow.event_id.in_(_ACTIVE)
    query = select(EventEntrantRow.event_id, EventEntrantRow.entrant).where(EventEntrantRow.team_id == team, *active)
    for event, entrant in (await connection.execute(query)).all():
        await _lock_and_show(connection, event)
        await _withdraw(connection, event, entrant)


async def _withdraw(connection: AsyncConnection, event: int, entrant: int) -> None:
    withdrawing = update(EventEntrantRow).where(EventEntrantRow.event_id == event, EventEntrantRow.entrant == entrant)
    await connection.execute(withdrawing.values(status=EntrantStatus.WITHDRAWN.value))


async def _lock_and_show(connection: AsyncConnection, event: int) -> None:
    """Add 1 to an event's revision. This locks the event's row, and later the bot updates the event's message."""
    await connection.execute(update(EventRow).where(EventRow.id == event).values(revision=EventRow.revision + 1))
