"""Duplicate evenings and team matches are scored, even with forfeits and corrections. Pairs change sides fairly."""

import pytest
from event_harness import MANAGER, STRANGER, begin_boards, fours, is_refused, pairs

from bot.events.boards.board_standings import find_net_levels, score_board
from bot.events.boards.deal_boards import list_matches
from bot.events.matches import MatchStatus
from bot.events.model import EventStatus
from bot.events.pairing.ports import EventFormat
from bot.events.ports import BoardScore, WithoutResult
from bot.events.refusals import EventRefusal
from bot.events.settings import BoardScoring, NoShowPolicy
from bot.events.standings.event_standings import has_results, list_played_rounds, rank_event
from bot.ids import UserId


@pytest.mark.long
async def test_pairs_sit_on_both_sides_equally_often(evening):
    event = await begin_boards(evening, entrants=pairs(8), rounds=7, deals=1)
    while event.status is EventStatus.RUNNING:
        event = await evening.play_boards()
    for pair in event.competitors:
        first = sum(pair.id in match.sides[0] for one in event.rounds for match in one.tables)
        assert first in {3, 4}


async def test_team_has_both_sides_of_each_board(evening):
    event = await begin_boards(evening, EventFormat.TEAM_MATCH, fours(2), rounds=1)
    for board in event.round.boards:
        home, away = list_matches(event.round, board.number)
        assert home.sides == away.sides[::-1]
        assert {seat.user for seat in (*home.seats, *away.seats)} == {user for team in fours(2) for user in team}
        for match in (home, away):
            for place, seat in enumerate(match.seats):
                assert seat.entrant in match.sides[place % 2]
                assert seat.user in event.find_entrant(seat.entrant).members


async def test_difference_between_two_tables_decides_a_team_match(evening):
    await begin_boards(evening, EventFormat.TEAM_MATCH, fours(2), rounds=1, deals=2)
    event = await evening.come()
    home, away = list_matches(event.round, 1)
    evening.boards.finish((2.0, 0.0), only={home.id})
    evening.boards.finish((1.0, 0.0), only={away.id})
    await evening.advance()
    evening.boards.finish((0.0, 0.0))
    event = await evening.advance()
    ((pairing, (result,)),) = list_played_rounds(event)
    assert len(pairing.encounters) == 1
    assert result.scores == (2.0, 0.0)
    winner, loser = rank_event(event)
    assert (winner.entrant.members, winner.standing.wins) == (fours(1)[0], 1)
    assert loser.standing.losses == 1


@pytest.mark.long
async def test_team_with_half_its_members_missing_forfeits_the_round(evening):
    event = await begin_boards(evening, EventFormat.TEAM_MATCH, fours(2), rounds=1)
    late = fours(1)[0][2:]
    await evening.come(*map(UserId, late))
    evening.time += 10_000
    event = await evening.advance()
    for _ in range(3):
        evening.boards.finish()
        event = await evening.advance()
    assert event.status is EventStatus.FINISHED
    ((_, (result,)),) = list_played_rounds(event)
    assert result.forfeited == {0}
    assert all(one.status.value == "present" for one in event.competitors)


@pytest.mark.long
async def test_correction_recomputes_only_its_board(evening):
    event = await begin_boards(evening, rounds=1, entrants=pairs(6))
    event = await evening.play_boards()
    before = [score_board(event, event.round, board) for board in event.round.boards]
    with is_refused(EventRefusal.BOARD_NEEDED):
        await evening.service.report(MANAGER, event, 1, 1, (2.0, 0.0))
    with is_refused(EventRefusal.NO_SUCH_BOARD):
        await evening.service.report(MANAGER, event, 1, 1, (2.0, 0.0), 9)
    with is_refused(EventRefusal.NOT_MANAGER):
        await evening.service.report(STRANGER, event, 1, 1, (2.0, 0.0), 2)
    event = await evening.service.report(MANAGER, event, 1, 1, (9.0, 0.0), 2)
    after = [score_board(event, event.round, board) for board in event.round.boards]
    assert after[1][0].scores == (1.0, 0.0)
    assert after[1] != before[1]
    assert (after[0], after[2]) == (before[0], before[2])
    event = await evening.service.report(MANAGER, event, 1, 1, None, 2)
    voided = [score_board(event, event.round, board) for board in event.round.boards]
    assert [one.match.table for one in voided[1]] == [2, 3]
    assert (voided[0], voided[2]) == (before[0], before[2])
    event = await evening.service.report(MANAGER, event, 1, 1, None)
    assert all(match.status is MatchStatus.VOID for match in event.round.matches if match.table == 1)


