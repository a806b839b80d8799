"""Live checks that post, edit or delete messages like those of the bot, some of them as large as Discord allows."""

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any, Final

import discord

from bot.check.live.session import CheckFailed, LiveCheck, LiveSession
from bot.render.events.event_standings_scene import MAX_LINES
from bot.render.values.event_pictures import EventLine, EventStandingsPicture
from bot.render.values.game_pictures import TablePicture
from bot.ui.core.messages import discord_limits as limits
from bot.ui.core.messages.emoji_book import ApplicationEmoji, EmojiBook
from bot.ui.core.messages.message import Button, Buttons, File, Message, Picture, Select, SelectOption, Text
from bot.ui.discord_io.components import to_discord
from engine.deal.game import spectator_view, start
from engine.model.rules import Rules

COLOUR: Final = 0x2E7D32
CHINESE: Final = chr(0x62D6)
"""A Chinese character, which takes `CHINESE_BYTES` in UTF-8."""
CHINESE_BYTES: Final = 3
ATTACH_CURE: Final = "give the bot Attach Files in this channel; without it tables are shown as text"
EDIT_CURE: Final = "restart the bot, which then takes the classic form if that can be edited, else it posts again"
CLASSIC_CURE: Final = "nothing, if the picture edit works, but report it with this line"
LIMIT_CURE: Final = "report it with this line: Discord's limit is not the one of bot/ui/core/messages/discord_limits.py"
EMOJI_CURE: Final = "let the bot run until it has uploaded its emoji, and check again"


async def _picture_message(live: LiveSession, lines: int, alt_text: str = "Check") -> Message:
    """Return a message with a picture of an event's standings. The picture's height grows with `lines`."""
    shown = tuple(EventLine(n, f"Player {n}", (str(n),)) for n in range(1, lines + 1))
    picture = EventStandingsPicture("Check", "This message will be deleted", "Player", ("Points",), shown)
    png = await live.renderer.render(picture)
    return Message((Text("Check"), Picture(png.png, alt_text)), COLOUR)


def find_pictures(message: discord.Message) -> list[str]:
    """Return the addresses of a message's pictures, whether attached or shown in galleries."""
    return [one.url for one in message.attachments] + list(_find_in_galleries(message.components))


def _find_in_galleries(components: Iterable[Any]) -> Iterator[str]:
    for one in components:
        yield from (item.media.url for item in getattr(one, "items", ()))
        yield from _find_in_galleries(getattr(one, "children", ()))


def require_new_pictures(before: discord.Message, after: discord.Message) -> None:
    """Raise CheckFailed unless an edited message shows other pictures than before."""
    found = find_pictures(after)
    if not found or found == find_pictures(before):
        raise CheckFailed("Discord accepted the picture, but does not show it")


async def check_picture_edit(live: LiveSession, *, v1: bool = False) -> str:
    """Replace the picture of a message. The message uses Components V2 or, with `v1`, the classic form.

    An open bug report says that Discord refuses this for Components V2.
    """
    async with live.post(await _picture_message(live, 2), v1=v1) as sent:
        message = to_discord(await _picture_message(live, 3), v1=v1)
        require_new_pictures(sent, await sent.edit(**message.edit_arguments()))
    return "edited with a new picture"


async def check_picture(live: LiveSession) -> str:
    """Post a picture in a message of Components V2."""
    async with live.post(await _picture_message(live, 2)) as sent:
        if not find_pictures(sent):
            raise CheckFailed("Discord accepted the picture, but does not show it")
    return "a message of Components V2 has its picture"


async def check_deletion(live: LiveSession) -> str:
    """Delete a message, and see that it is gone."""
    async with live.post(Message((Text("Check"),))) as sent:
        await sent.delete()
        try:
            await sent.delete()
        except discord.NotFound:
            return "deleted"
        raise CheckFailed("a deleted message can be deleted again")


