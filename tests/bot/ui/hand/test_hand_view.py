"""A hand panel offers legal actions and fits Discord's limits, for every question, preset and language."""

import random
from dataclasses import replace
from types import SimpleNamespace

import pytest

from bot.text.languages import TAGS
from bot.ui.core.interactions.explain_refusal import describe_legal_actions, format_refusal
from bot.ui.core.interactions.table_controls import ControlVerb
from bot.ui.core.messages import discord_limits
from bot.ui.core.messages.custom_id_codec import decode_cards
from bot.ui.core.messages.message import Buttons, Select, Text
from bot.ui.hand.follow_view import get_led_suit
from bot.ui.hand.play_choices import MAX_PLAY_BUTTONS
from bot.ui.hand.view import _heading
from engine.deal.game import view_for
from engine.deal.legal_actions import check_action, legal_declarations, legal_plays
from engine.model.actions import Bury, Play
from engine.model.cards import Card, Suit, parse_cards
from engine.model.errors import IllegalAction
from engine.model.events import Declaration
from engine.model.presets import preset, with_options
from engine.model.seats import Seat
from engine.model.view import Ask, PhaseName
from tests import message_limits
from tests.bot.ui.panel_positions import CATALOGUE, asked, body, phases, positions, preset_positions
from tests.message_limits import list_controls
from tests.preset_cover import FEW_PRESETS
from tests.table_control_ids import parse_table_control_id


def is_suit_list(select):
    return parse_table_control_id(select.id).verb is ControlVerb.PICK_SUIT


@pytest.mark.parametrize("name", FEW_PRESETS)
def test_every_panel_is_within_limits(name):
    rng = random.Random(name)
    seen = set()
    for view in preset_positions(name):
        seen.add(view.ask)
        for count in (0, rng.randint(1, 6)):
            draft = rng.sample(view.hand, min(count, len(view.hand))) if view.ask is not Ask.CALL else ()
            panel = body(asked(view, draft))
            message_limits.check_limits(panel)
            assert message_limits.count_components(panel) <= discord_limits.MAX_COMPONENTS - 11, (
                "room for two pictures, texts and the last row"
            )
            if view.ask is not Ask.NOTHING:
                assert list(list_controls(panel)), view.ask
    assert {Ask.DECLARE, Ask.BURY, Ask.LEAD, Ask.FOLLOW} <= seen


@pytest.mark.parametrize("name", FEW_PRESETS)
def test_every_panel_fits_the_classic_message_form(name):
    for view in preset_positions(name):
        panel = body(asked(view, view.hand[:1] if view.ask is not Ask.CALL else (), dense=True))
        message_limits.check_limits(panel)
        assert len(panel.rows) <= 4, "the fifth row is left for buttons that play nothing"
        listed = {o.value.partition("#")[0] for row in panel.rows
                  if isinstance(row, Select) and not is_suit_list(row) for o in row.options}  # fmt: skip
        if view.ask in {Ask.BURY, Ask.LEAD} and len(view.hand) > 1:
            suits = [o.value for r in panel.rows if isinstance(r, Select) and is_suit_list(r) for o in r.options]
            one_suit = {str(c) for c in view.hand if view.trump.effective_suit(c).value in suits}
            assert listed <= set(map(str, view.hand))
            assert listed == set(map(str, view.hand)) or suits or view.ask is Ask.LEAD
            assert not suits or one_suit == set(map(str, view.hand))


@pytest.mark.parametrize("name", ["standard", "pagat-three-decks", "finding-friends"])
def test_offered_plays_are_legal_and_all_are_offered_if_they_are_few(name):
    for view in preset_positions(name):
        if view.ask not in {Ask.LEAD, Ask.FOLLOW}:
            continue
        panel = body(asked(view))
        offered = [parse_table_control_id(b.id).cards for row in panel.rows if isinstance(row, Buttons) for b in row.buttons
                   if parse_table_control_id(b.id).verb is ControlVerb.PLAY and not b.disabled]  # fmt: skip
        for cards in offered:
            check_action(view, Play(cards))
        if view.ask is Ask.FOLLOW:
            few = [tuple(sorted(p)) for p in legal_plays(view, MAX_PLAY_BUTTONS + 1)]
            if len(few) <= MAX_PLAY_BUTTONS:
                assert sorted(tuple(sorted(cards)) for cards in offered) == sorted(few)
                assert not any(isinstance(row, Select) for row in panel.rows)
            else:
                assert any(isinstance(row, Select) for row in panel.rows)


def test_lists_offer_every_legal_single_card():
    rules = with_options(preset("pagat-three-decks"))
    for view in positions(rules, random.Random(3)):
        if view.ask is not Ask.FOLLOW or len(view.trick.plays[0].cards) != 1:
            continue
        one = asked(view)
        selects = [row for row in body(one).rows if isinstance(row, Select)]
        if selects:
            values = {o.value.partition("#")[0] for s in selects for o in s.options}
            assert {str(cards[0]) for cards in legal_plays(view)} <= values
            assert all((s.least, s.most) == (0, 1) for s in selects)
            assert get_led_suit(one) is not None


