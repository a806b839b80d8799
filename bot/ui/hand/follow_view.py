"""Controls to follow. A few plays have a button each. If there are more, selects list the cards to choose from."""

from collections import Counter

from bot.ui.core.interactions.explain_refusal import explain_in_panel_button
from bot.ui.core.interactions.table_controls import ControlVerb
from bot.ui.core.messages.discord_limits import MAX_LABEL_LENGTH, MAX_OPTIONS, count_phone_rows
from bot.ui.core.messages.message import Block, Button, ButtonStyle, Row, Text, button_rows
from bot.ui.hand.card_selects import CardGroup, group_by_suit, list_lead_groups, pick_selects
from bot.ui.hand.play_choices import MAX_PLAY_BUTTONS, choose_plays, find_legal_copies, list_few_plays, may_be_completed
from bot.ui.hand.question import FEW_CARDS, MANY_CARDS, SeatQuestion
from bot.ui.typed.parse_answers import find_refusal
from engine.model.actions import Play
from engine.model.cards import Card, Suit, count_faces, holds, without
from engine.model.errors import IllegalAction
from engine.model.view import Ask

FEW_PLAYERS = 4
"""With more players than this, the picture shows the trick in several lines."""
_UNADVISED_BUTTONS = 3
"""How many plays get a button if no play is recommended, and if the question lists none."""
MAX_BUTTON_ROWS = 2


def follow_blocks(question: SeatQuestion) -> tuple[Block, ...]:
    """Return the controls to follow, beginning with the buttons that play."""
    count = count_wanted_cards(question)
    required, _ = split_required_and_free(question)
    play = question.sort_cards((*required, *question.picked))
    if question.picked:
        text = refusal_blocks(question, find_early_refusal(question, play, count))
        first = (*text, *confirm_rows(question, play, count))
    else:
        first = play_buttons(question)
    if list_few_plays(question.view) is not None or question.is_crowded:
        return first
    return (*first, *pick_selects(question, list_card_groups(question), count - len(required)))


def list_card_groups(question: SeatQuestion) -> tuple[CardGroup, ...]:
    """Return the cards of each select on the panel."""
    match question.view.ask:
        case Ask.FOLLOW:
            return _list_follow_groups(question)
        case Ask.LEAD:
            return list_lead_groups(question)
        case _:
            return group_by_suit(question, question.view.hand)


def _list_follow_groups(question: SeatQuestion) -> tuple[CardGroup, ...]:
    """Return the cards that may complete the required ones, by select. There is one select or, if needed, several."""
    required, free = split_required_and_free(question)
    legal = find_legal_copies(question.view)
    if legal is not None:  # the required cards are left out, because they are played anyway
        free = tuple(card for card, n in (legal - Counter(required)).items() for _ in range(n))
    open_places = count_wanted_cards(question) - len(required)
    useful = question.sort_cards(c for c, n in count_faces(free).items() for _ in range(min(n, open_places)))
    if 0 < len(useful) <= MAX_OPTIONS:
        return ((question.effective_suit(useful[0]), useful),)
    return group_by_suit(question, useful)


def count_wanted_cards(question: SeatQuestion) -> int:
    """Return how many cards must be played."""
    return len(question.view.trick.plays[0].cards)


def split_required_and_free(question: SeatQuestion) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Return the cards that every follow must contain, and the cards from which the user chooses the others."""
    led = get_led_suit(question)
    in_suit = tuple(c for c in question.view.hand if question.effective_suit(c) is led)
    if len(in_suit) >= count_wanted_cards(question):
        return (), in_suit
    return in_suit, without(question.view.hand, in_suit)


def list_forced_cards(question: SeatQuestion) -> tuple[Card, ...]:
    """Return the cards that every follow must contain; empty if the seat is not asked to follow."""
    return split_required_and_free(question)[0] if question.view.ask is Ask.FOLLOW else ()


def without_required_cards(question: SeatQuestion, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the cards of a play without the required ones, which the user need not pick."""
    required = list_forced_cards(question)
    return without(cards, required) if holds(cards, required) else cards


def get_led_suit(question: SeatQuestion) -> Suit:
    """Return the effective suit of the lead."""
    return question.effective_suit(question.view.trick.plays[0].cards[0])


def find_playable_cards(question: SeatQuestion) -> frozenset[Card]:
    """Return the cards that may be part of a legal follow, for the picture."""
    legal = find_legal_copies(question.view)
    if legal is not None:
        return frozenset(legal)
    required, free = split_required_and_free(question)
    return frozenset((*required, *free))


def play_buttons(question: SeatQuestion) -> tuple[Block, ...]:
    """Return up to five buttons for useful plays. The recommended play is green. A play without alternative is blue."""
    plays = _choose_fitting_plays(question)
    labels = [question.format_cards(cards) for cards in plays]
    is_led = bool(question.recommended_cards) or list_few_plays(question.view, 1) is not None
    if any(len(label) > MAX_LABEL_LENGTH for label in labels) and len(plays) > 1:
        lines = [f"{n}. {label}" for n, label in enumerate(labels, 1)]
        labels = [str(n) for n in range(1, len(plays) + 1)]
        return (Text("\n".join(lines)), *_play_button_row(question, plays, labels, is_led=is_led))
    if is_led:
        labels[0] = format_play_label(question, plays[0])
    return _play_button_row(question, plays, labels, is_led=is_led)


