"""Public messages use the server's language. Without one, they use that of the user who opened the table or event."""

import asyncio
import random
import re
from dataclasses import replace
from pathlib import Path

import pytest
from bot_harness import MANNERS, connected
from event_flows import QUICK, find_button, find_event_text, manage, new_event, press
from league_steps import create_league, show_league
from play_by_panel import SHORT_DEAL, act, play_deal, sit_down, until
from public_posts import find_languages, recorded_posts
from random_commands import Commands
from screens import LoopbackPlayer
from test_panels_in_every_language import Walker
from test_puzzle_announcements import check_until_announced, list_announcements
from test_threads import in_thread
from test_user_and_server_settings import grant_manage_server, guild_of, services_of

from bot.loopback.errors import ClientError
from bot.ui.core.interactions.table_controls import ControlVerb
from tests.everyday import chosen, spread

ROOM = Path(__file__).parents[2] / "bot" / "ui"
CHINESE = ("zh-CN", "zh-TW")
OFFER = {"zh-CN": "还没有设定语言", "zh-TW": "還沒有設定語言", "en": "has not chosen a language"}
SET = "conf:language:{}"


def make_community(loopback, locale):
    """Make the server a Community, the only kind with a language of its own."""
    (guild,) = loopback.world.guilds.values()
    guild.community = locale


@pytest.fixture
def posts():
    with recorded_posts() as found:
        yield found


def speaker(loopback, name, locale):
    return LoopbackPlayer(loopback.person(name, locale=locale))


async def find_offers(player):
    return [one for one in await player.screens() if one.private and any(words in one.text for words in OFFER.values())]


def test_languages_are_told_apart():
    assert find_languages("Everyone gets a private hand.") == {"en"}
    assert find_languages("Show my hand") == {"en"}
    assert find_languages("看我的手牌，轮到你了") == {"zh-CN"}
    assert find_languages("輪到你了") == {"zh-TW"}
    assert find_languages("Ann, Bob") == find_languages("<@123456>: `/hand` 8") == set()


@pytest.mark.parametrize("tag", spread(1, CHINESE))
async def test_table_keeps_its_hosts_language_over_a_restart(tmp_path, loopback, blank_pictures, posts, tag):
    ann, bob = speaker(loopback, "ann", tag), speaker(loopback, "bob", "en-US")
    ui = replace(MANNERS, use_threads=True)
    async with connected(tmp_path, loopback, ui_config=ui):
        await sit_down(ann, (bob,), friendly=True, **SHORT_DEAL | {"computers": 2})
        ann, bob = [await in_thread(one, loopback) for one in (ann, bob)]
        hand = await until(bob, lambda: bob.slash("hand"), lambda panel: bool(panel.verbs - {ControlVerb.NEXT_DEAL}))
        assert "Hint" in hand.buttons.values(), "in their own language"
        await act(bob, hand, random.Random(1))
        assert posts.speak(tag)
    posts.clear()
    async with connected(tmp_path, loopback, ui_config=ui) as running:
        for one in (ann, bob):
            await one.slash("hand")
        await play_deal([ann, bob])
        await running.outbox.idle()
        assert posts.speak(tag)


@pytest.mark.long
async def test_table_keeps_its_language_when_its_host_leaves(running, loopback, posts):
    ann, bob = speaker(loopback, "ann", "zh-TW"), speaker(loopback, "bob", "en-US")
    await ann.slash("tractor new", computers=1)
    lobby = await until(ann, ann.board, lambda s: s.has(ControlVerb.JOIN))
    await bob.click(lobby, lobby.ids(ControlVerb.JOIN)[0])
    await ann.click(lobby, lobby.ids(ControlVerb.LEAVE)[0])
    await running.outbox.idle()
    (table,) = running.registry.list_live()
    assert table.facts.host == bob.id
    assert posts.speak("zh-TW")


async def test_own_setting_precedes_discords_language(running, loopback, posts):
    ann = speaker(loopback, "ann", "en-US")
    await ann.select(await ann.slash("settings"), "set:language", ["zh-CN"])
    await ann.slash("tractor new", computers=3)
    await running.outbox.idle()
    assert posts.speak("zh-CN")


@pytest.mark.parametrize(
    ("community", "host", "spoken"),
    chosen(
        [("zh-TW", "en-US", "zh-TW"), ("en-GB", "zh-CN", "en"), ("fr", "zh-TW", "zh-TW"), ("en-US", "fr", "en")],
        {("fr", "zh-TW", "zh-TW")},
    ),
)
async def test_community_language_is_used_if_the_bot_speaks_it(
    tmp_path, loopback, blank_pictures, posts, community, host, spoken
):
    make_community(loopback, community)
    ann = speaker(loopback, "ann", host)
    async with connected(tmp_path, loopback) as running:
        await ann.slash("tractor new", computers=3)
        await running.outbox.idle()
        assert posts.speak(spoken)
        await until(ann, lambda: find_offers(ann), lambda found: len(found) == (community == "fr"))


