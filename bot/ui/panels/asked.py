"""What a hand panel's controls are made from: one seat's view, its task, and what it has picked so far."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.play.occupants import TableId
from bot.ui.body import Button, Tone
from bot.ui.drafts import Draft
from bot.ui.emoji import sign_of
from bot.ui.ids import Id, Verb, card_codes
from bot.ui.limits import LABEL
from engine.cards import Card, Suit, parse_card
from engine.seats import Seat
from engine.view import View

if TYPE_CHECKING:
    from bot.text.catalogue import Texts


@dataclass(frozen=True, slots=True)
class Asked:
    """A seat and what is asked of it."""

    table: TableId
    seat: Seat
    view: View
    draft: Draft
    texts: "Texts"
    dense: bool = False
    """Few rows are to be had: lists hold cards of all suits."""
    four_colour: bool = True
    """Whether the seat's owner wants each suit in a colour of its own."""
    confirm: bool = False
    """Whether every play is asked about once more."""

    @property
    def picked(self) -> tuple[Card, ...]:
        """The cards picked so far, trumps first."""
        return self.in_order(parse_card(text) for text in self.draft.picked)

    def in_order(self, cards: Iterable[Card]) -> tuple[Card, ...]:
        """Return the cards as hands are shown."""
        assert self.view.trump is not None
        return self.view.trump.sorted(tuple(cards))

    def suit_of(self, card: Card) -> Suit:
        """Return the effective suit of a card in this deal."""
        assert self.view.trump is not None
        return self.view.trump.effective_suit(card)

    def id(self, verb: Verb, argument: str = "") -> str:
        """Return a control's id for this seat and task."""
        return str(Id(self.table, verb, argument, self.seat, self.draft.task))

    def button(self, verb: Verb, label: str, tone: Tone = Tone.QUIET, *, disabled: bool = False) -> Button:
        """Return a button of this panel; a label that is too long is cut."""
        return Button(self.id(verb), cut(label), tone, disabled)

    def cards_button(self, verb: Verb, cards: tuple[Card, ...], label: str, tone: Tone = Tone.QUIET) -> Button:
        """Return a button that stands for these very cards, whatever becomes of the draft."""
        return Button(self.id(verb, card_codes(cards)), cut(label), tone, emoji=self.sign(cards))

    def sign(self, cards: tuple[Card, ...]) -> str:
        """Return the base name of the emoji that stands for these cards, if one does."""
        suits = map(self.suit_of, cards) if self.view.trump is not None else ()
        return sign_of(cards, suits, four_colour=self.four_colour)

    def short(self, cards: tuple[Card, ...]) -> str:
        """Return the cards as a button names them."""
        return self.texts.cards(cards)


def cut(label: str, longest: int = LABEL) -> str:
    """Return the label with a capital, shortened with an ellipsis if it is too long."""
    label = label[:1].upper() + label[1:]
    return label if len(label) <= longest else label[: longest - 1] + "…"
