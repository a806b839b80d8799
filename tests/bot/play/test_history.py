"""A table's history has its finished deals, even after redeals and changes of seats. Hidden kitties stay hidden."""

import itertools
from dataclasses import replace

import pytest
from game_walk import list_entries, walk
from table_harness import ANN, BOB, TableHarness, hand_over

from bot.ids import TableId, UserId
from bot.play.clock.timing import Timing
from bot.play.finished_deals.history import HistoryCache, build_history
from bot.play.refusals import TableRefusal, TableRefused
from bot.play.table_rules import table_changes
from bot.play.tables.snapshot import rewind_to_end_of_deal
from bot.play.values.stored_table import DealSecret, StoredTable
from bot.play.values.table_info import Computer, Person, TableStatus
from engine.deal.fair_shuffle import make_fair_deal
from engine.io.record import Replay
from engine.model.actions import ClaimRedeal, Deal, Pass, Play
from engine.model.cards import points_of
from engine.model.errors import IllegalAction
from engine.model.events import Passed, Played, Redealt, Seated
from engine.model.presets import PRESETS
from engine.model.seats import Seat
from engine.model.view import Ask, PhaseName

EVE = UserId(105)
QUICK = Timing(
    batches=1,
    batch_interval=1.0,
    computer_pause=0.5,
    turn=1.0,
    bury=1.0,
    answer_window=10.0,
    away_after_missed_turns=99,
    next_deal=30.0,
)


async def opened(preset="forty-points", computers=2, **overrides):
    harness = TableHarness(QUICK)
    table = await harness.open_lobby(computers=computers, preset=preset, overrides=overrides)
    for n in range(1, 4 - computers):
        await table.lobby.change(table_changes.join, UserId(ANN + n), Seat(computers + n))
    await table.lobby.start(ANN, "cut")
    return harness, table


async def until(harness, table, reached, tries=4000, step=0.5):
    for _ in range(tries):
        if reached(table):
            return
        await harness.clock.advance(step)
    raise AssertionError(table.spectator_view().phase)


def over(deals):
    """Return a condition that holds once the table has finished `deals` deals."""
    return lambda table: (
        table.spectator_view().phase is PhaseName.FINISHED and table.spectator_view().deal_number >= deals
    )


async def past(harness, table):
    return build_history(await harness.store.load(table.id))


def without_points(rules):
    """Return a number for a deal's secret. With it some player gets no points, and may therefore claim a redeal."""
    for number in range(1, 5000):
        order = make_fair_deal(rules, number.to_bytes(32, "big"), "cut").order[: rules.hand_size * rules.players]
        if any(points_of(order[seat :: rules.players]) == 0 for seat in range(rules.players)):
            return number
    raise AssertionError


async def claimed(harness, table):
    """Claim a redeal as soon as some player may."""
    while table.spectator_view().phase not in {PhaseName.BURYING, PhaseName.PLAYING}:
        for seat in map(Seat, range(4)):
            view = table.view(seat)
            if view.ask is Ask.CLAIM and points_of(view.hand) == 0:
                await table.gameplay.submit(seat, ClaimRedeal(), table.task(seat))
                return
        await harness.clock.advance(0.5)
    raise AssertionError(table.spectator_view().phase)


async def test_deal_after_redeal_has_its_own_cards():
    harness = TableHarness(QUICK)
    harness.seeds = itertools.count(without_points(PRESETS["online"]))
    table = await harness.open_lobby(computers=0, preset="online")
    for user in range(BOB, BOB + 3):
        await table.lobby.change(table_changes.join, UserId(user))
    await table.lobby.start(ANN, "cut")
    await claimed(harness, table)
    redealt = [e for e in harness.publisher.events if isinstance(e, Redealt)]
    assert redealt
    assert (await past(harness, table)).deals == ()  # the deal before the claim is not finished
    await until(harness, table, over(1))
    packs = [e.action for e in harness.store.entries[table.id] if isinstance(e.action, Deal)]
    found = await past(harness, table)
    assert len(packs) == len(found.deals) + len(redealt)
    last = found.deals[-1]
    assert last.number == len(packs)
    assert last.deal_number == len(found.deals)
    assert last.moves[0].action == packs[-1]
    assert last.is_fair
    dealt = set(map(str, packs[-1].order))
    for moment in last.replay_frames():
        assert {str(card) for hand in moment.hands for card in hand} <= dealt
        assert moment.view.deal_number == last.deal_number
    first = next(m for m in last.replay_frames() if all(len(h) == table.facts.rules.hand_size for h in m.hands))
    kitty = table.facts.rules.kitty_size
    assert sorted(str(c) for h in first.hands for c in h) == sorted(map(str, packs[-1].order[:-kitty]))
    assert Replay(found.record).proofs == (True,) * len(packs)
    assert found.find_deal(last.number - 1) is None
    await harness.registry.close()


