"""Lists, forms, pictures and menus on the page work by mouse and keyboard, and keep the focus."""

import discord
import pytest
from browser_windows import picture_of
from page_stalls import FIELD, open_stall
from playwright.async_api import expect

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.long]


async def test_select_offers_search_and_multiple_choice(bot, windows):
    page = await windows.open()
    options = [
        discord.SelectOption(label=f"Card {n:02}", value=f"c{n}", description="10 points" if n == 13 else None)
        for n in range(1, 21)
    ]
    view = discord.ui.View(timeout=None)
    view.add_item(
        discord.ui.Select(custom_id="pick", options=options, min_values=2, max_values=3, placeholder="Your cards")
    )
    await bot.guilds[0].text_channels[0].send("choose", view=view)
    await page.get_by_role("button", name="Your cards").click()
    await expect(page.get_by_role("option")).to_have_count(20)
    await expect(page.locator(".pop .foot")).to_contain_text("Choose 2 to 3")
    await expect(page.get_by_role("button", name="Done", exact=True)).to_be_disabled()
    await page.keyboard.type("10 points")
    await expect(page.get_by_role("option")).to_have_count(1)
    await page.keyboard.press("Enter")
    await page.fill(".pop input", "")
    await page.get_by_role("option", name="Card 02").click()
    await page.get_by_role("option", name="Card 03").click()
    await expect(page.get_by_role("option", name="Card 04")).to_have_attribute("aria-disabled", "true")
    await picture_of(page, "select")
    await page.get_by_role("button", name="Done", exact=True).click()
    await expect(page.locator(".message.ephemeral .text")).to_have_text("picked c13 c2 c3")


async def test_select_works_by_keyboard(bot, windows):
    page = await windows.open()
    await open_stall(page)
    select = page.get_by_role("button", name="Pick fruit")
    await select.focus()
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("listbox")).to_be_focused()
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("listbox")).to_have_count(0)
    await expect(select).to_be_focused()
    assert bot.interactions[-1].type is discord.InteractionType.application_command  # Escape sent nothing to the bot
    await page.keyboard.press("Enter")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Space")
    await page.keyboard.press("Control+Enter")
    await expect(page.locator(".message.ephemeral .text")).to_have_text("picked pear")


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1280, 800)])
async def test_form_is_filled_in_and_sent(bot, windows, width, height):
    page = await windows.open(width=width, height=height)
    message = await open_stall(page)
    await message.get_by_role("button", name="Note").click()
    dialog = page.get_by_role("dialog", name="A note")
    await expect(dialog.get_by_label("For whom")).to_be_focused()
    await page.keyboard.type("Bob")
    await expect(dialog.locator(".counter")).to_have_text("3 / 20")
    await dialog.get_by_label("Paper").check()
    await dialog.locator(".select").click()
    await page.get_by_role("option", name="blue").click()
    await page.get_by_role("option", name="gold").click()
    await picture_of(page, f"form-{width}")
    await page.get_by_role("button", name="Done", exact=True).click()
    await dialog.locator(".select").click()
    await page.keyboard.press("Escape")  # Escape closes the list, not the form
    await expect(dialog).to_be_visible()
    await dialog.get_by_role("button", name="Submit").click()
    await expect(page.locator(".message.ephemeral .text")).to_have_text("note for Bob in paper blue gold")
    await expect(dialog).to_have_count(0)
    await message.get_by_role("button", name="Note").click()
    await expect(dialog).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(dialog).to_have_count(0)


async def test_picture_has_alt_text_and_zooms(bot, windows):
    page = await windows.open()
    message = await open_stall(page)
    image = message.get_by_role("img", name="An apple")
    await expect(image).to_be_visible()
    kept = await image.element_handle()
    before = await image.get_attribute("src")
    await message.get_by_role("button", name="Buy").click()
    await expect(page.locator(".message h2")).to_have_text("Sold")
    assert await kept.evaluate("node => node.isConnected")  # the old picture stays until the new one is there
    assert await page.get_by_role("img", name="An apple").get_attribute("src") != before
    await page.get_by_role("button", name="An apple").click()
    await expect(page.locator("dialog.zoom p")).to_have_text("An apple")
    await page.keyboard.press("Escape")
    await expect(page.locator("dialog.zoom")).to_have_count(0)


async def test_focus_survives_message_change(bot, windows):
    page = await windows.open()
    message = await open_stall(page)
    await message.get_by_role("button", name="Buy").focus()
    await page.keyboard.press("Enter")
    await expect(page.locator(".message h2")).to_have_text("Sold")
    assert await page.evaluate("document.activeElement.dataset.id") == "buy"


async def test_menus_open_on_people_and_messages(bot, windows):
    page = await windows.open()
    await page.fill(FIELD, "plums?")
    await page.press(FIELD, "Enter")
    message = page.locator(".message", has_text="plums?").first
    await message.hover()
    await message.get_by_role("button", name="Actions").click()
    await page.get_by_role("menuitem", name="Quote").click()
    await expect(page.locator(".message blockquote")).to_have_text("plums?")
    await message.get_by_role("button", name="Ann").click()
    await page.get_by_role("menuitem", name="Greet").click()
    await expect(page.locator(".message .text").last).to_have_text("hello Ann")
    await message.hover()
    await message.get_by_role("button", name="Actions").click()
    await page.get_by_role("menuitem", name="Delete message").click()
    await expect(page.locator(".message")).to_have_count(2)
