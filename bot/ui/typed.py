"""Cards as people type them: `SA SA`, `♠A×2`, `♠AAKK`, `黑桃A 黑桃A`, `大王`, `主2`. Tolerant, but never guessing."""

import re
import unicodedata
from collections.abc import Iterator
from typing import Final

from bot.play.refusals import Refused, Why
from engine.actions import FriendCall
from engine.cards import Card, Suit, parse_card
from engine.trump import Trump

LONGEST: Final = 400
MOST: Final = 60

_SUITS: Final = {
    **dict.fromkeys(("黑桃", "♠", "♤", "spades", "spade"), "S"),
    **dict.fromkeys(("红桃", "紅桃", "红心", "紅心", "♥", "♡", "hearts", "heart"), "H"),
    **dict.fromkeys(("梅花", "草花", "♣", "♧", "clubs", "club"), "C"),
    **dict.fromkeys(("方块", "方塊", "方片", "♦", "♢", "diamonds", "diamond"), "D"),
}
_JOKERS: Final = {
    **dict.fromkeys(("大王", "大鬼", "大怪", "big joker", "bigjoker"), "BJ"),
    **dict.fromkeys(("小王", "小鬼", "小怪", "little joker", "small joker", "littlejoker", "smalljoker"), "LJ"),
}
_RANKS: Final = {
    **dict.fromkeys(("十", "ten"), "10"),
    **dict.fromkeys(("尖", "ace"), "A"),
    **dict.fromkeys(("凯", "凱", "king"), "K"),
    **dict.fromkeys(("圈", "queen"), "Q"),
    **dict.fromkeys(("勾", "钩", "鉤", "jack"), "J"),
}
_LEVEL: Final = ("级牌", "級牌", "级", "級", "level")
_TRUMP: Final = ("主牌", "主", "trumps", "trump")
_RANK: Final = r"(?:10|[2-9TJQKA])"
_TIMES: Final = r"(?:\s*[X×*]\s*(\d{1,2}))?"
_CARD: Final = re.compile(rf"(BJ|LJ|[SHCD]{_RANK}|{_RANK}[SHCD]){_TIMES}", re.IGNORECASE)
_FIRST: Final = re.compile(rf"(\d)\s*[X×*]\s*(?=BJ|LJ|[SHCD]{_RANK})")
_BARE: Final = re.compile(rf"({_RANK})(?![0-9]){_TIMES}")
_LONE_SUIT: Final = re.compile(rf"(?<![0-9A-Z])([SHCD])\s+(?={_RANK})")
_OF: Final = re.compile(rf"({_RANK}(?:[-\s]*{_RANK})*)\s*OF\s*([SHCD])(?![0-9A-Z])")
_AND: Final = re.compile(r"(?<![A-Z])AND(?![A-Z])|[和与與]")
_GAPS: Final = re.compile(r"[\s,;，、；+\-–.]+")
_NUMBERS: Final = {
    sign: n for n, signs in enumerate(("一1", "二两兩2", "三3", "四4", "五5", "六6"), 1) for sign in signs
}
_ORDINAL: Final = re.compile(r"第\s*([一二两兩三四五六1-6])\s*[张張](?:的)?\s*([^\s,，、;；]+)")
_COPY: Final = re.compile(r"\s*#\s*(\d)")


def typed_cards(text: str, trump: Trump | None = None) -> tuple[Card, ...]:
    """Read cards from what a person typed, in the order typed. `trump` gives `主` and `级` their meaning.

    A rank alone is of the suit before it: `♠AAKK` are four spades.

    Raises:
        Refused: some of it is no card (`BAD_CARDS`).
    """
    cards = _read(text, trump)
    if not cards or len(cards) > MOST or len(text) > LONGEST:
        raise Refused(Why.BAD_CARDS, text=_unread(text, trump)[:30])
    return cards


def _read(text: str, trump: Trump | None) -> tuple[Card, ...]:
    """Return the cards of a text, at most a few more than may be; none if some of it is no card."""
    left, suit = _plain(text[:LONGEST], trump), ""
    cards: list[Card] = []
    while (left := _GAPS.sub(" ", left).strip()) and len(cards) <= MOST:
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


def _unread(text: str, trump: Trump | None) -> str:
    """Return what was typed from the first word on that is no card by itself."""
    words = text[:LONGEST].split()
    first = next((n for n, word in enumerate(words) if not _read(word, trump)), 0)
    return " ".join(words[first:]) or text


def typed_calls(text: str, trump: Trump | None = None) -> tuple[FriendCall, ...]:
    """Read friends' cards: `HA SK#2`, `第二张红桃A`. A card without a number is its first copy.

    Raises:
        Refused: some of it is no card (`BAD_CARDS`).
    """
    marked = _ORDINAL.sub(lambda m: f"{m[2]}#{_NUMBERS[m[1]]}", unicodedata.normalize("NFKC", text[:LONGEST]))
    return tuple(_calls(marked, trump))


def _calls(text: str, trump: Trump | None) -> Iterator[FriendCall]:
    start = 0
    for copy in _COPY.finditer(text):
        *others, last = typed_cards(text[start : copy.start()], trump)
        yield from (FriendCall(card) for card in others)
        yield FriendCall(last, int(copy[1]))
        start = copy.end()
    if _GAPS.sub("", text[start:]) or not start:
        yield from (FriendCall(card) for card in typed_cards(text[start:], trump))


def plain_letters(text: str, trump: Trump | None) -> str:
    """Return what is typed of a card, in the letters that cards are written in: `♦` and `方块` are `D`."""
    return _plain(text, trump).strip()


def _plain(text: str, trump: Trump | None) -> str:
    """Return the text with words and signs of suits, ranks and jokers put into letters."""
    plain = unicodedata.normalize("NFKC", text).replace("\ufe0f", "").replace("\ufe0e", "").lower()
    for word, letter in (_JOKERS | _SUITS | _RANKS | _level_words(trump)).items():
        plain = plain.replace(word, f" {letter} " if word.isascii() else letter)
    plain = _AND.sub(" ", plain.upper())
    plain = _OF.sub(lambda m: " ".join(f"{m[2]}{rank}" for rank in re.findall(_RANK, m[1])), plain)
    return _LONE_SUIT.sub(r"\1", plain)


def _level_words(trump: Trump | None) -> dict[str, str]:
    """Return what `级` (the trump rank) and `主` (the trump suit) stand for, where there are such."""
    words = dict.fromkeys(_LEVEL, trump.rank.text) if trump is not None and trump.rank is not None else {}
    suit: Suit | None = trump.suit if trump is not None else None
    return words | (dict.fromkeys(_TRUMP, suit.value) if suit is not None else {})
