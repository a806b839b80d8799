"""Captions in every language have room: at no moment of a deal by any rules is one cut; usual names neither."""

import random
from collections import Counter
from functools import cache

import pytest

from bot.play.fallback import any_legal
from bot.play.occupants import Computer
from bot.render import HandPicture, LobbyPicture, ResultPicture, TablePicture
from bot.render.pool import LAYOUTS
from bot.render.scene import Pill, Words
from bot.text.catalogue import Catalogue
from bot.ui.captions import labels_of
from engine.actions import Deal, Declare, Draw
from engine.fairness import pack
from engine.game import apply, spectator_view, start, to_act, view_for
from engine.options import declarations
from engine.presets import PRESETS, preset
from engine.seats import TABLE, Seat
from engine.view import Ask, PhaseName
from tests.bot.render.reading import PAINTER
from tests.bot.render.scenes import result as deal_result
from tests.bot.render.scenes import view_of

CATALOGUE = Catalogue.load()


@cache
def views_of(name):
    return tuple(moments(preset(name), random.Random(name)))


def moments(rules, rng, most=2):
    """Play a deal; yield a few views of every phase and question, each a seat's or a watcher's."""
    phase, seen = start(rules), Counter()
    while True:
        watched = spectator_view(phase)
        seats = to_act(phase) if watched.phase is not PhaseName.READY else ()
        for view in (watched, *(view_for(phase, seat) for seat in seats if seat != TABLE)):
            seen[view.phase, view.ask, bool(view.trick.plays)] += 1
            if seen[view.phase, view.ask, bool(view.trick.plays)] <= most:
                yield view
        if watched.phase is PhaseName.FINISHED:
            return
        if watched.phase is PhaseName.READY:
            cards = list(pack(rules))
            rng.shuffle(cards)
            action = TABLE, Deal(tuple(cards), 0)
        elif watched.phase is PhaseName.DECLARING and watched.to_draw:
            action = TABLE, Draw(min(watched.to_draw, 30))
        else:
            seat = rng.choice([seat for seat in seats if seat != TABLE])
            action = seat, choice(view_for(phase, seat))
        phase = apply(phase, *action).phase


def choice(view):
    """Declare what can be declared, for nobody's declaration would be no end; else anything."""
    offers = tuple(declarations(view)) if view.ask is Ask.DECLARE and not view.declarations else ()
    return Declare(offers[0]) if offers else any_legal(view)


def cut_lines(scene):
    """Lines of which something is missing, and what is left of them."""
    for item in scene.items:
        if isinstance(item, Words | Pill):
            inset = 2 * round(item.height * 0.40) if isinstance(item, Pill) else 0
            gap = 10 if isinstance(item, Pill) else item.gap
            room = None if item.room is None else item.room - inset
            left = PAINTER._fitted(item.parts, room, gap)
            if left != item.parts:
                yield [str(part.what) for part in item.parts], [str(part.what) for part in left]


def pictures_of(view, names, labels):
    if view.phase is PhaseName.FINISHED and view.result is not None:
        yield ResultPicture(view, names, labels)
    yield TablePicture(view, names, labels)
    if view.hand:
        yield HandPicture(view, None, view.hand[:2], labels, names=names)


@pytest.mark.parametrize("locale", ["en", "zh-CN", "zh-TW"])
@pytest.mark.parametrize("name", PRESETS)
def test_nothing_is_cut(name, locale):
    rules, texts = preset(name), CATALOGUE.texts(locale)
    labels = labels_of(texts)
    names = tuple(texts.computer_name(Computer("club", n + 1), bare=True) for n in range(rules.players))
    lines = (texts.say("ui.lobby_pack", players=rules.players, decks=texts.say("count.decks", count=rules.decks)),)
    pictures = [LobbyPicture((*names[:-1], None), frozenset({Seat(1)}), texts.preset(name), lines, (), labels)]
    for view in views_of(name):
        pictures += pictures_of(view, names, labels)
    assert len(pictures) > 12
    cut = [line for picture in pictures for line in cut_lines(LAYOUTS[type(picture)](picture))]
    assert cut == []


@pytest.mark.parametrize("locale", ["en", "zh-CN", "zh-TW"])
@pytest.mark.parametrize(
    "points", [(65, 20, 4, -20, 125), (320, 105, 16, -100, 1900), (10_000, 200, 64, -2000, 20_800)]
)
def test_a_sum_of_many_figures_is_shown_whole(locale, points):
    tricks, kitty, multiplier, penalties, total = points
    ended = deal_result(
        trick_points=tricks,
        kitty_points=kitty,
        multiplier=multiplier,
        penalty_points=penalties,
        opponents_points=total,
    )
    view = view_of(phase=PhaseName.FINISHED, result=ended, kitty=ended.kitty)
    names = ("Mei", "Bob", "Ana", "Dan")
    labels = labels_of(CATALOGUE.texts(locale))
    assert list(cut_lines(LAYOUTS[ResultPicture](ResultPicture(view, names, labels)))) == []
