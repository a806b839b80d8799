"""Validates whole sets of options; a refusal names the conflicting options and what would fit."""

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from engine.model.rules import Rules
from engine.model.validators import declaring, levels, pack, sides, tricks


@lru_cache(maxsize=256)  # every match starts with this check, so results are cached
def validate(rules: Rules) -> Rules:
    """Return `rules` if they can be played. Raises InvalidRules, whose message says what would fit."""
    for check in _CHECKS:
        check(rules)
    return rules


_CHECKS: Final[tuple[Callable[[Rules], None], ...]] = (
    pack.check_pack,
    pack.check_kitty,
    sides.check_teams,
    sides.check_bidding,
    sides.check_hidden_teams,
    levels.check_level_options,
    declaring.check_ladder,
    declaring.check_declarations,
    declaring.check_claims,
    levels.check_permanent_trumps,
    levels.check_laps_and_falls,
    levels.check_defended_levels,
    levels.check_hook,
    tricks.check_follow,
    tricks.check_throws,
    tricks.check_tractors,
    tricks.check_scoring,
    tricks.check_kitty_multiplier,
    tricks.check_specials,
    sides.check_friend_cards,
)
