"""Each reason for a refusal has a text that tells the player what they did wrong or can do instead."""

import ast
import pickle
import re
from dataclasses import fields
from pathlib import Path

import pytest

import engine
from bot.play.refusals import StaleTask, TableRefusal, TableRefused
from bot.text.catalogue import Catalogue
from bot.text.languages import DEFAULT
from engine.cards_in_play.leads import check_held
from engine.deal.game import start
from engine.model.cards import Card, Suit, parse_card, parse_cards
from engine.model.errors import IllegalAction, InvalidRules, Reason, RuleConflict
from engine.model.events import Declaration
from engine.model.options import Level, OwnDeclaration
from engine.model.presets import preset
from engine.model.rules import Rules
from engine.model.seats import Seat
from engine.model.view import PhaseName
from tests.exact_options import with_only

PRESENT = Declaration(Seat(1), parse_cards("H7 H7"), Suit.HEARTS)
TRACTOR = parse_cards("H3 H3 H4 H4")
FACTS: dict[Reason, list[dict[str, object]]] = {
    Reason.NOT_YOUR_TURN: [{"to_act": (Seat(1),)}, {"to_act": ()}, {"to_act": (Seat(1), Seat(2))}],
    Reason.WRONG_PHASE: [{"phase": name} for name in PhaseName] + [{"phase": "declaring"}],
    Reason.TABLE_ONLY: [{}],
    Reason.NO_SUCH_SEAT: [{"seat": 6, "players": 4}],
    Reason.MATCH_OVER: [{}],
    Reason.WRONG_COUNT: [{"wanted": 8, "given": 6}, {"wanted": 1, "given": 0}],
    Reason.NOT_HELD: [
        {"missing": parse_cards("SA"), "held": ()},
        {"missing": parse_cards("BJ"), "held": parse_cards("BJ")},
        {"missing": parse_cards("SA BJ"), "held": parse_cards("BJ")},
    ],
    Reason.NO_CARDS: [{}],
    Reason.WRONG_DECK: [{"wanted": 108, "given": 54}],
    Reason.NOT_A_DECLARATION: [{"cards": parse_cards("S3")}],
    Reason.NOT_STRONGER: [{"present": PRESENT}],
    Reason.OWN_DECLARATION: [{"present": PRESENT, "may": may} for may in OwnDeclaration],
    Reason.PARTNER_DECLARED: [{"present": PRESENT}],
    Reason.ALREADY_PASSED: [{}],
    Reason.TOO_MANY_POINTS: [{"most": 20, "given": 35}],
    Reason.NO_CLAIM: [{"points": 5, "trumps": 1}],
    Reason.MIXED_SUITS: [{"suits": (Suit.SPADES, Suit.TRUMP)}],
    Reason.THROWS_OFF: [{"units": (parse_cards("SK SK"), parse_cards("SA"))}],
    Reason.UNSAFE_THROW: [{"units": (parse_cards("SK SK"), parse_cards("SA"))}],
    Reason.BAD_GROUPING: [{"cards": TRACTOR}],
    Reason.MUST_FOLLOW_SUIT: [{"suit": Suit.TRUMP, "required": 2, "given": n} for n in (0, 1)],
    Reason.MUST_FOLLOW_SHAPE: [
        {"suit": Suit.HEARTS, "lead": (TRACTOR,), "required": (parse_cards("H10 H10"), parse_cards("H5 H5"))}
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
TABLE_FACTS: dict[TableRefusal, dict[str, object]] = {
    TableRefusal.SEAT_TAKEN: {"seat": 2},
    TableRefusal.TOO_MANY_COMPUTERS: {"players": 6, "most": 5},
    TableRefusal.ALREADY_WATCHING: {"table": 3},
    TableRefusal.UNKNOWN_RULE_SET: {"name": "whist", "names": ("Standard", "Classic")},
    TableRefusal.AMBIGUOUS_RULE_SET: {"name": "ten", "names": ("Hidden ten", "Hidden ten, 6 players")},
    TableRefusal.HOUSE_RULES_TAKEN: {"name": "Friday rules"},
    TableRefusal.HOUSE_RULES_NAME: {"longest": 32},
    TableRefusal.TOO_MANY_HOUSE_RULES: {"limit": 10},
    TableRefusal.HOUSE_RULES_OUTDATED: {"name": "Friday rules"},
    TableRefusal.SEATED_ELSEWHERE: {"tables": ((1, 7), (2, 8))},
    TableRefusal.SEATS_EMPTY: {"empty": 3},
    TableRefusal.SEAT_EMPTY: {"seat": 2},
    TableRefusal.HAND_SEEN: {"seat": 2},
    TableRefusal.TOO_FAST: {"seconds": 7},
    TableRefusal.NOT_IN_CHANNEL: {"channels": (7, 8)},
    TableRefusal.UNKNOWN_SEAT: {"seat": 9, "seats": 4},
    TableRefusal.NOT_AWAY: {"seat": 2},
    TableRefusal.NO_COMPUTER_THERE: {"seat": 2},
    TableRefusal.TOO_MANY_PEOPLE: {"people": 6, "seats": 4},
    TableRefusal.NOT_HOST: {"host": 42},
    TableRefusal.BROKEN: {"table": 7},
    TableRefusal.TOO_MANY_TABLES: {"limit": 20},
    TableRefusal.TOO_MANY_HOSTED: {"limit": 3, "tables": ((1, 7), (2, 8), (3, 7))},
    TableRefusal.INVALID_RULES: {"message": "a kitty of 8 does not fit", "options": ("kitty_size",)},
    TableRefusal.DEAL_NOT_OVER: {"deal": 3},
    TableRefusal.INVALID_CARDS: {"text": "xyzzy"},
    TableRefusal.NOT_ALLOWED_HERE: {"permissions": ("attach_files", "send_messages")},
}


def test_every_reason_has_sample_facts():
    assert list(FACTS) == list(Reason.list_keys())


def test_every_reason_has_words(texts):
    for reason in Reason.list_keys():
        said = [texts.format_refusal(IllegalAction(reason, **facts)) for facts in FACTS[reason]]
        assert all(said), reason
        assert not any(mark in text for text in said for mark in "{}<>"), reason


def test_cards_and_suits_that_matter_are_named(texts):
    """If a reason comes with cards, suits or declarations, the text of the refusal names them."""
    for reason in Reason.list_keys():
        for facts in FACTS[reason]:
            said = texts.format_refusal(IllegalAction(reason, **facts))
            for value in facts.values():
                for named in _named(value, texts):
                    assert named in said, reason


def _named(value, texts):
    match value:
        case Card():
            yield texts.format_card(value)
        case Suit():
            yield texts.format_suit(value)
        case Declaration():
            yield texts.format_cards(value.cards)
        case (Card(), *_) if value is not TRACTOR:  # the text describes a led tractor by its shape, without its cards
            yield texts.format_cards(value)
        case (Suit(), *_):
            yield from map(texts.format_suit, value)


@pytest.mark.parametrize(
    ("seats", "words"),
    [((0,), "seat 1"), ((0, 2), "seat 1 and seat 3"), ((-1, 1), "seat 2"), ((-1,), None)],
)
def test_players_whose_turn_it_is_are_named(catalogue, seats, words):
    """The text names the seats that must act. Seat -1 stands for the table, so it is not named."""
    english = catalogue.texts_for(DEFAULT.tag)
    said = english.format_refusal(IllegalAction(Reason.NOT_YOUR_TURN, to_act=tuple(map(Seat, seats))))
    if words is None:
        assert said == english.say("refused.not_your_turn_nobody")
    else:
        assert said == english.say("refused.not_your_turn", count=1 + ("and" in words), who=words)


def test_every_refusal_of_a_table_has_words(texts):
    for why in TableRefusal.list_keys():
        assert texts.format_refusal(TableRefused(why, **TABLE_FACTS.get(why, {}))), why


def test_sample_facts_match_the_reason():
    for reason in (*FACTS, *TableRefusal.list_keys()):
        tried = FACTS[reason] if reason in FACTS else [TABLE_FACTS.get(reason, {})]
        assert all(list(facts) == list(reason.facts) for facts in tried), reason


def test_options_named_by_the_engine_have_names(catalogue):
    options = set()
    for path in Path(engine.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.keyword) and node.arg == "option" and isinstance(node.value, ast.Constant):
                options.add(node.value.value)
    assert options
    assert all(texts.format_option(option) != option for option in options for texts in catalogue.list_texts())


@pytest.mark.parametrize(
    ("refused", "expected"),
    [
        (
            IllegalAction(Reason.MUST_FOLLOW_SHAPE, **FACTS[Reason.MUST_FOLLOW_SHAPE][0]),
            ("You have 10-10 and 5-5 of hearts. The lead was a tractor of 2 pairs in hearts, "
            "so you must play these or others like them."),
        ),
        (IllegalAction(Reason.NOT_YOUR_TURN, to_act=(Seat(1),)), "It's not your turn: waiting for seat 2."),
        (IllegalAction(Reason.WRONG_COUNT, wanted=1, given=3), "Choose 1 card; you chose 3."),
        (
            IllegalAction(Reason.NO_CLAIM, points=5, trumps=1),
            "You can ask for a new deal only with no trumps or no points in hand; you have 1 trump and 5 points.",
        ),
        (
            IllegalAction(Reason.THROWS_OFF, units=(parse_cards("SK SK"), parse_cards("SA"))),
            "That would be a throw (K-K and A of spades), which isn't allowed here. Lead one of its parts.",
        ),
        (IllegalAction(Reason.MIXED_SUITS, suits=(Suit.SPADES, Suit.TRUMP)), "Lead cards of one suit only; yours mix spades and trumps."),
        (StaleTask(), "The game has moved on. Here is the current state."),
        (TableRefused(TableRefusal.NOT_HOST, host=42), "Only the host can do that: <@42>."),
        (
            TableRefused(TableRefusal.NOT_ALLOWED_HERE, permissions=("attach_files", "send_messages")),
            "I'm missing permissions in this channel: Attach Files and Send Messages.",
        ),
    ],
)  # fmt: skip
def test_refusal_has_expected_text(english, refused, expected):
    assert english.format_refusal(refused) == expected


def test_refusal_names_the_players_whose_turn_it_is(english):
    refused = IllegalAction(Reason.NOT_YOUR_TURN, to_act=(Seat(1), Seat(2)))
    assert english.format_refusal(refused, ("Ann", "Bob", "Cat")) == "It's not your turn: waiting for Bob and Cat."


CLASHES = {
    RuleConflict.NO_OPTION: {"bombz": "yes"},
    RuleConflict.NO_VALUE: {"follow": "*never*"},
    RuleConflict.RANGE: {"decks": 9},
    RuleConflict.JOKERS: {"jokers": (3, 0)},
    RuleConflict.KITTY: {"kitty_size": 7},
    RuleConflict.NO_KITTY: {"kitty_size": 0, "kitty_theft": True},
    RuleConflict.NO_THEFT: {"theft_moves_declarer": "yes"},
    RuleConflict.CAP_WITHOUT_KITTY: {"kitty_size": 0, "max_buried_points": 10},
    RuleConflict.ODD_TEAMS: {"players": 5, "kitty_size": 3},
    RuleConflict.SECRET_SIDES: {"teams": "friends", "throw_check": "other_side"},
    RuleConflict.NO_FRIENDS: {"friends": 2},
    RuleConflict.FRIEND_CARDS: {
        "teams": "friends",
        "low_cut": "K",
        "start_level": "K",
        "kitty_size": 4,
        "friend_cards": "no_trumps,no_highest",
    },
    RuleConflict.BID_TEAMS: {"next_declarer": "bid"},
    RuleConflict.BID_FIRST: {"teams": "friends", "next_declarer": "bid", "first_declarer": "first"},
    RuleConflict.THREE_PAIRS: {"teams": "three_pairs"},
    RuleConflict.PAIRS_THROWS: {
        "teams": "three_pairs",
        "players": 6,
        "kitty_size": 6,
        "throw_check": "other_side",
    },
    RuleConflict.HIDDEN_PLAYERS: {"players": 2, "teams": "hidden_ten", "declare_ladder": "joker_ten"},
    RuleConflict.HIDDEN_LADDER: {"teams": "hidden_ten"},
    RuleConflict.HIDDEN_HOOK: {"teams": "hidden_ten", "declare_ladder": "joker_ten", "hook": "capture"},
    RuleConflict.HIDDEN_END: {"teams": "hidden_ten", "declare_ladder": "joker_ten", "early_end": "yes"},
    RuleConflict.HIDDEN_SUIT: {"teams": "hidden_ten", "declare_ladder": "joker_ten", "no_declaration": "no_trump"},
    RuleConflict.NO_PICKUP: {"pickup": "yes"},
    RuleConflict.TEN_JOKERS: {"declare_ladder": "joker_ten", "jokers": (0, 0)},
    RuleConflict.TEN_TENS: {"declare_ladder": "joker_ten", "low_cut": "J", "start_level": "J"},
    RuleConflict.TEN_HANDS: {"declare_ladder": "joker_ten", "kitty_size": 104},
    RuleConflict.DECLARE_COUNT: {"declare_min_count": 3},
    RuleConflict.DECLARE_RARELY: {"decks": 4, "declare_min_count": 4, "joker_declaration": "off"},
    RuleConflict.TEN_RARELY: {
        "players": 12,
        "decks": 1,
        "kitty_size": 6,
        "teams": "hidden_ten",
        "declare_ladder": "joker_ten",
    },
    RuleConflict.PASSED_OFTEN: {"players": 8, "kitty_size": 4, "teams": "friends", "pass_deal": "declarers"},
    RuleConflict.CLAIM_OFTEN: {"decks": 1, "players": 8, "redeal_claim": "no_trump_or_no_points", "kitty_size": 6},
    RuleConflict.CLAIM_WITHOUT_SUIT: {"redeal_claim": "no_trump_or_no_points", "no_trump_levels": "plain"},
    RuleConflict.DECLARE_SUITS: {"declare_ladder": "greater_count", "declare_suit_order": "yes"},
    RuleConflict.SUIT_JOKERS: {"suit_joker": "by_colour", "jokers": "0+2", "kitty_size": 6},
    RuleConflict.SUIT_JOKER_LADDER: {"suit_joker": "any", "declare_ladder": "joker_support"},
    RuleConflict.START_LEVEL: {"start_level": "NT", "final_level": "NT"},
    RuleConflict.LEVEL_ORDER: {"start_level": "9", "final_level": "5"},
    RuleConflict.LOW_LEVEL: {"low_cut": "5"},
    RuleConflict.NO_PERMANENT: {"permanent_trumps": "twos", "low_cut": "3", "start_level": "3", "kitty_size": 4},
    RuleConflict.LEVELS_OUTSIDE: {"compulsory_levels": "2,5", "start_level": "4"},
    RuleConflict.DEFEND_UNPLAYED: {"win": "reach_ace", "start_level": "A", "must_defend_levels": "A"},
    RuleConflict.FAILURES_UNPLAYED: {"ace_failures": 3, "win": "reach_ace"},
    RuleConflict.FAILURES_LEVELS: {"ace_failures": 3, "start_level": "A"},
    RuleConflict.HOOK_LEVELS: {"hook": "capture", "final_level": "10"},
    RuleConflict.HOOK_BACK: {"hook": "capture", "hook_to": "seven", "hook_ranks": "5,J"},
    RuleConflict.HOOK_CARDS: {"hook": "capture", "hook_pair": "three"},
    RuleConflict.HOOK_DECLARER: {"hook": "capture", "hook_declarer": "two"},
    RuleConflict.PROTECTED_TEMPLATE: {"follow": "template", "protect_longer": "yes"},
    RuleConflict.UNSEEN_THROWS: {"throws_safe_only": True, "show_played_cards": False},
    RuleConflict.LEVEL_TRACTORS: {"trump_level_touches_ace": True, "level_tractors": False},
    RuleConflict.TRACTOR_LENGTHS: {"tractor_min_length": 3, "tractor_max_length": 2},
    RuleConflict.UNEVEN_DECKS: {"uneven_tractors": True},
    RuleConflict.THRESHOLDS_UNUSED: {"thresholds": "0:hold+1,80:turn+0"},
    RuleConflict.THRESHOLDS_MISSING: {"scoring": "custom"},
    RuleConflict.THRESHOLDS: {"scoring": "custom", "thresholds": "0:hold+1,80:hold+0"},
    RuleConflict.KITTY_TABLE_UNUSED: {"kitty_table": "1:2,2:4"},
    RuleConflict.KITTY_TABLE_MISSING: {"kitty_multiplier": "custom"},
    RuleConflict.KITTY_TABLE: {"kitty_multiplier": "custom", "kitty_table": "2:4"},
    RuleConflict.HALF_KITTY: {"kitty_multiplier": "flat_1", "kitty_without_trump": "half"},
    RuleConflict.CUTS: {"cuts": "3,3"},
    RuleConflict.CUT_RANKS: {"cuts": "2"},
    RuleConflict.AUTO_CUT: {"auto_cut": "yes", "decks": 1, "kitty_size": 7},
    RuleConflict.TARGET_POINTS: {"target_by_points": "yes", "low_cut": "A", "start_level": "A", "kitty_size": 4},
    RuleConflict.BOMBS: {"bombs": "any_suit"},
}
"""Examples of options that cause each conflict."""


def clash_of(overrides):
    with pytest.raises(InvalidRules) as bad:
        with_only(Rules(), **overrides)
    return bad.value


def refusal_of(bad, texts):
    refused = TableRefused(TableRefusal.INVALID_RULES, message=str(bad))
    refused.__cause__ = bad
    return texts.format_refusal(refused)


@pytest.mark.parametrize("clash", RuleConflict.list_keys(), ids=str)
def test_every_rule_conflict_has_a_text_in_every_language(clash, catalogue):
    by_call = {
        RuleConflict.NO_PRESET: lambda: preset("whist"),
        RuleConflict.PRESET_PLAYERS: lambda: preset("looking-for-friends", 4),
        RuleConflict.LEVELS: lambda: start(Rules(), (Level.TWO,)),
    }
    if clash in by_call:  # these conflicts come from the arguments of a call, so no option causes them
        with pytest.raises(InvalidRules) as bad:
            by_call[clash]()
        found = bad.value
    else:
        found = clash_of(CLASHES[clash])
    assert found.conflict is clash
    assert pickle.loads(pickle.dumps(found)).facts == found.facts
    for texts in catalogue.list_texts():
        said = refusal_of(found, texts)
        assert said
        if texts.tag != DEFAULT.tag:
            assert str(found) not in said
            assert any("\u4e00" <= sign <= "\u9fff" for sign in said)


def test_rule_conflict_names_fitting_values(texts):
    said = refusal_of(clash_of({"kitty_size": 7}), texts)
    assert "8" in said
    assert "4" in said
    assert "104" not in refusal_of(clash_of({"kitty_size": 500}), texts), "hands of one card"
    assert f"`{texts.say('value.bombs.any_suit')}`" in refusal_of(clash_of({"bombs": "no"}), texts)
    levels = refusal_of(clash_of({"low_cut": "5"}), texts)
    assert "5" in levels
    none = refusal_of(clash_of({"decks": 1, "players": 12, "kitty_size": 60, "jokers": (0, 0), "low_cut": "A"}), texts)
    assert "12" in none


@pytest.mark.parametrize(
    ("overrides", "said"),
    [
        ({"early_end": "maybe"}, "Choose from: `Yes` or `No`."),
        ({"throws": "trumps"}, "Choose from: `In all suits`, `In side suits only`, or `None`."),
        ({"decks": "many"}, "Choose from: a number from 1 to 6."),
        ({"tractor_max_length": "long"}, "Choose from: a number from 2 to 13 or `No limit`."),
        ({"jokers": "2"}, "Choose from: values such as `2+2`."),
        ({"cuts": "x"}, "Choose from: values such as `3,3`."),
        ({"thresholds": "80"}, "Choose from: values such as `0:hold+1,80:turn+1`."),
        ({"kitty_table": "abc"}, "Choose from: values such as `1:2,2:4,4:8`."),
        ({"friend_cards": "no_aces"}, "“no_aces”"),
        ({"start_level": "Z"}, "`K`, or `A`."),
        ({"final_level": "Z"}, "`A`, or `no trump`."),
        ({"hook_ranks": "Z"}, "or `None`."),
    ],
)
def test_refusal_lists_values_as_bot_prints_them(english, overrides, said):
    assert said in refusal_of(clash_of(overrides), english)


def test_refusal_of_a_number_names_the_possible_range(texts):
    numbers = [one.name for one in fields(Rules) if type(one.default) is int or one.default is None]
    for name in set(numbers) - {"jokers"}:
        said = refusal_of(clash_of({name: "many"}), texts)
        assert len(re.findall(r"\b\d+\b", said)) >= 2, said


@pytest.mark.parametrize(("typed", "near"), [("deck", "decks"), ("start_levle", "start_level"), ("xyzzy", None)])
def test_closest_option_is_proposed(texts, typed, near):
    said = refusal_of(clash_of({typed: "3"}), texts)
    assert f"`{texts.format_option(near)}`" in said if near else typed in said


def test_typed_text_is_repeated_without_markup(texts):
    said = refusal_of(clash_of({"follow": "**@everyone** " * 30}), texts)
    assert "@" not in said
    assert "*" not in said
    assert len(said) < 400


def test_refusal_counts_only_chosen_cards_of_the_led_suit(catalogue):
    """A club that is chosen on a spade lead does not count, so the refusal says that no spade was chosen."""
    refused = IllegalAction(Reason.MUST_FOLLOW_SUIT, suit=Suit.SPADES, required=1, given=0)
    assert catalogue.texts_for("en").format_refusal(refused) == "You have spades, so you must play one; you chose none."
    assert catalogue.texts_for("zh-TW").format_refusal(refused) == "你有黑桃，必須跟：要出 1 張，你選的牌裡沒有黑桃。"


def test_empty_input_is_not_repeated(texts):
    assert texts.format_refusal(TableRefused(TableRefusal.INVALID_CARDS, text=" ")) == texts.say(
        "table.invalid_cards_none"
    )
    assert "xyzzy" in texts.format_refusal(TableRefused(TableRefusal.INVALID_CARDS, text="xyzzy"))
    turned = texts.format_refusal(TableRefused(TableRefusal.INVALID_CARDS, text="\u202exy*zzy"))
    assert "\u202e" not in turned
    assert "xy\\*zzy" in turned


@pytest.mark.parametrize(
    ("hand", "asked", "said"),
    [
        ("BJ S3", "BJ BJ", "You have only one big joker."),
        ("HK HK S3", "HK HK HK", "You have only 2 copies of the king of hearts."),
        ("S3 S4", "BJ BJ", "Not in your hand: 2 big jokers."),
        ("BJ S4", "BJ BJ HK", "You don't have all of these: big joker and king of hearts."),
    ],
)
def test_refusal_distinguishes_missing_copies_from_missing_cards(hand, asked, said):
    with pytest.raises(IllegalAction) as refused:
        check_held(parse_cards(hand), parse_cards(asked))
    assert Catalogue.load().texts_for("en").format_refusal(refused.value) == said
