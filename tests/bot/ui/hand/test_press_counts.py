"""A player needs few taps for any play. The panel says what a throw risks and how a lead can be grouped."""

import random
from collections import Counter
from dataclasses import replace

import pytest

from bot.text.languages import TAGS
from bot.ui.core.interactions.table_controls import ControlVerb
from bot.ui.core.messages import discord_limits
from bot.ui.core.messages.discord_limits import MAX_OPTIONS
from bot.ui.core.messages.message import ButtonStyle, Select, Text
from bot.ui.hand.advice import format_hint
from bot.ui.hand.card_selects import MAX_LISTS
from bot.ui.hand.follow_view import split_required_and_free
from bot.ui.hand.lead_view import describe_throw_risk, list_groupings
from bot.ui.hand.play_choices import MAX_PLAY_BUTTONS, MAX_PLAYS_COUNTED
from engine.deal.legal_actions import as_lead, check_action, forced_play, legal_plays
from engine.model.actions import Play
from engine.model.cards import Card, Suit, holds, parse_cards, without
from engine.model.errors import IllegalAction
from engine.model.options import ThrowPenalty
from engine.model.presets import preset, with_options
from engine.model.view import Ask
from engine.players.levels import choose
from tests import message_limits
from tests.bot.ui.panel_positions import CATALOGUE, asked, body, positions, preset_positions
from tests.everyday import spread
from tests.message_limits import list_controls
from tests.preset_cover import FEW_PRESETS
from tests.table_control_ids import parse_table_control_id


def listed(select):
    return tuple(Card(c) for c in parse_cards(" ".join(o.value.partition("#")[0] for o in select.options)))


def verb_of(control):
    """Return the verb of a table control. Return None for any other control, such as a link to a rule."""
    known = parse_table_control_id(control.id)
    return None if known is None else known.verb


def play_buttons(panel):
    """Return (cards, button) for each enabled play button, in order."""
    found = [(parse_table_control_id(b.id), b) for b in list_controls(panel) if not isinstance(b, Select)]
    return [(known.cards, b) for known, b in found if known and known.verb is ControlVerb.PLAY and not b.disabled]


def taps(one, cards):
    """Return the fewest taps that make this play on the panel. Return None if the panel cannot make it."""
    panel, wanted = body(one), Counter(cards)
    if any(Counter(offered) == wanted for offered, _ in play_buttons(panel)):
        return 1
    required = split_required_and_free(one)[0] if one.view.ask is Ask.FOLLOW else ()
    chosen = without(cards, required) if holds(cards, required) else cards
    selects, suit_taps = card_lists(panel), 0
    # the lists show another suit, so choose the suit first
    if not holds(tuple(c for s in selects for c in listed(s)), chosen):
        selects, suit_taps = card_lists(body(list_suit(one, one.effective_suit(chosen[0])))), 2
    if not holds(tuple(c for s in selects for c in listed(s)), chosen):
        return None
    opened = [s for s in selects if Counter(listed(s)) & Counter(chosen)]
    if any(sum((Counter(listed(s)) & Counter(chosen)).values()) > s.most for s in opened):
        return None
    picked = body(replace(one, draft=replace(one.draft, picked=tuple(map(str, chosen)))))
    assert [Counter(offered) for offered, _ in play_buttons(picked)] == [wanted], (
        "one green button plays what is picked"
    )
    return suit_taps + len(opened) + len(chosen) + 1


def card_lists(panel):
    """Return the lists of cards on the panel. The list of suits is left out."""
    return [row for row in panel.rows if isinstance(row, Select) and verb_of(row) is not ControlVerb.PICK_SUIT]


def list_suit(one, suit):
    """Choose a suit in the panel's list of suits, and return the changed question."""
    offered = [o.value for row in body(one).rows
               if isinstance(row, Select) and verb_of(row) is ControlVerb.PICK_SUIT for o in row.options]  # fmt: skip
    assert suit.value in offered
    return replace(one, draft=replace(one.draft, picked=(f"@{suit.value}",)))


