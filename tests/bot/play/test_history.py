"""Finished deals read back: after redeals, after a change of seats, and where the kitty stays closed."""

import itertools
from dataclasses import replace

import pytest
from memory_house import ANN, BOB, House

from bot.play.history import Archive, past_of
from bot.play.occupants import Computer, Person, UserId
from bot.play.ports import Status
from bot.play.refusals import Refused, Why
from bot.play.timing import Timing
from engine.actions import ClaimRedeal, Deal, Pass
from engine.cards import points_of
from engine.errors import IllegalAction
from engine.events import Passed, Redealt, Seated
from engine.fairness import fair_deal
from engine.presets import PRESETS
from engine.record import check_proofs
from engine.seats import Seat
from engine.view import Ask, PhaseName

EVE = UserId(105)
QUICK = Timing(waves=1, wave=1.0, think=0.5, turn=1.0, bury=1.0, answer_window=10.0, away_after=99, next_deal=30.0)


async def opened(preset="forty-points", computers=2, **overrides):
    house = House(QUICK)
    table = await house.lobby(computers=computers, preset=preset, overrides=overrides)
    for user in range(BOB, BOB + 3 - computers):
        await table.join(UserId(user))
    await table.start(ANN, "cut")
    return house, table


async def until(house, table, reached, tries=4000, step=0.5):
    for _ in range(tries):
        if reached(table):
            return
        await house.clock.turn(step)
    raise AssertionError(table.watch().phase)


def over(deals):
    """Tell of a table at which so many deals are finished."""
    return lambda table: table.watch().phase is PhaseName.FINISHED and table.watch().deal_number >= deals


async def past(house, table):
    return past_of(await house.store.load(table.id))


def without_points(rules):
    """Return a number whose secret deals somebody a hand without points, for which he may claim a redeal."""
    for number in range(1, 5000):
        order = fair_deal(rules, number.to_bytes(32, "big"), "cut").order[: rules.hand_size * rules.players]
        if any(points_of(order[seat :: rules.players]) == 0 for seat in range(rules.players)):
            return number
    raise AssertionError


async def claimed(house, table):
    """Claim a redeal as soon as some person may."""
    while table.watch().phase not in {PhaseName.BURYING, PhaseName.PLAYING}:
        for seat in map(Seat, range(4)):
            view = table.view(seat)
            if view.ask is Ask.CLAIM and points_of(view.hand) == 0:
                await table.submit(seat, ClaimRedeal(), table.task(seat))
                return
        await house.clock.turn(0.5)
    raise AssertionError(table.watch().phase)


async def test_a_deal_after_a_redeal_is_shown_with_its_own_cards():
    house = House(QUICK)
    house.seeds = itertools.count(without_points(PRESETS["online"]))
    table = await house.lobby(computers=0, preset="online")
    for user in range(BOB, BOB + 3):
        await table.join(UserId(user))
    await table.start(ANN, "cut")
    await claimed(house, table)
    redealt = [e for e in house.paper.events if isinstance(e, Redealt)]
    assert redealt
    assert (await past(house, table)).deals == ()  # what was dealt before the claim is no finished deal
    await until(house, table, over(1))
    packs = [e.action for e in house.store.entries[table.id] if isinstance(e.action, Deal)]
    found = await past(house, table)
    assert len(packs) == len(found.deals) + len(redealt)
    last = found.deals[-1]
    assert last.number == len(packs)
    assert last.shown == len(found.deals)
    assert last.moves[0].action == packs[-1]
    assert last.is_fair
    dealt = set(map(str, packs[-1].order))
    for moment in last.moments():
        assert {str(card) for hand in moment.hands for card in hand} <= dealt
        assert moment.view.deal_number == last.shown
    first = next(m for m in last.moments() if all(len(h) == table.facts.rules.hand_size for h in m.hands))
    kitty = table.facts.rules.kitty_size
    assert sorted(str(c) for h in first.hands for c in h) == sorted(map(str, packs[-1].order[:-kitty]))
    assert check_proofs(found.record) == (True,) * len(packs)
    assert found.deal(last.number - 1) is None
    await house.registry.close()


async def test_who_passed_is_named_as_himself_before_a_substitute_takes_his_seat():
    house, table = await opened(computers=2, no_declaration_first="kitty_first")  # never a redeal
    await until(house, table, lambda t: t.watch().phase is PhaseName.DECLARING and not t.watch().to_draw, step=0.1)
    seat = table.seat_of(BOB)
    await table.submit(seat, Pass(), table.task(seat))
    await table.substitute(BOB, seat, EVE)
    await until(house, table, over(1))
    moments = (await past(house, table)).deals[0].moments()
    passes = [one for one in moments if Passed in {type(e) for e in one.events if getattr(e, "seat", None) == seat}]
    assert passes[0].seats[seat] == Person(BOB)
    later = next(one for one in moments if any(isinstance(event, Seated) for event in one.events))
    assert later.seats[seat] == Person(EVE)
    await house.registry.close()


