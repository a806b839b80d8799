"""Controls for a lead: good leads as buttons, any other from a list; what a throw risks, and what a lead counts as."""

from typing import Final

from bot.ui.body import Block, Button, Option, Row, Select, Text, Tone, in_rows
from bot.ui.ids import Verb, card_codes
from bot.ui.limits import OPTION_TEXT, OPTIONS, PROMPT
from bot.ui.panels.asked import Asked, cut
from bot.ui.panels.following import confirm_row, picks_of, refusal, remark
from bot.ui.panels.groups import by_suit
from engine.cards import Card, counts
from engine.errors import IllegalAction
from engine.leads import Lead
from engine.options import as_lead, lead_suggestions
from engine.rules import ThrowFailure, ThrowPenalty
from engine.units import Grouping, groupings

SUGGESTIONS = 4
MORE = 3
"""So many buttons for one more of a picked card have room beside the one that plays."""
POINTS = 10
"""What a failed throw costs for each card, or for the attempt, where it costs points (pagat, Playing; penalties)."""


def lead_blocks(asked: Asked) -> tuple[Block, ...]:
    """Return the controls of a seat that leads."""
    picked = counts(asked.picked)  # what is picked has a button of its own
    good = [cards for cards in lead_suggestions(asked.view, SUGGESTIONS) if counts(cards) != picked]
    buttons = tuple(asked.cards_button(Verb.PLAY, cards, asked.short(cards), Tone.MAIN) for cards in good)
    if len(asked.view.hand) == 1 and buttons:  # there is nothing to choose
        return in_rows(buttons)
    picks = picks_of(asked, by_suit(asked, asked.view.hand), len(asked.view.hand))
    ways = _ways(asked)
    first = ways if ways and asked.dense else (*in_rows(buttons, 4), *ways)
    risk = throw_words(asked, asked.picked)
    words = (Text(risk),) if risk else remark(asked, asked.picked, None)
    return (*first, *picks, *words, *confirm_row(asked, asked.picked, None, _more(asked)))


def plays_at_once(asked: Asked, cards: tuple[Card, ...]) -> bool:
    """Tell whether a choice is led without another press: it is one unit and nothing else."""
    if asked.confirm or asked.view.rules.rainbows is not None or refusal(asked, cards) is not None:
        return False
    return not lead_of_cards(asked, cards).is_throw and len(ways_of(asked, cards)) == 1


def lead_of_cards(asked: Asked, cards: tuple[Card, ...]) -> Lead:
    """Return what cards would be as a lead.

    Raises:
        IllegalAction: they would be none.
    """
    return as_lead(asked.view, cards)


TAKEN_APART: Final = 20
"""A lead of more cards counts as its usual way only: there are too many others to find them while somebody waits."""


def ways_of(asked: Asked, cards: tuple[Card, ...]) -> tuple[Grouping, ...]:
    """Return what a legal lead may count as, the usual way first; never more than a list holds."""
    assert asked.view.trump is not None
    if len({asked.suit_of(card) for card in cards}) != 1 or len(cards) > TAKEN_APART:
        return ()
    found = groupings(cards, asked.view.trump, asked.view.rules, asked.view.gone, OPTIONS)
    return tuple(one for one in found if _is_lead(asked, cards, one))


def _is_lead(asked: Asked, cards: tuple[Card, ...], grouping: Grouping) -> bool:
    try:
        as_lead(asked.view, cards, tuple(unit.cards for unit in grouping))
    except IllegalAction:
        return False
    return True


def throw_words(asked: Asked, cards: tuple[Card, ...]) -> str:
    """Return what a throw risks by the rules of this table; empty for what is no throw or no lead."""
    if not cards or refusal(asked, cards) is not None:
        return ""
    lead = lead_of_cards(asked, cards)
    if not lead.is_throw:
        return ""
    rules = asked.view.rules
    smallest = lead.units[-1].cards
    kept = {
        ThrowFailure.SMALLEST_UNIT: "turn.throw_smallest",
        ThrowFailure.SMALLEST_BEATEN: "turn.throw_beaten",
        ThrowFailure.FIRST_ABLE: "turn.throw_beaten",
    }[rules.throw_failure]
    words = asked.texts.say(kept, cards=asked.short(smallest))
    match rules.throw_penalty:
        case ThrowPenalty.TEN_PER_CARD:
            words += asked.texts.say("turn.throw_per_card", points=POINTS)
        case ThrowPenalty.TEN_PER_ATTEMPT:
            words += asked.texts.say("turn.throw_per_attempt", points=POINTS)
        case ThrowPenalty.NONE:
            pass
    return words


def _ways(asked: Asked) -> tuple[Row, ...]:
    """Return a list of what the picked cards may count as, where there is a choice."""
    cards = asked.picked
    if not cards or refusal(asked, cards) is not None:
        return ()
    ways = ways_of(asked, cards)
    if len(ways) < 2:  # noqa: PLR2004 - a choice
        return ()
    options = tuple(Option(str(n), _named(asked, way)) for n, way in enumerate(ways))
    prompt = cut(asked.texts.say("turn.counts_as"), PROMPT)
    return (Select(asked.id(Verb.GROUP, f"{card_codes(cards)}.{asked.draft.turn}"), prompt, options),)


def _named(asked: Asked, way: Grouping) -> str:
    return cut(" + ".join(asked.short(unit.cards) for unit in way), OPTION_TEXT)


def _more(asked: Asked) -> tuple[Button, ...]:
    """Return a button for one more of each picked card of which the hand has another."""
    held, picked = counts(asked.view.hand), counts(asked.picked)
    short = [card for card in picked if picked[card] < held[card]][:MORE]
    labels = [asked.texts.say("turn.more", card=asked.texts.card(card)) for card in short]
    return tuple(asked.cards_button(Verb.MORE, (c,), label) for c, label in zip(short, labels, strict=True))
