"""Each question has its own prompt, which depends on the declarations, the hand and the rules."""

from dataclasses import replace

import pytest
from played_deals import list_views, play_deals
from test_text_events import RESULT

from bot.text.describe.prompts import get_led_suit
from engine.model.cards import Rank, Suit, parse_cards
from engine.model.events import Declaration, Declined
from engine.model.options import Level
from engine.model.presets import PRESETS, with_options
from engine.model.seats import Seat
from engine.model.trump import Trump
from engine.model.view import Ask, PhaseName, PlayView, TrickView

NAMES = ("Ann", "Bob", "Cat", "Dan")
ME, OTHER = Seat(0), Seat(1)


def bid(seat, cards):
    return (Declaration(seat, parse_cards(cards), Suit.SPADES),)


@pytest.fixture(scope="module")
def declaring():
    """Return the view of a seat that may declare. All cards are drawn. Nobody has declared or passed yet."""
    rules = PRESETS["standard"]
    views = (view for phase, _ in play_deals(rules, 4) for view in list_views(phase, rules))
    view = next(view for view in views if view.ask is Ask.DECLARE)
    trump = Trump.of(rules, Rank.TWO, None)
    return replace(view, seat=ME, to_draw=0, declarations=(), passed=(False,) * 4, trump=trump)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"declarations": bid(ME, "S2")}, "Your 2 of spades is the best bid so far. Pass or add to it."),
        ({"declarations": bid(OTHER, "S2")}, "2 of spades is the best bid so far. Beat it or pass."),
        (
            {"declarations": bid(ME, "S2"), "passed": (True, False, False, False)},
            "Your 2 of spades is the best bid so far. Pass or add to it.",
        ),
        (
            {"declarations": bid(OTHER, "S2"), "passed": (True, False, False, False)},
            "You passed. You can change your mind while the others decide.",
        ),
        ({"passed": (True, False, False, False)}, "You passed. You can change your mind while the others decide."),
        ({"passed": (False, True, True, True)}, "Declare trumps with a level card (2) or jokers, or pass."),
        (
            {"declarations": bid(OTHER, "S2"), "to_draw": 9},
            "2 of spades is the best bid so far. You can beat it now or later.",
        ),
        (
            {"declarations": bid(ME, "S2"), "to_draw": 9},
            "Your 2 of spades is the best bid so far. Pass or add to it.",
        ),
    ],
)
def test_declaring_prompt_depends_on_the_best_bid(english, declaring, changes, words):
    assert english.format_prompt(replace(declaring, **changes)) == words


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"seat": ME}, "Beat it with cards of your own level (5) or pass."),
        ({"seat": None}, "Beat it or pass."),
        ({"declarer": OTHER}, "Beat it or pass."),
        ({"levels": (Level.FIVE,) * 4}, "Beat it or pass."),
    ],
)
def test_prompt_names_own_level_only_if_levels_differ(english, declaring, changes, words):
    view = replace(declaring, declarer=None, levels=(Level.FIVE, Level.TWO) * 2, declarations=bid(OTHER, "S2"))
    assert english.format_prompt(replace(view, **changes)) == f"2 of spades is the best bid so far. {words}"


@pytest.mark.parametrize(
    ("declarations", "to_draw", "words"),
    [
        ((), 0, "Call trumps with a joker and a ten, or pass."),
        ((), 5, "You can call trumps with a joker and a ten, now or later. Cards are still being drawn."),
        (bid(OTHER, "LJ S10"), 0, "is the best call so far. Beat it with the big joker and a ten, or pass."),
        (bid(OTHER, "BJ S10"), 0, "is the call, and nobody can overrule it."),
        (bid(ME, "LJ S10"), 0, "is the best bid so far. Pass or add to it."),
    ],
)
def test_calls_with_a_ten_have_their_own_prompts(english, declaring, declarations, to_draw, words):
    view = replace(declaring, rules=PRESETS["hidden-ten"], declarations=declarations, to_draw=to_draw)
    assert view.declined_by_pass is Declined.CALL
    assert english.format_prompt(view).endswith(words)


