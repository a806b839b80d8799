"""People enter together by invitation, disbanded teams are withdrawn, and some names of events are refused."""

import asyncio

import pytest
from event_harness import HOME, MANAGER, event_settings, is_refused
from league_factories import ADMIN, create_team

from bot.events.model import EntrantStatus
from bot.events.pairing.ports import EventFormat
from bot.events.refusals import EventRefusal
from bot.ids import UserId
from bot.league.service import LeagueService


async def open_event(evening, **changes):
    return await evening.service.open_entries(MANAGER, await evening.create(**changes))


async def test_two_enter_once_the_second_has_accepted(evening):
    event, two = await open_event(evening), (UserId(5), UserId(6))
    await asyncio.gather(*(evening.service.invite(event, two) for _ in range(10)))
    (invitation,) = (await evening.load()).invitations
    assert (invitation.members, invitation.accepted) == (two, {5})
    with is_refused(EventRefusal.NO_INVITATION):
        await evening.service.accept(event, invitation.id, UserId(7))
    with is_refused(EventRefusal.NO_INVITATION):
        await evening.service.find_invited(event.id, invitation.id, UserId(7))
    found = await evening.service.find_invited(event.id, invitation.id, UserId(6))
    event = await evening.service.accept(found, invitation.id, UserId(6))
    assert [(one.members, one.team, one.status) for one in event.entrants] == [(two, None, EntrantStatus.ENTERED)]
    assert event.invitations == ()
    with is_refused(EventRefusal.NO_INVITATION):
        await evening.service.accept(event, invitation.id, UserId(6))
    with is_refused(EventRefusal.MEMBER_IN):
        await evening.service.invite(event, (UserId(7), UserId(6)))


async def test_entering_ends_invitations(evening):
    event = await open_event(evening)
    await evening.service.invite(event, (UserId(5), UserId(6)))
    event = await evening.service.invite(event, (UserId(5), UserId(7)))
    assert [one.members for one in event.invitations] == [(5, 7)], "a new one replaces the old one"
    event = await evening.service.invite(event, (UserId(8), UserId(9)))
    ids = [one.id for one in event.invitations]
    assert len(set(ids)) == 2
    event = await evening.service.enter(event, (UserId(7), UserId(20)))
    assert [one.members for one in event.invitations] == [(8, 9)]
    event = await evening.service.decline(event, ids[1], UserId(9))
    assert (event.invitations, len(event.entrants)) == ((), 1)
    for members in ((UserId(8),), (UserId(8), UserId(8)), (UserId(8), UserId(9), UserId(10))):
        with is_refused(EventRefusal.WRONG_SIZE):
            await evening.service.invite(event, members)


async def test_invitations_need_open_entries_and_fixed_partners(evening):
    event = await evening.create()
    with is_refused(EventRefusal.NOT_OPEN):
        await evening.service.invite(event, (UserId(5), UserId(6)))
    event = await evening.service.open_entries(MANAGER, event)
    event = await evening.service.invite(event, (UserId(5), UserId(6)))
    await evening.service.close_entries(MANAGER, event)
    with is_refused(EventRefusal.NOT_OPEN):
        await evening.service.accept(event, event.invitations[0].id, UserId(6))
    alone = await open_event(evening, name="Alone", format=EventFormat.INDIVIDUAL)
    with is_refused(EventRefusal.ENTER_ALONE):
        await evening.service.invite(alone, (UserId(5), UserId(6)))


async def test_disbanded_team_is_withdrawn(evening, store):
    league = LeagueService(store.league)
    made = await create_team(league, HOME, "Dragons", [UserId(5), UserId(6)])
    event = await open_event(evening)
    event = await evening.service.enter(event, made.members, made.id)
    await league.teams.disband_team(ADMIN, HOME, made.id)
    changed = await evening.load()
    assert changed.entrants[0].status is EntrantStatus.WITHDRAWN
    assert changed.revision > event.revision, "its message is shown again"


@pytest.mark.parametrize("name", ["evil.com", "@everyone", "**loud**", "[x](y)"])
async def test_names_with_markup_are_refused(evening, name):
    with is_refused(EventRefusal.NAME_MARKUP):
        await evening.service.create(MANAGER, HOME, evening.home, event_settings(name=name))
