"""Views and results that the tests of `bot.render` share."""

import random
from collections.abc import Iterable

from engine.model.cards import Card, Rank, Suit, parse_cards
from engine.model.events import DealResult, Declaration
from engine.model.options import Level, Teams
from engine.model.rules import Rules
from engine.model.seats import Seat
from engine.model.trump import Trump
from engine.model.view import Ask, PhaseName, PlayView, TrickView, View

EMPTY_TRICK = TrickView((), None, 0)
NAMES = (
    "Mei",
    "Jonathan R.",
    "庄家小王",
    "xX_Tractor_Xx",
    "Ana",
    "老張",
    "Bob",
    "Christopher Wellington-Smythe the Third..",
    "أحمد 12",
    "שלום",
    "Дмитрий",
    "🐯 tiger 👩‍👩‍👧",
)


def make_rules(players: int, teams: Teams = Teams.FIXED) -> Rules:
    return Rules(players=players, decks=max(2, players // 3), teams=teams)


def make_view(rules: Rules | None = None, **fields: object) -> View:
    """Return a view during the tricks of a deal. `fields` replace its values."""
    rules = rules or Rules()
    n = rules.players
    defaults: dict[str, object] = {
        "rules": rules,
        "phase": PhaseName.PLAYING,
        "seat": Seat(0),
        "deal_number": 3,
        "levels": (Level.TWO,) * n,
        "first_deal": False,
        "declarer": Seat(0),
        "trump": Trump.of(rules, Rank.TWO, Suit.SPADES),
        "hand": (),
        "hand_sizes": (18,) * n,
        "to_draw": 0,
        "kitty_size": rules.kitty_size,
        "kitty": None,
        "kitty_turned": (),
        "declarations": (Declaration(Seat(0), parse_cards("S2"), Suit.SPADES),),
        "passed": (False,) * n,
        "sides": tuple(i % 2 == 0 for i in range(n)),
        "friends": (),
        "tricks": (EMPTY_TRICK,) * 6,
        "trick": EMPTY_TRICK,
        "points": (0,) * n,
        "opponents_points": 45,
        "points_left": 0,
        "ask": Ask.NOTHING,
        "to_act": (Seat(0),),
        "can_take_back": False,
        "can_end_deal": False,
        "redeal": None,
        "result": None,
    }
    return View(**{**defaults, **fields})  # type: ignore[arg-type]  # fields of many types


def deal_cards(count: int, seed: int = 3, decks: int = 2) -> tuple[Card, ...]:
    pack = [Card(i) for i in range(54)] * decks
    random.Random(seed).shuffle(pack)
    return tuple(pack[:count])


def make_play(seat: int, cards: str, attempt: str = "") -> PlayView:
    return PlayView(Seat(seat), parse_cards(cards), (), parse_cards(attempt))


def make_trick(plays: Iterable[PlayView], winner: int, points: int = 0) -> TrickView:
    return TrickView(tuple(plays), Seat(winner), points)


def make_result(**fields: object) -> DealResult:
    defaults: dict[str, object] = {
        "declarer": Seat(0),
        "declarers": (Seat(0), Seat(2)),
        "opponents_points": 125,
        "trick_points": 65,
        "kitty": parse_cards("H5 H5 D10 C3 C4 C4 D7 S9"),
        "kitty_points": 20,
        "multiplier": 4,
        "penalty_points": -20,
        "last_trick": Seat(1),
        "declarers_hold": False,
        "rise": 1,
        "levels_before": (Level.FIVE, Level.TWO) * 2,
        "levels_after": (Level.FIVE, Level.THREE) * 2,
        "hooked": (),
        "next_declarer": Seat(1),
        "winners": (),
    }
    return DealResult(**{**defaults, **fields})  # type: ignore[arg-type]  # fields of many types
