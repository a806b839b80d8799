"""Validates whole sets of options; a refusal names the conflicting options and what would fit."""

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from engine.model.rules import Rules
from engine.model.validators.declaring import check_claims, check_declarations, check_ladder
from engine.model.validators.levels import (
    check_defended_levels,
    check_hook,
    check_laps_and_falls,
    check_level_options,
    check_permanent_trumps,
)
from engine.model.validators.pack import check_kitty, check_pack
from engine.model.validators.sides import check_bidding, check_friend_cards, check_hidden_teams, check_teams
from engine.model.validators.tricks import (
    check_follow,
    check_kitty_multiplier,
    check_scoring,
    check_specials,
    check_throws,
    check_tractors,
)


@lru_cache(maxsize=256)
def validate(rules: Rules) -> Rules:
    """Return the rules. Raises InvalidRules if they cannot be played; the error says what would fit.

    Sets that can be played are remembered, because every match starts with this.
    """
    for check in _CHECKS:
        check(rules)
    return rules


_CHECKS: Final[tuple[Callable[[Rules], None], ...]] = (
    check_pack,
    check_kitty,
    check_teams,
    check_bidding,
    check_hidden_teams,
    check_level_options,
    check_ladder,
    check_declarations,
    check_claims,
    check_permanent_trumps,
    check_laps_and_falls,
    check_defended_levels,
    check_hook,
    check_follow,
    check_throws,
    check_tractors,
    check_scoring,
    check_kitty_multiplier,
    check_specials,
    check_friend_cards,
)