@pytest.mark.parametrize("name", FEW_PRESETS)
def test_plays_take_few_taps(name):
    seen = Counter()
    rng = random.Random(f"taps {name}")
    for view in preset_positions(name):
        if view.ask not in {Ask.LEAD, Ask.FOLLOW}:
            continue
        one = asked(view)
        assert taps(one, one.recommended.cards) == 1
        plays = list(legal_plays(view, 60))
        for cards in rng.sample(plays, min(3, len(plays))):
            count = taps(one, cards)
            assert count is not None, (view.ask, cards)
            # if the seat leads, one of the buttons may be a throw
            few = len(plays) <= MAX_PLAY_BUTTONS - (view.ask is Ask.LEAD)
            suit_taps = 2 if view.ask is Ask.LEAD else 0
            assert count <= (1 if few else 2 + suit_taps + len(cards)) or len(cards) > 1
            seen[view.ask, min(len(cards), 2), count == 1] += 1
    for ask in (Ask.LEAD, Ask.FOLLOW):
        assert seen[ask, 1, True] > 0
        assert seen[ask, 1, False] > 0, "lists are tried"
    assert seen[Ask.LEAD, 2, True] > 0 or preset(name).decks == 1


@pytest.mark.parametrize("dense", [False, True])
@pytest.mark.parametrize("name", FEW_PRESETS)
def test_play_has_up_to_five_buttons(name, dense):
    met = set()
    for view in preset_positions(name):
        if view.ask not in {Ask.LEAD, Ask.FOLLOW}:
            continue
        one = asked(view, dense=dense)
        for question in (
            one,
            replace(one, confirm=True),
            replace(one, draft=replace(one.draft, picked=(str(view.hand[0]),))),
        ):
            panel = body(question)
            buttons = [c for c in list_controls(panel) if not isinstance(c, Select) and verb_of(c) is not None]
            assert 1 <= len(buttons) <= MAX_PLAY_BUTTONS
            coloured = [b for b in buttons if b.tone in {ButtonStyle.SUCCESS, ButtonStyle.PRIMARY}]
            assert coloured == buttons[:1], "what plays at once stands first: in green if it is recommended"
            advised = not question.picked or sorted(question.picked) == sorted(one.recommended.cards)
            assert (buttons[0].tone is ButtonStyle.SUCCESS) <= advised
        offered = play_buttons(body(one))
        assert Counter(offered[0][0]) == Counter(one.recommended.cards)
        if all(len(cards) == 1 for cards, _ in offered):
            places = [one.sort_cards(view.hand).index(cards[0]) for cards, _ in offered[1:]]
            assert places == sorted(places), "in the order of the picture"
        met.add(len(offered))
    assert 1 in met
    assert MAX_PLAY_BUTTONS in met


def test_buttons_offer_lowest_card_points_and_winner():
    """After a lead of the queen of hearts, buttons offer the lowest heart, the ten of hearts and a winning heart."""
    view = next(
        v for v in positions(preset("standard"), random.Random(21))
        if v.ask is Ask.FOLLOW and len(v.trick.plays[0].cards) == 1 and v.trump.effective_suit(v.trick.plays[0].cards[0]) is Suit.HEARTS
    )  # fmt: skip
    lead = replace(view.trick.plays[0], cards=parse_cards("HQ"), units=())
    trick = replace(view.trick, plays=(lead,), winner=lead.seat, points=0)
    hand = parse_cards("HA HK HJ H10 H9 H6 H5 H4 S3")
    one = asked(replace(view, hand=hand, trick=trick))
    offered = [cards for cards, _ in play_buttons(body(one))]
    assert {parse_cards("H4"), parse_cards("H10"), parse_cards("HA")} <= set(offered)
    assert parse_cards("HK") in offered or parse_cards("HA") in offered


