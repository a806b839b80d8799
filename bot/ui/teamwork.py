"""What the members of a team do to it: another name, substitutes, its end."""

from typing import TYPE_CHECKING, Final

import discord

from bot.league.ids import TeamId, UserId
from bot.league.refusals import LeagueRefused, LeagueWhy
from bot.league.teams import Team
from bot.play import occupants
from bot.text.describe.people import plain
from bot.ui.answers import Answer, Tell, Update, tell
from bot.ui.asker import Asker
from bot.ui.body import Body, Button, Text, Tone, in_rows
from bot.ui.controls import control
from bot.ui.kit import Kit
from bot.ui.league.finding import guild_of, number_of, team_called
from bot.ui.panels.asked import cut
from bot.ui.routes import Call

if TYPE_CHECKING:
    from bot.text.catalogue import Texts

ROOM: Final = "team"


async def renamed(kit: Kit, asker: Asker, team: str | None, name: str) -> Answer:
    """Give a team of the person's another name."""
    found = await team_called(kit, asker, team)
    now = await kit.league.rename(found.id, name, UserId(asker.user))
    return tell(asker.texts.say("teams.renamed", team=plain(now.name)))


async def substituted(kit: Kit, asker: Asker, team: str | None, person: discord.Member, *, more: bool) -> Answer:
    """Let somebody sit in for members of a team of the person's, or no more; a substitute may step back himself."""
    texts, who = asker.texts, plain(person.display_name)
    if person.bot:
        return tell(texts.say("teams.substitute_computer"))
    user, by = UserId(person.id), UserId(asker.user)
    if not more:
        found = await _with_substitute(kit, asker, team, user)
        await kit.league.remove_substitute(found.id, user, by)
        return tell(texts.say("teams.substitute_gone", who=who, team=plain(found.name)))
    found = await team_called(kit, asker, team)
    named = await kit.league.add_substitute(found.id, user, by)
    await kit.people.named(occupants.UserId(person.id), person.display_name)
    said = "teams.substitute_added" if named else "teams.substitute_known"
    return tell(texts.say(said, who=who, team=plain(found.name)))


async def ask_disband(kit: Kit, asker: Asker, team: str | None) -> Answer:
    """Ask whether a team of the person's shall really play no more."""
    found, texts = await team_called(kit, asker, team), asker.texts
    sure = Button(control(ROOM, "disband", found.id), cut(texts.say("teams.button.disband")), Tone.GRAVE)
    keep = Button(control(ROOM, "keep"), cut(texts.say("teams.button.keep")))
    return Tell(Body((Text(texts.say("teams.ask_disband", team=plain(found.name))), *in_rows((sure, keep)))))


async def team_room(call: Call) -> Answer:
    """Disband a team, or leave it as it is; whether the person still may is looked at anew."""
    texts, user = call.texts, UserId(call.asker.user)
    if call.argument(0) != "disband":
        return _said(texts, "teams.kept")
    mine = await call.kit.league.teams_of(user, guild_of(call.asker))
    found = next((team for team in mine if team.id == number_of(call.argument(1))), None)
    if found is None:
        raise LeagueRefused(LeagueWhy.NO_TEAM)
    await call.kit.league.disband(TeamId(found.id), user)
    return _said(texts, "teams.disbanded", team=plain(found.name))


async def _with_substitute(kit: Kit, asker: Asker, team: str | None, user: UserId) -> Team:
    """Return the team that somebody shall sit in for no more; of whoever steps back himself it is the one named."""
    if UserId(asker.user) == user and team is not None:
        return await kit.league.team_named(guild_of(asker), team)
    return await team_called(kit, asker, team)


def _said(texts: "Texts", key: str, **facts: str) -> Update:
    return Update(Body((Text(texts.say(key, **facts)),)))
