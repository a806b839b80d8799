"""The managers' part of an event's panel. Each page says what its buttons would change."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Final

from bot.events.changes.entries import is_check_in_useful, is_last_round, is_too_late
from bot.events.changes.next_round import count_present, lacks_players
from bot.events.changes.no_shows import list_free_substitutes
from bot.events.changes.stages import plan_rounds
from bot.events.matches import EventMatch, EventRound, MatchStatus
from bot.events.model import BEFORE_START, ENDED, EntrantStatus, Event, EventEntrant, EventStatus, ManagerAct
from bot.events.settings import NoShowPolicy
from bot.ids import UserId
from bot.text.catalogue import Texts
from bot.text.describe.seat_names import escape_name
from bot.ui.core.messages.labelled import labelled_select, name_select, select_option
from bot.ui.core.messages.long_list import Choice, ListPlace, join_lines, list_blocks
from bot.ui.core.messages.message import Block, Button, ButtonStyle, Message, Picker, PickerKind, Text, button_rows
from bot.ui.events.control_ids import PART, EventAction, EventControl
from bot.ui.events.event_view import event_button, format_settings, format_status
from bot.ui.events.report import DRAW, FIRST, SECOND, VOID
from bot.ui.events.round_lines import Names, format_round, format_side, format_table_state

BUTTONS_PER_ROW: Final = 3
"""How many buttons a phone shows side by side."""
OFFERED_MARGIN: Final = 11
"""The largest win, in levels, that the list of results offers. Managers type larger ones into a form."""


def manage_view(event: Event, act: ManagerAct | None, texts: Texts, notice: str = "") -> Message:
    """Return the managers' first page. `act` is the change that can be undone. It is None if there is none."""
    step, number = find_next_step(event)
    lines = [
        notice,
        f"## {texts.say('events.manage', name=escape_name(event.settings.name))}",
        f"-# {format_settings(event, texts)}",
        format_status(event, texts),
        _format_step(event, step, texts),
    ]
    first = [event_button(event, step, texts, ButtonStyle.SUCCESS, number)] if step is not None else []
    if event.status in BEFORE_START and event.status is not EventStatus.CREATED:
        toggle = EventAction.CLOSE if event.status is EventStatus.OPEN else EventAction.OPEN
        first.append(event_button(event, toggle, texts))
    if act is not None:
        what = texts.say(f"events.act.{act.kind}")
        lines.append(texts.say("events.may_undo", what=what, when=f"<t:{int(act.at)}:R>"))
        first.append(event_button(event, EventAction.UNDO, texts, number=int(act.at)))
    tables = (EventAction.TABLES,) if event.rounds or event.status is EventStatus.RUNNING else ()
    others = (EventAction.PEOPLE, *tables, EventAction.SETTINGS, EventAction.MANAGERS, EventAction.FILES)
    pages = [event_button(event, action, texts) for action in others if action is not step]
    cancel = [] if event.status in ENDED else [event_button(event, EventAction.ASK_CANCEL, texts)]
    buttons = (*first, *pages, *cancel, _back(event, EventAction.PANEL, texts))
    return Message((join_lines(filter(None, lines)), *button_rows(buttons, BUTTONS_PER_ROW)))


def find_next_step(event: Event) -> tuple[EventAction | None, int]:
    """Return a manager's likely next step (None without one), and the number of its round (0 if it has no round)."""
    newest = event.round
    if event.status in BEFORE_START:
        return EventAction.OPEN if event.status is EventStatus.CREATED else EventAction.START, 0
    if event.status is not EventStatus.RUNNING or newest is None:
        return None, 0
    if any(match.status is MatchStatus.UNRESOLVED for match in newest.matches):
        return EventAction.TABLES, newest.number
    if newest.is_over and newest.number < event.planned_rounds:
        if lacks_players(event):
            return EventAction.PEOPLE, 0
        if not event.settings.automatic:
            return EventAction.ROUND, newest.number + 1
    return None, 0


