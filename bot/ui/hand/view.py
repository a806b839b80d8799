"""The hand panel: one user's question, cards and controls, made from their view alone."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Final

import structlog

from bot.ids import ChannelId, UserId
from bot.play.refusals import TableRefusal, TableRefused
from bot.play.tables.snapshot import Snapshot
from bot.play.tables.table import Table
from bot.play.values.stored_table import DeadlineKind
from bot.play.values.table_info import TableStatus
from bot.render.painting.encode_png import PngImage
from bot.render.values.game_pictures import HandPicture, ResultPicture
from bot.text.catalogue import Texts
from bot.text.describe.seat_names import escape_name
from bot.ui.core.formatting import find_event_link, format_table_number
from bot.ui.core.interactions.review_control import review_button
from bot.ui.core.interactions.table_controls import ControlVerb, table_control_id
from bot.ui.core.memory.preferences import Preferences
from bot.ui.core.memory.refusal_memory import Surface
from bot.ui.core.messages.discord_limits import MAX_ALT_TEXT_LENGTH, format_label
from bot.ui.core.messages.message import (
    Block,
    Button,
    Buttons,
    ButtonStyle,
    LinkButton,
    Message,
    Picture,
    Text,
    button_rows,
)
from bot.ui.core.pictures.picture_blocks import picture_blocks
from bot.ui.core.pictures.picture_labels import picture_labels
from bot.ui.core.services import Services
from bot.ui.core.tables.next_deal import next_deal_row
from bot.ui.core.tables.rated_play import is_help_allowed
from bot.ui.core.tables.table_links import list_table_links
from bot.ui.hand.bury_view import bury_blocks
from bot.ui.hand.coach_view import coach_blocks, is_coach_offered
from bot.ui.hand.declare_view import claim_rows, declare_rows, pick_up_rows
from bot.ui.hand.follow_view import find_playable_cards, follow_blocks, list_forced_cards
from bot.ui.hand.footer_view import add_coach, footer_blocks, join_footer
from bot.ui.hand.friends_view import call_blocks
from bot.ui.hand.lead_view import lead_blocks
from bot.ui.hand.match_view import format_next_deal, match_lines
from bot.ui.hand.play_choices import list_required_cards
from bot.ui.hand.question import SeatQuestion
from bot.ui.hand.recommend import recommend_for_panel
from engine.model.cards import Card
from engine.model.events import Declined
from engine.model.seats import Seat
from engine.model.view import Ask, PhaseName, View

log: Final = structlog.get_logger()

PICTURE_FILENAME: Final = "hand.png"
REST_PICTURE_FILENAME: Final = "rest.png"
TIME_LIMITS: Final = {DeadlineKind.TURN, DeadlineKind.WINDOW_CLOSES}
Fingerprint = tuple[object, ...]
SeatNames = tuple[str | None, ...]


def hand_fingerprint(table: Table, user: UserId) -> Fingerprint:
    """Return a value that changes whenever the panel must be re-rendered."""
    seen, facts = table.snapshot(), table.facts
    seat = seen.seat_of(user)
    if seat is None or not seen.has_started:
        return (facts.status, seat, facts.host, facts.preset, facts.rules, facts.seats)
    view = seen.question_view(seat)
    here = (facts.status, facts.rematch_table, seat, seat in facts.away, facts.paused)
    declaring = (len(view.declarations), view.ask, view.passed[seat])
    playing = (seen.task(seat), len(view.hand), len(view.tricks), view.can_take_back)
    return (*here, view.deal_number, view.phase, *playing, view.redeal, *declaring)


async def hand_view(
    services: Services,
    table: Table,
    user: UserId,
    texts: Texts,
    notice: str | None = None,
    why: tuple[Buttons, ...] = (),
    *,
    as_text: bool | None = None,
    here: ChannelId | None = None,
    hinted: tuple[Card, ...] = (),
    opened: ControlVerb | None = None,
) -> Message:
    """Return a user's panel. `as_text`: the hand as text; None: as they prefer. `here`: the panel's channel, if known.

    `notice` stands below the hand, before the controls that it is about, in the place of what the heading says besides
    the question; `why` leads to the rule that explains the notice; `hinted` are the cards it names. `opened` is the
    button that is shown as pressed.
    """
    seen = table.snapshot()
    seat = seen.seat_of(user)
    if seat is None:
        raise TableRefused(TableRefusal.NOT_SEATED)
    if _has_ended_outside_a_deal(seen):
        return (await _ended_view(services, seen, texts)).with_notice(notice)
    draft = services.picked_cards.get(seen.id, seat, seen.task(seat))
    preferences = await services.people.get_preferences(user)
    view, dense = seen.question_view(seat), services.refusals.is_classic_anywhere(Surface.PANEL)
    helps = await is_help_allowed(services, seen.facts)
    recommended = await recommend_for_panel(services, seen, seat, waits=False)
    four_colour, confirm = not preferences.two_colour, preferences.confirm
    question = SeatQuestion(
        *(seen.id, seat, view, draft, texts, dense, four_colour, confirm, recommended),
        offers_help=helps,
        offers_coach=helps and is_coach_offered(view, preferences),
        opened=opened,
        has_notice=bool(notice),
    )
    names = await services.people.find_names(seen.occupants, texts)
    preferences = preferences if as_text is None else replace(preferences, text_hand=as_text)
    escaped = tuple(escape_name(name or "") for name in names)
    heading = tuple(_heading(seen, question, escaped, services.clock.now(), as_text=preferences.text_hand))
    if _is_deal_over(view):
        picture = await result_blocks(services, seen, names, preferences, texts)
    else:
        picture = await hand_blocks(services, question, names, preferences, headed=True, hinted=hinted)
    controls = question_controls(question) if seen.facts.status is TableStatus.PLAYING else ()
    offers = services.picked_cards.is_confirmation_offered(seen.id, seat) and not preferences.confirm
    links = await list_table_links(services, seen, user, texts, here)
    footer = footer_blocks(question, why, links, offers_confirmation=offers)
    away = _away_blocks(seen, view, seat, texts)
    coached = coach_blocks(services, seen.id, view, texts) if helps and preferences.coach else ()
    told = (Text(notice),) if notice else coached
    joined = join_footer(controls, footer, may_be_cut=bool(question.picked))
    joined = add_coach(question, joined) if question.offers_coach else joined
    # who has the cards read to them hears first what was wrong
    shown = (*told, *heading, *picture) if preferences.text_hand else (*heading, *picture, *told)
    return Message((*away, *shown, *joined))


def _has_ended_outside_a_deal(table: Snapshot) -> bool:
    """Return whether a table has ended without a result to show, in its lobby or in the middle of a deal."""
    if table.facts.status in {TableStatus.LOBBY, TableStatus.PLAYING}:
        return False
    return table.game_state is None or table.game_state.phase_name is not PhaseName.FINISHED


async def _ended_view(services: Services, table: Snapshot, texts: Texts) -> Message:
    if not table.has_started:
        return Message((Text(texts.say("ending.panel_lobby", table=format_table_number(table.facts, texts))),))
    names = tuple(escape_name(name or "") for name in await services.people.find_names(table.occupants, texts))
    heading = f"### {texts.say('ending.panel', table=format_table_number(table.facts, texts))}"
    lines = (heading, *match_lines(table, names, texts))
    return Message((Text("\n".join(lines)), *rematch_row(table, texts)))


def _away_blocks(table: Snapshot, view: View, seat: Seat, texts: Texts) -> tuple[Block, ...]:
    if table.facts.status is not TableStatus.PLAYING:
        return ()
    if seat not in table.away | table.missed_last_turn:
        return ()
    played = _format_last_play(view, texts)
    if seat not in table.away:
        return (Text("\n-# ".join(filter(None, (texts.say("seats.time_was_up"), played)))),)
    words = texts.say("seats.paused" if table.facts.paused else "seats.you_are_away")
    return (Text(" ".join(filter(None, (words, played)))), *button_rows((here_button(table, texts),)))


def _format_last_play(view: View, texts: Texts) -> str:
    """Return the seat's last play, which somebody who was away has not made; empty before it."""
    plays = [*view.trick.plays, *(view.tricks[-1].plays if view.tricks else ())]
    cards = next((play.cards for play in plays if play.seat == view.seat), ())
    return texts.say("seats.last_play", cards=texts.format_cards(cards, view.card_order)) if cards else ""


