"""Controls for a follow: a button for each of a few plays, else selects."""

from bot.ui.core.limits import MAX_LABEL_LENGTH, MAX_OPTIONS
from bot.ui.core.message import Block, Button, ButtonStyle, Row, Text, button_rows
from bot.ui.core.refusals import explain_button
from bot.ui.core.table_ids import ControlVerb
from bot.ui.hand.card_selects import any_suit_select, group_by_suit, pick_select, play_now_select
from bot.ui.hand.question import SeatQuestion
from engine.deal.legal_actions import check_action, legal_plays
from engine.model.actions import Play
from engine.model.cards import Card, Suit, count_faces, without
from engine.model.errors import IllegalAction

MAX_PLAY_BUTTONS = 15
MAX_LONG_PLAY_BUTTONS = 5
"""Where the hand is one card short of the suit led: phones show one such button a row."""


def find_few_plays(question: SeatQuestion) -> tuple[tuple[Card, ...], ...] | None:
    """Return all legal follows; None if there are many."""
    plays = tuple(legal_plays(question.view, MAX_PLAY_BUTTONS + 1))
    return plays if len(plays) <= MAX_PLAY_BUTTONS else None


def follow_blocks(question: SeatQuestion) -> tuple[Block, ...]:
    """Return the controls of a seat that follows."""
    count = count_wanted_cards(question)
    plays = find_few_plays(question)
    if plays is not None and not _is_better_as_select(question, plays):
        confirming = question.confirm and len(question.picked) == count
        return (
            *(confirm_rows(question, question.picked, count) if confirming else ()),
            *_play_buttons(question, plays),
        )
    owed, free = split_owed_and_free(question)
    wanted = count - len(owed)
    if not question.confirm:
        once = _play_now_selects(question, free, wanted)
        if once:
            return once
    play = question.sort_cards((*owed, *question.picked))
    picks = pick_selects(question, group_by_suit(question, free), wanted)
    return (*picks, *refusal_blocks(question, play, count), *confirm_rows(question, play, count))


def _is_better_as_select(question: SeatQuestion, plays: tuple[tuple[Card, ...], ...]) -> bool:
    owed, _ = split_owed_and_free(question)
    return (
        bool(owed)
        and len(owed) == count_wanted_cards(question) - 1
        and len(plays) > MAX_LONG_PLAY_BUTTONS
        and not question.confirm
    )


def _play_now_selects(question: SeatQuestion, free: tuple[Card, ...], wanted: int) -> tuple[Row, ...]:
    groups = group_by_suit(question, free)
    if len(groups) == 1:
        return (play_now_select(question, 0, groups[0][0], groups[0][1], wanted),)
    useful = list_choosable_cards(free, wanted)
    if len(useful) <= MAX_OPTIONS:
        return (any_suit_select(question, question.sort_cards(useful), wanted),)
    if wanted == 1:
        return tuple(play_now_select(question, n, suit, cards, wanted) for n, (suit, cards) in enumerate(groups))
    return ()


def list_choosable_cards(free: tuple[Card, ...], wanted: int) -> tuple[Card, ...]:
    """Return the cards to choose from, each as often as it can be played."""
    return tuple(card for card, n in count_faces(free).items() for _ in range(min(n, wanted)))


def count_wanted_cards(question: SeatQuestion) -> int:
    """Return how many cards must be played."""
    return len(question.view.trick.plays[0].cards)


