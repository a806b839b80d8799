"""Team names are shown as plain text, teams with equal results share a rank, and a partner must be another person."""

from play_by_panel import until
from screens import LoopbackPlayer
from team_steps import form_team

from bot.ids import GuildId
from bot.league.management.manage_teams import TeamManagement
from bot.league.teams.ladder import Progress
from bot.ui.core.interactions.table_controls import ControlVerb

NAME = "a_b ~c~ 1 > 0"


async def test_partner_must_be_another_person(running, loopback, people):
    ann = people[0]
    alone = await ann.slash("new team", name="Ann twice", partner="ann")
    assert "choose somebody else" in alone.text
    robot = str(running.client.user.id)
    assert "That's a bot" in (await ann.slash("new team", name="Ann and a bot", partner=robot)).text
    assert "This server has no teams" in (await ann.slash("standings")).text


async def test_names_are_plain_and_ties_share_rank(running, people, monkeypatch):
    ann, bob, cat = people[:3]
    made = await form_team(ann, NAME, bob)
    shown = r"a\_b \~c\~ 1 \> 0"
    assert shown in made.text
    again = await bob.slash("new team", name="Another", partner="ann")
    assert f"You already are a team: **{shown}**." in again.text
    assert f"**{shown}**" in (await cat.slash("new team", name=NAME)).text, "the name is taken"
    await cat.slash("new team", name="Cats")
    lines = (await ann.slash("standings")).text.splitlines()[1:]
    assert [line.split()[0] for line in lines] == ["`1`", "`1`"]
    assert all("climbed" not in line for line in lines)

    before = running.client._services.league.teams.list_team_standings

    async def climbed(_, guild: GuildId):
        return tuple(
            type(one)(one.rank, one.team, Progress(one.team.id, one.progress.ladder, one.progress.level, 2, 9, 8))
            for one in await before(guild)
        )

    monkeypatch.setattr(TeamManagement, "list_team_standings", climbed)
    assert "ladder climbed 2 times" in (await ann.slash("standings")).text


async def test_team_name_at_table_mentions_nobody(running, loopback):
    await loopback.remote.arrange("person", name="eve", display="@here <@&1> http://x.y \u202eback")
    eve = LoopbackPlayer(loopback.person("eve"))
    await eve.slash("tractor new", preset="forty-points")
    lobby = await until(eve, eve.board, lambda s: s.has(ControlVerb.JOIN))
    assert "@here" not in lobby.text, "the picture names the seats"
    assert "@here <@&1> http://x.y" in lobby.alts[0]
