"""Users choose how cards look (large, in two pictures, or in two colours); the choice is saved and used at once."""

from dataclasses import replace

import pytest
from bot_harness import connected
from play_by_panel import sit_down, until

from bot.ids import TableId, UserId
from bot.render.renderer import PictureRenderer
from bot.render.values.game_pictures import HandPicture
from bot.ui.core.interactions.table_controls import ControlVerb
from tests.everyday import spread


@pytest.fixture
def rendered_hands(monkeypatch):
    """Record each rendered hand as (method that renders it, whether it has four colours)."""
    seen = []
    for name in ("render", "render_large_hand"):
        original = getattr(PictureRenderer, name)

        async def noted(itself, picture, original=original, name=name):
            made = await original(itself, picture)
            if isinstance(picture, HandPicture):
                seen.append((name, picture.four_colour))
            return made

        monkeypatch.setattr(PictureRenderer, name, noted)
    return seen


async def choose_setting(bot, player, **changes):
    people, user = bot.client._services.people, UserId(int(player.id))
    await people.save_preferences(user, replace(await people.get_preferences(user), **changes))


async def hand_descriptions(player):
    """Let the person ask for their hand; return the descriptions of its pictures."""
    await player.slash("hand")
    return [picture.alt for picture in (await player.person.messages("tractor"))[-1].pictures]


@pytest.mark.parametrize("v1", spread(1, [False, True]))
async def test_large_hand_is_two_described_pictures(tmp_path, loopback, people, rendered_hands, v1):
    ann = people[0]
    async with connected(tmp_path, loopback) as bot:
        if v1:
            bot.client._services.refusals.note_live_check()
        await sit_down(ann, computers=3, preset="forty-points")
        table = await bot.registry.get_table(TableId(1))
        await until(ann, ann.panel, lambda s: bool(s.verbs - {ControlVerb.NEXT_DEAL}) and not table.view(0).to_draw)
        await choose_setting(bot, ann, large=True)
        first, second = await hand_descriptions(ann)
        held = len(table.view(0).hand)
        texts = bot.client._services.catalogue.texts_for("en")
        assert texts.say("alt.hand", count=held) in first
        assert second == texts.say("picture.rest")
        await choose_setting(bot, ann, large=False)
        assert len(await hand_descriptions(ann)) == 1
    assert ("render_large_hand", True) in rendered_hands


@pytest.mark.long
async def test_two_colours_apply_to_one_user(tmp_path, loopback, people, rendered_hands):
    ann, bob = people[:2]
    async with connected(tmp_path, loopback) as bot:
        await sit_down(ann, [bob], computers=2, preset="forty-points")
        table = await bot.registry.get_table(TableId(1))
        await until(ann, ann.panel, lambda s: bool(s.alts) and not table.view(0).to_draw)
        await bot.outbox.idle()
        await choose_setting(bot, ann, two_colour=True)
        await hand_descriptions(ann)
        assert rendered_hands[-1] == ("render", False)
        await hand_descriptions(bob)
        assert rendered_hands[-1] == ("render", True)