def _choose_fitting_plays(question: SeatQuestion) -> tuple[tuple[Card, ...], ...]:
    """Return the plays that get a button, either all follows if they are few, or as many plays as fit on a phone."""
    if question.view.ask is Ask.FOLLOW and list_few_plays(question.view) is not None:
        return choose_plays(question.view, question.recommended_cards)
    # Without help, labels do not decide the number of buttons, so that it is the same in all languages.
    if not question.offers_help:
        most = MAX_PLAY_BUTTONS - 1 if question.listed else _UNADVISED_BUTTONS  # one place is left for another button
        return choose_plays(question.view, (), most, question.listed)
    is_crowded = question.has_notice or len(question.view.hand) > MANY_CARDS
    rows = 1 if is_crowded else MAX_BUTTON_ROWS
    for most in range(_count_most_plays(question), 1, -1):
        plays = choose_plays(question.view, question.recommended_cards, most)
        first, *others = [question.format_cards(cards) for cards in plays]
        if count_phone_rows((question.say("panel.play_cards", cards=first), *others)) <= rows:
            return plays
    return choose_plays(question.view, question.recommended_cards, 1)


def _count_most_plays(question: SeatQuestion) -> int:
    """Return how many plays may have a button. Under a high picture, they share a row with other buttons."""
    many = FEW_CARDS if question.view.ask is Ask.LEAD else MANY_CARDS  # a lead has more selects, which take more space
    has_long_trick = question.view.rules.players > FEW_PLAYERS and list_few_plays(question.view) is None
    is_high = len(question.view.hand) > many or has_long_trick
    beside = len(question.toggles) if is_high else 0
    return max(2, MAX_PLAY_BUTTONS - beside)


def _play_button_row(
    question: SeatQuestion, plays: tuple[tuple[Card, ...], ...], labels: list[str], *, is_led: bool
) -> tuple[Row, ...]:
    first = question.choose_style(plays[0]) if is_led else ButtonStyle.SECONDARY
    styles = (first, *[ButtonStyle.SECONDARY] * (len(plays) - 1))
    described = zip(plays, labels, styles, strict=True)
    return button_rows(tuple(question.cards_button(ControlVerb.PLAY, *one) for one in described))


def format_play_label(question: SeatQuestion, cards: tuple[Card, ...]) -> str:
    """Return the label of a button that plays cards. It names the cards or, if that is too long, their number."""
    label = question.say("panel.play_cards", cards=question.format_cards(cards))
    return label if len(label) <= MAX_LABEL_LENGTH else question.say("panel.play_many", count=len(cards))


def refusal_blocks(question: SeatQuestion, refused: IllegalAction | None) -> tuple[Block, ...]:
    """Return why the picked cards are no legal play. Return nothing for a legal play, or if the panel has a notice."""
    if refused is None or question.has_notice:
        return ()
    return (Text(question.texts.format_refusal(refused)),)


def find_early_refusal(question: SeatQuestion, play: tuple[Card, ...], wanted: int | None) -> IllegalAction | None:
    """Return why these cards cannot be part of a legal play of `wanted` cards. Return None if they can."""
    if wanted is None or len(play) >= wanted:
        return find_refusal(question.view, Play(play))
    if may_be_completed(question.view, play):
        return None
    rest = without(question.view.hand, play)
    led = get_led_suit(question)
    rest = tuple(sorted(rest, key=lambda card: question.effective_suit(card) is not led))
    return find_refusal(question.view, Play((*play, *rest[: wanted - len(play)])))


def confirm_rows(
    question: SeatQuestion, play: tuple[Card, ...], wanted: int | None, also: tuple[Button, ...] = ()
) -> tuple[Row, ...]:
    """Return the buttons to play and to clear the picked cards, and up to three others."""
    clear = question.button(ControlVerb.CLEAR, question.say("panel.clear"))
    refused = find_early_refusal(question, play, wanted)
    if refused is not None:
        place = question.table, question.seat, question.draft.task
        also = () if question.has_notice else explain_in_panel_button(*place, refused, question.texts)
    return button_rows((_play_button(question, play, wanted), clear, *also))


def _play_button(question: SeatQuestion, play: tuple[Card, ...], wanted: int | None) -> Button:
    verb = ControlVerb.CONFIRM_PLAY if question.confirm else ControlVerb.PLAY
    label = format_play_label(question, play)
    if wanted is not None and len(play) != wanted:
        label = question.say("panel.play_count", picked=len(play), wanted=wanted)
    elif find_refusal(question.view, Play(play)) is None:
        return question.cards_button(verb, play, label, question.choose_style(play))
    return question.button(verb, label, ButtonStyle.PRIMARY, disabled=True)
