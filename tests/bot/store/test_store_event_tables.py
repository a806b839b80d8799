"""Events go on to their end although players are missing and results at tables are void, late or missing."""

import pytest
from event_harness import MANAGER, is_refused, pairs

from bot.events.matches import MatchStatus, Verdict
from bot.events.model import EntrantStatus, EventStatus
from bot.events.pairing.ports import BracketPart, BracketSettings, EventFormat
from bot.events.ports import WithoutResult
from bot.events.refusals import EventRefusal
from bot.events.settings import NoShowPolicy
from bot.events.standings.event_bracket import build_event_bracket
from bot.events.standings.event_standings import rank_event
from bot.ids import UserId


async def test_missing_side_forfeits_and_is_not_paired_again(evening):
    await evening.create(rounds=2)
    await evening.enter(pairs(4))
    event = await evening.start()
    absent = event.round.matches[0].seats[0]
    first = (await evening.come(*event.find_entrant(absent.entrant).members)).round.matches[0]
    assert first.status is MatchStatus.PAIRED
    evening.time += 301.0
    event = await evening.advance()
    first = event.round.matches[0]
    assert first.result.verdict is Verdict.FORFEITED
    assert first.result.forfeited == {absent.entrant}
    assert first.result.scores == (0.0, 1.0)
    evening.tables.finish()
    event = await evening.advance()
    assert event.round.number == 2
    playing = {entrant for match in event.round.matches for side in match.sides for entrant in side}
    assert absent.entrant not in playing | set(event.round.byes)
    await evening.service.check_in(event, UserId(event.find_entrant(absent.entrant).members[1]))
    assert (await evening.load()).find_entrant(absent.entrant).status is EntrantStatus.PRESENT


async def test_one_missing_player_is_replaced(evening):
    await evening.create(no_show=NoShowPolicy.SUBSTITUTE)
    await evening.enter(pairs(4))
    event = await evening.start()
    await evening.service.volunteer(event, UserId(50))
    with is_refused(EventRefusal.IS_ENTRANT):
        await evening.service.volunteer(event, UserId(100))
    gone = [match.seats[1].user for match in event.round.matches]
    await evening.come(*gone)
    evening.time += 301.0
    event = await evening.advance()
    assert [evening.tables.seated[match.id][1] for match in event.round.matches] == [50, None]
    assert event.substitutes == (50,), "they may serve again in the next round"
    assert all(match.status is MatchStatus.PLAYING for match in event.round.matches)


@pytest.mark.long
async def test_table_without_anybody_is_forfeited_by_both(evening):
    await evening.create(no_show=NoShowPolicy.COMPUTER, rounds=1)
    await evening.enter(pairs(2))
    await evening.start()
    evening.time += 301.0
    event = await evening.advance()
    assert event.status is EventStatus.FINISHED
    assert evening.tables.opened == []
    assert [one.standing.score for one in rank_event(event)] == [0.0, 0.0]


async def test_table_without_result_waits_for_report(evening):
    await evening.create(rounds=1)
    await evening.enter(pairs(2))
    await evening.start()
    event = await evening.come()
    match = event.round.matches[0]
    evening.tables.outcomes[match.id] = WithoutResult.NO_RESULT
    event = await evening.advance()
    assert event.round.matches[0].status is MatchStatus.UNRESOLVED
    with is_refused(EventRefusal.NO_SUCH_MATCH):
        await evening.service.report(MANAGER, event, 1, 2, (1.0, 0.0))
    await evening.service.report(MANAGER, event, 1, 1, (3.0, 0.0))
    event = await evening.advance()
    assert event.status is EventStatus.FINISHED
    assert rank_event(event)[0].entrant.id == match.sides[0][0]


