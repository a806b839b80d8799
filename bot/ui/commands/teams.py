"""`/team` and `/standings`: named teams of a server, whose level lasts from match to match."""

from typing import TYPE_CHECKING, Any, Final

import discord
from discord import app_commands
from discord.app_commands import Range

from bot.league.ids import GuildId, UserId
from bot.league.teams import LARGEST_TEAM, LONGEST_NAME, SMALLEST_TEAM, Team
from bot.play import occupants
from bot.text.describe.people import plain
from bot.ui.answers import Answer, Desk, Tell, tell
from bot.ui.asker import Asker
from bot.ui.body import Body
from bot.ui.commands.table import Command, asker_of, single
from bot.ui.commands.teamwork import add_changes
from bot.ui.commands.wording import Wording
from bot.ui.kit import Kit
from bot.ui.league.showing import paragraph

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.league.standings import Standing

_CREATING: Final = ("name", "partner", "third", "seats")
SHOWN: Final = 20
"""How many lines fit into one message."""


def commands(kit: Kit, desk: Desk, wording: Wording) -> tuple[Command, ...]:
    """Return the commands about teams."""
    return _team(kit, desk, wording), _standings(kit, desk, wording)


def _team(kit: Kit, desk: Desk, wording: Wording) -> app_commands.Group:
    group = app_commands.Group(
        name=wording("command.team.name"), description=wording("command.team.description"), guild_only=True
    )

    @group.command(name=wording("command.team_create.name"), description=wording("command.team_create.description"))
    @app_commands.describe(**{option: wording(f"option.{option}.description") for option in _CREATING})
    @app_commands.rename(**{option: wording(f"option.{option}.name") for option in _CREATING})
    async def create(
        interaction: discord.Interaction,
        name: Range[str, 1, LONGEST_NAME],
        partner: discord.Member | None = None,
        third: discord.Member | None = None,
        seats: Range[int, SMALLEST_TEAM, LARGEST_TEAM] | None = None,
    ) -> None:
        async def deed(asker: Asker) -> Answer:
            others = [one for one in (partner, third) if one is not None]
            return await _created(kit, asker, name, others, seats)

        await desk.serve(asker_of(kit, interaction), deed)

    @group.command(name=wording("command.team_list.name"), description=wording("command.team_list.description"))
    async def list_(interaction: discord.Interaction) -> None:
        async def deed(asker: Asker) -> Answer:
            lines = await kit.league.standings(GuildId(asker.place[0]))
            return await _listed(kit, asker, "ui.team_heading", lines)

        await desk.serve(asker_of(kit, interaction), deed)

    add_changes(group, kit, desk, wording)
    return group


def _standings(kit: Kit, desk: Desk, wording: Wording) -> Command:
    async def standings(interaction: discord.Interaction) -> None:
        async def deed(asker: Asker) -> Answer:
            lines = await kit.league.standings(GuildId(asker.place[0]))
            return await _listed(kit, asker, "ui.standings_heading", lines)

        await desk.serve(asker_of(kit, interaction), deed)

    return single(standings, "standings", wording)


async def _created(kit: Kit, asker: Asker, name: str, others: "Sequence[discord.Member]", seats: int | None) -> Answer:
    guild, _ = asker.place
    for one in others:  # beside a computer a team has one member
        if one.id == asker.user or one.bot:
            return tell(asker.texts.say("teams.with_a_bot" if one.bot else "teams.with_oneself"))
        await kit.people.named(occupants.UserId(one.id), one.display_name)
    members = {UserId(asker.user), *(UserId(one.id) for one in others)}
    team = await kit.league.create_team(GuildId(guild), name, members, seats or max(SMALLEST_TEAM, len(members)))
    words = asker.texts.say("ui.team_created", team=plain(team.name), members=await _members(kit, asker, team))
    return tell(words)


async def _listed(kit: Kit, asker: Asker, heading: str, lines: "tuple[Standing, ...]") -> Answer:
    texts = asker.texts
    if not lines:
        return tell(texts.say("ui.standings_none"))
    said = [f"### {texts.say(heading)}"]
    substitutes = await kit.league.substitutes([line.team.id for line in lines[:SHOWN]])
    for line in lines[:SHOWN]:
        facts: dict[str, Any] = {
            "place": line.rank,
            "team": plain(line.team.name),
            "members": await _members(kit, asker, line.team),
            "level": line.progress.level.text,
            "won": line.progress.deals_won,
            "played": line.progress.deals,
        }
        told = texts.say("ui.standings_line" if line.progress.deals else "ui.standings_new", **facts)
        climbed = (texts.say("teams.climbed", count=line.progress.climbs),) if line.progress.climbs else ()
        also = await _substitutes(kit, asker, substitutes.get(line.team.id, ()))
        said.append(" · ".join((told, *climbed, *also)))
    if len(lines) > SHOWN:
        said.append(texts.say("teams.more", count=len(lines) - SHOWN))
    return Tell(Body((paragraph(said),)))


async def _substitutes(kit: Kit, asker: Asker, users: tuple[UserId, ...]) -> tuple[str, ...]:
    """Return who may sit in for members, in words; nothing where nobody may."""
    if not users:
        return ()
    people = tuple(occupants.Person(occupants.UserId(user)) for user in users)
    names = [plain(name or "") for name in await kit.people.names(people, asker.texts)]
    return (asker.texts.say("teams.substitutes", names=asker.texts.listed(names)),)


async def _members(kit: Kit, asker: Asker, team: Team) -> str:
    people = tuple(occupants.Person(occupants.UserId(user)) for user in team.members)
    names = [plain(name or "") for name in await kit.people.names(people, asker.texts)]
    if len(team.members) < team.size:
        names.append(asker.texts.say("ui.with_computer"))
    return " + ".join(names)
