"""One team with its members, history, leagues and next event, and the list of all teams with their standings."""

from typing import Final

from bot.events.model import ENDED, Event, get_event_order
from bot.ids import TeamId, UserId
from bot.league.refusals import LeagueRefused
from bot.league.teams.ladder import TeamStanding
from bot.league.teams.teams import Founding, Membership, Team
from bot.names import name_key
from bot.text.describe.seat_names import escape_name
from bot.ui.core.formatting import format_day, format_timestamp, format_users, get_player_names
from bot.ui.core.interactions.context import Context
from bot.ui.core.interactions.explain_refusal import nearest_view
from bot.ui.core.interactions.responses import NewMessage, Response
from bot.ui.core.messages.discord_limits import MAX_OPTIONS
from bot.ui.core.messages.long_list import START, ListPlace, join_lines, parse_page
from bot.ui.core.messages.message import Button, ButtonStyle, Message
from bot.ui.league.control_ids import LeagueAction, LeagueControl, OpenEvent
from bot.ui.league.lookup import get_caller, list_own_teams
from bot.ui.teams.control_ids import TeamAction, TeamControl
from bot.ui.teams.panel_view import Leader, founding_view, list_controls, team_view

MAX_LEAGUES: Final = 2
"""How many leagues of a team have a button."""
MAX_MEMBERSHIPS: Final = 20
"""The most lines of a team's history that are shown; the oldest lines are left out."""


async def open_team(ctx: Context, team: str | None) -> Response:
    """Return the page of the named team, or similar names. Without a name, return the user's team or a list.

    A team that is still being founded has a page, too.
    """
    if team is None:
        own = await list_own_teams(ctx)
        founding = None if own else await _find_founding(ctx, None)
        if founding is not None:
            return NewMessage(await _founding_page(ctx, founding))
        return NewMessage(await team_page(ctx, own[0]) if len(own) == 1 else await list_page(ctx))
    try:
        found = await ctx.services.league.teams.get_team_by_name(ctx.guild, team)
    except LeagueRefused as refused:
        founding = await _find_founding(ctx, team)
        if founding is None:
            standings = await ctx.services.league.teams.list_team_standings(ctx.guild)
            ids = {one.team.name: TeamControl(TeamAction.SHOW, one.team.id) for one in standings}
            return NewMessage(nearest_view(refused, team, ids, ctx.texts))
        return NewMessage(await _founding_page(ctx, founding))
    return NewMessage(await team_page(ctx, found))


async def team_page(ctx: Context, team: Team, notice: str = "") -> Message:
    """Return a team's panel for the user, with buttons to its leagues and to its running or next event."""
    leagues = await ctx.services.league.access.list_leagues_of(team.id)
    ways = [Button(LeagueControl(LeagueAction.CARD, one.id), one.name) for one in leagues[:MAX_LEAGUES]]
    events = sorted(await list_events_of(ctx, team.id), key=get_event_order)
    ways += [Button(OpenEvent(one.id), one.settings.name, ButtonStyle.PRIMARY) for one in events[:1]]
    return team_view(team, await _team_lines(ctx, team), await get_leader(ctx, team), ways, ctx.texts, notice)


async def list_events_of(ctx: Context, team: TeamId) -> list[Event]:
    """Return the server's events that have not ended and in which a team takes part."""
    found = await ctx.services.events.list_events(ctx.guild)
    active = [event for event in found if event.status not in ENDED]
    return [event for event in active if any(one.team == team and one.is_in for one in event.entrants)]


async def get_leader(ctx: Context, team: Team) -> Leader:
    """Return what the user may do with a team."""
    caller, league = get_caller(ctx), ctx.services.league
    leagues = await league.leagues.list_leagues(ctx.guild)
    manages = [one for one in leagues if await league.access.can_manage(caller, one)]
    is_in = ctx.user in {*team.members, *team.substitutes}
    return Leader(await league.teams.can_lead(caller, team), is_in, bool(manages))


async def _find_founding(ctx: Context, name: str | None) -> Founding | None:
    """Return the team of this name that is being founded, or None. Without a name, look for one of the user's."""
    for founding in await ctx.services.league.invitations.list_foundings(ctx.guild):
        if name_key(founding.name) == name_key(name) if name is not None else founding.founder == ctx.user:
            return founding
    return None


async def _founding_page(ctx: Context, founding: Founding) -> Message:
    if founding.founder != ctx.user:
        return Message((join_lines([await format_founding(ctx, founding)]),))
    waiting = await format_users(ctx.services, founding.waiting_for, ctx.texts)
    return founding_view(founding, waiting, "", ctx.texts)