@pytest.mark.long
async def test_voided_table_changes_only_what_depends_on_it(evening):
    await evening.create(format=EventFormat.ROUND_ROBIN)
    await evening.enter(pairs(4))
    event = await evening.start()
    while event.status is EventStatus.RUNNING:
        event = await evening.play_round()
    before = {one.entrant.id: one.standing.score for one in rank_event(event)}
    match = event.rounds[0].matches[0]
    event = await evening.service.report(MANAGER, event, 1, 1, None)
    after = {one.entrant.id: one.standing.score for one in rank_event(event)}
    concerned = {entrant for side in match.sides for entrant in side}
    assert all(after[entrant] == before[entrant] for entrant in before.keys() - concerned)
    assert sum(before.values()) - sum(after.values()) == 1.0
    restored = await evening.service.report(MANAGER, event, 1, 1, match.result.scores)
    assert {one.entrant.id: one.standing.score for one in rank_event(restored)} == before


async def test_knockout_has_one_winner_and_no_late_entrants(evening):
    await evening.create(format=EventFormat.KNOCKOUT, rounds=1)
    await evening.enter(pairs(6))
    event = await evening.start()
    assert event.planned_rounds == 3
    assert (len(event.round.matches), len(event.round.byes)) == (2, 2)
    with is_refused(EventRefusal.LATE_KNOCKOUT):
        await evening.service.enter(event, (UserId(300), UserId(301)))
    while event.status is EventStatus.RUNNING:
        event = await evening.play_round()
    final, third = event.round.matches
    winner = max((score, side) for score, side in zip(final.result.scores, final.sides, strict=True))[1]
    ranked = rank_event(event)
    assert [one.standing.place for one in ranked] == [1, 2, 3, 4, 5, 5]
    assert ranked[0].entrant.id == winner[0]
    assert {one.entrant.id for one in ranked[2:4]} == {side[0] for side in third.sides}


async def test_last_entrant_left_in_a_knockout_wins_without_a_final(evening):
    await evening.create(format=EventFormat.KNOCKOUT)
    await evening.enter(pairs(3))
    event = await evening.start()
    (gone,) = event.round.byes
    await evening.service.withdraw(event, event.find_entrant(gone).members[0])
    event = await evening.play_round()
    assert event.status is EventStatus.FINISHED
    ranked = rank_event(event)
    assert [one.standing.place for one in ranked] == [1, 2, 3]
    assert ranked[1].entrant.id == gone
    assert event.planned_rounds == len(event.rounds) == 2
    assert event == await evening.load()


@pytest.mark.long
async def test_best_of_three_with_consolation_finishes(evening):
    bracket = BracketSettings(best_of=3, consolation=True)
    await evening.create(format=EventFormat.KNOCKOUT, bracket=bracket, automatic=False)
    await evening.enter(pairs(8))
    event = await evening.start()
    while event.status is EventStatus.RUNNING:
        event = await evening.play_round()
        if event.status is EventStatus.RUNNING:
            await evening.service.begin_round(MANAGER, event, len(event.rounds) + 1)
            event = await evening.advance()
    parts = [{match.part for match in one.matches} for one in event.rounds]
    assert parts[0] == {BracketPart.MAIN}
    assert BracketPart.CONSOLATION in set().union(*parts)
    assert event.planned_rounds == len(event.rounds) <= 9
    tree = build_event_bracket(event)
    assert tree.main[-1][0].winner == rank_event(event)[0].standing.number
    assert (await evening.load()) == event


@pytest.mark.long
async def test_void_final_waits_for_manager(evening):
    await evening.create(format=EventFormat.KNOCKOUT, bracket=BracketSettings(best_of=3), automatic=False)
    await evening.enter(pairs(2))
    event = await evening.start()
    for _ in range(2):
        await evening.service.report(MANAGER, await evening.load(), len(event.rounds), 1, None)
        event = await evening.advance()
        assert event.status is EventStatus.RUNNING
        await evening.service.begin_round(MANAGER, event, len(event.rounds) + 1)
        event = await evening.advance()
    await evening.service.report(MANAGER, event, 3, 1, (0.0, 1.0))
    event = await evening.advance()
    assert event.status is EventStatus.FINISHED
    assert [one.standing.number for one in rank_event(event)] == [1, 0]
