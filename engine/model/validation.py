"""Validates whole sets of options; a refusal names the conflicting options and what would fit."""

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Final

from engine.model.cards import Rank
from engine.model.errors import InvalidRules, RuleConflict
from engine.model.rules import Bombs, DeclareLadder, Hook, Level, Rules, Scoring, Teams, Threshold, ThrowCheck, Win

MIN_PLAYERS: Final = 4
MAX_PLAYERS: Final = 12
MAX_DECKS: Final = 6
MAX_WINDOW: Final = 3600
MAX_LAPS: Final = 9
FOUR: Final = 4
_PROPOSED: Final = 3
_TWO: Final = 2


def validate(rules: Rules) -> None:
    """Raise InvalidRules, which says what would fit, for a set of options that cannot be played."""
    for check in _CHECKS:
        check(rules)


def require(fits: bool, message: str, *options: str, conflict: RuleConflict, **facts: object) -> None:  # noqa: FBT001 - a condition
    """Refuse the rules unless they fit."""
    if not fits:
        raise InvalidRules(message, *options, conflict=conflict, **facts)


def _require_range(rules: Rules, name: str, low: int, high: int) -> None:
    value = getattr(rules, name)
    message = f"{name} must be {low} to {high}, not {value}"
    facts = {"option": name, "low": low, "high": high, "value": value}
    require(isinstance(value, int) and low <= value <= high, message, name, conflict=RuleConflict.RANGE, **facts)


def _check_pack(rules: Rules) -> None:
    _require_range(rules, "players", MIN_PLAYERS, MAX_PLAYERS)
    _require_range(rules, "decks", 1, MAX_DECKS)
    little, big = rules.joker_counts
    jokers = 0 <= little <= rules.decks and 0 <= big <= rules.decks
    message = f"there are at most {rules.decks} jokers of each kind in {rules.decks} decks"
    require(jokers, message, "jokers", "decks", conflict=RuleConflict.JOKERS, decks=rules.decks)


def list_kitty_sizes(rules: Rules) -> tuple[int, ...]:
    """Return all kitty sizes that leave every seat the same number of cards, at least one; 0 means no kitty."""
    return tuple(range(rules.pack_size % rules.players, rules.pack_size - rules.players + 1, rules.players))


def _check_kitty(rules: Rules) -> None:
    sizes = list_kitty_sizes(rules)
    if rules.kitty_size in sizes:
        there = rules.kitty_size > 0 or not rules.kitty_theft
        message = "kitty_theft needs a kitty: kitty_theft must be no, or kitty_size above 0"
        require(there, message, "kitty_theft", "kitty_size", conflict=RuleConflict.NO_KITTY)
        return
    near = sorted(sorted(filter(None, sizes), key=lambda size: abs(size - rules.kitty_size))[:_PROPOSED])
    would = f"{_join_with_or(near)} would" if near else "no kitty would"
    message = f"a kitty of {rules.kitty_size} does not leave {rules.players} equal hands of {rules.pack_size} cards: "
    options = ("kitty_size", "players", "decks", "jokers", "low_cut")
    facts = {"kitty": rules.kitty_size, "players": rules.players, "cards": rules.pack_size, "fits": tuple(near)}
    raise InvalidRules(f"{message}{would}", *options, conflict=RuleConflict.KITTY, **facts)


def _join_with_or(sizes: list[int]) -> str:
    return " or ".join(filter(None, [", ".join(map(str, sizes[:-1])), str(sizes[-1])]))


def _check_teams(rules: Rules) -> None:
    if rules.teams is Teams.FIXED:
        even = rules.players % 2 == 0
        message = "fixed teams need an even number of players; teams = friends fits"
        require(even, message, "teams", "players", conflict=RuleConflict.ODD_TEAMS)
    else:
        checked = rules.throw_check is ThrowCheck.ALL_OTHERS
        secret = f"with teams = {rules.teams} sides are secret: throw_check must be all_others"
        require(checked, secret, "throw_check", "teams", conflict=RuleConflict.SECRET_SIDES)
    if rules.friends is not None:
        message = "friends are called only with teams = friends"
        require(rules.teams is Teams.FRIENDS, message, "friends", "teams", conflict=RuleConflict.NO_FRIENDS)
        _require_range(rules, "friends", 1, rules.players - 2)
    _require_range(rules, "small_team_bonus", 0, 12)
    _require_range(rules, "declarer_bonus", 0, 12)