@pytest.mark.parametrize(
    ("host", "spoken", "offers"), spread(1, [("fr", "zh-TW", 0), ("en-US", "en", 1), ("zh-TW", "zh-TW", 0)])
)
async def test_operators_default_replaces_unknown_languages(
    tmp_path, loopback, blank_pictures, posts, monkeypatch, host, spoken, offers
):
    monkeypatch.setenv("DEFAULT_LANGUAGE", "zh-TW")
    ann = speaker(loopback, "ann", host)
    async with connected(tmp_path, loopback) as running:
        private = await ann.slash("tractor new", computers=3)
        assert spoken in find_languages(private.text)
        await running.outbox.idle()
        assert posts.speak(spoken)
        await until(ann, lambda: find_offers(ann), lambda found: len(found) == offers)


@pytest.mark.parametrize("tag", spread(1, CHINESE))
async def test_host_is_offered_their_language_once(tmp_path, loopback, blank_pictures, posts, tag):
    await grant_manage_server(loopback, "bob")
    bob, cat = speaker(loopback, "bob", tag), speaker(loopback, "cat", "en-US")
    async with connected(tmp_path, loopback):
        await bob.slash("tractor new", computers=3)
        (offer,) = await until(bob, lambda: find_offers(bob), bool)
        assert OFFER[tag] in offer.text
        assert list(offer.buttons) == [SET.format(tag)]
        with pytest.raises(ClientError):  # only Bob sees the offer
            await cat.click(offer, SET.format(tag))
    async with connected(tmp_path, loopback) as running:
        await bob.slash("tractor new", computers=3)
        assert len(await find_offers(bob)) == 1, "remembered over a restart"
        chosen = await bob.click(offer, SET.format(tag))
        assert chosen.id == offer.id
        assert (await services_of(running).guild_settings.load_settings(guild_of(running))).language == tag
        await running.outbox.idle()
        posts.clear()
        await cat.slash("tractor new", computers=3)
        await running.outbox.idle()
        assert posts.speak(tag)
        assert await find_offers(cat) == [], "the server has chosen"


@pytest.mark.long
async def test_offer_may_be_pressed_twice_but_needs_permission(running, loopback):
    bob, cat = speaker(loopback, "bob", "zh-TW"), speaker(loopback, "cat", "zh-CN")
    for one in (bob, cat):
        await grant_manage_server(loopback, one.name)
        await one.slash("tractor new", computers=3)
    (theirs,), (later,) = [await until(one, lambda one=one: find_offers(one), bool) for one in (bob, cat)]
    settings, server = services_of(running).guild_settings, guild_of(running)
    await grant_manage_server(loopback, "bob", may=False)
    refused = await bob.click(theirs, SET.format("zh-TW"))
    assert "伺服器管理員" in refused.text
    assert settings.get_settings(server).language is None
    await grant_manage_server(loopback, "bob")
    shown = await asyncio.gather(*(bob.click(theirs, SET.format("zh-TW")) for _ in range(2)))
    assert [one.id for one in shown] == [theirs.id] * 2
    assert settings.get_settings(server).language == "zh-TW"
    await cat.click(later, SET.format("zh-CN"))
    assert settings.get_settings(server).language == "zh-CN", "the last press counts"


async def test_host_without_permission_reads_who_can_set_it(running, loopback):
    bob = speaker(loopback, "bob", "zh-TW")
    await bob.slash("tractor new", computers=3)
    (offer,) = await until(bob, lambda: find_offers(bob), bool)
    assert "伺服器管理員可以用 /" in offer.text
    assert not offer.buttons
    await bob.slash("tractor new", computers=3)
    assert len(await find_offers(bob)) == 1


@pytest.mark.long
async def test_two_tables_speak_the_languages_of_their_hosts(running, loopback):
    bob, cat = speaker(loopback, "bob", "zh-TW"), speaker(loopback, "cat", "en-US")
    for one in (bob, cat):
        await one.slash("tractor new", computers=3)
        await running.outbox.idle()
    await running.outbox.idle()
    boards = [one for one in await cat.screens() if not one.private and one.has(ControlVerb.START)]
    assert [find_languages(" ".join((one.text, *one.buttons.values()))) for one in boards] == [{"zh-TW"}, {"en"}]
    assert await find_offers(cat) == [], "the server would speak English anyway"


