"""Builds an event's public message, the messages that ask whether to leave or cancel it, and parts of other views."""

from typing import Final

from bot.events.boards.deal_boards import list_revealed
from bot.events.changes.entries import is_check_in_useful, is_last_round, takes_entrants
from bot.events.changes.next_round import count_present, lacks_players
from bot.events.matches import MatchStatus
from bot.events.model import BEFORE_START, ENDED, EntrantStatus, Event, EventStatus
from bot.events.pairing.ports import EventFormat
from bot.events.standings.event_standings import has_results
from bot.text.catalogue import Texts
from bot.text.describe.seat_names import escape_name
from bot.ui.core.formatting import format_timestamp, list_chosen_settings
from bot.ui.core.messages.discord_limits import MAX_BUTTONS_PER_ROW
from bot.ui.core.messages.long_list import join_lines
from bot.ui.core.messages.message import Block, Button, ButtonStyle, Message, Text, button_rows
from bot.ui.core.services import Services
from bot.ui.events.control_ids import EventAction, EventControl
from bot.ui.events.crosstable_view import FORMATS as CROSSTABLE_FORMATS
from bot.ui.events.lookup import get_entrant_names
from bot.ui.events.round_lines import Links, Names, find_stand_ins, name_lines, round_lines, standings_lines
from engine.model.notation import parse_rules

MAX_LISTED: Final = 12
"""The most entrants in the standings of the public message; a button shows all."""
_STYLES: Final = {
    EventAction.ENTER: ButtonStyle.PRIMARY,
    **dict.fromkeys((EventAction.HERE, EventAction.CHECK_IN), ButtonStyle.SUCCESS),
    **dict.fromkeys(
        (EventAction.LEAVE, EventAction.CANCEL, EventAction.ASK_CANCEL, EventAction.DROP), ButtonStyle.DANGER
    ),
}


async def event_view(services: Services, event: Event, texts: Texts, links: Links) -> Message:
    """Return the public message of an event, with links to the tables in play."""
    names = await get_entrant_names(services, event.entrants, texts)
    lines = [f"## {escape_name(event.settings.name)}", f"-# {format_settings(event, texts)}"]
    if event.settings.league is not None:
        league = await services.league.access.get_league(event.guild, event.settings.league)
        lines.append(texts.say("bracket.in_league", league=escape_name(league.name)))
    lines.append(format_status(event, texts))
    if event.status in BEFORE_START:
        lines += _entrant_lines(event, names, texts)
    elif event.rounds:
        if event.round is not None and event.status is EventStatus.RUNNING:
            stand_ins = await find_stand_ins(services, event, event.round, texts)
            lines += round_lines(event, event.round, names, texts, links, stand_ins)
        lines.append(f"### {texts.say('events.standings' if has_results(event) else 'events.entrants')}")
        lines += standings_lines(event, names, texts, MAX_LISTED)
    return Message((join_lines(lines), *_buttons(event, texts)))


def format_settings(event: Event, texts: Texts) -> str:
    """Return the format, rules and length of an event, in one line."""
    settings, rules = event.settings, parse_rules(event.settings.rules)
    parts = [
        texts.say(f"events.format.{settings.format}"),
        texts.format_preset(settings.preset),
        texts.say("events.players", count=settings.players),
        texts.say("events.boards", count=settings.deals)
        if settings.format.has_boards
        else texts.format_match_length(rules, settings.deals, settings.minutes),
    ]
    rounds = event.planned_rounds or settings.rounds
    if rounds and settings.bracket.best_of == 1:
        parts.append(texts.say("events.rounds", count=rounds))
    return " · ".join((*parts, *list_chosen_settings(settings, texts)))


def confirm_withdrawal_view(event: Event, name: str, texts: Texts) -> Message:
    """Return a message that asks whether to withdraw. `name` is the entrant's escaped name; empty for a substitute."""
    facts = {"name": name, "event": escape_name(event.settings.name)}
    words = texts.say("events.ask_leave" if name else "events.ask_leave_substitute", **facts)
    running = "knockout" if event.settings.format is EventFormat.KNOCKOUT else "running"
    before = "open" if event.status is EventStatus.OPEN else "closed"
    way_back = running if event.status is EventStatus.RUNNING else before
    follows = texts.say(f"events.leaving.{way_back}") if name else ""
    return _ask(event, EventAction.LEAVE, EventAction.PANEL, "\n".join(filter(None, (words, follows))), texts)


