"""The general sentences of the rulebook, which no option produces."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from bot.text.describe.cards import format_cards
from bot.text.describe.options_in_effect import (
    are_pairs_possible,
    are_tractors_possible,
    can_overrule,
    can_throw_fail,
    is_every_deal_first,
    is_pair_required,
)
from bot.text.describe.rule_facts import (
    compute_kitty_facts,
    find_trump_chain,
    format_pack_facts,
    format_rank_facts,
    format_tractor_example,
    format_trump_chain,
    format_trump_order,
    list_point_ranks,
)
from bot.text.describe.rules import format_joker_counts, format_level
from bot.text.messages import Messages
from engine.deal.scoring import heavy_loss_points, points_to_win
from engine.model.options import DeclareLadder, Follow, KittyMultiplier, Level, NoDeclaration, SuitJoker, Teams, Throws
from engine.model.rules import Rules

_TRIPLE: Final = 3
LAST: Final = "last"
"""The place after all options of a section."""

Facts = Callable[[Messages, Rules], Mapping[str, object]]


@dataclass(frozen=True, slots=True)
class Basic:
    """A general sentence. `find_key` returns its message, or None under rules that do not need it."""

    section: str
    name: str
    find_key: Callable[[Rules], str | None]
    facts: Facts = lambda _messages, _rules: {}
    after: str = ""
    """The option that it follows in its section; empty if it comes before them all."""


def _always(key: str) -> Callable[[Rules], str | None]:
    return lambda _: key


def _when(key: str, holds: Callable[[Rules], bool]) -> Callable[[Rules], str | None]:
    return lambda rules: key if holds(rules) else None


def has_levels(rules: Rules) -> bool:
    """Return whether deals change levels."""
    return rules.teams is not Teams.HIDDEN_TEN


def _is_hidden(rules: Rules) -> bool:
    return rules.teams is Teams.HIDDEN_TEN


def _find_declare_key(rules: Rules) -> str:
    if rules.declare_ladder is DeclareLadder.JOKER_TEN:
        return "basics.declare.ten"
    if rules.suit_joker is not SuitJoker.NO:
        return "basics.declare.joker_several" if rules.declare_min_count > 1 else "basics.declare.joker"
    if rules.declare_min_count > 1:
        return "basics.declare.several"
    return "basics.declare" if can_overrule(rules) else "basics.declare.first"


def _tells_first_deal(rules: Rules) -> bool:
    return not is_every_deal_first(rules) and rules.no_declaration != rules.no_declaration_first


def _find_undeclared(rules: Rules) -> str | None:
    """Return the sentence on who declares if nobody made trumps; None where the cards are dealt again."""
    if _is_hidden(rules) or rules.no_declaration_first is NoDeclaration.REDEAL:
        return None
    if rules.no_declaration_first is NoDeclaration.NO_TRUMP and _tells_first_deal(rules):
        return None  # the option's sentence says who
    if not rules.kitty_size and rules.no_declaration_first is not NoDeclaration.NO_TRUMP:
        return None  # no card can be turned for trumps
    return "basics.undeclared.every" if is_every_deal_first(rules) else "basics.undeclared"


def _calls_friends(rules: Rules) -> bool:
    return rules.teams is Teams.FRIENDS and not rules.plays_alone


def _find_trumps_key(rules: Rules) -> str:
    if _is_hidden(rules):
        return "basics.trumps.hidden"
    return "basics.trumps" if sum(rules.joker_counts) else "basics.trumps.no_jokers"


def _find_lead_key(rules: Rules) -> str:
    if not are_pairs_possible(rules):
        return "basics.lead.single"
    kind = "triples" if rules.decks >= _TRIPLE else "pairs"
    return f"basics.lead.{kind}" if are_tractors_possible(rules) else f"basics.lead.{kind}.no_tractors"


def _has_shapes(rules: Rules) -> bool:
    return are_pairs_possible(rules) or rules.throws is not Throws.OFF


def _needs_kitty_suit(rules: Rules) -> bool:
    """Return whether the kitty makes trumps although it could consist of jokers."""
    turned = {NoDeclaration.KITTY_FIRST, NoDeclaration.KITTY_LEVEL_ELSE_HIGHEST}
    asked = {rules.no_declaration_first} | (set() if is_every_deal_first(rules) else {rules.no_declaration})
    return 0 < rules.kitty_size <= sum(rules.joker_counts) and bool(asked & turned)


def _asks_for_tractor(rules: Rules) -> bool:
    return are_tractors_possible(rules) and rules.follow in {Follow.SHAPES, Follow.SHAPES_NO_NEW_TRACTORS}


def _find_uneven_key(rules: Rules) -> str | None:
    if not rules.uneven_tractors or not are_tractors_possible(rules) or rules.follow is Follow.SUIT_ONLY:
        return None
    return "basics.follow_uneven.tuples" if rules.follow is Follow.TUPLES else "basics.follow_uneven"


def _counts_kitty(rules: Rules) -> bool:
    return rules.kitty_size > 0 and rules.kitty_multiplier is not KittyMultiplier.NONE


def _find_kitty_key(rules: Rules) -> str | None:
    if not _counts_kitty(rules):
        return None
    return "basics.kitty_example" if are_pairs_possible(rules) else "basics.kitty_example.single"


def _find_whose_level(rules: Rules) -> str | None:
    if _is_hidden(rules):
        return None
    personal = rules.plays_alone or rules.teams is Teams.FRIENDS
    return f"basics.whose_level.{Teams.FRIENDS if personal else Teams.FIXED}"


def _levels(messages: Messages, rules: Rules) -> Mapping[str, object]:
    return {
        "start": format_level(messages, rules.start_level),
        "final": format_level(messages, rules.final_level),
    }


def _jokers(messages: Messages, rules: Rules) -> Mapping[str, object]:
    return {"jokers": format_joker_counts(messages, rules)}


def _cuts(messages: Messages, rules: Rules) -> Mapping[str, object]:
    return {"ranks": messages.format_list(rank.text for rank in rules.cuts)}


def _left_out(messages: Messages, rules: Rules) -> Mapping[str, object]:
    return {"cards": format_cards(messages, rules.list_left_out())}


def _target(_: Messages, rules: Rules) -> Mapping[str, object]:
    return {"target": points_to_win(rules), "total": rules.pack_points, "kitty": rules.kitty_size}


BASICS: Final[tuple[Basic, ...]] = (
    Basic("sides", "goal", _always("basics.goal"), _target),
    Basic("sides", "secret", _when("basics.secret", _is_hidden), after="teams"),
    Basic("sides", "alone", _when("basics.alone", _is_hidden), after="teams"),
    Basic(
        "sides",
        "declarer",
        lambda rules: "basics.declarer" if rules.kitty_size else "basics.declarer.no_kitty",
        after="teams",
    ),
    Basic(
        "cards",
        "pack",
        lambda rules: "rules.pack" if rules.kitty_size else "rules.pack.no_kitty",
        format_pack_facts,
    ),
    Basic("cards", "jokers", lambda rules: "rules.jokers" if sum(rules.joker_counts) else "rules.no_jokers", _jokers),
    Basic("cards", "ranks", _always("rules.ranks"), format_rank_facts),
    Basic("cards", "cuts", _when("rules.cuts", lambda rules: bool(rules.cuts)), _cuts),
    Basic("cards", "left_out", _when("rules.left_out", lambda rules: rules.left_out > 0), _left_out, "auto_cut"),
    Basic("cards", "trumps", _find_trumps_key, after="auto_cut"),
    Basic("cards", "level_cards", _when("basics.level_cards", has_levels), after="auto_cut"),
    Basic(
        "cards",
        "order",
        lambda rules: "basics.order.hidden" if _is_hidden(rules) else "basics.order",
        format_trump_order,
        LAST,
    ),
    Basic("cards", "side_order", _always("basics.side_order"), format_rank_facts, LAST),
    Basic(
        "declaring",
        "draw_first",
        lambda rules: "basics.draw_first.shuffle" if is_every_deal_first(rules) else "basics.draw_first",
        after="deal",
    ),
    Basic("declaring", "declare", _find_declare_key, lambda _, rules: {"count": rules.declare_min_count}),
    Basic("declaring", "window", _always("basics.window"), after="declare_window"),
    Basic("declaring", "maker", _when("basics.maker", _is_hidden), after="declare_ladder"),
    Basic(
        "declaring",
        "known_declarer",
        _when("basics.known_declarer", lambda rules: not is_every_deal_first(rules)),
        after="first_declarer",
    ),
    Basic("declaring", "undeclared", _find_undeclared, after=LAST),
    Basic("declaring", "kitty_of_jokers", _when("basics.kitty_of_jokers", _needs_kitty_suit), after=LAST),
    Basic(
        "declaring",
        "no_trump_level",
        _when("basics.no_trump_level", lambda rules: has_levels(rules) and rules.final_level is Level.NT),
        after=LAST,
    ),
    Basic("kitty", "kitty", _when("basics.kitty", lambda rules: rules.kitty_size > 0), _target),
    Basic("kitty", "kitty_lost", _when("basics.kitty_lost", _counts_kitty), after=LAST),
    Basic(
        "kitty",
        "kitty_example",
        _find_kitty_key,
        compute_kitty_facts,
        LAST,
    ),
    Basic("friends", "join", _when("basics.join", _calls_friends), after="friend_call"),
    Basic("friends", "alone", _when("basics.alone.friends", _calls_friends), after=LAST),
    Basic("leading", "lead", _find_lead_key),
    Basic(
        "leading",
        "tractor",
        _when("basics.tractor", are_tractors_possible),
        format_tractor_example,
    ),
    Basic(
        "leading",
        "trump_chain",
        _when("basics.trump_chain", lambda rules: are_tractors_possible(rules) and len(find_trump_chain(rules)) > 1),
        format_trump_chain,
        LAST,
    ),
    Basic("throws", "throw", _when("basics.throw", lambda rules: rules.throws is not Throws.OFF), after="throws"),
    Basic(
        "throws",
        "throw_back",
        _when("basics.throw_back", can_throw_fail),
        after="throw_failure",
    ),
    Basic("following", "follow_suit", _always("basics.follow_suit")),
    Basic("following", "follow_short", _when("basics.follow_short", _has_shapes)),
    Basic("following", "void", lambda rules: "basics.void" if _has_shapes(rules) else "basics.void_single"),
    Basic("following", "follow_pair", _when("basics.follow_pair", is_pair_required)),
    Basic("following", "follow_tractor", _when("basics.follow_tractor", _asks_for_tractor), after="follow"),
    Basic("following", "follow_uneven", _find_uneven_key, after="follow"),
    Basic(
        "winning",
        "highest",
        lambda rules: "basics.highest" if _has_shapes(rules) else "basics.highest_single",
    ),
    Basic("winning", "right_shape", _when("basics.right_shape", _has_shapes)),
    Basic("winning", "leads_next", _always("basics.leads_next"), after=LAST),
    Basic("points", "points", lambda rules: f"basics.points.{len(list_point_ranks(rules))}", _target),
    Basic(
        "points",
        "heavy_loss",
        _when("rules.heavy_loss", lambda rules: heavy_loss_points(rules) is not None),
        lambda _, rules: {"points": heavy_loss_points(rules)},
        "heavy_loss_steps",
    ),
    Basic("levels", "levels", _when("rules.levels", has_levels), _levels),
    Basic("levels", "no_levels", _when("basics.no_levels", _is_hidden)),
    Basic(
        "levels",
        "whose_level",
        _find_whose_level,
    ),
)
"""All general sentences, by section and in order."""


def list_basics(section: str, rules: Rules) -> Iterator[tuple[Basic, str]]:
    """Yield the general sentences of a section (`RULE_SECTIONS`), each with its message."""
    for basic in BASICS:
        key = basic.find_key(rules) if basic.section == section else None
        if key is not None:
            yield basic, key
