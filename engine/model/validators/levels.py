"""Checks whether levels can be climbed, including laps, falls and the hook."""

from typing import Final

from engine.model.cards import Rank
from engine.model.errors import RuleConflict
from engine.model.options import Hook, Level, PermanentTrumps, SpecialHook, Teams, Win
from engine.model.rules import Rules
from engine.model.trump import PERMANENT_RANKS
from engine.model.validators.requirement import require, require_range

MAX_LAPS: Final = 9
SPECIAL_HOOKS: Final = ("hook_off_suit", "hook_pair", "hook_declarer")


def check_level_options(rules: Rules) -> None:
    """Refuse levels that are out of order, outside the match, or below all cards of the pack."""
    suited = rules.start_level is not Level.NT
    require(suited, RuleConflict.START_LEVEL, "start_level must be 2 to A", ("start_level",))
    rising = rules.start_level <= rules.final_level
    order = "final_level must not be below start_level"
    require(rising, RuleConflict.LEVEL_ORDER, order, ("start_level", "final_level"))
    there = rules.start_level >= rules.low_cut
    message = f"cards below {rules.low_cut.text} are not in the pack: start_level must be {rules.low_cut.text} or above"
    require(there, RuleConflict.LOW_LEVEL, message, ("start_level", "low_cut"), rank=rules.low_cut.text)
    for name in ("compulsory_levels", "must_defend_levels"):
        outside = [one for one in getattr(rules, name) if not rules.start_level <= one <= rules.final_level]
        message = f"{name} must lie from start_level to final_level"
        options = (name, "start_level", "final_level")
        require(not outside, RuleConflict.LEVELS_OUTSIDE, message, options, option=name)


def check_permanent_trumps(rules: Rules) -> None:
    """Refuse permanent trumps that are not in the pack."""
    ranks = {**PERMANENT_RANKS, PermanentTrumps.RED_FIVES: (Rank.FIVE,)}.get(rules.permanent_trumps, ())
    there = not ranks or rules.low_cut <= ranks[-1]
    message = f"permanent_trumps = {rules.permanent_trumps} are not in the pack: low_cut must be lower, or none fits"
    require(there, RuleConflict.NO_PERMANENT, message, ("permanent_trumps", "low_cut"))


def check_laps_and_falls(rules: Rules) -> None:
    """Refuse numbers of laps and falls to lower levels that no match can have."""
    require_range(rules, "laps", 1, MAX_LAPS)
    require_range(rules, "heavy_loss_levels", 0, 13)
    require_range(rules, "heavy_loss_steps", 0, 9)
    falls = tuple(name for name in ("ace_failures", "heavy_loss_levels") if getattr(rules, name))
    below = rules.start_level < rules.final_level
    message = "a side can fall back only if start_level is below final_level"
    require(below or not falls, RuleConflict.FAILURES_LEVELS, message, (*falls, "start_level", "final_level"))
    if rules.ace_failures is None:
        return
    require_range(rules, "ace_failures", 1, 9)
    played = rules.win is not Win.REACH_ACE
    message = "with win = reach_ace nobody declares at the final level: ace_failures must be none"
    require(played, RuleConflict.FAILURES_UNPLAYED, message, ("ace_failures", "win"))


def check_defended_levels(rules: Rules) -> None:
    """Refuse levels to defend if a match has only one level and any rise at it wins the match."""
    alone = rules.start_level is rules.final_level and rules.win is Win.REACH_ACE
    message = "with win = reach_ace any rise at the final level wins: must_defend_levels must be none"
    fits = not (alone and rules.must_defend_levels)
    require(fits, RuleConflict.DEFEND_UNPLAYED, message, ("must_defend_levels", "win"))


def check_hook(rules: Rules) -> None:
    """Refuse a hook that never works or sends no side back."""
    _check_special_hooks(rules)
    if rules.hook is Hook.OFF:
        return
    reached = [rules.start_level <= one <= min(rules.final_level, Level.ACE) for one in rules.hook_ranks]
    message = "the hook needs levels: hook_ranks must lie from start_level to final_level, without NT"
    options = ("hook", "hook_ranks", "start_level", "final_level")
    require(bool(reached) and all(reached), RuleConflict.HOOK_LEVELS, message, options)
    specials = {name: getattr(rules, name) for name in SPECIAL_HOOKS if getattr(rules, name) is not SpecialHook.NO}
    for level in rules.hook_ranks:
        for name, special in {"hook_to": SpecialHook.NO, **specials}.items():
            back = rules.hook_level(level, special)
            above = f"the hook sends a side back to {back.text}: hook_ranks must be above {back.text}"
            require(back < level, RuleConflict.HOOK_BACK, above, (name, "hook_ranks"), level=back.text)


def _check_special_hooks(rules: Rules) -> None:
    by_card = rules.hook is Hook.SINGLE_JACK
    for name in ("hook_off_suit", "hook_pair"):
        unused = getattr(rules, name) is SpecialHook.NO
        alone = f"{name} needs hook = single_jack: with others only the trump suit's level card hooks"
        require(by_card or unused, RuleConflict.HOOK_CARDS, alone, (name, "hook"), option=name)
    personal = rules.teams is Teams.FRIENDS and rules.hook is not Hook.OFF
    friends = "hook_declarer needs a hook and teams = friends: where teams are fixed a side has one level"
    fits = personal or rules.hook_declarer is SpecialHook.NO
    require(fits, RuleConflict.HOOK_DECLARER, friends, ("hook_declarer", "hook", "teams"))
