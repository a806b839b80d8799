"""Commands find the right table for a user who sits at several or at none, and `/versus` compares two players.

A command is about the table that waits for the user, or else about their newest one. `/leave` asks which table.
"""

import pytest
from fixed_deals import deal_hands, fill_hands
from play_by_panel import SHORT_DEAL, sit_down, until

from bot.play.values.table_info import TableStatus
from bot.ui.core.interactions.table_controls import ControlVerb
from engine.model.presets import preset
from engine.model.view import Ask
from tests.table_control_ids import parse_table_control_id


def table_shown(screen):
    """Return the number of the table whose panel this is."""
    return next(known.table for i in screen.buttons if (known := parse_table_control_id(i)))


async def open_two_tables(ann, bob, running):
    """Start a match that waits for Ann and Bob to declare. Open a lobby beside it, and return both tables."""
    with deal_hands(*fill_hands(preset("standard"), "S2 S2 C2 C2", "", "", "H2 H2 D2 D2")):
        await sit_down(ann, [bob], computers=2)
    await ann.slash("tractor new", computers=2)
    match, lobby = sorted(running.registry.list_live(), key=lambda table: table.id)
    return match, lobby


async def until_waiting(person, match):
    """Wait until all cards have come and a match waits for this person."""

    async def look():
        return match.view(match.seat_of(person.id))

    await until(person, look, lambda view: view.ask is not Ask.NOTHING and not view.to_draw)


@pytest.mark.long
async def test_hand_prefers_table_that_waits(running, people):
    ann, bob = people[:2]
    match, lobby = await open_two_tables(ann, bob, running)
    await until_waiting(ann, match)
    assert table_shown(await ann.slash("hand")) == match.id
    await match.attendance.step_away(ann.id)
    assert table_shown(await ann.slash("hand")) == lobby.id


@pytest.mark.long
async def test_user_without_table_learns_how_to_get_one(running, people):
    ann, bob = people[:2]
    for command in ("hand", "leave", "play", "away"):
        refused = await ann.slash(command, **({"cards": "AS"} if command == "play" else {}))
        assert refused.private
        assert "You're not at a table. Open one with `/tractor new`" in refused.text
        assert "`/tractor list`" in refused.text
    await sit_down(ann, **SHORT_DEAL)
    assert "You're not at a table." in (await bob.slash("hand")).text


@pytest.mark.long
async def test_commands_mean_the_same_table(running, people):
    """Without a number, each command is about the table that waits for the user, or else about their newest."""
    ann, bob = people[:2]
    match, lobby = await open_two_tables(ann, bob, running)
    await until_waiting(ann, match)
    await check_answers(ann, match)
    await match.attendance.step_away(ann.id)
    await check_answers(ann, lobby)
    await check_answers(bob, match)


async def check_answers(person, table):
    """Check that a person's commands are about this table."""
    assert f"table {table.id}: Standard" in (await person.slash("rules")).text
    assert f"able {table.id} has no finished deal" in (await person.slash("verify")).text
    assert table_shown(await person.slash("hand")) == table.id


@pytest.mark.long
async def test_leave_asks_which_table(running, people):
    ann, bob = people[:2]
    match, lobby = await open_two_tables(ann, bob, running)
    asked = await ann.slash("leave")
    for line, table, state in zip(asked.text.splitlines()[1:], (match, lobby), ("deal 1", "not started"), strict=True):
        assert line.startswith(f"**[Table {table.id}](https://discord.com/channels/")
        assert line.endswith(f" · Standard · {state}")
    assert list(asked.buttons) == [f"leave:{match.id}", f"leave:{lobby.id}"]
    sure = await ann.click(asked, f"leave:{match.id}")
    assert "A computer takes your seat" in sure.text
    assert match.seat_of(ann.id) is not None
    asked = await ann.slash("leave")
    left = await ann.click(asked, f"leave:{lobby.id}")
    assert "left the table" in left.text
    assert lobby.facts.status is TableStatus.CLOSED
    sure = await ann.slash("leave")
    assert sure.has(ControlVerb.LEAVE_MATCH)


@pytest.mark.long
async def test_leaving_same_table_twice_is_refused(running, people):
    ann, bob = people[:2]
    _, lobby = await open_two_tables(ann, bob, running)
    first, second = await ann.slash("leave"), await ann.slash("leave")
    await ann.click(first, f"leave:{lobby.id}")
    refused = await ann.click(second, f"leave:{lobby.id}")
    assert refused.private
    assert "seat" in refused.text


@pytest.mark.long
async def test_versus_keeps_order_of_names(running, people):
    ann = people[0]
    both = await ann.slash("versus", person="bob", other="cat")
    assert both.text.index("Bob") < both.text.index("Cat")
    own = await ann.slash("versus", person="bob")
    assert own.text.index("Ann") < own.text.index("Bob")
