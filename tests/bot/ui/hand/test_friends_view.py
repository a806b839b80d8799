"""The panel for calling friends lets a declarer pick every legal call, under every preset with friends."""

import random
from dataclasses import replace

import pytest

from bot.text.languages import TAGS
from bot.ui.core.interactions.table_controls import ControlVerb
from bot.ui.core.messages import discord_limits
from bot.ui.core.messages.message import Select, Text
from bot.ui.hand.friends_view import (
    CallDraft,
    add_call,
    change_copy,
    decode_calls,
    encode_calls,
    list_suit,
    parse_call_draft,
)
from engine.deal.legal_actions import check_action, friends_to_call, legal_friend_calls
from engine.model.actions import CallFriends, FriendCall
from engine.model.cards import Card, parse_card
from engine.model.errors import InvalidRules
from engine.model.options import FriendCallStyle, FriendCards
from engine.model.presets import preset, with_options
from engine.model.view import Ask
from tests import message_limits
from tests.bot.ui.panel_positions import CATALOGUE, asked, body, positions
from tests.everyday import spread
from tests.message_limits import list_controls
from tests.table_control_ids import parse_table_control_id

JOKERS = "J"


def sizes(name):
    for players in range(4, 13):
        try:
            yield preset(name, players)
        except InvalidRules:
            continue


TABLES = [(name, rules.players) for name in ("looking-for-friends", "finding-friends") for rules in sizes(name)]


def calling(rules, *, dense=False):
    """Return a question of a deal in which the declarer must call friends."""
    view = next(v for v in positions(rules, random.Random(rules.players)) if v.ask is Ask.CALL)
    return asked(view, dense=dense)


def picked(question, draft):
    return replace(question, draft=replace(question.draft, picked=draft.to_picked()))


def select_of(question, verb):
    found = [c for c in list_controls(body(question)) if isinstance(c, Select)]
    return next((s for s in found if parse_table_control_id(s.id).verb is verb), None)


def call_button(question):
    (button,) = [
        c for c in list_controls(body(question)) if parse_table_control_id(c.id).verb is ControlVerb.CALL_FRIENDS
    ]
    return button


@pytest.mark.parametrize(("name", "players"), spread(3, TABLES))
def test_every_legal_call_can_be_picked(name, players):
    """Three lists for suit, card and copy are enough to pick any call. The green button makes the picked call."""
    rules = with_options(preset(name, players), friends=1)
    question = calling(rules)
    reached = set()
    for suit in (o.value for o in select_of(question, ControlVerb.PICK_FRIEND_SUIT).options):
        listed = picked(question, list_suit(question, CallDraft(()), suit))
        for card in (parse_card(o.value) for o in select_of(listed, ControlVerb.PICK_FRIEND_CARD).options):
            draft = add_call(listed, parse_call_draft(listed.draft.picked), card)
            reached |= set(draft.calls)
            copies = select_of(picked(listed, draft), ControlVerb.PICK_FRIEND_COPY)
            for copy in (int(o.value) for o in copies.options) if copies else ():
                changed = change_copy(listed, draft, copy)
                assert (
                    decode_calls(parse_table_control_id(call_button(picked(listed, changed)).id).argument)
                    == changed.calls
                )
                reached |= set(changed.calls)
    assert reached == set(legal_friend_calls(question.view))


@pytest.mark.parametrize("dense", [False, True])
@pytest.mark.parametrize(("name", "players"), spread(4, TABLES))
def test_panel_fits_and_calls_suggested_friends(name, players, dense):
    question = calling(preset(name, players), dense=dense)
    wanted = friends_to_call(question.view)
    for tag in TAGS:
        one = replace(question, texts=CATALOGUE.texts_for(tag))
        message_limits.check_limits(body(one))
        suggested = decode_calls(parse_table_control_id(call_button(one).id).argument)
        check_action(one.view, CallFriends(suggested))
        draft = CallDraft(())
        for number in range(1, wanted + 2):
            left = [c for c in legal_friend_calls(one.view) if c not in draft.calls]
            draft = add_call(one, draft, left[0].card) if left else draft
            shown = picked(one, draft)
            message_limits.check_limits(body(shown))
            assert len(draft.calls) == min(number, wanted), "an extra call replaces the first"
            assert call_button(shown).disabled == (number < wanted)
            assert (
                len([c for c in list_controls(body(shown)) if not isinstance(c, Select)])
                <= discord_limits.MAX_BUTTONS_PER_ROW
            )
        assert len(body(shown).rows) <= 4


def test_picked_calls_do_not_count_as_picked_cards():
    question = calling(preset("looking-for-friends", 10))
    draft = add_call(question, CallDraft(()), legal_friend_calls(question.view)[0].card)
    assert draft.calls
    assert picked(question, draft).picked == ()


def test_picking_a_card_again_calls_its_next_copy():
    question = calling(with_options(preset("looking-for-friends", 10), friends=3))
    (first, *_) = [c.card for c in legal_friend_calls(question.view)]
    draft = add_call(question, add_call(question, CallDraft(()), first), first)
    assert len({call.copy for call in draft.calls}) == len(draft.calls) == 2
    assert {call.card for call in draft.calls} == {first}


def test_default_copy_is_the_first_that_others_hold():
    question = calling(with_options(preset("looking-for-friends", 8), friends=1))
    for card in {c.card for c in legal_friend_calls(question.view)}:
        copies = [c.copy for c in legal_friend_calls(question.view) if c.card == card]
        (call,) = add_call(question, CallDraft(()), card).calls
        assert call.copy == next((n for n in copies if n > question.view.hand.count(card)), copies[0])


def test_rules_that_fix_the_copy_offer_no_list_of_copies():
    question = calling(preset("finding-friends", 5))
    assert question.view.rules.friend_call is FriendCallStyle.FIRST_BY_OTHER
    draft = add_call(question, CallDraft(()), legal_friend_calls(question.view)[0].card)
    assert select_of(picked(question, draft), ControlVerb.PICK_FRIEND_COPY) is None


def test_lists_omit_uncallable_cards():
    question = calling(with_options(preset("looking-for-friends", 6), friend_cards=frozenset({FriendCards.NO_TRUMPS})))
    suits = [o.value for o in select_of(question, ControlVerb.PICK_FRIEND_SUIT).options]
    assert JOKERS not in suits
    assert list_suit(question, CallDraft(()), JOKERS) == CallDraft(())
    assert add_call(question, CallDraft(()), parse_card("BJ")).calls == ()


@pytest.mark.parametrize(
    ("locale", "names", "means"),
    [
        ("en", ["Spades", "Hearts", "Clubs", "Diamonds", "Jokers"], "joins your side"),
        ("zh-CN", ["黑桃", "红桃", "梅花", "方块", "大小王"], "加入你这一方"),
        ("zh-TW", ["黑桃", "紅心", "梅花", "方塊", "鬼牌"], "加入你這一方"),
    ],
)
def test_panel_explains_calling_and_names_suits(locale, names, means):
    question = replace(calling(preset("looking-for-friends", 12)), texts=CATALOGUE.texts_for(locale))
    assert [o.label for o in select_of(question, ControlVerb.PICK_FRIEND_SUIT).options] == names
    assert any(means in block.words for block in body(question).blocks if isinstance(block, Text))


def test_calls_in_ids_are_read_back():
    calls = tuple(FriendCall(Card(n), n % 12 + 1) for n in range(11))
    assert decode_calls(encode_calls(calls)) == calls
    assert decode_calls("") == ()
    for bad in ("..", "a", "ax", "?1"):
        with pytest.raises((ValueError, IndexError)):
            decode_calls(bad)
