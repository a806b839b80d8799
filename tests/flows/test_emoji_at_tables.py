"""The application's emoji: uploaded once, replaced when they are drawn anew, and done without where they are not."""

import asyncio
import random

import pytest
from hosting import connected
from playing import play_deal, sit_down, until

from bot.render import emoji as drawings
from bot.ui.ids import Verb
from bot.ui.ports import Manners

WITH = Manners(pause=0.02, sync=True, emoji=True, emoji_pause=0.0)
EMOJI = drawings.render()
TO_UPLOAD = "/emojis$"


@pytest.fixture(autouse=True)
def quick_waits(monkeypatch):
    monkeypatch.setattr("bot.ui.uploads.FIRST_WAIT", 0.05)


async def settled(bot):
    await bot.client.uploads.idle()


def shown(loopback):
    return {e.name: e.id for e in loopback.world.emojis.values()}


async def uploads(loopback):
    return [r for r in await loopback.remote.requests() if r["method"] == "POST" and r["path"].endswith("/emojis")]


def emoji_on(screen):
    """The names of the emoji on buttons and options."""
    items = [p for p in screen.parts if p["type"] == 2]
    items += [o for p in screen.parts if p["type"] == 3 for o in p["options"]]
    return [i["emoji"]["name"] for i in items if i.get("emoji")]


async def to_play(player):
    return await until(player, player.panel, lambda s: s.has(Verb.PLAY) or s.has(Verb.PICK_NOW) or s.has(Verb.PICK))


async def test_the_first_start_uploads_all_and_the_second_none(tmp_path, loopback):
    async with connected(tmp_path, loopback, manners=WITH) as bot:
        await settled(bot)
        assert set(shown(loopback)) == set(EMOJI)
        first = shown(loopback)
        kept = await bot.database.store.recall(f"emoji:{bot.client.application_id}")
        assert all(name in kept and str(id_) in kept for name, id_ in first.items())
    async with connected(tmp_path, loopback, manners=WITH) as bot:
        await settled(bot)
        assert shown(loopback) == first
        assert len(await uploads(loopback)) == len(EMOJI)


@pytest.mark.long
async def test_a_start_that_was_cut_short_is_gone_on_with(tmp_path, loopback):
    slow = Manners(pause=0.02, sync=True, emoji=True, emoji_pause=0.02)
    async with connected(tmp_path, loopback, manners=slow):
        for _ in range(2000):
            if len(loopback.world.emojis) > 10:
                break
            await asyncio.sleep(0.01)
    kept = shown(loopback)
    assert 10 < len(kept) < len(EMOJI)
    async with connected(tmp_path, loopback, manners=WITH) as bot:
        assert bot.client._kit.emoji.find("c_ha") is None, "half a set is not used"
        await settled(bot)
        assert bot.client._kit.emoji.find("c_ha") is not None
    assert set(shown(loopback)) == set(EMOJI)
    assert kept.items() <= shown(loopback).items(), "what was there is not uploaded again"


@pytest.mark.long
async def test_changed_artwork_takes_the_place_of_the_old_and_nothing_else(tmp_path, loopback, monkeypatch):
    async with connected(tmp_path, loopback, manners=WITH) as bot:
        await settled(bot)
        await bot.client.create_application_emoji(name="of_the_owner", image=next(iter(EMOJI.values())))
    before = shown(loopback)
    old = next(name for name in EMOJI if name.startswith("c_ha_"))
    changed = {("c_ha_0badcafe" if name == old else name): data for name, data in EMOJI.items()}
    monkeypatch.setattr("bot.render.pool.emoji.render", lambda _assets: changed)
    async with connected(tmp_path, loopback, manners=WITH) as bot:
        await settled(bot)
        assert bot.client._kit.emoji.find("c_ha").name == "c_ha_0badcafe"
    after = shown(loopback)
    assert before.keys() - after.keys() == {old}
    assert after.keys() - before.keys() == {"c_ha_0badcafe"}


@pytest.mark.long
@pytest.mark.parametrize("kind", ["rate_limit", "status", "lost_answer", "broken"])
async def test_a_fault_in_the_middle_is_waited_out(tmp_path, loopback, kind, monkeypatch):
    some = dict(list(EMOJI.items())[:12])
    monkeypatch.setattr("bot.render.pool.emoji.render", lambda _assets: some)
    await loopback.remote.arrange("fault", kind=kind, method="POST", path=TO_UPLOAD, times=2, status=500, seconds=0.05)
    async with connected(tmp_path, loopback, manners=WITH) as bot:
        await settled(bot)
    assert sorted(e.name for e in loopback.world.emojis.values()) == sorted(some), "all, and none twice"


@pytest.mark.long
async def test_where_nothing_can_be_uploaded_cards_are_words(tmp_path, loopback, people):
    await loopback.remote.arrange("fault", kind="status", method="POST", path=TO_UPLOAD, times=10_000, status=403)
    async with connected(tmp_path, loopback, manners=WITH) as bot:
        await settled(bot)
        await sit_down(people[0], computers=3, preset="forty-points")
        panel = await to_play(people[0]) if not (p := await people[0].panel()).has(Verb.PASS) else p
        assert not emoji_on(panel)
        assert panel.buttons


@pytest.mark.long
async def test_one_picture_that_discord_does_not_want_spoils_none_of_the_others(tmp_path, loopback, monkeypatch):
    spoilt = next(iter(EMOJI))
    monkeypatch.setattr("bot.render.pool.emoji.render", lambda _assets: EMOJI | {spoilt: bytes(300 << 10)})
    monkeypatch.setattr("discord.utils._get_mime_type_for_image", lambda _data: "image/png")
    async with connected(tmp_path, loopback, manners=WITH) as bot:
        await settled(bot)
        assert set(shown(loopback)) == set(EMOJI) - {spoilt}
        assert bot.client._kit.emoji.find(drawings.base_name(spoilt)) is None


@pytest.mark.long
async def test_buttons_lists_and_the_log_show_faces(tmp_path, loopback, people):
    async with connected(tmp_path, loopback, manners=WITH) as bot:
        await settled(bot)
        seen, told = set(), ""

        async def look(player, panel):
            nonlocal told
            seen.update(emoji_on(panel))
            told += (await player.board()).text

        await sit_down(people[0], computers=3, preset="forty-points")
        await play_deal(people[:1], on_panel=look)
    assert len(seen & EMOJI.keys()) > 10
    assert seen <= EMOJI.keys()
    assert any(f"<:{name}:{id_}>" in told for name, id_ in shown(loopback).items())


@pytest.mark.long
async def test_an_emoji_that_somebody_deleted_costs_no_play(tmp_path, loopback, people):
    """Discord refuses a message with an emoji that is no more: it is sent without, and what is missing comes back."""
    async with connected(tmp_path, loopback, manners=WITH) as bot:
        await settled(bot)
        ann = people[0]
        await sit_down(ann, computers=3, preset="forty-points")
        await until(ann, ann.panel, lambda s: bool(s.verbs - {Verb.NEXT}))
        for number in list(loopback.world.emojis):
            await bot.client.http.delete_application_emoji(bot.client.application_id, number)
        taps = await play_deal([ann], random.Random(3))
        assert taps
        await settled(bot)
        assert bot.client._kit.emoji.refusals == 1
        assert set(shown(loopback)) == set(EMOJI), "all have been uploaded anew"