@pytest.mark.parametrize("name", FEW_PRESETS)
def test_picked_throws_fit_both_forms(name):
    rng = random.Random(f"drafts {name}")
    for view in preset_positions(name):
        if view.ask is not Ask.LEAD:
            continue
        card = rng.choice(view.hand)
        same = [c for c in view.hand if view.trump.effective_suit(c) is view.trump.effective_suit(card)]
        draft = rng.sample(same, rng.randint(1, len(same)))
        for dense in (False, True):
            for confirm in (False, True):
                panel = body(replace(asked(view, draft, dense=dense), confirm=confirm))
                message_limits.check_limits(panel)
                assert message_limits.count_components(panel) <= discord_limits.MAX_COMPONENTS - 11
                assert not dense or len(panel.rows) <= 4
                sure = [b for b in list_controls(panel) if verb_of(b) is ControlVerb.CONFIRM_PLAY]
                assert (
                    len([b for b in list_controls(panel) if not isinstance(b, Select)]) <= MAX_PLAY_BUTTONS + 1
                )  # the additional button is *Why?*
                assert len(sure) == confirm


@pytest.mark.parametrize("locale", spread(1, TAGS))
@pytest.mark.parametrize("penalty", ThrowPenalty)
def test_throw_names_its_risk(locale, penalty):
    rules = with_options(preset("standard"), throw_penalty=penalty)
    for view in positions(rules, random.Random(4)):
        if view.ask is not Ask.LEAD:
            continue
        one = replace(asked(view), texts=CATALOGUE.texts_for(locale))
        for suit in {one.effective_suit(c) for c in view.hand}:
            cards = tuple(c for c in view.hand if one.effective_suit(c) is suit)
            try:
                check_action(view, Play(cards))
            except IllegalAction:
                continue
            words = describe_throw_risk(one, cards)
            assert bool(words) == as_lead(one.view, cards).is_throw
            if words:
                number, _, unit = penalty.value.partition("_")
                points = {"five": 5, "ten": 10}.get(number)
                costs = CATALOGUE.texts_for(locale).say(f"turn.throw_{unit}", points=points) if points else ""
                assert words.endswith(costs)
                assert ("each card" in words or "points" in words) == bool(costs) or locale != "en"
                smallest = as_lead(one.view, cards).units[-1].cards
                assert one.texts.format_cards(smallest) in words
                return
    raise AssertionError("no throw was found")


def test_grouping_is_offered_if_a_lead_is_ambiguous():
    """A-A-A-K-K-Q-Q is a tractor of three pairs and an ace, or a tractor of two pairs and three aces."""
    cards = parse_cards("SA SA SA SK SK SQ SQ")
    rules = with_options(preset("standard"), decks=3, kitty_size=6)
    deals = (positions(rules, random.Random(seed)) for seed in range(20))
    leads = (v for deal in deals for v in deal if v.ask is Ask.LEAD)
    view = next(v for v in leads if {v.trump.effective_suit(c) for c in cards} == {Suit.SPADES})
    view = replace(view, hand=(*cards, *parse_cards("H3")))
    one = asked(view)
    ways = list_groupings(one, cards)
    shapes = [sorted(len(unit.cards) for unit in way) for way in ways]
    assert shapes == [[1, 6], [3, 4]]
    panel = body(asked(view, cards))
    select = next(r for r in panel.rows if isinstance(r, Select) and verb_of(r) is ControlVerb.CHOOSE_GROUPING)
    assert len({o.label for o in select.options}) == len(ways) == len(select.options)
    for way in ways:
        grouping = tuple(unit.cards for unit in way)
        check_action(view, Play(cards, grouping))
        assert Counter(as_lead(view, cards, grouping).cards) == Counter(cards)
    assert not any(
        isinstance(r, Select) and verb_of(r) is ControlVerb.CHOOSE_GROUPING for r in body(asked(view, cards[:1])).rows
    )


def test_panel_offers_to_pick_the_second_copy():
    for view in preset_positions("standard"):
        pairs = [c for c, n in Counter(view.hand).items() if n > 1] if view.ask is Ask.LEAD else []
        if not pairs:
            continue
        panel = body(asked(view, pairs[:1]))
        more = [b for b in list_controls(panel) if verb_of(b) is ControlVerb.PICK_ONE_MORE]
        assert [parse_table_control_id(b.id).cards for b in more] == [(pairs[0],)]
        both = body(asked(view, pairs[:1] * 2))
        assert not [b for b in list_controls(both) if verb_of(b) is ControlVerb.PICK_ONE_MORE]
        return
    raise AssertionError("no pair was ever led")


