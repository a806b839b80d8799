"""Checks whether follows, throws, tractors, bombs and rainbows can be played."""

from typing import Final

from engine.model.errors import RuleConflict
from engine.model.options import Bombs, Follow
from engine.model.rules import Rules
from engine.model.validators.pack import MAX_DECKS
from engine.model.validators.requirement import require, require_range

_FOUR: Final = 4


def check_follow(rules: Rules) -> None:
    """Refuse to protect longer tuples where the cards to follow with are fixed, whatever they split."""
    message = "follow = template fixes the cards to follow with: protect_longer must be no"
    fits = rules.follow is not Follow.TEMPLATE or not rules.protect_longer
    require(fits, RuleConflict.PROTECTED_TEMPLATE, message, ("protect_longer", "follow"))


def check_throws(rules: Rules) -> None:
    """Refuse safe throws where players cannot know what is safe."""
    message = "throws_safe_only needs show_played_cards = yes, so that players can know what is safe"
    known = rules.show_played_cards or not rules.throws_safe_only
    require(known, RuleConflict.UNSEEN_THROWS, message, ("throws_safe_only", "show_played_cards"))


def check_tractors(rules: Rules) -> None:
    """Refuse tractors whose limits contradict each other."""
    message = "trump_level_touches_ace needs level_tractors = yes"
    touching = rules.level_tractors or not rules.trump_level_touches_ace
    options = ("trump_level_touches_ace", "level_tractors")
    require(touching, RuleConflict.LEVEL_TRACTORS, message, options)
    require_range(rules, "tractor_min_width", 2, MAX_DECKS)
    require_range(rules, "tractor_min_length", 2, 13)
    longest = rules.tractor_max_length
    fits = longest is None or longest >= rules.tractor_min_length
    message = f"tractor_max_length must be none or at least {rules.tractor_min_length}"
    limits = ("tractor_max_length", "tractor_min_length")
    require(fits, RuleConflict.TRACTOR_LENGTHS, message, limits, least=rules.tractor_min_length)
    least = rules.tractor_min_width + 1
    message = f"uneven_tractors need tuples of different widths: decks must be at least {least}"
    fits = rules.decks >= least or not rules.uneven_tractors
    widths = ("uneven_tractors", "decks", "tractor_min_width")
    require(fits, RuleConflict.UNEVEN_DECKS, message, widths, least=least)


def check_specials(rules: Rules) -> None:
    """Refuse bombs and rainbows that the pack does not hold."""
    if rules.bombs is not Bombs.OFF:
        message = "bombs are four identical cards: decks must be at least 4"
        require(rules.decks >= _FOUR, RuleConflict.BOMBS, message, ("bombs", "decks"), least=_FOUR)
    if rules.rainbows is not None:
        require_range(rules, "rainbows", _FOUR, _FOUR * rules.decks)
