"""The panel after a deal or a match. Phrases are offered only here, because during a deal they could be signals."""

import math
from collections.abc import Iterator
from typing import Final

from bot.play.refusals import StaleTask
from bot.play.table_rules.limited_matches import is_last_deal
from bot.play.tables.snapshot import Snapshot
from bot.play.values.table_info import LIVE_STATUSES, Phrase, TableStatus
from bot.render.values.game_pictures import ResultPicture
from bot.text.catalogue import Texts
from bot.text.describe.seat_names import escape_name, escape_names
from bot.ui.core.formatting import find_event_link, format_table_number
from bot.ui.core.interactions.context import TablePress, get_seat
from bot.ui.core.interactions.responses import Response, ShowPanel
from bot.ui.core.interactions.review_control import review_button, share_button
from bot.ui.core.interactions.table_controls import ControlVerb, table_button
from bot.ui.core.memory.people import Preferences
from bot.ui.core.messages.emoji_book import EmojiBook
from bot.ui.core.messages.labelled import select_option
from bot.ui.core.messages.message import Block, Buttons, ButtonStyle, LinkButton, Message, Select, Text, button_rows
from bot.ui.core.pictures.picture_blocks import picture_blocks, picture_labels
from bot.ui.core.services import Services
from bot.ui.core.tables.table_links import next_deal_row
from bot.ui.hand.hand_cards import SeatNames
from bot.ui.hand.question import SeatQuestion
from engine.model.view import PhaseName, View

COUNTDOWN_MARGIN: Final = 2
"""Seconds added to a countdown. Otherwise Discord shows "1 second ago" until the next deal's message appears."""


def match_lines(table: Snapshot, names: tuple[str, ...], texts: Texts) -> list[str]:
    """Return the standings of a match that ended without a winner, or the tally between deals. `names` are escaped."""
    facts = table.facts
    if facts.is_board and table.results:  # results at other tables decide what a board is worth
        return []
    is_won = bool(table.results and table.results[-1].winners)
    if facts.status is TableStatus.OVER and not is_won:
        return [texts.format_match_end(facts.rules, table.results, names) or texts.say("board.match_ended")]
    between = table.game_state is not None and table.game_state.phase_name is PhaseName.FINISHED
    tally = texts.format_tally(facts.rules, table.results, names) if between else ""
    return [tally] if tally else []


def format_deal_number(table: Snapshot, texts: Texts) -> str:
    """Return a heading with the numbers of the table and its deal or, in an event, its board."""
    place, deals, number = table.facts.event_place, table.facts.match_deals, format_table_number(table.facts)
    if place is not None and place.board:
        return texts.say("events.board_heading", table=number, board=place.board)
    key = "board.heading" if deals is None else "board.heading_of"
    return texts.say(key, table=number, deal=max(table.spectator_view().deal_number, 1), deals=deals)


def format_next_deal(at: float, now: float, texts: Texts, clock_offset: float = 0.0) -> str:
    """Return a text that says when the next deal begins by itself."""
    if at <= now:
        return texts.say("council.next_now")
    return texts.say("council.next_at", when=f"<t:{math.ceil(at + clock_offset) + COUNTDOWN_MARGIN}:R>")


def format_awaited(table: Snapshot, names: tuple[str, ...], texts: Texts) -> str:
    """Return a line with the players who must still open their hand or ask for the next deal. `names` are escaped."""
    awaited = table.hands_awaited or (table.not_ready if table.ready else ())
    return texts.say("council.waited_for", names=[names[seat] for seat in sorted(awaited)]) if awaited else ""


def list_length_lines(table: Snapshot, texts: Texts, now: float) -> Iterator[str]:
    """Yield when the last deal of a match with a time limit may start, or that the last deal is being played."""
    facts, game = table.facts, table.game_state
    if facts.status is not TableStatus.PLAYING or facts.match_ends_at is None or game is None:
        return
    if game.phase_name is not PhaseName.FINISHED and is_last_deal(facts, len(game.results), now):
        yield texts.say("length.last_deal")
    else:
        yield texts.say("length.ends_at", when=f"<t:{round(table.to_wall(facts.match_ends_at))}:t>")


def format_last_trick(view: View, names: tuple[str | None, ...], texts: Texts, emoji: EmojiBook) -> str:
    """Return a text that lists the plays of the last complete trick."""
    if not view.tricks:
        return texts.say("board.no_trick_yet")
    trick = view.tricks[-1]
    lines = []
    for play in trick.plays:
        key = "board.trick_won_by" if play.seat == trick.winner else "board.trick_play"
        name, cards = escape_name(names[play.seat] or ""), texts.format_cards(play.cards, view.card_order)
        faces = emoji.format_cards(play.cards, view.card_order)
        lines.append(f"{texts.say(key, name=name, cards=cards)} {faces}".rstrip())
    heading = texts.say("board.trick_heading", trick=len(view.tricks), points=trick.points)
    return "\n".join([f"### {heading}", *lines])


_PHRASES_SHOWN: Final = 2


def has_ended_outside_a_deal(table: Snapshot) -> bool:
    """Return whether a table has ended in its lobby or in the middle of a deal, so that it has no result to show."""
    if table.facts.status in LIVE_STATUSES:
        return False
    return table.game_state is None or table.game_state.phase_name is not PhaseName.FINISHED


