"""The page of the local Discord does what people expect. The bot in these tests sells fruit."""

import asyncio
import re
import time

import discord
import pytest
from browser_windows import picture_of
from page_stalls import FIELD, open_stall, run
from playwright.async_api import expect

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.long]


# --- the welcome
async def test_welcome_button_runs_quick_command(bot, windows):
    page = await windows.open()
    await expect(page.get_by_role("heading", name="Deal yourself in")).to_be_visible()
    await expect(page.locator(".welcome kbd")).to_have_text("/stall")
    await picture_of(page, "welcome")
    await page.get_by_role("button", name="Open a table with computers").click()
    await expect(page.locator(".message .container h2")).to_have_text("Open")
    await expect(page.locator(".message .cause")).to_have_text("AAnn used /stall")


async def test_welcome_command_fills_input(bot, windows):
    page = await windows.open()
    await page.locator(".welcome kbd").click()
    await expect(page.locator(FIELD)).to_have_value("/stall ")
    await expect(page.locator(FIELD)).to_be_focused()


@pytest.mark.parametrize(("locale", "name"), [("zh-TW", "阿華"), ("zh-CN", "小梅"), ("fr", "Ann")])
async def test_page_opens_in_browser_language(windows, locale, name):
    page = await windows.open(None, locale=locale)
    await expect(page.locator(".chip[aria-current=true] .name")).to_have_text(name)


# --- commands
async def test_command_is_typed_with_keyboard_alone(bot, windows):
    page = await windows.open()
    await page.locator("body").press("/")
    await expect(page.locator(".palette .option")).to_have_count(8)
    # the command of the welcome button comes first
    await expect(page.locator(".palette .option.at")).to_contain_text("/stall")
    await page.keyboard.type("fru")
    await expect(page.locator(".palette .option.at")).to_contain_text("/fruit")
    await page.keyboard.press("Tab")
    await expect(page.locator(".palette .usage .opt.must")).to_have_text("kind")
    await page.keyboard.press("Tab")  # Tab inserts the required option
    await expect(page.locator(FIELD)).to_have_value("/fruit kind:")
    await page.keyboard.type("pl")
    await expect(page.locator(".palette .option")).to_have_text(["Apple", "Plum"])
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await expect(page.locator(FIELD)).to_have_value("/fruit kind:Plum ")
    await page.keyboard.type("size:b")
    await expect(page.locator(".palette .option")).to_have_text(["Big"])
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await expect(page.locator(".message .text").last).to_have_text("1 plum b en-US")


async def test_missing_and_invalid_options_are_named(bot, windows):
    page = await windows.open()
    await run(page, "/fruit count:3")
    await expect(page.get_by_role("alert")).to_have_text("Still needed: kind")
    await run(page, "/fruit kind:fig count:10")
    await expect(page.get_by_role("alert")).to_contain_text("must lie between 1 and 9")
    await expect(page.locator(FIELD)).to_have_value("/fruit kind:fig count:10")


async def test_unknown_command_is_sent_as_message(bot, windows):
    ann, bob = await windows.open("ann"), await windows.open("bob")
    await ann.fill(FIELD, "/nonsense and more")
    await expect(ann.locator(".palette .none")).to_contain_text("an ordinary message")
    await ann.press(FIELD, "Enter")
    await expect(bob.locator(".message .text").last).to_have_text("/nonsense and more")
    await expect(bob.locator(".message .byline .name").last).to_have_text("Ann")
    await expect(ann.locator(FIELD)).to_have_value("")
    await expect(ann.locator(".palette")).to_have_count(0)


async def test_options_take_people_channels_and_roles(bot, windows):
    page = await windows.open()
    page.on("filechooser", lambda _: None)  # the browser needs a moment before it lets a test choose files
    await page.fill(FIELD, "/options who:@B")
    await expect(page.locator(".palette .option")).to_have_text(["B@Bob"])
    await page.keyboard.press("Tab")
    await page.keyboard.type("where:gen")
    await page.keyboard.press("Tab")
    await page.keyboard.type("yes:")
    await expect(page.locator(".palette .option")).to_have_text(["Yes", "No"])
    await page.keyboard.press("Tab")
    await page.keyboard.type("much:1.5 any_one:@M")
    await page.keyboard.press("Tab")
    await page.keyboard.type("role:every")
    await page.keyboard.press("Tab")
    await page.keyboard.type("paper:")
    async with page.expect_file_chooser() as chooser:
        await page.keyboard.press("Tab")
    await (await chooser.value).set_files({"name": "list.txt", "mimeType": "text/plain", "buffer": b"apples"})
    await expect(page.locator(FIELD)).to_have_value(re.compile("list.txt $"))
    await page.keyboard.press("Enter")
    await expect(page.locator(".message .text").last).to_have_text("Bob general @everyone mei True 1.5 list.txt 6")


