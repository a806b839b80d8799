"""Builds a user's hand panel with the question, cards and controls. It uses only what the user's seat may know."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from bot.ids import ChannelId, UserId
from bot.play.tables.snapshot import Snapshot
from bot.play.tables.table import Table
from bot.play.values.stored_table import DeadlineKind
from bot.play.values.table_info import TableStatus
from bot.text.catalogue import Texts
from bot.text.describe.seat_names import escape_names
from bot.ui.core.interactions.context import get_seat
from bot.ui.core.interactions.responses import ShowPanel
from bot.ui.core.interactions.table_controls import ControlVerb, table_button
from bot.ui.core.memory.refusal_memory import Surface
from bot.ui.core.messages.message import Block, Button, ButtonStyle, Message, Text, button_rows
from bot.ui.core.services import Services
from bot.ui.core.tables.rated_play import is_help_allowed
from bot.ui.core.tables.table_links import list_table_links
from bot.ui.hand import result_panel
from bot.ui.hand.advice import coach_blocks, is_coach_offered, recommend_for_panel
from bot.ui.hand.declare_bury_view import bury_blocks, claim_rows, declare_rows, pick_up_rows
from bot.ui.hand.follow_view import follow_blocks
from bot.ui.hand.footer_view import add_coach, footer_blocks, join_footer
from bot.ui.hand.friends_view import call_blocks
from bot.ui.hand.hand_cards import hand_blocks
from bot.ui.hand.lead_view import lead_blocks
from bot.ui.hand.question import SeatQuestion
from engine.model.events import Declined
from engine.model.seats import Seat
from engine.model.view import Ask, PhaseName, View

TIME_LIMITS: Final = {DeadlineKind.TURN, DeadlineKind.WINDOW_CLOSES}
Fingerprint = tuple[object, ...]


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
    between_deals = (seen.phrases, seen.next_deal_at, facts.ready)
    return (*here, view.deal_number, view.phase, *playing, view.redeal, *declaring, *between_deals)


async def hand_view(
    services: Services, panel: ShowPanel, user: UserId, texts: Texts, here: ChannelId | None = None
) -> Message:
    """Return a user's panel. `here` is its channel, if known. Raises TableRefused if the user has no seat."""
    seen, notice = panel.table.snapshot(), panel.notice
    seat = get_seat(panel.table, user)
    if result_panel.has_ended_outside_a_deal(seen):
        return (await result_panel.ended_view(services, seen, texts)).with_notice(notice)
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
        opened=panel.opened,
        has_notice=bool(notice),
    )
    names = await services.people.find_names(seen.occupants, texts)
    preferences = preferences if panel.as_text is None else replace(preferences, text_hand=panel.as_text)
    escaped = escape_names(names)
    offers = services.picked_cards.is_confirmation_offered(seen.id, seat) and not preferences.confirm
    links = await list_table_links(services, seen, user, texts, here)
    footer = footer_blocks(question, panel.explain_rows, links, offers_confirmation=offers)
    now, is_last = services.clock.now(), seen.facts.status is TableStatus.OVER
    if view.result is not None and view.phase is PhaseName.FINISHED:
        words, *rows = result_panel.result_heading(seen, question, escaped, now, preferences)
        heading = (words, *join_footer(tuple(rows), footer))
        picture = await result_panel.result_blocks(
            services, seen.spectator_view(), names, preferences, texts, is_last=is_last
        )
        joined = result_panel.phrase_rows(seen, question, preferences)
    else:
        heading = (_heading(seen, question, escaped, now, as_text=preferences.text_hand),)
        picture = await hand_blocks(services, question, names, preferences, headed=True, hinted=panel.hinted)
        controls = question_controls(question) if seen.facts.status is TableStatus.PLAYING else ()
        joined = join_footer(controls, footer, may_be_cut=bool(question.picked))
        joined = add_coach(question, joined) if question.offers_coach else joined
    away = _away_blocks(seen, view, seat, texts)
    coached: tuple[Block, ...] = ()
    if helps and preferences.coach:
        coached = coach_blocks(services, seen.id, view, texts, is_spoken=preferences.text_hand)
    told = (Text(notice),) if notice else coached
    # In a panel of text, the notice comes first, so that a screen reader begins with what was wrong.
    shown = (*told, *heading, *picture) if preferences.text_hand else (*heading, *picture, *told)
    return Message((*away, *shown, *joined))


def _away_blocks(table: Snapshot, view: View, seat: Seat, texts: Texts) -> tuple[Block, ...]:
    if table.facts.status is not TableStatus.PLAYING or seat not in table.away | table.missed_last_turn:
        return ()
    played = _format_last_play(view, texts)
    if seat not in table.away:
        return (Text("\n-# ".join(filter(None, (texts.say("seats.time_was_up"), played)))),)
    words = texts.say("seats.paused" if table.facts.paused else "seats.you_are_away")
    return (Text(" ".join(filter(None, (words, played)))), *button_rows((here_button(table, texts),)))


def _format_last_play(view: View, texts: Texts) -> str:
    plays = [*view.trick.plays, *(view.tricks[-1].plays if view.tricks else ())]
    cards = next((play.cards for play in plays if play.seat == view.seat), ())
    return texts.say("seats.last_play", cards=texts.format_cards(cards, view.card_order)) if cards else ""


def here_button(table: Snapshot, texts: Texts) -> Button:
    """Return the button that a user who is away presses to come back."""
    return table_button(table.id, texts, ControlVerb.COME_BACK, "seats.here", ButtonStyle.SUCCESS)


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


def format_deadline(table: Snapshot, now: float, seat: Seat | None = None) -> str:
    """Return a countdown to the end of a turn or another time limit. It is empty if there is none, or if time is up."""
    ats = [d.at for d in table.deadlines if d.kind in TIME_LIMITS and (seat is None or d.seat in {None, seat})]
    return f"<t:{round(table.to_wall(min(ats)))}:R>" if ats and min(ats) > now else ""


def _heading(table: Snapshot, question: SeatQuestion, names: tuple[str, ...], now: float, *, as_text: bool) -> Text:
    """Return the question and the time left. Add what the picture does not show or, in a panel of text, the score."""
    view, texts = question.view, question.texts
    lines = [f"### {texts.format_prompt(view)}"]
    if view.phase is PhaseName.DECLARING and view.declarations and not as_text:
        key = "council.called_by" if view.declined_by_pass is Declined.CALL else "council.declared_by"
        lines.append(texts.say(key, name=names[view.declarations[-1].seat]))
    small = []
    if view.ask is not Ask.NOTHING:
        due = format_deadline(table, now, question.seat)
        small += [texts.say("panel.due", when=due)] if due else []
    if view.phase is PhaseName.PLAYING and not question.has_notice and not as_text:
        small.append(texts.format_won_trick(view, names))
    is_known = view.ask in {Ask.BURY, Ask.CALL} and view.declarer == view.seat and not as_text
    if view.trump is not None and not question.has_notice and not is_known:
        small.append((texts.format_score_line if as_text else texts.format_declarers_line)(view, names))
        small.append(texts.format_sides(view, names, is_spoken=as_text))
    lines += [f"-# {' · '.join(filter(None, small))}"] if any(small) else []
    if view.trump is not None and not question.has_notice and not as_text:
        waits = view.ask is Ask.NOTHING  # a player who waits can still read why the throw failed
        tricks = (*view.tricks[-1:], view.trick) if waits else (view.trick,)
        lines += filter(None, (texts.format_failed_throw(replace(view, trick=trick), names) for trick in tricks))
    return Text("\n".join(lines))