async def test_table_can_be_seen_as_it_was_at_the_end_of_a_deal():
    harness, table = await opened()
    await until(harness, table, over(2))
    now, stored = table.snapshot(), await harness.store.load(table.id)
    ended = {deal: rewind_to_end_of_deal(now, stored, deal) for deal in (1, 2, 3)}
    assert [ended[deal].spectator_view().deal_number for deal in (1, 2)] == [1, 2]
    assert {ended[deal].spectator_view().phase for deal in (1, 2)} == {PhaseName.FINISHED}
    assert ended[3] is None
    over_now = replace(now, facts=replace(now.facts, status=TableStatus.OVER))
    seen = [rewind_to_end_of_deal(over_now, stored, deal).facts.status for deal in (1, 2)]
    assert seen == [TableStatus.PLAYING, TableStatus.OVER], "the match went on after the first"
    await harness.registry.close()


async def test_replay_shows_a_pass_before_the_substitution():
    # The option `no_declaration_first` excludes redeals here.
    harness, table = await opened(computers=2, no_declaration_first="kitty_first")
    await until(
        harness,
        table,
        lambda t: t.spectator_view().phase is PhaseName.DECLARING and not t.spectator_view().to_draw,
        step=0.1,
    )
    seat = table.seat_of(BOB)
    await table.gameplay.submit(seat, Pass(), table.task(seat))
    await harness.clock.advance(harness.timing.pass_latest)
    await hand_over(table, BOB, seat, EVE)
    await until(harness, table, over(1))
    moments = (await past(harness, table)).deals[0].replay_frames()
    passes = [one for one in moments if Passed in {type(e) for e in one.events if getattr(e, "seat", None) == seat}]
    assert passes[0].seats[seat] == Person(BOB)
    later = next(one for one in moments if any(isinstance(event, Seated) for event in one.events))
    assert later.seats[seat] == Person(EVE)
    await harness.registry.close()


async def test_replay_shows_seats_before_substitution():
    harness, table = await opened()
    await until(harness, table, lambda t: len(t.spectator_view().tricks) >= 2)
    seat = table.seat_of(BOB)
    await hand_over(table, BOB, seat, EVE)
    await until(harness, table, lambda t: len(t.spectator_view().tricks) >= 4)
    await table.attendance.leave(EVE)
    await until(harness, table, over(1))
    deals = (await past(harness, table)).deals
    assert deals[0].seats[seat] == Person(BOB)
    moments = deals[0].replay_frames()
    who = list(dict.fromkeys(m.seats[seat] for m in moments))
    assert who[:2] == [Person(BOB), Person(EVE)]
    assert isinstance(who[2], Computer)
    assert deals[0].seats_at_end == moments[-1].seats == table.occupants
    assert moments[-1].view.result == table.spectator_view().result
    assert moments[-1].tricks == len(deals[0].final_view.tricks) > 4
    hands = [len(m.hands[seat]) for m in moments if m.view.phase is PhaseName.PLAYING]
    assert hands == sorted(hands, reverse=True)
    await table.gameplay.next_deal(ANN, "mine")
    await until(harness, table, over(2))
    deals = (await past(harness, table)).deals
    assert [isinstance(d.seats[seat], Computer) for d in deals] == [False, True]
    assert all(deal.is_fair for deal in deals)
    await harness.registry.close()


async def test_unknown_table_has_no_history():
    with pytest.raises(TableRefused) as no:
        await HistoryCache().get_history(TableHarness().store, TableId(404), 0, TableStatus.OVER)
    assert no.value.reason is TableRefusal.NO_TABLE


