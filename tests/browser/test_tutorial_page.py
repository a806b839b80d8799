"""On a phone, the pages of the tutorial fit the screen. Its green buttons lead from page to page, then to a table."""

import pytest
from browser_windows import picture_of
from playwright.async_api import expect

from bot.text.catalogue import Catalogue
from bot.ui.learn.tutorial_lessons import list_lessons

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.long]

PHONE = {"width": 390, "height": 844}
TALLEST = 720


@pytest.mark.parametrize(("who", "locale"), [("ann", "en-US"), ("mei", "zh-CN"), ("hua", "zh-TW")])
async def test_green_buttons_lead_from_first_page_to_table(bot_windows, who, locale):
    say, heights = Catalogue.load().texts_for(locale).say, []
    page = await bot_windows.open(who, **PHONE)
    await picture_of(page, f"tutorial-{locale}-0")
    await page.locator("#learn").click()
    shown = page.locator(".message.ephemeral").last
    for number in range(1, len(list_lessons()) + 1):
        heading = say("tutorial.heading", page=number, pages=len(list_lessons()))
        await expect(shown).to_contain_text(heading)
        await expect(shown.locator(".shot img").first).to_be_visible()
        await picture_of(page, f"tutorial-{locale}-{number}")
        heights.append(round((await shown.bounding_box())["height"]))
        await press_green(page, shown, say)
    assert max(heights) <= TALLEST, heights
    start = page.get_by_role("button", name=say("lobby.start"), exact=True)
    await expect(start).to_be_visible()


async def press_green(page, shown, say):
    """Press the green button of the page. If no cards to bury are picked yet, press the suggestion first."""
    green = shown.locator(".button.s3:not(:disabled)")
    if not await green.count():
        await shown.get_by_role("button", name=say("panel.suggest"), exact=True).click()
    await expect(green).to_have_count(1)
    await green.click()
    await expect(page.locator(".busy")).to_have_count(0)
