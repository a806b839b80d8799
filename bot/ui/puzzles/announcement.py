"""Announces a day's puzzle in the channel that a server's managers chose, without the position."""

from typing import Final

import discord
import structlog

from bot.ids import ChannelId, GuildId
from bot.puzzles.days import Day, Period, to_date
from bot.puzzles.model import DayTotals
from bot.text.catalogue import Texts
from bot.ui.core.messages.labelled import labelled_button
from bot.ui.core.messages.message import ButtonStyle, Message, Text, button_rows
from bot.ui.core.services import Services
from bot.ui.discord_io.guild_language import get_guild_texts
from bot.ui.discord_io.messages import Messenger, SendFailed, SendFault
from bot.ui.puzzles.control_ids import OpenPuzzle, ShowPuzzleBoard

log: Final = structlog.get_logger()

NONCE_FORMAT: Final = "{channel}-{day:03}"
"""A nonce has at most 25 characters, of which the channel may take 20."""
_DAYS_TOLD_APART: Final = 1000


async def announce_puzzle(services: Services, client: discord.Client, guild: GuildId, channel: ChannelId) -> None:
    """Announce today's puzzle once, as soon as it is ready; if Discord refuses, it is not announced."""
    puzzles, today = services.puzzles, services.puzzles.today
    if not await puzzles.is_prepared(guild, today) or await puzzles.store.is_announced(guild, today):
        return
    before = await puzzles.store.count_answers(guild, Day(today - 1))
    message = announcement_view(today, before, get_guild_texts(services, client, guild))
    messenger = Messenger(client, v1=services.config.v1, emoji=services.emoji)
    nonce = NONCE_FORMAT.format(channel=channel, day=today % _DAYS_TOLD_APART)
    try:
        await messenger.send(channel, message, number=nonce)
    except SendFailed as unsent:
        log.info("a puzzle was not announced", guild=guild, fault=unsent.fault.value, code=unsent.code)
        if unsent.fault is SendFault.TEMPORARY:
            return
    await puzzles.store.mark_announced(guild, today)


def announcement_view(day: Day, before: DayTotals, texts: Texts) -> Message:
    """Return the announcement; `before` are the answers of the day before."""
    heading = texts.say("puzzle.heading", date=texts.format_long_date(to_date(day)))
    lines = [f"### {heading}", texts.say("puzzle.announced")]
    if before.answered:
        lines.append(f"-# {texts.say('puzzle.yesterday', count=before.answered, right=before.right)}")
    buttons = (
        labelled_button(OpenPuzzle(), texts, "puzzle.open", ButtonStyle.SUCCESS),
        labelled_button(ShowPuzzleBoard(Period.WEEK), texts, "puzzle.board"),
    )
    return Message((Text("\n".join(lines)), *button_rows(buttons)))
