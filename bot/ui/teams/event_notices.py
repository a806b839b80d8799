"""Tells those who manage events that a disbanded team no longer takes part."""

from bot.events.model import ENDED, Event
from bot.ids import TeamId
from bot.league.teams import Team
from bot.text.describe.seat_names import escape_name
from bot.ui.core.interactions.context import Context
from bot.ui.teams.send_invitation import tell_user


async def list_events_of(ctx: Context, team: TeamId) -> list[Event]:
    """Return the events of the server that have not ended and in which a team is."""
    found = await ctx.services.events.list_events(ctx.guild)
    active = [event for event in found if event.status not in ENDED]
    return [event for event in active if any(one.team == team and one.is_in for one in event.entrants)]


async def tell_managers(ctx: Context, events: list[Event], team: Team) -> None:
    """Tell the managers of events that a team was disbanded and so withdrawn; the events are shown again."""
    for event in events:
        facts = {"team": escape_name(team.name), "name": escape_name(event.settings.name)}
        for user in {event.creator, *event.managers}:
            await tell_user(ctx, user, team.guild, "events.team_disbanded", **facts)
    if events:
        ctx.services.events.wake()
