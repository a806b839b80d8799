"""The page shows messages with embeds, files, spoilers and links. It lists pins, threads and channels."""

import io
from datetime import UTC, datetime

import discord
import pytest
from browser_windows import picture_of
from fruit_bot import png
from PIL import Image
from playwright.async_api import expect

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.long]


def shot(name, **more):
    return discord.File(io.BytesIO(png(40, 30)), name, **more)


def moving():
    """Return an animated WebP of two frames."""
    made = io.BytesIO()
    frames = [Image.new("RGB", (60, 40), colour) for colour in ("navy", "gold")]
    frames[0].save(made, "WEBP", save_all=True, append_images=frames[1:], duration=200, loop=0)
    return discord.File(io.BytesIO(made.getvalue()), "deal.webp", description="A trick in motion")


@pytest.fixture
def general(bot):
    return bot.guilds[0].text_channels[1]


async def opened(windows, channel, who="ann", **more):
    page = await windows.open(who, **more)
    await page.locator("#sidebar").get_by_role("link", name=channel.name, exact=True).click()
    await expect(page.locator(".top h1")).to_have_text(channel.name)
    # the page focuses the input line when it has loaded the channel
    await expect(page.locator("#composer-input")).to_be_focused()
    return page


async def test_embed_shows_its_pictures(general, windows):
    embed = discord.Embed(title="Deal **3**", url="https://example.org/3", description="`80` points", colour=0x2E8B57)
    embed.set_author(name="The club", icon_url="attachment://face.png").set_image(url="attachment://table.png")
    embed.set_thumbnail(url="attachment://face.png").set_footer(text="Match 7").add_field(name="Ann", value="120")
    embed.timestamp = datetime(2026, 11, 21, 7, 0, tzinfo=UTC)
    sent = await general.send("Results", embed=embed, files=[shot("face.png"), shot("table.png")])
    assert sent.attachments == []
    assert (sent.embeds[0].image.width, sent.embeds[0].image.height) == (40, 30)
    page = await opened(windows, general)
    there = page.locator(".message", has_text="Results").last
    await expect(there.get_by_role("link", name="Deal 3")).to_have_attribute("href", "https://example.org/3")
    await expect(there.locator(".embed .author")).to_have_text("The club")
    await expect(there.locator(".embed footer")).to_contain_text("Match 7 · ")
    await expect(there.locator(".embed img")).to_have_count(3)
    for n in range(3):
        await expect(there.locator(".embed img").nth(n)).to_have_js_property("naturalWidth", 40)
    await expect(there.locator(".attachments")).to_have_count(0)
    await picture_of(page, "embed")


async def test_file_downloads_unchanged(general, windows):
    record = b'{"deal": 7}' * 300
    await general.send("Record", file=discord.File(io.BytesIO(record), "match-7.json"))
    page = await opened(windows, general)
    there = page.locator(".file", has_text="match-7.json").last
    await expect(there.locator("small")).to_have_text("3.2 kB")
    async with page.expect_download() as started:
        await there.get_by_role("link", name="Download: match-7.json").click()
    download = await started.value
    assert download.suggested_filename == "match-7.json"
    assert (await download.path()).read_bytes() == record


async def test_spoiler_opens_and_animated_picture_loads(general, windows):
    items = [
        discord.MediaGalleryItem("attachment://secret.png", description="The kitty", spoiler=True),
        discord.MediaGalleryItem("attachment://deal.webp", description="A trick in motion"),
    ]
    view = discord.ui.LayoutView()
    view.add_item(discord.ui.MediaGallery(*items)).add_item(discord.ui.File("attachment://notes.txt"))
    await general.send(view=view, files=[shot("secret.png"), moving(), discord.File(io.BytesIO(b"x"), "notes.txt")])
    page = await opened(windows, general)
    there = page.locator(".message").last
    secret = there.get_by_role("button", name="Show the spoiler")
    await secret.click()
    await expect(there.locator(".veiled")).to_have_count(0)
    await expect(page.locator("dialog")).to_have_count(0)
    await there.get_by_role("button", name="The kitty").click()
    await expect(page.locator("dialog.zoom img")).to_have_attribute("alt", "The kitty")
    await page.keyboard.press("Escape")
    await expect(there.get_by_alt_text("A trick in motion")).to_have_js_property("naturalWidth", 60)
    await expect(there.locator(".file")).to_contain_text("1 byte")


