"""People and computers finish whole matches. The results are saved once, and a rematch is offered."""

import random
import sqlite3
from contextlib import closing

import pytest
from bot_harness import simulated
from play_by_panel import play_match, sit_down, until

from bot.ids import TableId
from bot.play.finished_deals.history import build_history
from bot.play.values.table_info import TableStatus
from bot.ui.core.interactions.table_controls import ControlVerb
from engine.model.options import Teams
from engine.model.presets import preset

PLAYED = ("standard", "finding-friends", "pagat-six", "hidden-ten")
"""Presets whose matches end differently: fixed teams, each person for themselves, six players, two deals."""
SOONER = dict.fromkeys(("hidden-ten", "pagat-six", "finding-friends"), "K")
"""Start levels, by preset, with which a match takes only a few deals. The presets that are not listed start at A."""
FEWER_CARDS = {"finding-friends": "low_cut=9"}
"""Changes, by preset, that make deals shorter. The presets that are not listed are played with all cards."""

ON_SIMCORD = ("hidden-ten",)
"""Presets that are played on simcord too."""


def has_levels(rules):
    return preset(rules).teams is not Teams.HIDDEN_TEN


async def play_almost_won_match(people, rules):
    """Let two people and computers play a nearly won match. If its rules have no levels, they play two deals."""
    ann, bob = people[:2]
    length = {} if has_levels(rules) else {"length": "d2m"}
    changes = f"start_level={SOONER.get(rules, 'A')} {FEWER_CARDS.get(rules, '')}"
    await sit_down(ann, [bob], preset=rules, computers=preset(rules).players - 2, changes=changes, **length)
    await play_match([ann, bob], random.Random(5))


async def check_summary_is_shown(people, result, *, won):
    """Check that the table message shows the summary to everyone, and that the players' panels show it."""
    boards = {(await until(p, p.board, lambda s: s.has(ControlVerb.REMATCH))).text for p in people}
    assert len(boards) == 1
    summary = "the match!" if won else "The match is over after 2 deals."
    assert summary in boards.pop()
    for player in people[:2]:
        panel = await until(player, player.panel, lambda s: summary in s.text)
        assert not panel.has(ControlVerb.NEXT_DEAL)
    assert bool(result.winners) is won
    assert set(result.winners) <= set(result.winning_seats)


def booked_counts(folder, table):
    """Return how many results of deals, of deals that ended a match, and of seats are saved for a table."""
    with closing(sqlite3.connect(f"file:{folder}/tractor.db?mode=ro", uri=True)) as database:
        ask = "SELECT count(*), sum(match_over) FROM deal_results WHERE table_id = ?"
        seats = (
            "SELECT count(*) FROM deal_result_seats JOIN deal_results ON result_id = deal_results.id WHERE table_id = ?"
        )
        return (*database.execute(ask, (table,)).fetchone(), *database.execute(seats, (table,)).fetchone())


async def check_match_over_and_rematch(folder, running, people):
    table = await running.registry.get_table(TableId(1))
    view = table.spectator_view()
    assert table.facts.status is TableStatus.OVER
    won = view.rules.teams is not Teams.HIDDEN_TEN
    await check_summary_is_shown(people, view.result, won=won)
    deals = build_history(await running.database.store.tables.load(TableId(1))).deals
    assert booked_counts(folder, 1) == (len(deals), int(won), len(deals) * view.rules.players)
    for player in people[:2]:
        panel = await until(player, player.panel, lambda s: s.has(ControlVerb.REMATCH))
        await player.click(panel, panel.ids(ControlVerb.REMATCH)[0])
    (again,) = running.registry.list_live()
    assert again.facts.status is TableStatus.LOBBY
    assert (again.occupants, again.facts.rules) == (table.occupants, table.facts.rules)
    assert booked_counts(folder, 1)[0] == len(deals)


@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.parametrize("rules", PLAYED)
async def test_match_is_played_to_end(tmp_path, running, people, rules):
    await play_almost_won_match(people, rules)
    await check_match_over_and_rematch(tmp_path, running, people[:3])


@pytest.mark.long
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("rules", ON_SIMCORD)
async def test_match_is_played_to_end_on_simcord(tmp_path, rules):
    async with simulated(tmp_path) as (env, people):
        await play_almost_won_match(people, rules)
        await check_match_over_and_rematch(tmp_path, env.running, people[:3])
