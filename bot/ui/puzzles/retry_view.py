"""One costly play of a review: the moment with the better cards raised, and the same question to try again."""

from bot.ids import TableId, UserId
from bot.play.finished_deals.deal_review import ReviewedPlay
from bot.play.finished_deals.history import FinishedDeal
from bot.puzzles.puzzle_model import Judgement
from bot.text.catalogue import Texts
from bot.text.describe.explain_play import format_costly_play
from bot.text.describe.seat_names import escape_name
from bot.ui.core.interactions.review_control import (
    ReviewPlayControl,
    ReviewStep,
    format_review_heading,
    step_button,
)
from bot.ui.core.memory.drafts import PickedCards
from bot.ui.core.messages.message import Block, Message, Text, button_rows
from bot.ui.core.services import Services
from bot.ui.hand.footer_view import join_footer
from bot.ui.hand.hand_cards import hand_blocks
from bot.ui.hand.view import question_controls
from bot.ui.puzzles.panel_parts import (
    PLAYING_VERBS,
    build_question,
    convert_controls,
    format_order,
    format_small_print,
    list_own_kitty,
)
from bot.ui.puzzles.verdict import list_verdict_lines
from bot.ui.replay.review_view import format_failure
from engine.model.cards import Card


class Retry:
    """A costly play of a finished deal, as its player looks back at it."""

    def __init__(self, table: TableId, deal: FinishedDeal, play: ReviewedPlay, user: UserId, texts: Texts) -> None:
        self.table, self.deal, self.play, self.user, self.texts = table, deal, play, user, texts

    @property
    def draft_place(self) -> tuple[object, ...]:
        """The key of the picked cards."""
        return ("review", self.table, self.deal.deal_number, self.play.trick)

    async def moment_view(self, services: Services) -> Message:
        """Return the moment: what was played, and the better cards raised in the hand."""
        why = format_failure(self.deal, self.play, self.texts)
        lines = (self._heading, why, format_costly_play("review.play", self.play, self.texts))
        cards = await self._hand_blocks(services, PickedCards(0), raised=self.play.best)
        return Message((_join(lines), *cards, *self._step_rows(ReviewStep.TRY, ReviewStep.BACK)))

    async def question_view(self, services: Services, notice: str = "") -> Message:
        """Return the question as its player saw it, to be answered again."""
        prefers, view, texts = await services.people.get_preferences(self.user), self.play.view, self.texts
        draft = services.puzzle_drafts.get(self.user, self.draft_place)
        question = build_question(services, view, draft, texts, prefers, (self.play.best, self.play.cards))
        found = await services.people.find_names(self.deal.seats_at_end, texts)
        names = tuple(escape_name(name or "") for name in found)
        state, order = texts.format_declarers_line(view, names), format_order(view, names, texts)
        asked = texts.say("review.ask", trick=self.play.trick)
        small = format_small_print(state, order, *list_own_kitty(view, texts))
        words = _join((self._heading, asked, texts.format_prompt(view), small))
        controls = convert_controls(
            question_controls(question), PLAYING_VERBS, lambda verb, argument: self._control_id(verb.value, argument)
        )
        cards = await self._hand_blocks(services, draft)
        told = (Text(notice),) if notice else ()
        return Message((words, *cards, *told, *join_footer(tuple(controls), self._step_rows(ReviewStep.BACK))))

    async def verdict_view(self, services: Services, judgement: Judgement) -> Message:
        """Return the judgement on the new answer, beside the better play and the one that was played."""
        lines = (self._heading, *list_verdict_lines(self.play.view, judgement, self.play.compared, self.texts))
        cards = await self._hand_blocks(services, PickedCards(0), raised=self.play.best)
        return Message((_join(lines), *cards, *self._step_rows(ReviewStep.TRY, ReviewStep.BACK)))

    @property
    def _heading(self) -> str:
        return format_review_heading(self.table, self.deal.deal_number, self.texts)

    def _control_id(self, verb: str, argument: str = "") -> ReviewPlayControl:
        return ReviewPlayControl(self.table, self.deal.deal_number, self.play.trick, verb, argument)

    def _step_rows(self, *steps: ReviewStep) -> tuple[Block, ...]:
        place = self.table, self.deal.deal_number, self.play.trick
        return button_rows(tuple(step_button(*place, step, self.texts) for step in steps))

    async def _hand_blocks(
        self, services: Services, draft: PickedCards, raised: tuple[Card, ...] = ()
    ) -> tuple[Block, ...]:
        """Return the hand of that moment below the trick so far."""
        prefers = await services.people.get_preferences(self.user)
        names = await services.people.find_names(self.deal.seats_at_end, self.texts)
        question = build_question(services, self.play.view, draft, self.texts, prefers)
        return await hand_blocks(services, question, names, prefers, hinted=raised, raised=raised)


def _join(lines: tuple[str, ...]) -> Text:
    return Text("\n".join(filter(None, lines)))