async def test_pins_are_announced_and_listed(bot, general, windows, loopback):
    await loopback.remote.arrange("bot_permissions", permissions=discord.Permissions(pin_messages=True).value)
    old = await general.send("the rules of the house")
    page = await opened(windows, general)
    await old.pin()
    await expect(page.locator(".system").last).to_have_text("Tractor pinned a message.")
    for n in range(70):
        await general.send(f"line {n}")
    await page.reload()
    await expect(page.locator(".message", has_text="line 69")).to_be_visible()
    await expect(page.locator(".message", has_text="the rules of the house")).to_have_count(0)
    await page.get_by_role("button", name="Pinned messages").click()
    await expect(page.locator(".pop")).to_contain_text("the rules of the house")


async def test_thread_shows_starter_and_archived_threads_are_listed(bot, general, windows):
    start = await general.send("Who plays tonight?")
    thread = await start.create_thread(name="tonight")
    await thread.send("I do")
    resting = await general.create_thread(name="last week", type=discord.ChannelType.public_thread)
    await resting.edit(archived=True)
    page = await opened(windows, general)
    await expect(page.locator(".threads .channel", has_text="last week")).to_have_count(0)
    await page.get_by_role("button", name="Threads", exact=True).click()
    listed = page.get_by_role("dialog", name="Threads").locator(".option")
    await expect(listed).to_have_text(["tonight1 message", "last week0 messages · archived"])
    await picture_of(page, "threads")
    await page.keyboard.press("Enter")
    await expect(page.locator(".top h1")).to_have_text("tonight")
    await expect(page.locator(".starter")).to_contain_text("Who plays tonight?")
    await start.edit(content="Who plays tomorrow?")
    await expect(page.locator(".starter")).to_contain_text("Who plays tomorrow?")


async def test_link_button_stays_within_page(bot, general, windows):
    tractor = bot.guilds[0].text_channels[0]
    view = discord.ui.View()
    view.add_item(discord.ui.Button(label="To the table", url=tractor.jump_url))
    await general.send("Over there", view=view)
    page = await opened(windows, general)
    await page.get_by_role("link", name="To the table").click()
    await expect(page.locator(".top h1")).to_have_text("tractor")
    assert len(page.context.pages) == 1


async def test_focus_survives_new_messages(bot, general, windows):
    page = await opened(windows, general)
    for wanted in (page.locator(".chip", has_text="Bob"), page.locator("#sidebar .channel", has_text="tractor")):
        await wanted.focus()
        await bot.guilds[0].text_channels[0].send("news elsewhere")
        await expect(page.locator("#sidebar .channel.unread", has_text="tractor")).to_be_visible()
        last = await general.send("news here")
        await expect(page.locator(f".message[data-id='{last.id}']")).to_be_visible()
        await expect(wanted).to_be_focused()


async def test_language_is_chosen_in_sidebar(windows, loopback):
    page = await windows.open("bob")
    await page.get_by_role("button", name="Your language").click()
    await page.get_by_role("menuitem", name="繁體中文").click()
    await expect(page.locator("#sidebar h2").first).to_have_text("頻道")
    await page.reload()
    await expect(page.locator("#sidebar h2").first).to_have_text("頻道")
    await page.get_by_role("button", name="你的語言").click()
    await page.get_by_role("menuitem", name="English").click()
    await expect(page.locator("#sidebar h2").first).to_have_text("Channels")


