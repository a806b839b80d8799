"""Play-outs on bit masks: the rest of a deal of four players and two decks, played fast and mostly at random.

The rules are those of `follow = shapes_no_new_tractors`; leads are single units. Functions are long and avoid lookups
because a search calls them tens of thousands of times. Tests check each play against the public engine.
"""

from typing import Final

from engine.model.trump import EFFECTIVE_SUIT_COUNT, TRUMP_INDEX
from engine.players.bit_layout import BitLayout
from engine.players.playout.follow_many import follow_many
from engine.players.playout.hands import SEATS, THROW, Chance, FourHands, PlayoutResult, Trace, Trick, split_bits
from engine.players.playout.lead import LEADS_HIGH, LEADS_HIGH_OR_LOW, LEADS_PAIR, lead_pairs

__all__ = ["SEATS", "THROW", "FourHands", "Trick", "run_playout", "split_bits"]

_EVEN: Final = 0.5
_BEATS: Final = 0.7
_FEEDS: Final = 0.75
_RUFFS_PARTNER: Final = 0.1
_RUFFS_POINTS: Final = 0.85
_RUFFS_NOTHING: Final = 0.4


def run_playout(  # noqa: C901, PLR0912, PLR0915 - tens of thousands of runs a search: calls would take half of the time
    hands: FourHands,
    layout: BitLayout,
    trick: Trick | None,
    leader: int,
    declarer: int,
    chance: Chance,
    trace: Trace | None = None,
) -> PlayoutResult:
    """Play the deal to its end from `trick`, or from a lead by `leader`; `hands` is emptied.

    Tricks of single cards are played here without any object: a lead chooses a suit by its length, then a single, pair
    or tractor, of singles often the highest; who follows wins high, feeds a partner, ruffs for points, discards small.
    """
    held, pairs, size = hands.held, hands.pairs, hands.counts
    fives, tens = layout.fives, layout.tens
    level_of, trumps_above = layout.trump_level, layout.trumps_above
    points, length, by_trumps = 0, 0, False
    suit, top, ruffed, winner, taken, seat, left = 0, 0, False, leader, 0, leader, 0
    trick = trick.copy() if trick is not None else None
    while True:
        if trick is None:
            base = EFFECTIVE_SUIT_COUNT * leader
            left = size[base] + size[base + 1] + size[base + 2] + size[base + 3] + size[base + 4]
            if not left:
                return PlayoutResult(points, leader, length, by_trumps)
            place = int(chance() * left)
            at = base
            while place >= size[at]:
                place -= size[at]
                at += 1
            suit = at - base
            two, one = pairs[at], held[at]
            if two and chance() < LEADS_PAIR:
                trick = lead_pairs(hands, layout, leader, suit, chance, trace)
            else:
                draw = chance()
                if draw < LEADS_HIGH:
                    bit = 1 << (one.bit_length() - 1)
                elif draw < LEADS_HIGH_OR_LOW:
                    bit = one & -one
                else:
                    singles = split_bits(one)
                    bit = singles[int(chance() * len(singles))]
                if two & bit:
                    pairs[at] = two ^ bit
                else:
                    held[at] = one ^ bit
                size[at] -= 1
                taken = 10 if bit & tens[suit] else 5 if bit & fives[suit] else 0
                ruffed = suit == TRUMP_INDEX
                top = level_of[bit] if ruffed else bit
                winner, seat, left = leader, (leader + 1) & 3, 3
                if trace is not None:
                    trace.append((leader, [(suit, bit)]))
        if trick is not None:
            if trick.cards > 1:
                while trick.left:
                    follow_many(hands, layout, trick, chance, trace)
                    trick.turn = (trick.turn + 1) & 3
                    trick.left -= 1
                leader, length = trick.winner, max(0, trick.length)
                by_trumps = trick.ruffed or trick.suit == TRUMP_INDEX
                if (leader ^ declarer) & 1:
                    points += trick.points
                trick = None
                continue
            suit, top, ruffed, winner = trick.suit, trick.top, trick.ruffed, trick.winner
            taken, seat, left, trick = trick.points, trick.turn, trick.left, None
        while left:
            base = EFFECTIVE_SUIT_COUNT * seat
            at = base + suit
            one = held[at]
            ours = not (winner ^ seat) & 1
            if one:
                can = not ruffed or suit == TRUMP_INDEX
                if ours:
                    if chance() < _FEEDS:
                        worth = one & tens[suit] or one & fives[suit] or one
                        bit = worth & -worth
                    elif chance() < _EVEN:
                        bit = 1 << (one.bit_length() - 1)
                    else:
                        bit = one & -one
                else:
                    bit = 0
                    if can and (left == 1 or chance() < _BEATS):
                        above = one & (trumps_above[top] if suit == TRUMP_INDEX else -(top << 1))
                        if above:
                            bit = above & -above if left == 1 else 1 << (one.bit_length() - 1)
                    if not bit:
                        plain = one & ~(tens[suit] | fives[suit]) or one & fives[suit] or one
                        bit = plain & -plain
                if can:
                    level = level_of[bit] if suit == TRUMP_INDEX else bit
                    if level > top:
                        winner, top = seat, level
                played = suit
            else:
                bit, played = 0, TRUMP_INDEX
                trumps = held[base + TRUMP_INDEX]
                if (
                    trumps
                    and suit != TRUMP_INDEX
                    and (not ours or left > 1)
                    and chance() < (_RUFFS_PARTNER if ours else _RUFFS_POINTS if taken else _RUFFS_NOTHING)
                ):
                    bit = trumps & trumps_above[top] if ruffed else trumps
                    bit &= -bit
                if not bit:
                    total = size[base] + size[base + 1] + size[base + 2] + size[base + 3]
                    if total:
                        place = int(chance() * total)
                        played = 0
                        while place >= size[base + played]:
                            place -= size[base + played]
                            played += 1
                    one = held[base + played]
                    if ours:
                        worth = one & tens[played] or one & fives[played] or one
                    else:
                        worth = one & ~(tens[played] | fives[played]) or one & fives[played] or one
                    bit = worth & -worth
                at = base + played
                if played == TRUMP_INDEX != suit:
                    level = level_of[bit]
                    if not ruffed or level > top:
                        winner, top, ruffed = seat, level, True
            if pairs[at] & bit:
                pairs[at] ^= bit
            else:
                held[at] ^= bit
            size[at] -= 1
            if bit & tens[played]:
                taken += 10
            elif bit & fives[played]:
                taken += 5
            if trace is not None:
                trace.append((seat, [(played, bit)]))
            seat = (seat + 1) & 3
            left -= 1
        leader, length = winner, 0
        by_trumps = ruffed or suit == TRUMP_INDEX
        if (leader ^ declarer) & 1:
            points += taken
