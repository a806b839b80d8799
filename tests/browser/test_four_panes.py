"""One window shows four panes, in which four people play side by side."""

import pytest
from browser_windows import picture_of
from page_stalls import FIELD
from playwright.async_api import expect

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.long]


async def panes_of(page):
    """Return the four clients after each has loaded."""
    frames = page.locator(".pane iframe")
    await expect(frames).to_have_count(4)
    panes = [frames.nth(n).content_frame for n in range(4)]
    for pane in panes:
        await expect(pane.locator(FIELD)).to_be_visible()
    return panes


async def open_four(windows, width=1280, height=800):
    page = await windows.open("ann", width=width, height=height)
    await page.goto(windows.loopback.page + "four")
    return page, await panes_of(page)


def name_in(pane):
    return pane.locator(".chip[aria-current=true]")


async def test_each_pane_belongs_to_a_different_person(bot, windows):
    page, panes = await open_four(windows)
    for pane, name in zip(panes, ("ann", "bob", "mei", "hua"), strict=True):
        await expect(name_in(pane)).to_have_attribute("data-person", name)
    heads = page.locator(".pane-name")
    await expect(heads).to_have_text(["Ann", "Bob", "小梅", "阿華"])
    for head in await heads.all():
        assert await head.evaluate("head => head.scrollWidth <= head.clientWidth"), "no name is cut"
    await panes[0].locator(FIELD).fill("/basket show")
    await panes[0].locator(FIELD).press("Escape")
    await panes[0].locator(FIELD).press("Enter")
    await expect(panes[0].locator(".message.ephemeral .select")).to_be_visible()
    await panes[1].locator(FIELD).fill("hello")
    await panes[1].locator(FIELD).press("Enter")
    for pane in panes:
        await expect(pane.locator(".message .text").last).to_have_text("hello")
    for pane in panes[1:]:
        await expect(pane.locator(".message.ephemeral")).to_have_count(0)
    await picture_of(page, "four")


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1600, 900), (1024, 900)])
async def test_panes_fit_their_window(bot, windows, width, height):
    page, panes = await open_four(windows, width, height)
    await bot.guilds[0].text_channels[0].send("A long line of words that has to be broken in a narrow pane. " * 3)
    for pane in panes:
        await expect(pane.locator(".message").last).to_be_in_viewport()
        assert await pane.locator("html").evaluate("root => root.scrollWidth <= innerWidth")
        await expect(pane.locator(FIELD)).to_be_in_viewport(ratio=1)
    assert await page.evaluate("document.documentElement.scrollWidth") <= width
    await picture_of(page, f"four-{width}")


async def test_ping_marks_pane_until_it_is_used(bot, windows, loopback):
    page, panes = await open_four(windows)
    await panes[0].locator(FIELD).click()
    bob = loopback.person("bob").id
    await bot.guilds[0].text_channels[0].send(f"<@{bob}> your turn")
    await expect(page.locator(".pane.pinged iframe")).to_have_attribute("title", "bob")
    await expect(page).to_have_title("(1) Tractor")
    await panes[1].locator(FIELD).click()
    await expect(page.locator(".pane.pinged")).to_have_count(0)
    await expect(page).to_have_title("Tractor")


async def test_reload_keeps_people_of_panes(bot, windows, loopback):
    loopback.person("dan")
    page, panes = await open_four(windows)
    await panes[3].locator("[data-person=dan]").click()
    await expect(name_in(panes[3])).to_have_attribute("data-person", "dan")
    await expect(page).to_have_url(windows.loopback.page + "four?as=ann,bob,mei,dan")
    await page.reload()
    panes = await panes_of(page)
    for pane, name in zip(panes, ("ann", "bob", "mei", "dan"), strict=True):
        await expect(name_in(pane)).to_have_attribute("data-person", name)


async def test_link_leads_to_four_panes(bot, windows):
    page = await windows.open("mei")
    async with page.context.expect_page() as opened:
        await page.get_by_role("link", name="四个人并排看").click()
    panes = await panes_of(await opened.value)
    await expect(name_in(panes[0])).to_have_attribute("data-person", "mei")
