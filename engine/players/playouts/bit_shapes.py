"""Units of several cards on bit masks: the tractors that follow a lead, and whether a play takes the trick."""

from engine.model.trump import TRUMP_INDEX
from engine.players.playouts.bit_layout import BitLayout
from engine.players.playouts.hands import THROW, Played, Trick, split_bits


def find_runs(tuples: int, suit: int, length: int, layout: BitLayout) -> int:
    """Return the collapsed bits at which tractors of this length start."""
    level = layout.collapse(tuples) if suit == TRUMP_INDEX else tuples
    starts = level
    for step in range(1, length):
        starts &= level >> step
    return starts


def expand_run(tuples: int, suit: int, low: int, length: int, layout: BitLayout) -> int:
    """Return the bits of a tractor that starts at the collapsed bit `low`."""
    run = (low << length) - low
    return layout.expand(run, tuples) if suit == TRUMP_INDEX else run


def find_required_tractors(tuples: int, trick: Trick, layout: BitLayout, *, beats: bool) -> int:
    """Return the bits of the longest tractors that make up the length of the lead.

    One as long as the lead is the lowest that beats the trick, if that is wanted and possible.
    """
    kinds, suit, wanted = 0, trick.suit, trick.length
    while wanted:
        left, run = tuples ^ kinds, wanted
        while not (starts := find_runs(left, suit, run, layout)):
            run -= 1
        if run == 1:
            return kinds | sum(split_bits(left)[:wanted])
        low = starts & -starts
        if beats and run == trick.length:
            low = next((start for start in split_bits(starts) if start << (run - 1) > trick.top), low)
        kinds |= expand_run(left, suit, low, run, layout)
        wanted -= run
    return kinds


def compare(layout: BitLayout, trick: Trick, seat: int, played: Played) -> None:
    """Update the trick if a play takes it: one suit, led or trumps, in the led shape."""
    suit, kinds = played[0][0], 0
    ruffs = suit == TRUMP_INDEX and trick.suit != TRUMP_INDEX
    if not ruffs and (suit != trick.suit or trick.width == THROW or (trick.ruffed and suit != TRUMP_INDEX)):
        return
    for where, bit in played:
        if where != suit:
            return
        kinds |= bit
    level = layout.collapse(kinds) if suit == TRUMP_INDEX else kinds
    top = 1 << (level.bit_length() - 1)
    if (top > trick.top or (ruffs and not trick.ruffed)) and _fits(trick, kinds, level, played):
        trick.winner, trick.top, trick.ruffed = seat, top, suit == TRUMP_INDEX


def _fits(trick: Trick, kinds: int, level: int, played: Played) -> bool:
    """Return whether a play of one suit has the led shape; of a throw only the pairs are counted."""
    if trick.width == THROW:
        return len(played) - kinds.bit_count() >= trick.pairs
    low = level & -level
    return (
        kinds.bit_count() == trick.length
        and level == (low << trick.length) - low
        and all(played.count((played[0][0], bit)) == trick.width for bit in split_bits(kinds))
    )
