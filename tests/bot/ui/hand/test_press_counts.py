"""How many taps a play takes, what a throw risks, what a lead counts as, hints: in positions of every preset."""

import random
from collections import Counter
from dataclasses import replace

import pytest

from bot.text.languages import TAGS
from bot.ui.core import limits, message_limits
from bot.ui.core.message import Select
from bot.ui.core.table_ids import ControlVerb, parse_table_control_id
from bot.ui.hand.follow_view import MAX_LONG_PLAY_BUTTONS, count_wanted_cards, list_choosable_cards, split_owed_and_free
from bot.ui.hand.hint import format_hint
from bot.ui.hand.lead_view import describe_throw_risk, is_played_at_once, lead_from_cards, list_groupings
from engine.deal.legal_actions import as_lead, check_action, forced_play, legal_plays, suggest_leads
from engine.model.actions import Play
from engine.model.cards import Card, Suit, holds, parse_cards, without
from engine.model.errors import IllegalAction
from engine.model.presets import PRESETS, preset, with_options
from engine.model.rules import ThrowPenalty
from engine.model.view import Ask
from engine.players import choose
from tests.bot.ui.panel_positions import CATALOGUE, asked, body, positions


def listed(select):
    return tuple(Card(c) for c in parse_cards(" ".join(o.value.partition("#")[0] for o in select.options)))


def verb_of(control):
    """What a control of the table's does; None for one that belongs to no table, as the way to a rule."""
    known = parse_table_control_id(control.id)
    return None if known is None else known.verb


def taps(one, cards):
    """How many taps the panel needs for this play at least; None if it cannot be made."""
    panel, wanted = body(one), Counter(cards)
    ways = []
    for button in panel.controls():
        known = parse_table_control_id(button.id)
        if verb_of(button) is ControlVerb.PLAY and not isinstance(button, Select) and Counter(known.cards) == wanted:
            ways.append(1)
    owed = split_owed_and_free(one)[0] if one.view.ask is Ask.FOLLOW else ()
    chosen = without(cards, owed) if holds(cards, owed) else cards
    selects = [row for row in panel.rows if isinstance(row, Select)]
    for select in selects:
        whole = holds(listed(select), chosen)
        if not whole:
            continue
        verb = verb_of(select)
        if verb is ControlVerb.PICK_NOW and select.least == select.most == len(chosen):
            ways.append(1 + len(chosen))
        elif verb is ControlVerb.PICK and len(chosen) <= select.most and one.view.ask is Ask.LEAD:
            ways.append(1 + len(chosen) + (not is_played_at_once(one, cards)))
    picks = [s for s in selects if verb_of(s) is ControlVerb.PICK]
    if one.view.ask is Ask.FOLLOW and holds(tuple(c for s in picks for c in listed(s)), chosen):
        opened = sum(bool(Counter(listed(s)) & Counter(chosen)) for s in picks)
        ways.append(opened + len(chosen) + 1)
    return min(ways, default=None)


@pytest.mark.parametrize("name", PRESETS)
def test_press_counts_are_minimal(name):
    seen = Counter()
    rng = random.Random(f"taps {name}")
    for view in positions(preset(name), rng):
        if view.ask not in {Ask.LEAD, Ask.FOLLOW}:
            continue
        one = asked(view)
        plays = list(legal_plays(view, 60))
        for cards in rng.sample(plays, min(6, len(plays))):
            count = taps(one, cards)
            assert count is not None, (view.ask, cards)
            if len(cards) == 1:
                assert count <= 2
            if view.ask is Ask.FOLLOW:
                owed, free = split_owed_and_free(one)
                if len(list_choosable_cards(free, count_wanted_cards(one) - len(owed))) > limits.MAX_OPTIONS:
                    seen["too many cards for one list"] += 1
                    continue
            elif len(list_groupings(one, cards)) > 1:
                seen["a choice of groupings"] += 1
                continue
            assert count <= 1 + len(cards), (view.ask, cards)
            seen[view.ask, min(len(cards), 2)] += 1
    assert seen[Ask.LEAD, 1] > 0
    assert seen[Ask.FOLLOW, 1] > 0
    assert seen[Ask.LEAD, 2] > 0 or preset(name).decks == 1


@pytest.mark.parametrize("name", PRESETS)
def test_picked_throws_fit_both_forms(name):
    rng = random.Random(f"drafts {name}")
    for view in positions(preset(name), rng):
        if view.ask is not Ask.LEAD:
            continue
        card = rng.choice(view.hand)
        same = [c for c in view.hand if view.trump.effective_suit(c) is view.trump.effective_suit(card)]
        draft = rng.sample(same, rng.randint(1, len(same)))
        for dense in (False, True):
            for confirm in (False, True):
                panel = body(replace(asked(view, draft, dense=dense), confirm=confirm))
                message_limits.check_limits(panel)
                assert message_limits.count_components(panel) <= limits.MAX_COMPONENTS - 11
                assert not dense or len(panel.rows) <= 4
                sure = [b for b in panel.controls() if verb_of(b) is ControlVerb.CONFIRM_PLAY]
                assert len(sure) == confirm


