"""The rulebook on a phone: each of its pages fits the screen, and Next leads through all of them."""

import asyncio

import pytest
from browser_windows import picture_of
from playwright.async_api import expect

from bot.text.catalogue import Catalogue
from bot.text.describe.rulebook import list_chapters
from bot.ui.learn.book_pages import list_pages
from bot.ui.learn.rulebook_view import rulebook_from_preset

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.long]

PHONE = {"width": 390, "height": 844}
TALLEST = 780
READERS = {"ann": "en-US", "mei": "zh-CN", "hua": "zh-TW"}
BOOKS = ("standard", "online", "hidden-ten", "finding-friends")


@pytest.mark.parametrize(
    ("who", "book"), [*(("ann", book) for book in BOOKS), ("mei", "standard"), ("hua", "hidden-ten")]
)
async def test_every_page_fits_a_phone(bot_windows, who, book):
    texts = Catalogue.load().texts_for(READERS[who])
    found = rulebook_from_preset(book)
    pages = list_pages(list_chapters(texts, found.rules, found.usual), found.rules, texts)
    page = await bot_windows.open(who, **PHONE)
    await page.fill("#composer-input", f"/rules preset:{book}")
    await page.keyboard.press("Escape")
    await page.press("#composer-input", "Enter")
    shown = page.locator(".message.ephemeral").last
    heights = []
    for number, one in enumerate(pages, 1):
        await expect(shown).to_contain_text(texts.say("book.page", page=number, pages=len(pages)))
        pictures = shown.locator(".shot img")
        await (expect(pictures.first).to_be_visible() if one.examples else expect(pictures).to_have_count(0))
        await picture_of(page, f"rules-{book}-{READERS[who]}-{number:02}")
        if one.chapter.is_guide:  # lists stand on one page, however long
            heights.append(await measure_height(shown))
        await press_next(shown, texts)
    assert max(heights) <= TALLEST, heights


async def measure_height(shown):
    """Return the height of a page in pixels; while its pictures load it may be another."""
    for _ in range(50):
        height = round((await shown.bounding_box())["height"])
        if height <= TALLEST:
            break
        await asyncio.sleep(0.1)
    return height


async def press_next(shown, texts):
    onward = shown.get_by_role("button", name=texts.say("book.next"), exact=True)
    if await onward.is_enabled():
        await onward.click()
