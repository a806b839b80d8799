"""The coach's remark on a panel: the better play, and the reason."""

from bot.ids import TableId
from bot.text.catalogue import Texts
from bot.text.describe.explain_play import format_costly_play
from bot.ui.core.messages.message import Block, Text
from bot.ui.core.services import Services
from engine.model.view import PhaseName, View


def coach_blocks(services: Services, table: TableId, view: View, texts: Texts) -> tuple[Block, ...]:
    """Return the coach's remark on the seat's last play, during the play of tricks."""
    remark = services.coach.get_remark(table, view) if view.phase is PhaseName.PLAYING else None
    if remark is None:
        return ()
    return (Text(f"-# {format_costly_play('hint.coach', remark.play, texts)}"),)