@pytest.mark.long
async def test_table_without_result_delays_the_end_of_its_event(evening):
    await begin_boards(evening, rounds=1)
    event = await evening.come()
    broken = list_matches(event.round, 1)[0]
    evening.boards.outcomes[broken.id] = WithoutResult.NO_RESULT
    for _ in range(3):
        evening.boards.finish()
        event = await evening.advance()
    assert event.status is EventStatus.RUNNING
    assert list_matches(event.round, 1)[0].status is MatchStatus.UNRESOLVED
    assert {one.scores for one in score_board(event, event.round, event.round.boards[0])} == {(0.5, 0.5)}
    await evening.service.report(MANAGER, event, 1, broken.table, (1.0, 0.0), 1)
    assert (await evening.advance()).status is EventStatus.FINISHED


@pytest.mark.long
async def test_forfeited_table_gives_opponents_the_average(evening):
    event = await begin_boards(evening, rounds=1, no_show=NoShowPolicy.FORFEIT, board_scoring=BoardScoring.SCALE)
    missing = [seat.user for seat in event.round.tables[0].seats if seat.entrant in event.round.tables[0].sides[0]]
    await evening.come(*missing)
    evening.time += 10_000
    event = await evening.advance()
    for _ in range(3):
        evening.boards.finish()
        event = await evening.advance()
    by_entrant = {one.entrant.id: one.standing for one in rank_event(event)}
    table = event.round.tables[0]
    assert by_entrant[table.sides[0][0]].score == -6.0
    assert by_entrant[table.sides[1][0]].score == 0.0
    assert evening.boards.unsealed


@pytest.mark.long
async def test_card_points_decide_between_equal_levels(evening):
    event = await begin_boards(evening, rounds=1, deals=1)
    event = await evening.come()
    evening.boards.finish((1.0, 0.0))
    event = await evening.advance()
    first, second = score_board(event, event.round, event.round.boards[0])
    assert find_net_levels(first.match) == find_net_levels(second.match)
    assert {first.scores, second.scores} == {(1.0, 0.0), (0.0, 1.0)}
    event = await evening.service.report(MANAGER, event, 1, 1, (1.0, 0.0), 1)
    assert [one.scores for one in score_board(event, event.round, event.round.boards[0])] == [(0.5, 0.5)] * 2


@pytest.mark.long
async def test_level_outweighs_any_card_points(evening):
    await begin_boards(evening, rounds=1, deals=1)
    event = await evening.come()
    better, worse = list_matches(event.round, 1)
    evening.boards.outcomes[better.id] = BoardScore((2.0, 0.0), 0.0)
    evening.boards.outcomes[worse.id] = BoardScore((1.0, 0.0), 60 * 2.0**12)
    event = await evening.advance()
    assert [one.scores for one in score_board(event, event.round, event.round.boards[0])] == [(1.0, 0.0), (0.0, 1.0)]


async def test_event_has_no_standings_before_a_board_is_revealed(evening):
    await begin_boards(evening)
    event = await evening.come()
    fast, slow = list_matches(event.round, 1)
    evening.boards.finish(only={fast.id})
    assert not has_results(await evening.advance())
    evening.boards.finish(only={slow.id})
    assert has_results(await evening.advance())
