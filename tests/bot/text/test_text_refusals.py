"""Every reason for a refusal is said in words that tell a player what would have been right."""

import ast
import pickle
from pathlib import Path

import pytest

import engine
from bot import play
from bot.play.refusals import Refused, StaleTask, Why
from engine.cards import Card, Suit, parse_card, parse_cards
from engine.errors import BadRules, Clash, IllegalAction, Reason
from engine.events import Declaration
from engine.game import start
from engine.presets import preset, with_options
from engine.rules import Level, OwnDeclaration, Rules
from engine.seats import Seat
from engine.view import PhaseName

PRESENT = Declaration(Seat(1), parse_cards("H7 H7"), Suit.HEARTS)
TRACTOR = parse_cards("H3 H3 H4 H4")
FACTS: dict[Reason, list[dict[str, object]]] = {
    Reason.NOT_YOUR_TURN: [{"to_act": (Seat(1),)}, {"to_act": ()}, {"to_act": (Seat(1), Seat(2))}],
    Reason.WRONG_PHASE: [{"phase": name} for name in PhaseName] + [{"phase": "declaring"}],
    Reason.TABLE_ONLY: [{}],
    Reason.NO_SUCH_SEAT: [{"seat": 6, "players": 4}],
    Reason.MATCH_OVER: [{}],
    Reason.WRONG_COUNT: [{"wanted": 8, "given": 6}, {"wanted": 1, "given": 0}],
    Reason.NOT_HELD: [{"missing": parse_cards("SA")}],
    Reason.NO_CARDS: [{}],
    Reason.WRONG_DECK: [{"wanted": 108, "given": 54}],
    Reason.NOT_A_DECLARATION: [{"cards": parse_cards("S3")}],
    Reason.NOT_STRONGER: [{"present": PRESENT}],
    Reason.OWN_DECLARATION: [{"present": PRESENT, "may": may} for may in OwnDeclaration],
    Reason.PARTNER_DECLARED: [{"present": PRESENT}],
    Reason.ALREADY_PASSED: [{}],
    Reason.NO_CLAIM: [{"points": 5, "trumps": 1}],
    Reason.MIXED_SUITS: [{"suits": (Suit.SPADES, Suit.TRUMP)}],
    Reason.THROWS_OFF: [{"units": (parse_cards("SK SK"), parse_cards("SA"))}],
    Reason.BAD_GROUPING: [{"cards": TRACTOR}],
    Reason.MUST_FOLLOW_SUIT: [{"suit": Suit.TRUMP, "owed": 2, "given": n} for n in (0, 1)],
    Reason.MUST_FOLLOW_SHAPE: [
        {"suit": Suit.HEARTS, "lead": (TRACTOR,), "owed": (parse_cards("H10 H10"), parse_cards("H5 H5"))}
    ],
    Reason.MUST_PLAY_EXACTLY: [{"cards": parse_cards("H5 H5 H6 H6")}],
    Reason.MUST_BEAT: [{"cards": parse_cards("HK")}],
    Reason.MUST_PLAY_RAINBOW: [{"size": 5}],
    Reason.WRONG_FRIEND: [{"card": parse_card("BJ"), "why": why} for why in ("kind", "copy", "twice")],
    Reason.WRONG_FRIEND_COUNT: [{"wanted": 2, "given": 1}],
    Reason.NOTHING_TO_TAKE_BACK: [{}],
    Reason.RESULT_STILL_OPEN: [{}],
    Reason.NOT_ALLOWED: [{"option": "redeal_claim"}],
}
TABLE_FACTS: dict[Why, dict[str, object]] = {
    Why.SEAT_TAKEN: {"seat": 2},
    Why.TOO_MANY_COMPUTERS: {"players": 6, "most": 5},
    Why.SITS_ELSEWHERE: {"tables": ((1, 7), (2, 8))},
    Why.SEATS_EMPTY: {"empty": 3},
    Why.SEAT_EMPTY: {"seat": 2},
    Why.NOT_IN_CHANNEL: {"channels": (7, 8)},
    Why.NO_SEAT: {"seat": 9, "seats": 4},
    Why.NOT_AWAY: {"seat": 2},
    Why.NO_COMPUTER_THERE: {"seat": 2},
    Why.TOO_MANY_PEOPLE: {"people": 6, "seats": 4},
    Why.NOT_HOST: {"host": 42},
    Why.BROKEN: {"table": 7},
    Why.TOO_MANY_TABLES: {"limit": 20},
    Why.BAD_RULES: {"message": "a kitty of 8 does not fit", "options": ("kitty_size",)},
    Why.DEAL_NOT_OVER: {"deal": 3},
    Why.BAD_CARDS: {"text": "xyzzy"},
    Why.NOT_ALLOWED_HERE: {"permissions": ("attach_files", "send_messages")},
}


