"""The teams of a server and their standings."""

from bot.ids import UserId
from bot.league.teams.ladder import TeamStanding
from bot.league.teams.teams import Founding, Team
from bot.play.values import occupants
from bot.text.describe.seat_names import escape_name
from bot.ui.core.formatting import format_timestamp
from bot.ui.core.interactions.context import Context
from bot.ui.core.interactions.responses import NewMessage, Response
from bot.ui.core.messages.discord_limits import MAX_OPTIONS
from bot.ui.core.messages.long_list import START, ListPlace
from bot.ui.core.messages.message import Message
from bot.ui.core.messages.paging import join_lines, parse_page
from bot.ui.teams.panel_view import list_controls


async def open_standings(ctx: Context) -> Response:
    """Return the standings of the server's teams."""
    return NewMessage(await list_page(ctx))


async def list_page(ctx: Context, at: ListPlace = START) -> Message:
    """Return the teams of the server in the order of their standings, with controls to open or create one."""
    texts, teams = ctx.texts, ctx.services.league.teams
    standings = await teams.list_team_standings(ctx.guild)
    foundings = [
        await format_founding(ctx, one) for one in await ctx.services.league.invitations.list_foundings(ctx.guild)
    ]
    page = parse_page(at.page, len(standings), MAX_OPTIONS)
    shown = standings[(page - 1) * MAX_OPTIONS : page * MAX_OPTIONS]
    lines = [await _standing_line(ctx, standing) for standing in shown]
    if not standings and not foundings:
        lines = [texts.say("ui.standings_none")]
    words = (f"### {texts.say('ui.standings_heading')}", *lines, *(foundings if page == 1 else ()))
    return Message((join_lines(words), *list_controls([one.team for one in standings], at, texts)))


async def _standing_line(ctx: Context, standing: TeamStanding) -> str:
    texts, progress = ctx.texts, standing.progress
    parts = [
        texts.say(
            "ui.standings_line" if progress.deals else "ui.standings_new",
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
        names = await _member_names(ctx, standing.team.substitutes)
        parts.append(texts.say("teams.substitutes", names=texts.format_list(names)))
    return " · ".join(parts)


async def format_founding(ctx: Context, founding: Founding) -> str:
    """Return that a team is being founded, by whom, and for whom it waits."""
    names = await _member_names(ctx, founding.waiting_for)
    (founder,) = await _member_names(ctx, (founding.founder,))
    facts = {"team": escape_name(founding.name), "founder": founder, "names": ctx.texts.format_list(names)}
    return ctx.texts.say("teams.founding_line", until=format_timestamp(founding.expires_at), **facts)


async def format_members(ctx: Context, team: Team) -> str:
    """Return the names of a team's members."""
    names = await _member_names(ctx, tuple(team.members))
    return " + ".join(names if len(names) >= team.size else [*names, ctx.texts.say("ui.with_computer")])


async def _member_names(ctx: Context, users: tuple[UserId, ...]) -> list[str]:
    people = tuple(occupants.Person(UserId(user)) for user in users)
    return [escape_name(name or "") for name in await ctx.services.people.find_names(people, ctx.texts)]
