"""Parses typed cards such as `SA SA`, `♠A×2`, `♠AAKK`, `黑桃A 黑桃A`, `大王` or `主2`. Refuses any other text."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from bot.names import to_plain_width
from bot.play.refusals import TableRefusal, TableRefused
from bot.text.languages import LANGUAGES
from engine.model.actions import FriendCall
from engine.model.cards import Card, Suit, parse_card
from engine.model.trump import Trump

MAX_TEXT_LENGTH: Final = 400
MAX_CARDS: Final = 60

_SUIT_SIGNS: Final = {"S": ("♠", "♤"), "H": ("♥", "♡"), "C": ("♣", "♧"), "D": ("♦", "♢")}
_TYPED: Final = [language.typed for language in LANGUAGES]


def _letter_by_word(vocabularies: Sequence[Mapping[str, Sequence[str]]]) -> dict[str, str]:
    """Return the letter that each word means. Longer words come first, because they may begin with shorter ones."""
    return {
        word: letter
        for letter in vocabularies[0]
        for word in sorted((word for words in vocabularies for word in words[letter]), key=len, reverse=True)
    }


_LETTER_BY_WORD: Final = (
    _letter_by_word([typed.jokers for typed in _TYPED])
    | _letter_by_word([_SUIT_SIGNS, *(typed.suits for typed in _TYPED)])
    | _letter_by_word([typed.ranks for typed in _TYPED])
)
_LEVEL: Final = sorted((word for typed in _TYPED for word in typed.level), key=len, reverse=True)
_TRUMP: Final = sorted((word for typed in _TYPED for word in typed.trump), key=len, reverse=True)
_RANK: Final = r"(?:10|[2-9TJQKA])"
_TIMES: Final = r"(?:\s*[X×*]\s*([0-9]{1,2}))?"
_CARD: Final = re.compile(rf"(BJ|LJ|[SHCD]{_RANK}|{_RANK}[SHCD]){_TIMES}", re.IGNORECASE)
_FIRST: Final = re.compile(rf"([0-9])\s*[X×*]\s*(?=BJ|LJ|[SHCD]{_RANK})")
_BARE: Final = re.compile(rf"({_RANK})(?![0-9]){_TIMES}")
_LONE_SUIT: Final = re.compile(rf"(?<![0-9A-Z])([SHCD])\s+(?={_RANK})")
_OF_WORDS: Final = "|".join(word.upper() for typed in _TYPED for word in typed.rank_of_suit)
_OF: Final = re.compile(rf"({_RANK}(?:[-\s]*{_RANK})*)\s*(?:{_OF_WORDS})\s*([SHCD])(?![0-9A-Z])")
_AND_WORDS: Final = {word.upper() for typed in _TYPED for word in typed.conjunctions}
_AND: Final = re.compile("|".join(rf"(?<![A-Z]){w}(?![A-Z])" if w.isascii() else w for w in sorted(_AND_WORDS)))
_GAPS: Final = re.compile(r"[\s,;，、；+\-–.]+")
_NUMBERS: Final = {str(n): n for n in range(1, 7)} | {
    sign: n for typed in _TYPED for n, signs in enumerate(typed.numerals, 1) for sign in signs
}
_ORDINALS: Final = [
    re.compile(typed.nth_copy.replace("#", rf"\s*([{''.join(_NUMBERS)}])\s*") + r"\s*([^\s,，、;；]+)")
    for typed in _TYPED
    if typed.nth_copy
]
_COPY: Final = re.compile(r"\s*#\s*([0-9])")


def parse_typed_cards(text: str, trump: Trump | None = None) -> tuple[Card, ...]:
    """Read typed cards in order. A rank alone belongs to the last suit, so `♠AAKK` are four spades.

    `trump` says what the words for the level and the trump suit mean. Raises TableRefused if the text is no list of
    cards.
    """
    cards = _read_cards(text, trump)
    if not cards or len(cards) > MAX_CARDS or len(text) > MAX_TEXT_LENGTH:
        raise TableRefused(TableRefusal.INVALID_CARDS, text=_find_unread_text(text, trump)[:30])
    return cards


def _read_cards(text: str, trump: Trump | None) -> tuple[Card, ...]:
    """Return the cards of a text; none if part of it is not a card."""
    left, suit = normalize_card_text(text[:MAX_TEXT_LENGTH], trump), ""
    cards: list[Card] = []
    while (left := _GAPS.sub(" ", left).strip()) and len(cards) <= MAX_CARDS:
        times = _FIRST.match(left)
        left = left[times.end() :] if times else left
        found = _CARD.match(left)
        bare = _BARE.match(left) if found is None and suit else None
        one = found or bare
        if one is None:
            return ()
        card = parse_card(one[1] if bare is None else f"{suit}{one[1]}")
        suit = card.suit.value if card.suit is not None else ""
        cards += [card] * int(one[2] or (times[1] if times else 1))
        left = left[one.end() :]
    return tuple(cards)


def _find_unread_text(text: str, trump: Trump | None) -> str:
    words = text[:MAX_TEXT_LENGTH].split()
    first = next((n for n, word in enumerate(words) if not _read_cards(word, trump)), 0)
    return " ".join(words[first:]) or text


def parse_typed_calls(text: str, trump: Trump | None = None) -> tuple[FriendCall, ...]:
    """Read calls of friends such as `HA SK#2` or `第二张红桃A`. No number means the first copy. Raises TableRefused."""
    marked = to_plain_width(text[:MAX_TEXT_LENGTH])
    for ordinal in _ORDINALS:
        marked = ordinal.sub(lambda m: f"{m[2]}#{_NUMBERS[m[1]]}", marked)
    return tuple(_read_calls(marked, trump))


def _read_calls(text: str, trump: Trump | None) -> Iterator[FriendCall]:
    start = 0
    for copy in _COPY.finditer(text):
        *others, last = parse_typed_cards(text[start : copy.start()], trump)
        yield from (FriendCall(card) for card in others)
        yield FriendCall(last, int(copy[1]))
        start = copy.end()
    if _GAPS.sub("", text[start:]) or not start:
        yield from (FriendCall(card) for card in parse_typed_cards(text[start:], trump))


def normalize_card_text(text: str, trump: Trump | None) -> str:
    """Return typed text in the letters of card notation: `♦` and `方块` become `D`."""
    plain = to_plain_width(text).replace("\ufe0f", "").replace("\ufe0e", "").lower()
    for word, letter in (_LETTER_BY_WORD | _letter_by_trump_word(trump)).items():
        plain = plain.replace(word, f" {letter} " if word.isascii() else letter)
    plain = _AND.sub(" ", plain.upper())
    plain = _OF.sub(lambda m: " ".join(f"{m[2]}{rank}" for rank in re.findall(_RANK, m[1])), plain)
    return _LONE_SUIT.sub(r"\1", plain).strip()


def _letter_by_trump_word(trump: Trump | None) -> dict[str, str]:
    words = dict.fromkeys(_LEVEL, trump.rank.text) if trump is not None and trump.rank is not None else {}
    suit: Suit | None = trump.suit if trump is not None else None
    return words | (dict.fromkeys(_TRUMP, suit.value) if suit is not None else {})
