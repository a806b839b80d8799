"""The next deal begins when everyone present has asked for it, or by itself."""

import random
from dataclasses import replace

import pytest
from bot_harness import PATIENCE, QUICK, connected
from play_by_panel import act, patiently, play_deal, sit_down, until

from bot.ui.core.interactions.table_controls import ControlVerb

CHOICES = (({}, None), ({"turn": 20}, None), ({"turn": 0}, 0))


async def test_time_between_deals_is_set_at_creation(running, people):
    for number, (options, seconds) in enumerate(CHOICES, 1):
        await people[number % len(people)].slash("tractor new", **options)
        assert (await running.registry.get_table(number)).facts.next_deal_seconds == seconds


@pytest.mark.long
async def test_next_deal_waits_for_everyone(running, people):
    ann, bob = people[:2]
    await sit_down(ann, [bob], preset="forty-points", computers=2, turn=0)
    await play_deal([ann, bob])
    table = await running.registry.get_table(1)
    deal = table.spectator_view().deal_number
    panel = await until(ann, ann.panel, lambda s: s.has(ControlVerb.NEXT_DEAL))
    await ann.click(panel, panel.ids(ControlVerb.NEXT_DEAL)[0])
    board = await until(ann, ann.board, lambda s: s.has(ControlVerb.NEXT_DEAL) and "Waiting for" in s.text)
    assert table.snapshot().not_ready == {table.seat_of(bob_id(table))}
    assert table.spectator_view().deal_number == deal
    await ann.click(board, board.ids(ControlVerb.NEXT_DEAL)[0])  # pressing again changes nothing
    assert table.spectator_view().deal_number == deal
    panel = await until(bob, bob.panel, lambda s: s.has(ControlVerb.NEXT_DEAL))
    await bob.click(panel, panel.ids(ControlVerb.NEXT_DEAL)[0])
    assert table.spectator_view().deal_number == deal + 1
    await until(ann, ann.panel, lambda s: bool(s.alts) and not s.has(ControlVerb.NEXT_DEAL))


def bob_id(table):
    """Return the user id of the person who is not the host."""
    return next(o.user for o in table.occupants if getattr(o, "user", table.facts.host) != table.facts.host)


@pytest.mark.long
async def test_next_deal_starts_by_itself(tmp_path, loopback, people):
    """Two people play. For one person alone with computers, the next deal would wait until they ask for it."""
    ann, bob = people[:2]
    async with connected(tmp_path, loopback, timing=replace(QUICK, next_deal=0.5)) as bot:
        await sit_down(ann, [bob], preset="forty-points", computers=2)
        table = await bot.registry.get_table(1)
        await play_until((ann, bob), lambda: table.spectator_view().deal_number > 1)


async def play_until(players, reached):
    """Let the players act on their panels until `reached()` is true, but never ask for the next deal."""
    rng = random.Random(7)
    for _ in patiently(4 * PATIENCE):
        if reached():
            return
        for player in players:
            panel = await player.panel()
            if panel is None or not panel.verbs - {ControlVerb.NEXT_DEAL} or not await act(player, panel, rng):
                await player.pause()
    raise AssertionError("it does not go on")
