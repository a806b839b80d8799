"""A league's card, a message in its channel, always shows the present state, even if Discord loses or refuses it."""

import asyncio
from types import SimpleNamespace

import pytest
from bot_harness import connected
from event_flows import manage, new_event
from league_steps import create_league, edit_league, ids, import_won_deal, manage_league, open_league
from play_by_panel import until
from refuse_requests import posts_to, refuse
from screens import LoopbackPlayer

from bot.ui.league.handlers import with_league

HEADING = "## League Spring"


async def find_cards(player, channel="tractor"):
    screens = await LoopbackPlayer(player.person, channel).screens()
    return [screen for screen in screens if not screen.private and screen.text.startswith(HEADING)]


async def see_card(player, *words, channel="tractor"):
    """Wait until there is exactly one card and it has all these words; return it."""

    def is_there(cards):
        return len(cards) == 1 and all(word in cards[0].text for word in words)

    (card,) = await until(player, lambda: find_cards(player, channel), is_there)
    return card


@pytest.mark.long
async def test_card_follows_its_league(running, people):
    ann, bob = people[:2]
    await create_league(ann)
    card = await see_card(ann, "Season 1", "Nobody has played yet")
    assert [one.split(":")[1] for one in card.buttons] == ["join", "league", "table", "list", "card"]
    joined = await bob.click(card, ids(card, "lg:join:")[0])
    assert joined.private
    assert "Bob" in joined.text
    await import_won_deal(ann)
    await see_card(bob, "Who leads", "Ann")
    await new_event(ann, name="Cup", format="swiss", league="Spring", preset="forty-points")
    assert "[Cup](" in (await see_card(bob, "Next event")).text
    await manage(ann, "end", "cancel")
    await until(ann, lambda: find_cards(ann), lambda cards: "Cup" not in cards[0].text)
    asked = await manage_league(ann, "toclose")
    await ann.click(asked, ids(asked, "lg:close:")[0])
    after = await see_card(bob, "No season is open")
    assert after.id == card.id, "it is one message all the time"
    assert not ids(after, "lobby:league:")


async def test_card_opens_one_table_of_its_league(running, people):
    bob = people[1]
    await create_league(people[0])
    card = await see_card(bob, "Season 1")
    button = ids(card, "lobby:league:")[0]
    panels = await asyncio.gather(bob.click(card, button), bob.click(card, button))
    assert all(panel.private for panel in panels)
    (table,) = running.client._services.registry.list_live()
    assert (table.facts.league, table.facts.host) == (1, bob.id)


@pytest.mark.long
async def test_card_moves_with_its_channel_or_disappears(running, people):
    ann = people[0]
    await create_league(ann)
    await see_card(ann)
    await edit_league(ann, "Spring", news_channel="general")
    await see_card(ann, channel="general")
    await until(ann, lambda: find_cards(ann), lambda cards: not cards)
    await edit_league(ann, "Spring", news_channel=None)
    await until(ann, lambda: find_cards(ann, "general"), lambda cards: not cards)


@pytest.mark.long
async def test_card_is_posted_once_if_confirmation_is_lost(running, loopback, people):
    ann = people[0]
    await loopback.remote.arrange("fault", kind="lost_answer", method="POST", path="/channels/.*/messages")
    await create_league(ann)
    await see_card(ann)
    await running.client.league_cards.update()
    assert len(await find_cards(ann)) == 1


@pytest.mark.long
async def test_refused_card_is_explained_and_comes_later(running, loopback, people):
    ann = people[0]
    channel = next(one.id for one in loopback.world.channels.values() if one.name == "tractor")
    with refuse(loopback, posts_to(channel), 403, 50013) as refused:
        await create_league(ann)
        await until(ann, lambda: open_league(ann), lambda panel: "can't post the messages of Spring" in panel.text)
    assert refused
    running.client.league_cards.kept.pauses.clear()
    await running.client.league_cards.update()
    await see_card(ann)
    assert "can't post" not in (await open_league(ann)).text


@pytest.mark.long
async def test_card_survives_restart_without_an_edit(tmp_path, loopback, people):
    ann = people[0]
    async with connected(tmp_path, loopback) as running:
        await create_league(ann)
        card = await see_card(ann, "Season 1")
        await running.client.league_cards.update()
    before = len(await loopback.remote.requests())
    async with connected(tmp_path, loopback) as running:
        await running.client.league_cards.update()
        after = (await loopback.remote.requests())[before:]
        assert not [one for one in after if str(card.id) in one["path"]]
        await edit_league(ann, "Spring", name="Spring Cup")
        assert (await see_card(ann, "Spring Cup")).id == card.id


@pytest.mark.long
async def test_deleted_card_is_replaced(running, loopback, people):
    ann = people[0]
    await create_league(ann)
    card = await see_card(ann, "Season 1")
    await loopback.remote.arrange("delete_message", message=str(card.id))
    await edit_league(ann, "Spring", name="Spring Cup")
    assert (await see_card(ann, "Spring Cup")).id != card.id


@pytest.mark.long
async def test_card_is_updated_after_a_press_is_handled(running, people):
    """A press first changes the league, then marks its card for an update. Otherwise the card could show old data."""
    await create_league(people[0])
    posts = running.client._services.league.posts
    seen = []

    async def handle(press, league):
        seen.append(set(posts.stale_cards))
        return league

    await running.client.league_cards.task.close()
    posts.stale_cards.clear()
    press = SimpleNamespace(
        ctx=SimpleNamespace(services=running.client._services, guild=running.client.guilds[0].id),
        id=SimpleNamespace(league=1),
    )
    await with_league(handle)(press)
    assert seen == [set()]
    assert posts.stale_cards == {running.client.guilds[0].id}