async def test_removed_person_sees_no_channel(windows, loopback):
    page = await windows.open("guest")
    await expect(page.locator("#sidebar .channel", has_text="general")).to_be_visible()
    await loopback.remote.arrange("leave", name="guest")
    await expect(page.locator(".notice")).to_have_text("You cannot see any channels here.")
    await page.get_by_role("link", name="Switch to Ann").click()
    await expect(page.locator("#composer-input")).to_be_visible()
    await expect(page.locator("#sidebar .channel", has_text="general")).to_be_visible()


async def test_hidden_channel_disappears_and_returns(bot, windows, loopback):
    page = await opened(windows, bot.guilds[0].text_channels[1], "bob")
    bits = discord.Permissions(view_channel=True).value
    await loopback.remote.arrange("overwrite", channel="general", user="bob", deny=bits)
    await expect(page.locator(".top h1")).to_have_text("tractor")
    await expect(page.locator("#sidebar .channel", has_text="general")).to_have_count(0)
    await loopback.remote.arrange("overwrite", channel="general", user="bob", allow=bits)
    await expect(page.locator("#sidebar .channel", has_text="general")).to_be_visible()


async def test_private_thread_appears_to_added_member(bot, general, windows, loopback):
    wanted = discord.Permissions(send_messages=True, create_private_threads=True, manage_threads=True)
    await loopback.remote.arrange("bot_permissions", permissions=wanted.value)
    page = await opened(windows, general, "bob")
    thread = await general.create_thread(name="the back room", type=discord.ChannelType.private_thread)
    await thread.send("not for all")
    entry = page.locator(".threads .channel", has_text="the back room")
    await expect(entry).to_have_count(0)
    bob = discord.Object(loopback.person("bob").id)
    await thread.add_user(bob)
    await entry.click()
    await expect(page.locator(".message")).to_contain_text("not for all")
    await thread.remove_user(bob)
    await expect(page.locator(".top h1")).to_have_text("general")
    await expect(entry).to_have_count(0)


async def test_message_actions_work_by_touch(bot, general, windows):
    sent = await general.send("a quotable line")
    page = await windows.open("ann", width=390, height=844)
    await page.get_by_role("button", name="Channels and settings").click()
    await page.locator("#sidebar .channel", has_text="general").click()
    message = page.locator(f".message[data-id='{sent.id}']")
    await message.get_by_role("button", name="Actions").tap()
    await expect(page.get_by_role("menuitem", name="Quote")).to_be_visible()
    await picture_of(page, "menu-phone")


async def test_invalid_timestamp_is_shown_as_text(windows, general):
    await general.send("odd <t:99999999999999:F> and <t:-99999999999999:R>")
    await general.send("after it")
    page = await opened(windows, general)
    await expect(page.get_by_text("odd <t:99999999999999:F> and <t:-99999999999999:R>")).to_be_visible()
    await expect(page.get_by_text("after it")).to_be_visible()


async def test_many_people_leave_room_on_phone(bot, windows, loopback):
    for number in range(8):
        await loopback.remote.arrange("person", name=f"guest{number}", display=f"Guest {number}")
    page = await windows.open("guest7", width=390, height=844)
    await expect(page.locator(".who .chip")).to_have_count(8)
    await expect(page.locator(".chip[aria-current=true]")).to_have_attribute("data-person", "guest7")
    await expect(page.locator(".chip[aria-current=true]")).to_be_in_viewport()
    rights = await page.evaluate(
        "[...document.querySelectorAll('.top, .who')].map(e => e.getBoundingClientRect().right)"
    )
    assert max(rights) <= 390
    assert await page.evaluate("document.documentElement.scrollWidth") <= 390
    name, chips = page.locator(".top h1 .name"), page.locator(".who")
    left, right = await name.bounding_box(), await chips.bounding_box()
    assert left["width"] > 40
    assert left["x"] + left["width"] <= right["x"] + 1
    await picture_of(page, "many-people-phone")