def _format_step(event: Event, step: EventAction | None, texts: Texts) -> str:
    if event.status in ENDED:
        return ""
    entered = sum(one.status is EntrantStatus.PRESENT for one in event.entrants)
    present = count_present(event) if event.status is EventStatus.RUNNING else entered
    least = event.settings.least_entrants
    rounds = texts.say("events.rounds", count=plan_rounds(event, present))
    key = "start_later" if step is EventAction.START and present < least else step or "none"
    return texts.say(f"events.step.{key}", present=present, least=least, rounds=rounds)


def _back(event: Event, action: EventAction, texts: Texts, number: int = 0) -> Button:
    return event_button(event, action, texts, label="back", number=number)


def people_view(event: Event, names: Names, at: ListPlace, texts: Texts, notice: str = "") -> Message:
    """Return a select of the entrants, and a picker with which managers enter people."""
    entrants = sorted(event.entrants, key=lambda one: names[one.id].casefold())
    choices = [(str(one.id), names[one.id], texts.say(f"events.entrant.{one.status}")) for one in entrants]
    size = event.settings.team_size
    present = sum(one.status is EntrantStatus.PRESENT for one in entrants)
    entered = sum(one.is_in for one in entrants)
    lines = [
        notice,
        f"## {texts.say('events.button.people')}",
        texts.say("events.entered", entered=entered, present=present),
    ]
    if event.substitutes:
        lines.append(texts.say("events.substitutes", count=len(event.substitutes)))
    blocks: list[Block] = []
    if choices:
        lines.append(texts.say("events.choose_person"))
        blocks += _list_blocks(event, choices, at, texts, EventAction.PERSON, EventAction.PEOPLE)
    if event.status not in ENDED and not (event.status is EventStatus.RUNNING and is_too_late(event)):
        lines.append(texts.say("events.add_people", count=size))
        picker = EventControl(EventAction.ADD, event.id, 0, str(event.revision))
        blocks.append(Picker(picker, texts.say("events.which_people", count=size), PickerKind.USER, size, size))
    back = button_rows((_back(event, EventAction.MANAGE, texts),))
    return Message((join_lines(filter(None, lines)), *blocks, *back))


def _list_blocks(
    event: Event,
    choices: Sequence[Choice],
    at: ListPlace,
    texts: Texts,
    choose: EventAction,
    turn: EventAction,
    number: int = 0,
) -> tuple[Block, ...]:
    return list_blocks(
        choices,
        at,
        texts,
        f"events.which_{choose}",
        lambda shown: EventControl(choose, event.id, number, f"{shown}{PART}{event.revision}"),
        lambda wanted, mark: EventControl(turn, event.id, number, f"{wanted}{PART}{mark}"),
    )


def person_view(event: Event, entrant: EventEntrant, name: str, texts: Texts, notice: str = "") -> Message:
    """Return one entrant, and what a manager can do with them."""
    lines = [notice, f"## {escape_name(name)}", _capitalize(texts.say(f"events.entrant.{entrant.status}"))]
    buttons: list[Button] = []
    if event.status not in {*ENDED, EventStatus.CREATED} and is_check_in_useful(event, entrant):
        later = "last" if is_last_round(event) else "running" if event.status is EventStatus.RUNNING else "before"
        lines.append(texts.say(f"events.effect.admit.{later}"))
        buttons.append(event_button(event, EventAction.ADMIT, texts, ButtonStyle.SUCCESS, entrant.id))
    if entrant.is_in and event.status not in ENDED:
        lines.append(_format_drop(event, entrant, texts))
        buttons.append(event_button(event, EventAction.DROP, texts, number=entrant.id))
    buttons.append(_back(event, EventAction.PEOPLE, texts))
    return Message((join_lines(filter(None, lines)), *button_rows(tuple(buttons))))


def _format_drop(event: Event, entrant: EventEntrant, texts: Texts) -> str:
    matches = event.round.tables if event.round is not None else ()
    at = next((one for one in matches if one.is_open and any(entrant.id in side for side in one.sides)), None)
    if event.status is not EventStatus.RUNNING:
        return texts.say("events.effect.drop.before")
    if at is None:
        return texts.say("events.effect.drop.running")
    return texts.say("events.effect.drop.playing", table=at.table)


