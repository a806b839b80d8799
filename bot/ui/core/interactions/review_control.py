"""Ids of the controls that open a review, which appear on messages of several folders."""

from bot.ids import TableId
from bot.text.catalogue import Texts
from bot.ui.core.messages.custom_id_codec import ControlId
from bot.ui.core.messages.message import Button


class ReviewControl(ControlId, route="review"):
    """Reviews a finished deal for the user who presses."""

    table: TableId
    deal: int
    """The number of the deal as players count."""


def review_button(table: TableId, deal: int, texts: Texts) -> Button:
    """Return the button that reviews a finished deal."""
    return Button(ReviewControl(table, deal), texts.say("review.button"))
