"""The methods of a table save and publish what they change, refuse what is not allowed, and may be repeated."""

import pytest
from memory_store import run_pending_tasks
from table_harness import ANN, BOB, CAT, DAN, TableHarness
from test_dodged_deals import play_until
from test_next_deal_requests import after_a_deal
from test_passing import SEATS, able, open_window
from test_table import act_for_people
from test_voting import CLOSE, refused

from bot.ids import ChannelId
from bot.play.clock.timing import Timing
from bot.play.refusals import StaleTask, TableRefusal, TableRefused
from bot.play.table_rules import table_changes
from bot.play.values.stored_table import Deadline, DeadlineKind
from bot.play.values.table_info import Computer, Person, Phrase, Proposal, ProposalKind, Speed, TableStatus
from engine.model.actions import CloseWindow, Deal, Draw, Pass
from engine.model.seats import TABLE, Seat
from engine.model.view import PhaseName

EVE = 105


def is_saved(harness, table):
    """Return whether the store has what the table has in memory."""
    stored = harness.store
    return (stored.facts[table.id], stored.deadlines[table.id]) == (table.facts, table.deadlines)


async def published(harness, *actions):
    """Return the updates that the actions publish, and check that each action is saved first."""
    await run_pending_tasks()
    before = len(harness.publisher.updates)
    for action in actions:
        await action
        assert all(is_saved(harness, table) for table in harness.registry.list_live())
    return [update for _, update in harness.publisher.updates[before:]]


async def test_each_change_is_published_once(harness):
    table = await harness.start_match(computers=1)
    vote, ask = table.voting.vote, table.voting.request_seat
    for first, again in (
        (table.gameplay.set_speed(ANN, Speed.FAST), table.gameplay.set_speed(ANN, Speed.FAST)),
        (vote(BOB, CLOSE), vote(BOB, CLOSE)),
        (ask(EVE, Seat(1)), ask(EVE, Seat(1))),
        (table.voting.withdraw_request(EVE), table.voting.withdraw_request(EVE)),
        (table.move_to_channel(ChannelId(5)), table.voting.withdraw_request(DAN)),
    ):
        updates = await published(harness, first)
        assert [(one.revision, one.events, one.is_private) for one in updates] == [(table.revision, (), False)]
        assert await published(harness, again) == []
    assert (table.facts.speed, table.facts.channel) == (Speed.FAST, 5)


async def test_requests_between_deals_are_published_once():
    harness, table = await after_a_deal(people=3)
    read, ask = table.gameplay.wait_for_reader, table.gameplay.next_deal
    assert len(await published(harness, read(ANN))) == 1
    assert await published(harness, read(ANN), read(BOB), read(DAN)) == []
    assert len(await published(harness, ask(ANN, "a"))) == 1
    assert await published(harness, ask(ANN, "b"), read(ANN)) == []
    assert table.facts.ready == ((0, "a"),)
    assert len(await published(harness, ask(BOB, "b"))) == 1
    usual = table.snapshot().next_deal_at
    assert len(await published(harness, read(CAT), read(CAT))) == 1
    assert table.snapshot().next_deal_at == usual + 180.0, "nobody else looks back"
    (dealt,) = await published(harness, ask(CAT, "c"))
    assert (table.facts.ready, table.spectator_view().deal_number, dealt.is_private) == ((), 2, False)
    assert table.deals[1].cut == "a+b+c"
    await harness.registry.close()


async def test_reader_who_is_ready_no_longer_postpones_the_deal():
    harness, table = await after_a_deal(people=3)
    await table.gameplay.next_deal(ANN, "a")
    usual = table.snapshot().next_deal_at
    await table.gameplay.wait_for_reader(ANN)
    assert table.snapshot().next_deal_at == usual, "who has asked reads no more"
    await table.gameplay.wait_for_reader(BOB)
    await harness.clock.advance(harness.timing.next_deal + 10.0)
    await table.gameplay.next_deal(BOB, "b")
    assert table.snapshot().next_deal_at == harness.clock.now(), "the usual time is over"
    await harness.registry.close()


