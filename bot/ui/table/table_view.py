"""Builds the public message of a match from a spectator's view, so that it contains nothing hidden."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import Final

from bot.ids import TableId
from bot.play.tables.snapshot import Snapshot
from bot.play.values.stored_table import StoredTableMessage
from bot.play.values.table_info import Occupant, TableInfo, TableStatus
from bot.render.painting.emoji_images import suit_emoji_name
from bot.render.values.game_pictures import ResultPicture, TablePicture
from bot.text.catalogue import Texts
from bot.text.describe.seat_names import escape_names
from bot.ui.core.formatting import format_message_link, format_table_name, format_table_number, origin_lines
from bot.ui.core.interactions.table_controls import ControlVerb, table_button
from bot.ui.core.memory.refusal_memory import Surface
from bot.ui.core.messages.labelled import text_message
from bot.ui.core.messages.message import Block, Button, ButtonStyle, LinkButton, Message, Picture, Text, button_rows
from bot.ui.core.pictures.picture_blocks import picture_blocks, picture_labels
from bot.ui.core.services import Services
from bot.ui.core.tables.table_links import create_table_link, next_deal_row
from bot.ui.hand.result_panel import format_deal_number, list_length_lines, match_lines, rematch_row
from bot.ui.hand.view import format_deadline, here_button
from bot.ui.league.counting_leagues import friendly_lines, last_deal_league_lines, playing_team_lines
from bot.ui.table import vote_view
from engine.model.events import DealEnded, Declaration, Declared, Event, KittyShown, KittyTurned, MatchWon, Played
from engine.model.view import PhaseName, View

ACCENT: Final = 0x2E8B57
PICTURE_FILENAME: Final = "table.png"
MAX_EVENTS: Final = 5


@dataclass(frozen=True, slots=True)
class TableEvent:
    """An event at a table, and the players in the seats then. Players who come later must not be named as its cause."""

    event: Event
    seats: tuple[Occupant | None, ...]


async def table_view(services: Services, table: Snapshot, texts: Texts, events: Iterable[TableEvent] = ()) -> Message:
    """Return the public message of a match, with a line for each of the last events."""
    if table.facts.is_sealed:
        return await sealed_view(services, table, texts)
    lines = await _deal_lines(services, table, texts)
    lines += [*waiting_for_store_lines(table, texts), *await vote_view.next_deal_lines(services, table, texts)]
    lines += await vote_view.vote_lines(services, table, texts)
    resumed = table.just_restarted and table.facts.status is TableStatus.PLAYING
    match = (*list_length_lines(table, texts, services.clock.now()), *friendly_lines(table.facts, texts))
    small = [
        *await _event_lines(services, events, texts),
        *(f"-# {line}" for line in match),
        *([f"-# {texts.say('board.resumed')}"] if resumed else []),
    ]
    event_block = (Text("\n".join(small)),) if small else ()
    picture = await table_picture(services, table, texts)
    votes = await vote_view.vote_buttons(services, table, texts)
    controls = (*next_deal_row(table, table.spectator_view(), texts), *votes, *_table_buttons(table, texts))
    if table.facts.status is TableStatus.OVER and table.facts.rematch_table is not None:
        controls = await _rematch_blocks(services, table, table.facts.rematch_table, texts)
    footer = vote_view.shuffle_footer(table, texts)
    return Message((Text("\n".join(lines)), *picture, *event_block, *controls, *footer), ACCENT)


async def _rematch_blocks(services: Services, table: Snapshot, rematch: TableId, texts: Texts) -> tuple[Block, ...]:
    note = Text(texts.say("seats.rematch_open", table=rematch))
    found = await services.registry.find_readable(rematch)
    if found is None:
        return (note,)
    here, threads = await services.threads.get_channel(table.facts), services.threads
    leaves = await threads.is_decided(rematch) and await threads.get_channel(found.facts) != here
    if not leaves:  # the rematch stays in this channel
        return (note,)
    return (note, *button_rows((await create_table_link(services, found.facts, texts),)))


async def ended_deal_view(services: Services, table: Snapshot, texts: Texts, events: Iterable[TableEvent]) -> Message:
    """Return the end of a deal without controls. It replaces the message of that deal when the next deal begins."""
    if table.facts.is_sealed:
        return sealed_ended_view(table, texts)
    lines = await _deal_lines(services, table, texts)
    small = [*await _event_lines(services, events, texts), *vote_view.shuffle_proof_lines(table, texts)]
    event_block = (Text("\n".join(small)),) if small else ()
    return Message((Text("\n".join(lines)), *await table_picture(services, table, texts), *event_block), ACCENT)


async def _deal_lines(services: Services, table: Snapshot, texts: Texts) -> list[str]:
    view = table.spectator_view()
    names = escape_names(await services.people.find_names(table.occupants, texts))
    lines = [f"## {format_deal_number(table, texts)}", *origin_lines(table.facts, texts)]
    lines += await playing_team_lines(services, table.facts, view.levels, texts)
    lines += state_lines(services, table, view, names, texts)
    if view.result is not None and view.phase is PhaseName.FINISHED:
        lines += await last_deal_league_lines(services, table.id, texts)
    return lines


async def _event_lines(services: Services, events: Iterable[TableEvent], texts: Texts) -> list[str]:
    lines: list[str] = []
    for one in reversed(tuple(events)):
        is_said_above = isinstance(one.event, DealEnded | MatchWon)
        if len(lines) < MAX_EVENTS and not is_said_above and (line := await _format_event(services, one, texts)):
            lines.append(f"-# {line}")
    return lines[::-1]


def waiting_for_store_lines(table: Snapshot, texts: Texts) -> list[str]:
    """Return the line of a table that waits because its actions cannot be saved. Other tables have no such line."""
    return [texts.say("board.cannot_save")] if table.cannot_be_saved else []


async def _format_event(services: Services, happened: TableEvent, texts: Texts) -> str:
    names = await services.people.find_names(happened.seats, texts)
    line = texts.format_event(happened.event, escape_names(names)) or ""
    if services.refusals.is_classic_anywhere(Surface.TABLE):
        return line
    match happened.event:
        case Declared(Declaration(cards=cards)) | Played(cards=cards) | KittyTurned(cards) | KittyShown(cards):
            return f"{line} {services.emoji.format_cards(cards)}".rstrip()
        case _:
            return line


def moved_view(last: Message | None, table: TableInfo, to: StoredTableMessage | None, texts: Texts) -> Message:
    """Return an old table message without controls. It links to the new message `to`, or refers to a message below.

    `last` is the end of the deal that the old message showed. It is None if the new message shows the same.
    """
    shown = () if last is None else tuple(b for b in last.blocks if isinstance(b, Text | Picture))
    if to is None:
        return Message((*shown, Text(texts.say("board.continues_below"))), ACCENT)
    heading = f"**{format_table_name(table, texts)}** · "
    note = texts.say("board.continues", channel=f"<#{to.channel}>")
    named = last is not None or to.channel != table.channel  # the name of the thread names the table
    url = format_message_link(table.guild, to.channel, to.message)
    link = LinkButton(url, texts.say("board.to_table", table=format_table_number(table)))
    return Message((*shown, Text(note if named else heading + note), *button_rows((link,))), ACCENT)


async def match_over_view(services: Services, table: Snapshot, texts: Texts) -> Message:
    """Return the message that stays in the channel after a match in a thread. A button offers a rematch if possible."""
    if table.facts.is_sealed:
        return sealed_ended_view(table, texts)
    heading = format_table_name(table.facts, texts)
    if table.facts.is_board:  # results at other tables decide what a board is worth
        return text_message(f"✓ **{heading}** · {texts.say('events.boards_over')}")
    result = table.spectator_view().result
    names = escape_names(await services.people.find_names(table.occupants, texts))
    won = texts.format_event(MatchWon(result.winners), names) if result is not None and result.winners else None
    ended = won or texts.format_match_outcome(table.facts.rules, table.results, names) or texts.say("board.match_ended")
    return Message((Text(f"✓ **{heading}** · {ended}"), *rematch_row(table, texts)))


def state_lines(services: Services, table: Snapshot, view: View, names: tuple[str, ...], texts: Texts) -> list[str]:
    """Return the public state of the match; `names` are escaped."""
    if view.result is not None and view.phase is PhaseName.FINISHED:
        is_over = table.facts.status is TableStatus.OVER
        return [texts.format_outcome(view, names, is_last=is_over), *match_lines(table, names, texts)]
    if table.facts.status is TableStatus.OVER:
        return match_lines(table, names, texts)
    if table.facts.paused:
        return [texts.say("seats.paused")]
    suit = None if view.trump is None else view.trump.suit
    emoji = "" if suit is None else services.emoji.format(suit_emoji_name(suit))
    lines = [] if view.trump is None else [f"{emoji} {texts.format_score_line(view, names)}".strip()]
    due = format_deadline(table, services.clock.now())
    waiting = texts.format_waiting(view, names)
    lines += [" · ".join(filter(None, (waiting, due)))] if waiting else []
    away = [names[seat] for seat in sorted(table.away)]
    return [*lines, texts.say("seats.played_for", names=away)] if away else lines


async def table_picture(services: Services, table: Snapshot, texts: Texts) -> tuple[Block, ...]:
    """Return the table's picture as spectators see it; as text if it cannot be rendered."""
    view, is_last = table.spectator_view(), table.facts.status is TableStatus.OVER
    names = await services.people.find_names(table.occupants, texts)
    alt = texts.format_table_alt_text(view, tuple(name or "" for name in names), is_last=is_last)
    picture: ResultPicture | TablePicture = TablePicture(view, names, picture_labels(texts), show_last_trick=True)
    if view.result is not None and view.phase is PhaseName.FINISHED:
        picture = ResultPicture(view, names, picture_labels(texts), is_last=is_last)
    return await picture_blocks(services, picture, alt, PICTURE_FILENAME, table=table.id)


