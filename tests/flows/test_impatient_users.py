"""A user who types too fast, or requests a GIF before the last one is done, must wait; others are answered as usual."""

import asyncio
from functools import partial

import bot_harness
import pytest
from bot_harness import connected
from play_by_panel import play_deal, sit_down, until
from screens import LoopbackPlayer

from bot.render.renderer import PictureRenderer


@pytest.mark.parametrize(
    ("locale", "words"),
    [("en-US", "a lot at once"), *(pytest.param(tag, "太快了", marks=pytest.mark.long) for tag in ("zh-CN", "zh-TW"))],
)
async def test_fast_typing_user_is_warned(tmp_path, loopback, people, monkeypatch, locale, words):
    settings = partial(bot_harness.settings_for, presses_per_minute=24)
    monkeypatch.setattr(bot_harness, "settings_for", settings)
    eve, bob = LoopbackPlayer(loopback.person("eve", locale=locale)), people[1]
    async with connected(tmp_path, loopback) as running:
        answers = [await eve.slash("help") for _ in range(4)]
        assert [words in answer.text for answer in answers] == [False, False, False, True]
        assert answers[-1].private
        assert words not in (await bob.slash("help")).text
        clock = running.client._services.clock
        later = clock.now() + 60.0
        monkeypatch.setattr(clock, "now", lambda: later)
        assert words not in (await eve.slash("help")).text


async def count(things):
    return len(things)


@pytest.mark.long
async def test_user_gets_one_gif_at_a_time(running, people, monkeypatch):
    ann, bob = people[:2]
    await sit_down(ann, preset="classic", computers=3)
    await play_deal([ann])
    gate, made = asyncio.Event(), []
    render = PictureRenderer.render_animation

    async def wait(self, *arguments):
        made.append(1)
        await gate.wait()
        return await render(self, *arguments)

    monkeypatch.setattr(PictureRenderer, "render_animation", wait)
    seen, own = await ann.slash("last"), await bob.slash("last")
    (gif,) = [i for i in seen.buttons if ":gif" in i]
    first = asyncio.create_task(ann.person.click(str(seen.id), custom_id=gif))
    await until(ann, lambda: count(made), lambda n: n == 1)
    for _ in range(19):
        assert "still being made" in (await ann.click(seen, gif)).text
    other = asyncio.create_task(bob.person.click(str(own.id), custom_id=gif))
    await until(bob, lambda: count(made), lambda n: n == 2)
    gate.set()
    assert (await first).answered
    assert (await other).answered
    assert len(made) == 2
