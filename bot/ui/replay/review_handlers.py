"""Opens reviews of finished deals and shows their progress."""

from bot.ids import TableId
from bot.play.finished_deals.history import FinishedDeal
from bot.ui.core.interactions.context import Context
from bot.ui.core.interactions.control_press import ControlPress
from bot.ui.core.interactions.progress import show_job
from bot.ui.core.interactions.responses import Response
from bot.ui.core.interactions.review_control import ReviewControl
from bot.ui.core.messages.message import Message
from bot.ui.core.tables.find_table import find_table_by_id
from bot.ui.replay.handlers import get_deal_by_number, load_history
from bot.ui.replay.review_view import progress_view, review_view


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

    async def show() -> Message:
        if job.review is None:
            return progress_view(table, deal, job, ctx.texts)
        return await review_view(ctx.services, table, deal, job.review, ctx.texts)

    return await show_job(job, show)
