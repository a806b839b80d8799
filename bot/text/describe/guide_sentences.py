"""Lists the sentences of the guide, with the page of each and the options that it explains."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from bot.text.describe import guide_conditions as c
from bot.text.describe import guide_play_conditions as p
from bot.text.describe.guide_conditions import FindKey, always, own, when
from bot.text.describe.options_in_effect import QUADRUPLE, TRIPLE
from bot.text.describe.rule_facts import find_gap_example, list_point_ranks
from engine.deal.scoring import heavy_loss_points
from engine.model.cards import Rank
from engine.model.options import Level, Teams, Throws
from engine.model.rules import Rules

RESULTS: Final = "results"
"""The name that all sentences of the table of results share."""


@dataclass(frozen=True, slots=True)
class Saying:
    """A sentence of the guide about `options`. `find_key` returns its message key, or None to leave it out."""

    page: str
    name: str
    find_key: FindKey
    options: tuple[str, ...] = ()
    starts: bool = False


def _option(page: str, name: str, *silent: object) -> Saying:
    """Return an option's own sentence. It is left out for the `silent` values, which everyone expects."""
    return _option_where(page, name, lambda rules: getattr(rules, name) not in silent)


def _option_where(page: str, name: str, holds: Callable[[Rules], bool]) -> Saying:
    return Saying(page, name, own(name, holds), (name,))