def confirm_cancel_view(event: Event, texts: Texts) -> Message:
    """Return a message that asks whether to cancel an event."""
    words = texts.say("events.ask_cancel", name=escape_name(event.settings.name))
    return _ask(event, EventAction.CANCEL, EventAction.MANAGE, words, texts)


def _ask(event: Event, action: EventAction, back: EventAction, words: str, texts: Texts) -> Message:
    buttons = event_button(event, action, texts), event_button(event, back, texts, label="back")
    return Message((Text(words), *button_rows(buttons)))


def format_status(event: Event, texts: Texts) -> str:
    """Return a text about the stage of an event. Before the event begins, the text also names the planned start."""
    if event.status in BEFORE_START and event.settings.starts_at is not None:
        key = "events.starts_by_itself" if event.settings.automatic else "events.starts_by_hand"
        facts = {"when": format_timestamp(event.settings.starts_at), "least": event.settings.least_entrants}
        return f"{texts.say(key, **facts)} {texts.say(f'events.status.{event.status}')}"
    if event.status is EventStatus.RUNNING and (event.round is None or event.round.is_over) and lacks_players(event):
        facts = {"given": count_present(event), "least": event.settings.least_entrants}
        return texts.say("events.status.too_few", **facts)
    if event.status is EventStatus.RUNNING and event.round is not None and event.round.is_over:
        return texts.say("events.status.between", number=event.round.number)
    return texts.say(f"events.status.{event.status}")


def _entrant_lines(event: Event, names: Names, texts: Texts) -> list[str]:
    entered = [one for one in event.entrants if one.status is not EntrantStatus.WITHDRAWN]
    present = sum(one.status is EntrantStatus.PRESENT for one in entered)
    marks = {EntrantStatus.PRESENT: "✅ ", EntrantStatus.ENTERED: ""}
    lines = []
    if entered:
        lines.append(texts.say("events.entered", entered=len(entered), present=present))
        lines += name_lines([f"{marks[one.status]}{escape_name(names[one.id])}" for one in entered], texts)
    if event.substitutes:
        lines.append(texts.say("events.substitutes", count=len(event.substitutes)))
    return lines


def _buttons(event: Event, texts: Texts) -> tuple[Block, ...]:
    if event.status in ENDED:
        pages = (EventAction.STANDINGS, *list_tables(event)) if event.rounds else ()
        return button_rows(tuple(event_button(event, action, texts) for action in pages))
    actions: list[EventAction] = []
    matches = () if event.round is None else event.round.matches
    if event.status is EventStatus.RUNNING:
        actions += [EventAction.HERE] if any(match.status is MatchStatus.PAIRED for match in matches) else []
        actions += [EventAction.STANDINGS]
    if takes_entrants(event):
        actions.append(EventAction.ENTER)
    checks_in = not is_last_round(event) or any(is_check_in_useful(event, one) for one in event.entrants)
    if event.status is not EventStatus.CREATED and checks_in:
        actions.append(EventAction.CHECK_IN)
    rows = tuple(event_button(event, action, texts) for action in (*actions, EventAction.PANEL))
    return button_rows((*_next_round_button(event, texts), *rows)[:MAX_BUTTONS_PER_ROW], 3)


def list_tables(event: Event) -> list[EventAction]:
    """Return the action that shows the bracket, boards or crosstable, as a list that is empty if there is none."""
    if not event.rounds:
        return []
    if event.settings.format is EventFormat.KNOCKOUT:
        return [EventAction.BRACKET]
    if event.settings.format.has_boards:
        return [EventAction.BOARD] if next(list_revealed(event), None) is not None else []
    return [EventAction.CROSSTABLE] if event.settings.format in CROSSTABLE_FORMATS else []


def _next_round_button(event: Event, texts: Texts) -> tuple[Button, ...]:
    newest, manual = event.round, not event.settings.automatic
    if newest is None or not manual or not newest.is_over or newest.number >= event.planned_rounds:
        return ()
    return (event_button(event, EventAction.ROUND, texts, ButtonStyle.PRIMARY, newest.number + 1),)


def event_button(
    event: Event,
    action: EventAction,
    texts: Texts,
    style: ButtonStyle | None = None,
    number: int | None = None,
    *,
    mark: str = "",
    label: str = "",
) -> Button:
    """Return the button of an action. `style` and `label` replace those that the action usually has."""
    at = (len(event.rounds) if action is EventAction.HERE else 0) if number is None else number
    words = texts.say(f"events.button.{label or action}", number=at)
    return Button(EventControl(action, event.id, at, mark), words, style or _STYLES.get(action, ButtonStyle.SECONDARY))
