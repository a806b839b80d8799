"""Posts the picture of a memorable deal in its table's channel, for everyone and to keep."""

from bot.play.refusals import TableRefusal, TableRefused
from bot.play.values.table_info import Person
from bot.ui.core.interactions.control_press import ControlPress
from bot.ui.core.interactions.responses import Response, Share
from bot.ui.core.interactions.review_control import ShareDeal
from bot.ui.core.messages.message import Message
from bot.ui.core.tables.find_table import find_table_by_id
from bot.ui.discord_io.public_texts import get_public_texts
from bot.ui.replay.handlers import get_deal_by_number, load_history
from bot.ui.replay.view import result_blocks


async def handle_share(press: ControlPress[ShareDeal]) -> Response:
    """Post the result of a deal for one of its players, as its table has shown it to everyone.

    Raises:
        TableRefused: the deal is unknown, or others still have to play it, or the user did not play it.
    """
    ctx, services = press.ctx, press.ctx.services
    table = await find_table_by_id(ctx, press.id.table)
    past = await load_history(services, table)
    deal = get_deal_by_number(past, press.id.deal)
    if Person(ctx.user) not in deal.seats_at_end:
        raise TableRefused(TableRefusal.NOT_AT_DEAL)
    if deal.final_view.result is None or not deal.final_view.result.is_memorable:  # an invented control
        raise TableRefused(TableRefusal.NO_DEAL_YET)
    texts = get_public_texts(services, ctx.interaction.client, table.facts.guild, table.facts.language)
    shown = await result_blocks(services, past, deal, texts, is_alone=True)
    return Share(Message(shown), table.facts.channel, f"deal {table.id} {deal.number}")
