"""A table's speed scales the pauses of computer players and of drawing, but never the time that people have."""

import pytest
from table_harness import ANN, BOB, TableHarness
from test_voting import refused, reopened

from bot.play.clock.timing import Timing, at_speed
from bot.play.refusals import TableRefusal
from bot.play.values.stored_table import DeadlineKind
from bot.play.values.table_info import Speed


@pytest.mark.parametrize(("speed", "factor"), [(None, 1.0), (Speed.NORMAL, 1.0), (Speed.FAST, 0.3), (Speed.CALM, 1.6)])
def test_speed_scales_pauses_but_not_peoples_time(speed, factor):
    usual, timed = Timing(), at_speed(Timing(), speed)
    for field in ("computer_pause", "computer_declare_pause", "batch_interval", "pass_earliest", "pass_latest"):
        assert getattr(timed, field) == getattr(usual, field) * factor
    for field in ("turn", "bury", "declare_window", "answer_window", "next_deal", "open_hands"):
        assert getattr(timed, field) == getattr(usual, field)


async def test_only_host_sets_speed_and_it_is_kept():
    harness = TableHarness()
    table = await harness.start_match(computers=2)
    assert await refused(table.gameplay.set_speed(BOB, Speed.FAST)) is TableRefusal.NOT_HOST
    await table.gameplay.set_speed(ANN, Speed.FAST)
    table = await reopened(harness, table)
    assert table.facts.speed is Speed.FAST
    before = table.spectator_view().to_draw
    draw = next(d for d in table.deadlines if d.kind is DeadlineKind.DRAW)
    await harness.clock.advance(draw.at - harness.clock.now())
    assert table.spectator_view().to_draw < before
    later = next(d for d in table.deadlines if d.kind is DeadlineKind.DRAW)
    assert later.at - harness.clock.now() == pytest.approx(0.3 * harness.timing.batch_interval)
    await harness.registry.close()
