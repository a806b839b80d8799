"""Describes the pictures of hands, tables and replays, and the animation of a deal."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import Final

from bot.text.describe.alt_text import AltTextDetail, AltTextWriter, format_within_limit, group_hand
from bot.text.describe.cards import format_cards, format_ranks, format_spoken_cards, format_suit, format_symbols
from bot.text.describe.prompts import format_prompt, format_waiting
from bot.text.describe.scores import format_trump, list_points_so_far, list_result_lines, list_score_parts
from bot.text.describe.seat_names import NamesBySeat, format_seat_names
from bot.text.describe.sides import list_side_sentences
from bot.text.messages import Messages
from engine.model.cards import Card, Suit
from engine.model.events import DealResult
from engine.model.options import Teams
from engine.model.view import Ask, PhaseName, View

_COUNTING: Final = {PhaseName.PLAYING, PhaseName.PICKING_UP}
_HAND_DETAILS: Final = (
    AltTextDetail(),
    AltTextDetail(last_trick=False),
    AltTextDetail(last_trick=False, max_name_length=16),
    AltTextDetail(last_trick=False, max_name_length=16, spell_out=False),
    AltTextDetail(last_trick=False, max_name_length=8, spell_out=False),
    AltTextDetail(last_trick=False, max_name_length=8, spell_out=False, extras=False),
    AltTextDetail(last_trick=False, max_name_length=8, spell_out=False, extras=False, trick=False),
    AltTextDetail(last_trick=False, max_name_length=8, spell_out=False, extras=False, trick=False, hand=False),
)
_SENTENCE_ENDS: Final = (".", "!", "?", "。", "！", "？")
_TABLE_DETAILS: Final = (
    AltTextDetail(spell_out=False),
    AltTextDetail(spell_out=False, max_name_length=16),
    AltTextDetail(spell_out=False, max_name_length=8),
    AltTextDetail(spell_out=False, max_name_length=8, extras=False),
    AltTextDetail(spell_out=False, max_name_length=8, extras=False, trick=False),
)
_REPLAY_DETAILS: Final = (
    *_TABLE_DETAILS[:2],
    AltTextDetail(spell_out=False, max_name_length=16, symbols=True),
    AltTextDetail(spell_out=False, max_name_length=8, symbols=True),
    AltTextDetail(spell_out=False, max_name_length=8, symbols=True, extras=False),
    AltTextDetail(spell_out=False, max_name_length=8, symbols=True, extras=False, trick=False),
    AltTextDetail(spell_out=False, max_name_length=8, extras=False, trick=False, hand=False),
)


def format_hand_alt_text(
    messages: Messages,
    view: View,
    names: NamesBySeat = None,
    playable: frozenset[Card] | None = None,
    picked: Sequence[Card] = (),
    *,
    bare: bool = False,
) -> str:
    """Describe the picture of a hand in at most 1024 characters. `bare` leaves out what the message's text says."""

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
        # Playable cards are not listed if they are the whole hand or a whole suit, because the prompt says this.
        if writer.how.extras and ((len(suits) > 1 and rest) or suits & rest):
            yield messages.say("alt.playable", cards=writer.format_sorted_cards(lit))
        if picked:
            yield _format_picked_cards(writer, picked)

    return format_within_limit(messages, view, names, _HAND_DETAILS, list_sentences)


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
    if writer.how.spell_out:
        return format_spoken_cards(writer.messages, held, bare=suit is not Suit.TRUMP)
    if suit is Suit.TRUMP:
        return format_cards(writer.messages, held, writer.view.card_order)
    return format_ranks(held)


def format_table_alt_text(messages: Messages, view: View, names: NamesBySeat = None, *, is_last: bool = False) -> str:
    """Describe the picture of a table or a result in at most 1024 characters. `is_last` says that no deal follows."""
    return format_within_limit(messages, view, names, _TABLE_DETAILS, partial(_list_table, is_last=is_last))


def format_replay_alt_text(messages: Messages, view: View, names: NamesBySeat, hands: Sequence[Sequence[Card]]) -> str:
    """Return a moment of a finished deal in words, with the table and every hand, at most 1024 characters."""

    def list_sentences(writer: AltTextWriter) -> Iterator[str]:
        yield from _list_table(writer)
        for seat, hand in enumerate(hands):
            name = writer.format_name(seat)
            if not hand:
                yield messages.say("picture.hand_empty", name=name)
            elif writer.how.hand:
                yield messages.say("picture.hand", name=name, cards=_format_open_hand(writer, hand))
            else:
                yield messages.say("picture.hand_count", name=name, count=len(hand))

    return format_within_limit(messages, view, names, _REPLAY_DETAILS, list_sentences)


