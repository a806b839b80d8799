"""The bot's emoji by base name, such as `c_s10`. Buttons and options have only base names until they are sent."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

import discord

from bot.render.painting.emoji_images import card_emoji_name, suit_emoji_name
from engine.model.cards import Card, Suit
from engine.model.trump import Trump

MAX_INLINE_EMOJI: Final = 8
"""The most emoji in a line of text. Each takes about thirty characters of a message."""


@dataclass(frozen=True, slots=True)
class ApplicationEmoji:
    """An emoji with the name and id that it has on Discord."""

    name: str
    id: int

    def __str__(self) -> str:
        return f"<:{self.name}:{self.id}>"


class EmojiBook:
    """The emoji that can be used now, by base name.

    It is empty until the first upload. After Discord has refused an emoji, it is empty until the next synchronisation.
    """

    def __init__(self, known: Mapping[str, ApplicationEmoji] | None = None) -> None:
        self._known: Mapping[str, ApplicationEmoji] = known or {}
        self.refusals = 0
        """How often Discord refused a message because of an emoji."""
        self.on_refusal: Callable[[], None] = lambda: None

    @property
    def is_empty(self) -> bool:
        """Whether no emoji can be used, so that cards are named in words."""
        return not self._known

    def replace_known(self, known: Mapping[str, ApplicationEmoji]) -> None:
        """Use only these emoji from now on."""
        self._known = dict(known)

    def find(self, base: str) -> discord.PartialEmoji | None:
        """Return an emoji for a button or an option; None if it is not uploaded."""
        found = self._known.get(base)
        return discord.PartialEmoji(name=found.name, id=found.id) if found is not None else None

    def format(self, base: str) -> str:
        """Return an emoji for a text; empty if it is not uploaded."""
        return str(self._known.get(base, ""))

    def format_cards(self, cards: Iterable[Card], order: Trump | None = None, *, four_colour: bool = True) -> str:
        """Return cards as emoji, sorted by `order` or by suit; empty if an emoji is missing or there are too many."""
        ordered = _sort_by_suit(cards) if order is None else order.sort_for_display(cards)
        faces = [self.format(card_emoji_name(card, four_colour=four_colour)) for card in ordered]
        return "".join(faces) if all(faces) and len(faces) <= MAX_INLINE_EMOJI else ""

    def forget_refused(self) -> None:
        """Stop using all emoji, because Discord refused one."""
        if self._known:
            self.refusals += 1
            self._known = {}
            self.on_refusal()


def emoji_name_of(cards: Iterable[Card], suits: Iterable[Suit], *, four_colour: bool = True) -> str:
    """Return the base name of the emoji for the cards' common face or suit; empty if they have neither in common."""
    faces = set(cards)
    if len(faces) == 1:
        return card_emoji_name(faces.pop(), four_colour=four_colour)
    for held in ({face.suit for face in faces}, set(suits)):
        suit = held.pop() if len(held) == 1 else None
        if suit is not None:
            return suit_emoji_name(suit, four_colour=four_colour)
    return ""


def _sort_by_suit(cards: Iterable[Card]) -> list[Card]:
    given = list(cards)
    suits = list(dict.fromkeys(card.suit for card in given))
    return sorted(given, key=lambda card: (suits.index(card.suit), -card))
