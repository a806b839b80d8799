"""On a phone, the puzzle and the deal of the day fit the screen in every language."""

from itertools import count

import pytest
from browser_windows import picture_of
from playwright.async_api import expect

from bot.text.catalogue import Catalogue
from engine.model.view import Ask
from engine.puzzles.solo_deal import make_solo_deal, play_solo_deal
from tests.bot.puzzles.puzzle_factories import KnownSearches, patch_searches

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.long]

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


@pytest.mark.parametrize(("who", "locale"), [("ann", "en-US"), ("mei", "zh-CN"), ("hua", "zh-TW")])
async def test_deal_of_the_day_fits_a_phone(bot_windows, who, locale, monkeypatch):
    monkeypatch.setattr("engine.puzzles.solo_deal.make_solo_deal", make_deal_without_bury)
    say, heights = Catalogue.load().texts_for(locale).say, []
    page = await bot_windows.open(who, scale=2, **PHONE)
    await page.locator("#composer-input").fill(f"/{say('command.daily.name')}")
    await page.locator("#composer-input").press("Enter")
    shown = page.locator(".message.ephemeral").last
    await expect(shown.locator(".shot img").first).to_be_visible()
    for number in range(60):
        if number in {0, 3, 8}:
            await picture_of(page, f"daily-{locale}-{number}")
        heights.append(round((await shown.bounding_box())["height"]))
        if await shown.get_by_role("button", name=say("daily.board"), exact=True).count():
            break
        await press_first(page, shown)
    await picture_of(page, f"daily-{locale}-result")
    await expect(shown).to_contain_text(say("daily.board"))
    assert max(heights) <= TALLEST, heights


def make_deal_without_bury(rules, seed):
    """Return a deal in which another seat buries, so that a person can play it with buttons and no lists."""
    deals = (make_solo_deal(rules, f"{seed} {number}") for number in count())
    return next(one for one in deals if play_solo_deal(one, seed, ()).view.ask in {Ask.LEAD, Ask.FOLLOW})


async def press_first(page, shown):
    """Press the first enabled button, and wait until the page has changed."""
    before = await shown.inner_text()
    await shown.locator(".button:not(:disabled)").first.click()
    await expect(page.locator(".busy")).to_have_count(0)
    await expect(shown).not_to_have_text(before)
