"""People play whole deals with the real bot on the page: alone, in two windows, or in four panes."""

import pytest
from browser_windows import picture_of
from page_player import PagePlayer
from page_stalls import FIELD, run
from playwright.async_api import expect

from bot.text.catalogue import Catalogue
from bot.ui.core.interactions.table_controls import ControlVerb

pytestmark = pytest.mark.asyncio(loop_scope="session")

HIGHEST_PLAY, HIGHEST_BURY = 720, 850
"""The greatest heights of a panel on a phone, in pixels. The second one is for a panel that suggests what to bury."""


async def sit_down(page, locale):
    """Go from the welcome to the first cards: press the button that opens a table, then Start."""
    say = Catalogue.load().texts_for(locale).say
    await page.locator("#quick").click()
    # this message is in the language of the table's host
    await page.get_by_role("button", name=say("lobby.start"), exact=True).click()
    player = PagePlayer(page, say)
    await expect(player.panel.locator(".shot img")).to_be_visible()
    return player


async def look(player, step, name):
    if step in {3, 12, 30}:
        await picture_of(player.page, f"{name}-{step}")


@pytest.mark.long
async def test_first_control_can_be_pressed(bot_windows):
    """The page, the bot and the pictures work together up to the first press of a control."""
    page = await bot_windows.open("ann")
    player = await sit_down(page, "en-US")
    while not [label for label in player.log if not label.startswith("(")]:
        await player.try_to_act()
    assert all(await page.eval_on_selector_all("#log .shot img", "all => all.map(i => i.alt)"))


@pytest.mark.long
async def test_deal_in_english_survives_reload(bot_windows):
    page = await bot_windows.open("ann", width=1280, height=900)
    player = await sit_down(page, "en-US")

    async def each(step, _):
        await look(player, step, "deal-desk")
        if step == 15:
            await page.reload()
            await expect(page.locator(".message").first).to_be_visible()
            await expect(player.panel).to_have_count(0)  # a restarted client loses its private messages
            await run(page, "/hand")
            await expect(player.panel.locator(".shot img")).to_be_visible()

    pressed = await player.play_a_deal(each)
    assert len(pressed) > 10
    await picture_of(page, "deal-desk-end")
    alts = await page.eval_on_selector_all("#log .shot img", "all => all.map(i => i.alt)")
    assert all(alts)


@pytest.mark.long
async def test_deal_in_chinese_fits_phone(bot_windows):
    page = await bot_windows.open("mei", width=390, height=844, scale=2)
    player = await sit_down(page, "zh-CN")
    tallest = {True: 0, False: 0}

    async def each(step, _):
        await look(player, step, "deal-phone")
        assert await page.evaluate("document.documentElement.scrollWidth") <= 390
        verbs = {verb for verb, _ in await player.buttons()}
        height = await player.panel.evaluate("panel => panel.getBoundingClientRect().height")
        tallest[ControlVerb.SUGGEST_BURY in verbs] = max(height, tallest[ControlVerb.SUGGEST_BURY in verbs])

    await player.play_a_deal(each)
    await picture_of(page, "deal-phone-end")
    assert tallest[True] <= HIGHEST_BURY
    assert tallest[False] <= HIGHEST_PLAY


@pytest.mark.long
async def test_two_windows_play_at_one_table(bot_windows):
    """Two people in two windows play against two computers. Each person sees only their own hand."""
    ann, bob = await bot_windows.open("ann"), await bot_windows.open("bob", theme="light")
    say = Catalogue.load().texts_for("en-US").say
    await ann.fill("#composer-input", "/tractor new computers:2")
    await ann.keyboard.press("Escape")
    await ann.press("#composer-input", "Enter")
    await bob.get_by_role("button", name=say("lobby.join_with", names=["Ann"])).click()
    lobby = ann.locator(".message", has=ann.locator('img[alt*="Bob"]'))
    await lobby.get_by_role("button", name=say("lobby.start"), exact=True).click()
    players = [PagePlayer(ann, say), PagePlayer(bob, say)]
    done = [False, False]
    pictures = [player.panel.locator(".shot img") for player in players]
    for shown in pictures:
        await expect(shown).to_be_visible()
    assert await pictures[0].get_attribute("src") != await pictures[1].get_attribute("src")
    for _ in range(600):
        for n, player in enumerate(players):
            done[n] = done[n] or await player.try_to_act()
        if all(done):
            break
    assert all(done), [p.log[-10:] for p in players]


@pytest.mark.long
async def test_four_people_play_side_by_side(bot_windows):
    """Four people play at one table in the four panes of one window, each with their own panel."""
    page = await bot_windows.open("ann", width=1600, height=900)
    await page.goto(bot_windows.loopback.page + "four")
    panes = [page.locator(".pane iframe").nth(n).content_frame for n in range(4)]
    say = Catalogue.load().texts_for("en-US").say
    await panes[0].locator(FIELD).fill("/tractor new computers:0")
    await panes[0].locator(FIELD).press("Escape")
    await panes[0].locator(FIELD).press("Enter")
    sides = ("lobby.join_against", ["Ann"]), ("lobby.join_with", ["Ann"]), ("lobby.join_with", ["Bob"])
    for pane, (key, names) in zip(panes[1:], sides, strict=True):
        await pane.get_by_role("button", name=say(key, names=names)).last.click()
        await expect(pane.locator(".busy")).to_have_count(0)
    await panes[0].get_by_role("button", name=say("lobby.start"), exact=True).last.click()
    hands = [pane.locator(".message.ephemeral .shot img").last for pane in panes]
    for hand in hands:
        await expect(hand).to_be_visible()
    await picture_of(page, "four-table")
    assert len({await hand.get_attribute("src") for hand in hands}) == len(panes)
    for pane in panes:
        assert await pane.locator("html").evaluate("root => root.scrollWidth <= innerWidth")
