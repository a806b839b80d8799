"""Finds the event that a user means, and the names of its entrants."""

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from bot.events.model import ENDED, Event, EventEntrant
from bot.events.refusals import EventRefusal, EventRefused
from bot.ids import EventEntrantId, EventId
from bot.names import name_key
from bot.text.catalogue import Texts
from bot.ui.core.formatting import get_player_names
from bot.ui.core.interactions.command_builder import Choices, CommandBuilder, as_choices
from bot.ui.core.interactions.context import Context
from bot.ui.core.services import Services

People = Mapping[EventEntrantId, tuple[str, ...]]
"""The names of the members of entrants."""


async def get_event_by_name(ctx: Context, name: str | None, *, ended: bool = False) -> Event:
    """Return the newest event of this name; without a name the only one. With `ended` it may have ended.

    Raises:
        EventRefused: NO_EVENTS, NO_EVENT, WHICH_EVENT, ENDED.
    """
    found = await ctx.services.events.list_events(ctx.guild)
    active = [event for event in found if event.status not in ENDED]
    fitting = (active or list(found[:1])) if ended else active
    if name is not None:
        named = [event for event in found if name_key(event.settings.name) == name_key(name)]
        if not named:
            raise EventRefused(EventRefusal.NO_EVENT)
        if named[0] not in active and not ended:
            raise EventRefused(EventRefusal.ENDED, name=named[0].settings.name)
        return named[0]
    if not fitting:
        raise EventRefused(EventRefusal.NO_EVENTS)
    if len(fitting) > 1:
        raise EventRefused(EventRefusal.WHICH_EVENT, names=tuple(event.settings.name for event in fitting))
    return fitting[0]


async def get_event_by_id(ctx: Context, number: int) -> Event:
    """Return the event of this server that a control names. Raises EventRefused: NO_EVENT."""
    return await ctx.services.events.get_event(ctx.guild, EventId(number))


async def get_entrant_names(
    services: Services, entrants: Iterable[EventEntrant], texts: Texts
) -> dict[EventEntrantId, str]:
    """Return the names of entrants, which are those of teams or else of their members."""
    wanted = tuple(entrants)
    teams = await services.league.standings.get_team_names([one.team for one in wanted if one.team is not None])
    people = await get_player_names(services, [user for one in wanted for user in one.members], texts)
    return {
        one.id: teams[one.team] if one.team in teams else texts.format_list(people[user] for user in one.members)
        for one in wanted
    }


async def get_pair_names(services: Services, entrants: Iterable[EventEntrant], texts: Texts) -> People:
    """Return the names of the members of entrants without a team name."""
    wanted = [one for one in entrants if one.team is None and len(one.members) > 1]
    names = await get_player_names(services, [user for one in wanted for user in one.members], texts)
    return {one.id: tuple(names[user] for user in one.members) for one in wanted}


def offer_events(builder: CommandBuilder, *commands: Any, ended: bool = False, option: str = "event") -> None:
    """Offer the server's events for an option of commands."""
    builder.complete(option, partial(_list_events, ended=ended), *commands)


async def _list_events(ctx: Context, typed: str, *, ended: bool) -> Choices:
    found = await ctx.services.events.list_events(ctx.guild)
    names = [event.settings.name for event in found if ended or event.status not in ENDED]
    return as_choices(dict.fromkeys(names), typed)
