"""The weights of the rule player, in card points unless said otherwise."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights in one table, tuned by matches between players."""

    # Values of cards that are kept in the hand
    boss: float = 6.0
    """The value of a side card that no unseen card beats."""
    boss_fade: float = 0.45
    """The factor by which each unseen card above a side card reduces its value `boss`."""
    boss_pair: float = 4.0
    """The extra value of a pair that no unseen pair beats, in addition to `pair`."""
    pair: float = 1.5
    """The extra value of a pair, in addition to its cards."""
    tractor: float = 3.0
    """The extra value of two touching pairs, in addition to the pairs."""
    trump: float = 3.0
    trump_height: float = 5.0
    """The extra value of a trump, multiplied by the share of unseen trumps that it beats."""
    boss_trump: float = 3.0
    low: float = 1.0
    """How much more the highest rank of a side suit is worth than the lowest, to tell small cards apart."""
    liability: float = 0.15
    """The cost of each point on a kept card that can be beaten."""
    void: float = 2.5
    """The value of playing the last card of a side suit, with trumps in hand."""

    # Tricks
    feed_void: float = 6.0
    """Points that a player void in the suit adds to a trick of their side."""
    drain: float = 0.5
    """Points that a follower adds for each card of a lead beyond the first, as a share of those for a single card."""
    leak: float = 0.15
    """Points that a player adds to a trick of the other side, as a share of those for a trick of their own."""
    zeal: float = 0.9
    """The chance that a player who can take a trick from the other side does so."""
    rising: float = 0.6
    """The factor for the chance that later players take the trick, after a player has beaten the play to beat."""
    tempo: float = 1.5
    """The value of the lead to the next trick, for the player or a partner."""
    kitty_guess: float = 8.0
    """Points expected in an unseen kitty."""
    last_trumps: float = 0.5
    """The share of the last trick's expected worth that is added to an unbeatable trump's value late in the deal."""

    # Values of leads
    draw: float = 2.0
    """The value of each trump that the declarers' side leads from long trumps while opponents probably hold trumps."""
    drawn: float = 1.0
    """The cost of each trump that an opponent leads, or that anybody leads when the other side probably has none."""
    size: float = 1.0
    """The value of each card beyond the first of a lead that wins."""

    # Plays that a partner would call blunders
    exposed: float = 0.5
    """The cost per point of a lone side king or ten led under a card still out, if no partner is known to be void."""
    second_honour: float = 0.8
    """The cost per point of a king or ten that the second seat plays by choice while a higher card is out."""
    partner_ruffed: float = 20.0
    """The cost of trumping a partner's play that nobody can beat, as far as known."""
    lost_points: float = 0.6
    """The cost per point that the last seat gives to a trick of the other side."""

    # Making trumps; the worth of a hand is a multiple of that of an average hand of its size
    joker_trumps: float = 0.8
    """How many trumps a joker counts as, in addition to one."""
    level_trumps: float = 0.4
    """How many trumps a level card or permanent trump counts as, in addition to one."""
    pair_trumps: float = 0.4
    """How many trumps a pair of trumps counts as, in addition to its cards."""
    declare: float = 1.02
    """The worth that a hand needs to declare once all cards are drawn."""
    declare_caution: float = 0.35
    """The extra worth needed before any card is drawn; it falls to 0 during the draw."""
    declare_first: float = -0.12
    """What is added to the needed worth in a first deal, in which the player who declares becomes declarer."""
    better: float = 0.08
    """How much more a hand must be worth in another suit to overrule opponents, or to steal anybody's kitty."""
    partner_better: float = 0.5
    steal: float = 1.25
    no_trump: float = 1.8
    """The worth needed to declare no-trump, where 1 would be needed to declare a suit."""
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
    """The cost of a buried point, which allows for the chance to lose it and for the kitty's multiplier."""
    bury_strong: float = 0.04
    """By how much each trump above the usual number lowers `bury_point`."""
    bury_void: float = 5.0
    bury_short: float = 1.0
    """The value of each buried card that leaves fewer than four cards in its side suit."""


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