async def test_impatient_player_is_refused_for_some_seconds():
    harness, table = await after_a_deal(people=2)
    before = len(harness.publisher.updates)
    table.gameplay.say(ANN, Phrase.SORRY)
    assert [update.is_private for _, update in harness.publisher.updates[before:]] == [True]
    for waited, left in ((0.0, 20), (0.5, 20), (19.0, 1)):
        await harness.clock.advance(waited)
        with pytest.raises(TableRefused) as no:
            table.gameplay.say(ANN, Phrase.SORRY)
        assert (no.value.reason, no.value.facts) == (TableRefusal.TOO_FAST, {"seconds": left})
    await harness.clock.advance(0.5)
    table.gameplay.say(ANN, Phrase.THANKS)
    assert table.snapshot().phrases == ((table.seat_of(ANN), Phrase.THANKS),)
    await harness.registry.close()


@pytest.mark.parametrize(
    "act",
    [
        lambda table: table.gameplay.set_speed(ANN, Speed.FAST),
        lambda table: table.gameplay.next_deal(ANN, "cut"),
        lambda table: table.attendance.come_back(ANN),
        lambda table: table.voting.vote(ANN, Proposal(ProposalKind.COMPUTER, Seat(3))),
    ],
)
async def test_host_who_acts_between_deals_is_not_idle(act):
    harness, table = await after_a_deal(people=3)
    await table.attendance.come_back(ANN)
    await table.voting.vote(BOB, CLOSE)
    await table.attendance.step_away(CAT)

    def count_present():
        return next(one.present for one in table.snapshot().tallies if one.proposal == CLOSE)

    harness.clock.time += harness.timing.host_absent_after
    assert count_present() == 2, "at this moment the host still counts"
    harness.clock.time += 1.0
    assert count_present() == 1
    await act(table)
    assert count_present() == 2
    harness.clock.time += harness.timing.host_absent_after + 1.0
    assert count_present() == 1
    await harness.registry.close()


async def test_pressed_pass_is_shown_to_its_player_alone(harness):
    table = await open_window(harness, lambda t: 0 < len(able(t)) < 4)
    seat = able(table)[0]
    (update,) = await published(harness, table.gameplay.submit(seat, Pass(), table.task(seat)))
    assert (update.is_private, update.events) == (True, ())
    assert await published(harness, table.gameplay.submit(seat, Pass(), table.task(seat))) == []
    other = next(s for s in SEATS if s != seat)
    with pytest.raises(StaleTask):
        await table.gameplay.submit(other, Pass(), table.task(other) - 1)


async def test_absent_player_who_passes_is_back(harness):
    table = await open_window(harness, lambda t: len(able(t)) > 1)
    seat, other = able(table)[:2]
    await table.attendance.step_away(table.occupants[seat].user)
    (update,) = await published(harness, table.gameplay.submit(seat, Pass(), table.task(seat)))
    assert (update.is_private, table.facts.away) == (False, frozenset())
    assert not table.spectator_view().passed[other]


async def test_table_pauses_after_three_redeals_without_a_press(harness):
    table = await open_window(harness, preset="bashifen")
    while not table.facts.paused:
        await harness.clock.advance(10.0)
    deals = [one for one in harness.store.entries[table.id] if isinstance(one.action, Deal)]
    assert len(deals) == 1 + 3
    assert [deal.cut for deal in table.deals[:4]] == ["cut", "cut+1", "cut+1+2", "cut+1+2+3"]


async def test_redeals_go_on_if_somebody_presses_in_between(harness):
    table = await open_window(harness, preset="bashifen")
    for _ in range(5):
        number = len(table.deals)
        await table.gameplay.set_speed(ANN, Speed.NORMAL)
        while len(table.deals) == number:
            await harness.clock.advance(1.0)
    assert not table.facts.paused


async def test_outdated_deadline_changes_nothing(harness):
    table = await harness.start_match(computers=0)
    before = table.revision
    for kind in DeadlineKind:
        await table.gameplay.handle_deadline(Deadline(kind, harness.clock.now(), Seat(0), 999))
    assert (table.revision, table.facts.status) == (before, TableStatus.PLAYING)
    with pytest.raises(StaleTask):
        await table.attendance.submit_for_absent(Deadline(DeadlineKind.TURN, 0.0, Seat(0), 999), Pass())


async def test_automatic_actions_are_recorded_for_the_right_seat(harness):
    table = await open_window(harness, lambda t: 0 < len(able(t)) < 4)
    await harness.clock.advance(60.0)
    entries = harness.store.entries[table.id]
    assert {one.seat for one in entries if isinstance(one.action, Draw | CloseWindow | Deal)} == {TABLE}
    assert all(one.seat != TABLE for one in entries if isinstance(one.action, Pass))
    assert [one.revision for one in entries] == list(range(1, len(entries) + 1))