def _check_hidden_teams(rules: Rules) -> None:
    if rules.teams is Teams.HIDDEN_TEN:
        ladder = rules.declare_ladder is DeclareLadder.JOKER_TEN
        needed = "hidden_ten needs declare_ladder = joker_ten"
        require(ladder, needed, "teams", "declare_ladder", conflict=RuleConflict.HIDDEN_LADDER)
        hook = rules.hook is Hook.OFF
        reset = "hidden_ten has no levels for a hook to reset: hook must be off"
        require(hook, reset, "teams", "hook", conflict=RuleConflict.HIDDEN_HOOK)
        early = "an early end would tell who holds the called ten: early_end must be no"
        require(not rules.early_end, early, "teams", "early_end", conflict=RuleConflict.HIDDEN_END)
    elif rules.pickup:
        message = "points are picked up or left only with teams = hidden_ten"
        raise InvalidRules(message, "pickup", "teams", conflict=RuleConflict.NO_PICKUP)


def _check_ladder(rules: Rules) -> None:
    if rules.declare_ladder is DeclareLadder.JOKER_TEN:
        jokers, tens = sum(rules.joker_counts) > 0, rules.low_cut <= Rank.TEN
        require(
            jokers, "joker_ten needs jokers in the pack", "declare_ladder", "jokers", conflict=RuleConflict.TEN_JOKERS
        )
        require(tens, "joker_ten needs tens in the pack", "declare_ladder", "low_cut", conflict=RuleConflict.TEN_TENS)
        two = "joker_ten declares with two cards: the kitty must leave every hand that many"
        require(rules.hand_size >= _TWO, two, "declare_ladder", "kitty_size", conflict=RuleConflict.TEN_HANDS)
    _require_range(rules, "declare_window", 0, MAX_WINDOW)


def _check_level_options(rules: Rules) -> None:
    suited = rules.start_level is not Level.NT
    require(suited, "start_level must be 2 to A", "start_level", conflict=RuleConflict.START_LEVEL)
    rising = rules.start_level <= rules.final_level
    order = "final_level must not be below start_level"
    require(rising, order, "start_level", "final_level", conflict=RuleConflict.LEVEL_ORDER)
    there = rules.start_level >= rules.low_cut
    message = f"cards below {rules.low_cut.text} are not in the pack: start_level must be {rules.low_cut.text} or above"
    require(there, message, "start_level", "low_cut", conflict=RuleConflict.LOW_LEVEL, rank=rules.low_cut.text)
    for name in ("compulsory_levels", "must_defend_levels"):
        outside = [one for one in getattr(rules, name) if not rules.start_level <= one <= rules.final_level]
        message = f"{name} must lie from start_level to final_level"
        options = (name, "start_level", "final_level")
        require(not outside, message, *options, conflict=RuleConflict.LEVELS_OUTSIDE, option=name)


def _check_laps_and_falls(rules: Rules) -> None:
    _require_range(rules, "laps", 1, MAX_LAPS)
    _require_range(rules, "heavy_loss_levels", 0, 13)
    _require_range(rules, "heavy_loss_steps", 1, 9)
    if rules.ace_failures is None:
        return
    _require_range(rules, "ace_failures", 1, 9)
    played = rules.win is not Win.REACH_ACE
    message = "with win = reach_ace nobody declares at the final level: ace_failures must be none"
    require(played, message, "ace_failures", "win", conflict=RuleConflict.FAILURES_UNPLAYED)
    below = rules.start_level < rules.final_level
    message = "a side can fall back only if start_level is below final_level"
    options = ("ace_failures", "start_level", "final_level")
    require(below, message, *options, conflict=RuleConflict.FAILURES_LEVELS)