def tables_view(event: Event, number: int, at: ListPlace, names: Names, texts: Texts, notice: str = "") -> Message:
    """Return a select of the tables of a round."""
    this = event.rounds[number - 1]
    choices = [_build_choice(this, one, names, texts) for one in this.tables]
    lines = [notice, f"## {format_round(event, number, texts)}"]
    lines.append(texts.say("events.choose_table" if choices else "events.no_tables"))
    if this.byes:
        lines.append(texts.say("events.byes", names=texts.format_list(escape_name(names[one]) for one in this.byes)))
    blocks = _list_blocks(event, choices, at, texts, EventAction.MATCH, EventAction.TABLES, number)
    rounds = [
        event_button(event, EventAction.TABLES, texts, number=other, label="round_tables")
        for other in (number - 1, number + 1)
        if 1 <= other <= len(event.rounds)
    ]
    buttons = button_rows((*rounds, _back(event, EventAction.MANAGE, texts)))
    return Message((join_lines(filter(None, lines)), *blocks, *buttons))


def _build_choice(this: EventRound, match: EventMatch, names: Names, texts: Texts) -> Choice:
    sides = " – ".join(texts.format_list(names[one] for one in side) for side in match.sides)
    state = format_table_state(this, match, texts).replace("*", "").replace("\\", "")
    return str(match.table), f"{match.table}. {sides}", state


def match_view(
    event: Event, number: int, table: int, board: int, names: Names, people: Mapping[UserId, str], texts: Texts
) -> Message:
    """Return the page of a table or of one of its boards, with its state and what each possible result would change."""
    this = event.rounds[number - 1]
    matches = [one for one in this.matches if one.table == table and board in {0, one.board}]
    first = matches[0]
    sides = " – ".join(f"**{format_side(side, names, texts)}**" for side in first.sides)
    heading = texts.say("events.table_name", number=number, table=table)
    if board:
        heading = f"{heading} · {texts.say('events.board_title', board=board)}"
    lines = [f"## {heading}", sides, _capitalize(format_table_state(this, first, texts))]
    blocks: list[Block] = []
    mark = f"{table}{PART}{board}"
    if len(matches) > 1:
        boards = [select_option(str(one.board), texts.say("events.board_title", board=one.board)) for one in matches]
        select = EventControl(EventAction.MATCH, event.id, number, f"b{table}{PART}{event.revision}")
        blocks.append(labelled_select(select, texts, "events.which_board", boards))
    waiting = [match for match in matches if match.status is MatchStatus.PAIRED]
    if waiting and number == len(event.rounds) and event.status is EventStatus.RUNNING and first.missing:
        lines += _missing_lines(event, first, people, texts)
        blocks += button_rows(_begin_buttons(event, number, first, texts))
        if NoShowPolicy.COMPUTER in _list_policies(event, first):
            blocks += _seat_pickers(event, number, first, people, texts)
    lines.append(_format_effect(event, number, matches, texts))
    blocks.append(_result_select(event, number, mark, first, names, texts, only_void=len(matches) > 1))
    other = () if len(matches) > 1 else (event_button(event, EventAction.LEVELS, texts, number=number, mark=mark),)
    rows = button_rows((*other, _back(event, EventAction.TABLES, texts, number)))
    return Message((join_lines(filter(None, lines)), *blocks, *rows))


def _capitalize(words: str) -> str:
    return words[:1].upper() + words[1:]


def _missing_lines(event: Event, match: EventMatch, people: Mapping[UserId, str], texts: Texts) -> Iterable[str]:
    missing = [escape_name(people[user]) for user in match.missing]
    yield texts.say("events.missing", names=texts.format_list(missing))
    for policy in _list_policies(event, match):
        substitutes = list_free_substitutes(event)
        who = escape_name(people[substitutes[0]]) if substitutes else ""
        yield texts.say(f"events.effect.begin.{policy}", who=who)
        if policy is NoShowPolicy.COMPUTER:
            yield texts.say("events.effect.begin.picked", count=len(missing))


