"""Makes and announces puzzles for servers that use them. Deletes old puzzles and old deals of the day."""

from typing import Final

import discord
import structlog

from bot.ids import ChannelId, GuildId
from bot.play.clock.repeating_task import RepeatingTask
from bot.play.refusals import TableRefused
from bot.puzzles.days import Day, Period, to_date
from bot.puzzles.puzzle_model import DayTotals
from bot.text.catalogue import Texts
from bot.ui.core.messages.labelled import labelled_button
from bot.ui.core.messages.message import ButtonStyle, Message, Text, button_rows
from bot.ui.core.services import Services
from bot.ui.discord_io.choose_language import get_public_texts
from bot.ui.discord_io.messages import Messenger
from bot.ui.discord_io.send_failures import SendFailed, SendFault
from bot.ui.puzzles.control_ids import OpenPuzzle, ShowPuzzleBoard
from bot.ui.puzzles.pages import find_puzzle_rules

log: Final = structlog.get_logger()

CHECK_INTERVAL: Final = 300.0
"""Seconds between two checks; puzzles are made a day in advance, so that users rarely wait for one."""
NONCE_FORMAT: Final = "{channel}-{day:03}"
"""The nonce of an announcement. Discord allows 25 characters, and the channel's id may have 20 of them."""
_DAYS_TOLD_APART: Final = 1000


def create_puzzle_clock(client: discord.Client, services: Services) -> RepeatingTask:
    """Return the task that runs `check_puzzles` regularly."""
    failure = "puzzles could not be prepared"
    return RepeatingTask("puzzles", services.clock, CHECK_INTERVAL, lambda: check_puzzles(client, services), failure)


async def check_puzzles(client: discord.Client, services: Services) -> None:
    """Start making missing puzzles, announce today's, and delete old ones and old deals of the day."""
    puzzles = services.puzzles
    await puzzles.delete_old()
    await services.daily_deals.delete_old()
    channels = await services.guild_settings.list_puzzle_channels()
    known = sorted({*channels, *await puzzles.list_active_guilds()})
    for guild in (one for one in known if client.get_guild(one) is not None):  # other servers belong to other processes
        if guild in channels:
            await announce_puzzle(services, client, guild, channels[guild])
        for day in (puzzles.today, Day(puzzles.today + 1)):
            await _prepare(services, guild, day)


async def _prepare(services: Services, guild: GuildId, day: Day) -> None:
    if await services.puzzles.is_prepared(guild, day):
        return
    try:
        rules = await find_puzzle_rules(services, guild)
    except TableRefused:  # the house rules are outdated; `/puzzle` explains this
        return
    services.puzzles.maker.begin(guild, day, rules)


async def announce_puzzle(services: Services, client: discord.Client, guild: GuildId, channel: ChannelId) -> None:
    """Announce today's puzzle once it is ready; after a temporary failure, the next check tries again."""
    puzzles, today = services.puzzles, services.puzzles.today
    if not await puzzles.is_prepared(guild, today) or await puzzles.store.is_announced(guild, today):
        return
    before = await puzzles.store.count_answers(guild, Day(today - 1))
    language = services.guild_settings.get_settings(guild).puzzle_language
    message = announcement_view(today, before, get_public_texts(services, client, guild, language))
    messenger = Messenger(client, services)
    nonce = NONCE_FORMAT.format(channel=channel, day=today % _DAYS_TOLD_APART)
    try:
        await messenger.send(channel, message, number=nonce)
    except SendFailed as unsent:
        log.info("a puzzle was not announced", guild=guild, fault=unsent.fault.value, code=unsent.code)
        if unsent.fault is SendFault.TEMPORARY:
            return
    await puzzles.store.mark_announced(guild, today)


def announcement_view(day: Day, before: DayTotals, texts: Texts) -> Message:
    """Return the announcement of a day's puzzle. `before` counts the answers to the puzzle of the day before."""
    heading = texts.say("puzzle.heading", date=texts.format_long_date(to_date(day)))
    lines = [f"### {heading}", texts.say("puzzle.announced")]
    if before.answered:
        lines.append(f"-# {texts.say('puzzle.yesterday', count=before.answered, right=before.right)}")
    buttons = (
        labelled_button(OpenPuzzle(), texts, "puzzle.open", ButtonStyle.SUCCESS),
        labelled_button(ShowPuzzleBoard(Period.WEEK), texts, "puzzle.board"),
    )
    return Message((Text("\n".join(lines)), *button_rows(buttons)))
