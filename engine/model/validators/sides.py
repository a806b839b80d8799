"""Checks whether sides can be formed: teams, friends, bidding and hidden teams."""

from typing import Final

from engine.model.declaration_ladder import list_trumps
from engine.model.errors import InvalidRules, RuleConflict
from engine.model.friend_cards import count_callable
from engine.model.options import (
    DeclareLadder,
    FirstDeclarer,
    Hook,
    NextDeclarer,
    NoDeclaration,
    SpecialHook,
    Teams,
    ThrowCheck,
)
from engine.model.rules import Rules
from engine.model.validators.levels import SPECIAL_HOOKS
from engine.model.validators.requirement import require, require_range

_FOUR: Final = 4
_TWO: Final = 2
_SIX: Final = 6


def check_teams(rules: Rules) -> None:
    """Refuse sides that these players cannot form."""
    checked = rules.throw_check is ThrowCheck.ALL_OTHERS
    if rules.teams is Teams.FIXED:
        even = rules.players % 2 == 0
        message = "fixed teams need an even number of players; teams = friends fits"
        require(even, RuleConflict.ODD_TEAMS, message, ("teams", "players"))
    elif rules.teams is Teams.THREE_PAIRS:
        message = "three pairs are six players"
        require(rules.players == _SIX, RuleConflict.THREE_PAIRS, message, ("teams", "players"), players=_SIX)
        sides = "with three pairs the other side changes from deal to deal: throw_check must be all_others"
        require(checked, RuleConflict.PAIRS_THROWS, sides, ("throw_check", "teams"))
    else:
        secret = f"with teams = {rules.teams} sides are secret: throw_check must be all_others"
        require(checked, RuleConflict.SECRET_SIDES, secret, ("throw_check", "teams"))
    if rules.friends is not None:
        message = "friends are called only with teams = friends"
        require(rules.teams is Teams.FRIENDS, RuleConflict.NO_FRIENDS, message, ("friends", "teams"))
        require_range(rules, "friends", 0, rules.players - 2)
    require_range(rules, "small_team_bonus", 0, 12)
    require_range(rules, "declarer_bonus", 0, 12)


def check_friend_cards(rules: Rules) -> None:
    """Refuse conditions that together leave too few cards to call. With a single condition, fewer cards are called."""
    if rules.teams is not Teams.FRIENDS or len(rules.friend_cards) < _TWO:
        return
    fewest = min(count_callable(trump, rules) for trump in list_trumps(rules))
    message = f"these conditions leave {fewest} cards to call, and the declarer calls {rules.friend_count}"
    options = ("friend_cards", "friends", "low_cut", "decks")
    require(
        fewest >= rules.friend_count,
        RuleConflict.FRIEND_CARDS,
        message,
        options,
        found=fewest,
        wanted=rules.friend_count,
    )


def check_bidding(rules: Rules) -> None:
    """Refuse bidding for every deal if players share levels, or if the first declaration decides."""
    if rules.next_declarer is not NextDeclarer.BID:
        return
    own = "every deal is bid for with cards of one's own level: next_declarer = bid needs teams = friends"
    require(rules.teams is Teams.FRIENDS, RuleConflict.BID_TEAMS, own, ("next_declarer", "teams"))
    final = "the winner of the bidding declares: next_declarer = bid needs first_declarer = final"
    last = rules.first_declarer is FirstDeclarer.FINAL
    require(last, RuleConflict.BID_FIRST, final, ("next_declarer", "first_declarer"))


def check_hidden_teams(rules: Rules) -> None:
    """Refuse options that hidden teams do not allow. Refuse `pickup` in games without hidden teams."""
    if rules.teams is Teams.HIDDEN_TEN:
        many = "hidden_ten is for 4 players and more: with fewer, nobody could tell who is an opponent"
        require(rules.players >= _FOUR, RuleConflict.HIDDEN_PLAYERS, many, ("teams", "players"), least=_FOUR)
        ladder = rules.declare_ladder is DeclareLadder.JOKER_TEN
        needed = "hidden_ten needs declare_ladder = joker_ten"
        require(ladder, RuleConflict.HIDDEN_LADDER, needed, ("teams", "declare_ladder"))
        special = tuple(name for name in SPECIAL_HOOKS if getattr(rules, name) is not SpecialHook.NO)
        no_hook = rules.hook is Hook.OFF and not special
        off = " and ".join(("hook must be off", *(f"{name} no" for name in special)))
        reset = f"hidden_ten has no levels for a hook to reset: {off}"
        require(no_hook, RuleConflict.HIDDEN_HOOK, reset, ("teams", "hook", *special))
        early = "an early end would tell who holds the called ten: early_end must be no"
        require(not rules.early_end, RuleConflict.HIDDEN_END, early, ("teams", "early_end"))
        for name in ("no_declaration", "no_declaration_first"):
            suited = getattr(rules, name) is not NoDeclaration.NO_TRUMP
            ten = f"hidden_ten needs a trump suit for the called ten: {name} must not be no_trump"
            require(suited, RuleConflict.HIDDEN_SUIT, ten, ("teams", name), option=name)
    elif rules.pickup:
        message = "points are picked up or left only with teams = hidden_ten"
        raise InvalidRules(RuleConflict.NO_PICKUP, message, ("pickup", "teams"))
