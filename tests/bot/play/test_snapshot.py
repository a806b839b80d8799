"""A snapshot is what callers read from a table. It shows the present, or the end of an earlier deal."""

from dataclasses import replace

import pytest
from game_walk import list_entries, walk
from table_harness import ANN, BOB, CAT
from test_due_times import find_state, is_in
from test_voting import CLOSE, reopened

from bot.ids import EventMatchId
from bot.play.clock.timing import Pace
from bot.play.refusals import TableRefusal, TableRefused
from bot.play.table_rules.game_state import has_new_offers
from bot.play.tables.snapshot import Snapshot, rewind_to_end_of_deal
from bot.play.values.stored_table import Deadline, DeadlineKind, DealSecret, StoredTable
from bot.play.values.table_info import Computer, TableStatus
from engine.model.actions import Play
from engine.model.seats import Seat
from engine.model.view import Ask, PhaseName

PACE = Pace(120.0, 240.0, 60.0)
ONE_DECK = {"decks": "1"}


def seen(facts, game, *deadlines):
    return Snapshot(facts, deadlines, None, None, (), PACE, game)


@pytest.mark.parametrize(
    ("phase", "changes", "counted", "voidable", "not_ready"),
    [
        (PhaseName.PLAYING, {}, True, True, set()),
        (PhaseName.PLAYING, {"is_friendly": True}, False, False, set()),
        (PhaseName.PLAYING, {"event_match": EventMatchId(7)}, True, False, set()),
        (PhaseName.FINISHED, {}, False, False, {0, 1, 2, 3}),
        (PhaseName.FINISHED, {"away": frozenset({1}), "ready": ((Seat(2), ""),)}, False, False, {0, 3}),
        (PhaseName.FINISHED, {"status": TableStatus.OVER}, False, False, set()),
    ],
)
def test_deal_counts_while_it_is_played(phase, changes, counted, voidable, not_ready):
    facts, game = find_state(is_in(phase), **ONE_DECK)
    now = seen(replace(facts, **changes), game)
    assert (now.is_counted_deal, now.can_be_voided, now.not_ready) == (counted, voidable, not_ready)
    assert now.ready == {seat for seat, _ in now.facts.ready}
    assert (now.has_started, now.is_decided, len(now.results)) == (True, False, phase is PhaseName.FINISHED)


def test_lobby_has_nothing_of_a_game():
    facts, _ = walk(**ONE_DECK)
    lobby = seen(replace(facts, status=TableStatus.LOBBY), None)
    flags = lobby.has_started, lobby.is_counted_deal, lobby.can_be_voided, lobby.is_decided
    assert (*flags, lobby.just_restarted, lobby.cannot_be_saved) == (False,) * 6
    assert (lobby.results, lobby.not_ready, lobby.task(Seat(0))) == ((), frozenset(), 0)
    for read in (lobby.spectator_view, lambda: lobby.view(Seat(0)), lambda: lobby.question_view(Seat(0))):
        with pytest.raises(TableRefused) as no:
            read()
        assert no.value.reason is TableRefusal.NOT_STARTED


def test_due_times_are_the_earliest_of_a_kind():
    facts, game = find_state(is_in(PhaseName.FINISHED), **ONE_DECK)
    expires, warning = Deadline(DeadlineKind.LOBBY_EXPIRES, 90.0), Deadline(DeadlineKind.LOBBY_WARNING, 50.0)
    now = seen(facts, game, *(Deadline(DeadlineKind.NEXT_DEAL, at) for at in (70.0, 60.0, 80.0)), expires)
    assert (now.next_deal_at, now.due_at(DeadlineKind.TURN), now.lobby_ends_at) == (60.0, None, 90.0)
    assert seen(facts, None, expires, warning).lobby_ends_at is None, "it is said with the warning"
    assert replace(now, clock_offset=-5.0).to_wall(60.0) == 55.0


def test_seat_without_choice_has_no_question():
    facts, game = find_state(
        lambda game: is_in(PhaseName.DECLARING)(game) and 0 < sum(has_new_offers(game, Seat(s)) for s in range(4)) < 4
    )
    passing = Deadline(DeadlineKind.PASSES, 9.0, None, game.window_revision)
    for seat in map(Seat, range(4)):
        asked = game.view(seat).ask is Ask.DECLARE and has_new_offers(game, seat)
        assert seen(facts, game).view(seat) == game.view(seat)
        shown = seen(facts, game).question_view(seat)
        assert shown == (game.view(seat) if asked else replace(game.view(seat), ask=Ask.NOTHING))
        passed = seen(facts, game, replace(passing, seat=seat)).question_view(seat)
        marks = tuple(other == seat or mark for other, mark in enumerate(shown.passed)) if asked else shown.passed
        assert passed == replace(shown, passed=marks), "they can still declare"