@pytest.mark.parametrize(
    ("options", "ending"),
    [
        ({}, " (2) or jokers, or pass."),
        ({"little_jokers_declare": "no"}, " (2) or big jokers, or pass."),
        ({"joker_declaration": "off"}, " (2), or pass."),
        ({"jokers": "0+0"}, " (2), or pass."),
        ({"jokers": "2+0"}, " (2) or jokers, or pass."),
        ({"jokers": "2+0", "little_jokers_declare": "no"}, " (2), or pass."),
        ({"jokers": "0+2", "little_jokers_declare": "no"}, " (2) or big jokers, or pass."),
    ],
)
def test_declaring_prompt_names_the_jokers_that_declare(english, declaring, options, ending):
    rules = replace(declaring.rules, **vars_of(options))
    assert english.format_prompt(replace(declaring, rules=rules)) == f"Declare trumps with a level card{ending}"


def vars_of(options):
    """Return the values into which option texts are parsed. The kitty size is chosen to suit the number of jokers."""
    kitty = {"0+0": "4", "2+0": "6", "0+2": "6"}.get(options.get("jokers"), "8")
    rules = with_options(PRESETS["standard"], kitty_size=kitty, **options)
    return {name: getattr(rules, name) for name in options}


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"to_draw": 3}, "Cards are being drawn."),
        ({"declarations": bid(ME, "S2")}, "Your declaration is the best so far. Waiting for the others to pass."),
        ({"declarations": bid(OTHER, "S2")}, "You passed. The others can still declare."),
        ({"passed": (False,) * 4}, "You can't make trumps with these cards, so you pass automatically."),
        ({"seat": None}, "You passed. The others can still declare."),
        ({"rules": PRESETS["hidden-ten"]}, "You passed. The others can still call trumps."),
        ({"phase": PhaseName.READY}, "The next deal is about to begin."),
        ({"phase": PhaseName.FINISHED, "result": None}, "The deal is over."),
        ({"phase": PhaseName.PLAYING}, "Wait for the other players."),
    ],
)
def test_waiting_prompt_says_why_nothing_is_asked(english, declaring, changes, words):
    view = replace(declaring, ask=Ask.NOTHING, passed=(True, False, False, False))
    assert english.format_prompt(replace(view, **changes)) == words


@pytest.mark.parametrize(
    ("lead", "hand", "words"),
    [
        ("HK", "H3", "Follow with hearts."),
        ("HK HK", "H3 H4", "Follow with hearts: a pair was led."),
        ("HK HK", "H3 C4", "Play all your hearts (1) and add other cards to make 2."),
        ("HK HK", "C3 C4 C5", "You have no hearts: play any 2 cards."),
        ("S3", "S4", "Follow with trumps."),
        ("S3", "H4", "You have no trumps: play any card."),
    ],
)
def test_follow_prompt_counts_cards_of_the_led_suit(english, declaring, lead, hand, words):
    led = PlayView(OTHER, parse_cards(lead), (parse_cards(lead),))
    view = replace(declaring, phase=PhaseName.PLAYING, ask=Ask.FOLLOW, trick=TrickView((led,), OTHER, 0))
    view = replace(view, hand=parse_cards(hand), trump=Trump.of(view.rules, Rank.TWO, Suit.SPADES), must_beat=None)
    assert english.format_prompt(view) == words
    assert english.format_prompt(replace(view, must_beat=ME)).startswith("You can beat ")
    assert english.format_prompt(replace(view, must_beat=Seat(2))) == words


@pytest.mark.parametrize("what", [Declined.DECLARE, Declined.CALL, Declined.STEAL])
def test_pass_label_mentions_overruling_only_when_declaring(catalogue, declaring, what):
    texts = catalogue.texts_for("zh-CN")
    rules = PRESETS["hidden-ten"] if what is Declined.CALL else declaring.rules
    phase = PhaseName.STEALING if what is Declined.STEAL else PhaseName.DECLARING
    view = replace(declaring, rules=rules, phase=phase, declarations=bid(OTHER, "LJ S10"))
    assert view.declined_by_pass is what
    assert texts.format_pass(view) == texts.say("pass.overrule" if what is Declined.DECLARE else f"pass.{what}")


