"""Shows the review of a deal to one of its players, as picture and text, and the progress while it is made."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from bot.ids import TableId
from bot.play.finished_deals.background_reviews import ReviewJob
from bot.play.finished_deals.deal_review import DealReview, ReviewedBury, ReviewedPlay, Swing
from bot.play.finished_deals.history import FinishedDeal
from bot.render.learning.review_scene import ReviewPicture, ReviewPoint
from bot.text.catalogue import Texts
from bot.text.describe.explain_play import format_costly_play, format_gain, format_levels
from bot.text.describe.seat_names import escape_names
from bot.ui.core.interactions.review_control import (
    DETAILS,
    ReviewPlayControl,
    ReviewStep,
    format_review_heading,
    review_button,
    step_button,
)
from bot.ui.core.messages.discord_limits import MAX_OPTIONS
from bot.ui.core.messages.labelled import labelled_select, select_option
from bot.ui.core.messages.message import Message, Select, Text, button_rows
from bot.ui.core.pictures.picture_blocks import picture_block
from bot.ui.core.services import Services
from engine.deal.scoring import points_to_win
from engine.model.seats import Seat
from engine.model.view import TrickView, View

MAX_LINES: Final = 5
SeatNames = tuple[str, ...]


def progress_view(table: TableId, deal: FinishedDeal, job: ReviewJob, texts: Texts) -> Message:
    """Return a message about the progress of a review."""
    key = "review.failed" if job.failed else "review.progress" if job.step else "review.waiting"
    words = f"{format_review_heading(table, deal.deal_number, texts)}\n{texts.say(key, step=job.step, steps=job.steps)}"
    again = button_rows((review_button(table, deal.deal_number, texts),)) if job.failed else ()
    return Message((Text(words), *again))


async def review_view(
    services: Services, table: TableId, deal: FinishedDeal, review: DealReview, texts: Texts
) -> Message:
    """Return a review as a chart with the costly plays and their menu. If no play was judged, it is only a text."""
    heading = Text(format_review_heading(table, deal.deal_number, texts))
    if not review.plays:
        return Message((heading, Text(texts.say("review.nothing"))))
    picture = await picture_block(services, build_picture(table, deal, review, texts), texts, "review.png")
    more = () if review.costly_plays else await _list_details(services, deal, review, texts)
    words = Text("\n".join((*_list_costly_lines(review, texts), *more, f"-# {texts.say('review.note')}")))
    menu = (_build_menu(table, deal, review, texts),) if review.costly_plays else ()
    return Message((heading, picture, words, *menu))


async def review_details_view(
    services: Services, table: TableId, deal: FinishedDeal, review: DealReview, texts: Texts
) -> Message:
    """Return the rest of a review, besides the costly plays, with a button back."""
    lines = (format_review_heading(table, deal.deal_number, texts), *await _list_details(services, deal, review, texts))
    back = step_button(table, deal.deal_number, 0, ReviewStep.BACK, texts)
    return Message((Text("\n".join(lines)), *button_rows((back,))))


def build_picture(table: TableId, deal: FinishedDeal, review: DealReview, texts: Texts) -> ReviewPicture:
    """Return the chart of a review."""
    points = [ReviewPoint(one.trick, round(one.points), bool(one.cost)) for one in review.plays]
    target, gains = points_to_win(deal.final_view.rules), {"skill": review.skill, "luck": review.luck}
    return ReviewPicture(
        texts.say("review.chart_other" if review.declares else "review.chart_own"),
        texts.say("film.heading", table=table, deal=deal.deal_number),
        (*points, ReviewPoint(max(review.tricks, points[-1].trick) + 1, review.final_points)),
        target,
        texts.say("review.target", points=target),
        texts.say("review.tricks"),
        texts.say("review.end"),
        tuple((texts.say(f"review.{name}"), format_gain(gain, texts)) for name, gain in gains.items()),
    )


def format_failure(deal: FinishedDeal, play: ReviewedPlay, texts: Texts) -> str:
    """Return why a throw of the review's reader failed; empty for other plays."""
    if not play.failed:
        return ""
    trick = deal.final_view.tricks[play.trick - 1]
    return texts.format_failed_throw(replace(deal.final_view, trick=trick, seat=play.view.seat))


