"""The inputs of a hand panel: the seat's view, its task, and the picked cards."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from bot.ids import TableId
from bot.text.catalogue import Texts
from bot.ui.core.interactions.context import TablePress, get_seat
from bot.ui.core.interactions.responses import Response, ShowPanel
from bot.ui.core.interactions.table_controls import HIDE, ControlVerb, table_control_id
from bot.ui.core.memory.drafts import PickedCards
from bot.ui.core.memory.refusal_memory import Surface
from bot.ui.core.messages.custom_id_codec import encode_cards
from bot.ui.core.messages.emoji_book import emoji_name_of
from bot.ui.core.messages.message import Button, ButtonStyle, Select, SelectOption
from engine.model.actions import Action, Play
from engine.model.cards import Card, Suit, parse_card
from engine.model.seats import Seat
from engine.model.view import Ask, PhaseName, View

FEW_CARDS: Final = 9
"""If a hand has more cards than this, the selects disappear while a hint is open."""
MANY_CARDS: Final = 20
"""If a hand has more cards than this, a phone has space for one row of buttons besides the picture and the selects."""
ADVISED: Final = "@advised"
"""The first of the picked texts, if the bot suggested the cards."""
NO_TABLE: Final = TableId(0)
"""The table's id in a question without a table, as in a puzzle or the tutorial."""
_SUIT_MARK: Final = "@"
"""Begins the picked text that names the suit chosen for a lead. The other picked texts are cards."""