async def test_commands_and_page_use_own_language(bot, windows):
    page = await windows.open("mei", width=390, height=844)
    await expect(page.locator("html")).to_have_attribute("lang", "zh-CN")
    await expect(page.get_by_role("button", name="和电脑开一桌")).to_be_visible()
    await page.get_by_role("button", name="显示命令").click()
    option = page.locator(".palette .option", has_text="/水果")
    await expect(option).to_contain_text("买什么")
    await option.click()
    await page.locator(".palette .option", has_text="kind").click()
    await page.keyboard.type("fig")
    await page.press(FIELD, "Enter")
    await expect(page.locator(".message .text").last).to_have_text("1 fig s zh-CN")
    await expect(page.locator(".message .cause").last).to_have_text("小小梅 使用了 /水果")


# --- messages, ephemeral messages, several people
async def test_ephemeral_is_marked_and_private(bot, windows):
    ann, bob = await windows.open("ann"), await windows.open("bob")
    await run(ann, "/basket show")
    ephemeral = ann.locator(".message.ephemeral")
    await expect(ephemeral).to_contain_text("Only you can see this")
    await expect(ephemeral.get_by_role("img", name="An apple")).to_be_visible()
    await run(bob, "/fruit kind:fig")
    await expect(bob.locator(".message")).to_have_count(1)
    await expect(ann.locator(".message")).to_have_count(2)
    await ephemeral.get_by_role("button", name="Dismiss").click()
    await expect(ann.locator(".message")).to_have_count(1)


async def test_reload_loses_ephemeral_messages(bot, windows):
    page = await windows.open("ann")
    await run(page, "/basket show")
    await expect(page.locator(".message.ephemeral .select")).to_be_visible()
    await run(page, "/fruit kind:fig")
    await expect(page.locator(".message")).to_have_count(2)
    await page.reload()
    await expect(page.locator(".message")).to_have_count(1)
    await expect(page.locator(".message .text")).to_have_text("1 fig s en-US")
    await run(page, "/basket show")
    await page.locator(".message.ephemeral").get_by_role("button", name="Buy").click()
    await expect(page.locator(".message.ephemeral h2")).to_have_text("Sold")


async def test_language_change_keeps_ephemeral_messages(bot, windows):
    page = await windows.open("ann")
    await run(page, "/basket show")
    await expect(page.locator(".message.ephemeral .select")).to_be_visible()
    await page.get_by_role("button", name="Your language").click()
    await page.get_by_role("menuitem", name="简体中文").click()  # the page loads everything again
    await expect(page.locator("html")).to_have_attribute("lang", "zh-CN")
    await expect(page.locator(".message.ephemeral .select")).to_be_visible()
    await page.get_by_role("button", name="你的语言").click()
    await page.get_by_role("menuitem", name="English").click()
    await expect(page.locator("html")).to_have_attribute("lang", "en-US")


async def test_two_windows_see_presses_at_once(bot, windows):
    ann, bob = await windows.open("ann"), await windows.open("bob")
    mine = await open_stall(ann)
    theirs = bob.locator(".message", has_text="Open")
    await theirs.get_by_role("button", name="Buy").click()
    for page in (ann, bob):
        await expect(page.locator(".message h2")).to_have_text("Sold")
    await mine.page.fill(FIELD, "hello **all**")
    await mine.page.press(FIELD, "Enter")
    await expect(bob.locator(".message .text strong")).to_have_text("all")


async def test_one_click_switches_person(bot, windows):
    page = await windows.open("ann")
    await run(page, "/basket show")
    await expect(page.locator(".message.ephemeral")).to_have_count(1)
    await page.get_by_role("link", name="Switch to Bob").click()
    await expect(page.locator(".chip[aria-current=true] .name")).to_have_text("Bob")
    await expect(page.locator(".message")).to_have_count(0)
    assert "as=bob" in page.url
    await page.reload()
    await expect(page.locator(".chip[aria-current=true] .name")).to_have_text("Bob")
    await page.get_by_role("link", name="Switch to Ann").click()
    await run(page, "/basket show")
    await page.get_by_role("link", name="Switch to Bob").click()
    await expect(page.locator(".message")).to_have_count(0)
    await page.get_by_role("link", name="Switch to Ann").click()
    await expect(page.locator(".message.ephemeral")).to_have_count(1)
    async with page.context.expect_page() as opened:
        await page.get_by_role("link", name="Open another window as 小梅").click()
    other = await opened.value
    await expect(other.locator("html")).to_have_attribute("lang", "zh-CN")
    await expect(page.locator(".chip[aria-current=true] .name")).to_have_text("Ann")


