"""Pictures are described in words, in reading order, and shortened only to fit Discord's limit."""

from dataclasses import replace
from itertools import islice, pairwise
from operator import ge

import pytest
from played_deals import list_views, play_deals
from test_text_events import RESULT

from bot.text.describe import picture_alt_text as pictures
from bot.text.describe.alt_text import AltTextDetail, format_within_limit
from engine.model.actions import FriendCall
from engine.model.cards import ALL_FACES, Suit, parse_card, parse_cards
from engine.model.events import Declaration
from engine.model.presets import PRESETS, with_options
from engine.model.seats import Seat
from engine.model.trump import Trump
from engine.model.view import Ask, CalledFriend, PhaseName, PlayView, TrickView

ALT = 1024
NAMES = ("Ann", "Bob", "Cat", "Dan")
LONG = tuple(f"An excessively long name, number {n:07d}" for n in range(12))


@pytest.fixture(scope="module")
def following():
    """The view of a seat that must follow in a standard game; tests change parts of it."""
    rules = PRESETS["standard"]
    return next(
        view for phase, _ in play_deals(rules, 5) for view in list_views(phase, rules) if view.ask is Ask.FOLLOW
    )


def seen(view, hand, suit, plays=(), rank=None):
    trump = Trump.of(view.rules, rank or view.trump.rank, suit)
    trick = TrickView(tuple(plays), plays[0].seat if plays else None, 10)
    return replace(view, hand=parse_cards(hand), trump=trump, trick=trick)


def test_hand_is_described_in_words(english, following):
    lead = PlayView(Seat(3), parse_cards("HK HK"), (parse_cards("HK HK"),))
    view = seen(replace(following, opponents_points=35), "H3 H3 C9 D5 SA SK S2 BJ D2", Suit.SPADES, [lead])
    assert english.format_hand_alt_text(view, NAMES) == (
        "Follow with hearts: a pair was led. Level 2, spades are trumps; opponents 35 of 80. Trick 1: Dan led king of hearts ×2. "
        "Dan is winning it, 10 points in it. Your hand, 9 cards. "
        "Trumps: big joker, 2 of spades, 2 of diamonds, ace of spades, king of spades. "
        "Hearts: 3 ×2. Clubs: 9. Diamonds: 5."
    )


def test_hand_lists_playable_and_picked_cards(english, following):
    lead = PlayView(Seat(3), parse_cards("HK"), (parse_cards("HK"),))
    view = seen(following, "H3 H4 H9 C9", Suit.SPADES, [lead])
    told = english.format_hand_alt_text(view, NAMES, frozenset(parse_cards("H3 H4")), parse_cards("H4"))
    assert told.endswith("You can play: 4 of hearts, 3 of hearts. Picked 1 of 1: 4 of hearts.")
    whole = english.format_hand_alt_text(view, NAMES, frozenset(parse_cards("H3 H4 H9")))
    assert whole.startswith("Follow with hearts.")
    assert "You can play" not in whole, "the prompt names the suit"


def test_playable_cards_are_not_listed_when_all_are_playable(english, following):
    lead = PlayView(Seat(3), parse_cards("HK"), (parse_cards("HK"),))
    view = seen(following, "H3 H4", Suit.SPADES, [lead])
    assert "You can play" not in english.format_hand_alt_text(view, NAMES, frozenset(parse_cards("H3 H4")))


@pytest.mark.parametrize("details", [pictures._HAND_DETAILS, pictures._TABLE_DETAILS, pictures._REPLAY_DETAILS])
def test_each_shorter_description_only_leaves_details_out(details):
    def kept(how):
        return (
            how.last_trick,
            how.spell_out,
            how.max_name_length,
            how.extras,
            how.trick,
            how.hand,
            how.hand and not how.symbols,
        )

    for longer, shorter in pairwise(map(kept, details)):
        assert longer != shorter
        assert all(map(ge, longer, shorter))


@pytest.mark.parametrize(("length", "is_kept"), [(ALT, True), (ALT + 1, False)])
def test_description_of_exactly_the_limit_is_kept_whole(english, following, length, is_kept):
    whole, short = AltTextDetail(), AltTextDetail(extras=False)
    told = format_within_limit(
        english, following, None, (whole, short), lambda writer: iter(["x" * length if writer.how.extras else "short"])
    )
    assert told == ("x" * length if is_kept else "short")


