"""On a phone, people can read the rulebook and the help.

Guide pages fit the screen, Next leads through the whole book, and the first page of the help is short.
"""

import asyncio

import pytest
from browser_windows import picture_of
from playwright.async_api import expect

from bot.text.catalogue import Catalogue
from bot.text.describe.rulebook import list_chapters
from bot.ui.learn.book_pages import list_pages
from bot.ui.learn.rulebook_view import rulebook_from_preset

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.long]

PHONE = {"width": 390, "height": 844}
TALLEST, TALLEST_HELP = 780, 700
READERS = {"ann": "en-US", "mei": "zh-CN", "hua": "zh-TW"}
BOOKS = ("standard", "online", "hidden-ten", "finding-friends")


@pytest.mark.parametrize(
    ("who", "book"), [*(("ann", book) for book in BOOKS), ("mei", "standard"), ("hua", "hidden-ten")]
)
async def test_guide_pages_fit_a_phone(bot_windows, who, book):
    texts = Catalogue.load().texts_for(READERS[who])
    found = rulebook_from_preset(book)
    pages = list_pages(list_chapters(texts, found.rules, found.usual), found.rules, texts)
    page, shown = await type_command(bot_windows, who, f"/rules preset:{book}")
    heights = []
    for number, one in enumerate(pages, 1):
        await expect(shown).to_contain_text(texts.say("book.page", page=number, pages=len(pages)))
        pictures = shown.locator(".shot img")
        await (expect(pictures.first).to_be_visible() if one.examples else expect(pictures).to_have_count(0))
        await picture_of(page, f"rules-{book}-{READERS[who]}-{number:02}")
        # other chapters are cut into pages by the length of their text, so their heights differ
        if one.chapter.is_guide:
            heights.append(await measure_height(shown))
        await press_next(shown, texts)
    assert max(heights) <= TALLEST, heights


@pytest.mark.parametrize("who", READERS)
async def test_first_page_of_help_is_short(bot_windows, who):
    _, shown = await type_command(bot_windows, who, "/help")
    await expect(shown).to_contain_text(Catalogue.load().texts_for(READERS[who]).say("manual.minute.title"))
    assert await measure_height(shown, TALLEST_HELP) <= TALLEST_HELP


async def type_command(windows, who, command):
    """Open a phone's page, type a command, and return the page and the private answer."""
    page = await windows.open(who, **PHONE)
    await page.fill("#composer-input", command)
    await page.keyboard.press("Escape")
    await page.press("#composer-input", "Enter")
    return page, page.locator(".message.ephemeral").last


async def measure_height(shown, most=TALLEST):
    """Return the height of a page in pixels. A page that is too high may shrink when its pictures load, so wait."""
    for _ in range(50):
        height = round((await shown.bounding_box())["height"])
        if height <= most:
            break
        await asyncio.sleep(0.1)
    return height


async def press_next(shown, texts):
    onward = shown.get_by_role("button", name=texts.say("book.next"), exact=True)
    if await onward.is_enabled():
        await onward.click()
