"""Validates whole sets of options; a refusal names the conflicting options and what would fit."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from math import comb
from typing import Final

from engine.model.cards import Rank, Suit, card_of
from engine.model.errors import InvalidRules, RuleConflict
from engine.model.friend_cards import count_callable
from engine.model.options import (
    Bombs,
    DeclareLadder,
    FirstDeclarer,
    Hook,
    KittyMultiplier,
    KittyStep,
    KittyWithoutTrump,
    Level,
    NextDeclarer,
    NoDeclaration,
    PermanentTrumps,
    Scoring,
    Teams,
    Threshold,
    ThrowCheck,
    Win,
)
from engine.model.pack import count_spare, lowest_ranks
from engine.model.rules import Rules
from engine.model.trump import Trump

MIN_PLAYERS: Final = 2
MAX_PLAYERS: Final = 12
MAX_DECKS: Final = 6
MAX_WINDOW: Final = 3600
MAX_TIMES: Final = 100
"""The most that a kitty counts by a table."""
MAX_KITTY_STEPS: Final = 6
MAX_LAPS: Final = 9
FOUR: Final = 4
_PROPOSED: Final = 3
_TWO: Final = 2
_SIX: Final = 6
_HIGHEST_PERMANENT: Final = {
    PermanentTrumps.TWOS: Rank.TWO,
    PermanentTrumps.TWOS_AND_TENS: Rank.TEN,
    PermanentTrumps.TWO_THREE_FIVE: Rank.FIVE,
    PermanentTrumps.RED_FIVES: Rank.FIVE,
}
_FEW_DECLARATIONS: Final = 0.2
"""Where fewer declarations are possible on average, players would mostly deal again."""
_MOST_LEVEL_CARDS: Final = {DeclareLadder.JOKER_SUPPORT: 2, DeclareLadder.JOKER_TEN: 1}
"""How many identical level cards some ladders know."""
_FEWEST_POINTS: Final = 50
"""Points in the pack that make a step of 10, above the first threshold at 5."""
_FEWEST_POINTS_OF_HALF_STEP: Final = 75
"""Points in the pack that make a half step of 10."""


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
    _check_cuts(rules)


def _check_cuts(rules: Rules) -> None:
    """Refuse shorter decks without a whole one, and cards left out of which no copy would stay."""
    rising = len(rules.cuts) < rules.decks and list(rules.cuts) == sorted(rules.cuts)
    fits = rising and all(low > rules.low_cut for low in rules.cuts)
    low = rules.low_cut.text
    message = f"cuts are for fewer than {rules.decks} decks, rising, and above low_cut = {low}"
    require(fits, message, "cuts", "decks", "low_cut", conflict=RuleConflict.CUTS, decks=rules.decks, rank=low)
    spare = count_spare(lowest_ranks(rules.decks, rules.low_cut, rules.cuts))
    message = f"{rules.left_out} cards would be left out, but only {spare} have a second copy; more decks fit"
    facts = {"cards": rules.left_out, "spare": spare}
    options = ("auto_cut", "decks", "kitty_size")
    require(rules.left_out <= spare, message, *options, conflict=RuleConflict.AUTO_CUT, **facts)


def list_kitty_sizes(rules: Rules) -> tuple[int, ...]:
    """Return all kitty sizes that leave every seat the same number of cards, at least one; 0 means no kitty."""
    if rules.auto_cut:
        return tuple(range(replace(rules, auto_cut=False).pack_size - rules.players + 1))
    return tuple(range(rules.pack_size % rules.players, rules.pack_size - rules.players + 1, rules.players))


def _check_kitty(rules: Rules) -> None:
    stolen = rules.kitty_theft or not rules.theft_moves_declarer
    unused = "theft_moves_declarer needs kitty_theft = yes"
    require(stolen, unused, "theft_moves_declarer", "kitty_theft", conflict=RuleConflict.NO_THEFT)
    sizes = list_kitty_sizes(rules)
    if rules.kitty_size in sizes:
        there = rules.kitty_size > 0 or not rules.kitty_theft
        message = "kitty_theft needs a kitty: kitty_theft must be no, or kitty_size above 0"
        require(there, message, "kitty_theft", "kitty_size", conflict=RuleConflict.NO_KITTY)
        _check_buried_points(rules)
        return
    near = sorted(sorted(filter(None, sizes), key=lambda size: abs(size - rules.kitty_size))[:_PROPOSED])
    would = f"{_join_with_or(near)} would" if near else "no kitty would"
    message = f"a kitty of {rules.kitty_size} does not leave {rules.players} equal hands of {rules.pack_size} cards: "
    options = ("kitty_size", "players", "decks", "jokers", "low_cut", "cuts")
    facts = {"kitty": rules.kitty_size, "players": rules.players, "cards": rules.pack_size, "fits": tuple(near)}
    raise InvalidRules(f"{message}{would}", *options, conflict=RuleConflict.KITTY, **facts)


def _check_buried_points(rules: Rules) -> None:
    if rules.max_buried_points is not None:
        message = "max_buried_points needs a kitty: it must be none, or kitty_size above 0"
        options = ("max_buried_points", "kitty_size")
        require(rules.kitty_size > 0, message, *options, conflict=RuleConflict.CAP_WITHOUT_KITTY)
        _require_range(rules, "max_buried_points", 0, rules.pack_points)


def _join_with_or(sizes: list[int]) -> str:
    return " or ".join(filter(None, [", ".join(map(str, sizes[:-1])), str(sizes[-1])]))


def _check_teams(rules: Rules) -> None:
    if rules.teams is Teams.FIXED:
        even = rules.players % 2 == 0
        message = "fixed teams need an even number of players; teams = friends fits"
        require(even, message, "teams", "players", conflict=RuleConflict.ODD_TEAMS)
    elif rules.teams is Teams.THREE_PAIRS:
        message = "three pairs are six players"
        require(rules.players == _SIX, message, "teams", "players", conflict=RuleConflict.THREE_PAIRS, players=_SIX)
        checked = rules.throw_check is ThrowCheck.ALL_OTHERS
        sides = "with three pairs the other side changes from deal to deal: throw_check must be all_others"
        require(checked, sides, "throw_check", "teams", conflict=RuleConflict.PAIRS_THROWS)
    else:
        checked = rules.throw_check is ThrowCheck.ALL_OTHERS
        secret = f"with teams = {rules.teams} sides are secret: throw_check must be all_others"
        require(checked, secret, "throw_check", "teams", conflict=RuleConflict.SECRET_SIDES)
    if rules.friends is not None:
        message = "friends are called only with teams = friends"
        require(rules.teams is Teams.FRIENDS, message, "friends", "teams", conflict=RuleConflict.NO_FRIENDS)
        _require_range(rules, "friends", 0, rules.players - 2)
    _require_range(rules, "small_team_bonus", 0, 12)
    _require_range(rules, "declarer_bonus", 0, 12)


def _check_friend_cards(rules: Rules) -> None:
    """Refuse conditions that together leave too few cards to call; one alone leaves as many as it does."""
    if rules.teams is not Teams.FRIENDS or len(rules.friend_cards) < _TWO:
        return
    levels = (level for level in Level if rules.start_level <= level <= rules.final_level)
    trumps = (Trump.of(rules, level.rank, suit) for level in levels for suit in (Suit.SPADES, None))
    fewest = min(count_callable(trump, rules) for trump in trumps)
    message = f"these conditions leave {fewest} cards to call, and the declarer calls {rules.friend_count}"
    facts = {"found": fewest, "wanted": rules.friend_count}
    options = ("friend_cards", "friends", "low_cut", "decks")
    require(fewest >= rules.friend_count, message, *options, conflict=RuleConflict.FRIEND_CARDS, **facts)


def _check_bidding(rules: Rules) -> None:
    """Refuse bidding for every deal where levels are shared, or where the winner of the bidding would not declare."""
    if rules.next_declarer is not NextDeclarer.BID:
        return
    own = "every deal is bid for with cards of one's own level: next_declarer = bid needs teams = friends"
    require(rules.teams is Teams.FRIENDS, own, "next_declarer", "teams", conflict=RuleConflict.BID_TEAMS)
    final = "the winner of the bidding declares: next_declarer = bid needs first_declarer = final"
    last = rules.first_declarer is FirstDeclarer.FINAL
    require(last, final, "next_declarer", "first_declarer", conflict=RuleConflict.BID_FIRST)


def _check_hidden_teams(rules: Rules) -> None:
    if rules.teams is Teams.HIDDEN_TEN:
        many = "hidden_ten is for 4 players and more: with fewer, nobody could tell who is an opponent"
        require(rules.players >= FOUR, many, "teams", "players", conflict=RuleConflict.HIDDEN_PLAYERS, least=FOUR)
        ladder = rules.declare_ladder is DeclareLadder.JOKER_TEN
        needed = "hidden_ten needs declare_ladder = joker_ten"
        require(ladder, needed, "teams", "declare_ladder", conflict=RuleConflict.HIDDEN_LADDER)
        hook = rules.hook is Hook.OFF
        reset = "hidden_ten has no levels for a hook to reset: hook must be off"
        require(hook, reset, "teams", "hook", conflict=RuleConflict.HIDDEN_HOOK)
        early = "an early end would tell who holds the called ten: early_end must be no"
        require(not rules.early_end, early, "teams", "early_end", conflict=RuleConflict.HIDDEN_END)
        for name in ("no_declaration", "no_declaration_first"):
            suited = getattr(rules, name) is not NoDeclaration.NO_TRUMP
            ten = f"hidden_ten needs a trump suit for the called ten: {name} must not be no_trump"
            require(suited, ten, "teams", name, conflict=RuleConflict.HIDDEN_SUIT, option=name)
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
    _check_level_cards(rules)


def _check_level_cards(rules: Rules) -> None:
    """Refuse declarations that nobody could make, and suits that are compared where only numbers count."""
    ladder = rules.declare_ladder
    most = min(rules.decks, _MOST_LEVEL_CARDS.get(ladder, rules.decks))
    message = f"at most {most} identical level cards can be declared: declare_min_count must be 1 to {most}"
    options = ("declare_min_count", "decks", "declare_ladder")
    fits = 1 <= rules.declare_min_count <= most
    require(fits, message, *options, conflict=RuleConflict.DECLARE_COUNT, most=most)
    again = [
        name for name in ("no_declaration", "no_declaration_first") if getattr(rules, name) is NoDeclaration.REDEAL
    ]
    rare = f"hardly any hand holds {rules.declare_min_count} identical level cards, so deals would be repeated: "
    would = f"declare_min_count must be lower, or {' and '.join(again)} no_trump"
    likely = not again or rules.declare_min_count == 1 or _expect_declarations(rules) >= _FEW_DECLARATIONS
    require(likely, rare + would, "declare_min_count", *again, conflict=RuleConflict.DECLARE_RARELY)
    compared = ladder not in {DeclareLadder.GREATER_COUNT, DeclareLadder.JOKER_TEN}
    suits = f"declare_ladder = {ladder} does not compare suits: declare_suit_order must be no"
    pair = ("declare_suit_order", "declare_ladder")
    require(compared or not rules.declare_suit_order, suits, *pair, conflict=RuleConflict.DECLARE_SUITS)


def _expect_declarations(rules: Rules) -> float:
    """Return how many sets of `declare_min_count` identical level cards a deal has in one hand, on average."""
    share, most = rules.hand_size / rules.pack_size, _count_level_cards(rules)
    sets = range(rules.declare_min_count, most + 1)
    chance = sum(comb(most, number) * share**number * (1 - share) ** (most - number) for number in sets)
    return FOUR * rules.players * chance


def _count_level_cards(rules: Rules) -> int:
    """Return how many copies of its level card a suit has at least, at any level of the match."""
    ranks = (level.rank for level in Level if rules.start_level <= level <= rules.final_level)
    return min((rules.copies_of(card_of(Suit.SPADES, rank)) for rank in ranks if rank is not None), default=rules.decks)


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


def _check_permanent_trumps(rules: Rules) -> None:
    highest = _HIGHEST_PERMANENT.get(rules.permanent_trumps)
    there = highest is None or rules.low_cut <= highest
    message = f"permanent_trumps = {rules.permanent_trumps} are not in the pack: low_cut must be lower, or none fits"
    require(there, message, "permanent_trumps", "low_cut", conflict=RuleConflict.NO_PERMANENT)


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


def _check_throws(rules: Rules) -> None:
    message = "throws_safe_only needs show_played_cards = yes, so that players can know what is safe"
    known = rules.show_played_cards or not rules.throws_safe_only
    require(known, message, "throws_safe_only", "show_played_cards", conflict=RuleConflict.UNSEEN_THROWS)


def _check_tractors(rules: Rules) -> None:
    message = "trump_level_touches_ace needs level_tractors = yes"
    touching = rules.level_tractors or not rules.trump_level_touches_ace
    options = ("trump_level_touches_ace", "level_tractors")
    require(touching, message, *options, conflict=RuleConflict.LEVEL_TRACTORS)
    _require_range(rules, "tractor_min_width", 2, MAX_DECKS)
    _require_range(rules, "tractor_min_length", 2, 13)
    longest = rules.tractor_max_length
    fits = longest is None or longest >= rules.tractor_min_length
    message = f"tractor_max_length must be none or at least {rules.tractor_min_length}"
    limits = ("tractor_max_length", "tractor_min_length")
    require(fits, message, *limits, conflict=RuleConflict.TRACTOR_LENGTHS, least=rules.tractor_min_length)


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
    if rules.target_by_points:
        least = _FEWEST_POINTS_OF_HALF_STEP if rules.scoring is Scoring.HALF_STEP else _FEWEST_POINTS
        message = f"target_by_points needs at least {least} points in the pack, not {rules.pack_points}"
        facts = {"least": least, "points": rules.pack_points}
        enough = rules.pack_points >= least or rules.scoring is Scoring.CUSTOM
        options = ("target_by_points", "low_cut", "decks")
        require(enough, message, *options, conflict=RuleConflict.TARGET_POINTS, **facts)
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


def _check_kitty_multiplier(rules: Rules) -> None:
    if rules.kitty_multiplier is not KittyMultiplier.CUSTOM:
        message = "kitty_table is for kitty_multiplier = custom"
        unused = RuleConflict.KITTY_TABLE_UNUSED
        require(not rules.kitty_table, message, "kitty_multiplier", "kitty_table", conflict=unused)
    elif not rules.kitty_table:
        message = "kitty_multiplier = custom needs kitty_table, e.g. 1:2,2:4,4:8"
        raise InvalidRules(message, "kitty_multiplier", "kitty_table", conflict=RuleConflict.KITTY_TABLE_MISSING)
    else:
        for fits, message in _kitty_table_checks(rules.kitty_table):
            facts = {"rows": MAX_KITTY_STEPS, "times": MAX_TIMES}
            require(fits, message, "kitty_table", conflict=RuleConflict.KITTY_TABLE, **facts)
    if rules.kitty_without_trump is KittyWithoutTrump.HALF:
        message = "kitty_without_trump = half needs multipliers that are even: full or none fits any"
        options = ("kitty_without_trump", "kitty_multiplier", "kitty_table")
        require(_are_multipliers_even(rules), message, *options, conflict=RuleConflict.HALF_KITTY)


def _kitty_table_checks(rows: tuple[KittyStep, ...]) -> Iterator[tuple[bool, str]]:
    yield rows[0].cards == 1, "kitty_table must begin at 1 card: a smaller lead would have no multiplier"
    yield all(low.cards < high.cards for low, high in pairwise(rows)), "cards in kitty_table must rise"
    yield all(low.times <= high.times for low, high in pairwise(rows)), "multipliers in kitty_table must not fall"
    yield len(rows) <= MAX_KITTY_STEPS, f"kitty_table has at most {MAX_KITTY_STEPS} rows"
    yield rows[-1].times <= MAX_TIMES, f"multipliers in kitty_table must be at most {MAX_TIMES}"


def _are_multipliers_even(rules: Rules) -> bool:
    odd_rows = any(row.times % 2 for row in rules.kitty_table)
    return rules.kitty_multiplier is not KittyMultiplier.FLAT_1 and not odd_rows


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
    _check_bidding,
    _check_hidden_teams,
    _check_ladder,
    _check_level_options,
    _check_permanent_trumps,
    _check_laps_and_falls,
    _check_hook,
    _check_throws,
    _check_tractors,
    _check_scoring,
    _check_kitty_multiplier,
    _check_specials,
    _check_friend_cards,
)
