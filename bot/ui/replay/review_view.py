"""The review of a deal for one of its players, as picture and text; and its progress."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from bot.ids import TableId
from bot.play.finished_deals.deal_review import DealReview, ReviewedBury, ReviewedPlay
from bot.play.finished_deals.history import FinishedDeal
from bot.play.finished_deals.review_book import ReviewJob
from bot.render.learning.review_scene import ReviewPicture, ReviewPoint
from bot.text.catalogue import Texts
from bot.text.describe.explain_play import format_costly_play, format_gain, format_levels
from bot.text.describe.seat_names import escape_name
from bot.ui.core.interactions.review_control import ReviewStep, format_review_heading, review_button, step_button
from bot.ui.core.messages.message import Block, Message, Text, button_rows
from bot.ui.core.pictures.game_alt_text import picture_block
from bot.ui.core.services import Services
from bot.ui.replay.swing_lines import SeatNames, format_swing
from engine.deal.scoring import points_to_win

MAX_PLAYS_NAMED: Final = 5
PICTURE_FILENAME: Final = "review.png"


def progress_view(table: TableId, deal: FinishedDeal, job: ReviewJob, texts: Texts) -> Message:
    """Return the progress of a review."""
    key = "review.failed" if job.failed else "review.progress" if job.step else "review.waiting"
    words = f"{format_review_heading(table, deal.deal_number, texts)}\n{texts.say(key, step=job.step, steps=job.steps)}"
    again = button_rows((review_button(table, deal.deal_number, texts),)) if job.failed else ()
    return Message((Text(words), *again))


async def review_view(
    services: Services, table: TableId, deal: FinishedDeal, review: DealReview, texts: Texts
) -> Message:
    """Return a review with its chart and its costly plays, or text alone if there was no choice to judge."""
    heading = Text(format_review_heading(table, deal.deal_number, texts))
    if not review.plays:
        return Message((heading, Text(texts.say("review.nothing"))))
    found = await services.people.find_names(deal.seats_at_end, texts)
    names = tuple(escape_name(name or "") for name in found)
    picture = await picture_block(services, build_picture(table, deal, review, texts), texts, PICTURE_FILENAME)
    plays = _list_play_blocks(table, deal, review, texts)
    rest = Text("\n".join(_list_other_lines(deal, review, names, texts)))
    return Message((heading, picture, *plays, rest))


def build_picture(table: TableId, deal: FinishedDeal, review: DealReview, texts: Texts) -> ReviewPicture:
    """Return the chart of a review."""
    points = [ReviewPoint(one.trick, round(one.points), bool(one.cost)) for one in review.plays]
    target = points_to_win(deal.final_view.rules)
    return ReviewPicture(
        texts.say("review.chart_other" if review.declares else "review.chart_own"),
        texts.say("film.heading", table=table, deal=deal.deal_number),
        (*points, ReviewPoint(max(review.tricks, points[-1].trick) + 1, review.final_points)),
        target,
        texts.say("review.target", points=target),
        texts.say("review.tricks"),
        texts.say("review.end"),
        (
            (texts.say("review.skill"), format_gain(review.skill, texts)),
            (texts.say("review.luck"), format_gain(review.luck, texts)),
        ),
    )


def format_failure(deal: FinishedDeal, play: ReviewedPlay, texts: Texts) -> str:
    """Return why a throw of the review's reader failed; empty for other plays."""
    if not play.failed:
        return ""
    trick = deal.final_view.tricks[play.trick - 1]
    return texts.format_failed_throw(replace(deal.final_view, trick=trick, seat=play.view.seat))


def _list_play_blocks(table: TableId, deal: FinishedDeal, review: DealReview, texts: Texts) -> Iterator[Block]:
    """Yield each costly play with its buttons, the most expensive ones if they are many."""
    costly = review.costly_plays
    if not costly:
        yield Text(f"**{texts.say('review.no_costly')}**")
        return
    named = sorted(costly, key=lambda one: -one.cost)[:MAX_PLAYS_NAMED]
    for play in (one for one in costly if one in named):
        why = format_failure(deal, play, texts)
        yield Text(texts.join_sentences((why, format_costly_play("review.play", play, texts))))
        steps = (ReviewStep.SHOW, ReviewStep.TRY)
        yield from button_rows(tuple(step_button(table, deal.deal_number, play.trick, step, texts) for step in steps))
    if len(costly) > len(named):
        yield Text(texts.say("review.more", count=len(costly) - len(named)))


def _list_other_lines(deal: FinishedDeal, review: DealReview, names: SeatNames, texts: Texts) -> Iterator[str]:
    for play in review.plays:
        if play.failed and not play.cost:
            yield texts.join_sentences((format_failure(deal, play, texts), texts.say("review.good_risk")))
    if review.swings:
        yield f"**{texts.say('review.swings')}**"
        seat = review.plays[0].view.seat
        yield from (f"- {format_swing(one, deal.final_view, seat, names, texts)}" for one in review.swings)
    if review.bury is not None:
        yield f"**{texts.say('review.bury')}**"
        yield _format_bury(review.bury, texts)
    if review.unjudged:
        yield texts.say(
            "review.unjudged", count=len(review.unjudged), tricks=texts.format_list(map(str, review.unjudged))
        )
    skill, luck = format_levels(review.skill_levels), format_levels(review.luck_levels)
    yield f"-# {texts.join_sentences((texts.say('review.note'), texts.say('review.levels', skill=skill, luck=luck)))}"


def _format_bury(bury: ReviewedBury, texts: Texts) -> str:
    order = bury.view.card_order
    if sorted(bury.cards) == sorted(bury.best):
        return texts.say("review.bury_same", cards=texts.format_cards(bury.cards, order))
    return texts.say(
        "review.bury_worse" if bury.is_worse else "review.bury_other",
        cards=texts.format_cards(bury.cards, order),
        better=texts.format_cards(bury.best, order),
        points=round(bury.cost),
    )