def format_animation_alt_text(
    messages: Messages, view: View, names: NamesBySeat = None, *, is_last: bool = False
) -> str:
    """Describe the animation of a deal in at most 1024 characters. `view` is the view at the deal's end."""

    def list_sentences(writer: AltTextWriter) -> Iterator[str]:
        yield messages.say("picture.animation", number=max(1, view.deal_number), tricks=len(view.tricks))
        if view.result is not None:
            yield from _list_result(writer, view.result, is_last=is_last)

    return format_within_limit(messages, view, names, _TABLE_DETAILS, list_sentences)


def _format_open_hand(writer: AltTextWriter, hand: Sequence[Card]) -> str:
    groups = group_hand(writer.view, hand).values()
    if writer.how.symbols:
        return " ".join(format_symbols(held) for held in groups)
    return writer.join_parts(format_cards(writer.messages, held, writer.view.card_order) for held in groups)


def _list_table(writer: AltTextWriter, *, is_last: bool = False) -> Iterator[str]:
    messages, view, how = writer.messages, writer.view, writer.how
    if view.deal_number:
        yield messages.say("alt.deal", number=view.deal_number)
    if view.phase is PhaseName.FINISHED and view.result is not None:
        yield from _list_result(writer, view.result, is_last=is_last)
        return
    parts = list_score_parts(messages, view, writer.names)
    yield writer.to_sentence(writer.join_parts(parts if how.extras else parts[:3]))
    yield from writer.list_declarations()
    if view.kitty_turned:
        yield messages.say("alt.turned", cards=writer.format_cards(view.kitty_turned))
    yield from list_side_sentences(messages, view, writer.names)
    if how.trick and view.trick.plays:
        yield from writer.list_current_trick()
    elif how.trick and view.tricks:
        yield from writer.list_last_trick()
    if how.extras:
        yield from _list_seats(writer)
        yield from _list_points_taken(writer)
    if waiting := format_waiting(messages, view, writer.names):
        yield writer.to_sentence(waiting)


def _list_result(writer: AltTextWriter, result: DealResult, *, is_last: bool) -> Iterator[str]:
    messages, view, names = writer.messages, writer.view, writer.names
    yield writer.to_sentence(format_trump(messages, view))
    others = [seat for seat in range(view.rules.players) if seat not in result.declarers]
    declarers = format_seat_names(messages, names, result.declarers)
    yield messages.say("alt.sides", declarers=declarers, opponents=format_seat_names(messages, names, others))
    runs = groupby(view.card_order.sort_for_display(result.kitty), lambda card: card.suit)
    kitty = messages.format_list(format_cards(messages, list(run), view.card_order) for _, run in runs)
    for line in list_result_lines(messages, view, names, kitty=kitty, is_last=is_last):
        yield line if line.endswith(_SENTENCE_ENDS) else writer.to_sentence(line)
    if writer.how.trick and view.tricks:
        yield from writer.list_last_trick()
    yield from _list_points_taken(writer)


def _list_seats(writer: AltTextWriter) -> Iterator[str]:
    """Yield the players by seat and their numbers of cards. This takes two sentences if the numbers are equal."""
    messages, sizes = writer.messages, writer.view.hand_sizes
    if writer.names and len(set(sizes)) == 1:
        names = format_seat_names(messages, writer.names, range(len(writer.view.levels)))
        yield messages.say("alt.seated", names=names)
    if len(set(sizes)) == 1 and sizes[0]:
        yield messages.say("alt.in_hand", counts=messages.say("alt.count_each", count=sizes[0]))
    elif any(sizes):
        counts = (messages.say("alt.count_of", name=writer.format_name(seat), count=n) for seat, n in enumerate(sizes))
        yield messages.say("alt.in_hand", counts=messages.say("list.separator").join(counts))


def _list_points_taken(writer: AltTextWriter) -> Iterator[str]:
    if writer.view.rules.teams is Teams.FIXED or writer.view.opponents_points is None:
        return  # while the sides are unknown, the score line already lists the points of each player
    taken = [
        writer.messages.say("alt.points_of", name=writer.format_name(seat), points=points)
        for seat, points in enumerate(writer.view.points)
        if points
    ]
    if taken:
        yield writer.messages.say("alt.taken", points=writer.messages.say("list.separator").join(taken))