def test_panel_marks_picked_cards_and_explains_illegal_ones():
    views = list(preset_positions("standard"))
    bury = next(v for v in views if v.ask is Ask.BURY)
    enough = body(asked(bury, bury.hand[:8]))
    button = next(b for b in list_controls(enough) if parse_table_control_id(b.id).verb is ControlVerb.BURY)
    assert sorted(parse_table_control_id(button.id).cards) == sorted(bury.hand[:8])
    check_action(bury, Bury(parse_table_control_id(button.id).cards))
    marked = [o.value.partition("#")[0] for s in enough.rows if isinstance(s, Select) for o in s.options if o.chosen]
    assert sorted(marked) == sorted(map(str, bury.hand[:8])), "what is picked is marked in the lists, copies counted"
    short = body(asked(bury, bury.hand[:7]))
    assert next(b for b in list_controls(short) if parse_table_control_id(b.id).verb is ControlVerb.BURY).disabled
    lead = next(v for v in views if v.ask is Ask.LEAD)
    suits = {}
    for card in lead.hand:
        suits.setdefault(lead.trump.effective_suit(card), card)
    two = tuple(suits.values())[:2]
    mixed = body(asked(lead, two))
    words = [b.words for b in mixed.blocks if isinstance(b, Text)]
    with pytest.raises(IllegalAction) as refused:
        check_action(lead, Play(two))
    assert any(CATALOGUE.texts_for(tag).format_refusal(refused.value) in words for tag in TAGS)


def test_refusal_names_legal_plays():
    for view in preset_positions("standard"):
        if view.ask is Ask.FOLLOW and 1 < len(list(legal_plays(view, 7))) < 6:
            plays = list(legal_plays(view))
            illegal = [c for c in view.hand if (c,) not in plays]
            if len(view.trick.plays[0].cards) == 1 and illegal:
                with pytest.raises(IllegalAction) as refused:
                    check_action(view, Play((Card(illegal[0]),)))
                for tag in TAGS:
                    texts = CATALOGUE.texts_for(tag)
                    assert format_refusal(refused.value, texts)
                    line = describe_legal_actions(view, texts)
                    assert all(texts.format_cards(cards) in line for cards in plays)
                return
    raise AssertionError("no such position")


def test_refusal_names_every_declaration(monkeypatch):
    """The refusal names all eight legal declarations. A refused play is answered with only a few legal plays."""
    view = next(v for v in positions(preset("standard"), random.Random(2)) if v.ask is Ask.DECLARE)
    offers = [(card,) for card in parse_cards("S3 H3 C3 D3 S4 H4 C4 D4")]
    monkeypatch.setattr("bot.ui.core.interactions.explain_refusal.legal_declarations", lambda _: offers)
    texts = CATALOGUE.texts_for("en")
    line = describe_legal_actions(view, texts)
    assert line.startswith("You can declare: ")
    assert all(texts.format_cards(cards) in line for cards in offers)


@pytest.mark.parametrize("locale", ["zh-CN", "zh-TW"])
def test_chinese_lists_use_chinese_punctuation(locale):
    for view in preset_positions("standard"):
        told = describe_legal_actions(view, CATALOGUE.texts_for(locale))
        assert "; " not in told
        assert ": " not in told
        if "；" in told:
            return
    raise AssertionError("there was never a choice")


def test_many_declarations_share_a_list():
    """With three decks there may be more declarations than the panel has buttons. A list then has the rest."""
    views = (v for seed in range(12) for v in positions(preset("pagat-three-decks"), random.Random(seed)))
    met = set()
    for view in views:
        offers = legal_declarations(view) if view.ask is Ask.DECLARE else ()
        if not offers:
            continue
        panel = body(asked(view))
        buttons = [b for b in list_controls(panel) if not isinstance(b, Select)]
        assert len(buttons) <= 5
        made = {parse_table_control_id(b.id).cards for b in buttons}
        made |= {decode_cards(o.value) for s in panel.rows if isinstance(s, Select) for o in s.options}
        assert set(offers) <= made
        if any(isinstance(row, Select) for row in panel.rows):
            picked = body(asked(view, offers[0]))
            assert offers[0] in {
                parse_table_control_id(b.id).cards for b in list_controls(picked) if b not in picked.rows
            }
        met.add(len(offers) > 4)
    assert met == {True, False}


@pytest.mark.parametrize(("asks", "phase"), [(Ask.DECLARE, PhaseName.DECLARING), (Ask.FOLLOW, PhaseName.PLAYING)])
def test_heading_does_not_repeat_the_text_hand(asks, phase):
    texts, names = CATALOGUE.texts_for("en"), ("Ann", "Bo", "Cy", "Di")
    view = next(one for one in preset_positions("standard") if (one.ask, one.phase) == (asks, phase))
    if asks is Ask.FOLLOW:
        led = replace(view.trick.plays[0], attempt=parse_cards("SA SK"))
        view, told = replace(view, trick=replace(view.trick, plays=(led, *view.trick.plays[1:]))), "tried to throw"
    else:
        view, told = replace(view, declarations=(Declaration(Seat(1), parse_cards("S2"), Suit.SPADES),)), "Declared"
    question = replace(asked(view), texts=texts)
    shown, read = (
        _heading(SimpleNamespace(deadlines=()), question, names, 0, as_text=one).words for one in (False, True)
    )
    assert told in shown
    assert told not in read
    assert told in texts.format_hand_alt_text(view, names, bare=True)


def test_failed_throw_is_shown_while_its_player_waits():
    texts, names = CATALOGUE.texts_for("en"), ("Ann", "Bo", "Cy", "Di")
    phase, asks = next(
        (phase, seat)
        for phase, seat in phases(preset("standard"), random.Random(2))
        if (view := view_for(phase, seat)).phase is PhaseName.PLAYING and view.tricks
    )
    view = view_for(phase, (asks + 1) % len(names))
    trick = view.tricks[-1]
    plays = tuple(replace(one, attempt=parse_cards("SA SK")) if one.seat == view.seat else one for one in trick.plays)
    view = replace(view, tricks=(*view.tricks[:-1], replace(trick, plays=plays)))
    question = replace(asked(view), texts=texts)
    assert view.ask is Ask.NOTHING
    assert "You tried to throw" in _heading(SimpleNamespace(deadlines=()), question, names, 0, as_text=False).words
