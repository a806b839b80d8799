"""The review of a deal for one of its players, as picture and text; and its progress."""

from typing import Final

from bot.ids import TableId
from bot.play.finished_deals.deal_review import DealReview, ReviewedBury, Swing
from bot.play.finished_deals.history import FinishedDeal
from bot.play.finished_deals.review_book import ReviewJob
from bot.render.learning.review_scene import ReviewPicture, ReviewPoint
from bot.text.catalogue import Texts
from bot.text.describe.explain_play import format_costly_play, format_levels, format_loss
from bot.ui.core.interactions.review_control import review_button
from bot.ui.core.messages.message import Message, Text, button_rows
from bot.ui.core.pictures.game_alt_text import picture_block
from bot.ui.core.services import Services
from engine.deal.scoring import points_to_win

MAX_PLAYS_NAMED: Final = 5
PICTURE_FILENAME: Final = "review.png"


def progress_view(table: TableId, deal: FinishedDeal, job: ReviewJob, texts: Texts) -> Message:
    """Return the progress of a review."""
    key = "review.failed" if job.failed else "review.progress" if job.step else "review.waiting"
    words = f"### {_format_heading(table, deal, texts)}\n{texts.say(key, step=job.step, steps=job.steps)}"
    again = button_rows((review_button(table, deal.deal_number, texts),)) if job.failed else ()
    return Message((Text(words), *again))


async def review_view(
    services: Services, table: TableId, deal: FinishedDeal, review: DealReview, texts: Texts
) -> Message:
    """Return a review with its chart, or text alone if there was no choice to judge."""
    heading = Text(f"### {_format_heading(table, deal, texts)}")
    if not review.plays:
        return Message((heading, Text(texts.say("review.nothing"))))
    picture = build_picture(table, deal, review, texts)
    block = await picture_block(services, picture, texts, PICTURE_FILENAME)
    lines = _list_lines(review, _find_side(deal, review), texts)
    return Message((heading, block, Text("\n".join(lines))))


def build_picture(table: TableId, deal: FinishedDeal, review: DealReview, texts: Texts) -> ReviewPicture:
    """Return the chart of a review."""
    points = [ReviewPoint(one.trick, round(one.points), bool(one.cost)) for one in review.plays]
    target = points_to_win(deal.final_view.rules)
    return ReviewPicture(
        texts.say(f"review.chart_{_find_side(deal, review)}"),
        texts.say("film.heading", table=table, deal=deal.deal_number),
        (*points, ReviewPoint(max(review.tricks, points[-1].trick) + 1, review.final_points)),
        target,
        texts.say("review.target", points=target),
        texts.say("review.tricks"),
        texts.say("review.end"),
        (
            (texts.say("review.skill"), format_levels(review.skill, texts)),
            (texts.say("review.luck"), format_levels(review.luck, texts)),
        ),
    )


def _format_heading(table: TableId, deal: FinishedDeal, texts: Texts) -> str:
    return texts.say("review.heading", table=table, deal=deal.deal_number)


def _find_side(deal: FinishedDeal, review: DealReview) -> str:
    """Return the side of the declarers' opponents, who take the points: `own` or `other`."""
    result, seat = deal.final_view.result, review.plays[0].view.seat
    return "other" if result is not None and seat in result.declarers else "own"


def _list_lines(review: DealReview, side: str, texts: Texts) -> list[str]:
    costly = review.costly_plays
    lines = [
        texts.say("review.summary", skill=format_levels(review.skill, texts), luck=format_levels(review.luck, texts)),
        f"**{texts.say('review.costly')}**" if costly else texts.say("review.no_costly"),
        *(f"- {format_costly_play('review.play', one, texts)}" for one in costly[:MAX_PLAYS_NAMED]),
    ]
    if len(costly) > MAX_PLAYS_NAMED:
        lines.append(f"- {texts.say('review.more', count=len(costly) - MAX_PLAYS_NAMED)}")
    if review.swings:
        lines += [
            f"**{texts.say('review.swings')}**",
            *(f"- {_format_swing(one, side, texts)}" for one in review.swings),
        ]
    if review.bury is not None:
        lines += [f"**{texts.say('review.bury')}**", _format_bury(review.bury, texts)]
    if review.unjudged:
        lines.append(_format_unjudged(review, texts))
    return [*lines, f"-# {texts.say('review.note')}"]


def _format_unjudged(review: DealReview, texts: Texts) -> str:
    tricks = texts.format_list(map(str, review.unjudged))
    return texts.say(
        "review.unjudged", count=len(review.unjudged), tricks=tricks, levels=format_levels(review.unknown, texts)
    )


def _format_swing(swing: Swing, side: str, texts: Texts) -> str:
    return texts.say(
        f"review.swing_to_end_{side}" if swing.until is None else f"review.swing_{side}",
        since=swing.since,
        trick=swing.until,
        before=round(swing.points_before),
        after=round(swing.points_after),
        levels=format_levels(swing.levels, texts),
    )


def _format_bury(bury: ReviewedBury, texts: Texts) -> str:
    order = bury.view.card_order
    if sorted(bury.cards) == sorted(bury.best):
        return texts.say("review.bury_same", cards=texts.format_cards(bury.cards, order))
    lost = bury.best_levels - bury.levels
    return texts.say(
        "review.bury_worse" if lost else "review.bury_other",
        cards=texts.format_cards(bury.cards, order),
        better=texts.format_cards(bury.best, order),
        points=round(bury.points),
        best_points=round(bury.best_points),
        loss=format_loss(lost, bury.best_points - bury.points, texts),
    )
