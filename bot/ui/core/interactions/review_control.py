"""Ids of the controls that open a review, which appear on messages of several folders."""

from dataclasses import dataclass
from typing import ClassVar

from bot.ids import TableId
from bot.text.catalogue import Texts
from bot.ui.core.messages.custom_id_codec import ControlId
from bot.ui.core.messages.discord_limits import format_label
from bot.ui.core.messages.message import Button


@dataclass(frozen=True, slots=True)
class ReviewControl(ControlId):
    """Reviews a finished deal for the user who presses."""

    route: ClassVar = "review"

    table: TableId
    deal: int
    """The number of the deal as players count."""


def review_button(table: TableId, deal: int, texts: Texts) -> Button:
    """Return the button that reviews a finished deal."""
    return Button(ReviewControl(table, deal), format_label(texts.say("review.button")))