@pytest.mark.long
async def test_deferred_answer_and_offer_are_two_messages(tmp_path, loopback, blank_pictures):
    bob = speaker(loopback, "bob", "zh-TW")
    ui = replace(MANNERS, defer_after=0.0)
    async with connected(tmp_path, loopback, ui_config=ui):
        await bob.person.slash("tractor", "tractor new", computers=2)
        await until(bob, bob.panel, bool)
        await until(bob, lambda: find_offers(bob), bool)


@pytest.mark.long
@pytest.mark.parametrize("tag", CHINESE)
async def test_events_speak_their_organizers_language(tmp_path, loopback, blank_pictures, posts, tag):
    ann = speaker(loopback, "ann", tag)
    others = [speaker(loopback, name, "en-US") for name in ("bob", "cat", "dan")]
    async with connected(tmp_path, loopback):
        await new_event(ann, name="Friday", format="individual", rounds=1, **QUICK)
        await until(ann, lambda: find_offers(ann), bool)
        await manage(ann, "open")
        for one in (ann, *others):
            entered = await press(one, "enter")
            await one.click(entered, find_button(entered, "check"))
    assert posts.speak(tag)
    posts.clear()
    async with connected(tmp_path, loopback) as running:
        await manage(ann, "start")
        for one in (ann, *others):
            await press(one, "here")
        (table,) = await until(ann, lambda: list_live(running), bool)
        assert table.facts.language == tag
        await until(ann, ann.board, lambda board: board.has(ControlVerb.SHOW_HAND))
        assert posts.speak(tag)
        called = [text for users, texts in posts.pings for text in texts if len(users) > 1]
        assert {tag} == set.union(*map(find_languages, called)), "players are called to their tables"
        posts.clear()
        await ann.select(await ann.slash("config"), "conf:language", ["en"])
        await until(others[0], lambda: find_event_text(ann), lambda text: find_languages(text.text) == {"en"})


async def list_live(running):
    return list(running.registry.list_live())


@pytest.mark.long
async def test_leagues_speak_their_creators_language(tmp_path, loopback, blank_pictures, posts):
    ann = speaker(loopback, "ann", "zh-TW")
    async with connected(tmp_path, loopback):
        await create_league(ann)
        await until(ann, lambda: find_offers(ann), bool)
    ann = speaker(loopback, "ann", "en-US")
    async with connected(tmp_path, loopback):
        shown = await show_league(ann, "standings")
        await ann.click(shown, next(i for i in shown.buttons if i.startswith("lg:show")))
        assert posts.speak("zh-TW")


@pytest.mark.long
async def test_puzzles_are_announced_in_the_managers_language(
    tmp_path, loopback, blank_pictures, wall, searches, posts
):
    ann = speaker(loopback, "ann", "zh-CN")
    async with connected(tmp_path, loopback):
        await ann.click(await ann.slash("config"), "conf:puzzle:1")
    async with connected(tmp_path, loopback) as running:
        await check_until_announced(running.client.puzzle_clock.action, ann, 1)
        assert await list_announcements(ann)
        assert posts.speak("zh-CN")


@pytest.mark.long
@pytest.mark.parametrize(("chosen", "spoken"), [(None, "zh-TW"), ("zh-CN", "zh-CN")])
async def test_no_public_message_speaks_another_language(tmp_path, loopback, posts, chosen, spoken):
    """Nearly all commands are typed, and each kind of control in their answers is pressed once."""
    ann = speaker(loopback, "ann", "zh-TW")
    async with connected(tmp_path, loopback) as running:
        if chosen is not None:
            await ann.select(await ann.slash("config"), "conf:language", [chosen])
        posts.clear()
        commands, walker = Commands(running.client, ()), Walker(ann, "zh-TW")
        await sit_down(ann, computers=3, preset="forty-points")
        await until(ann, ann.panel, lambda panel: bool(panel.verbs - {ControlVerb.NEXT_DEAL}))
        for name in sorted(set(commands.known) - {"config", "settings"}):
            await walker.type(commands, name)
        await running.outbox.idle()
        assert posts.speak(spoken)
        assert len(set(posts.texts)) > 20


def test_one_function_chooses_public_languages():
    """One module chooses the language of public messages. The other modules here choose one for a single reader."""
    chosen = {
        str(path.relative_to(ROOM))
        for path in ROOM.rglob("*.py")
        if re.search(r"\.texts_for\(|catalogue\.default\b", path.read_text(encoding="utf-8"))
    }
    assert chosen == {
        "core/interactions/command_builder.py",
        "core/interactions/context.py",
        "discord_io/choose_language.py",
        "dispatch/route_presses.py",
        "settings/handlers.py",
        "settings/view.py",
    }
