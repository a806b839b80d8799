"""Whole matches of every set of rules, people and computers mixed: to the end, booked once, and played again."""

import random
import sqlite3
from contextlib import closing

import pytest
from hosting import simulated
from playing import play_match, sit_down, until

from bot.play.history import past_of
from bot.play.occupants import TableId
from bot.play.ports import Status
from bot.ui.ids import Verb
from engine.presets import PRESETS, preset

SOONER = dict.fromkeys(
    ("online", "hidden-ten", "finding-friends", "pagat-six", "online-six", "looking-for-friends"), "K"
)
"""From which level it takes some deals, but not many, to win a match; elsewhere from A."""


async def whole_match(people, rules):
    """Two people and computers play a match that is nearly won."""
    ann, bob = people[:2]
    await sit_down(
        ann, [bob], preset=rules, computers=preset(rules).players - 2, changes=f"start_level={SOONER.get(rules, 'A')}"
    )
    await play_match([ann, bob], random.Random(5))


async def all_are_told(people, result):
    """The summary stands on the board for everybody, seated or not, and on the panels of those who played."""
    boards = {(await until(p, p.board, lambda s: s.has(Verb.REMATCH))).text for p in people}
    assert len(boards) == 1
    assert "the match!" in boards.pop()
    for player in people[:2]:
        panel = await until(player, player.panel, lambda s: "the match!" in s.text)
        assert not panel.has(Verb.NEXT)
    assert result.winners
    assert set(result.winners) <= set(result.winning_seats)


def booked(folder, table):
    """What the league has noted: how many deals, how many of them ended the match, how many seats."""
    with closing(sqlite3.connect(f"file:{folder}/tractor.db?mode=ro", uri=True)) as database:
        ask = "SELECT count(*), sum(match_over) FROM deal_results WHERE table_id = ?"
        seats = (
            "SELECT count(*) FROM deal_result_seats JOIN deal_results ON result_id = deal_results.id WHERE table_id = ?"
        )
        return (*database.execute(ask, (table,)).fetchone(), *database.execute(seats, (table,)).fetchone())


async def is_over_and_can_be_played_again(folder, running, people):
    table = await running.registry.table(TableId(1))
    view = table.watch()
    assert table.facts.status is Status.OVER
    await all_are_told(people, view.result)
    deals = past_of(await running.database.store.load(TableId(1))).deals
    assert booked(folder, 1) == (len(deals), 1, len(deals) * view.rules.players)
    board = await people[0].board()
    for player in people[:2]:
        await player.click(board, board.ids(Verb.REMATCH)[0])
    (again,) = running.registry.live()
    assert again.facts.status is Status.LOBBY
    assert (again.occupants, again.facts.rules) == (table.occupants, table.facts.rules)
    assert booked(folder, 1)[0] == len(deals)


@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.parametrize("rules", PRESETS)
async def test_a_match_to_its_end(tmp_path, running, people, rules):
    await whole_match(people, rules)
    await is_over_and_can_be_played_again(tmp_path, running, people[:3])


@pytest.mark.long
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("rules", PRESETS)
async def test_a_match_to_its_end_on_simcord(tmp_path, rules):
    async with simulated(tmp_path) as (env, people):
        await whole_match(people, rules)
        await is_over_and_can_be_played_again(tmp_path, env.running, people[:3])
