"""At 390 px, nothing on the page sticks out of the screen, and a finger can hit every control."""

import re

import pytest
from browser_windows import picture_of
from page_stalls import FIELD, run
from playwright.async_api import expect

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.long]

WIDTH, HEIGHT = 390, 844
FINGER = 32
"""The least width and height of a control in pixels. WCAG asks for 24, except for links within text."""

SMALL = """finger => [...document.querySelectorAll('button, a[href], input, textarea, [role=option], [role=menuitem]')]
  .filter(n => n.checkVisibility({ visibilityProperty: true }) && !n.matches('.skip') && !n.closest('.ephemeral-note, .text, .byline, .system, .cause'))
  .map(n => [(n.closest('label') || n).getBoundingClientRect(), n]).filter(([box]) => box.width < finger || box.height < finger)
  .map(([box, n]) => `${Math.round(box.width)}x${Math.round(box.height)} ${n.outerHTML.slice(0, 120)}`)"""
OUTSIDE = """width => [...document.querySelectorAll('body *')]
  .filter(n => n.checkVisibility({ visibilityProperty: true }) && !n.closest('.who, .quiet, .skip, svg'))
  .map(n => [n.getBoundingClientRect(), n]).filter(([box]) => box.width && (box.right > width + 1 || box.left < -1))
  .map(([box, n]) => `${Math.round(box.left)}..${Math.round(box.right)} ${n.outerHTML.slice(0, 120)}`)"""


async def phone(windows, who="ann", height=HEIGHT):
    return await windows.open(who, WIDTH, height)


async def check(page, name):
    """Check that nothing is too small to hit, and that nothing sticks out of the screen."""
    await picture_of(page, f"phone-{name}")
    assert await page.evaluate(SMALL, FINGER) == []
    assert await page.evaluate(OUTSIDE, WIDTH) == []


async def test_welcome_is_usable(bot, windows):
    page = await phone(windows)
    await expect(page.locator("#quick")).to_be_in_viewport(ratio=1)
    await check(page, "welcome")


async def test_drawer_is_usable(bot, windows):
    page = await phone(windows)
    await page.get_by_role("button", name="Channels and settings").tap()
    await expect(page.locator("#sidebar .side-foot")).to_be_in_viewport(ratio=1)
    await check(page, "drawer")
    await page.get_by_role("button", name="Your language").tap()
    await expect(page.get_by_role("menuitem").first).to_be_in_viewport(ratio=1)
    await check(page, "languages")


async def test_commands_are_usable(bot, windows):
    page = await phone(windows, height=480)  # the height that is left when the phone's keyboard is open
    await page.get_by_role("button", name="Show the commands").tap()
    await expect(page.locator(".palette .option").first).to_be_in_viewport(ratio=1)
    await check(page, "commands")
    await page.locator(".palette .option", has_text="/fruit").tap()
    await expect(page.locator(".palette .usage")).to_be_in_viewport(ratio=1)
    await expect(page.locator(FIELD)).to_be_in_viewport(ratio=1)
    await check(page, "options")


async def test_message_with_lists_is_usable(bot, windows):
    page = await phone(windows)
    await run(page, "/basket show")
    panel = page.locator(".message.ephemeral")
    await expect(panel.locator(".select")).to_be_visible()
    await check(page, "panel")
    await panel.locator(".select").tap()
    await expect(page.get_by_role("listbox")).to_be_in_viewport()
    await check(page, "list")


async def test_form_is_usable_above_keyboard(bot, windows):
    page = await phone(windows, height=480)
    await run(page, "/stall")
    await page.get_by_role("button", name="Note").tap()
    await expect(page.locator("dialog.form")).to_be_visible()
    await check(page, "form")
    submit = page.get_by_role("button", name="Submit")
    await submit.scroll_into_view_if_needed()
    await expect(submit).to_be_in_viewport(ratio=1)


async def test_picture_opens_and_closes(bot, windows):
    page = await phone(windows)
    await run(page, "/basket show")
    await page.locator(".message.ephemeral .shot").tap()
    await expect(page.locator("dialog.zoom img")).to_be_in_viewport(ratio=1)
    await check(page, "picture")
    await page.get_by_role("button", name="Close").tap()
    await expect(page.locator("dialog")).to_have_count(0)


async def test_pins_and_threads_are_reachable(bot, windows, loopback):
    await loopback.remote.arrange("bot_permissions", permissions=(1 << 51) | (1 << 35) | (1 << 38))
    page = await phone(windows)
    await run(page, "/thread name:plums")
    await page.get_by_role("button", name="Threads").tap()
    await expect(page.locator(".pop .option", has_text="plums")).to_be_in_viewport(ratio=1)
    await check(page, "threads")
    await page.keyboard.press("Escape")
    await (await bot.guilds[0].text_channels[0].send("the rules of the house")).pin()
    await page.get_by_role("button", name="Channels and settings").tap()
    await page.locator("#sidebar").get_by_role("button", name="Pinned messages").tap()
    await expect(page.locator(".pop")).to_contain_text("the rules of the house")
    await check(page, "pins")


async def test_message_menu_is_usable(bot, windows):
    page = await phone(windows)
    await page.fill(FIELD, "mine")
    await page.press(FIELD, "Enter")
    await page.locator(".message", has_text="mine").get_by_role("button", name="Actions").tap()
    await expect(page.get_by_role("menuitem", name="Delete message")).to_be_in_viewport(ratio=1)
    await check(page, "menu")
    await page.get_by_role("menuitem", name="Delete message").tap()
    await expect(page.locator(".message", has_text=re.compile("^mine"))).to_have_count(0)