async def check_components(live: LiveSession) -> str:
    """Post as many components as a message may have."""
    rows = (Buttons(tuple(_button(row, n) for n in range(limits.MAX_BUTTONS_PER_ROW))) for row in range(6))
    async with live.post(Message((*map(Text, "ABC"), *rows), COLOUR)):
        return "40 are accepted"


def _button(row: int, n: int) -> Button:
    return Button(f"check:{row}:{n}", f"{row}-{n}", disabled=True)


async def check_long_text(live: LiveSession) -> str:
    """Post a text with the most characters and bytes that the bot sends, three quarters of it Chinese."""
    # each character takes one byte, and these additional bytes are left for Chinese characters
    extra = limits.MAX_TEXT_BYTES - limits.TEXT_OVERHEAD_BYTES - limits.MAX_CHARACTERS
    chinese = extra // (CHINESE_BYTES - 1)
    text = CHINESE * chinese + "x" * (limits.MAX_CHARACTERS - chinese)
    async with live.post(Message((Text(text),))):
        return f"{len(text)} characters in {len(text.encode())} bytes are accepted"


async def check_options(live: LiveSession) -> str:
    """Post a select with the most options that Discord allows, each as long as possible and with an emoji."""
    if not (known := await live.client.fetch_application_emojis()):
        raise CheckFailed("the application has no emoji", EMOJI_CURE)
    book = EmojiBook({known[0].name: ApplicationEmoji(known[0].name, known[0].id)})
    longest = CHINESE * limits.MAX_OPTION_LENGTH
    values = [f"{n:0{limits.MAX_OPTION_LENGTH}}" for n in range(limits.MAX_OPTIONS)]
    options = tuple(SelectOption(value, longest, longest, emoji=known[0].name) for value in values)
    async with live.post(Message((Select("check:list", "Check", options, most=limits.MAX_OPTIONS),)), emoji=book):
        return f"{limits.MAX_OPTIONS} with emoji are accepted"


async def check_alt_text(live: LiveSession) -> str:
    """Post a picture with the longest alternative text."""
    async with live.post(await _picture_message(live, 2, CHINESE * limits.MAX_ALT_TEXT_LENGTH)):
        return f"{limits.MAX_ALT_TEXT_LENGTH} Chinese characters are accepted"


async def check_file(live: LiveSession) -> str:
    """Post a file to download."""
    async with live.post(Message((Text("Check"), File(b"name,points\n", "check.csv")))):
        return "accepted"


async def check_animation(live: LiveSession) -> str:
    """Post an animated picture."""
    view = spectator_view(start(Rules()))
    frames = [TablePicture(view, tuple(f"{frame}-{n}" for n in range(4))) for frame in range(2)]
    drawn = await live.renderer.render_animation(frames)
    async with live.post(Message((Text("Check"), Picture(drawn.gif, "Check", "check.gif")))):
        return f"a GIF of {len(drawn.gif) // 1024} KiB is accepted"


async def check_tall_picture(live: LiveSession) -> str:
    """Post a picture of standings with as many lines as the bot ever shows."""
    async with live.post(await _picture_message(live, MAX_LINES)):
        return f"standings of {MAX_LINES} lines are accepted"


MESSAGE_CHECKS: Final = (
    LiveCheck("picture", check_picture, ATTACH_CURE),
    LiveCheck("picture edit", check_picture_edit, EDIT_CURE),
    LiveCheck("classic edit", partial(check_picture_edit, v1=True), CLASSIC_CURE),
    LiveCheck("deletion", check_deletion, "report it with this line: old table messages would stay"),
    LiveCheck("components", check_components, LIMIT_CURE),
    LiveCheck("long text", check_long_text, LIMIT_CURE),
    LiveCheck("options", check_options, LIMIT_CURE),
    LiveCheck("alt text", check_alt_text, LIMIT_CURE),
    LiveCheck("file", check_file, ATTACH_CURE),
    LiveCheck("animation", check_animation, ATTACH_CURE),
    LiveCheck("tall picture", check_tall_picture, ATTACH_CURE),
)
