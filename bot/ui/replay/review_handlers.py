"""Opens reviews of finished deals and shows their progress."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Final

from bot.ids import TableId
from bot.play.finished_deals.history import FinishedDeal
from bot.play.finished_deals.review_book import ReviewJob
from bot.ui.core.interactions.context import Context
from bot.ui.core.interactions.control_press import ControlPress
from bot.ui.core.interactions.responses import NewMessage, Response, ShowProgress
from bot.ui.core.interactions.review_control import ReviewControl
from bot.ui.core.messages.message import Message
from bot.ui.core.tables.find_table import find_table_by_id
from bot.ui.replay.handlers import get_deal_by_number, load_history
from bot.ui.replay.review_view import progress_view, review_view

SHOWN_AT_ONCE: Final = 0.8
"""How many seconds a press waits for a short review, so that no progress flickers."""
UPDATE_PAUSE: Final = 1.5
"""Seconds between two edits of the progress."""
MAX_UPDATE_SECONDS: Final = 13 * 60.0
"""A private message can be edited for fifteen minutes; later the button shows the finished review."""


async def handle_review(press: ControlPress[ReviewControl]) -> Response:
    """Show the review of a deal, or its progress."""
    table = await find_table_by_id(press.ctx, press.id.table)
    past = await load_history(press.ctx.services, table)
    return await open_review(press.ctx, table.id, get_deal_by_number(past, press.id.deal))


async def open_review(ctx: Context, table: TableId, deal: FinishedDeal) -> Response:
    """Return the review of a deal, or its progress.

    Raises:
        TableRefused: the user did not sit there, or has too many reviews under way.
    """
    job = ctx.services.reviews.open(table, deal, ctx.user)
    if not job.is_over:
        with suppress(TimeoutError):
            await asyncio.wait_for(_wait_until_over(job), SHOWN_AT_ONCE)
    if job.review is not None:
        return NewMessage(await review_view(ctx.services, table, deal, job.review, ctx.texts))
    return ShowProgress(progress_view(table, deal, job, ctx.texts), _follow(ctx, table, deal, job))


async def _wait_until_over(job: ReviewJob) -> None:
    while not job.is_over:
        await job.changed.wait()


async def _follow(ctx: Context, table: TableId, deal: FinishedDeal, job: ReviewJob) -> AsyncIterator[Message]:
    """Yield the progress, at most every `UPDATE_PAUSE` seconds, and finally the review."""
    loop = asyncio.get_running_loop()
    until = loop.time() + MAX_UPDATE_SECONDS
    while not job.is_over and loop.time() < until:
        changed, step = job.changed, job.step
        with suppress(TimeoutError):
            await asyncio.wait_for(_wait_until_over(job), UPDATE_PAUSE)
        if job.is_over:
            break
        if job.step == step:
            await changed.wait()
        if not job.is_over:
            yield progress_view(table, deal, job, ctx.texts)
    if job.review is not None:
        yield await review_view(ctx.services, table, deal, job.review, ctx.texts)
    else:
        yield progress_view(table, deal, job, ctx.texts)