def _list_costly_lines(review: DealReview, texts: Texts) -> Iterator[str]:
    costly, bury = review.costly_plays, review.bury
    if not costly:
        yield f"**{texts.say('review.no_costly')}**"
    most = len(costly) if len(costly) <= MAX_LINES else MAX_LINES - 1
    named = sorted(costly, key=lambda one: -one.cost)[:most]
    yield from (f"- {format_costly_play('review.line', play, texts)}" for play in costly if play in named)
    if len(costly) > most:
        yield f"- {texts.say('review.more', count=len(costly) - most)}"
    if bury is not None and bury.is_worse and costly:
        yield f"- {texts.say('review.bury_line', points=round(bury.cost))}"


def _build_menu(table: TableId, deal: FinishedDeal, review: DealReview, texts: Texts) -> Select:
    lines = {one.trick: format_costly_play("review.line", one, texts) for one in review.costly_plays[: MAX_OPTIONS - 1]}
    options = (select_option(str(trick), line) for trick, line in lines.items())
    details = select_option(DETAILS, texts.say("review.details"))
    id_ = ReviewPlayControl(table, deal.deal_number, 0, ReviewStep.SHOW)
    return labelled_select(id_, texts, "review.menu", (*options, details))


async def _list_details(services: Services, deal: FinishedDeal, review: DealReview, texts: Texts) -> list[str]:
    found = await services.people.find_names(deal.seats_at_end, texts)
    names, good_risk = escape_names(found), texts.say("review.good_risk")
    failed = (play for play in review.plays if play.failed and not play.cost)
    lines = [texts.join_sentences((format_failure(deal, play, texts), good_risk)) for play in failed]
    if review.swings:
        seat = review.plays[0].view.seat
        lines.append(f"**{texts.say('review.swings')}**")
        lines += [f"- {format_swing(one, deal.final_view, seat, names, texts)}" for one in review.swings]
    if review.bury is not None:
        lines += [f"**{texts.say('review.bury')}**", _format_bury(review.bury, texts)]
    if review.unjudged:
        tricks = texts.format_list(map(str, review.unjudged))
        lines.append(texts.say("review.unjudged", count=len(review.unjudged), tricks=tricks))
    skill, luck = format_levels(review.skill_levels), format_levels(review.luck_levels)
    return [*lines, f"-# {texts.say('review.levels', skill=skill, luck=luck)}"]


def _format_bury(bury: ReviewedBury, texts: Texts) -> str:
    cards, better = (texts.format_cards(one, bury.view.card_order) for one in (bury.cards, bury.best))
    if sorted(bury.cards) == sorted(bury.best):
        return texts.say("review.bury_same", cards=cards)
    key = "review.bury_worse" if bury.is_worse else "review.bury_other"
    return texts.say(key, cards=cards, better=better, points=round(bury.cost))


def format_swing(swing: Swing, final: View, seat: Seat | None, names: SeatNames, texts: Texts) -> str:
    """Return a text on a change in the expected result. It says why the side of `seat` gained or lost, and how much."""
    facts = {"what": _find_cause(swing, final, seat, names, texts), "points": round(abs(swing.points))}
    return texts.say("review.swing_for" if swing.points > 0 else "review.swing_against", **facts)


def _find_cause(swing: Swing, final: View, seat: Seat | None, names: SeatNames, texts: Texts) -> str:
    result = final.result
    if swing.until is None and result is not None and result.kitty_points * result.multiplier:
        return texts.say("review.kitty_counted", points=result.kitty_points * result.multiplier)
    numbered = list(enumerate(final.tricks, 1))
    tricks = [one for one in numbered if swing.since <= one[0] < (swing.until or len(numbered) + 1)]
    best = max(tricks, key=lambda one: one[1].points, default=None)
    if best is not None and best[1].points:
        return _say_taken(best, final, seat, names, texts)
    led = next((one.plays[0] for number, one in numbered if number == swing.until and one.plays), None)
    if led is not None and led.seat != seat:
        cards = texts.format_cards(led.cards, final.card_order)
        return texts.say("review.led", trick=swing.until, name=names[led.seat], cards=cards)
    return texts.say("review.tricks_from", trick=swing.since)


def _say_taken(taken: tuple[int, TrickView], final: View, seat: Seat | None, names: SeatNames, texts: Texts) -> str:
    number, trick = taken
    assert trick.winner is not None
    cards = next((one.cards for one in trick.plays if one.seat == trick.winner), ())
    # some rules hide the cards of earlier tricks
    key = "took_unseen" if not cards else "you_took" if trick.winner == seat else "took"
    named = texts.format_cards(cards, final.card_order)
    return texts.say(f"review.{key}", trick=number, name=names[trick.winner], cards=named, points=trick.points)
