"""Controls to bury: cards of every suit are picked into a draft, with a running count and a suggestion."""

from bot.ui.body import Block, Button, Tone, in_rows
from bot.ui.ids import Verb
from bot.ui.panels.asked import Asked
from bot.ui.panels.groups import by_suit, pick_select


def bury_blocks(asked: Asked) -> tuple[Block, ...]:
    """Return the controls of a seat that buries."""
    wanted = asked.view.kitty_size
    groups = by_suit(asked, asked.view.hand)
    picks = tuple(pick_select(asked, n, suit, cards, wanted) for n, (suit, cards) in enumerate(groups))
    suggest = asked.button(Verb.SUGGEST, asked.texts.say("ui.suggest"))
    clear = asked.button(Verb.CLEAR, asked.texts.say("ui.clear"), disabled=not asked.draft.picked)
    back = asked.button(Verb.BACK, asked.texts.say("turn.back"), disabled=not asked.draft.picked)
    return (*picks, *in_rows((_bury(asked, wanted), suggest, back, clear)))


def _bury(asked: Asked, wanted: int) -> Button:
    label = asked.texts.say("ui.bury_count", picked=len(asked.picked), wanted=wanted)
    if len(asked.picked) != wanted:
        return asked.button(Verb.BURY, label, Tone.GOOD, disabled=True)
    return asked.cards_button(Verb.BURY, asked.picked, label, Tone.GOOD)