async def test_reload_keeps_public_message(bot, windows):
    page = await windows.open()
    await open_stall(page)
    before = await page.locator("#log").inner_text()
    await page.reload()
    await expect(page.locator(".message .select")).to_be_visible()
    assert await page.locator("#log").inner_text() == before
    await page.get_by_role("button", name="Buy").click()
    await expect(page.locator(".message h2")).to_have_text("Sold")


async def test_user_text_is_never_markup(bot, windows):
    page = await windows.open()
    evil = "<img src=x onerror=alert(1)><script>document.title='owned'</script> [x](javascript:alert(1)) `<b>`"
    await page.fill(FIELD, evil)
    await page.press(FIELD, "Enter")
    await bot.guilds[0].text_channels[0].send(embed=discord.Embed(title="<b>t</b>", description="<i>d</i>"))
    await expect(page.locator(".message > .main > .text")).to_contain_text("<img src=x onerror=alert(1)>")
    await expect(page.locator(".embed .title")).to_have_text("<b>t</b>")
    assert await page.locator("#log script, #log img[src=x], #log a[href^=javascript]").count() == 0
    assert "owned" not in await page.title()


async def test_messages_during_loading_are_shown(bot, windows):
    """The page loads the channel, and a message is sent meanwhile. The loaded list is older but arrives later."""
    page = await windows.open()
    general = bot.guilds[0].text_channels[1]
    said = []

    async def slow(route):
        answer = await route.fetch()
        said.append(await general.send("in between"))
        gone = await general.send("gone again")
        await said[0].edit(content="in between, changed")
        await gone.delete()
        await asyncio.sleep(0.3)  # events overtake the delayed answer
        await route.fulfill(response=answer)

    await page.route(f"**/channels/{general.id}/messages*", slow)
    await page.get_by_role("link", name="general").first.click()
    await expect(page.locator(".message", has_text="in between, changed")).to_be_visible()
    await expect(page.locator(".message", has_text="gone again")).to_have_count(0)
    assert len(said) == 1


async def test_page_shows_markdown_mentions_and_relative_times(bot, windows):
    page = await windows.open()
    channel = bot.guilds[0].text_channels[0]
    general = bot.guilds[0].text_channels[1]
    ann = bot.guilds[0].owner_id
    text = f"# Head\n-# small\n> said\n- one\n- two\n```\ncode\n```\n||hidden|| __u__ ~~s~~ *i*\n<@{ann}> <#{general.id}> </fruit:1> <t:{int(time.time()) + 90}:R> <t:0:D>"
    sent = await channel.send(text)
    message = page.locator(f"[data-id='{sent.id}']")
    for selector, shown in {
        "h1": "Head",
        ".sub": "small",
        "blockquote": "said",
        "pre code": "code",
        "u": "u",
        "s": "s",
        "em": "i",
    }.items():
        await expect(message.locator(selector)).to_have_text(shown)
    await expect(message.locator("li")).to_have_text(["one", "two"])
    await expect(message.locator(".mention")).to_have_text(["@Ann", "#general", "/fruit"])
    await expect(message.locator("time[data-style=D]")).to_have_text("January 1, 1970")
    ticking = message.locator("time[data-style=R]")
    await expect(ticking).to_contain_text("in 1 minute")
    await page.evaluate("Date.now = (real => () => real() + 60000)(Date.now)")
    await expect(ticking).to_contain_text("seconds")
    await message.get_by_role("button", name="Show the spoiler").click()
    await expect(message.locator(".spoiler")).to_have_text("hidden")
    await message.locator("a.mention", has_text="general").click()
    await expect(page.locator(".top h1")).to_have_text("general")


async def test_message_link_scrolls_to_message(bot, windows):
    page = await windows.open()
    channel, general = bot.guilds[0].text_channels[:2]
    there = await general.send("the place")
    await channel.send(f"It goes on here: {there.jump_url}")
    await page.locator(".message a.mention", has_text="#general").click()
    await expect(page.locator(".message.sought")).to_contain_text("the place")


