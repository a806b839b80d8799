"""The ids of the controls of a review. Messages of tables, leagues and puzzles contain such controls."""

from enum import StrEnum
from typing import Final

from bot.ids import TableId
from bot.text.catalogue import Texts
from bot.ui.core.messages.custom_id_codec import ControlId
from bot.ui.core.messages.message import Button, ButtonStyle


class ReviewControl(ControlId, route="review"):
    """Reviews a finished deal for the user who presses."""

    table: TableId
    deal: int
    """The number of the deal as players see it, from 1."""


class ShareDeal(ControlId, route="film:share"):
    """Posts the result of a memorable deal in its table's channel."""

    table: TableId
    deal: int


class ReviewStep(StrEnum):
    """What a control does with one of the costly plays (mistakes) that a review lists."""

    SHOW = "show"  # a select whose values are the numbers of tricks with costly plays, and DETAILS
    TRY = "try"
    BACK = "list"  # back to the review


DETAILS: Final = "0"
"""The value of the option of `SHOW` that opens the rest of the review. No trick has this number."""


class ReviewPlayControl(ControlId, route="review:play"):
    """A control for one play of a review. `verb` is a `ReviewStep` or, while a user retries it, a `ControlVerb`."""

    table: TableId
    deal: int
    trick: int
    verb: str
    argument: str = ""


def review_button(table: TableId, deal: int, texts: Texts) -> Button:
    """Return the button that reviews a finished deal."""
    return Button(ReviewControl(table, deal), texts.say("review.button"))


def share_button(table: TableId, deal: int, texts: Texts) -> Button:
    """Return the button that posts the result of a memorable deal."""
    return Button(ShareDeal(table, deal), texts.say("share.button"))


def step_button(table: TableId, deal: int, trick: int, step: ReviewStep, texts: Texts) -> Button:
    """Return a button for one play of a review. The button that retries the play is blue."""
    tone = ButtonStyle.PRIMARY if step is ReviewStep.TRY else ButtonStyle.SECONDARY
    return Button(ReviewPlayControl(table, deal, trick, step), texts.say(f"review.step.{step}", trick=trick), tone)


def format_review_heading(table: TableId, deal: int, texts: Texts) -> str:
    """Return the heading of a review, and of the messages about its plays."""
    return f"### {texts.say('review.heading', table=table, deal=deal)}"
