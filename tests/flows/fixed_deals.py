"""Deals whose hands are chosen for a test, and steps up to their declaration and first lead."""

from contextlib import ExitStack, suppress
from itertools import chain, cycle, islice
from typing import NamedTuple
from unittest.mock import patch

from play_by_panel import until

from bot.loopback.errors import ClientError
from bot.play.table_rules.shuffle import shuffle_deal
from bot.ui.core.interactions.table_controls import ControlVerb
from bot.ui.core.messages.custom_id_codec import decode_cards
from engine.deal.fair_shuffle import full_pack
from engine.model.actions import Deal
from engine.model.cards import parse_cards
from engine.model.seats import Seat
from tests.table_control_ids import parse_table_control_id


class FixedDeal(NamedTuple):
    """A preset, changes of its options that make deals short, and the hands of each deal."""

    preset: str
    changes: str
    hands: tuple[str, ...]
    """One hand per seat, then the kitty."""

    @property
    def kitty(self):
        return self.hands[-1]


TRIPLES = FixedDeal(
    "standard",
    "decks=3 low_cut=10 start_level=10 kitty_size=6",
    (
        "S10 S10 HJ HJ HQ HQ HQ HK HK HK HA HA HA BJ BJ",
        "HJ LJ H10 C10 D10 SJ SQ SK SA CQ CK CA DQ DK DA",
        "S10 LJ H10 C10 D10 SJ SQ SK SA CQ CK CA DQ DK DA",
        "DJ LJ H10 C10 D10 SJ SQ SK SA CQ CK CA DQ DK DA",
        "BJ CJ CJ CJ DJ DJ",
    ),
)
"""The first seat holds a pair of tens. If it declares with this pair, no other seat can overrule it. It also holds all
hearts that are not trump except one jack, so its throws of hearts succeed.
"""

DOUBTFUL = FixedDeal(
    TRIPLES.preset,
    TRIPLES.changes,
    (
        "HJ HJ HQ HQ HQ HK HK HK HA HA HA H10 S10 C10 BJ",
        "SJ SJ SQ SQ SQ SK SK SK SA SA SA H10 S10 D10 BJ",
        "CJ CJ CQ CQ CQ CK CK CK CA CA CA H10 C10 D10 BJ",
        "DJ DJ DQ DQ DQ DK DK DK DA DA DA S10 C10 D10 LJ",
        "HJ SJ CJ DJ LJ LJ",
    ),
)
"""Each hand has, for example, JJ-QQQ of one suit. This is a tractor and a single card, or a pair and a triple."""

SETTLED = FixedDeal(
    "standard",
    "low_cut=J start_level=J kitty_size=4 scoring=basic early_end=yes",
    (
        "SJ SJ HA HA HK HK BJ BJ",
        "SA SK SQ HJ CJ DJ LJ HQ",
        "SA SK SQ HJ CJ DJ LJ HQ",
        "CA CA CK CK DA DA DK DK",
        "CQ CQ DQ DQ",
    ),
)
"""The pack has 80 points. Once the first seat's heart aces and kings win a trick, the opponents cannot reach 80."""

ALIKE = FixedDeal(
    SETTLED.preset,
    SETTLED.changes,
    (
        "SJ SJ SQ SQ SK SK SA SA",
        "HJ HJ HQ HQ HK HK HA HA",
        "CJ CJ CQ CQ CK CK CA CA",
        "DJ DJ DQ DQ DK DK DA DA",
        "LJ LJ BJ BJ",
    ),
)
"""Every hand can declare and then win the first trick by leading kings, after which it may end the deal."""

CLAIMED = FixedDeal(
    "online",
    "low_cut=8 start_level=8 kitty_size=4",
    (
        "S9 S9 SJ SJ SQ SQ SA SA H9 H9 HJ HJ HQ HQ",
        "S8 SK S10 HK H10 CK C10 DK D10 LJ BJ C9 CJ CQ",
        "H8 H8 C8 C8 D8 D8 HA HA CA CA DA DA D9 D9",
        "S8 SK S10 HK H10 CK C10 DK D10 LJ BJ C9 CJ CQ",
        "DJ DJ DQ DQ",
    ),
)
"""The first seat holds no points and may claim a redeal; the second has points and trumps."""


def deal_hands(*hands, most=None):
    """Deal these hands whenever the pack has exactly these cards. The last hand is the kitty.

    In the first deal, the first hand goes to the first seat. In each further deal, every hand moves on by one seat.
    After `most` deals the hands are random, because computer players might claim the same redeal for ever.
    """
    *held, kitty = map(parse_cards, hands)
    turns = islice(cycle([held[n:] + held[:n] for n in range(len(held))]), most)

    def dealing(rules, promised, before):
        real = shuffle_deal(rules, promised, before)
        if rules.players != len(held) or sorted(real.order) != sorted((*chain(*held), *kitty)):
            return real
        if (given := next(turns, None)) is None:
            return real
        order = (*chain.from_iterable(zip(*given, strict=True)), *kitty)
        return Deal(order, real.first if before.declarer is not None else Seat(0))

    stack = ExitStack()
    for user in ("bot.play.tables.lobby.shuffle_deal", "bot.play.tables.gameplay.shuffle_deal"):
        stack.enter_context(patch(user, dealing))
    return stack


def fill_hands(rules, *wanted):
    """Return the hands, then the kitty. Each hand has its wanted cards, then others in the order of the pack.

    Jokers that nobody wants come last.
    """
    left = list(full_pack(rules))
    held = [list(parse_cards(text)) for text in (*wanted, *[""] * (rules.players - len(wanted)))]
    for card in chain.from_iterable(held):
        left.remove(card)
    jokers = [card for card in left if card.rank is None]
    left = [*(card for card in left if card.rank is not None), *jokers]  # the last cards go to the kitty
    size = (len(full_pack(rules)) - rules.kitty_size) // rules.players
    for hand in held:
        while len(hand) < size:
            hand.append(left.pop(0))
    return [" ".join(map(str, hand)) for hand in (*held, left)]


async def declare(ann, shown, others=()):
    """Declare these cards as soon as they are drawn, let the others pass, and return the panel that asks to bury."""
    wanted = sorted(parse_cards(shown))

    async def declaring():
        panel = await ann.panel()
        made = [
            i
            for i in panel.ids(ControlVerb.DECLARE)
            if sorted(decode_cards(parse_table_control_id(i).argument)) == wanted
        ]
        for player, seen in ((ann, panel), *[(one, await one.panel()) for one in others]):
            presses = made if player is ann else seen.ids(ControlVerb.PASS)
            if presses:
                with suppress(ClientError):  # a computer player may have acted first, so that the button is gone
                    await player.click(seen, presses[0])
        return panel

    return await until(ann, declaring, lambda s: s.has(ControlVerb.SUGGEST_BURY))


async def declare_and_lead(ann, shown, kitty, others=()):
    """Declare these cards, bury the cards `kitty`, and return the panel that asks for the first lead."""
    await declare(ann, shown, others)
    await ann.slash("play", cards=kitty)
    return await until(ann, ann.panel, lambda s: s.has(ControlVerb.PICK) and not s.has(ControlVerb.SUGGEST_BURY))
