"""Discord loses or refuses the public messages of events, of leagues, and of tables that look for players."""

import pytest
from event_flows import enter_all, find_event_text, manage, new_event, press
from league_steps import SHORT_DEALS, create_league, edit_league, open_league, play_league_deal
from play_by_panel import end_table, until
from refuse_requests import V2, edits_in, posts_to, refuse
from screens import LoopbackPlayer

from bot.ui.discord_io.kept_messages import FAULT_PAUSE, RETRY_PAUSES, RetryPause
from bot.ui.discord_io.send_failures import SendFault
from tests.everyday import chosen, spread

ALIKE = {"format": "individual", "rounds": 1, "preset": "forty-points", "deals": 1}
CAUSES = {
    "permission": (403, 50013, "en-US", "I can't post the messages of Friday in"),
    "deleted channel": (404, 10003, "zh-CN", "发布消息的频道没有了"),
    "form": (400, 50035, "zh-TW", "沒有接受 Friday"),
    "AutoMod": (400, 200000, "en-US", "AutoMod blocks the message of Friday"),
    "slow mode": (400, 20016, "zh-CN", "开了慢速模式，Friday"),
}


def channel(loopback, name="tractor"):
    return next(c.id for c in loopback.world.channels.values() if c.name == name)


async def list_direct(loopback, player):
    home = next((c for c in loopback.world.channels.values() if player.id in c.recipients), None)
    return [] if home is None else [seen.text for seen in await player.person.messages(str(home.id))]


async def lose_answer(loopback):
    await loopback.remote.arrange("fault", kind="lost_answer", method="POST", path="/channels/.*/messages")


@pytest.mark.long
async def test_event_is_posted_once_if_confirmation_is_lost(running, loopback, people):
    """The event changes before the bot tries again. The message that Discord received first then shows the change."""
    ann = people[0]
    await lose_answer(loopback)
    await new_event(ann, name="Friday", **ALIKE)
    await until(ann, lambda: find_event_text(ann), bool)
    await manage(ann, "open")
    await running.client.event_clock.check_events()
    await press(people[1], "enter")
    shown = await until(ann, lambda: find_event_text(ann), lambda s: "Bob" in s.text)
    assert [s.id for s in await ann.screens() if s.text.startswith("## Friday")] == [shown.id]


@pytest.mark.long
async def test_search_for_players_is_posted_once_if_confirmation_is_lost(running, loopback, people):
    """Somebody takes a seat before the bot tries again. The post that Discord received at first then shows them."""
    ann, bob = people[:2]
    await ann.slash("tractor new", preset="forty-points")
    await running.outbox.idle()
    for joins in (True, False):
        await lose_answer(loopback)
        assert "try again" in (await ann.slash("tractor looking")).text
        (posted,) = await list_wanted(ann)
        if joins:
            await bob.click(posted, "wanted:1")
    await ann.slash("tractor looking")
    (shown,) = await list_wanted(ann)
    assert "2 seats free" in shown.text


async def list_wanted(player):
    return [s for s in await player.screens() if not s.private and "looks for players" in s.text]


@pytest.mark.parametrize("refuses", spread(1, ["posts", "edits"]))
async def test_event_has_classic_form_if_discord_refuses_components(running, loopback, people, refuses):
    """The event's message is posted or replaced in the form that Discord accepts; later edits keep that form."""
    ann, bob = people[:2]

    place = {"posts": posts_to, "edits": edits_in}[refuses](channel(loopback))
    with refuse(loopback, lambda r: place(r) and bool(r.body.get("flags", 0) & V2)) as refused:
        await new_event(ann, name="Friday", **ALIKE)
        await manage(ann, "open")
        await press(bob, "enter")
        await until(bob, lambda: find_classic(loopback), lambda texts: len(texts) == 1 and "Bob" in texts[0])
        assert len(refused) == 2
    assert await find_event_text(ann) is None, "no message with components is left"


