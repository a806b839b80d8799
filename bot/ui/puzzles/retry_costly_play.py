"""Shows the moment of a costly play from a review, with better cards raised, and lets the player try again."""

from functools import partial

from bot.ids import TableId, UserId
from bot.play.computers.search_workers import SearchFailedError
from bot.play.finished_deals.deal_review import ReviewedPlay
from bot.play.finished_deals.history import FinishedDeal
from bot.play.tables.table import Table
from bot.puzzles.puzzle_model import Judgement
from bot.text.catalogue import Texts
from bot.text.describe.explain_play import format_costly_play
from bot.text.describe.seat_names import escape_names
from bot.ui.core.interactions.context import ControlPress
from bot.ui.core.interactions.responses import EditMessage, Response, notice_message
from bot.ui.core.interactions.review_control import (
    DETAILS,
    ReviewPlayControl,
    ReviewStep,
    format_review_heading,
    step_button,
)
from bot.ui.core.memory.drafts import Place
from bot.ui.core.messages.custom_id_codec import parse_number
from bot.ui.core.messages.message import Block, Message, Text, button_rows
from bot.ui.core.services import Services
from bot.ui.hand.hand_cards import hand_blocks
from bot.ui.puzzles import panel_parts
from bot.ui.replay import handlers as replay_handlers
from bot.ui.replay.review_view import format_failure, review_details_view

RetryPress = ControlPress[ReviewPlayControl]


class Retry:
    """A costly play of a finished deal, which its player may try again."""

    def __init__(self, table: TableId, deal: FinishedDeal, play: ReviewedPlay, user: UserId, texts: Texts) -> None:
        self.table, self.deal, self.play, self.user, self.texts = table, deal, play, user, texts

    @property
    def draft_place(self) -> Place:
        """The key of the cards that the user has picked."""
        return ("review", self.table, self.deal.deal_number, self.play.trick)

    async def moment_view(self, services: Services) -> Message:
        """Return the moment of the play, with a text on its cost and the better cards raised in the hand."""
        why = format_failure(self.deal, self.play, self.texts)
        lines = (self._heading, why, format_costly_play("review.play", self.play, self.texts))
        return await self._show_best(services, lines)

    async def question_view(self, services: Services, notice: str = "") -> Message:
        """Return the question as its player saw it, to be answered again."""
        view, texts = self.play.view, self.texts
        asked = await self._load_question(services, self.draft_place)
        names = escape_names(asked.names)
        trick = texts.say("review.ask", trick=self.play.trick)
        small = panel_parts.format_small_print(*panel_parts.list_facts(view, names, texts))
        words = "\n".join(filter(None, (self._heading, trick, texts.format_prompt(view), small)))
        to_id, footer = partial(ReviewPlayControl, *self._place), self._step_rows(ReviewStep.BACK)
        return await panel_parts.question_view(services, asked, words, notice, to_id, footer, headed=False)

    async def verdict_view(self, services: Services, judgement: Judgement) -> Message:
        """Return the judgement on the new answer, compared with the better play and the play made in the deal."""
        verdict = panel_parts.list_verdict_lines(self.play.view, judgement, self.play.compared, self.texts)
        return await self._show_best(services, (self._heading, *verdict))

    @property
    def _heading(self) -> str:
        return format_review_heading(self.table, self.deal.deal_number, self.texts)

    @property
    def _place(self) -> tuple[TableId, int, int]:
        return self.table, self.deal.deal_number, self.play.trick

    def _step_rows(self, *steps: ReviewStep) -> tuple[Block, ...]:
        return button_rows(tuple(step_button(*self._place, step, self.texts) for step in steps))

    async def _load_question(self, services: Services, place: Place | None) -> panel_parts.Asked:
        listed, seats = (self.play.best, self.play.cards), self.deal.seats_at_end
        return await panel_parts.load_question(services, self.play.view, self.user, place, self.texts, listed, seats)

    async def _show_best(self, services: Services, lines: tuple[str, ...]) -> Message:
        asked, best = await self._load_question(services, None), self.play.best
        cards = await hand_blocks(services, *asked, hinted=best, raised=best)
        words = Text("\n".join(filter(None, lines)))
        return Message((words, *cards, *self._step_rows(ReviewStep.TRY, ReviewStep.BACK)))


async def handle_retry(press: RetryPress) -> Response:
    """Handle a control of a costly play. If its review is no longer in memory, the play is judged again."""
    ctx, asked = press.ctx, press.id
    table, past = await replay_handlers.find_table_with_history(ctx, asked.table)
    deal = replay_handlers.get_deal_by_number(past, asked.deal)
    await replay_handlers.wait_for_reader(ctx, table)
    trick = 0 if asked.verb == ReviewStep.BACK else parse_number(press.chosen) or asked.trick
    try:
        play = await ctx.services.reviews.find_play(deal, ctx.user, trick) if trick else None
        if play is not None and play.cost:
            return EditMessage(await _answer(press, Retry(table.id, deal, play, ctx.user, press.texts)))
    except SearchFailedError:
        return notice_message(press.texts.say("review.busy"))
    return await _go_back(press, table, deal)


async def _go_back(press: RetryPress, table: Table, deal: FinishedDeal) -> Response:
    job = press.ctx.services.reviews.open(table.id, deal, press.ctx.user)
    if job.review is None:
        return await replay_handlers.open_review(press.ctx, table, deal)
    if press.chosen == DETAILS:
        return EditMessage(await review_details_view(press.ctx.services, table.id, deal, job.review, press.texts))
    return EditMessage(await replay_handlers.review_page(press.ctx, table, deal, job.review))


async def _answer(press: RetryPress, retry: Retry) -> Message:
    services, asked = press.ctx.services, press.id
    if asked.verb == ReviewStep.SHOW:
        return await retry.moment_view(services)
    played = await panel_parts.take_press(press, retry.play.view, retry.draft_place)
    if isinstance(played, str):
        return await retry.question_view(services, played)
    seed = f"again {asked.table} {asked.deal} {asked.trick}"
    judgement = await services.puzzles.judge_play(retry.play.view, played, retry.play.compared, seed)
    services.puzzle_drafts.put(press.ctx.user, retry.draft_place, ())
    return await retry.verdict_view(services, judgement)
