"""The weights of the rule player, in card points unless said otherwise."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Weights:
    """The numbers that set how much each consideration counts. They were tuned by matches between players."""

    # Values of cards that are kept in the hand
    boss: float = 6.0
    """The value of a side card that no unseen card beats."""
    boss_fade: float = 0.45
    """Each unseen card that beats a side card multiplies its value `boss` by this factor."""
    boss_pair: float = 4.0
    """The extra value of a pair if no unseen pair beats it. The value `pair` is added to this."""
    pair: float = 1.5
    """The extra value of a pair, in addition to its cards."""
    tractor: float = 3.0
    """The extra value of two touching pairs, in addition to the pairs."""
    trump: float = 3.0
    trump_height: float = 5.0
    """The extra value of a trump that beats all unseen trumps. Other trumps get a part of it, by how many they beat."""
    boss_trump: float = 3.0
    low: float = 1.0
    """By how much the highest rank of a side suit is worth more than the lowest. It decides between small cards."""
    liability: float = 0.15
    """What it costs to keep a card that can be beaten, for each of its points."""
    void: float = 2.5
    """The value of playing the last card of a side suit, with trumps in hand."""

    # Tricks
    feed_void: float = 6.0
    """The points that a player without the suit adds to a trick of their side."""
    drain: float = 0.5
    """For each card of a lead after the first, followers add this share of the points for a single card."""
    leak: float = 0.15
    """Players add this share of their usual points if a trick belongs to the other side."""
    zeal: float = 0.9
    """The chance that a player who can take a trick from the other side does so."""
    rising: float = 0.6
    """Each player who beats the trick multiplies the chance that later players beat it by this factor."""
    tempo: float = 1.5
    """What the lead to the next trick is worth, for the player's side."""
    kitty_guess: float = 8.0
    """Points expected in an unseen kitty."""
    last_trumps: float = 0.5
    """Late in a deal, this share of the last trick's expected worth is added to the value of an unbeatable trump."""

    # Values of leads
    draw: float = 2.0
    """The value of each trump that declarers lead, if they hold many and opponents probably have some."""
    drawn: float = 1.0
    """The cost of each trump that an opponent leads, or that anybody leads while the other side probably has none."""
    size: float = 1.0
    """The value of each card after the first in a lead that wins."""

    # Plays that a partner would call blunders
    exposed: float = 0.5
    """The cost per point of leading a single side king or ten that may be beaten, unless a partner is known void."""
    second_honour: float = 0.8
    """The cost per point if the second seat chooses to play a king or ten that a card still out can beat."""
    partner_ruffed: float = 20.0
    """The cost of trumping a partner's play if no unseen card can beat that play."""
    lost_points: float = 0.6
    """The cost of each point that the last seat gives to a trick of the other side."""

    # Making trumps. An average hand of the same size has the worth 1
    joker_trumps: float = 0.8
    """How many trumps a joker counts as, in addition to one."""
    level_trumps: float = 0.4
    """How many trumps a level card or permanent trump counts as, in addition to one."""
    pair_trumps: float = 0.4
    """How many trumps a pair of trumps counts as, in addition to its cards."""
    declare: float = 1.02
    """The worth that a hand needs to declare once all cards are drawn."""
    declare_caution: float = 0.35
    """The extra worth needed before any card is drawn. It falls to 0 during the draw."""
    declare_first: float = -0.12
    """This is added to the needed worth in a first deal, where the player who declares becomes declarer."""
    better: float = 0.08
    """To overrule opponents or to take the kitty, the new trumps must raise a hand's worth by this much."""
    partner_better: float = 0.5
    steal: float = 1.25
    no_trump: float = 1.8
    """The worth that a hand needs to declare no-trump, if 1 would be enough to declare a suit."""
    ace: float = 0.5
    """How many trumps a side ace counts as at no-trump."""

    # Burying
    bury_boss: float = 9.0
    bury_second: float = 4.0
    bury_pair: float = 4.0
    bury_tractor: float = 6.0
    bury_trump: float = 14.0
    bury_low: float = 1.0
    bury_point: float = 0.75
    """The cost of each point that is buried. The point may be lost, and the kitty's multiplier applies to it."""
    bury_strong: float = 0.04
    """Each trump above the usual number lowers `bury_point` by this."""
    bury_void: float = 5.0
    bury_short: float = 1.0
    """The value of each card by which burying shortens a side suit to fewer than four cards."""


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
"""The weights of players who search. They set which plays are searched, and were tuned over thousands of play-outs."""
