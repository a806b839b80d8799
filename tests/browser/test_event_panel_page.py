"""An organizer creates and runs an event on a phone, with the panel's pickers and forms."""

import pytest
from browser_windows import picture_of
from playwright.async_api import expect
from test_phone import OUTSIDE, WIDTH, phone

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.long]


async def tap(page, label):
    await page.locator(".message.ephemeral").last.get_by_role("button", name=label, exact=True).first.tap()
    await expect(page.locator(".busy")).to_have_count(0)


async def pick(page, prompt, *names):
    await page.locator(".message.ephemeral").last.get_by_role("button", name=prompt).first.tap()
    for name in names:
        await page.locator(".option", has_text=name).first.tap()
    if len(names) > 1:
        await page.keyboard.press("Escape")
    await expect(page.locator(".busy")).to_have_count(0)


async def check(page, name):
    await picture_of(page, f"phone-event-{name}")
    assert await page.evaluate(OUTSIDE, WIDTH) == []


async def test_organizer_creates_and_leads_an_event(bot_windows):
    page = await phone(bot_windows)
    ann = bot_windows.loopback.person("ann")
    await ann.slash("tractor", "event")
    await check(page, "none")
    await tap(page, "New event")
    await check(page, "templates")
    await tap(page, "Individual evening")
    await expect(page.locator("dialog")).to_be_visible()
    await page.locator("dialog input").first.fill("Friday")
    await check(page, "form")
    await page.locator("dialog").get_by_role("button", name="Submit").tap()
    await expect(page.locator(".message.ephemeral").last).to_contain_text("Friday · Manage")
    await check(page, "created")
    await tap(page, "Open entries")
    await tap(page, "Settings")
    await check(page, "settings")
    await pick(page, "Change a setting", "Grace")
    await check(page, "setting")
    await tap(page, "Back")
    await tap(page, "Back")
    await tap(page, "People")
    for name in ("bob", "mei", "hua", "ann"):
        await pick(page, "Pick 1 person", name)
        await expect(page.locator(".message.ephemeral").last).to_contain_text("entered and checked in.")
    await check(page, "people")
    await tap(page, "Back")
    await tap(page, "Start")
    await check(page, "started")
    await expect(page.locator(".message").last).to_contain_text("round 1 begins")
    await tap(page, "Tables")
    await check(page, "tables")
    await pick(page, "Which table?", "1.")
    await check(page, "table")