def _list_policies(event: Event, match: EventMatch) -> list[NoShowPolicy]:
    """Return the choices for missing players' seats. If nobody came to the table, it can only forfeit."""
    if not any(seat.is_here for seat in match.seats):
        return [NoShowPolicy.FORFEIT]
    free = [NoShowPolicy.SUBSTITUTE] if list_free_substitutes(event) else []
    return [*free, NoShowPolicy.COMPUTER, NoShowPolicy.FORFEIT]


def _begin_buttons(event: Event, number: int, match: EventMatch, texts: Texts) -> tuple[Button, ...]:
    button = partial(event_button, event, EventAction.BEGIN, texts, number=number)
    policies = _list_policies(event, match)
    return tuple(button(label=f"begin_{one}", mark=f"{match.table}{PART}{one}") for one in policies)


def _seat_pickers(
    event: Event, number: int, match: EventMatch, people: Mapping[UserId, str], texts: Texts
) -> Iterable[Picker]:
    for place, seat in enumerate(match.seats):
        if seat.user is not None and seat.user in match.missing:
            control = EventControl(EventAction.SEAT, event.id, number, f"{match.table}{PART}{place}")
            yield Picker(control, texts.say("events.which_substitute", who=people[seat.user]), PickerKind.USER)


def _format_effect(event: Event, number: int, matches: list[EventMatch], texts: Texts) -> str:
    states = {match.status for match in matches}
    if MatchStatus.PLAYING in states:
        state = "playing"
    elif MatchStatus.PAIRED in states:
        others = any(one.is_open and one.table != matches[0].table for one in event.rounds[number - 1].matches)
        goes_on = event.settings.automatic or number == event.planned_rounds
        state = "last" if goes_on and not others else "waiting"
    else:
        state = "settled" if number == len(event.rounds) else "earlier"
    return texts.say(f"events.effect.result.{state}")


def _result_select(
    event: Event, number: int, mark: str, match: EventMatch, names: Names, texts: Texts, *, only_void: bool
) -> Block:
    sides = [texts.format_list(names[one] for one in side) for side in match.sides]
    void = select_option(VOID, texts.say(f"events.winner.{VOID}"))
    results = [select_option(f"{DRAW}{PART}0", texts.say(f"events.winner.{DRAW}"))]
    for word, side in zip((FIRST, SECOND), sides, strict=True):
        results += [
            select_option(f"{word}{PART}{margin}", texts.say("events.wins_by", name=side, count=margin))
            for margin in range(1, OFFERED_MARGIN + 1)
        ]
    control = EventControl(EventAction.SCORE, event.id, number, f"{mark}{PART}{event.revision}")
    return labelled_select(control, texts, "events.which_result", [void] if only_void else [*results, void])


def managers_view(event: Event, names: Mapping[UserId, str], texts: Texts, *, may_change: bool) -> Message:
    """Return a message that lists an event's managers. If `may_change`, it has controls to add and remove managers."""
    facts = {"name": escape_name(event.settings.name), "organizer": escape_name(names[event.creator])}
    managers = texts.format_list(escape_name(names[one]) for one in event.managers)
    key = "events.managers" if event.managers else "events.no_managers"
    blocks: list[Block] = [Text(texts.say(key, managers=managers, **facts))]
    if may_change and event.status not in ENDED:
        picker = EventControl(EventAction.MANAGER, event.id, 0, str(event.revision))
        blocks.append(Picker(picker, texts.say("events.which_manager"), PickerKind.USER))
        select = EventControl(EventAction.NO_MANAGER, event.id, 0, str(event.revision))
        blocks += name_select(select, texts, "events.which_no_manager", {one: names[one] for one in event.managers})
    return Message((*blocks, *button_rows((_back(event, EventAction.MANAGE, texts),))))
