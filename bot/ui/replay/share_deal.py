"""Posts the picture of a memorable deal in its table's channel, for everyone and to keep."""

from bot.play.refusals import TableRefusal, TableRefused
from bot.play.values.occupants import Person
from bot.render.values.game_pictures import ResultPicture
from bot.text.describe.seat_names import escape_name
from bot.ui.core.interactions.control_press import ControlPress
from bot.ui.core.interactions.responses import Response, Share
from bot.ui.core.interactions.review_control import ShareDeal
from bot.ui.core.messages.message import Message, Text
from bot.ui.core.pictures.picture_blocks import picture_blocks
from bot.ui.core.pictures.picture_labels import picture_labels
from bot.ui.core.tables.find_table import find_table_by_id
from bot.ui.discord_io.public_texts import get_public_texts
from bot.ui.replay.handlers import get_deal_by_number, load_history


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
    facts, view, result, is_last = table.facts, deal.final_view, deal.final_view.result, past.is_last(deal)
    if result is None or not result.is_memorable:  # an invented control
        raise TableRefused(TableRefusal.NO_DEAL_YET)
    texts = get_public_texts(services, ctx.interaction.client, facts.guild, facts.language)
    names = await services.people.find_names(deal.seats_at_end, texts)
    heading = texts.say("film.heading", table=table.id, deal=deal.deal_number)
    caption = f"{texts.format_preset(facts.preset)} · {heading}"
    picture = ResultPicture(view, names, picture_labels(texts), is_last=is_last, caption=caption)
    alt = texts.format_table_alt_text(view, names, is_last=is_last)
    shown = await picture_blocks(services, picture, alt, "deal.png", table=table.id)
    safe = tuple(escape_name(name or "") for name in names)
    words = Text(f"**{heading}** · {texts.format_result(view, safe, is_last=is_last)}")
    return Share(Message((words, *shown)), facts.channel, f"deal {table.id} {deal.number}")
