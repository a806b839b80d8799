"""Describes pictures of a table: the table, a moment of a replay with all hands open, and the animation of a deal."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import Final

from bot.text.describe.alt_text import AltTextDetail, AltTextWriter, format_within_limit, group_hand
from bot.text.describe.cards import format_cards, format_symbols
from bot.text.describe.prompts import format_waiting
from bot.text.describe.scores import format_trump, list_result_lines, list_score_parts
from bot.text.describe.seat_names import NamesBySeat, format_seat_names
from bot.text.describe.sides import list_side_sentences
from bot.text.messages import Messages
from engine.model.cards import Card
from engine.model.events import DealResult
from engine.model.options import Teams
from engine.model.view import PhaseName, View

_SENTENCE_ENDS: Final = (".", "!", "?", "。", "！", "？")
_DETAILS: Final = (
    AltTextDetail(spell_out=False),
    AltTextDetail(spell_out=False, max_name_length=16),
    AltTextDetail(spell_out=False, max_name_length=8),
    AltTextDetail(spell_out=False, max_name_length=8, extras=False),
    AltTextDetail(spell_out=False, max_name_length=8, extras=False, trick=False),
)
_REPLAY_DETAILS: Final = (
    *_DETAILS[:2],
    AltTextDetail(spell_out=False, max_name_length=16, symbols=True),
    AltTextDetail(spell_out=False, max_name_length=8, symbols=True),
    AltTextDetail(spell_out=False, max_name_length=8, symbols=True, extras=False),
    AltTextDetail(spell_out=False, max_name_length=8, symbols=True, extras=False, trick=False),
    AltTextDetail(spell_out=False, max_name_length=8, extras=False, trick=False, hand=False),
)


def format_table_alt_text(
    messages: Messages, view: View, names: NamesBySeat | None = None, *, is_last: bool = False
) -> str:
    """Return a table picture, or that of a result, in words, at most 1024 characters; `is_last`: no deal follows."""
    return format_within_limit(messages, view, names, _DETAILS, partial(_list_table, is_last=is_last))


def format_replay_alt_text(
    messages: Messages, view: View, names: NamesBySeat | None, hands: Sequence[Sequence[Card]]
) -> str:
    """Return a moment of a finished deal, the table and every hand, at most 1024 characters."""

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
    messages: Messages, view: View, names: NamesBySeat | None = None, *, is_last: bool = False
) -> str:
    """Return the animation of a deal in words, at most 1024 characters; `view` shows its end."""

    def list_sentences(writer: AltTextWriter) -> Iterator[str]:
        yield messages.say("picture.animation", number=max(1, view.deal_number), tricks=len(view.tricks))
        if view.result is not None:
            yield from _list_result(writer, view.result, is_last=is_last)

    return format_within_limit(messages, view, names, _DETAILS, list_sentences)


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
    """Yield the players and their numbers of cards by seat; names already beside different numbers are not repeated."""
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
        return  # until sides are known the score line lists the points
    taken = [
        writer.messages.say("alt.points_of", name=writer.format_name(seat), points=points)
        for seat, points in enumerate(writer.view.points)
        if points
    ]
    if taken:
        yield writer.messages.say("alt.taken", points=writer.messages.say("list.separator").join(taken))