def _table_buttons(table: Snapshot, texts: Texts) -> tuple[Block, ...]:
    button, seated = partial(table_button, table.id, texts), not table.facts.is_computers_only
    hand = (button(ControlVerb.SHOW_HAND, "board.my_hand", ButtonStyle.PRIMARY),) if seated else ()
    trick = (button(ControlVerb.LAST_TRICK, "board.last_trick"),) if table.spectator_view().tricks else ()
    views = (*hand, *trick, button(ControlVerb.WATCH, "watch.watch"))
    plays = seated and table.facts.status is TableStatus.PLAYING
    votes = (vote_view.open_votes_button(table.id, texts),) if plays else ()
    last = button_rows((*_help_buttons(table, texts), *votes))
    return (*_back_row(table, texts), *rematch_row(table, texts), *button_rows(views), *last)


async def sealed_view(services: Services, table: Snapshot, texts: Texts) -> Message:
    """Return the public message of a sealed table. It reveals nothing, because others still have to play the board."""
    if table.facts.status is not TableStatus.PLAYING:
        return sealed_ended_view(table, texts)
    names = escape_names(await services.people.find_names(table.occupants, texts))
    sides = [texts.format_list(names[side::2]) for side in range(2)]
    lines = [
        f"## {format_table_name(table.facts, texts)}",
        " – ".join(sides),
        texts.say("seats.paused" if table.facts.paused else "events.sealed.playing", board=_get_board(table)),
        *([texts.say("seats.played_for", names=[names[seat] for seat in sorted(table.away)])] if table.away else []),
        *waiting_for_store_lines(table, texts),
        *await vote_view.vote_lines(services, table, texts),
    ]
    hand = table_button(table.id, texts, ControlVerb.SHOW_HAND, "board.my_hand", ButtonStyle.PRIMARY)
    last = button_rows((hand, *_help_buttons(table, texts), vote_view.open_votes_button(table.id, texts)))
    votes = await vote_view.vote_buttons(services, table, texts)
    return Message((Text("\n".join(lines)), *votes, *_back_row(table, texts), *last))


def sealed_ended_view(table: Snapshot, texts: Texts) -> Message:
    """Return the message of a board that is over at this table, but not yet at all other tables."""
    heading = f"## {format_table_name(table.facts, texts)}"
    hand = table_button(table.id, texts, ControlVerb.SHOW_HAND, "board.my_hand")
    over = texts.say("events.sealed.over", board=_get_board(table))
    return Message((Text(f"{heading}\n{over}"), *button_rows((hand,))))


def _get_board(table: Snapshot) -> int:
    return 0 if table.facts.event_place is None else table.facts.event_place.board


def _help_buttons(table: Snapshot, texts: Texts) -> tuple[Button, ...]:
    more = {ControlVerb.RULES: "lobby.rules", ControlVerb.HELP: "lobby.help"}
    return tuple(table_button(table.id, texts, verb, key) for verb, key in more.items())


def _back_row(table: Snapshot, texts: Texts) -> tuple[Block, ...]:
    is_missed = table.facts.status is TableStatus.PLAYING and bool(table.away)
    return button_rows((here_button(table, texts),)) if is_missed else ()