def here_button(table: Snapshot, texts: Texts) -> Button:
    """Return the button with which a user comes back."""
    return Button(table_control_id(table.id, ControlVerb.COME_BACK), texts.say("seats.here"), ButtonStyle.SUCCESS)


_CONTROLS: Final[Mapping[Ask, Callable[[SeatQuestion], tuple[Block, ...]]]] = {
    Ask.NOTHING: lambda _: (),
    Ask.DECLARE: declare_rows,
    Ask.STEAL: declare_rows,
    Ask.CLAIM: claim_rows,
    Ask.BURY: bury_blocks,
    Ask.CALL: call_blocks,
    Ask.LEAD: lead_blocks,
    Ask.FOLLOW: follow_blocks,
    Ask.PICK_UP: pick_up_rows,
}


def question_controls(question: SeatQuestion) -> tuple[Block, ...]:
    """Return the controls for the seat's question."""
    return _CONTROLS[question.view.ask](question)


def rematch_row(table: Snapshot, texts: Texts) -> tuple[Block, ...]:
    """Return the button for a rematch of a finished match, or to the open rematch, or to its event."""
    if table.facts.status is not TableStatus.OVER or table.facts.is_computers_only or not table.has_started:
        return ()
    link = find_event_link(table.facts)
    if link is not None and table.facts.event_place is not None:
        return button_rows((LinkButton(link, texts.say("events.to_event", name=table.facts.event_place.name)),))
    key = "seats.rematch" if table.facts.rematch_table is None else "seats.to_rematch"
    id_ = table_control_id(table.id, ControlVerb.REMATCH)
    return button_rows((Button(id_, texts.say(key), ButtonStyle.SUCCESS),))