async def test_hidden_kitties_stay_hidden_until_match_ends():
    harness, table = await opened(preset="standard", computers=3, reveal_kitty="no")
    await until(harness, table, over(1))
    archive = HistoryCache()
    hidden = await archive.get_history(harness.store, table.id, table.revision, table.facts.status)
    deal = hidden.deals[0]
    assert deal.kitty_hidden
    for tell in (lambda: deal.proof, lambda: deal.is_fair, lambda: hidden.record):
        with pytest.raises(TableRefused) as no:
            tell()
        assert no.value.reason is TableRefusal.KITTY_HIDDEN
    moments = await archive.get_frames(table.id, deal)
    assert len(moments) > table.facts.rules.hand_size
    for moment in moments:
        assert set(moment.hands) == {()}
        assert moment.view.seat is None
        assert not moment.view.kitty
        assert not moment.view.hand
    assert table.snapshot().proof is None
    told = "".join(map(repr, (hidden, deal, moments[-1], table.snapshot())))
    assert table.deals[0].secret.hex() not in told
    assert repr(table.deals[0].secret) not in told

    await table.voting.close(ANN)
    assert table.facts.status is TableStatus.OVER
    opened_up = await archive.get_history(harness.store, table.id, table.revision, table.facts.status)
    assert not opened_up.deals[0].kitty_hidden
    assert opened_up.deals[0].is_fair
    assert Replay(opened_up.record).proofs == (True,)
    assert any(any(m.hands) for m in await archive.get_frames(table.id, opened_up.deals[0]))
    assert table.snapshot().proof == opened_up.deals[0].proof
    await harness.registry.close()


def with_another_kitty(stored, at, there):
    """Swap a card of the kitty and a drawn card. Return the history, or None if the record is no longer legal."""
    entries = list(stored.entries)
    number = next(n for n, one in enumerate(entries) if isinstance(one.action, Deal))
    order = list(entries[number].action.order)
    order[at], order[there] = order[there], order[at]
    entries[number] = replace(entries[number], action=replace(entries[number].action, order=tuple(order)))
    try:
        return build_history(replace(stored, entries=tuple(entries)))
    except IllegalAction:
        return None


async def test_replay_with_hidden_kitty_reveals_nothing():
    """Nothing shown of a deal with a hidden kitty depends on what the declarer buried."""
    harness, table = await opened(preset="standard", computers=3, reveal_kitty="no")
    await until(harness, table, over(1))
    stored = await harness.store.load(table.id)
    size, order = (
        table.facts.rules.hand_size * 4,
        next(e.action.order for e in stored.entries if isinstance(e.action, Deal)),
    )
    pairs = [(at, there) for there in range(size, len(order)) for at in range(size) if order[at] != order[there]]
    found = [(pair, past) for pair in pairs[::7] if (past := with_another_kitty(stored, *pair)) is not None][:4]
    assert found
    truth = build_history(stored).deals[0]
    open_truth = replace(truth, kitty_hidden=False)
    for _, past in found:
        other = past.deals[0]
        assert other.final_view == truth.final_view
        assert other.replay_frames() == truth.replay_frames()
        assert replace(other, kitty_hidden=False).replay_frames() != open_truth.replay_frames()
    await harness.registry.close()


async def test_commitment_precedes_deal_and_proof_follows():
    harness, table = await opened(computers=3)
    promised = table.snapshot().commitment
    assert table.snapshot().proof is None
    await until(harness, table, over(1))
    assert table.snapshot().proof == (await past(harness, table)).deals[0].proof
    assert table.snapshot().proof.commitment == promised
    following = table.snapshot().commitment
    assert following != promised
    await table.gameplay.next_deal(ANN, "mine")
    assert (table.snapshot().commitment, table.snapshot().proof) == (following, None)
    await table.voting.close(ANN)
    assert (table.snapshot().commitment, table.snapshot().proof) == (
        None,
        None,
    )  # the match ended during the deal, so its shuffle stays secret
    await harness.registry.close()


async def test_lobby_has_no_history():
    harness = TableHarness(QUICK)
    table = await harness.open_lobby(computers=3)
    assert (await past(harness, table)).deals == ()


# ---------------------------------------------------------------------- deals rebuilt from a walk


def build_walk(packs, *, status=TableStatus.PLAYING, cut_off=0, **options):
    """Walk through some deals. Return the steps, the stored table and its history.

    The table and the history lack the last `cut_off` entries.
    """
    facts, steps = walk(packs=packs, decks="1", **options)
    secrets = tuple(DealSecret(n, bytes([n]) * 32, f"promise {n}", "cut") for n in (2, 1, 3))
    entries = list_entries(steps)[: len(steps) - cut_off]
    stored = StoredTable(replace(facts, status=status), entries, secrets, ())
    return steps, stored, build_history(stored)