def test_picked_cards_to_bury_can_be_unpicked():
    view = next(v for v in preset_positions("standard") if v.ask is Ask.BURY)
    for count in (0, 3):
        panel = body(asked(view, view.hand[:count]))
        undo = [verb_of(b) for b in list_controls(panel) if verb_of(b) in {ControlVerb.UNPICK_LAST, ControlVerb.CLEAR}]
        assert undo == ([ControlVerb.UNPICK_LAST, ControlVerb.CLEAR] if count else [])


@pytest.mark.parametrize("name", FEW_PRESETS)
def test_hint_exists_for_every_question(name):
    for view in preset_positions(name):
        action = choose("expert", view, random.Random(1))
        for locale in TAGS:
            words = format_hint(view, action, CATALOGUE.texts_for(locale))
            assert 0 < len(words) < 600
        if isinstance(action, Play) and view.ask is Ask.FOLLOW:
            texts = CATALOGUE.texts_for("en")
            assert ("only legal" in format_hint(view, action, texts)) == (forced_play(view) is not None)


def test_equal_views_give_the_same_hint():
    views = [v for v in preset_positions("standard") if v.ask in {Ask.LEAD, Ask.FOLLOW}]
    for view in views[:20]:
        action = Play(next(iter(legal_plays(view))))
        assert format_hint(view, action, CATALOGUE.texts_for("en")) == format_hint(
            replace(view), action, CATALOGUE.texts_for("en")
        )


def test_confirmation_needs_a_second_press():
    met = set()
    for view in preset_positions("standard"):
        if view.ask not in {Ask.LEAD, Ask.FOLLOW}:
            continue
        one = replace(asked(view), confirm=True)
        assert ControlVerb.CONFIRM_PLAY not in {verb_of(c) for c in list_controls(body(one))}
        required = split_required_and_free(one)[0] if view.ask is Ask.FOLLOW else ()
        chosen = without(one.recommended.cards, required)
        sure = body(replace(one, draft=replace(one.draft, picked=tuple(map(str, chosen)))))
        first, clear, *_ = [c for c in list_controls(sure) if not isinstance(c, Select)]
        assert (verb_of(first), verb_of(clear)) == (ControlVerb.CONFIRM_PLAY, ControlVerb.CLEAR)
        assert Counter(parse_table_control_id(first.id).cards) == Counter(one.recommended.cards)
        assert ControlVerb.PLAY not in {verb_of(c) for c in list_controls(sure)}
        met.add(view.ask)
    assert met == {Ask.LEAD, Ask.FOLLOW}


def test_last_card_has_one_button_and_no_list():
    last = next(v for v in preset_positions("standard") if v.ask is Ask.LEAD and len(v.hand) == 1)
    panel = body(asked(last))
    assert not [row for row in panel.rows if isinstance(row, Select)]
    assert [verb_of(b) for b in list_controls(panel)].count(ControlVerb.PLAY) == 1


@pytest.mark.parametrize("name", FEW_PRESETS)
def test_lists_are_few_and_hold_every_card_once(name):
    for view in preset_positions(name):
        if view.ask not in {Ask.BURY, Ask.LEAD} or len(view.hand) == 1:
            continue
        one = asked(view)
        suits = {one.effective_suit(card) for card in view.hand}
        lists = card_lists(body(one))
        longest = max(Counter(map(one.effective_suit, view.hand)).values())
        side = sum(one.effective_suit(card) is not Suit.TRUMP for card in view.hand)
        needs_more = max(longest, side) > MAX_OPTIONS  # a select has at most 25 options
        selects = [row for row in body(one).rows if isinstance(row, Select)]
        assert len(selects) <= MAX_LISTS + needs_more
        if view.ask is Ask.LEAD and len(suits) > MAX_LISTS:
            lists = [row for suit in suits for row in card_lists(body(list_suit(one, suit)))]
        assert Counter(c for s in lists for c in listed(s)) == Counter(view.hand)
        mixed = [{one.effective_suit(c) for c in listed(s)} for s in lists]
        alone = all(Suit.TRUMP not in kinds or len(kinds) == 1 for kinds in mixed)
        assert alone or view.trump.suit is None or side > MAX_OPTIONS, "trumps are alone where two lists hold the rest"
        assert view.ask is not Ask.LEAD or all(len(kinds) == 1 for kinds in mixed), "a lead has one suit"


