"""Captions in every language and usual names are never truncated, in any phase of any preset."""

import random
from collections import Counter
from functools import cache

import pytest

from bot.play.computers.search_or_rules import pick_legal_action
from bot.play.values.table_info import Computer
from bot.render.all_pictures import LAYOUTS
from bot.render.layout.scene import Pill, TextLine
from bot.render.values.game_pictures import HandPicture, LobbyPicture, ResultPicture, TablePicture
from bot.text.catalogue import Catalogue
from bot.text.languages import TAGS
from bot.ui.core.pictures.picture_blocks import picture_labels
from engine.deal.fair_shuffle import full_pack
from engine.deal.game import apply, spectator_view, start, to_act, view_for
from engine.deal.legal_actions import legal_declarations
from engine.model.actions import Deal, Declare, Draw
from engine.model.presets import preset
from engine.model.seats import TABLE, Seat
from engine.model.view import Ask, PhaseName
from tests.bot.render.layout_checks import PAINTER
from tests.bot.render.sample_views import make_result as deal_result
from tests.bot.render.sample_views import make_view
from tests.everyday import spread
from tests.preset_cover import EVERY_PRESET

CATALOGUE = Catalogue.load()


@cache
def list_views(name):
    return tuple(play_deal(preset(name), random.Random(name)))


def play_deal(rules, rng, max_views=2):
    """Play a deal and yield views of seats and spectators, at most `max_views` of each phase and question."""
    phase, seen = start(rules), Counter()
    while True:
        spectator = spectator_view(phase)
        seats = to_act(phase) if spectator.phase is not PhaseName.READY else ()
        for view in (spectator, *(view_for(phase, seat) for seat in seats if seat != TABLE)):
            seen[view.phase, view.ask, bool(view.trick.plays)] += 1
            if seen[view.phase, view.ask, bool(view.trick.plays)] <= max_views:
                yield view
        if spectator.phase is PhaseName.FINISHED:
            return
        if spectator.phase is PhaseName.READY:
            cards = list(full_pack(rules))
            rng.shuffle(cards)
            action = TABLE, Deal(tuple(cards), 0)
        elif spectator.phase is PhaseName.DECLARING and spectator.to_draw:
            action = TABLE, Draw(min(spectator.to_draw, 30))
        else:
            seat = rng.choice([seat for seat in seats if seat != TABLE])
            action = seat, pick_action(view_for(phase, seat))
        phase = apply(phase, *action).phase


def pick_action(view):
    """Return a declaration if nobody has declared yet, so that the deal ends. Otherwise return any legal action."""
    declarations = tuple(legal_declarations(view)) if view.ask is Ask.DECLARE and not view.declarations else ()
    return Declare(declarations[0]) if declarations else pick_legal_action(view)


def list_truncated_lines(scene):
    """Yield two versions of the texts in each truncated line: as intended and as painted."""
    for item in scene.items:
        if isinstance(item, TextLine | Pill):
            inset = 2 * round(item.height * 0.40) if isinstance(item, Pill) else 0
            gap = 10 if isinstance(item, Pill) else item.gap
            max_width = None if item.max_width is None else item.max_width - inset
            painted = PAINTER.text.fit_spans(item.spans, max_width, gap)
            full, shown = ([str(span.content) for span in spans] for spans in (item.spans, painted))
            if full != shown:
                yield full, shown


def build_pictures(view, names, labels):
    if view.phase is PhaseName.FINISHED and view.result is not None:
        yield ResultPicture(view, names, labels)
    yield TablePicture(view, names, labels)
    if view.hand:
        yield HandPicture(view, None, view.hand[:2], labels, names=names)


@pytest.mark.parametrize("locale", spread(1, TAGS))
@pytest.mark.parametrize("name", EVERY_PRESET)
def test_no_caption_is_truncated(name, locale):
    rules, texts = preset(name), CATALOGUE.texts_for(locale)
    labels = picture_labels(texts)
    names = tuple(texts.format_computer_name(Computer("expert", n + 1)) for n in range(rules.players))
    lines = (texts.say("lobby.pack", players=rules.players, decks=texts.say("count.decks", count=rules.decks)),)
    pictures = [LobbyPicture((*names[:-1], None), frozenset({Seat(1)}), texts.format_preset(name), lines, (), labels)]
    for view in list_views(name):
        pictures += build_pictures(view, names, labels)
    assert len(pictures) > 12
    truncated = [line for picture in pictures for line in list_truncated_lines(LAYOUTS[type(picture)](picture))]
    assert truncated == []


@pytest.mark.parametrize("locale", TAGS)
@pytest.mark.parametrize(
    "points",
    [(65, 20, 4, -20, 125), (145, 20, 4, -20, 205), (320, 105, 16, -100, 1900), (10_000, 200, 64, -2000, 20_800)],
)
def test_long_sum_is_not_truncated(locale, points):
    tricks, kitty, multiplier, penalties, total = points
    result = deal_result(
        trick_points=tricks,
        kitty_points=kitty,
        multiplier=multiplier,
        penalty_points=penalties,
        opponents_points=total,
    )
    view = make_view(phase=PhaseName.FINISHED, result=result, kitty=result.kitty)
    names = ("Mei", "Bob", "Ana", "Dan")
    labels = picture_labels(CATALOGUE.texts_for(locale))
    assert list(list_truncated_lines(LAYOUTS[ResultPicture](ResultPicture(view, names, labels)))) == []
