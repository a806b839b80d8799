"""Cards as people type them: `SA SA`, `♠A×2`, `hA`, `s10s10`, `黑桃A 黑桃A`, `大王`. Tolerant, but never guessing."""

import re
from typing import Final

from bot.play.refusals import Refused, Why
from engine.cards import Card, parse_card

LONGEST: Final = 400
MOST: Final = 60

_SUITS: Final = {
    **dict.fromkeys(("黑桃", "♠️", "♠", "♤", "spades", "spade"), "S"),
    **dict.fromkeys(("红桃", "紅桃", "红心", "紅心", "♥️", "♥", "♡", "hearts", "heart"), "H"),
    **dict.fromkeys(("梅花", "草花", "♣️", "♣", "♧", "clubs", "club"), "C"),
    **dict.fromkeys(("方块", "方塊", "方片", "♦️", "♦", "♢", "diamonds", "diamond"), "D"),
}
_JOKERS: Final = {
    **dict.fromkeys(("大王", "大鬼", "big joker", "bigjoker"), "BJ"),
    **dict.fromkeys(("小王", "小鬼", "little joker", "small joker", "littlejoker", "smalljoker"), "LJ"),
}
_RANK: Final = r"(?:10|[2-9TJQKA])"
_CARD: Final = re.compile(rf"(BJ|LJ|[SHCD]{_RANK}|{_RANK}[SHCD])(?:\s*[X×*]\s*(\d{{1,2}}))?", re.IGNORECASE)
_LONE_SUIT: Final = re.compile(rf"(?<![0-9A-Z])([SHCD])\s+(?={_RANK}(?![0-9A-Z]))")
_GAPS: Final = re.compile(r"[\s,;，、；+]+")


def typed_cards(text: str) -> tuple[Card, ...]:
    """Read cards from what a person typed, in the order typed.

    Raises:
        Refused: some of it is no card (`BAD_CARDS`).
    """
    left = _plain(text[:LONGEST])
    cards: list[Card] = []
    while left := _GAPS.sub(" ", left).strip():
        found = _CARD.match(left)
        if found is None or len(cards) > MOST:
            raise Refused(Why.BAD_CARDS, text=left[:30])
        cards += [parse_card(found[1])] * int(found[2] or 1)
        left = left[found.end() :]
    if not cards or len(cards) > MOST or len(text) > LONGEST:
        raise Refused(Why.BAD_CARDS, text=text[:30])
    return tuple(cards)


def _plain(text: str) -> str:
    """Return the text with words and signs of suits and jokers put into letters."""
    plain = text.lower()
    for word, letter in (_JOKERS | _SUITS).items():
        plain = plain.replace(word, f" {letter} " if word.isascii() else letter)
    return _LONE_SUIT.sub(r"\1", plain.upper())
