"""`/tractor looking` posts a message whose button seats people at a waiting table until the table is full or closed."""

import asyncio

import pytest
from bot_harness import connected
from play_by_panel import until

from bot.ui.core.interactions.table_controls import ControlVerb


def posts(screens):
    return [s for s in screens if not s.private and ("looks for players" in s.text or "no longer looks" in s.text)]


async def post_of(player):
    (one,) = posts(await player.screens())
    return one


async def test_button_seats_presser_and_post_closes(tmp_path, loopback, people, blank_pictures):
    ann, bob, cat, dan = people
    async with connected(tmp_path, loopback):
        assert "Open one" in (await ann.slash("tractor looking")).text
        await ann.slash("tractor new", preset="forty-points")
        await asyncio.gather(*(ann.slash("tractor looking") for _ in range(3)))
        post = await post_of(bob)
        assert "3 free" in post.text or "3 seats" in post.text
        panel = await bob.click(post, "wanted:1")
        assert panel.private
        assert not posts([panel])
    async with connected(tmp_path, loopback):
        again = await bob.click(post, "wanted:1")
        assert again.private
        assert "already" in again.text
        for player in (cat, dan):
            await player.click(post, "wanted:1")
        closed = await until(ann, lambda: post_of(ann), lambda s: "no longer looks" in s.text)
        assert not closed.buttons
        assert "no free seat" in (await bob.slash("tractor looking")).text


@pytest.mark.long
async def test_post_closes_when_its_table_closes(running, people):
    ann, bob = people[:2]
    await ann.slash("tractor new", preset="forty-points")
    lobby = await until(ann, ann.board, lambda s: s.has(ControlVerb.LEAVE))
    await ann.slash("tractor looking")
    post = await post_of(bob)
    await ann.click(lobby, lobby.ids(ControlVerb.LEAVE)[0])
    refused = await bob.click(post, "wanted:1")
    assert refused.private
    await running.client.season_clock.action()
    assert "no longer looks" in (await post_of(bob)).text
    assert await running.database.store.tables.list_players_wanted() == []