@pytest.mark.parametrize(("length", "shown"), [(40, "N" * 40), (41, "N" * 39 + "…")])
def test_only_names_over_forty_characters_are_shortened(english, following, length, shown):
    names = ("N" * length, *NAMES[1:])
    waits = replace(seen(following, "H3", Suit.SPADES), ask=Ask.NOTHING, to_act=(Seat(0),))
    assert f"{shown} to lead." in english.format_hand_alt_text(waits, names)


def test_hand_begins_with_how_the_last_trick_ended(english, following):
    view = replace(seen(following, "H3", Suit.SPADES), ask=Ask.LEAD, trick=TrickView((), None, 0))
    assert "Trick 1 begins." in english.format_hand_alt_text(view, NAMES)
    plays = [PlayView(Seat(seat), parse_cards(card), ()) for seat, card in enumerate(("H9", "HK", "S3", "H4"))]
    ended = replace(view, tricks=(TrickView(tuple(plays), Seat(2), 10),))
    told = english.format_hand_alt_text(ended, NAMES)
    assert told.startswith(
        "Cat won trick 1 with 3 of spades, 10 points in it. "
        "Played: Ann led 9 of hearts; Bob king of hearts; Cat 3 of spades; Dan 4 of hearts. Your lead."
    )
    assert "begins" not in told
    assert told.startswith(f"{english.format_trick_end(ended, NAMES)} Your lead.")
    assert english.format_trick_end(view, NAMES) == ""
    assert "begins" not in english.format_hand_alt_text(replace(view, phase=PhaseName.BURYING), NAMES)


def test_cards_still_out_have_signs_or_spoken_words(english, following):
    view = seen(following, "HA H3", Suit.SPADES, [PlayView(Seat(3), parse_cards("HK"), (parse_cards("HK"),))])
    assert "♥A-K-10-10-5-5 · " in english.format_still_out(view, NAMES)
    spoken = english.format_still_out(view, NAMES, is_spoken=True)
    assert "hearts: ace, king, 10 ×2, 5 ×2 · " in spoken
    assert not set("♠♥♣♦") & set(spoken)


def test_last_trick_is_dropped_first_for_space(english, following):
    hand = tuple(reversed(ALL_FACES))[:45]
    trick = TrickView(tuple(PlayView(Seat(seat), hand[:8], ()) for seat in range(4)), Seat(2), 10)
    view = replace(following, hand=hand, trick=TrickView((), None, 0), tricks=(trick,), ask=Ask.LEAD)
    told = english.format_hand_alt_text(view, NAMES)
    who, rest = "Cat took 10 points. ", english.format_hand_alt_text(replace(view, tricks=()), NAMES)
    assert told.startswith(f"{who}{rest[:40]}"), "who won is still said"


def test_alt_text_for_waiting_player_says_once_who_acts(english, following):
    view = replace(seen(following, "H3", Suit.SPADES), ask=Ask.NOTHING, to_act=(Seat(0),))
    told = english.format_hand_alt_text(view, NAMES)
    assert "Ann to lead." in told
    assert english.format_prompt(view) not in told


def test_empty_hand_is_described(texts, following):
    assert texts.say("alt.hand_empty") in texts.format_hand_alt_text(replace(following, hand=()))


@pytest.mark.parametrize("size", [25, 33, 39, 45])
@pytest.mark.parametrize("suit", [Suit.SPADES, None])
def test_the_largest_hands_fit_and_name_every_rank(texts, following, size, suit):
    """Hands without two equal cards have the longest texts, because no cards can be counted together."""
    hand = tuple(reversed(ALL_FACES))[:size]
    plays = [PlayView(Seat(seat), hand[:8], (hand[:8],) if seat == 0 else ()) for seat in range(3)]
    view = replace(following, hand=hand, trick=TrickView(tuple(plays), Seat(0), 100))
    view = replace(view, trump=Trump.of(view.rules, view.trump.rank, suit))
    told = texts.format_hand_alt_text(view, LONG, frozenset(hand[:20]), hand[:8])
    assert len(told) <= ALT
    assert texts.say("alt.hand", count=size) in told
    assert told[-1] in ".。"
    for rank in {card.rank for card in hand if card.rank is not None}:
        assert rank.text in told or texts.say(f"spoken.{rank.text}") in told


