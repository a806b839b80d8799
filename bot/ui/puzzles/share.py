"""Posts in one line that a user has answered the puzzle or finished the deal of a day, without spoiling it for others.

The line names no card and no score: the leaderboard of a deal is for those who have finished it.
"""

from collections.abc import Mapping
from typing import Final

from bot.puzzles.days import Day, to_date
from bot.ui.core.formatting import format_users
from bot.ui.core.interactions.context import Context
from bot.ui.core.interactions.control_press import ControlHandler, ControlPress
from bot.ui.core.interactions.responses import EditMessage, Response, Share, notice_message
from bot.ui.core.messages.custom_id_codec import ControlId
from bot.ui.core.messages.labelled import labelled_button
from bot.ui.core.messages.message import Message, Text, button_rows
from bot.ui.discord_io.public_texts import get_public_texts
from bot.ui.puzzles.control_ids import OpenDaily, OpenPuzzle, ShareDaily, SharePuzzle
from bot.ui.puzzles.daily_pages import show_daily
from bot.ui.puzzles.master_view import find_comparison
from bot.ui.puzzles.pages import show_puzzle


async def _share_puzzle(press: ControlPress[SharePuzzle]) -> Response:
    ctx, puzzles = press.ctx, press.ctx.services.puzzles
    guild, _ = ctx.location
    puzzle = await puzzles.find_puzzle(guild, press.id.day)
    if puzzle is None:
        return notice_message(press.texts.say("puzzle.not_kept"))
    answer = await puzzles.store.find_answer(guild, puzzle.day, ctx.user)
    if answer is None:
        return EditMessage(await show_puzzle(ctx, puzzle))
    outcome = "puzzle_right" if answer.judgement.is_right else "puzzle_wrong"
    return await _share(ctx, outcome, press.id.day, (await puzzles.find_streaks(guild, ctx.user)).days, OpenPuzzle())


async def _share_daily(press: ControlPress[ShareDaily]) -> Response:
    ctx, daily = press.ctx, press.ctx.services.daily_deals
    guild, _ = ctx.location
    deal = await daily.find_deal(guild, press.id.day)
    if deal is None:
        return notice_message(press.texts.say("daily.not_kept"))
    play = await daily.find_play(deal, ctx.user)
    if play.score is None:
        return EditMessage(await show_daily(ctx, deal))
    outcome = "daily" if deal.master is None else f"daily_{find_comparison(play.score, deal.master)}"
    return await _share(ctx, outcome, deal.day, await daily.count_days(guild, ctx.user), OpenDaily())


async def _share(ctx: Context, outcome: str, day: Day, days: int, opens: OpenPuzzle | OpenDaily) -> Share:
    """Return the post: who, what, and with which success; its button opens the puzzle or the deal of today."""
    guild, channel = ctx.location
    texts = get_public_texts(ctx.services, ctx.interaction.client, guild, ctx.texts.tag)
    name = await format_users(ctx.services, [ctx.user], texts)
    kind = "puzzle" if isinstance(opens, OpenPuzzle) else "daily"
    heading = texts.say(f"{kind}.heading", date=texts.format_long_date(to_date(day)))
    streak = [texts.say("puzzle.board_streak", count=days)] if days > 1 else []
    line = " · ".join((f"**{heading}**", texts.say(f"share.{outcome}", name=name), *streak))
    button = labelled_button(opens, texts, f"{kind}.today")
    return Share(Message((Text(line), *button_rows((button,)))), channel, f"{kind} {day} {ctx.user}")


HANDLERS: Final[Mapping[type[ControlId], ControlHandler]] = {SharePuzzle: _share_puzzle, ShareDaily: _share_daily}
