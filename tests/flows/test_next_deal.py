"""From one deal to the next: when all who are there have asked for it, or by itself."""

import random
from dataclasses import replace

import pytest
from hosting import QUICK, connected
from playing import act, play_deal, sit_down, until

from bot.ui.ids import Verb

CHOICES = (({}, None), ({"next": 20}, 20), ({"next": 0}, 0), ({"turn": 0}, 0), ({"turn": 0, "next": 30}, 30))


async def test_the_time_between_deals_is_chosen_with_the_table(running, people):
    for number, (options, seconds) in enumerate(CHOICES, 1):
        await people[0].slash("tractor new", **options)
        assert (await running.registry.table(number)).facts.next_seconds == seconds


@pytest.mark.long
async def test_the_next_deal_waits_for_everybody(running, people):
    ann, bob = people[:2]
    await sit_down(ann, [bob], preset="forty-points", computers=2, next=0)
    await play_deal([ann, bob])
    table = await running.registry.table(1)
    deal = table.watch().deal_number
    panel = await until(ann, ann.panel, lambda s: s.has(Verb.NEXT))
    await ann.click(panel, panel.ids(Verb.NEXT)[0])
    board = await until(ann, ann.board, lambda s: s.has(Verb.NEXT) and "waited for" in s.text)
    assert table.snapshot().waited_for == {table.seat_of(bob_id(table))}
    assert table.watch().deal_number == deal
    await ann.click(board, board.ids(Verb.NEXT)[0])  # once more changes nothing
    assert table.watch().deal_number == deal
    panel = await until(bob, bob.panel, lambda s: s.has(Verb.NEXT))
    await bob.click(panel, panel.ids(Verb.NEXT)[0])
    assert table.watch().deal_number == deal + 1
    await until(ann, ann.panel, lambda s: s.verbs - {Verb.NEXT})


def bob_id(table):
    """Return the person whom a deal waits for: he is not the host here."""
    return next(o.user for o in table.occupants if getattr(o, "user", table.facts.host) != table.facts.host)


@pytest.mark.long
async def test_the_next_deal_begins_by_itself(tmp_path, loopback, people):
    ann = people[0]
    async with connected(tmp_path, loopback, timing=replace(QUICK, next_deal=0.5)) as bot:
        await sit_down(ann, preset="forty-points", computers=3)
        table = await bot.registry.table(1)
        await play_until(ann, lambda: table.watch().deal_number > 1)


async def play_until(player, reached, steps=4000):
    """Play by what the panel offers, but never ask for the next deal."""
    rng = random.Random(7)
    for _ in range(steps):
        if reached():
            return
        panel = await player.panel()
        if panel is None or not panel.verbs - {Verb.NEXT} or not await act(player, panel, rng):
            await player.pause()
    raise AssertionError("it does not go on")
