"""The puzzle on a phone: the position and its solution fit the screen in every language."""

import pytest
from browser_windows import picture_of
from playwright.async_api import expect

from bot.text.catalogue import Catalogue
from tests.bot.puzzles.puzzle_factories import KnownSearches, patch_searches

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.long]

PHONE = {"width": 390, "height": 844}
TALLEST = 800


@pytest.fixture(autouse=True)
def _known_searches(monkeypatch):
    patch_searches(monkeypatch, KnownSearches())


@pytest.mark.parametrize(("who", "locale"), [("ann", "en-US"), ("mei", "zh-CN"), ("hua", "zh-TW")])
async def test_puzzle_and_solution_fit_a_phone(bot_windows, who, locale):
    say, heights = Catalogue.load().texts_for(locale).say, []
    page = await bot_windows.open(who, scale=2, **PHONE)
    await page.locator("#composer-input").fill(f"/{say('command.puzzle.name')}")
    await page.locator("#composer-input").press("Enter")
    shown = page.locator(".message.ephemeral").last
    await expect(shown.locator(".shot img").first).to_be_visible()
    await picture_of(page, f"puzzle-{locale}")
    heights.append(round((await shown.bounding_box())["height"]))
    await shown.locator(".button").first.click()
    await expect(shown).to_contain_text(say("puzzle.board"))
    await expect(page.locator(".busy")).to_have_count(0)
    await picture_of(page, f"puzzle-solved-{locale}")
    heights.append(round((await shown.bounding_box())["height"]))
    assert max(heights) <= TALLEST, heights