async def test_other_posts_have_classic_form_too(running, loopback, people):
    ann = people[0]
    await ann.slash("tractor new")
    await running.outbox.idle()
    posts = posts_to(channel(loopback))
    with refuse(loopback, lambda r: posts(r) and bool(r.body["flags"] & V2)) as refused:
        assert "Posted" in (await ann.slash("tractor looking")).text
    (shown,) = await find_classic(loopback)
    assert "looks for players" in shown
    assert len(refused) == 2


async def find_classic(loopback):
    """Return the texts of the public messages without components."""
    world, here = loopback.world, channel(loopback)
    found = [m for m in world.messages.values() if m.channel == here and m.author == world.bot.id and not m.ephemeral]
    return [m.content for m in found if not m.flags & V2]


@pytest.mark.parametrize("cause", chosen(CAUSES, {"AutoMod"}))
async def test_organizer_hears_why_event_is_not_shown(running, loopback, cause):
    """They read why in their language: once as a direct message, and in every answer until the event is shown."""
    status, code, locale, words = CAUSES[cause]
    ann = LoopbackPlayer(loopback.person("ann", locale))
    with refuse(loopback, posts_to(channel(loopback)), status, code) as refused:
        await new_event(ann, name="Friday", **ALIKE)
        (told,) = await until(ann, lambda: list_direct(loopback, ann), bool)
        assert words in told
        assert words in (await manage(ann, "open")).text
        await running.client.event_clock.check_events()
        assert 1 <= len(refused) <= 3
    running.client.event_clock._messages.kept.pauses.clear()
    await running.client.event_clock.check_events()
    assert await find_event_text(ann)
    assert words not in (await manage(ann, "close")).text
    assert len(await list_direct(loopback, ann)) == 1


@pytest.mark.long
async def test_refused_message_does_not_hold_back_pings(running, loopback, people):
    ann = people[0]
    await enter_all(people, format="individual", rounds=1)

    def edits(request):
        return request.method == "PATCH" and request.path.startswith(f"/channels/{channel(loopback)}/messages")

    with refuse(loopback, edits, 403, 50013) as refused:
        await manage(ann, "start")
        await press(people[1], "here")

        async def look():
            return refused

        await until(ann, look, bool)


@pytest.mark.long
async def test_managers_hear_why_results_are_not_posted(running, loopback, people):
    ann, bob = people[:2]
    await create_league(ann, **SHORT_DEALS)
    await edit_league(ann, results_channel="general")
    with refuse(loopback, posts_to(channel(loopback, "general")), 403, 50013):
        for _ in range(2):
            await play_league_deal(ann)
            await end_table(ann)
            await running.client.season_clock.action()
    (told,) = await until(ann, lambda: list_direct(loopback, ann), bool)
    assert "I can't post the messages of Spring in" in told
    assert "I can't post the messages of Spring in" in (await open_league(ann)).text
    assert "I can't post" not in (await edit_league(ann, results_channel="tractor")).text
    assert not await list_direct(loopback, bob)


def test_refusals_are_tried_again_with_growing_pauses():
    pause, now, waited = RetryPause(), 100.0, []
    while pause.note_refusal(now, SendFault.FORBIDDEN):
        assert not pause.is_over(now)
        waited.append(pause.until - now)
        now = pause.until
        assert pause.is_over(now)
    assert waited == list(RETRY_PAUSES)
    pause.end()
    assert pause.is_over(0.0)


def test_faults_are_tried_again_at_once_then_with_growing_pauses():
    """A pause is never shorter than the attempt before it, or than a limit that Discord has named."""
    pause, now, waited = RetryPause(), 100.0, []
    for _ in range(3):
        pause.note_fault(now, now)
        waited.append(pause.until - now)
    assert waited == [0.0, FAULT_PAUSE, 2 * FAULT_PAUSE]
    pause.note_fault(now, now + 25.0)
    assert pause.until == now + 50.0, "as long as the attempt"
    pause.note_fault(now, now, limit=600.0)
    assert not pause.is_over(now + 599.0)
    pause.end()
    pause.note_fault(now, now)
    assert pause.is_over(now)
