"""Controls to bury: selects of cards, with a running count and a suggestion."""

from bot.ui.core.interactions.table_controls import ControlVerb
from bot.ui.core.messages.message import Block, Button, ButtonStyle, button_rows
from bot.ui.hand.card_selects import group_by_suit, pick_select
from bot.ui.hand.question import SeatQuestion


def bury_blocks(question: SeatQuestion) -> tuple[Block, ...]:
    """Return the controls to bury."""
    wanted = question.view.kitty_size
    groups = group_by_suit(question, question.view.hand)
    picks = (
        ()
        if question.is_crowded
        else tuple(pick_select(question, n, suit, cards, wanted) for n, (suit, cards) in enumerate(groups))
    )
    suggest = question.button(ControlVerb.SUGGEST_BURY, question.say("ui.suggest"))
    clear = question.button(ControlVerb.CLEAR, question.say("ui.clear"))
    back = question.button(ControlVerb.UNPICK_LAST, question.say("turn.back"))
    undo = (back, clear) if question.draft.picked else ()
    has_all = len(question.picked) == wanted
    more = () if has_all or not question.offers_help else (suggest,)  # a phone has no space for one row of all buttons
    return (*button_rows((_bury_button(question, wanted), *undo, *more)), *picks)


def _bury_button(question: SeatQuestion, wanted: int) -> Button:
    label = question.say("ui.bury_count", picked=len(question.picked), wanted=wanted)
    if len(question.picked) != wanted:
        return question.button(ControlVerb.BURY, label, ButtonStyle.PRIMARY, disabled=True)
    return question.cards_button(ControlVerb.BURY, question.picked, label, question.choose_style(question.picked))
