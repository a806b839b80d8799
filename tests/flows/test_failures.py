"""What goes wrong between the bot and Discord, and how the game goes on: each case by itself."""

import random

import pytest
from hosting import LOGGED, connected
from playing import act, sit_down, until

from bot.play.occupants import TableId
from bot.play.ports import Status
from bot.ui.ids import Verb
from bot.ui.limits import CHARACTERS


async def goes_on(player):
    """Do what is asked next."""
    while True:
        panel = await until(player, player.panel, lambda s: bool(s.verbs - {Verb.NEXT}))
        if await act(player, panel, random.Random(1)):
            return


async def begin(player, **options):
    await sit_down(player, computers=3, **options)
    return await until(player, player.board, lambda s: s.has(Verb.HAND))


def boards(screens):
    return [s for s in screens if not s.private and s.has(Verb.HAND)]


async def shown_after(bot, player):
    """Go on, and return the board that there is once all is sent: one that was replaced is deleted by then."""
    await goes_on(player)
    await bot.outbox.idle()

    async def look():
        return boards(await player.screens())

    (board,) = await until(player, look, lambda found: len(found) == 1)
    return board


async def test_a_board_whose_picture_cannot_be_changed_takes_the_older_form(running, loopback, people):
    ann = people[0]
    first = await begin(ann)
    fault = {"method": "PATCH", "path": f"/messages/{first.id}", "times": 1, "status": 400, "code": 50035}
    await loopback.remote.arrange("fault", kind="status", **fault)
    while (await shown_after(running, ann)).id == first.id:
        pass
    board = await shown_after(running, ann)
    assert len(board.text) <= CHARACTERS
    assert running.outbox.habits.plain
    raw = loopback.world.messages[board.id]
    assert not raw.flags & (1 << 15), "it has the older form"
    again = await shown_after(running, ann)
    assert again.id == board.id, "from then on it is changed in place"


@pytest.mark.long
async def test_a_board_too_old_to_be_changed_is_replaced(running, loopback, people):
    ann = people[0]
    first = await begin(ann)
    fault = {"method": "PATCH", "path": f"/messages/{first.id}", "times": 1, "status": 400, "code": 30046}
    await loopback.remote.arrange("fault", kind="status", **fault)
    while (await shown_after(running, ann)).id == first.id:
        pass
    assert not running.outbox.habits.plain


async def test_where_the_bot_is_sent_away_nothing_is_sent(running, loopback, people):
    ann = people[0]
    await begin(ann)
    table = await running.registry.table(TableId(1))
    guild = next(iter(loopback.world.guilds))
    await loopback.remote.arrange("kick_bot", guild=str(guild))
    await until(ann, lambda: _now(running.client.guilds), lambda found: not found)
    running.outbox.board(table).look_again()
    await running.outbox.idle()
    assert table.facts.status is Status.PLAYING, "the game is kept"
    assert not any(c.recipients for c in loopback.world.channels.values()), "nobody is written to"


async def _now(value):
    return value


async def _connected():
    return sum("'event': 'connected'" in line for line in LOGGED)


@pytest.mark.long
@pytest.mark.parametrize(("break_off", "greetings"), [("drop", 1), ("reconnect", 1), ("invalidate", 2)])
async def test_the_gateway_is_lost_and_found(running, loopback, people, break_off, greetings):
    ann = people[0]
    await begin(ann)
    await loopback.remote.arrange(break_off)
    await loopback.remote.bot_online(60.0)
    await until(ann, _connected, lambda times: times >= greetings)
    await goes_on(ann)
    await until(ann, ann.board, lambda s: s.has(Verb.HAND))


async def test_a_panel_that_the_persons_client_has_lost_is_one_press_away(running, people):
    ann = people[0]
    await begin(ann)
    panel = await until(ann, ann.panel, lambda s: bool(s.verbs - {Verb.NEXT}))
    await until(ann, ann.screens, lambda seen: sum(s.private for s in seen) == 1)  # that of the lobby is deleted
    await ann.person.dismiss(str(panel.id))
    assert await ann.panel() is None
    board = await until(ann, ann.board, lambda s: s.has(Verb.HAND))
    fresh = await ann.click(board, board.ids(Verb.HAND)[0])
    assert fresh.private
    await goes_on(ann)
    assert not [line for line in LOGGED if "could not be brought up to date" in line]


@pytest.mark.long
async def test_buttons_of_an_old_board_still_work_after_a_restart(tmp_path, loopback, people):
    ann, bob = people[:2]
    async with connected(tmp_path, loopback):
        board = await begin(ann)
    async with connected(tmp_path, loopback):
        for verb in (Verb.HAND, Verb.RULES, Verb.HELP, Verb.WATCH):
            assert (await ann.click(board, board.ids(verb)[0])).private
        assert (await bob.click(board, board.ids(Verb.WATCH)[0])).has(Verb.SIT_IN)
        assert "no seat" in (await bob.click(board, board.ids(Verb.HAND)[0])).text


async def test_a_restart_is_told_until_somebody_acts(tmp_path, loopback, people, monkeypatch):
    """Four people: nobody acts by himself, and after the start everything is due in a minute at the earliest."""
    monkeypatch.setattr("bot.play.registry.GRACE", 60.0)
    ann = people[0]
    async with connected(tmp_path, loopback):
        await sit_down(ann, people[1:])
        board = await until(ann, ann.board, lambda s: "May still declare" in s.text)
        assert "restarted" not in board.text
    async with connected(tmp_path, loopback):
        await until(ann, ann.board, lambda s: "The bot was restarted. Nothing is lost" in s.text)
        await goes_on(ann)
        await until(ann, ann.board, lambda s: "restarted" not in s.text)
