"""Every reason for a refusal is said in words that tell a player what would have been right."""

import ast
from pathlib import Path

import pytest

import engine
from bot import play
from bot.play.refusals import Refused, StaleTask, Why
from engine.cards import Suit, parse_card, parse_cards
from engine.errors import BadRules, IllegalAction, Reason
from engine.events import Declaration
from engine.presets import with_options
from engine.rules import OwnDeclaration, Rules
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
    Reason.MUST_FOLLOW_SUIT: [{"suit": Suit.TRUMP, "owed": 2, "given": 1}],
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
    Why.SEATS_EMPTY: {"empty": 3},
    Why.SEAT_EMPTY: {"seat": 2},
    Why.NOT_IN_CHANNEL: {"channels": (7, 8)},
    Why.NO_SEAT: {"seat": 9, "seats": 4},
    Why.NOT_AWAY: {"seat": 2},
    Why.NO_COMPUTER_THERE: {"seat": 2},
    Why.TOO_MANY_PEOPLE: {"people": 6, "seats": 4},
    Why.NOT_HOST: {"host": 42},
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


def test_rules_that_clash_are_named_in_every_language(texts):
    with pytest.raises(BadRules) as bad:
        with_options(Rules(), players=5)
    refused = Refused(Why.BAD_RULES, message=str(bad.value))
    refused.__cause__ = bad.value
    said = texts.refusal(refused)
    assert all(texts.option(option) in said for option in bad.value.options)
    assert (str(bad.value) in said) == (texts.tag == "en")