async def ended_view(services: Services, table: Snapshot, texts: Texts) -> Message:
    """Return the panel of a table that has ended without a result."""
    if not table.has_started:
        return Message((Text(texts.say("ending.panel_lobby", table=format_table_number(table.facts))),))
    names = escape_names(await services.people.find_names(table.occupants, texts))
    heading = f"### {texts.say('ending.panel', table=format_table_number(table.facts))}"
    lines = (heading, *match_lines(table, names, texts))
    return Message((Text("\n".join(lines)), *rematch_row(table, texts)))


def rematch_row(table: Snapshot, texts: Texts) -> tuple[Block, ...]:
    """Return the button of a finished match. It leads to the match's event, or it opens or shows a rematch."""
    if table.facts.status is not TableStatus.OVER or table.facts.is_computers_only or not table.has_started:
        return ()
    link = find_event_link(table.facts)
    if link is not None and table.facts.event_place is not None:
        return button_rows((LinkButton(link, texts.say("events.to_event", name=table.facts.event_place.name)),))
    key = "seats.rematch" if table.facts.rematch_table is None else "seats.to_rematch"
    return button_rows((table_button(table.id, texts, ControlVerb.REMATCH, key, ButtonStyle.SUCCESS),))


def result_heading(
    table: Snapshot, question: SeatQuestion, names: tuple[str, ...], now: float, prefers: Preferences
) -> tuple[Block, ...]:
    """Return the result for the panel's owner, the match so far, and the buttons; `names` are escaped."""
    view, texts = question.view, question.texts
    at, is_over = table.next_deal_at, table.facts.status is TableStatus.OVER
    result = texts.format_my_result(view, names, is_last=is_over)
    heard = texts.format_trick_end(view, names) if prefers.text_hand else ""
    won = "" if heard else texts.format_won_trick(view, names)
    small = [texts.say("board.last_trick_was", won=won)] if won else []
    small += [] if at is None else [format_next_deal(at, now, texts, table.clock_offset)]
    small += filter(None, (format_awaited(table, names, texts),))
    lines = [
        *([heard] if heard else []),
        f"### {result if prefers.text_hand else result.splitlines()[0]}",  # the picture has the other lines
        *match_lines(table, names, texts),
        *([f"-# {' · '.join(small)}"] if small else []),
        *phrase_lines(table, names, prefers, texts),
        *([f"-# {texts.say('turn.coach_offer')}"] if question.offers_coach else []),
    ]
    return (Text("\n".join(lines)), *_result_rows(table, question))


def _result_rows(table: Snapshot, question: SeatQuestion) -> tuple[Block, ...]:
    view, texts = question.view, question.texts
    is_ready = question.seat in table.ready
    onward = (*(() if is_ready else next_deal_row(table, view, texts)), *rematch_row(table, texts))
    buttons = [button for row in onward if isinstance(row, Buttons) for button in row.buttons]
    buttons.append(review_button(table.id, view.deal_number, texts))
    if view.result is not None and view.result.is_memorable and not table.facts.is_sealed:
        buttons.append(share_button(table.id, view.deal_number, texts))
    if question.offers_coach:
        buttons.append(question.button(ControlVerb.COACH, texts.say("turn.coach_turn_on")))
    return button_rows(tuple(buttons))


async def result_blocks(
    services: Services, view: View, names: SeatNames, prefers: Preferences, texts: Texts, *, is_last: bool
) -> tuple[Block, ...]:
    """Return the result as a public picture from a spectator's `view`. Users who read their hand as text get none."""
    if prefers.text_hand:
        return ()
    picture = ResultPicture(view, names, picture_labels(texts), not prefers.two_colour, is_last)
    alt = texts.format_table_alt_text(view, names, is_last=is_last)
    return await picture_blocks(services, picture, alt, "result.png")


def phrase_lines(table: Snapshot, names: tuple[str, ...], prefers: Preferences, texts: Texts) -> list[str]:
    """Return the last phrases said since the deal, in one line; none if the user mutes phrases. `names` are escaped."""
    said = () if prefers.mute_phrases else table.phrases[-_PHRASES_SHOWN:]
    words = [texts.say("phrase.said", name=names[seat], words=texts.say(f"phrase.{one}")) for seat, one in said]
    return [f"-# {' · '.join(words)}"] if words else []


def phrase_rows(table: Snapshot, question: SeatQuestion, prefers: Preferences) -> tuple[Block, ...]:
    """Return the menu of phrases. Users who mute phrases or play alone with computers get none."""
    if prefers.mute_phrases or table.facts.is_alone:
        return ()
    options = tuple(select_option(one, question.say(f"phrase.{one}")) for one in Phrase)
    id_ = question.custom_id(ControlVerb.SAY, str(len(table.phrases)))
    return (Select(id_, question.say("phrase.prompt"), options),)


async def say_phrase(press: TablePress) -> Response:
    """Say the chosen phrase."""
    get_seat(press.table, press.user)
    chosen = press.values[0] if press.values else ""
    if chosen not in set(Phrase):
        raise StaleTask
    press.table.gameplay.say(press.user, Phrase(chosen))
    return ShowPanel(press.table)