def lie(view, *cards, points=0):
    """Return the view during a trick in which these cards are already played, the lead first."""
    plays = tuple(PlayView(Seat(seat), parse_cards(text)) for seat, text in enumerate(cards, 1))
    trick = TrickView(plays, OTHER if plays else None, points)
    return replace(view, phase=PhaseName.PLAYING, trick=trick, trump=Trump.of(view.rules, Rank.TWO, Suit.SPADES))


def test_rainbow_is_followed_by_a_rainbow(english, declaring):
    view = replace(lie(declaring, "H5 D5 C5"), ask=Ask.FOLLOW, hand=parse_cards("H3 D3 C3"), must_beat=None)
    words = "The lead was a rainbow of 3 cards. If you have a rainbow of that size, play one."
    assert english.format_prompt(view) == words


def test_led_pair_is_named_without_listed_parts(english, declaring):
    view = replace(lie(declaring, "H5 H5"), ask=Ask.FOLLOW, hand=parse_cards("H3 H4"), must_beat=None)
    assert english.format_prompt(view) == "Follow with hearts: a pair was led."


@pytest.mark.parametrize(("lying", "points"), [(True, 10), (False, 20)])
def test_pickup_prompt_names_points_of_current_or_last_trick(english, declaring, lying, points):
    done = tuple(TrickView((PlayView(OTHER, parse_cards("H5")),), OTHER, worth) for worth in (5, 20))
    view = replace(lie(declaring, *(["HK"] if lying else []), points=10), ask=Ask.PICK_UP, tricks=done)
    assert f" {points} points" in english.format_prompt(view)


def test_led_suit_is_none_for_mixed_or_missing_leads(declaring):
    assert get_led_suit(lie(declaring, "H5 H5")) is Suit.HEARTS
    assert get_led_suit(lie(declaring, "S5")) is Suit.TRUMP
    assert get_led_suit(lie(declaring, "H5 D5")) is None
    assert get_led_suit(lie(declaring)) is None
    assert get_led_suit(replace(lie(declaring, "H5"), trump=None)) is None


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"to_draw": 4}, "dealing"),
        ({}, "declare"),
        ({"phase": PhaseName.READY}, ""),
        ({"phase": PhaseName.FINISHED}, ""),
        ({"to_act": ()}, ""),
        ({"phase": PhaseName.PLAYING, "to_draw": 4}, "lead"),
        ({"phase": PhaseName.BURYING}, "bury"),
    ],
)
def test_waiting_text_names_the_players_who_act(english, declaring, changes, words):
    view = replace(declaring, to_act=(OTHER,), trick=TrickView((), None, 0))
    facts = {"left": 4} if words == "dealing" else {"names": "Bob"}
    assert english.format_waiting(replace(view, **changes), NAMES) == (
        words and english.say(f"waiting.{words}", **facts)
    )


def test_waiting_text_after_the_lead_says_play(english, declaring):
    assert english.format_waiting(replace(lie(declaring, "H5"), to_act=(Seat(2),)), NAMES) == "Cat to play"


def test_take_back_button_names_trumps_only_while_declaring(catalogue, declaring):
    texts = catalogue.texts_for("zh-CN")
    assert texts.format_take_back(declaring) == texts.say("ask.take_back_trumps")
    assert texts.format_take_back(lie(declaring)) == texts.say("ask.take_back") != texts.say("ask.take_back_trumps")


@pytest.mark.parametrize(("winners", "words"), [((ME,), "The match is over."), ((), "The deal is over.")])
def test_prompt_says_that_deal_or_match_is_over(english, declaring, winners, words):
    view = replace(declaring, ask=Ask.NOTHING, phase=PhaseName.FINISHED, result=replace(RESULT, winners=winners))
    assert english.format_prompt(view) == words
