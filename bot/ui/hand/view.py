"""The hand panel: the question to one user, their cards, and controls. Made from their view alone."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import structlog

from bot.ids import UserId
from bot.play.ports import DeadlineKind, TableStatus
from bot.play.refusals import TableRefusal, TableRefused
from bot.play.snapshot import Snapshot
from bot.play.table import Table
from bot.render.pictures import HandPicture
from bot.text.catalogue import Texts
from bot.text.describe.seat_names import escape_name
from bot.ui.core.limits import MAX_ALT_TEXT_LENGTH, format_label
from bot.ui.core.message import Block, Button, Buttons, ButtonStyle, Message, Picture, Text, button_rows
from bot.ui.core.picture_labels import picture_labels
from bot.ui.core.preferences import Preferences
from bot.ui.core.services import Services
from bot.ui.core.table_ids import ControlVerb, table_control_id
from bot.ui.hand.bury_view import bury_blocks
from bot.ui.hand.declare_view import claim_rows, declare_rows, pick_up_rows
from bot.ui.hand.follow_view import find_playable_cards, follow_blocks
from bot.ui.hand.friends_view import call_blocks
from bot.ui.hand.lead_view import lead_blocks
from bot.ui.hand.question import SeatQuestion
from engine.model.cards import Card
from engine.model.events import Declined
from engine.model.seats import Seat
from engine.model.view import Ask, PhaseName, View

log: Final = structlog.get_logger()

PICTURE_FILENAME: Final = "hand.png"
REST_PICTURE_FILENAME: Final = "rest.png"
MAX_BUTTONS_BEFORE_HINT: Final = 3
"""With more buttons the row has no space for a hint."""
Fingerprint = tuple[object, ...]
SeatNames = tuple[str | None, ...]


def hand_fingerprint(table: Table, user: UserId) -> Fingerprint:
    """Return a value that changes whenever the panel must be re-rendered."""
    seat = table.seat_of(user)
    if seat is None or table.phase is None:
        return (table.facts.status, seat, table.facts.host, table.facts.preset, table.facts.rules, table.facts.seats)
    view = table.view(seat)
    here = (table.facts.status, seat, seat in table.facts.away, table.facts.paused)
    return (*here, view.deal_number, view.phase, table.task(seat), len(view.hand), view.redeal, len(view.declarations))


async def hand_view(
    services: Services,
    table: Table,
    user: UserId,
    texts: Texts,
    notice: str | None = None,
    why: tuple[Buttons, ...] = (),
    *,
    as_text: bool | None = None,
) -> Message:
    """Return a user's panel. `as_text`: the hand as text; None: as they prefer.

    `notice` stands above it; `why` leads to the rule that explains the notice.
    """
    seen = table.snapshot()
    seat = seen.seat_of(user)
    if seat is None:
        raise TableRefused(TableRefusal.NOT_SEATED)
    if _ended_early(seen):
        return _ended_view(seen, texts).with_notice(notice)
    draft = services.picked_cards.get(seen.id, seat, seen.task(seat))
    preferences = await services.people.get_preferences(user)
    view, v1 = seen.view(seat), services.config.v1
    question = SeatQuestion(seen.id, seat, view, draft, texts, v1, not preferences.two_colour, preferences.confirm)
    names = await services.people.find_names(seen.occupants, texts)
    heading = tuple(_heading(seen, question, tuple(escape_name(name or "") for name in names)))
    preferences = preferences if as_text is None else replace(preferences, text_hand=as_text)
    picture = await hand_blocks(services, question, names, preferences, headed=True)
    controls = question_controls(question) if seen.facts.status is TableStatus.PLAYING else ()
    place = (*await _table_name_block(services, seen, user, texts), *_away_blocks(seen, seat, texts))
    above, below = ((), why) if v1 else (why, ())  # where rows are few, the footer has space for the button
    return Message((*above, *place, *heading, *picture, *controls, *_footer_rows(question, below))).with_notice(notice)


def _ended_early(table: Snapshot) -> bool:
    if table.facts.status in {TableStatus.LOBBY, TableStatus.PLAYING}:
        return False
    result = table.spectator_view().result if table.has_started else None
    return result is None or not result.winners


def _ended_view(table: Snapshot, texts: Texts) -> Message:
    if not table.has_started:
        return Message((Text(texts.say("ending.panel_lobby", table=table.id)),))
    return Message((Text(f"### {texts.say('ending.panel', table=table.id)}\n{texts.say('ui.match_ended')}"),))


async def _table_name_block(services: Services, table: Snapshot, user: UserId, texts: Texts) -> tuple[Block, ...]:
    thread = await services.threads.find_thread(table.id)
    tables = sum(one.seat_of(user) is not None for one in services.registry.list_live())
    if thread is None and tables < 2:  # noqa: PLR2004 - more than one
        return ()
    return (Text(texts.say("turn.table", table=table.id, channel=f"<#{thread or table.facts.channel}>")),)


def _away_blocks(table: Snapshot, seat: Seat, texts: Texts) -> tuple[Block, ...]:
    if table.facts.status is not TableStatus.PLAYING:
        return ()
    if seat not in table.away:
        return (Text(texts.say("seats.time_was_up")),) if seat in table.missed_last_turn else ()
    words = texts.say("seats.paused" if table.facts.paused else "seats.you_are_away")
    return (Text(words), *button_rows((here_button(table, texts),)))


def here_button(table: Snapshot, texts: Texts) -> Button:
    """Return the button of a user who is back."""
    return Button(table_control_id(table.id, ControlVerb.COME_BACK), texts.say("seats.here"), ButtonStyle.SUCCESS)


def question_controls(question: SeatQuestion) -> tuple[Block, ...]:  # noqa: PLR0911 - one for each question
    """Return the controls for what the seat is asked."""
    match question.view.ask:
        case Ask.NOTHING:
            return ()
        case Ask.DECLARE | Ask.STEAL:
            return declare_rows(question)
        case Ask.CLAIM:
            return claim_rows(question)
        case Ask.BURY:
            return bury_blocks(question)
        case Ask.CALL:
            return call_blocks(question)
        case Ask.LEAD:
            return lead_blocks(question)
        case Ask.FOLLOW:
            return follow_blocks(question)
        case Ask.PICK_UP:
            return pick_up_rows(question)


def next_deal_row(table: Snapshot, view: View, texts: Texts) -> tuple[Block, ...]:
    """Return the button for the next deal, between the deals of a match."""
    if view.phase is not PhaseName.FINISHED or table.facts.status is not TableStatus.PLAYING:
        return ()
    id_ = table_control_id(table.id, ControlVerb.NEXT_DEAL, task=view.deal_number)
    return button_rows((Button(id_, texts.say("ui.next_deal"), ButtonStyle.SUCCESS),))


def format_deadline(table: Snapshot, kinds: frozenset[DeadlineKind], seat: Seat | None = None) -> str:
    """Return the earliest deadline of these kinds as a countdown; empty if there is none."""
    ats = [d.at for d in table.deadlines if d.kind in kinds and (seat is None or d.seat in {None, seat})]
    return f"<t:{round(min(ats))}:R>" if ats else ""


def _heading(table: Snapshot, question: SeatQuestion, names: tuple[str, ...]) -> Iterator[Block]:
    view, texts = question.view, question.texts
    lines = [f"### {texts.format_prompt(view)}"]
    if view.phase is PhaseName.DECLARING and view.declarations:
        key = "council.called_by" if view.declined_by_pass is Declined.CALL else "council.declared_by"
        lines.append(texts.say(key, name=names[view.declarations[-1].seat]))
    if view.ask is not Ask.NOTHING:
        due = format_deadline(table, frozenset({DeadlineKind.TURN, DeadlineKind.WINDOW_CLOSES}), question.seat)
        lines += [texts.say("ui.due", when=due)] if due else []
    if view.result is not None:
        lines.append(texts.format_result(view.result, names))
        begins = format_deadline(table, frozenset({DeadlineKind.NEXT_DEAL}))
        lines += [texts.say("council.next_at", when=begins)] if begins else []
    elif view.trump is not None:
        lines.append(texts.format_score_line(view, names))
        lines += filter(None, (texts.format_sides(view, names), texts.format_failed_throw(view, names)))
    yield Text("\n".join(lines))
    if view.phase is PhaseName.FINISHED:
        yield from next_deal_row(table, view, texts)


def _picked_cards(question: SeatQuestion) -> tuple[Card, ...]:
    return question.picked if question.view.ask in {Ask.BURY, Ask.LEAD, Ask.FOLLOW} else ()


async def hand_blocks(
    services: Services,
    question: SeatQuestion,
    names: SeatNames,
    prefers: Preferences,
    *,
    headed: bool = False,
) -> tuple[Block, ...]:
    """Return the seat's cards as its owner prefers; empty once they are played.

    `headed`: the question and the state of the deal are shown above.
    """
    if not question.view.hand:
        return ()
    described = (question.view, names, find_highlighted_cards(question), _picked_cards(question))
    bare = headed and prefers.text_hand
    alt = format_label(question.texts.format_hand_alt_text(*described, bare=bare), MAX_ALT_TEXT_LENGTH)
    if prefers.text_hand:
        return (Text(alt),)
    return await _hand_picture(services, question, names, alt, large=prefers.large)


async def _hand_picture(
    services: Services, question: SeatQuestion, names: SeatNames, alt: str, *, large: bool
) -> tuple[Block, ...]:
    view, texts = question.view, question.texts
    try:
        cards, highlighted = _picked_cards(question), find_highlighted_cards(question)
        picture = HandPicture(view, highlighted, cards, picture_labels(texts), question.four_colour, names=names)
        if large:
            pictures = await services.renderer.render_large_hand(picture)
        else:
            pictures = (await services.renderer.render(picture),)
    except Exception:  # the text replaces the picture, and the deal goes on
        log.exception("a hand picture could not be rendered", table=question.table, seat=question.seat)
        return (Text(alt),)
    rest = (Picture(more.png, texts.say("picture.rest"), REST_PICTURE_FILENAME) for more in pictures[1:])
    return (Picture(pictures[0].png, alt, PICTURE_FILENAME), *rest)


def find_highlighted_cards(question: SeatQuestion) -> frozenset[Card] | None:
    """Return the faces that may be played now; None where all may be."""
    return find_playable_cards(question) if question.view.ask is Ask.FOLLOW else None


def _footer_rows(question: SeatQuestion, why: tuple[Buttons, ...]) -> tuple[Block, ...]:
    view, texts = question.view, question.texts
    buttons = [button for row in why for button in row.buttons]
    if view.can_take_back:
        buttons.append(question.button(ControlVerb.TAKE_BACK, texts.format_take_back(view)))
    if view.can_end_deal:
        buttons.append(question.button(ControlVerb.END_DEAL, texts.say("ui.end_deal"), ButtonStyle.DANGER))
    if view.ask is not Ask.NOTHING and view.seat is not None and len(buttons) < MAX_BUTTONS_BEFORE_HINT:
        buttons.append(question.button(ControlVerb.SHOW_HINT, texts.say("turn.hint")))
    if view.tricks:
        buttons.append(Button(table_control_id(question.table, ControlVerb.LAST_TRICK), texts.say("ui.last_trick")))
    buttons.append(question.button(ControlVerb.REFRESH, texts.say("ui.refresh")))
    return button_rows(tuple(buttons))
