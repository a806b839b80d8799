"""The weights of the rule player, in card points unless said otherwise."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights in one table, tuned by matches between players."""

    # Values of cards that are kept in the hand
    boss: float = 6.0
    """A side card that no unseen card beats."""
    boss_fade: float = 0.45
    """Factor for each unseen card above it."""
    boss_pair: float = 4.0
    """A pair that no unseen pair beats, in addition to its cards and to `pair`."""
    pair: float = 1.5
    """Any pair, in addition to its cards."""
    tractor: float = 3.0
    """Two touching pairs, in addition to the pairs."""
    trump: float = 3.0
    trump_height: float = 5.0
    """The extra value of a trump, multiplied by the share of unseen trumps that it beats."""
    boss_trump: float = 3.0
    low: float = 1.0
    """How much more the highest rank of a side suit is worth than the lowest, to tell small cards apart."""
    liability: float = 0.15
    """Per point on a card that can be beaten and may be lost."""
    void: float = 2.5
    """Playing the last card of a side suit, with trumps in hand."""

    # Tricks
    feed_void: float = 6.0
    """What a player void in the suit adds to a trick of their side."""
    drain: float = 0.5
    """Points that a follower adds for each card of a lead beyond the first, as a share of those for a single card."""
    leak: float = 0.15
    """Points that a player adds to a trick of the other side, as a share of those for a trick of their own."""
    zeal: float = 0.9
    """Chance that a player who can take a trick from the other side does."""
    rising: float = 0.6
    """Factor for the chance to beat once another player has probably gone higher."""
    tempo: float = 1.5
    """The lead to the next trick, for the player or a partner."""
    kitty_guess: float = 8.0
    """Points expected in an unseen kitty."""
    last_trumps: float = 0.5
    """Share of the kitty's expected count that keeping the best trumps late in the deal saves."""

    # Values of leads
    draw: float = 2.0
    """For each trump led by a declarer with long trumps, as long as the opponents probably hold trumps."""
    drawn: float = 1.0
    """The cost of each trump led by an opponent, or once the other side has probably no trumps left."""
    size: float = 1.0
    """For each card beyond the first of a lead that probably wins."""

    # Plays that a partner would call blunders
    exposed: float = 0.5
    """Per point of a king or ten led alone from a side suit under a card still out, with no partner known void."""
    second_honour: float = 0.8
    """Per point of a king or ten that the second seat plays under a card still out, with another choice."""
    partner_ruffed: float = 20.0
    """Trumping a partner's play that nobody can beat, as far as known."""
    lost_points: float = 0.6
    """Per point that the last seat gives to a trick of the other side."""

    # Making trumps; shares of the worth of an average hand of the same size as a trump hand
    joker_trumps: float = 0.8
    """Extra trumps that a joker counts as."""
    level_trumps: float = 0.4
    """The same for level cards, and for twos and tens that are always trumps."""
    pair_trumps: float = 0.4
    """The same for each pair of trumps."""
    declare: float = 1.02
    """Worth that a hand needs once all cards are drawn."""
    declare_caution: float = 0.35
    """Extra worth needed before any card is drawn."""
    declare_first: float = -0.12
    """Change of that worth if declaring makes the declarer."""
    better: float = 0.08
    """How much better another suit must be to overrule the other side."""
    partner_better: float = 0.5
    steal: float = 1.25
    no_trump: float = 1.8
    """Worth that a hand needs to declare no-trump."""
    ace: float = 0.5
    """A side ace in a no-trump hand, in trumps."""

    # Burying
    bury_boss: float = 9.0
    bury_second: float = 4.0
    bury_pair: float = 4.0
    bury_tractor: float = 6.0
    bury_trump: float = 14.0
    bury_low: float = 1.0
    bury_point: float = 0.75
    """Per point buried, including how likely it is lost and how often it counts."""
    bury_strong: float = 0.04
    """Discount for each trump above the usual number."""
    bury_void: float = 5.0
    bury_short: float = 1.0
    """For each card by which a suit falls short of four."""


WEIGHTS: Final = Weights()
MASTER_WEIGHTS: Final = Weights(
    boss=2.5,
    kitty_guess=5.0,
    feed_void=8.0,
    drain=1.3,
    leak=0.2,
    tempo=2.0,
    size=2.0,
    draw=2.7,
    level_trumps=0.1,
    pair_trumps=0.7,
    declare=0.88,
    declare_caution=0.2,
    declare_first=-0.4,
    better=0.0,
    bury_void=9.0,
    bury_second=2.0,
    bury_pair=2.0,
    bury_short=2.0,
)
"""The weights by which players who search choose candidates and make trumps, tuned over thousands of play-outs."""