def _result_rows(table: Snapshot, question: SeatQuestion) -> tuple[Block, ...]:
    """Return the buttons under a result: to go on, to look back over one's own plays, and to turn the coach on."""
    view, texts = question.view, question.texts
    onward = (*next_deal_row(table, view, texts), *rematch_row(table, texts))
    buttons = [button for row in onward if isinstance(row, Buttons) for button in row.buttons]
    coach = (question.button(ControlVerb.COACH, texts.say("turn.coach_turn_on")),) if question.offers_coach else ()
    return button_rows((*buttons, review_button(table.id, view.deal_number, texts), *coach))


def format_deadline(table: Snapshot, now: float, seat: Seat | None = None) -> str:
    """Return the end of the turn or window as a countdown; empty if there is none, or if time is up."""
    ats = [d.at for d in table.deadlines if d.kind in TIME_LIMITS and (seat is None or d.seat in {None, seat})]
    return f"<t:{round(table.to_wall(min(ats)))}:R>" if ats and min(ats) > now else ""


def _heading(
    table: Snapshot, question: SeatQuestion, names: tuple[str, ...], now: float, *, as_text: bool
) -> Iterator[Block]:
    """Yield the question and what a picture of the hand does not show; with the hand `as_text`, the score too."""
    view, texts = question.view, question.texts
    if _is_deal_over(view):
        offer = [f"-# {texts.say('turn.coach_offer')}"] if question.offers_coach else []
        yield Text("\n".join((*_list_result_lines(table, view, names, now, texts), *offer)))
        yield from _result_rows(table, question)
        return
    lines = [f"### {texts.format_prompt(view)}"]
    if view.phase is PhaseName.DECLARING and view.declarations:
        key = "council.called_by" if view.declined_by_pass is Declined.CALL else "council.declared_by"
        lines.append(texts.say(key, name=names[view.declarations[-1].seat]))
    small = []
    if view.ask is not Ask.NOTHING:
        due = format_deadline(table, now, question.seat)
        small += [texts.say("ui.due", when=due)] if due else []
    if view.phase is PhaseName.PLAYING and not question.has_notice and not as_text:
        small.append(texts.format_won_trick(view, names))
    is_known = view.ask in {Ask.BURY, Ask.CALL} and view.declarer == view.seat and not as_text
    if view.trump is not None and not question.has_notice and not is_known:
        small.append((texts.format_score_line if as_text else texts.format_declarers_line)(view, names))
        small.append(texts.format_sides(view, names))
    lines += [f"-# {' · '.join(filter(None, small))}"] if any(small) else []
    if view.trump is not None and not question.has_notice:
        lines += filter(None, (texts.format_failed_throw(view, names),))
    yield Text("\n".join(lines))


