"""Pure changes of an event's invitations, by which people without a named team enter together."""

from dataclasses import replace

from bot.events.changes.entries import MAX_ENTRANTS, enter, require_entries_open
from bot.events.model import Event, EventInvitation
from bot.events.refusals import EventRefusal, EventRefused
from bot.ids import UserId


def invite(event: Event, members: tuple[UserId, ...]) -> Event:
    """Return the event with an invitation from the first member to the others. It replaces the inviter's earlier one.

    Raises EventRefused: ENTER_ALONE, WRONG_SIZE, MEMBER_IN, TOO_MANY_ENTRANTS, and as for `require_entries_open`.
    """
    require_entries_open(event)
    inviter = members[0]
    _check_members(event, members)
    if any(one.members == members for one in event.invitations):
        return event
    others = tuple(one for one in event.invitations if one.members[0] != inviter)
    if len(others) >= MAX_ENTRANTS:
        raise EventRefused(EventRefusal.TOO_MANY_ENTRANTS, limit=MAX_ENTRANTS)
    number = event.revision + 1  # each change of the event has its own revision, so this number is unique
    return replace(event, invitations=(*others, EventInvitation(number, members, frozenset({inviter}))))


def accept(event: Event, number: int, user: UserId, now: float) -> Event:
    """Accept an invitation. The last acceptance enters all. Raises EventRefused: NO_INVITATION, and as for `enter`."""
    invitation = _require_invitation(event, number, user)
    require_entries_open(event)
    agreed = replace(invitation, accepted=invitation.accepted | {user})
    if agreed == invitation:
        return event
    if agreed.accepted != set(agreed.members):
        known = tuple(agreed if one == invitation else one for one in event.invitations)
        return replace(event, invitations=known)
    left = tuple(one for one in event.invitations if one.id != number)
    return enter(replace(event, invitations=left), agreed.members, None, now)


def decline(event: Event, number: int, user: UserId) -> Event:
    """Return the event without an invitation. Raises EventRefused: NO_INVITATION."""
    declined = _require_invitation(event, number, user)
    return replace(event, invitations=tuple(one for one in event.invitations if one != declined))


def find_invitation(event: Event, inviter: UserId) -> EventInvitation | None:
    """Return the open invitation by a user; None if there is none."""
    return next((one for one in event.invitations if one.members[0] == inviter), None)


def _check_members(event: Event, members: tuple[UserId, ...]) -> None:
    settings = event.settings
    if settings.format.is_individual:
        raise EventRefused(EventRefusal.ENTER_ALONE, name=settings.name)
    if len(set(members)) != settings.team_size or len(members) != settings.team_size:
        raise EventRefused(EventRefusal.WRONG_SIZE, size=settings.team_size)
    if any(one is not None and one.is_in for one in map(event.find_entrant_of, members)):
        raise EventRefused(EventRefusal.MEMBER_IN, name=settings.name)


def _require_invitation(event: Event, number: int, user: UserId) -> EventInvitation:
    found = next((one for one in event.invitations if one.id == number and user in one.members), None)
    return EventRefused.require_found(found, EventRefusal.NO_INVITATION)
