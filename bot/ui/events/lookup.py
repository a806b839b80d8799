"""Finds events by name or number, and finds the names of their entrants."""

from collections.abc import Iterable, Mapping

from bot.events.model import ENDED, Event, EventEntrant
from bot.events.refusals import EventRefusal, EventRefused
from bot.ids import EventEntrantId, EventId
from bot.names import name_key
from bot.text.catalogue import Texts
from bot.ui.core.formatting import get_player_names
from bot.ui.core.interactions.command_builder import Choices, as_choices
from bot.ui.core.interactions.context import Context
from bot.ui.core.services import Services

People = Mapping[EventEntrantId, tuple[str, ...]]
"""The names of each entrant's members."""


async def find_event(ctx: Context, name: str | None) -> Event | None:
    """Return the newest event of this name. Without a name, return the only event that has not ended.

    If all events have ended, return the newest. If several have not ended, return None. Raises EventRefused if no event
    has the name.
    """
    found = await ctx.services.events.list_events(ctx.guild)
    if name is not None:
        named = [event for event in found if name_key(event.settings.name) == name_key(name)]
        if not named:
            raise EventRefused(EventRefusal.NO_EVENT)
        return named[0]
    fitting = [event for event in found if event.status not in ENDED] or found[:1]
    return fitting[0] if len(fitting) == 1 else None


async def get_event_by_id(ctx: Context, number: int) -> Event:
    """Return the event with this number, if it belongs to this server. Raises EventRefused: NO_EVENT."""
    return await ctx.services.events.get_event(ctx.guild, EventId(number))


async def get_entrant_names(
    services: Services, entrants: Iterable[EventEntrant], texts: Texts
) -> dict[EventEntrantId, str]:
    """Return the name of each entrant, which is its team's name or a list of its members."""
    wanted = tuple(entrants)
    teams = await services.league.standings.get_team_names([one.team for one in wanted if one.team is not None])
    people = await get_player_names(services, [user for one in wanted for user in one.members], texts)
    return {
        one.id: teams[one.team] if one.team in teams else texts.format_list(people[user] for user in one.members)
        for one in wanted
    }


async def get_pair_names(services: Services, entrants: Iterable[EventEntrant], texts: Texts) -> People:
    """Return the members' names for each entrant with several members, except for teams."""
    wanted = [one for one in entrants if one.team is None and len(one.members) > 1]
    names = await get_player_names(services, [user for one in wanted for user in one.members], texts)
    return {one.id: tuple(names[user] for user in one.members) for one in wanted}


async def list_events(ctx: Context, typed: str) -> Choices:
    """Return the names of the server's events that contain `typed`."""
    found = await ctx.services.events.list_events(ctx.guild)
    return as_choices(dict.fromkeys(event.settings.name for event in found), typed)
