"""Controls for a play: one button for each of a few plays, selects where there are more."""

from bot.ui.body import Block, Button, Row, Text, Tone, in_rows
from bot.ui.ids import Verb
from bot.ui.limits import LABEL
from bot.ui.panels.asked import Asked
from bot.ui.panels.groups import by_suit, now_select, pick_select
from engine.actions import Play
from engine.cards import Card, Suit, counts, without
from engine.errors import IllegalAction
from engine.leads import Lead
from engine.options import as_lead, check, lead_suggestions, legal_plays
from engine.view import Ask

FEW = 15
"""Up to so many different plays are offered as one button each."""
SUGGESTIONS = 4


def few_plays(asked: Asked) -> tuple[tuple[Card, ...], ...] | None:
    """Return all legal follows, if they are few; None if they are many."""
    plays = tuple(legal_plays(asked.view, FEW + 1))
    return plays if len(plays) <= FEW else None


def follow_blocks(asked: Asked) -> tuple[Block, ...]:
    """Return the controls of a seat that follows."""
    plays = few_plays(asked)
    if plays is not None:
        return _play_buttons(asked, plays)
    owed, free = owed_and_free(asked)
    wanted = wanted_cards(asked) - len(owed)
    groups = by_suit(asked, free)
    if wanted == 1 or len(groups) == 1:
        return tuple(now_select(asked, n, suit, cards, wanted) for n, (suit, cards) in enumerate(groups))
    play = asked.in_order((*owed, *asked.picked))
    picks = _picks(asked, groups, wanted)
    return (*picks, *_remark(asked, play, wanted_cards(asked)), *_confirm(asked, play, wanted_cards(asked)))


def lead_blocks(asked: Asked) -> tuple[Block, ...]:
    """Return the controls of a seat that leads: good leads as buttons, any other by picking its cards."""
    picked = counts(asked.picked)  # what is picked has a button of its own
    good = [cards for cards in lead_suggestions(asked.view, SUGGESTIONS) if counts(cards) != picked]
    buttons = tuple(asked.cards_button(Verb.PLAY, cards, asked.short(cards), Tone.MAIN) for cards in good)
    groups = by_suit(asked, asked.view.hand)
    picks = _picks(asked, groups, len(asked.view.hand))
    remark = _remark(asked, asked.picked, None)
    return (*in_rows(buttons, 4), *picks, *remark, *_confirm(asked, asked.picked, None))


def wanted_cards(asked: Asked) -> int:
    """Return how many cards a follow has."""
    return len(asked.view.trick.plays[0].cards)


def owed_and_free(asked: Asked) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Return the cards that must all be played, and those to choose the rest of the follow from."""
    led = led_suit(asked)
    in_suit = tuple(c for c in asked.view.hand if asked.suit_of(c) is led)
    if len(in_suit) >= wanted_cards(asked):
        return (), in_suit
    return in_suit, without(asked.view.hand, in_suit)


def led_suit(asked: Asked) -> Suit:
    """Return the effective suit of the lead."""
    return asked.suit_of(asked.view.trick.plays[0].cards[0])


def playable(asked: Asked) -> frozenset[Card]:
    """Return the faces that may be part of a follow, as far as a picture shows it."""
    plays = few_plays(asked)
    if plays is not None:
        return frozenset(c for cards in plays for c in cards)
    owed, free = owed_and_free(asked)
    return frozenset((*owed, *free))


def _play_buttons(asked: Asked, plays: tuple[tuple[Card, ...], ...]) -> tuple[Block, ...]:
    ordered = [asked.in_order(cards) for cards in plays]
    labels = [asked.short(cards) for cards in ordered]
    if len(plays) == 1 and len(labels[0]) > LABEL:
        label = asked.texts.say("ui.play_only", count=len(plays[0]))
        return in_rows((asked.cards_button(Verb.PLAY, ordered[0], label, Tone.MAIN),))
    if any(len(label) > LABEL for label in labels):
        lines = [f"{n}. {label}" for n, label in enumerate(labels, 1)]
        buttons = [asked.cards_button(Verb.PLAY, cards, str(n)) for n, cards in enumerate(ordered, 1)]
        return (Text("\n".join(lines)), *in_rows(tuple(buttons)))
    tone = Tone.MAIN if len(plays) == 1 else Tone.QUIET
    return in_rows(tuple(asked.cards_button(Verb.PLAY, c, t, tone) for c, t in zip(ordered, labels, strict=True)), 4)


def _picks(asked: Asked, groups: tuple[tuple[Suit, tuple[Card, ...]], ...], most: int) -> tuple[Row, ...]:
    return tuple(pick_select(asked, n, suit, cards, most) for n, (suit, cards) in enumerate(groups))


def _remark(asked: Asked, play: tuple[Card, ...], wanted: int | None) -> tuple[Block, ...]:
    """Say why the picked cards are no play, or what they risk."""
    if not asked.draft.picked or (wanted is not None and len(play) != wanted):
        return ()
    refused = refusal(asked, play)
    if refused is not None:
        return (Text(asked.texts.refusal(refused)),)
    throw = asked.view.ask is Ask.LEAD and lead_of_cards(asked, play).is_throw
    return (Text(asked.texts.say("ui.throw_risk")),) if throw else ()


def lead_of_cards(asked: Asked, cards: tuple[Card, ...]) -> Lead:
    """Return what cards would be as a lead.

    Raises:
        IllegalAction: they would be none.
    """
    return as_lead(asked.view, cards)


def _confirm(asked: Asked, play: tuple[Card, ...], wanted: int | None) -> tuple[Row, ...]:
    """Return the button that plays the draft, once that is a play, and the one that clears it."""
    clear = asked.button(Verb.CLEAR, asked.texts.say("ui.clear"), disabled=not asked.draft.picked)
    return in_rows((_play_button(asked, play, wanted), clear))


def _play_button(asked: Asked, play: tuple[Card, ...], wanted: int | None) -> Button:
    if wanted is not None and len(play) != wanted:
        label = asked.texts.say("ui.play_count", picked=len(play), wanted=wanted)
    elif not play:
        label = asked.texts.say("ui.play_nothing")
    else:
        label = asked.texts.say("ui.play_cards", cards=asked.short(play))
        if len(label) > LABEL:
            label = asked.texts.say("ui.play_many", count=len(play))
        if refusal(asked, play) is None:
            return asked.cards_button(Verb.PLAY, play, label, Tone.GOOD)
    return asked.button(Verb.PLAY, label, Tone.GOOD, disabled=True)


def refusal(asked: Asked, cards: tuple[Card, ...]) -> IllegalAction | None:
    """Return why the rules would not take these cards, as far as a seat can know; None if they would."""
    try:
        check(asked.view, Play(cards))
    except IllegalAction as refused:
        return refused
    return None