def _is_deal_over(view: View) -> bool:
    return view.result is not None and view.phase is PhaseName.FINISHED


def _list_result_lines(table: Snapshot, view: View, names: tuple[str, ...], now: float, texts: Texts) -> list[str]:
    """Return the result of the deal for the panel's owner, and the match so far."""
    at = table.next_deal_at
    due = [] if at is None else [format_next_deal(at, now, texts, table.clock_offset)]
    is_over = table.facts.status is TableStatus.OVER
    won = texts.format_won_trick(view, names)  # the picture shows this trick
    last = [f"-# {texts.say('ui.last_trick_was', won=won)}"] if won else []
    result = f"### {texts.format_my_result(view, names, is_last=is_over)}"
    return [result, *last, *match_lines(table, names, texts), *due]


async def result_blocks(
    services: Services, table: Snapshot, names: SeatNames, prefers: Preferences, texts: Texts
) -> tuple[Block, ...]:
    """Return the public picture of the result; none for users who read their hand as text."""
    if prefers.text_hand:
        return ()
    view, is_last = table.spectator_view(), table.facts.status is TableStatus.OVER
    picture = ResultPicture(view, names, picture_labels(texts), not prefers.two_colour, is_last)
    alt = texts.format_table_alt_text(view, names, is_last=is_last)
    return await picture_blocks(services, picture, alt, PICTURE_FILENAME, is_needed=False, table=table.id)


def _picked_cards(question: SeatQuestion) -> tuple[Card, ...]:
    """Return the cards that the green button would play or bury, including the required ones."""
    if question.view.ask not in {Ask.BURY, Ask.LEAD, Ask.FOLLOW} or not question.picked:
        return ()
    return question.sort_cards((*list_forced_cards(question), *question.picked))


async def hand_blocks(
    services: Services,
    question: SeatQuestion,
    names: SeatNames,
    prefers: Preferences,
    *,
    headed: bool = False,
    hinted: tuple[Card, ...] = (),
    raised: tuple[Card, ...] = (),
) -> tuple[Block, ...]:
    """Return the seat's cards as its owner prefers; empty once they are played.

    `headed`: the question and the state of the deal are shown above. `hinted` cards are ringed. `raised` ones stand out
    as if they were picked.
    """
    if not question.view.hand:
        return ()
    raised = raised or _picked_cards(question)
    described = (question.view, names, find_highlighted_cards(question), raised)
    bare = headed and prefers.text_hand
    alt = format_label(question.texts.format_hand_alt_text(*described, bare=bare), MAX_ALT_TEXT_LENGTH)
    if prefers.text_hand:
        return (Text(alt),)
    try:
        pictures = await render_hand(services, question, names, large=prefers.large, hinted=hinted, raised=raised)
    except Exception:  # the text replaces the picture, and the deal goes on
        log.exception("a hand picture could not be rendered", table=question.table, seat=question.seat)
        return (Text(alt),)
    rest = (Picture(more.png, question.texts.say("picture.rest"), REST_PICTURE_FILENAME) for more in pictures[1:])
    return (Picture(pictures[0].png, alt, PICTURE_FILENAME), *rest)


async def render_hand(
    services: Services,
    question: SeatQuestion,
    names: SeatNames,
    *,
    large: bool,
    hinted: tuple[Card, ...] = (),
    raised: tuple[Card, ...] = (),
) -> tuple[PngImage, ...]:
    """Return the picture of the seat's cards, or two `large` ones."""
    view, four_colour = question.view, question.four_colour
    raised = raised or _picked_cards(question) or list_required_cards(view)
    highlighted = find_highlighted_cards(question)
    shown = view, highlighted, raised, picture_labels(question.texts), four_colour
    last = question.opened is ControlVerb.LAST_TRICK
    picture = HandPicture(*shown, names=names, hinted=hinted, show_last_trick=last)
    if large:
        return await services.renderer.render_large_hand(picture)
    return (await services.renderer.render(picture),)


def find_highlighted_cards(question: SeatQuestion) -> frozenset[Card] | None:
    """Return the faces that may be played now; None where all may be."""
    return find_playable_cards(question) if question.view.ask is Ask.FOLLOW else None