@pytest.mark.parametrize("locale", TAGS)
@pytest.mark.parametrize("penalty", ThrowPenalty)
def test_throw_names_its_risk(locale, penalty):
    rules = with_options(preset("club"), throw_penalty=penalty)
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
            assert bool(words) == lead_from_cards(one, cards).is_throw
            if words:
                costs = (
                    CATALOGUE.texts_for(locale).say(f"turn.throw_{penalty.value.removeprefix('ten_')}", points=10)
                    if penalty is not ThrowPenalty.NONE
                    else ""
                )
                assert words.endswith(costs)
                assert ("each card" in words or "points" in words) == bool(costs) or locale != "en"
                smallest = lead_from_cards(one, cards).units[-1].cards
                assert one.texts.format_cards(smallest) in words
                return
    raise AssertionError("no throw was found")


def test_grouping_is_offered_where_it_matters():
    """In three decks A-A-A-K-K-Q-Q is a tractor of three pairs with an ace, or three aces with a tractor of two."""
    cards = parse_cards("SA SA SA SK SK SQ SQ")
    rules = with_options(preset("club"), decks=3, kitty_size=6)
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
    assert not is_played_at_once(one, cards)
    assert is_played_at_once(one, cards[:1])
    assert not any(
        isinstance(r, Select) and verb_of(r) is ControlVerb.CHOOSE_GROUPING for r in body(asked(view, cards[:1])).rows
    )


def test_second_copy_is_offered():
    for view in positions(preset("club"), random.Random(9)):
        pairs = [c for c, n in Counter(view.hand).items() if n > 1] if view.ask is Ask.LEAD else []
        if not pairs:
            continue
        panel = body(asked(view, pairs[:1]))
        more = [b for b in panel.controls() if verb_of(b) is ControlVerb.PICK_ONE_MORE]
        assert [parse_table_control_id(b.id).cards for b in more] == [(pairs[0],)]
        both = body(asked(view, pairs[:1] * 2))
        assert not [b for b in both.controls() if verb_of(b) is ControlVerb.PICK_ONE_MORE]
        return
    raise AssertionError("no pair was ever led")


def test_bury_is_undone_pick_by_pick():
    view = next(v for v in positions(preset("club"), random.Random(8)) if v.ask is Ask.BURY)
    for count in (0, 3):
        panel = body(asked(view, view.hand[:count]))
        back = next(b for b in panel.controls() if verb_of(b) is ControlVerb.UNPICK_LAST)
        assert back.disabled == (count == 0)


@pytest.mark.parametrize("name", PRESETS)
def test_hint_exists_for_every_question(name):
    rng = random.Random(f"hints {name}")
    for view in positions(preset(name), rng):
        action = choose("club", view, random.Random(1))
        for locale in TAGS:
            words = format_hint(view, action, CATALOGUE.texts_for(locale))
            assert 0 < len(words) < 600
        if isinstance(action, Play) and view.ask is Ask.FOLLOW:
            texts = CATALOGUE.texts_for("en")
            assert ("only legal" in format_hint(view, action, texts)) == (forced_play(view) is not None)


def test_hint_uses_only_the_view():
    """The same view gives the same words: nothing else is looked at."""
    views = [v for v in positions(preset("club"), random.Random(3)) if v.ask in {Ask.LEAD, Ask.FOLLOW}]
    for view in views[:20]:
        action = Play(next(iter(legal_plays(view))))
        assert format_hint(view, action, CATALOGUE.texts_for("en")) == format_hint(
            replace(view), action, CATALOGUE.texts_for("en")
        )


def test_confirmation_excludes_play_now_selects():
    for view in positions(preset("club"), random.Random(12)):
        if view.ask not in {Ask.LEAD, Ask.FOLLOW}:
            continue
        one = replace(asked(view), confirm=True)
        verbs = {verb_of(c) for c in body(one).controls()}
        assert ControlVerb.PICK_NOW not in verbs
        if view.ask is Ask.LEAD:
            cards = suggest_leads(view, 1)[0]
            assert not is_played_at_once(one, cards)
            sure = body(replace(asked(view, cards), confirm=True))
            assert any(
                verb_of(c) is ControlVerb.CONFIRM_PLAY for c in sure.controls() if not getattr(c, "disabled", False)
            )


@pytest.mark.parametrize("dense", [False, True])
def test_last_card_is_chosen_from_a_select(dense):
    """Where there are many ways to fill up, no button repeats what must be played anyhow; few ways stay buttons."""
    met = set()
    for seed in range(6):
        for view in positions(preset("club"), random.Random(f"short {seed}")):
            if view.ask is not Ask.FOLLOW:
                continue
            one = asked(view, dense=dense)
            owed, _ = split_owed_and_free(one)
            plays = list(legal_plays(view, 16))
            if not owed or len(owed) != count_wanted_cards(one) - 1 or len(plays) > 15:
                continue
            panel = body(one)
            buttons = [c for c in panel.controls() if verb_of(c) is ControlVerb.PLAY]
            lists = [c for c in panel.controls() if verb_of(c) is ControlVerb.PICK_NOW]
            assert (len(buttons), len(lists)) == ((len(plays), 0) if len(plays) <= MAX_LONG_PLAY_BUTTONS else (0, 1))
            if lists:
                assert lists[0].least == lists[0].most == 1
            met.add(bool(lists))
    assert met == {True, False}


def test_last_card_is_one_button():
    last = next(v for v in positions(preset("club"), random.Random(9)) if v.ask is Ask.LEAD and len(v.hand) == 1)
    panel = body(asked(last))
    assert not [row for row in panel.rows if isinstance(row, Select)]
    assert [verb_of(b) for b in panel.controls()].count(ControlVerb.PLAY) == 1