async def test_player_is_away_after_two_missed_turns_in_a_row():
    harness = TableHarness(Timing(batches=1, open_hands=0.0, turn=30.0, bury=30.0))
    table = await harness.start_match(computers=2)
    await play_until(harness, table, cards=20)
    seat = table.seat_of(BOB)

    async def miss():
        while seat not in table.spectator_view().to_act:
            if table.seat_of(ANN) in table.spectator_view().to_act:
                await act_for_people(harness, table)
            else:
                await harness.clock.advance(0.5)
        await harness.clock.advance(31.0)

    await miss()
    assert (table.facts.away, table.snapshot().missed_last_turn) == (frozenset(), {seat})
    while seat not in table.spectator_view().to_act:
        if not await act_for_people(harness, table):
            await harness.clock.advance(0.5)
    action = await harness.computer_players.choose(table.view(seat), "expert", "x")
    await table.gameplay.submit(seat, action, table.task(seat))
    assert table.snapshot().missed_last_turn == frozenset(), "a turn that was taken ends the row"
    await miss()
    assert table.facts.away == frozenset()
    await miss()
    assert table.facts.away == {seat}
    await table.attendance.come_back(BOB)
    assert (table.facts.away, table.snapshot().missed_last_turn) == (frozenset(), frozenset())
    await harness.registry.close()


async def test_new_occupant_inherits_no_missed_turn_and_no_phrase():
    harness, table = await after_a_deal(people=3)
    table.gameplay.say(BOB, Phrase.SORRY)
    table.gameplay.say(CAT, Phrase.THANKS)
    seat = table.seat_of(BOB)
    assert seat in table.snapshot().missed_last_turn
    await table.attendance.offer_seat(BOB, seat, DAN)
    await table.attendance.accept_seat(DAN, seat)
    assert table.snapshot().phrases == ((table.seat_of(CAT), Phrase.THANKS),)
    assert seat not in table.snapshot().missed_last_turn
    assert table.occupants[seat] == Person(DAN)
    await harness.registry.close()


async def test_leaving_the_lobby_keeps_it_open_for_others(harness):
    table = await harness.open_lobby(computers=1)
    await table.lobby.change(table_changes.join, BOB)
    await harness.clock.advance(100.0)
    await table.attendance.leave(BOB)
    assert {due.kind: due.at - harness.clock.now() for due in table.deadlines} == {
        DeadlineKind.LOBBY_EXPIRES: 1800.0,
        DeadlineKind.LOBBY_WARNING: 1500.0,
    }
    assert is_saved(harness, table)
    await harness.clock.advance(1500.0)
    assert [due.kind for due in table.deadlines] == [DeadlineKind.LOBBY_EXPIRES]
    await table.lobby.change(table_changes.set_difficulty, ANN, "casual")
    assert (table.occupants[1], len(table.deadlines)) == (Computer("casual", 1), 2)
    await table.attendance.leave(ANN)
    assert (table.facts.status, table.deadlines) == (TableStatus.CLOSED, ())
    assert await refused(table.lobby.change(table_changes.join, CAT)) is TableRefusal.TABLE_CLOSED


async def test_match_needs_its_host_in_a_seat(harness):
    table = await harness.open_lobby(computers=2)
    with pytest.raises(TableRefused) as no:
        await table.lobby.start(ANN, "cut")
    assert (no.value.reason, no.value.facts) == (TableRefusal.SEATS_EMPTY, {"empty": 1})
    await table.lobby.change(table_changes.join, BOB)
    assert await refused(table.lobby.start(BOB, "cut")) is TableRefusal.NOT_HOST
    await table.voting.vote(BOB, CLOSE)
    await table.lobby.start(ANN, "cut")
    assert (table.facts.status, table.facts.proposals) == (TableStatus.PLAYING, ())
    assert table.spectator_view().phase is PhaseName.DECLARING
    assert harness.store.started == [table.id]
    assert await refused(table.lobby.start(ANN, "cut")) is TableRefusal.ALREADY_STARTED
    await table.voting.close(ANN)
    assert harness.store.reported == [table.id]
    assert await refused(table.lobby.change(table_changes.join, CAT)) is TableRefusal.ALREADY_STARTED
