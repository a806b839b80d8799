"""Builds a spectator's private message in their language. It shows what is public, and seats that they may request."""

from bot.ids import ChannelId, UserId
from bot.play.tables.snapshot import Snapshot
from bot.play.values.table_info import Computer, Occupant, ProposalKind, TableStatus
from bot.text.catalogue import Texts
from bot.text.describe.seat_names import escape_name, escape_names
from bot.ui.core.interactions.table_controls import HIDE, SHOW_HERE, ControlVerb, table_button, table_control_id
from bot.ui.core.messages.discord_limits import MAX_OPTIONS
from bot.ui.core.messages.message import Block, ButtonStyle, Message, Select, SelectOption, Text, button_rows
from bot.ui.core.services import Services
from bot.ui.core.tables.table_links import list_table_links, next_deal_row
from bot.ui.hand.result_panel import format_last_trick
from bot.ui.hand.view import Fingerprint
from bot.ui.table.table_view import state_lines, table_picture
from bot.ui.table.vote_view import next_deal_lines
from engine.players.levels import ORACLE


def watch_fingerprint(table: Snapshot) -> Fingerprint:
    """Return a value that changes whenever a spectator's message must be re-rendered."""
    view, facts = table.spectator_view(), table.facts
    played = (len(view.declarations), len(view.tricks), len(view.trick.plays))
    deal = (view.deal_number, view.phase, view.to_draw, *played, view.redeal)
    return (facts.status, facts.seats, facts.away, facts.paused, facts.proposals, facts.ready, *deal)


async def watch_view(
    services: Services, table: Snapshot, user: UserId, texts: Texts, here: ChannelId | None, opened: ControlVerb | None
) -> Message:
    """Return a spectator's message, with what `opened` shows. Raises TableRefused: the match has not begun."""
    if table.facts.is_sealed:
        return Message((Text(texts.say("table.sealed")),))
    view = table.spectator_view()
    found = await services.people.find_names(table.occupants, texts)
    names = escape_names(found)
    lines = [f"### {texts.say('watch.heading', table=table.id)}", f"-# {texts.say('watch.about')}"]
    lines += [*state_lines(services, table, view, names, texts), *await next_deal_lines(services, table, texts)]
    is_open = opened is ControlVerb.LAST_TRICK
    lines += [format_last_trick(view, found, texts, services.emoji)] if is_open else []
    picture = await table_picture(services, table, texts)
    refresh = table_button(table.id, texts, ControlVerb.WATCH, "panel.refresh")
    tone, argument = (ButtonStyle.PRIMARY, HIDE) if is_open else (ButtonStyle.SECONDARY, SHOW_HERE)
    last = table_button(table.id, texts, ControlVerb.LAST_TRICK, "board.last_trick", tone, argument=argument)
    rules = table_button(table.id, texts, ControlVerb.RULES, "lobby.rules")
    onward = next_deal_row(table, view, texts) if table.facts.is_computers_only else ()
    request = await _seat_request_blocks(services, table, user, texts)
    rows = button_rows((refresh, last, rules, *await list_table_links(services, table, user, texts, here)))
    return Message((Text("\n".join(lines)), *picture, *onward, *request, *rows))


async def _seat_request_blocks(services: Services, table: Snapshot, user: UserId, texts: Texts) -> tuple[Block, ...]:
    if table.facts.status is not TableStatus.PLAYING or table.facts.is_computers_only:
        return ()
    names = await services.people.find_names(table.occupants, texts)
    requests = (tally.proposal for tally in table.tallies if tally.proposal.kind is ProposalKind.NEWCOMER)
    wanted = next((request.seat for request in requests if request.newcomer == user), None)
    if wanted is not None:
        name = escape_name(names[wanted] or "")
        withdraw = table_button(table.id, texts, ControlVerb.WITHDRAW_REQUEST, "watch.withdraw")
        return (Text(texts.say("watch.asked", name=name)), *button_rows((withdraw,)))
    free = [seat for seat, who in enumerate(table.occupants) if _can_be_replaced(who) or seat in table.away]
    if not free:
        return ()
    options = tuple(SelectOption(str(seat), texts.say("lobby.seat", seat=seat + 1), names[seat] or "") for seat in free)
    id_ = table_control_id(table.id, ControlVerb.REQUEST_SEAT, ".".join(map(str, free)))
    return (Select(id_, texts.say("watch.prompt"), options[:MAX_OPTIONS]),)


def _can_be_replaced(occupant: Occupant | None) -> bool:
    return isinstance(occupant, Computer) and occupant.level != ORACLE
