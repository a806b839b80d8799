"""Opens reviews of finished deals and shows their progress."""

from bot.play.finished_deals.history import FinishedDeal
from bot.play.tables.table import Table
from bot.ui.core.interactions.context import Context
from bot.ui.core.interactions.control_press import ControlPress
from bot.ui.core.interactions.progress import show_job
from bot.ui.core.interactions.responses import Response
from bot.ui.core.interactions.review_control import ReviewControl
from bot.ui.core.messages.message import Block, Message
from bot.ui.core.tables.find_table import find_table_by_id
from bot.ui.core.tables.next_deal import next_deal_row
from bot.ui.replay.handlers import get_deal_by_number, load_history, wait_for_reader
from bot.ui.replay.review_view import progress_view, review_view


async def handle_review(press: ControlPress[ReviewControl]) -> Response:
    """Show the review of a deal, or its progress."""
    table = await find_table_by_id(press.ctx, press.id.table)
    past = await load_history(press.ctx.services, table)
    await wait_for_reader(press.ctx, table)
    return await open_review(press.ctx, table, get_deal_by_number(past, press.id.deal))


async def open_review(ctx: Context, table: Table, deal: FinishedDeal) -> Response:
    """Return the review of a deal, or its progress.

    Raises:
        TableRefused: the user did not sit there, or has too many reviews under way.
    """
    job = ctx.services.reviews.open(table.id, deal, ctx.user)

    async def show() -> Message:
        if job.review is None:
            return progress_view(table.id, deal, job, ctx.texts)
        review = await review_view(ctx.services, table.id, deal, job.review, ctx.texts)
        return Message((*review.blocks, *_next_deal_row(ctx, table, deal)))

    return await show_job(job, show)


def _next_deal_row(ctx: Context, table: Table, deal: FinishedDeal) -> tuple[Block, ...]:
    """Return the button for the next deal, if the reader of the newest deal still has to ask for it."""
    seen = table.snapshot()
    if seen.spectator_view().deal_number != deal.deal_number or seen.seat_of(ctx.user) not in seen.not_ready:
        return ()
    return next_deal_row(seen, seen.spectator_view(), ctx.texts)