@pytest.mark.parametrize("decks", [3, 6])
def test_hand_of_trumps_alone_fits(texts, following, decks):
    rules = with_options(PRESETS["looking-for-friends"], decks=decks, kitty_size=7 if decks == 3 else 4)
    trump = Trump.of(rules, parse_card("S7").rank, Suit.DIAMONDS)
    hand = tuple(face for face in ALL_FACES if trump.is_trump(face)) * decks
    told = texts.format_hand_alt_text(
        replace(following, rules=rules, trump=trump, hand=hand, trick=TrickView((), None, 0), ask=Ask.LEAD), LONG
    )
    assert len(told) <= ALT
    assert texts.say("alt.hand", count=len(hand)) in told


def test_crowded_table_fits_the_limit(texts):
    rules = with_options(PRESETS["looking-for-friends"], players=12, decks=4, jokers=(0, 2), kitty_size=6, low_cut="2")
    calls = tuple(CalledFriend(FriendCall(parse_card("SA"), n), Seat(n)) for n in range(1, 6))
    cards = parse_cards("H3 H3 H3 H4 H4 H4 H5 H5")
    for phase, _ in islice(play_deals(rules, 2), 0, None, 20):
        for view in islice(list_views(phase, rules), 3):
            plays = tuple(PlayView(Seat(n), cards, (cards,) if n == 0 else ()) for n in range(11))
            crowded = replace(view, friends=calls, trick=TrickView(plays, Seat(0), 100)) if view.trick.plays else view
            assert len(texts.format_table_alt_text(crowded, LONG)) <= ALT
            assert len(texts.format_hand_alt_text(crowded, LONG)) <= ALT


def test_table_is_described_in_words(english, following):
    lead = PlayView(Seat(3), parse_cards("HK HK"), (parse_cards("HK HK"),))
    view = replace(
        seen(following, "", Suit.SPADES, [lead]), seat=None, tricks=(), hand_sizes=(25, 25, 25, 23), declarer=Seat(3)
    )
    view = replace(view, to_act=(Seat(0),), deal_number=4, levels=view.levels, opponents_points=0)
    assert english.format_table_alt_text(view, NAMES) == (
        "Deal 4. Level 2, spades are trumps; declarer Dan; opponents 0 of 80. "
        "Trick 1: Dan led K-K of hearts. Dan is winning it, 10 points in it. "
        "Cards in hand: Ann 25, Bob 25, Cat 25, Dan 23. Ann to play."
    )


def test_failed_throw_names_the_attempt(english, following):
    thrown = PlayView(Seat(3), parse_cards("HK"), (parse_cards("HK"),), parse_cards("HA HA HK"))
    view = seen(following, "H3", Suit.SPADES, [thrown])
    assert (
        "Dan tried to throw ace of hearts ×2, king of hearts, but could play only king of hearts, because somebody holds higher hearts."
        in english.format_hand_alt_text(view, NAMES)
    )
    assert "Dan tried to throw A-A-K of hearts, but could play only king of hearts" in english.format_table_alt_text(
        view, NAMES
    )


def test_failed_throw_has_its_own_line(english, following):
    thrown = PlayView(Seat(3), parse_cards("HK"), (parse_cards("HK"),), parse_cards("HA HA HK"))
    told = english.format_failed_throw(seen(following, "H3", Suit.SPADES, [thrown]), NAMES)
    assert (
        told
        == "Dan tried to throw A-A-K of hearts, but could play only king of hearts, because somebody holds higher hearts."
    )
    assert english.format_failed_throw(seen(following, "H3", Suit.SPADES), NAMES) == ""


def test_own_failed_throw_is_described_with_the_word_you(english, following):
    thrown = PlayView(Seat(3), parse_cards("HK"), (parse_cards("HK"),), parse_cards("HA HA HK"))
    view = replace(seen(following, "H3", Suit.SPADES, [thrown]), seat=Seat(3))
    told = english.format_failed_throw(view, NAMES)
    assert (
        told
        == "You tried to throw A-A-K of hearts, but could play only king of hearts, because somebody holds higher hearts."
    )