SAYINGS: Final = (
    Saying("about", "teams", c.find_teams, ("teams",)),
    Saying("about", "sides", always("guide.sides")),
    Saying("about", "tricks", lambda r: f"guide.tricks.{r.direction}", ("direction",)),
    Saying("about", "worth", lambda r: f"guide.worth.{len(list_point_ranks(r))}", starts=True),
    Saying(
        "about",
        "goal",
        lambda r: "guide.goal" if r.teams is Teams.FIXED else "guide.goal.friends",
        ("target_by_points",),
    ),
    Saying("about", "climb", when("guide.climb", lambda r: r.has_levels)),
    Saying("about", "once", when("guide.once", c.is_hidden)),
    Saying("cards", "pack", lambda r: "guide.pack" if r.kitty_size else "guide.pack.no_kitty"),
    Saying("cards", "low", when("guide.low", lambda r: r.low_cut > Rank.TWO)),
    Saying("cards", "cuts", when("guide.cuts", lambda r: bool(r.cuts))),
    Saying("cards", "left_out", when("guide.left_out", lambda r: r.left_out > 0), ("auto_cut",)),
    Saying("cards", "trumps", c.find_trumps, starts=True),
    _option("cards", "permanent_trumps", "none"),
    Saying("cards", "order", lambda r: "guide.order.hidden" if c.is_hidden(r) else "guide.order"),
    _option("cards", "no_trump_levels"),
    Saying("cards", "side", always("guide.side")),
    Saying("declaring", "declare", c.find_declare, ("deal", "declare_min_count")),
    _option("declaring", "suit_joker", "no"),
    Saying("declaring", "ladder", c.find_ladder, ("declare_ladder", "joker_declaration")),
    _option_where(
        "declaring",
        "joker_pair_beats_joker_pair",
        lambda r: r.joker_pair_beats_joker_pair and c.find_ladder(r) != "guide.ladder.six_step",
    ),
    Saying("declaring", "may", c.find_may, ("own_declaration", "partner_override")),
    Saying("declaring", "first", c.find_first, ("first_declarer",), starts=True),
    _option("declaring", "no_declaration_first"),
    _option("declaring", "no_declaration"),
    _option("declaring", "pass_deal", "off"),
    Saying("declaring", "kitty_of_jokers", when("guide.kitty_of_jokers", c.may_turn_only_jokers)),
    Saying("declaring", "undeclared", c.find_undeclared),
    Saying("declaring", "bury", c.find_bury),
    Saying("leading", "lead", p.find_lead),
    Saying("leading", "tractor", p.find_tractor),
    _option("leading", "tractor_max_length", None),
    _option_where("leading", "bridge_level_gap", lambda r: bool(find_gap_example(r))),
    Saying("leading", "chain", p.find_chain),
    Saying("leading", "throw", p.find_throw, ("throws", "throw_check"), starts=True),
    Saying("leading", "throws", own("throws", lambda r: r.throws is Throws.SIDE_SUITS)),
    _option("leading", "throw_void_trump_stops", False),
    _option("leading", "throw_units", "any"),
    _option("leading", "throws_safe_only", False),
    _option("leading", "throw_failure"),
    Saying("following", "suit", always("guide.suit")),
    Saying("following", "short", when("guide.short", c.has_shapes)),
    Saying("following", "void", always("guide.void")),
    Saying("following", "pair", p.find_pair, ("protect_longer",), starts=True),
    Saying("following", "triple", when("guide.triple", lambda r: r.decks >= TRIPLE and p.must_split_triple(r))),
    Saying("following", "follow", p.find_follow, ("follow",)),
    Saying("following", "quadruple", when("guide.quadruple", lambda r: r.decks >= QUADRUPLE and p.must_tractor(r))),
    Saying("following", "follow_uneven", p.find_uneven),
    Saying(
        "following",
        "throw_follow",
        when("guide.throw_follow", lambda r: p.has_paired_throws(r) and p.must_pair_to_throw(r)),
    ),
    _option("following", "must_beat_failed_throw", False),
    Saying("following", "low_cards", when("guide.low_cards", p.may_play_low)),
    Saying("winning", "highest", p.find_highest),
    Saying("winning", "ruff", lambda r: "guide.ruff" if c.has_shapes(r) else "guide.ruff.single"),
    Saying("winning", "split", when("guide.split", p.has_paired_throws)),
    _option("winning", "throw_compare"),
    Saying("winning", "lose", always("guide.lose")),
    Saying("winning", "next", always("guide.next")),
    Saying("winning", "trick", p.find_trick, starts=True),
    Saying("points", "collect", when("guide.collect", lambda r: not r.pickup)),
    _option("points", "pickup", False),
    _option("points", "pickup_counts"),
    Saying("points", "kitty", c.find_kitty, ("kitty_multiplier",)),
    _option("points", "kitty_table"),
    _option("points", "kitty_without_trump", "full"),
    _option("points", "throw_penalty", "none"),
    Saying("points", RESULTS, always(c.OWN_WORDS), ("scoring", "thresholds", "max_opponent_levels")),
    Saying("match", "whose", c.find_whose),
    Saying("match", "win", c.find_win, ("win",)),
    _option("match", "next_declarer"),
    Saying("special", "called_ten", when("guide.called_ten", c.is_hidden)),
    Saying("special", "secret", when("guide.secret", c.is_hidden)),
    Saying("special", "ten_alone", when("guide.ten_alone", c.is_hidden)),
    _option_where("special", "friends", c.calls_friends),
    Saying(
        "special",
        "friend_call",
        lambda r: f"guide.friend_call.{r.friend_call}" if c.calls_friends(r) else None,
        ("friend_call",),
    ),
    Saying("special", "next_copy", when("guide.next_copy", c.may_next_copy_decide)),
    _option("special", "double_join", False),
    Saying("special", "join", when("guide.join", c.calls_friends)),
    Saying("special", "friends_alone", when("guide.friends_alone", c.calls_friends)),
    Saying(
        "special", "no_trump_level", when("guide.no_trump_level", lambda r: r.has_levels and r.final_level is Level.NT)
    ),
    Saying(
        "special",
        "heavy_loss",
        when("guide.heavy_loss", lambda r: heavy_loss_points(r) is not None),
        ("heavy_loss_steps",),
    ),
)
"""All sentences in order. Other options with unusual values follow on the last page."""