def test_each_finished_deal_has_its_moves_and_proof():
    steps, stored, history = build_walk(3)
    dealt = [n for n, step in enumerate(steps) if isinstance(step.action, Deal)]
    assert [(deal.number, deal.deal_number) for deal in history.deals] == [(1, 1), (2, 2), (3, 3)]
    for deal, first, after in zip(history.deals, dealt, [*dealt[1:], len(steps)], strict=True):
        assert [(one.seat, one.action) for one in deal.moves] == [(s.seat, s.action) for s in steps[first:after]]
        assert deal.proof == next(one.proof for one in stored.deals if one.number == deal.number)
        assert [one.proof for one in deal.moves[1:]] == [None] * (after - first - 1)
        assert deal.phase_before == steps[first].before.phase
        assert (deal.final_view, deal.kitty_hidden) == (steps[after - 1].after.view(None), False)
        assert deal.seats == deal.seats_at_end == stored.facts.seats
        assert history.find_deal(deal.number) is deal
        assert not history.is_last(deal), "the match goes on"
    assert history.find_deal(4) is None
    assert [one.action for one in history.record.moves] == [step.action for step in steps]


@pytest.mark.parametrize(("cut_off", "deals"), [(0, 2), (1, 1), (20, 1)])
def test_only_finished_deals_are_in_the_history(cut_off, deals):
    steps, _, history = build_walk(2, cut_off=cut_off, status=TableStatus.OVER)
    assert len(history.deals) == deals
    assert [history.is_last(deal) for deal in history.deals] == [False] * (deals - 1) + [True]
    second = [n for n, step in enumerate(steps) if isinstance(step.action, Deal)][1]
    assert len(history.record.moves) == (len(steps) if deals == 2 else second)
    assert dict(history.record.headers) == {"Table": "1", "Preset": "standard"}


def test_history_is_empty_while_sealed_or_before_the_first_deal():
    _, stored, history = build_walk(1)
    assert len(history.deals) == 1
    sealed = build_history(replace(stored, facts=replace(stored.facts, is_sealed=True)))
    begun = build_history(replace(stored, entries=stored.entries[:4]))
    for none in (sealed, begun, build_history(replace(stored, entries=()))):
        assert (none.deals, none.record.moves) == ((), ())


def test_frames_show_each_public_step_once():
    steps, _, history = build_walk(1)
    deal = history.deals[0]
    frames = deal.replay_frames()
    plays = [step for step in steps if isinstance(step.action, Play)]
    shown = [frame for frame in frames if any(isinstance(event, Played) for event in frame.events)]
    assert [frame.view for frame in shown] == [step.after.view(None) for step in plays]
    assert [frame.tricks for frame in shown] == [len(step.after.view(None).tricks) for step in plays]
    for frame, step in zip(shown, plays, strict=True):
        assert frame.hands == tuple(step.after.view(Seat(seat)).hand for seat in range(4))
    happened = [event for frame in frames for event in frame.events]
    assert happened == [event for step in steps[4:] for event in step.events]
    assert all(one.view != other.view for one, other in itertools.pairwise(frames))
    first = frames[0]
    assert first.view.hand_sizes != (0,) * 4, "before that nobody has a card"
    assert not first.view.to_draw
    assert frames[-1].view == deal.final_view


def test_history_is_printed_without_cards():
    _, _, history = build_walk(1)
    printed = f"{history!r} {history.deals[0]!r}"
    assert not any(word in printed for word in ("Card(", "Deal(order", "Playing("))


async def test_cached_history_is_built_once_for_a_revision(harness):
    table = await harness.start_match(computers=3)
    cache, loads, load = HistoryCache(), [], harness.store.load

    async def counting(id_):
        loads.append(id_)
        return await load(id_)

    harness.store.load = counting
    known = await cache.get_history(harness.store, table.id, table.revision, table.facts.status)
    assert await cache.get_history(harness.store, table.id, table.revision, table.facts.status) is known
    assert len(loads) == 1
    for revision, status in ((table.revision + 1, table.facts.status), (table.revision, TableStatus.OVER)):
        assert await cache.get_history(harness.store, table.id, revision, status) is not known
    harness.store.facts[table.id] = replace(harness.store.facts[table.id], is_sealed=True)
    sealed = [await cache.get_history(harness.store, table.id, 0, table.facts.status) for _ in range(2)]
    assert sealed[0] is not sealed[1], "it may have been unsealed"
