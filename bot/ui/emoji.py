"""The application's emoji as messages use them: found by what they show, and nothing where they are not there yet.

Panels name an emoji by its base name (`c_s10`, `suit_h`); which picture of it Discord has, under which id, is looked up
when a message is sent. So a message is the same value with and without emoji, and words are always there too.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

import discord

from bot.render.emoji import face_name, suit_name
from engine.cards import Card, Suit

INVALID_FORM: Final = 50035
"""Discord's code for a message with something wrong in it; its words name the place."""
MOST_WRITTEN: Final = 8
"""So many cards may stand as emoji in one line of text: each is some thirty characters."""


@dataclass(frozen=True, slots=True)
class Uploaded:
    """One emoji as Discord has it."""

    name: str
    id: int

    def __str__(self) -> str:
        return f"<:{self.name}:{self.id}>"


class EmojiBook:
    """Which emoji can be used now, by base name. Empty until they are uploaded."""

    def __init__(self, known: Mapping[str, Uploaded] | None = None) -> None:
        self._known: Mapping[str, Uploaded] = known or {}
        self.refusals = 0
        """How often Discord has refused a message for an emoji in it."""
        self.on_refusal: Callable[[], None] = lambda: None
        """Called after each such refusal."""

    def hold(self, known: Mapping[str, Uploaded]) -> None:
        """Use these from now on, and no others."""
        self._known = dict(known)

    def find(self, base: str) -> discord.PartialEmoji | None:
        """Return an emoji for a button or an option; None where words have to do."""
        found = self._known.get(base)
        return discord.PartialEmoji(name=found.name, id=found.id) if found is not None else None

    def written(self, base: str) -> str:
        """Return an emoji for a text, or nothing."""
        return str(self._known.get(base, ""))

    def cards(self, cards: Iterable[Card], *, four_colour: bool = True) -> str:
        """Return the faces of cards for a text, in the order in which texts name them.

        Nothing where a face is not there, or where they are too many.
        """
        faces = [self.written(face_name(card, four_colour=four_colour)) for card in _as_named(cards)]
        return "".join(faces) if all(faces) and len(faces) <= MOST_WRITTEN else ""

    def disowned(self, refused: discord.HTTPException) -> bool:
        """Tell whether Discord refused a message for an emoji; if so none is used any more: somebody deleted it."""
        if not self._known or refused.code != INVALID_FORM or "emoji" not in refused.text:
            return False
        self.refusals += 1
        self._known = {}
        self.on_refusal()
        return True


def sign_of(cards: Iterable[Card], suits: Iterable[Suit], *, four_colour: bool = True) -> str:
    """Return the base name of what stands for cards on a control: their face, their suit, or nothing.

    `suits` are the effective ones, which count where the printed ones differ.
    """
    faces = set(cards)
    if len(faces) == 1:
        return face_name(faces.pop(), four_colour=four_colour)
    for held in ({face.suit for face in faces}, set(suits)):
        suit = held.pop() if len(held) == 1 else None
        if suit is not None:
            return suit_name(suit, four_colour=four_colour)
    return ""


def _as_named(cards: Iterable[Card]) -> list[Card]:
    """Return cards by printed suit as they come, and high to low within."""
    given = list(cards)
    suits = list(dict.fromkeys(card.suit for card in given))
    return sorted(given, key=lambda card: (suits.index(card.suit), -card))
