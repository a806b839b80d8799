"""Whether sides can be formed: teams, friends and hidden teams."""

from typing import Final

from engine.model.cards import Suit
from engine.model.errors import InvalidRules, RuleConflict
from engine.model.friend_cards import count_callable
from engine.model.options import (
    DeclareLadder,
    FirstDeclarer,
    Hook,
    Level,
    NextDeclarer,
    NoDeclaration,
    Teams,
    ThrowCheck,
)
from engine.model.rules import Rules
from engine.model.trump import Trump
from engine.model.validators.requirement import require, require_range

_FOUR: Final = 4
_TWO: Final = 2
_SIX: Final = 6


def check_teams(rules: Rules) -> None:
    """Refuse sides that these players cannot form."""
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
        require_range(rules, "friends", 0, rules.players - 2)
    require_range(rules, "small_team_bonus", 0, 12)
    require_range(rules, "declarer_bonus", 0, 12)


def check_friend_cards(rules: Rules) -> None:
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


def check_bidding(rules: Rules) -> None:
    """Refuse bidding for every deal where levels are shared, or where the winner of the bidding would not declare."""
    if rules.next_declarer is not NextDeclarer.BID:
        return
    own = "every deal is bid for with cards of one's own level: next_declarer = bid needs teams = friends"
    require(rules.teams is Teams.FRIENDS, own, "next_declarer", "teams", conflict=RuleConflict.BID_TEAMS)
    final = "the winner of the bidding declares: next_declarer = bid needs first_declarer = final"
    last = rules.first_declarer is FirstDeclarer.FINAL
    require(last, final, "next_declarer", "first_declarer", conflict=RuleConflict.BID_FIRST)


def check_hidden_teams(rules: Rules) -> None:
    """Refuse options that need other sides than hidden ones."""
    if rules.teams is Teams.HIDDEN_TEN:
        many = "hidden_ten is for 4 players and more: with fewer, nobody could tell who is an opponent"
        require(rules.players >= _FOUR, many, "teams", "players", conflict=RuleConflict.HIDDEN_PLAYERS, least=_FOUR)
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
