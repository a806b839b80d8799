"""The page tells people about failures, such as a bot that disconnects or an answer that does not come."""

import pytest
from fruit_bot import FruitBot, running
from page_stalls import open_stall, run
from playwright.async_api import expect

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.long]


async def test_page_says_whether_bot_is_connected(loopback, windows):
    page = await windows.open()
    await expect(page.locator(".notice")).to_contain_text("The bot is not connected")
    async with running(FruitBot(guild_ready_timeout=0.05)):
        await expect(page.locator(".notice")).to_have_count(0)
        message = await open_stall(page)
    await expect(page.locator(".notice")).to_be_visible()
    await message.get_by_role("button", name="Buy").click()
    await expect(message.get_by_role("alert")).to_have_text("The bot is not connected.")


async def test_missing_answer_is_reported(bot, windows, loopback):
    page = await windows.open()
    await run(page, "/mute")
    await expect(page.locator(".toast.bad")).to_have_text("The bot did not answer in time.")


async def test_thinking_mark_disappears_after_deferred_answer(bot, windows):
    page = await windows.open()
    await run(page, "/slow hidden:No")
    await expect(page.locator(".message .container h2")).to_have_text("Slow")
    assert await page.locator(".thinking").count() == 0


async def test_connection_is_lost_and_restored(bot, windows, loopback):
    page = await windows.open()
    await page.context.set_offline(True)
    await page.evaluate("window.dispatchEvent(new Event('offline'))")
    await page.context.set_offline(False)
    await bot.guilds[0].text_channels[0].send("later")
    await expect(page.locator(".message .text").last).to_have_text("later")
    # the browser logs the lost connection as an error, which this test expects
    windows.faults = [one for one in windows.faults if "ERR_INTERNET_DISCONNECTED" not in one]
