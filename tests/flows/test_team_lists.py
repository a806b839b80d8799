"""`/team create` and the lists of teams: names stay names, partners are people, shared places are seen."""

from bot.league.ids import GuildId
from bot.league.ladder import Progress

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
