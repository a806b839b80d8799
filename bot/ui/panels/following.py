"""Controls for a follow: one button for each of a few plays, a list where there are more, two lists at the worst."""

from bot.ui.body import Block, Button, Row, Text, Tone, in_rows
from bot.ui.ids import Verb
from bot.ui.limits import LABEL, OPTIONS
from bot.ui.panels.asked import Asked
from bot.ui.panels.groups import all_select, by_suit, now_select, pick_select
from bot.ui.panels.legal import why_button
from engine.actions import Play
from engine.cards import Card, Suit, counts, without
from engine.errors import IllegalAction
from engine.options import check, legal_plays

FEW = 15
"""Up to so many different plays are offered as one button each."""
FEW_LONG = 5
"""The same, where the hand is one card short of the suit led: phones show one such button a row."""


def few_plays(asked: Asked) -> tuple[tuple[Card, ...], ...] | None:
    """Return all legal follows, if they are few; None if they are many."""
    plays = tuple(legal_plays(asked.view, FEW + 1))
    return plays if len(plays) <= FEW else None


def follow_blocks(asked: Asked) -> tuple[Block, ...]:
    """Return the controls of a seat that follows."""
    count = wanted_cards(asked)
    plays = few_plays(asked)
    if plays is not None and not _better_listed(asked, plays):
        asking = asked.confirm and len(asked.picked) == count
        return (*(confirm_row(asked, asked.picked, count) if asking else ()), *_play_buttons(asked, plays))
    owed, free = owed_and_free(asked)
    wanted = count - len(owed)
    if not asked.confirm:
        once = _at_once(asked, free, wanted)
        if once:
            return once
    play = asked.in_order((*owed, *asked.picked))
    picks = picks_of(asked, by_suit(asked, free), wanted)
    return (*picks, *remark(asked, play, count), *confirm_row(asked, play, count))


def _better_listed(asked: Asked, plays: tuple[tuple[Card, ...], ...]) -> bool:
    """Tell whether a list is shorter: where each of many buttons would repeat the cards owed beside one more."""
    owed, _ = owed_and_free(asked)
    return bool(owed) and len(owed) == wanted_cards(asked) - 1 and len(plays) > FEW_LONG and not asked.confirm


def _at_once(asked: Asked, free: tuple[Card, ...], wanted: int) -> tuple[Row, ...]:
    """Return lists whose choice is a whole play; nothing where no one list holds all that could be in it."""
    groups = by_suit(asked, free)
    if len(groups) == 1:
        return (now_select(asked, 0, groups[0][0], groups[0][1], wanted),)
    useful = choosable(free, wanted)
    if len(useful) <= OPTIONS:
        return (all_select(asked, asked.in_order(useful), wanted),)
    if wanted == 1:
        return tuple(now_select(asked, n, suit, cards, wanted) for n, (suit, cards) in enumerate(groups))
    return ()


def choosable(free: tuple[Card, ...], wanted: int) -> tuple[Card, ...]:
    """Return the cards to choose from, no card more often than it could be played."""
    return tuple(card for card, n in counts(free).items() for _ in range(min(n, wanted)))


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
    width = 5 if asked.dense else 4
    if any(len(label) > LABEL for label in labels):
        lines = [f"{n}. {label}" for n, label in enumerate(labels, 1)]
        buttons = [asked.cards_button(Verb.PLAY, cards, str(n)) for n, cards in enumerate(ordered, 1)]
        return (Text("\n".join(lines)), *in_rows(tuple(buttons)))
    tone = Tone.MAIN if len(plays) == 1 else Tone.QUIET
    pairs = zip(ordered, labels, strict=True)
    return in_rows(tuple(asked.cards_button(Verb.PLAY, c, t, tone) for c, t in pairs), width)


def picks_of(asked: Asked, groups: tuple[tuple[Suit, tuple[Card, ...]], ...], most: int) -> tuple[Row, ...]:
    """Return a list for each group, whose choices go into the draft."""
    return tuple(pick_select(asked, n, suit, cards, most) for n, (suit, cards) in enumerate(groups))


def remark(asked: Asked, play: tuple[Card, ...], wanted: int | None) -> tuple[Block, ...]:
    """Say why the picked cards are no play; nothing while they are too few to tell, or where they are one."""
    if not asked.draft.picked or (wanted is not None and len(play) != wanted):
        return ()
    refused = refusal(asked, play)
    if refused is None:
        return ()
    why = () if asked.dense else why_button(f"t{asked.table}", refused, asked.texts, "picked")
    return (Text(asked.texts.refusal(refused)), *why)


def confirm_row(
    asked: Asked, play: tuple[Card, ...], wanted: int | None, also: tuple[Button, ...] = ()
) -> tuple[Row, ...]:
    """Return the button that plays the draft, once that is a play, the one that clears it, and up to three others."""
    clear = asked.button(Verb.CLEAR, asked.texts.say("ui.clear"), disabled=not asked.draft.picked)
    return in_rows((_play_button(asked, play, wanted), clear, *also))


def _play_button(asked: Asked, play: tuple[Card, ...], wanted: int | None) -> Button:
    verb = Verb.SURE if asked.confirm else Verb.PLAY
    if wanted is not None and len(play) != wanted:
        label = asked.texts.say("ui.play_count", picked=len(play), wanted=wanted)
    elif not play:
        label = asked.texts.say("ui.play_nothing")
    else:
        label = asked.texts.say("ui.play_cards", cards=asked.short(play))
        if len(label) > LABEL:
            label = asked.texts.say("ui.play_many", count=len(play))
        if refusal(asked, play) is None:
            return asked.cards_button(verb, play, label, Tone.GOOD)
    return asked.button(verb, label, Tone.GOOD, disabled=True)


def refusal(asked: Asked, cards: tuple[Card, ...]) -> IllegalAction | None:
    """Return why the rules would not take these cards, as far as a seat can know; None if they would."""
    try:
        check(asked.view, Play(cards))
    except IllegalAction as refused:
        return refused
    return None
