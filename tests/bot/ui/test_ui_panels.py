"""Hand panels of every preset, at every question, in every language: Discord takes them, and they say what is legal."""

import random
from dataclasses import replace
from itertools import cycle

import pytest

from bot.play.fallback import any_legal
from bot.play.occupants import TableId
from bot.text.catalogue import Catalogue
from bot.ui import limits
from bot.ui.body import Body, Buttons, Select, Text
from bot.ui.drafts import Draft
from bot.ui.ids import Verb, parse
from bot.ui.panels.asked import Asked
from bot.ui.panels.following import FEW_LONG, led_suit
from bot.ui.panels.hand import controls_of
from bot.ui.panels.legal import legal_words, refusal_words
from engine.actions import Bury, Deal, Declare, Draw, Play
from engine.cards import Card
from engine.errors import IllegalAction
from engine.fairness import pack
from engine.game import apply, spectator_view, start, to_act, view_for
from engine.options import check, declarations, legal_plays
from engine.presets import PRESETS, preset, with_options
from engine.seats import TABLE
from engine.view import Ask, PhaseName

CATALOGUE = Catalogue.load()
LOCALES = cycle(("en", "zh-CN", "zh-TW"))


def positions(rules, rng):
    """Play a deal at random; yield every view of whom something is asked."""
    phase = start(rules)
    while True:
        view = spectator_view(phase)
        if view.phase is PhaseName.FINISHED:
            return
        if view.phase is PhaseName.READY:
            cards = list(pack(rules))
            rng.shuffle(cards)
            phase = apply(phase, TABLE, Deal(tuple(cards), 0)).phase
        elif view.phase is PhaseName.DECLARING and view.to_draw:
            phase = apply(phase, TABLE, Draw(min(view.to_draw, 30))).phase
        else:
            seat = rng.choice(to_act(phase))
            view = view_for(phase, seat)
            yield view
            phase = apply(phase, seat, choice(view, rng)).phase


def choice(view, rng):
    if view.ask in {Ask.LEAD, Ask.FOLLOW}:
        return Play(rng.choice(list(legal_plays(view, 20))))
    if view.ask is Ask.DECLARE and not view.declarations and (offers := declarations(view)):
        return Declare(rng.choice(offers))
    return any_legal(view)


def asked(view, draft=(), *, dense=False):
    return Asked(
        TableId(123_456), view.seat, view, Draft(4321, tuple(map(str, draft)), 7), CATALOGUE.texts(next(LOCALES)), dense
    )


def body(one):
    return Body((Text("x"), *controls_of(one)))


@pytest.mark.parametrize("name", PRESETS)
def test_discord_takes_every_panel(name):
    rng = random.Random(name)
    seen = set()
    for view in positions(preset(name), rng):
        seen.add(view.ask)
        for count in (0, rng.randint(1, 6)):
            draft = rng.sample(view.hand, min(count, len(view.hand))) if view.ask is not Ask.CALL else ()
            panel = body(asked(view, draft))
            limits.check(panel)
            assert limits.component_count(panel) <= limits.COMPONENTS - 11, (
                "room for two pictures, texts and the last row"
            )
            if view.ask is not Ask.NOTHING:
                assert list(panel.controls()), view.ask
    assert {Ask.DECLARE, Ask.BURY, Ask.LEAD, Ask.FOLLOW} <= seen


@pytest.mark.parametrize("name", PRESETS)
def test_the_older_form_has_room_for_every_control(name):
    for view in positions(preset(name), random.Random(name)):
        panel = body(asked(view, view.hand[:1] if view.ask is not Ask.CALL else (), dense=True))
        limits.check(panel)
        assert len(panel.rows) <= 4, "the last of five rows is for looking"
        listed = {o.value.partition("#")[0] for row in panel.rows if isinstance(row, Select) for o in row.options}
        if view.ask in {Ask.BURY, Ask.LEAD}:
            assert listed == set(map(str, view.hand))


@pytest.mark.parametrize("name", ["club", "pagat-three-decks", "finding-friends"])
def test_every_play_that_is_offered_is_legal_and_few_are_all_there(name):
    for view in positions(preset(name), random.Random(5)):
        if view.ask not in {Ask.LEAD, Ask.FOLLOW}:
            continue
        panel = body(asked(view))
        offered = [parse(b.id).cards for row in panel.rows if isinstance(row, Buttons) for b in row.buttons
                   if parse(b.id).verb is Verb.PLAY and not b.disabled]  # fmt: skip
        for cards in offered:
            check(view, Play(cards))
        if view.ask is Ask.FOLLOW:
            few = [tuple(sorted(p)) for p in legal_plays(view, 16)]
            if len(few) <= 15 and offered:
                assert sorted(tuple(sorted(cards)) for cards in offered) == sorted(few)
            else:
                assert any(isinstance(row, Select) for row in panel.rows)
                assert len(few) > FEW_LONG


