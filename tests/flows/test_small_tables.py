"""At tables of two, of three, and of three pairs, people use the lobby, play a deal by panels and see results."""

import re

import pytest
from play_by_panel import play_deal, sit_down, until

from bot.ids import TableId
from bot.play.values.table_info import TableStatus
from bot.ui.core.interactions.table_controls import ControlVerb
from engine.model.options import Teams
from engine.model.presets import preset, preset_with


async def table_of(running):
    return await running.registry.get_table(TableId(1))


@pytest.mark.long
async def test_two_people_play_against_each_other(running, people):
    ann, ben = people[:2]
    await ann.slash("tractor new", preset="standard", players=2)
    lobby = await until(ann, ann.board, lambda s: s.has(ControlVerb.JOIN))
    assert "2 players: 1 deck" in lobby.text
    await ben.click(lobby, lobby.ids(ControlVerb.JOIN)[0])
    lobby = await until(ann, ann.board, lambda s: s.has(ControlVerb.START))
    await ann.click(lobby, lobby.ids(ControlVerb.START)[0])
    table = await table_of(running)
    assert table.facts.rules == preset("standard", 2)
    told = await ann.slash("rules", chapter="about")
    assert "Two players play each other." in told.text
    assert "partner" not in told.text
    await play_deal([ann, ben])
    result = table.spectator_view().result
    assert len(result.declarers) == 1
    winner = result.declarers[0] if result.declarers_hold else 1 - result.declarers[0]
    assert result.levels_after[1 - winner] == result.levels_before[1 - winner]
    assert result.next_declarer == winner


@pytest.mark.long
@pytest.mark.parametrize("named", ["standard", "online"])
async def test_declarer_is_alone_among_three(running, people, named):
    ann = people[0]
    await sit_down(ann, preset=named, players=3, computers=2)
    table = await table_of(running)
    assert table.facts.status is TableStatus.PLAYING
    assert table.facts.rules == preset(named, 3)
    assert table.facts.rules.teams is Teams.FRIENDS
    told = await ann.slash("rules", chapter="about")
    assert "one player plays alone against all the others." in told.text
    assert "call" not in told.text
    await play_deal([ann])
    result = table.spectator_view().result
    assert result.declarers == (result.declarer,)
    winners = [s for s in range(3) if (s == result.declarer) == result.declarers_hold]
    rose = [s for s in range(3) if result.levels_after[s] != result.levels_before[s]]
    assert set(rose) <= set(winners)
    expected = result.declarer if result.declarers_hold else (result.declarer + 1) % 3
    assert result.next_declarer in {expected, result.last_trick}


async def test_three_players_may_call_a_friend(running, people):
    ann = people[0]
    refused = await ann.slash("tractor new", preset="hidden-ten", players=3)
    assert "at least 4 players" in refused.text
    assert not list(running.registry.list_live())
    await ann.slash("tractor new", preset="standard", changes="players=3 friends=1 teams=friends", computers=2)
    rules = (await table_of(running)).facts.rules
    assert (rules.friend_count, rules.plays_alone) == (1, False)


async def test_lobby_names_the_partner_of_a_seat(running, people):
    ann = people[0]
    await ann.slash("tractor new", preset="pagat-six", changes="teams=three_pairs")
    lobby = await until(ann, ann.board, lambda s: s.has(ControlVerb.SIT))
    (seats,) = [i for i in lobby.ids(ControlVerb.SIT) if i in lobby.selects]
    beside = {one["value"]: one.get("description") for one in lobby.selects[seats]["options"]}
    assert {seat: text for seat, text in beside.items() if text} == {"3": "With Ann"}


@pytest.mark.long
async def test_six_people_play_as_three_pairs(running, people):
    ann = people[0]
    await sit_down(ann, preset="pagat-six", changes="teams=three_pairs", computers=5)
    table = await table_of(running)
    assert table.facts.rules == preset_with("pagat-six", teams="three_pairs")
    told = await ann.slash("rules", chapter="about")
    assert "three pairs of opposite seats" in told.text
    await play_deal([ann])
    view = table.spectator_view()
    result = view.result
    assert set(result.declarers) == {result.declarer, (result.declarer + 3) % 6}
    assert view.levels[:3] == view.levels[3:]
    panel = await until(ann, ann.panel, lambda s: s.has(ControlVerb.NEXT_DEAL))
    for seats, heading in ((result.declarers, "Declarers: "), (set(range(6)) - set(result.declarers), "opponents: ")):
        named = panel.alts[0].partition(heading)[2].partition(";" if seats is result.declarers else ".")[0]
        assert len(re.findall(r"\w+", named.replace(" and ", " "))) == len(seats)
