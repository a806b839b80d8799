"""The result of each deal stays in public, even if the next one is asked for at once."""

import random
from contextlib import suppress
from dataclasses import replace

import pytest
from bot_harness import MANNERS, connected
from play_by_panel import sit_down, until

from bot.play.refusals import StaleTask
from engine.model.view import Ask, PhaseName
from engine.players.levels import choose

DEALS = 3
SLOW = replace(MANNERS, edit_pause=0.3)
"""Settings with such a long pause between edits that a press comes before the last trick is shown."""


@pytest.fixture
async def slow(tmp_path, loopback, blank_pictures):
    async with connected(tmp_path, loopback, ui_config=SLOW) as running:
        yield running


async def play_deal_at_once(player, table, seat):
    """Play a deal without a panel, faster than messages are edited."""
    rng = random.Random(3)
    while table.spectator_view().phase is not PhaseName.FINISHED:
        view = table.snapshot().question_view(seat)
        action = choose("skilled", view, rng) if view.ask is not Ask.NOTHING else None
        if action is not None:
            with suppress(StaleTask):  # the game has moved on since the question was read
                await table.gameplay.submit(seat, action, table.task(seat))
        else:
            await player.pause()


@pytest.mark.long
async def test_result_is_shown_after_an_immediate_next_deal(slow, people):
    ann = people[0]
    await sit_down(ann, preset="forty-points", computers=3)
    table = await slow.registry.get_table(1)
    services = slow.client._services
    texts, results, seat = services.catalogue.texts_for("en-US"), [], table.seat_of(ann.id)
    for _ in range(DEALS):
        await play_deal_at_once(ann, table, seat)
        view = table.spectator_view()
        names = [name or "" for name in await services.people.find_names(table.occupants, texts)]
        results.append((f"deal {view.deal_number}\n", texts.format_table_alt_text(view, names)))
        await table.gameplay.next_deal(ann.id, "")
    await until(ann, ann.board, lambda s: f"deal {table.spectator_view().deal_number}" in s.text)
    await slow.outbox.idle()
    retired = [s for s in await ann.screens() if not s.private and not s.buttons]
    assert len(retired) >= DEALS
    for heading, described in results:
        (shown,) = [s for s in retired if heading in s.text]
        assert [alt[:60] for alt in shown.alts] == [described[:60]]
        assert shown.text.endswith("The game continues below.")
        assert "channels/" not in shown.text