def test_a_select_that_plays_at_once_can_make_every_single_follow():
    rules = with_options(preset("pagat-three-decks"))
    for view in positions(rules, random.Random(3)):
        if view.ask is not Ask.FOLLOW or len(view.trick.plays[0].cards) != 1:
            continue
        one = asked(view)
        selects = [row for row in body(one).rows if isinstance(row, Select)]
        if selects:
            values = {o.value.partition("#")[0] for s in selects for o in s.options}
            assert {str(cards[0]) for cards in legal_plays(view)} <= values
            assert all((s.least, s.most) == (1, 1) for s in selects)
            assert led_suit(one) is not None


def test_a_draft_shows_why_it_is_no_play_and_how_much_is_buried():
    views = list(positions(preset("club"), random.Random(8)))
    bury = next(v for v in views if v.ask is Ask.BURY)
    enough = body(asked(bury, bury.hand[:8]))
    button = next(b for b in enough.controls() if parse(b.id).verb is Verb.BURY)
    assert sorted(parse(button.id).cards) == sorted(bury.hand[:8])
    check(bury, Bury(parse(button.id).cards))
    marked = [o.value.partition("#")[0] for s in enough.rows if isinstance(s, Select) for o in s.options if o.chosen]
    assert sorted(marked) == sorted(map(str, bury.hand[:8])), "what is picked is marked in the lists, copies counted"
    short = body(asked(bury, bury.hand[:7]))
    assert next(b for b in short.controls() if parse(b.id).verb is Verb.BURY).disabled
    lead = next(v for v in views if v.ask is Ask.LEAD)
    suits = {}
    for card in lead.hand:
        suits.setdefault(lead.trump.effective_suit(card), card)
    two = tuple(suits.values())[:2]
    mixed = body(asked(lead, two))
    words = [b.words for b in mixed.blocks if isinstance(b, Text)]
    with pytest.raises(IllegalAction) as refused:
        check(lead, Play(two))
    assert any(CATALOGUE.texts(tag).refusal(refused.value) in words for tag in ("en", "zh-CN", "zh-TW"))


def test_a_refusal_names_what_would_be_legal():
    for view in positions(preset("club"), random.Random(2)):
        if view.ask is Ask.FOLLOW and 1 < len(list(legal_plays(view, 7))) < 6:
            plays = list(legal_plays(view))
            illegal = [c for c in view.hand if (c,) not in plays]
            if len(view.trick.plays[0].cards) == 1 and illegal:
                with pytest.raises(IllegalAction) as refused:
                    check(view, Play((Card(illegal[0]),)))
                for tag in ("en", "zh-CN", "zh-TW"):
                    texts = CATALOGUE.texts(tag)
                    assert refusal_words(refused.value, texts)
                    line = legal_words(view, texts)
                    assert all(texts.cards(cards) in line for cards in plays)
                return
    raise AssertionError("no such position")


@pytest.mark.parametrize("locale", ["zh-CN", "zh-TW"])
def test_in_chinese_plays_are_listed_with_chinese_signs(locale):
    for view in positions(preset("club"), random.Random(3)):
        told = legal_words(view, CATALOGUE.texts(locale))
        assert "; " not in told
        assert ": " not in told
        if "；" in told:
            return
    raise AssertionError("there was never a choice")


@pytest.mark.parametrize(
    ("locale", "prompts"),
    [
        ("en", ["Spades", "Hearts", "Clubs", "Diamonds", "Jokers"]),
        ("zh-TW", ["黑桃", "紅心", "梅花", "方塊", "鬼牌"]),
    ],
)
@pytest.mark.parametrize("dense", [False, True])
def test_lists_of_friends_cards_are_called_by_suit(locale, prompts, dense):
    view = next(v for v in positions(preset("looking-for-friends"), random.Random(1)) if v.ask is Ask.CALL)
    called = replace(asked(view, dense=dense), texts=CATALOGUE.texts(locale))
    shown = [block.prompt for block in controls_of(called) if isinstance(block, Select)]
    assert all(any(prompt.lower() in one.lower() for prompt in prompts) for one in shown)
    assert not any(sign in one for one in shown for sign in ("…", "A of"))
    if not dense:
        assert [p for p in prompts for one in shown if p.lower() in one.lower()] == prompts
