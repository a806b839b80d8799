"""Describes the picture of a hand: the trick, the hand by suits, playable and picked cards."""

from collections.abc import Iterator, Sequence
from typing import Final

from bot.text.describe.alt_text import AltTextDetail, AltTextWriter, format_within_limit, group_hand
from bot.text.describe.cards import format_cards, format_spoken_cards, format_suit
from bot.text.describe.prompts import format_prompt, format_waiting
from bot.text.describe.scores import format_trump, list_points_so_far
from bot.text.describe.seat_names import NamesBySeat
from bot.text.describe.sides import list_side_sentences
from bot.text.messages import Messages
from engine.model.cards import Card, Suit
from engine.model.view import Ask, PhaseName, View

_COUNTING: Final = {PhaseName.PLAYING, PhaseName.PICKING_UP}
_DETAILS: Final = (
    AltTextDetail(),
    AltTextDetail(last_trick=False),
    AltTextDetail(last_trick=False, max_name_length=16),
    AltTextDetail(last_trick=False, max_name_length=16, spell_out=False),
    AltTextDetail(last_trick=False, max_name_length=8, spell_out=False),
    AltTextDetail(last_trick=False, max_name_length=8, spell_out=False, extras=False),
    AltTextDetail(last_trick=False, max_name_length=8, spell_out=False, extras=False, trick=False),
    AltTextDetail(last_trick=False, max_name_length=8, spell_out=False, extras=False, trick=False, hand=False),
)


def format_hand_alt_text(
    messages: Messages,
    view: View,
    names: NamesBySeat | None = None,
    playable: frozenset[Card] | None = None,
    picked: Sequence[Card] = (),
    *,
    bare: bool = False,
) -> str:
    """Return a hand picture in words, at most 1024 characters.

    How the last trick ended comes first, and is the first to go if space is short. `bare` leaves out the prompt, the
    score and the sides, which are shown beside it.
    """

    def list_sentences(writer: AltTextWriter) -> Iterator[str]:
        if view.phase is PhaseName.PLAYING:
            yield from writer.list_trick_end()
        waits = view.ask is Ask.NOTHING and len(view.to_act) == 1
        if waits:
            yield writer.to_sentence(format_waiting(messages, view, writer.names))
        elif not bare:
            yield format_prompt(messages, view)
        if not bare:
            yield from _list_score(writer)
        yield from writer.list_declarations()
        if view.phase is PhaseName.PLAYING and writer.how.trick:
            yield from _list_trick_or_lead(writer)
        yield from _list_suits(writer)
        lit = [card for card in dict.fromkeys(view.hand) if card in (playable or ())]
        suits = {view.card_order.effective_suit(card) for card in lit}
        rest = {view.card_order.effective_suit(card) for card in view.hand if card not in lit}
        if writer.how.extras and ((len(suits) > 1 and rest) or suits & rest):  # the prompt names a whole suit
            yield messages.say("alt.playable", cards=writer.format_sorted_cards(lit))
        if picked:
            yield _format_picked_cards(writer, picked)

    return format_within_limit(messages, view, names, _DETAILS, list_sentences)


def _list_score(writer: AltTextWriter) -> Iterator[str]:
    messages, view = writer.messages, writer.view
    if view.phase is not PhaseName.READY:
        points = list_points_so_far(messages, view) if view.phase in _COUNTING else ()
        yield writer.to_sentence(writer.join_parts([format_trump(messages, view), *points]))
    if view.phase is PhaseName.DECLARING and writer.how.extras:
        yield messages.say("alt.deal", number=view.deal_number)
    yield from list_side_sentences(messages, view, writer.names)


def _format_picked_cards(writer: AltTextWriter, picked: Sequence[Card]) -> str:
    view, shown = writer.view, writer.format_sorted_cards(picked)
    led = len(view.trick.plays[0].cards) if view.trick.plays else 0
    wanted = view.kitty_size if view.ask is Ask.BURY else led if view.ask is Ask.FOLLOW else 0
    if not wanted:
        return writer.messages.say("alt.picked", cards=shown)
    return writer.messages.say("alt.picked_of", count=len(picked), wanted=wanted, cards=shown)


def _list_trick_or_lead(writer: AltTextWriter) -> Iterator[str]:
    if writer.view.trick.plays:
        yield from writer.list_current_trick()
    elif writer.how.extras and not writer.view.tricks:
        yield writer.messages.say("alt.trick_begins", number=1)


def _list_suits(writer: AltTextWriter) -> Iterator[str]:
    messages, hand = writer.messages, writer.view.hand
    if not hand:
        yield messages.say("alt.hand_empty")
        return
    yield messages.say("alt.hand", count=len(hand))
    for suit, held in group_hand(writer.view, hand).items():
        name = format_suit(messages, suit)
        name = name[:1].upper() + name[1:]
        if writer.how.hand:
            yield messages.say("alt.group", suit=name, cards=_format_suit_cards(writer, suit, held))
        else:
            yield messages.say("alt.group_count", suit=name, count=len(held))


def _format_suit_cards(writer: AltTextWriter, suit: Suit, held: Sequence[Card]) -> str:
    """Return one suit of a hand; cards of a side suit do not repeat its name."""
    if writer.how.spell_out:
        return format_spoken_cards(writer.messages, held, bare=suit is not Suit.TRUMP)
    if suit is Suit.TRUMP:
        return format_cards(writer.messages, held, writer.view.card_order)
    return "-".join(card.rank.text for card in held if card.rank is not None)