def test_every_reason_is_tried():
    assert set(FACTS) == set(Reason)


@pytest.mark.parametrize("reason", Reason)
def test_every_reason_has_words(texts, reason):
    said = [texts.refusal(IllegalAction(reason, **facts)) for facts in FACTS[reason]]
    assert all(said)
    assert not any(mark in text for text in said for mark in "{}<>")


@pytest.mark.parametrize("reason", Reason)
def test_cards_and_suits_that_matter_are_named(texts, reason):
    """What is missing, owed, led or too weak stands in the words, as the language says it."""
    for facts in FACTS[reason]:
        said = texts.refusal(IllegalAction(reason, **facts))
        for value in facts.values():
            for named in _named(value, texts):
                assert named in said


def _named(value, texts):
    match value:
        case Card():
            yield texts.card(value)
        case Suit():
            yield texts.suit(value)
        case Declaration():
            yield texts.cards(value.cards)
        case (Card(), *_) if value is not TRACTOR:  # a lead is told by its shape
            yield texts.cards(value)
        case (Suit(), *_):
            yield from map(texts.suit, value)


@pytest.mark.parametrize("why", Why)
def test_every_refusal_of_a_table_has_words(texts, why):
    assert texts.refusal(Refused(why, **TABLE_FACTS.get(why, {})))