def test_seat_that_passes_may_not_claim_again():
    def claims(game):
        return any(game.view(seat).ask is Ask.CLAIM and has_new_offers(game, seat) for seat in map(Seat, range(4)))

    facts, game = find_state(claims, "online", seed=10, packs=1)
    seat = next(s for s in map(Seat, range(4)) if game.view(s).ask is Ask.CLAIM and has_new_offers(game, s))
    passing = Deadline(DeadlineKind.PASSES, 9.0, seat, game.window_revision)
    assert seen(facts, game).question_view(seat).ask is Ask.CLAIM
    assert seen(facts, game, passing).question_view(seat) == replace(game.view(seat), ask=Ask.NOTHING)


def test_person_alone_may_take_a_play_back():
    facts, steps = walk(**ONE_DECK)
    game = next(step.after for step in steps if isinstance(step.action, Play) and step.seat == 0)
    alone = replace(facts, seats=(facts.seats[0], *(Computer("expert", number) for number in (1, 2, 3))))
    assert [seen(facts, game).view(Seat(0)).can_take_back, seen(alone, game).view(Seat(0)).can_take_back] == [
        False,
        True,
    ]


@pytest.mark.parametrize("hidden", [False, True])
def test_earlier_deal_is_seen_as_it_ended(hidden):
    facts, steps = walk(packs=3, reveal_kitty="no" if hidden else "yes", **ONE_DECK)
    secrets = tuple(DealSecret(number, bytes([number]) * 32, f"promise {number}", "cut") for number in (1, 2, 3))
    entries = list_entries(steps)
    stored = StoredTable(facts, entries, secrets, ())
    last = steps[-1].after
    away = replace(facts, away=frozenset({1}), paused=True, ready=((Seat(0), ""),))
    now = replace(
        seen(away, last, Deadline(DeadlineKind.NEXT_DEAL, 5.0)),
        commitment="next",
        just_restarted=True,
        cannot_be_saved=True,
    )
    for deal in (1, 2, 3):
        then = rewind_to_end_of_deal(now, stored, deal)
        ended = next(step.after for step in steps if len(step.after.results) == deal)
        assert then.game_state == ended
        assert then.proof == (None if hidden else secrets[deal - 1].proof)
        assert (then.deadlines, then.commitment, then.tallies) == ((), None, ())
        assert (then.just_restarted, then.cannot_be_saved) == (False, False)
        assert then.facts == replace(away, away=frozenset(), paused=False, ready=(), status=TableStatus.PLAYING)
    assert rewind_to_end_of_deal(now, stored, 4) is None
    started = next(n for n, step in enumerate(steps) if isinstance(step.action, Play))
    unfinished = replace(stored, entries=entries[: started + 1])
    assert rewind_to_end_of_deal(now, unfinished, 1) is None


async def test_table_says_that_it_has_just_restarted(harness):
    table = await harness.start_match(computers=1)
    assert not table.snapshot().just_restarted
    again = await reopened(harness, table)
    assert again.snapshot().just_restarted
    await again.attendance.step_away(CAT)
    assert again.snapshot().just_restarted, "nobody has acted"
    await again.attendance.leave(CAT)
    assert not again.snapshot().just_restarted


async def test_finished_table_shows_neither_commitment_nor_votes(harness):
    table = await harness.start_match(computers=1)
    assert table.snapshot().commitment == table.deals[-1].commitment
    await table.voting.vote(BOB, CLOSE)
    assert [one.proposal for one in table.snapshot().tallies] == [CLOSE]
    await table.voting.close(ANN)
    assert (table.snapshot().commitment, table.snapshot().tallies, table.deadlines) == (None, (), ())


def test_snapshot_is_printed_without_hands():
    facts, game = find_state(is_in(PhaseName.PLAYING), **ONE_DECK)
    printed = repr(seen(facts, game))
    hands = [game.view(Seat(seat)).hand for seat in range(4)]
    assert all(hands)
    assert not any(repr(card) in printed for hand in hands for card in hand)