async def test_a_deal_with_a_substitute_is_replayed_with_who_began_it():
    house, table = await opened()
    await until(house, table, lambda t: len(t.watch().tricks) >= 2)
    seat = table.seat_of(BOB)
    await table.substitute(BOB, seat, EVE)
    await until(house, table, lambda t: len(t.watch().tricks) >= 4)
    await table.leave(EVE)
    await until(house, table, over(1))
    deals = (await past(house, table)).deals
    assert deals[0].seats[seat] == Person(BOB)
    moments = deals[0].moments()
    who = list(dict.fromkeys(m.seats[seat] for m in moments))
    assert who[:2] == [Person(BOB), Person(EVE)]
    assert isinstance(who[2], Computer)
    assert deals[0].last_seats == moments[-1].seats == table.occupants
    assert moments[-1].view.result == table.watch().result
    assert moments[-1].tricks == len(deals[0].final.tricks) > 4
    hands = [len(m.hands[seat]) for m in moments if m.view.phase is PhaseName.PLAYING]
    assert hands == sorted(hands, reverse=True)
    await table.next_deal(ANN, "mine")
    await until(house, table, over(2))
    deals = (await past(house, table)).deals
    assert [isinstance(d.seats[seat], Computer) for d in deals] == [False, True]
    assert all(deal.is_fair for deal in deals)
    await house.registry.close()


async def test_closed_kitties_stay_closed_until_the_match_is_over():
    house, table = await opened(preset="club", computers=3, reveal_kitty="no")
    await until(house, table, over(1))
    archive = Archive()
    veiled = await archive.past(house.store, table.id, table.revision, table.facts.status)
    deal = veiled.deals[0]
    assert deal.veiled
    for tell in (lambda: deal.proof, lambda: deal.is_fair, lambda: veiled.record):
        with pytest.raises(Refused) as no:
            tell()
        assert no.value.why is Why.KITTY_HIDDEN
    moments = await archive.moments(table.id, deal)
    assert len(moments) > table.facts.rules.hand_size
    for moment in moments:
        assert set(moment.hands) == {()}
        assert moment.view.seat is None
        assert not moment.view.kitty
        assert not moment.view.hand
    assert table.snapshot().proof is None
    told = "".join(map(repr, (veiled, deal, moments[-1], table.snapshot())))
    assert table.deals[0].secret.hex() not in told
    assert repr(table.deals[0].secret) not in told

    await table.close(ANN)
    assert table.facts.status is Status.OVER
    opened_up = await archive.past(house.store, table.id, table.revision, table.facts.status)
    assert not opened_up.deals[0].veiled
    assert opened_up.deals[0].is_fair
    assert check_proofs(opened_up.record) == (True,)
    assert any(any(m.hands) for m in await archive.moments(table.id, opened_up.deals[0]))
    assert table.snapshot().proof == opened_up.deals[0].proof
    await house.registry.close()


def with_another_kitty(stored, at, there):
    """Return a table at which one card of the kitty had been drawn in place of another; None if that could not be."""
    entries = list(stored.entries)
    number = next(n for n, one in enumerate(entries) if isinstance(one.action, Deal))
    order = list(entries[number].action.order)
    order[at], order[there] = order[there], order[at]
    entries[number] = replace(entries[number], action=replace(entries[number].action, order=tuple(order)))
    try:
        return past_of(replace(stored, entries=tuple(entries)))
    except IllegalAction:
        return None


async def test_two_kitties_that_nobody_could_tell_apart_look_the_same():
    """What the declarer took up and put down again is his secret: nothing of a veiled deal depends on it."""
    house, table = await opened(preset="club", computers=3, reveal_kitty="no")
    await until(house, table, over(1))
    stored = await house.store.load(table.id)
    size, order = (
        table.facts.rules.hand_size * 4,
        next(e.action.order for e in stored.entries if isinstance(e.action, Deal)),
    )
    pairs = [(at, there) for there in range(size, len(order)) for at in range(size) if order[at] != order[there]]
    found = [(pair, past) for pair in pairs[::7] if (past := with_another_kitty(stored, *pair)) is not None][:4]
    assert found
    truth = past_of(stored).deals[0]
    open_truth = replace(truth, veiled=False)
    for _, past in found:
        other = past.deals[0]
        assert other.final == truth.final
        assert other.moments() == truth.moments()
        assert replace(other, veiled=False).moments() != open_truth.moments()
    await house.registry.close()


async def test_the_fingerprint_comes_before_and_the_proof_after():
    house, table = await opened(computers=3)
    promised = table.snapshot().fingerprint
    assert table.snapshot().proof is None
    await until(house, table, over(1))
    assert table.snapshot().proof == (await past(house, table)).deals[0].proof
    assert table.snapshot().proof.commitment == promised
    following = table.snapshot().fingerprint
    assert following != promised
    await table.next_deal(ANN, "mine")
    assert (table.snapshot().fingerprint, table.snapshot().proof) == (following, None)
    await table.close(ANN)
    assert (table.snapshot().fingerprint, table.snapshot().proof) == (None, None)  # broken off: nothing is told
    await house.registry.close()


async def test_a_lobby_has_no_past():
    house = House(QUICK)
    table = await house.lobby(computers=3)
    assert (await past(house, table)).deals == ()