async def _team_lines(ctx: Context, team: Team) -> list[str]:
    texts, league = ctx.texts, ctx.services.league
    memberships = await league.teams.list_memberships(team.id)
    invited = league.invitations.list_invited(team)
    users = [*team.members, *(one.user for one in memberships), *(one.user for one in invited)]
    names = {user: escape_name(name) for user, name in (await get_player_names(ctx.services, users, texts)).items()}
    lines = [f"## {escape_name(team.name)}"]
    lines.append(texts.say("teams.members", names=texts.format_list(_name_members(ctx, team, names))))
    if team.substitutes:
        substitutes = [names[user] for user in team.substitutes]
        lines.append(texts.say("teams.substitutes_line", names=texts.format_list(substitutes)))
    for one in invited:
        facts = {"who": names[one.user], "until": format_timestamp(one.expires_at)}
        lines.append(texts.say("teams.invited_line", **facts))
    lines.append(f"### {texts.say('teams.history')}")
    lines += [_membership_line(ctx, one, names[one.user]) for one in memberships[-MAX_MEMBERSHIPS:]]
    return lines


def _name_members(ctx: Context, team: Team, names: dict[UserId, str]) -> list[str]:
    shown = [
        ctx.texts.say("teams.captain", who=names[user]) if user == team.captain else names[user]
        for user in team.members
    ]
    return shown if len(shown) >= team.size else [*shown, ctx.texts.say("teams.with_computer")]


def _membership_line(ctx: Context, one: Membership, who: str) -> str:
    facts = {"who": who, "since": format_day(one.began_at)}
    if one.ended_at is None:
        return f"- {ctx.texts.say(f'teams.present_{one.role}', **facts)}"
    return f"- {ctx.texts.say(f'teams.past_{one.role}', **facts, until=format_day(one.ended_at))}"


async def open_standings(ctx: Context) -> Response:
    """Return the standings of the server's teams."""
    return NewMessage(await list_page(ctx))


async def list_page(ctx: Context, at: ListPlace = START) -> Message:
    """Return the teams of the server in the order of their standings, with controls to open or create one."""
    texts, teams = ctx.texts, ctx.services.league.teams
    standings = await teams.list_team_standings(ctx.guild)
    waiting = await ctx.services.league.invitations.list_foundings(ctx.guild)
    foundings = [await format_founding(ctx, one) for one in waiting]
    page = parse_page(at.page, len(standings), MAX_OPTIONS)
    shown = standings[(page - 1) * MAX_OPTIONS : page * MAX_OPTIONS]
    lines = [await _standing_line(ctx, standing) for standing in shown]
    if not standings and not foundings:
        lines = [texts.say("teams.standings_none")]
    words = (f"### {texts.say('teams.standings_heading')}", *lines, *(foundings if page == 1 else ()))
    return Message((join_lines(words), *list_controls([one.team for one in standings], at, texts)))


async def _standing_line(ctx: Context, standing: TeamStanding) -> str:
    texts, progress = ctx.texts, standing.progress
    parts = [
        texts.say(
            "teams.standings_line" if progress.deals else "teams.standings_new",
            place=standing.rank,
            team=escape_name(standing.team.name),
            members=await format_members(ctx, standing.team),
            level=progress.level.text,
            won=progress.deals_won,
            played=progress.deals,
        )
    ]
    if progress.climbs:
        parts.append(texts.say("teams.climbed", count=progress.climbs))
    if standing.team.substitutes:
        names = await format_users(ctx.services, standing.team.substitutes, texts)
        parts.append(texts.say("teams.substitutes", names=names))
    return " · ".join(parts)


async def format_founding(ctx: Context, founding: Founding) -> str:
    """Return a line that says who is founding a team, and for whose answers it waits."""
    names = await format_users(ctx.services, founding.waiting_for, ctx.texts)
    founder = await format_users(ctx.services, [founding.founder], ctx.texts)
    facts = {"team": escape_name(founding.name), "founder": founder, "names": names}
    return ctx.texts.say("teams.founding_line", until=format_timestamp(founding.expires_at), **facts)


async def format_members(ctx: Context, team: Team) -> str:
    """Return the names of a team's members."""
    known = await get_player_names(ctx.services, team.members, ctx.texts)
    names = [escape_name(known[user]) for user in team.members]
    return " + ".join(names if len(names) >= team.size else [*names, ctx.texts.say("teams.with_computer")])