def split_owed_and_free(question: SeatQuestion) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Return the cards that must all be played, and those to choose the rest from."""
    led = get_led_suit(question)
    in_suit = tuple(c for c in question.view.hand if question.effective_suit(c) is led)
    if len(in_suit) >= count_wanted_cards(question):
        return (), in_suit
    return in_suit, without(question.view.hand, in_suit)


def get_led_suit(question: SeatQuestion) -> Suit:
    """Return the effective suit of the lead."""
    return question.effective_suit(question.view.trick.plays[0].cards[0])


def find_playable_cards(question: SeatQuestion) -> frozenset[Card]:
    """Return the faces that may be part of a follow, for the picture."""
    plays = find_few_plays(question)
    if plays is not None:
        return frozenset(c for cards in plays for c in cards)
    owed, free = split_owed_and_free(question)
    return frozenset((*owed, *free))


def _play_buttons(question: SeatQuestion, plays: tuple[tuple[Card, ...], ...]) -> tuple[Block, ...]:
    ordered = [question.sort_cards(cards) for cards in plays]
    labels = [question.format_cards(cards) for cards in ordered]
    if len(plays) == 1 and len(labels[0]) > MAX_LABEL_LENGTH:
        label = question.say("ui.play_only", count=len(plays[0]))
        return button_rows((question.cards_button(ControlVerb.PLAY, ordered[0], label, ButtonStyle.PRIMARY),))
    width = 5 if question.dense else 4
    if any(len(label) > MAX_LABEL_LENGTH for label in labels):
        lines = [f"{n}. {label}" for n, label in enumerate(labels, 1)]
        buttons = [question.cards_button(ControlVerb.PLAY, cards, str(n)) for n, cards in enumerate(ordered, 1)]
        return (Text("\n".join(lines)), *button_rows(tuple(buttons)))
    tone = ButtonStyle.PRIMARY if len(plays) == 1 else ButtonStyle.SECONDARY
    pairs = zip(ordered, labels, strict=True)
    return button_rows(tuple(question.cards_button(ControlVerb.PLAY, c, t, tone) for c, t in pairs), width)


def pick_selects(
    question: SeatQuestion, groups: tuple[tuple[Suit, tuple[Card, ...]], ...], most: int
) -> tuple[Row, ...]:
    """Return a select for each group, to pick cards."""
    return tuple(pick_select(question, n, suit, cards, most) for n, (suit, cards) in enumerate(groups))


def refusal_blocks(question: SeatQuestion, play: tuple[Card, ...], wanted: int | None) -> tuple[Block, ...]:
    """Return why the picked cards are no legal play; empty while there are too few, or if they are legal."""
    if not question.draft.picked or (wanted is not None and len(play) != wanted):
        return ()
    refused = find_refusal(question, play)
    if refused is None:
        return ()
    why = () if question.dense else explain_button(f"t{question.table}", refused, question.texts, "picked")
    return (Text(question.texts.format_refusal(refused)), *why)


def confirm_rows(
    question: SeatQuestion, play: tuple[Card, ...], wanted: int | None, also: tuple[Button, ...] = ()
) -> tuple[Row, ...]:
    """Return the buttons to play and to clear the picked cards, and up to three others."""
    clear = question.button(ControlVerb.CLEAR, question.say("ui.clear"), disabled=not question.draft.picked)
    return button_rows((_play_button(question, play, wanted), clear, *also))


def _play_button(question: SeatQuestion, play: tuple[Card, ...], wanted: int | None) -> Button:
    verb = ControlVerb.CONFIRM_PLAY if question.confirm else ControlVerb.PLAY
    if wanted is not None and len(play) != wanted:
        label = question.say("ui.play_count", picked=len(play), wanted=wanted)
    elif not play:
        label = question.say("ui.play_nothing")
    else:
        label = question.say("ui.play_cards", cards=question.format_cards(play))
        if len(label) > MAX_LABEL_LENGTH:
            label = question.say("ui.play_many", count=len(play))
        if find_refusal(question, play) is None:
            return question.cards_button(verb, play, label, ButtonStyle.SUCCESS)
    return question.button(verb, label, ButtonStyle.SUCCESS, disabled=True)


def find_refusal(question: SeatQuestion, cards: tuple[Card, ...]) -> IllegalAction | None:
    """Return why these cards are illegal, as far as the seat can know; None if they are legal."""
    try:
        check_action(question.view, Play(cards))
    except IllegalAction as refused:
        return refused
    return None
