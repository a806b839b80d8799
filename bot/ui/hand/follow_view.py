"""Controls for a follow: a button for each of a few plays; of many the best have buttons, and lists pick the others."""

from bot.ui.core.limits import MAX_LABEL_LENGTH, MAX_OPTIONS
from bot.ui.core.message import Block, Button, ButtonStyle, Row, Text, button_rows
from bot.ui.core.refusals import explain_button
from bot.ui.core.table_ids import ControlVerb
from bot.ui.hand.card_selects import CardGroup, group_by_suit, pick_selects
from bot.ui.hand.play_choices import MAX_PLAYS_SEARCHED, choose_plays, list_few_plays
from bot.ui.hand.question import SeatQuestion
from engine.deal.legal_actions import check_action
from engine.model.actions import Play
from engine.model.cards import Card, Suit, count_faces, without
from engine.model.errors import IllegalAction
from engine.model.view import Ask


def follow_blocks(question: SeatQuestion) -> tuple[Block, ...]:
    """Return the controls of a seat that follows: what the green button plays stands first."""
    count = count_wanted_cards(question)
    owed, _ = split_owed_and_free(question)
    play = question.sort_cards((*owed, *question.picked))
    if question.picked:
        first = (*refusal_blocks(question, play, count), *confirm_rows(question, play, count))
    else:
        first = play_buttons(question)
    if list_few_plays(question.view) is not None:
        return first
    return (*first, *pick_selects(question, list_card_groups(question), count - len(owed)))


def list_card_groups(question: SeatQuestion) -> tuple[CardGroup, ...]:
    """Return the cards of each list of the panel."""
    return (
        _list_follow_groups(question)
        if question.view.ask is Ask.FOLLOW
        else group_by_suit(question, question.view.hand)
    )


def _list_follow_groups(question: SeatQuestion) -> tuple[CardGroup, ...]:
    """Return the cards to choose from: in one list if they fit, else by suit."""
    owed, free = split_owed_and_free(question)
    useful = question.sort_cards(list_choosable_cards(free, count_wanted_cards(question) - len(owed)))
    if 0 < len(useful) <= MAX_OPTIONS:
        return ((question.effective_suit(useful[0]), useful),)
    return group_by_suit(question, useful)


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
    plays = list_few_plays(question.view, MAX_PLAYS_SEARCHED)
    if plays is not None:
        return frozenset(c for cards in plays for c in cards)
    owed, free = split_owed_and_free(question)
    return frozenset((*owed, *free))


def play_buttons(question: SeatQuestion) -> tuple[Block, ...]:
    """Return a button for each useful play, at most five; the recommended one is green."""
    plays = choose_plays(question.view, question.recommended_cards)
    labels = [question.format_cards(cards) for cards in plays]
    has_green = bool(question.recommended_cards) or len(plays) == 1
    if any(len(label) > MAX_LABEL_LENGTH for label in labels) and len(plays) > 1:
        lines = [f"{n}. {label}" for n, label in enumerate(labels, 1)]
        labels = [str(n) for n in range(1, len(plays) + 1)]
        return (Text("\n".join(lines)), *_play_button_row(question, plays, labels, has_green=has_green))
    if has_green:
        labels[0] = format_play_label(question, plays[0])
    return _play_button_row(question, plays, labels, has_green=has_green)


def _play_button_row(
    question: SeatQuestion, plays: tuple[tuple[Card, ...], ...], labels: list[str], *, has_green: bool
) -> tuple[Row, ...]:
    styles = (ButtonStyle.SUCCESS if has_green else ButtonStyle.SECONDARY, *[ButtonStyle.SECONDARY] * (len(plays) - 1))
    described = zip(plays, labels, styles, strict=True)
    return button_rows(tuple(question.cards_button(ControlVerb.PLAY, *one) for one in described))


def format_play_label(question: SeatQuestion, cards: tuple[Card, ...]) -> str:
    """Return the label of the green button: it names the cards, or counts very many."""
    label = question.say("ui.play_cards", cards=question.format_cards(cards))
    return label if len(label) <= MAX_LABEL_LENGTH else question.say("ui.play_many", count=len(cards))


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
    clear = question.button(ControlVerb.CLEAR, question.say("ui.clear"))
    return button_rows((_play_button(question, play, wanted), clear, *also))


def _play_button(question: SeatQuestion, play: tuple[Card, ...], wanted: int | None) -> Button:
    verb = ControlVerb.CONFIRM_PLAY if question.confirm else ControlVerb.PLAY
    if wanted is not None and len(play) != wanted:
        label = question.say("ui.play_count", picked=len(play), wanted=wanted)
        return question.button(verb, label, ButtonStyle.SUCCESS, disabled=True)
    label = format_play_label(question, play)
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
