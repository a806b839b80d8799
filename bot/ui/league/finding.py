"""Which league or team a person means, and who he is to the league."""

from typing import TYPE_CHECKING, Final

from bot.league.callers import Caller
from bot.league.ids import EntrantId, GuildId, LeagueId, UserId
from bot.league.leagues import Entrant, LeagueFacts
from bot.league.refusals import LeagueRefused, LeagueWhy
from bot.league.teams import Team, name_key
from bot.ui.asker import Asker
from bot.ui.kit import Kit
from bot.ui.league.showing import names_of

if TYPE_CHECKING:
    from bot.text.catalogue import Texts

_LARGEST: Final = 2**63 - 1
"""What the database takes; Discord's ids are not much smaller."""
_DIGITS: Final = len(str(_LARGEST))


def caller_of(asker: Asker) -> Caller:
    """Return a person as the league sees him: those who manage a server manage all of its leagues."""
    _ = asker.place
    return Caller(UserId(asker.user), asker.interaction.permissions.manage_guild)


def guild_of(asker: Asker) -> GuildId:
    """Return the server that a person is in.

    Raises:
        Refused: he is in none.
    """
    return GuildId(asker.place[0])


async def league_called(kit: Kit, asker: Asker, name: str | None, *, archived: bool = False) -> LeagueFacts:
    """Return the league of this name; without a name the only one that goes on. `archived`: also one that ended.

    Raises:
        LeagueRefused: there is none, or there are several and none is named.
    """
    guild = guild_of(asker)
    if name is not None:
        return _may_be_over(await kit.league.league_named(guild, name), archived=archived)
    found = await kit.league.leagues(guild)
    if not found and archived:
        found = (await kit.league.leagues(guild, archived=True))[-1:]
    if not found:
        raise LeagueRefused(LeagueWhy.NO_LEAGUES)
    if len(found) > 1:
        raise LeagueRefused(LeagueWhy.WHICH_LEAGUE, names=tuple(league.name for league in found))
    return found[0]


async def require_manager(kit: Kit, asker: Asker, league: LeagueFacts) -> None:
    """Make sure that a person manages a league: before he is asked for anything, he is told if he may not.

    Raises:
        LeagueRefused: he does not.
    """
    if not await kit.league.may_manage(caller_of(asker), league):
        raise LeagueRefused(LeagueWhy.NOT_MANAGER, name=league.name)


async def league_of(kit: Kit, asker: Asker, number: str) -> LeagueFacts:
    """Return the league that a control names: of this server, for what another has is nobody's business here.

    Raises:
        LeagueRefused: it is not there.
    """
    return await kit.league.league(guild_of(asker), LeagueId(number_of(number)))


def number_of(text: str) -> int:
    """Return a number that stood in a control; 0, which names nothing, where there is none."""
    number = int(text) if text.isdecimal() and len(text) <= _DIGITS else 0
    return number if number <= _LARGEST else 0


async def team_called(kit: Kit, asker: Asker, name: str | None) -> Team:
    """Return the person's team of this name; without a name the only one he is in.

    Raises:
        LeagueRefused: he is in none, in none of this name, or in several and none is named.
    """
    mine = await kit.league.teams_of(UserId(asker.user), guild_of(asker))
    if name is not None:
        named = [team for team in mine if name_key(team.name) == name_key(name)]
        if not named:
            raise LeagueRefused(LeagueWhy.NOT_MEMBER, name=name[:40])
        return named[0]
    if not mine:
        raise LeagueRefused(LeagueWhy.NO_TEAMS)
    if len(mine) > 1:
        raise LeagueRefused(LeagueWhy.WHICH_TEAM, names=tuple(team.name for team in mine))
    return mine[0]


async def offered_leagues(kit: Kit, asker: Asker, typed: str) -> list[str]:
    """Return the leagues of a server that go on and whose names have what was typed."""
    if asker.interaction.guild_id is None:
        return []
    found = await kit.league.leagues(guild_of(asker))
    return [league.name for league in found if typed.casefold() in league.name.casefold()]


async def offered_teams(kit: Kit, asker: Asker, typed: str) -> list[str]:
    """Return the teams that a person is in here and whose names have what was typed."""
    if asker.interaction.guild_id is None:
        return []
    mine = await kit.league.teams_of(UserId(asker.user), guild_of(asker))
    return [team.name for team in mine if typed.casefold() in team.name.casefold()]


async def entrant_names(kit: Kit, entrants: tuple[Entrant, ...], texts: "Texts") -> dict[EntrantId, str]:
    """Return what those who play in a league are called, people and teams."""
    people = await names_of(kit, [one.user for one in entrants if one.user is not None], texts)
    teams = await kit.league.team_names([one.team for one in entrants if one.team is not None])
    found: dict[EntrantId, str] = {}
    for one in entrants:
        if one.user is not None:
            found[one.id] = people[one.user]
        else:
            found[one.id] = teams.get(one.team, texts.say("ui.someone")) if one.team is not None else "?"
    return found


def _may_be_over(league: LeagueFacts, *, archived: bool) -> LeagueFacts:
    if league.archived_at is not None and not archived:
        raise LeagueRefused(LeagueWhy.LEAGUE_ARCHIVED, name=league.name)
    return league
