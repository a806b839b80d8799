"""A player who leaves a deal is refused a second hand of it, even after a restart."""

import pytest
from bot_harness import connected
from play_by_panel import sit_down, until

from bot.ids import TableId
from bot.play.values.table_info import Person
from bot.ui.core.interactions.table_controls import ControlVerb


async def leave_match(player):
    asked = await player.slash("leave")
    (go,) = [i for i, label in asked.buttons.items() if i.endswith(":go:")]
    return await player.click(asked, go)


async def ask_for_seat(player, number):
    shown = await player.slash("watch")
    (list_,) = shown.ids(ControlVerb.REQUEST_SEAT)
    (value,) = [o["value"] for o in shown.selects[list_]["options"] if o["value"] == str(number - 1)]
    return await player.select(shown, list_, [value])


@pytest.mark.long
async def test_second_hand_of_deal_is_refused(tmp_path, loopback, people):
    ann, bob = people[:2]
    async with connected(tmp_path, loopback) as running:
        await sit_down(ann, [bob], computers=2)
        table = await running.registry.get_table(TableId(1))
        seat = table.seat_of(bob.id) + 1
        await until(bob, bob.panel, lambda s: s.is_panel)
        await leave_match(bob)
        assert Person(bob.id) not in table.occupants
        answer = await ask_for_seat(bob, 2)
        assert f"held seat {seat} in this deal" in answer.text
        given = await ann.slash("seat", user="bob", seat=2)
        assert f"held seat {seat} in this deal" in given.text
    async with connected(tmp_path, loopback) as running:
        assert f"held seat {seat} in this deal" in (await ask_for_seat(bob, 3)).text
        asked = await bob.slash("privacy delete")
        kept = await bob.click(asked, next(i for i in asked.buttons if i.startswith("priv:forget")))
        assert "seen cards" in kept.text
        answer = await ask_for_seat(bob, seat)
        assert answer.has(ControlVerb.WITHDRAW_REQUEST)
