"""The bot uploads its emoji once, replaces those that were redrawn, and shows words for those that are missing."""

import asyncio
import random
from dataclasses import replace

import pytest
from bot_harness import LOGGED, MANNERS, connected
from play_by_panel import patiently, play_deal, sit_down, until

from bot.render.painting import emoji_images as drawings
from bot.ui.core.interactions.table_controls import ControlVerb

WITH = replace(MANNERS, use_emoji=True, emoji_pause=0.0)
TO_UPLOAD = "/emojis$"


@pytest.fixture(scope="module")
def every_emoji():
    return drawings.render_emoji()


@pytest.fixture(autouse=True)
def quick_waits(monkeypatch):
    monkeypatch.setattr("bot.ui.discord_io.rate_limits.FIRST_RETRY_SECONDS", 0.05)


async def settled(bot):
    await bot.client.emoji_sync.idle()


def shown(loopback):
    return {e.name: e.id for e in loopback.world.emojis.values()}


async def uploads(loopback):
    return [r for r in await loopback.remote.requests() if r["method"] == "POST" and r["path"].endswith("/emojis")]


def emoji_names(screen):
    """Return the names of the emoji on buttons and options."""
    items = [p for p in screen.parts if p["type"] == 2]
    items += [o for p in screen.parts if p["type"] == 3 for o in p["options"]]
    return [i["emoji"]["name"] for i in items if i.get("emoji")]


async def play_until_card(player):
    return await until(
        player,
        player.panel,
        lambda s: s.has(ControlVerb.PLAY) or s.has(ControlVerb.PICK),
    )


@pytest.mark.long
async def test_emoji_are_uploaded_on_first_start_only(tmp_path, loopback, every_emoji):
    async with connected(tmp_path, loopback, ui_config=WITH) as bot:
        await settled(bot)
        assert set(shown(loopback)) == set(every_emoji)
        first = shown(loopback)
        kept = await bot.database.store.key_values.get(f"emoji:{bot.client.application_id}")
        assert all(name in kept and str(id_) in kept for name, id_ in first.items())
    async with connected(tmp_path, loopback, ui_config=WITH) as bot:
        await settled(bot)
        assert shown(loopback) == first
        assert len(await uploads(loopback)) == len(every_emoji)


@pytest.mark.long
async def test_interrupted_upload_is_resumed(tmp_path, loopback, every_emoji):
    slow = replace(MANNERS, use_emoji=True, emoji_pause=0.02)
    async with connected(tmp_path, loopback, ui_config=slow):
        for _ in patiently():
            if len(loopback.world.emojis) > 10:
                break
            await asyncio.sleep(0.01)
    kept = shown(loopback)
    assert 10 < len(kept) < len(every_emoji)
    async with connected(tmp_path, loopback, ui_config=WITH) as bot:
        assert bot.client._services.emoji.find("c_ha") is None, "half a set is not used"
        await settled(bot)
        assert bot.client._services.emoji.find("c_ha") is not None
    assert set(shown(loopback)) == set(every_emoji)
    assert kept.items() <= shown(loopback).items(), "what was there is not uploaded again"


@pytest.mark.long
async def test_only_redrawn_emoji_are_replaced(tmp_path, loopback, monkeypatch, every_emoji):
    async with connected(tmp_path, loopback, ui_config=WITH) as bot:
        await settled(bot)
        await bot.client.create_application_emoji(name="of_the_owner", image=next(iter(every_emoji.values())))
    before = shown(loopback)
    old = next(name for name in every_emoji if name.startswith("c_ha_"))
    changed = {("c_ha_0badcafe" if name == old else name): data for name, data in every_emoji.items()}
    monkeypatch.setattr("bot.render.renderer.emoji_images.render_emoji", lambda _assets: changed)
    async with connected(tmp_path, loopback, ui_config=WITH) as bot:
        await settled(bot)
        assert bot.client._services.emoji.find("c_ha").name == "c_ha_0badcafe"
    after = shown(loopback)
    assert before.keys() - after.keys() == {old}
    assert after.keys() - before.keys() == {"c_ha_0badcafe"}


@pytest.mark.long
@pytest.mark.parametrize("kind", ["rate_limit", "status", "lost_answer", "broken"])
async def test_upload_retries_after_server_error(tmp_path, loopback, kind, monkeypatch, every_emoji):
    some = dict(list(every_emoji.items())[:12])
    monkeypatch.setattr("bot.render.renderer.emoji_images.render_emoji", lambda _assets: some)
    await loopback.remote.arrange("fault", kind=kind, method="POST", path=TO_UPLOAD, times=2, status=500, seconds=0.05)
    async with connected(tmp_path, loopback, ui_config=WITH) as bot:
        await settled(bot)
    assert sorted(e.name for e in loopback.world.emojis.values()) == sorted(some), "all, and none twice"


@pytest.mark.long
async def test_cards_are_words_without_emoji(tmp_path, loopback, people):
    await loopback.remote.arrange("fault", kind="status", method="POST", path=TO_UPLOAD, times=10_000, status=403)
    async with connected(tmp_path, loopback, ui_config=WITH):
        await sit_down(people[0], computers=3, preset="forty-points")
        panel = await play_until_card(people[0]) if not (p := await people[0].panel()).has(ControlVerb.PASS) else p
        assert not emoji_names(panel)
        assert panel.buttons
    assert sum("not all uploaded yet" in line for line in LOGGED) == 1


@pytest.mark.long
async def test_refused_emoji_does_not_stop_others(tmp_path, loopback, monkeypatch, every_emoji):
    spoilt = next(iter(every_emoji))
    monkeypatch.setattr(
        "bot.render.renderer.emoji_images.render_emoji", lambda _assets: every_emoji | {spoilt: bytes(300 << 10)}
    )
    monkeypatch.setattr("discord.utils._get_mime_type_for_image", lambda _data: "image/png")
    async with connected(tmp_path, loopback, ui_config=WITH) as bot:
        await settled(bot)
        assert set(shown(loopback)) == set(every_emoji) - {spoilt}
        assert bot.client._services.emoji.find(drawings.strip_hash(spoilt)) is None


@pytest.mark.long
async def test_buttons_lists_and_log_show_emoji(tmp_path, loopback, people, every_emoji):
    async with connected(tmp_path, loopback, ui_config=WITH) as bot:
        await settled(bot)
        seen, told = set(), ""

        async def look(player, panel):
            nonlocal told
            seen.update(emoji_names(panel))
            told += (await player.board()).text

        await sit_down(people[0], computers=3, preset="forty-points")
        await play_deal(people[:1], on_panel=look)
    assert len(seen & every_emoji.keys()) > 10
    assert seen <= every_emoji.keys()
    assert any(f"<:{name}:{id_}>" in told for name, id_ in shown(loopback).items())


@pytest.mark.long
async def test_deleted_emoji_does_not_block_plays(tmp_path, loopback, people, every_emoji):
    """Discord refuses a message with a deleted emoji. The bot sends it without emoji and uploads the emoji again."""
    async with connected(tmp_path, loopback, ui_config=WITH) as bot:
        await settled(bot)
        ann = people[0]
        await sit_down(ann, computers=3, preset="forty-points")
        await until(ann, ann.panel, lambda s: bool(s.verbs - {ControlVerb.NEXT_DEAL}))
        for number in list(loopback.world.emojis):
            await bot.client.http.delete_application_emoji(bot.client.application_id, number)
        taps = await play_deal([ann], random.Random(3))
        assert taps
        await settled(bot)
        assert bot.client._services.emoji.refusals == 1
        assert set(shown(loopback)) == set(every_emoji), "all have been uploaded again"
