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

_FOLLOWERS: Final = tuple(
    tuple((seat & 3, EFFECTIVE_SUIT_COUNT * (seat & 3), seat == leader + 3) for seat in range(leader + 1, leader + 4))
    for leader in range(SEATS)
)
"""By leader: the other seats in play order, each with where its hand begins, and whether it plays last."""
_SUITS: Final = tuple(range(EFFECTIVE_SUIT_COUNT * seat, EFFECTIVE_SUIT_COUNT * (seat + 1)) for seat in range(SEATS))
"""By seat: where the suits of its hand are."""
_BEATS: Final = 0.7
_FEEDS: Final = 0.75
_HELPS: Final = 0.875
"""With points, or with the lowest card; else with the highest."""
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
    fives, tens, plain = layout.fives, layout.tens, layout.plain
    level_of, trumps_above = layout.trump_level, layout.trumps_above
    points, length, by_trumps = 0, 0, False
    suit, top, ruffed, winner, taken, is_trump, followers = 0, 0, False, leader, 0, False, _FOLLOWERS[leader]
    trick = trick.copy() if trick is not None else None
    cards = hands.cards(leader if trick is None else (trick.turn + trick.left) & 3)
    while True:
        if trick is None:
            if not cards:
                return PlayoutResult(points, leader, length, by_trumps)
            place = int(chance() * cards)
            for at in _SUITS[leader]:
                place -= size[at]
                if place < 0:
                    break
            suit, two, one = at % EFFECTIVE_SUIT_COUNT, pairs[at], held[at]
            is_trump = suit == TRUMP_INDEX
            if two and chance() < LEADS_PAIR:
                trick = lead_pairs(hands, layout, leader, suit, chance, trace)
                cards -= trick.cards
            else:
                bit = one
                if one & (one - 1):
                    draw = chance()
                    if draw < LEADS_HIGH:
                        bit = 1 << (one.bit_length() - 1)
                    elif draw < LEADS_HIGH_OR_LOW:
                        bit = one & -one
                    else:
                        for _ in range(int(chance() * one.bit_count())):
                            bit &= bit - 1
                        bit &= -bit
                if two & bit:
                    pairs[at] = two ^ bit
                else:
                    held[at] = one ^ bit
                size[at] -= 1
                cards -= 1
                taken = 0 if bit & plain[suit] else 10 if bit & tens[suit] else 5
                ruffed = is_trump
                top = level_of[bit] if is_trump else bit
                winner, followers = leader, _FOLLOWERS[leader]
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
            suit, top, ruffed, winner, taken = trick.suit, trick.top, trick.ruffed, trick.winner, trick.points
            followers = _FOLLOWERS[(trick.turn + trick.left) & 3][3 - trick.left :]
            is_trump, trick = suit == TRUMP_INDEX, None
        for seat, base, is_last in followers:
            at = base + suit
            one = held[at]
            if one:
                played, can_take = suit, is_trump or not ruffed
                if not one & (one - 1):
                    bit = one
                elif (winner ^ seat) & 1:
                    bit = 0
                    if can_take:
                        above = one & (trumps_above[top] if is_trump else -(top << 1))
                        if above and (is_last or chance() < _BEATS):
                            bit = above & -above if is_last else 1 << (one.bit_length() - 1)
                    if not bit:
                        worth = one & plain[suit] or one & fives[suit] or one
                        bit = worth & -worth
                else:
                    draw = chance()
                    worth = one if draw >= _FEEDS else one & tens[suit] or one & fives[suit] or one
                    bit = 1 << (one.bit_length() - 1) if draw >= _HELPS else worth & -worth
                if can_take:
                    level = level_of[bit] if is_trump else bit
                    if level > top:
                        winner, top = seat, level
            else:
                bit, played = 0, TRUMP_INDEX
                ours, trumps = not (winner ^ seat) & 1, held[base + TRUMP_INDEX]
                if (
                    trumps
                    and not is_trump
                    and not (ours and is_last)
                    and chance() < (_RUFFS_PARTNER if ours else _RUFFS_POINTS if taken else _RUFFS_NOTHING)
                ):
                    bit = trumps & trumps_above[top] if ruffed else trumps
                    bit &= -bit
                if bit:
                    at, one = base + TRUMP_INDEX, trumps
                else:
                    total = size[base] + size[base + 1] + size[base + 2] + size[base + 3]
                    at = base + TRUMP_INDEX
                    if total:
                        place = int(chance() * total)
                        for at in _SUITS[seat]:
                            place -= size[at]
                            if place < 0:
                                break
                        played = at - base
                    one = held[at]
                    worth = one & tens[played] if ours else one & plain[played]
                    worth = worth or one & fives[played] or one
                    bit = worth & -worth
                if played == TRUMP_INDEX != suit:
                    level = level_of[bit]
                    if not ruffed or level > top:
                        winner, top, ruffed = seat, level, True
            if pairs[at] & bit:
                pairs[at] ^= bit
            else:
                held[at] = one ^ bit
            size[at] -= 1
            if not bit & plain[played]:
                taken += 10 if bit & tens[played] else 5
            if trace is not None:
                trace.append((seat, [(played, bit)]))
        leader, length = winner, 0
        by_trumps = ruffed or is_trump
        if (leader ^ declarer) & 1:
            points += taken
