"""`/team create` and the lists of teams: names stay names, partners are people, shared places are seen."""

from playing import until
from screens import LoopbackPlayer

from bot.league.ids import GuildId
from bot.league.ladder import Progress
from bot.ui.ids import Verb

NAME = "@everyone **b** ||s||"


async def test_who_can_be_a_partner(running, loopback, people):
    ann = people[0]
    alone = await ann.slash("team create", name="Ann twice", partner="ann")
    assert "choose somebody else" in alone.text
    robot = str(running.client.user.id)
    assert "That is a bot" in (await ann.slash("team create", name="Ann and a bot", partner=robot)).text
    assert "No team has been founded" in (await ann.slash("team list")).text


async def test_names_and_places_are_shown_as_they_are(running, people, monkeypatch):
    ann, bob, cat = people[:3]
    made = await ann.slash("team create", name=NAME, partner="bob")
    shown = r"\@everyone \*\*b\*\* \|\|s\|\|"
    assert shown in made.text
    again = await bob.slash("team create", name="Another", partner="ann")
    assert f"You are a team already: **{shown}**." in again.text
    assert f"**{shown}**" in (await cat.slash("team create", name=NAME)).text, "the name is taken"
    await cat.slash("team create", name="Cats")
    lines = (await ann.slash("team list")).text.splitlines()[1:]
    assert [line.split()[0] for line in lines] == ["`1`", "`1`"]
    assert all("climbed" not in line for line in lines)

    before = running.client._kit.league.standings

    async def climbed(guild: GuildId):
        return tuple(
            type(one)(one.rank, one.team, Progress(one.team.id, one.progress.ladder, one.progress.level, 2, 9, 8))
            for one in await before(guild)
        )

    monkeypatch.setattr(running.client._kit.league, "standings", climbed)
    assert "ladder climbed 2 times" in (await ann.slash("standings")).text


async def test_a_name_at_a_table_is_no_mention(running, loopback):
    await loopback.remote.arrange("person", name="eve", display="@here <@&1> http://x.y \u202eback")
    eve = LoopbackPlayer(loopback.person("eve"))
    await eve.slash("tractor new", preset="forty-points")
    lobby = await until(eve, eve.board, lambda s: s.has(Verb.JOIN))
    assert r"\@here \<\@&1\> http\://x.y back" in lobby.text
