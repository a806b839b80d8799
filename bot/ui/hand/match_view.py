"""The state of a match on panels and the table message: its remaining length, leaders, winners and last trick."""

import math
from collections.abc import Iterator
from typing import Final

from bot.play.table_rules.limited_matches import is_last_deal
from bot.play.tables.snapshot import Snapshot
from bot.play.values.table_info import TableStatus
from bot.text.catalogue import Texts
from bot.text.describe.seat_names import escape_name
from bot.ui.core.formatting import format_table_number
from bot.ui.core.messages.emoji_book import EmojiBook
from engine.model.view import PhaseName, View

SeatNames = tuple[str, ...]
COUNTDOWN_MARGIN: Final = 2
"""Seconds added to a countdown, because Discord would show "1 second ago" until the next deal's message appears."""


def match_lines(table: Snapshot, names: SeatNames, texts: Texts) -> list[str]:
    """Return the final standings of a finished match, or the leaders of a game without levels; names are escaped."""
    facts = table.facts
    if facts.is_board and table.results:  # its board is one of several, and its worth depends on the other tables
        return []
    is_won = bool(table.results and table.results[-1].winners)
    if facts.status is TableStatus.OVER and not is_won:
        return [texts.format_match_end(facts.rules, table.results, names) or texts.say("ui.match_ended")]
    between = table.game_state is not None and table.game_state.phase_name is PhaseName.FINISHED
    tally = texts.format_tally(facts.rules, table.results, names) if between else ""
    return [tally] if tally else []


def format_deal_number(table: Snapshot, texts: Texts) -> str:
    """Return the heading of a match: the table and the number of the deal, out of how many."""
    place, deals, number = table.facts.event_place, table.facts.match_deals, format_table_number(table.facts)
    if place is not None and place.board:
        return texts.say("events.board_heading", table=number, board=place.board)
    key = "ui.board_heading" if deals is None else "ui.board_heading_of"
    return texts.say(key, table=number, deal=max(table.spectator_view().deal_number, 1), deals=deals)


def format_next_deal(at: float, now: float, texts: Texts, clock_offset: float = 0.0) -> str:
    """Return when the next deal begins by itself."""
    if at <= now:
        return texts.say("council.next_now")
    return texts.say("council.next_at", when=f"<t:{math.ceil(at + clock_offset) + COUNTDOWN_MARGIN}:R>")


def format_awaited(table: Snapshot, names: SeatNames, texts: Texts) -> str:
    """Return which players the next deal, or the first deal's last cards, wait for; empty if for none. Escape names."""
    awaited = table.hands_awaited or (table.not_ready if table.ready else ())
    return texts.say("council.waited_for", names=[names[seat] for seat in sorted(awaited)]) if awaited else ""


def list_length_lines(table: Snapshot, texts: Texts, now: float) -> Iterator[str]:
    """Yield, for a match with a time limit, when the last deal may start, or that the present one is the last."""
    facts, game = table.facts, table.game_state
    if facts.status is not TableStatus.PLAYING or facts.match_ends_at is None or game is None:
        return
    if game.phase_name is not PhaseName.FINISHED and is_last_deal(facts, len(game.results), now):
        yield texts.say("length.last_deal")
    else:
        yield texts.say("length.ends_at", when=f"<t:{round(table.to_wall(facts.match_ends_at))}:t>")


def format_last_trick(view: View, names: tuple[str | None, ...], texts: Texts, emoji: EmojiBook) -> str:
    """Return the last complete trick, play by play."""
    if not view.tricks:
        return texts.say("ui.no_trick_yet")
    trick = view.tricks[-1]
    lines = []
    for play in trick.plays:
        key = "ui.trick_won_by" if play.seat == trick.winner else "ui.trick_play"
        name, cards = escape_name(names[play.seat] or ""), texts.format_cards(play.cards, view.card_order)
        faces = emoji.format_cards(play.cards, view.card_order)
        lines.append(f"{texts.say(key, name=name, cards=cards)} {faces}".rstrip())
    heading = texts.say("ui.trick_heading", trick=len(view.tricks), points=trick.points)
    return "\n".join([f"### {heading}", *lines])
