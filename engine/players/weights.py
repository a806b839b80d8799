"""The one table of numbers by which the rule player weighs things: card points unless said otherwise."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Weights:
    """What things are worth. Changed in one place, tuned by duels."""

    # Keeping cards
    boss: float = 6.0
    """A side card that nothing unseen beats."""
    boss_fade: float = 0.45
    """Factor for each unseen card above it."""
    boss_pair: float = 4.0
    """A pair that no unseen pair beats, beside its cards."""
    pair: float = 1.5
    """Any other pair, beside its cards."""
    tractor: float = 3.0
    """Two pairs that touch, beside the pairs."""
    trump: float = 3.0
    trump_height: float = 5.0
    """The highest trump above the lowest, by the share of unseen trumps that it beats."""
    boss_trump: float = 3.0
    low: float = 1.0
    """The highest rank of a side suit above the lowest: what tells small cards apart."""
    liability: float = 0.15
    """Per point on a card that can be beaten: it may have to be given away."""
    void: float = 2.5
    """Playing the last card of a side suit, with trumps in hand."""

    # Tricks
    feed_void: float = 6.0
    """What a player void in the suit adds to a trick of his side."""
    leak: float = 0.15
    """Share of that which he adds to a trick of the other side."""
    zeal: float = 0.9
    """Chance that a player who can take a trick from the other side does."""
    rising: float = 0.6
    """Factor for the chance to beat once another has probably gone higher."""
    tempo: float = 1.5
    """Being on lead, or one's partner."""
    kitty_guess: float = 8.0
    """Points a player expects in a kitty he has not seen."""
    last_trumps: float = 0.5
    """Share of what the kitty may count that a player saves for by keeping his best trumps late in the deal."""

    # Leads
    draw: float = 2.0
    """For each trump a lead may draw from the other side, with the longer trumps on the declarers' side."""
    drawn: float = 1.0
    """The same as an opponent: his side's trumps go too."""
    size: float = 1.0
    """For each card beyond the first of a lead that probably wins."""

    # Making trumps; shares of what an average hand of the same size is worth as a trump hand
    joker_trumps: float = 0.8
    """A joker counts as so many trumps more than one."""
    level_trumps: float = 0.4
    """The same for the level cards and twos and tens that are always trumps."""
    pair_trumps: float = 0.4
    """Each pair of trumps."""
    declare: float = 1.02
    """What a hand must be worth once all is drawn."""
    declare_caution: float = 0.35
    """How much more while nothing is drawn yet."""
    declare_first: float = -0.12
    """How much less where declaring makes one declarer."""
    better: float = 0.08
    """How much better another suit must be to overrule the other side."""
    partner_better: float = 0.5
    steal: float = 1.25
    no_trump: float = 1.8
    """What a hand must be worth to declare no-trump."""
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
    """Per point buried, the chance that it is lost, and how often it counts, considered."""
    bury_strong: float = 0.04
    """Less for each trump above the usual number."""
    bury_void: float = 5.0
    bury_short: float = 1.0
    """For each card by which a suit falls short of four."""


WEIGHTS: Final = Weights()