def _check_hook(rules: Rules) -> None:
    if rules.hook is Hook.OFF:
        return
    reached = [rules.start_level <= one <= min(rules.final_level, Level.ACE) for one in rules.hook_ranks]
    message = "the hook needs levels: hook_ranks must lie from start_level to final_level, without NT"
    options = ("hook", "hook_ranks", "start_level", "final_level")
    require(bool(reached) and all(reached), message, *options, conflict=RuleConflict.HOOK_LEVELS)
    for level in rules.hook_ranks:
        back = rules.hook_level(level)
        above = f"the hook sends a side back to {back.text}: hook_ranks must be above {back.text}"
        require(back < level, above, "hook_to", "hook_ranks", conflict=RuleConflict.HOOK_BACK, level=back.text)
        there = f"the hook sends a side back to {back.text}: low_cut must not be above it"
        fits = back >= rules.low_cut
        require(fits, there, "hook", "hook_to", "low_cut", conflict=RuleConflict.HOOK_PACK, level=back.text)


def _check_tractors(rules: Rules) -> None:
    _require_range(rules, "tractor_min_width", 2, MAX_DECKS)
    _require_range(rules, "tractor_min_length", 2, 13)
    longest = rules.tractor_max_length
    fits = longest is None or longest >= rules.tractor_min_length
    message = f"tractor_max_length must be none or at least {rules.tractor_min_length}"
    options = ("tractor_max_length", "tractor_min_length")
    require(fits, message, *options, conflict=RuleConflict.TRACTOR_LENGTHS, least=rules.tractor_min_length)


def _check_scoring(rules: Rules) -> None:
    if rules.scoring is not Scoring.CUSTOM:
        message = "thresholds are for scoring = custom"
        require(not rules.thresholds, message, "scoring", "thresholds", conflict=RuleConflict.THRESHOLDS_UNUSED)
    elif not rules.thresholds:
        message = "scoring = custom needs thresholds, e.g. 0:hold+1,80:turn+0"
        raise InvalidRules(message, "scoring", "thresholds", conflict=RuleConflict.THRESHOLDS_MISSING)
    else:
        for fits, message in _threshold_checks(rules.thresholds):
            require(fits, message, "thresholds", conflict=RuleConflict.THRESHOLDS)
    if rules.max_opponent_levels is not None:
        _require_range(rules, "max_opponent_levels", 0, 13)
    _require_range(rules, "capture_levels", 0, 13)


def _threshold_checks(rows: tuple[Threshold, ...]) -> Iterator[tuple[bool, str]]:
    yield rows[0].points == 0, "thresholds must begin at 0 points: nothing below the first row would have a result"
    yield all(low.points < high.points for low, high in pairwise(rows)), "thresholds must rise"
    yield all(row.levels >= 0 for row in rows), "levels in thresholds must not be negative"
    turned = [row.declarers_hold for row in rows]
    yield turned == sorted(turned, reverse=True), "in thresholds the declarers hold up to one row and not above it"
    yield not all(turned), "thresholds need a row at which the opponents win, e.g. 80:turn+0"
    yield any(turned), "thresholds need a row at which the declarers hold, e.g. 0:hold+1"
    held = [row.levels for row in rows if row.declarers_hold]
    yield held == sorted(held, reverse=True), "declarers' levels in thresholds must not rise with opponents' points"
    won = [row.levels for row in rows if not row.declarers_hold]
    yield won == sorted(won), "opponents' levels in thresholds must not fall with their points"


def _check_specials(rules: Rules) -> None:
    if rules.bombs is not Bombs.OFF:
        message = "bombs are four identical cards: decks must be at least 4"
        require(rules.decks >= FOUR, message, "bombs", "decks", conflict=RuleConflict.BOMBS, least=FOUR)
    if rules.rainbows is not None:
        _require_range(rules, "rainbows", FOUR, FOUR * rules.decks)


_CHECKS: Final[tuple[Callable[[Rules], None], ...]] = (
    _check_pack,
    _check_kitty,
    _check_teams,
    _check_hidden_teams,
    _check_ladder,
    _check_level_options,
    _check_laps_and_falls,
    _check_hook,
    _check_tractors,
    _check_scoring,
    _check_specials,
)