@dataclass(frozen=True, slots=True)
class SeatQuestion:
    """What a panel asks a seat, with everything that its controls depend on."""

    table: TableId
    seat: Seat
    view: View
    draft: PickedCards
    texts: Texts
    dense: bool = False
    """Whether only few rows fit into the panel. One select may then hold cards of several suits."""
    four_colour: bool = True
    confirm: bool = False
    """Whether every play needs a confirmation."""
    recommended: Action | None = None
    """What a good player would do; None if this is unknown or may not be shown."""
    offers_help: bool = True
    """Whether the panel may suggest plays."""
    offers_coach: bool = False
    opened: ControlVerb | None = None
    """The button whose text the panel shows; pressing it again hides the text."""
    listed: tuple[tuple[Card, ...], ...] = ()
    """Plays that get buttons first if the panel may not suggest plays. They may include the solution of a puzzle."""
    has_notice: bool = False
    """Whether the panel has a notice. If it has, the panel does not say why the picked cards are refused."""

    @property
    def toggles(self) -> tuple[tuple[ControlVerb, str], ...]:
        """The buttons that show something in the panel and hide it again, each with the key of its label."""
        view, playing = self.view, self.view.phase is PhaseName.PLAYING
        helps = ((ControlVerb.SHOW_HINT, "turn.hint"),) if self.offers_help and view.ask is not Ask.NOTHING else ()
        counts = ((ControlVerb.STILL_OUT, "turn.still_out"),) if self.offers_help and playing else ()
        # Between tricks, the picture still shows the last trick, so no button is needed.
        last = ((ControlVerb.LAST_TRICK, "board.last_trick"),) if view.tricks and view.trick.plays else ()
        return (*helps, *counts, *last)

    @property
    def is_crowded(self) -> bool:
        """Whether the panel shows a hint and has no space for selects below it, because the hand has many cards."""
        return self.opened is ControlVerb.SHOW_HINT and not self.picked and len(self.view.hand) > FEW_CARDS

    @property
    def recommended_cards(self) -> tuple[Card, ...]:
        """The cards of the recommended play, trumps first; empty without one."""
        return self.sort_cards(self.recommended.cards) if isinstance(self.recommended, Play) else ()

    def choose_style(self, cards: Iterable[Card]) -> ButtonStyle:
        """Return green for the recommended play or kitty, blue for a choice of the user's own."""
        advised = self.recommended_cards or (self.picked if ADVISED in self.draft.picked else ())
        return ButtonStyle.SUCCESS if advised and sorted(cards) == sorted(advised) else ButtonStyle.PRIMARY

    @property
    def picked(self) -> tuple[Card, ...]:
        """The cards picked so far, trumps first. While friends are called, there are none, as the draft holds calls."""
        if self.view.ask is Ask.CALL:
            return ()
        return self.sort_cards(parse_card(text) for text in self.draft.picked if not text.startswith(_SUIT_MARK))

    @property
    def listed_suit(self) -> Suit | None:
        """The suit that the user has chosen to pick cards from; None before a choice."""
        chosen = [text.removeprefix(_SUIT_MARK) for text in self.draft.picked if text.startswith(_SUIT_MARK)]
        return Suit(chosen[-1]) if chosen else None

    def say(self, key: str, **values: object) -> str:
        """Return the text under `key`."""
        return self.texts.say(key, **values)

    def sort_cards(self, cards: Iterable[Card]) -> tuple[Card, ...]:
        """Return the cards in display order."""
        return self.view.card_order.sort_for_display(cards)

    def effective_suit(self, card: Card) -> Suit:
        """Return the effective suit of a card in this deal."""
        return self.view.card_order.effective_suit(card)

    def custom_id(self, verb: ControlVerb, argument: str = "") -> str:
        """Return the id of a control that belongs to this seat and task."""
        return table_control_id(self.table, verb, argument, seat=self.seat, task=self.draft.task)

    def button(
        self, verb: ControlVerb, label: str, tone: ButtonStyle = ButtonStyle.SECONDARY, *, disabled: bool = False
    ) -> Button:
        """Return a button of this panel."""
        return Button(self.custom_id(verb), label, tone, disabled)

    def select(self, verb: ControlVerb, prompt: str, options: Iterable[SelectOption]) -> Select:
        """Return a select of this panel. Each press changes the select's id, so that Discord clears the last choice."""
        return Select(self.custom_id(verb, str(self.draft.press_count)), prompt, tuple(options))

    def toggle(self, verb: ControlVerb, key: str) -> Button:
        """Return a button that shows something in the panel, or hides it again."""
        is_open = self.opened is verb
        tone = ButtonStyle.PRIMARY if is_open else ButtonStyle.SECONDARY
        return Button(self.custom_id(verb, HIDE if is_open else ""), self.say(key), tone)

    def cards_button(
        self, verb: ControlVerb, cards: tuple[Card, ...], label: str, tone: ButtonStyle = ButtonStyle.SECONDARY
    ) -> Button:
        """Return a button for exactly these cards, whatever is picked later."""
        return Button(self.custom_id(verb, encode_cards(cards)), label, tone, emoji=self.emoji_name(cards))

    def emoji_name(self, cards: tuple[Card, ...]) -> str:
        """Return the base name of an emoji for these cards; empty if there is none."""
        suits = map(self.effective_suit, cards) if self.view.trump is not None else ()
        return emoji_name_of(cards, suits, four_colour=self.four_colour)

    def format_cards(self, cards: tuple[Card, ...]) -> str:
        """Return the cards as a button names them, with signs."""
        return self.texts.format_button_cards(cards, self.view.card_order)


def question_of(press: TablePress) -> SeatQuestion:
    """Return the current question of the user who pressed. Raises TableRefused in a lobby, or without a seat."""
    table, seat = press.table, get_seat(press.table, press.user)
    draft = press.services.picked_cards.get(table.id, seat, table.task(seat))
    dense = press.services.refusals.is_classic_anywhere(Surface.PANEL)
    return SeatQuestion(table.id, seat, table.view(seat), draft, press.texts, dense, confirm=press.preferences.confirm)


def format_listed_suit(suit: Suit) -> str:
    """Return the picked text that names the suit chosen for a lead."""
    return f"{_SUIT_MARK}{suit.value}"


def save_picked(question: SeatQuestion, press: TablePress, picked: tuple[str, ...]) -> Response:
    """Replace the picked cards, and show the panel."""
    press.services.picked_cards.put(question.table, question.seat, question.draft.task, picked)
    return ShowPanel(press.table)
