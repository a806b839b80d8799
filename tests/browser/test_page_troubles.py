"""The page while something is amiss: the bot goes, an answer does not come, the connection is lost."""

import pytest
from orchard import Orchard, running
from playwright.async_api import expect
from stalls import run, stall

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.mark.long
async def test_the_bot_goes_and_comes_back(loopback, windows):
    page = await windows.open()
    await expect(page.locator(".notice")).to_contain_text("The bot is not connected")
    async with running(Orchard(guild_ready_timeout=0.05)):
        await expect(page.locator(".notice")).to_have_count(0)
        message = await stall(page)
    await expect(page.locator(".notice")).to_be_visible()
    await message.get_by_role("button", name="Buy").click()
    await expect(message.get_by_role("alert")).to_have_text("The bot is not connected.")


@pytest.mark.long
async def test_an_answer_that_does_not_come_is_said(bot, windows, loopback):
    page = await windows.open()
    await run(page, "/mute")
    await expect(page.locator(".toast.bad")).to_have_text("The bot did not answer in time.")


@pytest.mark.long
async def test_a_deferred_answer_is_seen_to_be_coming(bot, windows):
    page = await windows.open()
    await run(page, "/slow hidden:No")
    await expect(page.locator(".message .container h2")).to_have_text("Slow")
    assert await page.locator(".thinking").count() == 0


@pytest.mark.long
async def test_the_connection_is_lost_and_found(bot, windows, loopback):
    page = await windows.open()
    await page.context.set_offline(True)
    await page.evaluate("window.dispatchEvent(new Event('offline'))")
    await page.context.set_offline(False)
    await bot.guilds[0].text_channels[0].send("later")
    await expect(page.locator(".message .text").last).to_have_text("later")
    windows.faults = [one for one in windows.faults if "ERR_INTERNET_DISCONNECTED" not in one]  # the browser says so
