"""The coach's remark on a panel: the better play, and the reason."""

from bot.ids import TableId
from bot.text.catalogue import Texts
from bot.text.describe.explain_play import explain_play, format_loss
from bot.ui.core.messages.message import Block, Text
from bot.ui.core.services import Services
from engine.model.view import PhaseName, View


def coach_blocks(services: Services, table: TableId, view: View, texts: Texts) -> tuple[Block, ...]:
    """Return the coach's remark on the seat's last play, during the play of tricks."""
    remark = services.coach.get_remark(table, view) if view.phase is PhaseName.PLAYING else None
    if remark is None:
        return ()
    play, order = remark.play, remark.play.view.card_order
    words = texts.say(
        "hint.coach",
        cards=texts.format_cards(play.cards, order),
        better=texts.format_cards(play.best, order),
        loss=format_loss(play.best_levels - play.levels, play.best_points - play.points, texts),
        why=explain_play(play.view, play.best, texts),
    )
    return (Text(f"-# {words}"),)
