"""How a person wants his cards: large, in two pictures; in two colours; both kept and honoured at the next look."""

from dataclasses import replace

import pytest
from hosting import connected
from playing import sit_down, until

from bot.play.occupants import TableId, UserId
from bot.render.pool import Pictures
from bot.ui.ids import Verb
from bot.ui.ports import Manners


@pytest.fixture
def drawn(monkeypatch):
    """Every hand that is drawn, and how."""
    seen = []
    for name in ("hand", "hand_large"):
        original = getattr(Pictures, name)

        async def noted(itself, picture, original=original, name=name):
            made = await original(itself, picture)
            seen.append((name, picture.four_colour))
            return made

        monkeypatch.setattr(Pictures, name, noted)
    return seen


async def wish(bot, player, **changes):
    people, user = bot.client._kit.people, UserId(int(player.id))
    await people.prefer(user, replace(await people.preferences(user), **changes))


async def alts(player):
    """What is said of the pictures of the hand that the person asks for."""
    await player.slash("hand")
    return [picture.alt for picture in (await player.person.messages("tractor"))[-1].pictures]


@pytest.mark.parametrize("v1", [False, True])
async def test_a_large_hand_is_two_pictures_with_words_for_both(tmp_path, loopback, people, drawn, v1):
    ann = people[0]
    async with connected(tmp_path, loopback, manners=Manners(pause=0.02, sync=True, v1=v1)) as bot:
        await sit_down(ann, computers=3, preset="forty-points")
        table = await bot.registry.table(TableId(1))
        await until(ann, ann.panel, lambda s: bool(s.verbs - {Verb.NEXT}) and not table.view(0).to_draw)
        await wish(bot, ann, large=True)
        first, second = await alts(ann)
        held = len(table.view(0).hand)
        texts = bot.client._kit.catalogue.texts("en")
        assert texts.say("alt.hand", count=held) in first
        assert second == texts.say("picture.rest")
        await wish(bot, ann, large=False)
        assert len(await alts(ann)) == 1
    assert ("hand_large", True) in drawn


async def test_two_colours_are_for_the_one_who_wants_them(tmp_path, loopback, people, drawn):
    ann, bob = people[:2]
    async with connected(tmp_path, loopback) as bot:
        await sit_down(ann, [bob], computers=2, preset="forty-points")
        await until(ann, ann.panel, lambda s: bool(s.verbs - {Verb.NEXT}))
        await bot.outbox.idle()
        await wish(bot, ann, two_colour=True)
        await alts(ann)
        assert drawn[-1] == ("hand", False)
        await alts(bob)
        assert drawn[-1] == ("hand", True)
