"""The tutorial on a phone: its pages fit the screen, and pressing its green buttons alone leads to a table."""

import sys
from pathlib import Path

import pytest
import pytest_asyncio
from browser_windows import Windows, picture_of
from fruit_bot import LANGUAGES
from playwright.async_api import expect

sys.path.insert(0, str(Path(__file__).parents[1] / "flows"))

from bot_harness import connected

from bot.loopback import Loopback
from bot.text.catalogue import Catalogue
from bot.ui.learn.tutorial_deal import list_lessons

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.long]

PHONE = {"width": 390, "height": 844}
TALLEST = 720


@pytest_asyncio.fixture(loop_scope="module")
async def phones(browser, tmp_path):
    loopback = await Loopback.start(limits=False, languages=LANGUAGES)
    opened = Windows(browser, loopback)
    async with connected(tmp_path, loopback):
        await loopback.remote.bot_online()
        yield opened
        await opened.close()
    wrong = [str(v) for v in loopback.violations]
    await loopback.stop()
    assert wrong == []


@pytest.mark.parametrize(("who", "locale"), [("ann", "en-US"), ("mei", "zh-CN"), ("hua", "zh-TW")])
async def test_green_buttons_lead_from_first_page_to_table(phones, who, locale):
    say, heights = Catalogue.load().texts_for(locale).say, []
    page = await phones.open(who, **PHONE)
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
    start = page.get_by_role("button", name=Catalogue.load().texts_for("en-US").say("ui.start"), exact=True)
    await expect(start).to_be_visible()


async def press_green(page, shown, say):
    """Press the page's green button; to bury, the suggestion first."""
    green = shown.locator(".button.s3:not(:disabled)")
    if not await green.count():
        await shown.get_by_role("button", name=say("ui.suggest"), exact=True).click()
    await expect(green).to_have_count(1)
    await green.click()
    await expect(page.locator(".busy")).to_have_count(0)