@pytest.mark.parametrize("name", FEW_PRESETS)
def test_picked_lead_lists_only_its_suit(name):
    rng = random.Random(f"suits {name}")
    for view in preset_positions(name):
        if view.ask is Ask.LEAD and len(view.hand) > 1:
            card = rng.choice(view.hand)
            one = asked(view, (card,))
            lists = [row for row in body(one).rows if isinstance(row, Select) and verb_of(row) is ControlVerb.PICK]
            same = [c for c in view.hand if one.effective_suit(c) is one.effective_suit(card)]
            assert Counter(c for s in lists for c in listed(s)) == Counter(same)
            assert not [
                row for row in body(one).rows if isinstance(row, Select) and verb_of(row) is ControlVerb.PICK_SUIT
            ]


@pytest.mark.parametrize("name", spread(1, ["standard", "pagat-three-decks", "looking-for-friends"]))
def test_follow_lists_have_only_cards_of_legal_plays(name):
    seen = 0
    for seed in range(4):
        for view in positions(preset(name), random.Random(f"legal {name} {seed}")):
            if view.ask is not Ask.FOLLOW:
                continue
            one = asked(view)
            plays = list(legal_plays(view, MAX_PLAYS_COUNTED + 1))
            lists = card_lists(body(one))
            if not lists or len(plays) > MAX_PLAYS_COUNTED:
                continue
            legal = Counter()
            for play in plays:
                legal |= Counter(play)
            offered = Counter(c for s in lists for c in listed(s)) + Counter(split_required_and_free(one)[0])
            assert offered == legal
            seen += len(view.trick.plays[0].cards) > 1
    assert seen


def test_picked_cards_that_fit_no_legal_play_are_refused():
    """The hand must follow two pairs with its only pair and two single cards. Three single cards are too many."""
    rules = preset("standard")
    asked_to_follow = (v for seed in range(9) for v in positions(rules, random.Random(seed)) if v.ask is Ask.FOLLOW)
    view = next(v for v in asked_to_follow if v.trump.effective_suit(parse_cards("HK")[0]) is Suit.HEARTS)
    lead = replace(view.trick.plays[0], cards=parse_cards("HA HA HQ HQ"), units=())
    view = replace(
        view,
        hand=parse_cards("HK HK HJ H10 H9 H8 H7 S3"),
        trick=replace(view.trick, plays=(lead,), winner=lead.seat, points=0),
    )
    one = replace(asked(view), texts=CATALOGUE.texts_for("en-US"))
    picked = replace(one, draft=replace(one.draft, picked=("HJ", "H10", "H9")))
    panel = body(picked)
    assert any("You have" in block.words for block in panel.blocks if isinstance(block, Text))
    assert ControlVerb.EXPLAIN in {verb_of(c) for c in list_controls(panel)}
    fine = body(replace(one, draft=replace(one.draft, picked=("HK", "HJ"))))
    assert not [block for block in fine.blocks if isinstance(block, Text) and "You have" in block.words]


@pytest.mark.parametrize("name", FEW_PRESETS)
def test_languages_offer_same_plays_without_advice(name):
    """Every language offers the same plays if the user gets no hints, whatever the length of card names."""
    several = 0
    for view in preset_positions(name):
        if view.ask in {Ask.LEAD, Ask.FOLLOW}:
            one = replace(asked(view), recommended=None, offers_help=False)
            ones = [replace(one, texts=CATALOGUE.texts_for(tag)) for tag in TAGS]
            first, *others = [play_buttons(body(one)) for one in ones]
            assert all([cards for cards, _ in other] == [cards for cards, _ in first] for other in others)
            several += len(first) > 1
            is_forced = forced_play(view) is not None
            assert {button.tone is ButtonStyle.PRIMARY for _, button in first} == {is_forced}
    assert several