# --- channels and threads
async def test_thread_shows_unread_pings_until_opened(bot, windows):
    page = await windows.open("ann")
    await run(page, "/thread name:plums")
    entry = page.locator(".threads .channel", has_text="plums")
    await expect(entry).to_be_visible()
    await expect(page.locator(".thread-link")).to_contain_text("plums")
    thread = bot.guilds[0].threads[0]
    await thread.send(f"<@{bot.guilds[0].owner_id}> your turn")
    await expect(entry.locator(".count")).to_have_text("1")
    await expect(page).to_have_title("(1) tractor · Ann")
    await page.reload()  # after the reload, the page still knows which messages are unread
    await expect(entry.locator(".count")).to_have_text("1")
    await expect(page).to_have_title("(1) tractor · Ann")
    await entry.click()
    await expect(page.locator(".message.pinged")).to_contain_text("your turn")
    await expect(page).to_have_title("plums · Ann")
    await page.go_back()
    await expect(page.locator(".top h1")).to_have_text("tractor")
    await expect(entry.locator(".count")).to_have_count(0)


UNFOCUSED = "document.hasFocus = () => false"
FOCUSED = "document.hasFocus = () => true; window.dispatchEvent(new Event('focus'))"


async def test_ping_in_open_channel_waits_for_focus(bot, windows):
    page = await windows.open("ann", width=390, height=844)
    channel = bot.guilds[0].text_channels[0]
    await page.evaluate(UNFOCUSED)
    await channel.send(f"<@{bot.guilds[0].owner_id}> your turn")
    await channel.send(f"<@{bot.guilds[0].owner_id}> hurry up")
    await expect(page).to_have_title("(2) tractor · Ann")
    await expect(page.locator(".menu-button .count")).to_have_text("2")
    await page.evaluate(FOCUSED)
    await expect(page).to_have_title("tractor · Ann")
    await expect(page.locator(".menu-button .count")).to_have_count(0)


async def test_reading_clears_pings_of_other_windows(bot, windows, loopback):
    ann, second, bob = await windows.open("ann"), await windows.open("ann"), await windows.open("bob")
    for page in (ann, second):
        await page.evaluate(UNFOCUSED)
    await bot.guilds[0].text_channels[0].send(f"<@{bot.guilds[0].owner_id}> your turn")
    for page in (ann, second):
        await expect(page).to_have_title("(1) tractor · Ann")
    await expect(bob.locator("[data-person=ann] .bell")).to_be_visible()
    await expect(bob).to_have_title("tractor · Bob")
    await ann.evaluate(FOCUSED)
    await expect(second).to_have_title("tractor · Ann")
    await expect(bob.locator("[data-person=ann] .bell")).to_have_count(0)


async def test_ping_marks_other_person(bot, windows, loopback):
    page = await windows.open("ann")
    await bot.guilds[0].text_channels[0].send(f"<@{loopback.person('bob').id}> your turn")
    await expect(page.locator("[data-person=bob] .bell")).to_be_visible()
    await page.reload()
    await expect(page.locator("[data-person=bob] .bell")).to_be_visible()
    await page.locator("[data-person=bob]").click()
    await expect(page.locator(".message.pinged")).to_be_visible()


async def test_log_follows_newest_message_unless_scrolled_back(bot, windows):
    page = await windows.open()
    channel = bot.guilds[0].text_channels[0]
    for n in range(70):
        await channel.send(f"line {n}")
    await expect(page.locator(".message").last).to_contain_text("line 69")
    assert await page.evaluate("log.scrollHeight - log.scrollTop - log.clientHeight < 3")
    await page.reload()
    await expect(page.locator(".message")).to_have_count(60)
    await page.locator("#log").hover()
    await page.mouse.wheel(0, -3000)
    await expect(page.locator(".message")).to_have_count(70)  # scrolling up loads older messages
    await channel.send("news")
    await expect(page.locator("#to-newest")).to_be_visible()
    await page.locator("#to-newest").click()
    await expect(page.locator(".message").last).to_be_in_viewport()
    await page.locator("#log").hover()
    await page.mouse.wheel(0, -3000)
    await expect(page.locator(".message").last).not_to_be_in_viewport()
    await page.fill("#composer-input", "/stall")
    await page.keyboard.press("Escape")
    await page.press("#composer-input", "Enter")
    await expect(page.locator(".message").last).to_contain_text("used /stall")
    # the page scrolls to the answer to the person's own command
    await expect(page.locator(".message").last).to_be_in_viewport()