def test_hand_text_can_omit_the_headings(texts, following):
    lead = PlayView(Seat(3), parse_cards("HK"), (parse_cards("HK"),))
    view = seen(replace(following, opponents_points=35), "H3 H4 C9", Suit.SPADES, [lead])
    whole, bare = texts.format_hand_alt_text(view, NAMES), texts.format_hand_alt_text(view, NAMES, bare=True)
    assert whole.endswith(bare)
    assert whole.startswith(texts.format_prompt(view))
    for heading in (texts.format_prompt(view), texts.format_score_line(view, NAMES).split(" · ")[0]):
        assert heading not in bare


def test_all_declarations_and_passes_are_described(english, following):
    made = (
        Declaration(Seat(1), parse_cards("S2"), Suit.SPADES),
        Declaration(Seat(2), parse_cards("H2 H2"), Suit.HEARTS),
    )
    facts = {"phase": PhaseName.DECLARING, "declarations": made, "passed": (True, False, False, False)}
    view = replace(seen(following, "H3", Suit.HEARTS), ask=Ask.DECLARE, deal_number=3, **facts)
    for told in (english.format_hand_alt_text(view, NAMES), english.format_table_alt_text(view, NAMES)):
        assert told.index("Declared: Bob 2 of spades; Cat 2") < told.index("Passed: Ann.")
        assert "Deal 3." in told
    made_and_done = replace(view, passed=(True, False, True, False))  # Cat declared last, so their pass is not listed
    assert "Passed: Ann." in english.format_table_alt_text(made_and_done, NAMES)
    assert "Passed" not in english.format_table_alt_text(replace(view, passed=(False,) * 4), NAMES)


def test_hand_counts_picked_cards_and_names_turn(english, following):
    burying = replace(seen(following, "H3 H4 C9", Suit.SPADES), ask=Ask.BURY, phase=PhaseName.BURYING, kitty_size=8)
    assert english.format_hand_alt_text(burying, NAMES, None, parse_cards("H3 C9")).endswith(
        "Picked 2 of 8: 3 of hearts, 9 of clubs."
    )
    waits = replace(seen(following, "H3", Suit.SPADES), ask=Ask.NOTHING, to_act=(Seat(2),))
    assert "Cat to lead." in english.format_hand_alt_text(waits, NAMES)


def test_kitty_is_described_in_the_order_of_its_picture(english, following):
    kitty = parse_cards("H5 S2 C3 S9 BJ H2")
    ended = replace(RESULT, kitty=kitty)
    view = replace(seen(following, "", Suit.SPADES), phase=PhaseName.FINISHED, result=ended, kitty=kitty)
    told = english.format_table_alt_text(view, NAMES)
    assert "Kitty: big joker, 2 of spades, 2 of hearts, 9 of spades, 5 of hearts, and 3 of clubs." in told
    assert ".." not in told


def test_open_hands_of_twelve_players_fit_uncut(texts, following):
    rules = with_options(PRESETS["looking-for-friends"], players=12, decks=6, kitty_size=12, low_cut="2")
    view = next(
        v for phase, _ in islice(play_deals(rules, 2), 3, None) for v in list_views(phase, rules) if v.ask is Ask.FOLLOW
    )
    pack = tuple(card for card in ALL_FACES for _ in range(6))
    hands = tuple(pack[seat::12] for seat in range(12))
    told = texts.format_replay_alt_text(view, LONG, hands)
    assert len(told) <= ALT
    assert "♠" in told
    assert not told.endswith("…")
    assert told.count("T") >= 24


def test_waiting_prompt_says_why_the_seat_waits_for_declarations(texts, following):
    made = (Declaration(Seat(1), parse_cards("S2"), Suit.SPADES),)
    waits = replace(following, phase=PhaseName.DECLARING, declarations=made, ask=Ask.NOTHING, seat=Seat(1))
    assert texts.format_prompt(waits) == texts.say("wait.declared")
    assert texts.format_prompt(replace(waits, seat=Seat(2))) == texts.say("wait.nothing_to_declare")
    passed = replace(waits, seat=Seat(2), passed=(False, False, True, False))
    assert texts.format_prompt(passed) == texts.say("wait.declaring")
    assert texts.format_prompt(replace(passed, to_draw=8)) == texts.say("wait.drawing")
    assert texts.format_prompt(replace(passed, ask=Ask.DECLARE)) == texts.say("ask.passed")
