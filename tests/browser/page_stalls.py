"""Common steps of the tests of the page. Some open the stall of the test bot, which sells fruit."""

from playwright.async_api import expect

FIELD = "#composer-input"


async def run(page, line):
    """Type a complete command and send it."""
    await page.fill(FIELD, line)
    await page.keyboard.press("Escape")
    await page.press(FIELD, "Enter")


async def open_stall(page):
    await run(page, "/stall")
    message = page.locator(".message", has_text="Open").last
    await expect(message.get_by_role("button", name="Buy")).to_be_visible()
    return message