def raised(package, error):
    """Find every place that raises `error(Kind.NAME, fact=…)` and yield its name and the facts it gives."""
    for path in Path(package.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == error:
                kind = node.args[0] if node.args else None
                if isinstance(kind, ast.Attribute) and all(word.arg for word in node.keywords):
                    yield kind.attr, {word.arg for word in node.keywords}


def test_the_facts_tried_here_are_those_the_engine_gives():
    found = list(raised(engine, "IllegalAction"))
    assert len(found) > 30
    for name, facts in found:
        assert facts in [set(tried) for tried in FACTS[Reason[name]]], name


def test_the_facts_tried_here_are_those_the_tables_give():
    found = list(raised(play, "Refused"))
    assert len(found) > 15
    for name, facts in found:
        assert facts == set(TABLE_FACTS.get(Why[name], {})), name


def test_options_named_by_the_engine_have_names(texts):
    options = set()
    for path in Path(engine.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.keyword) and node.arg == "option" and isinstance(node.value, ast.Constant):
                options.add(node.value.value)
    assert options
    assert all(texts.option(option) != option for option in options)


@pytest.mark.parametrize(
    ("refused", "expected"),
    [
        (
            IllegalAction(Reason.MUST_FOLLOW_SHAPE, **FACTS[Reason.MUST_FOLLOW_SHAPE][0]),
            ("You hold 10-10 and 5-5 of hearts; a tractor of 2 pairs in hearts was led and asks for these, "
            "or others like them."),
        ),
        (IllegalAction(Reason.NOT_YOUR_TURN, to_act=(Seat(1),)), "It is not your turn: seat 2 is to act."),
        (IllegalAction(Reason.WRONG_COUNT, wanted=1, given=3), "Choose 1 card; you chose 3."),
        (
            IllegalAction(Reason.NO_CLAIM, points=5, trumps=1),
            "A new deal may be asked for with no trumps or no points in hand; you hold 1 trump and 5 points.",
        ),
        (
            IllegalAction(Reason.THROWS_OFF, units=(parse_cards("SK SK"), parse_cards("SA"))),
            ("That would be a throw (K-K and A of spades), and throws are not allowed here: "
            "lead one of its parts."),
        ),
        (IllegalAction(Reason.MIXED_SUITS, suits=(Suit.SPADES, Suit.TRUMP)), "A lead is of one suit; yours mixes spades and trumps."),
        (StaleTask(), "The game has moved on; this is how it stands now."),
        (Refused(Why.NOT_HOST, host=42), "Only the host may do that: <@42>."),
        (
            Refused(Why.NOT_ALLOWED_HERE, permissions=("attach_files", "send_messages")),
            "I lack permissions in this channel: Attach Files and Send Messages.",
        ),
    ],
)  # fmt: skip
def test_how_it_reads(english, refused, expected):
    assert english.refusal(refused) == expected


def test_names_say_whose_turn_it_is(english):
    refused = IllegalAction(Reason.NOT_YOUR_TURN, to_act=(Seat(1), Seat(2)))
    assert english.refusal(refused, ("Ann", "Bob", "Cat")) == "It is not your turn: Bob and Cat are to act."


CLASHES = {
    Clash.NO_OPTION: {"bombz": "yes"},
    Clash.NO_VALUE: {"follow": "*never*"},
    Clash.RANGE: {"decks": 9},
    Clash.JOKERS: {"jokers": (3, 0)},
    Clash.KITTY: {"kitty_size": 7},
    Clash.ODD_TEAMS: {"players": 5, "kitty_size": 3},
    Clash.SECRET_SIDES: {"teams": "friends", "throw_check": "other_side"},
    Clash.NO_FRIENDS: {"friends": 2},
    Clash.HIDDEN_LADDER: {"teams": "hidden_ten"},
    Clash.HIDDEN_HOOK: {"teams": "hidden_ten", "declare_ladder": "joker_ten", "hook": "capture"},
    Clash.HIDDEN_END: {"teams": "hidden_ten", "declare_ladder": "joker_ten", "early_end": "yes"},
    Clash.NO_PICKUP: {"pickup": "yes"},
    Clash.TEN_JOKERS: {"declare_ladder": "joker_ten", "jokers": (0, 0)},
    Clash.TEN_TENS: {"declare_ladder": "joker_ten", "low_cut": "J", "start_level": "J"},
    Clash.TEN_HANDS: {"declare_ladder": "joker_ten", "kitty_size": 104},
    Clash.START_LEVEL: {"start_level": "NT", "final_level": "NT"},
    Clash.LEVEL_ORDER: {"start_level": "9", "final_level": "5"},
    Clash.LOW_LEVEL: {"low_cut": "5"},
    Clash.LEVELS_OUTSIDE: {"compulsory_levels": "2,5", "start_level": "4"},
    Clash.HOOK_JACKS: {"hook": "capture", "final_level": "10"},
    Clash.HOOK_TWOS: {"hook": "capture", "low_cut": "5", "start_level": "5"},
    Clash.TRACTOR_LENGTHS: {"tractor_min_length": 3, "tractor_max_length": 2},
    Clash.THRESHOLDS_UNUSED: {"thresholds": "0:hold+1,80:turn+0"},
    Clash.THRESHOLDS_MISSING: {"scoring": "custom"},
    Clash.THRESHOLDS: {"scoring": "custom", "thresholds": "0:hold+1,80:hold+0"},
    Clash.BOMBS: {"bombs": "any_suit"},
}
"""A set of rules that cannot be played for every reason there is."""


def clash_of(overrides):
    with pytest.raises(BadRules) as bad:
        with_options(Rules(), **overrides)
    return bad.value


def refusal_of(bad, texts):
    refused = Refused(Why.BAD_RULES, message=str(bad))
    refused.__cause__ = bad
    return texts.refusal(refused)


@pytest.mark.parametrize("clash", Clash)
def test_every_clash_of_rules_says_what_would_fit(clash, texts):
    if clash in {Clash.NO_PRESET, Clash.LEVELS}:  # not by options
        with pytest.raises(BadRules) as bad:
            preset("whist") if clash is Clash.NO_PRESET else start(Rules(), (Level.TWO,))
        found = bad.value
    else:
        found = clash_of(CLASHES[clash])
    assert found.clash is clash
    assert pickle.loads(pickle.dumps(found)).facts == found.facts
    said = refusal_of(found, texts)
    assert said
    if texts.tag != "en":
        assert str(found) not in said
        assert any("\u4e00" <= sign <= "\u9fff" for sign in said)


def test_what_would_fit_is_named(texts):
    said = refusal_of(clash_of({"kitty_size": 7}), texts)
    assert "8" in said
    assert "4" in said
    assert "any_suit" in refusal_of(clash_of({"bombs": "no"}), texts)
    levels = refusal_of(clash_of({"low_cut": "5"}), texts)
    assert "5" in levels
    none = refusal_of(clash_of({"decks": 1, "players": 12, "kitty_size": 60, "jokers": (0, 0), "low_cut": "A"}), texts)
    assert "12" in none


def test_what_somebody_typed_is_not_said_back_with_marks(texts):
    said = refusal_of(clash_of({"follow": "**@everyone** " * 30}), texts)
    assert "@" not in said
    assert "*" not in said
    assert len(said) < 400


def test_cards_of_another_suit_are_not_counted_as_none(catalogue):
    """Who chose a club where spades were led has chosen something: it is said what it is not."""
    refused = IllegalAction(Reason.MUST_FOLLOW_SUIT, suit=Suit.SPADES, owed=1, given=0)
    assert catalogue.texts("en").refusal(refused) == "You have spades, so you must follow with one; you chose none."
    assert catalogue.texts("zh-TW").refusal(refused) == "你有黑桃，必須跟：要出 1 張，你選的牌裡沒有黑桃。"


def test_nothing_typed_is_not_said_back(texts):
    assert texts.refusal(Refused(Why.BAD_CARDS, text=" ")) == texts.say("table.bad_cards_none")
    assert "xyzzy" in texts.refusal(Refused(Why.BAD_CARDS, text="xyzzy"))
