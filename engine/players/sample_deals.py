"""Which sampler deals the unseen cards under which rules."""

from typing import Final

from engine.model.options import Teams
from engine.model.rules import Rules
from engine.players.beliefs import Beliefs
from engine.players.bit_layout import BitLayout
from engine.players.card_clues import SEATS
from engine.players.clue_sampler import ClueSampler
from engine.players.deal_sampler import DealSampler
from engine.players.play_search import Deals

_DECKS: Final = 2


def sample_deals(beliefs: Beliefs, layout: BitLayout) -> Deals | None:
    """Return the deals that the seat thinks possible; None if old cards are hidden."""
    if is_for_kernel(beliefs.view.rules):
        return ClueSampler.of(beliefs, layout)
    return DealSampler.of(beliefs, layout)


def is_for_kernel(rules: Rules) -> bool:
    """Whether the fast kernel of four players and two decks plays deals of these rules out."""
    return rules.players == SEATS and rules.decks <= _DECKS and rules.teams is Teams.FIXED
