"""Pictures of leagues, replays and rules in words: everything that they show, in every language, within Discord's room."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from bot.render import (
    CrossTablePicture,
    Example,
    ExamplePicture,
    HeadToHeadPicture,
    RatingPicture,
    SeasonPicture,
    Series,
    StandingsPicture,
    StandingsRow,
)
from bot.render.statistics import Comparison, MatchPicture
from bot.text.catalogue import Catalogue
from bot.ui.alts import alt_of
from engine.actions import Deal, Draw
from engine.cards import ALL_FACES, parse_cards
from engine.fairness import pack
from engine.game import apply, spectator_view, start
from engine.presets import PRESETS, preset
from engine.seats import TABLE

CATALOGUE = Catalogue.load()
LOCALES = ("en", "zh-CN", "zh-TW")
ROW = StandingsRow(1, "Mei", 21, 9, "A", 2, 1648, 18, (True, True, False, True, False))
LONG = tuple(f"An excessively long name, number {n:07d}" for n in range(15))


def say(picture, locale="en"):
    return alt_of(picture, CATALOGUE.texts(locale))


def test_standings():
    picture = StandingsPicture("Standings", "Season 3", (ROW, StandingsRow(2, "Ana", 3, 4, rating=1500, change=-7)))
    assert say(picture) == (
        "Standings. Season 3. 1. Mei: level A, 21 won and 9 lost, rating 1648, up 18, climbed to the top 2 times, "
        "last results W-W-L-W-L. 2. Ana: 3 won and 4 lost, rating 1500, down 7."
    )
    counted = StandingsPicture("Spring", "", (StandingsRow(1, "Mei", 3, 1, points=17),))
    assert say(counted) == "Spring. 1. Mei: 17 points, 3 won and 1 lost."
    assert say(StandingsPicture("Standings", "", ())) == "Standings. Nobody has played yet."


def test_ratings():
    picture = RatingPicture("Rating", "", (Series("Bob", (1500,)), Series("Mei", (1500, 1480, 1530))))
    assert say(picture) == (
        "Rating. Mei: 1530 now, 1500 2 games ago, between 1480 and 1530. "
        "Bob: 1500 now, 1500 one game ago, between 1500 and 1500."
    )


def test_head_to_head():
    picture = HeadToHeadPicture("Head to head", "Mei", "Bob", (Comparison("Deals", "61", "54", 0.5),), (True, False))
    assert say(picture) == (
        "Head to head. Mei against Bob. Deals: 61 to 54. Last results, the newest at the end, 1 for Mei and 2 for Bob: 1-2."
    )


def test_cross_table():
    picture = CrossTablePicture(
        "All", "Season 3", ("Mei", "Bob", "Ana"), ((None, (2, 1), None), ((1, 2), None, None), (None,) * 3)
    )
    assert say(picture) == "All. Season 3. Mei: 2–1 against Bob. Bob: 1–2 against Mei."


def test_a_season_and_a_match():
    season = SeasonPicture("Season 3", "2026", (("Mei & Ana", "31 wins"),), (("Deals", "412"),))
    assert say(season) == "Season 3. 2026. 1. Mei & Ana: 31 wins. Deals: 412."
    match = MatchPicture("Match over", "", (("Mei", "Ana"), ("Bob",)), 1, (("2", "3"), ("2", "A")), (("Deals", "1"),))
    assert say(match) == (
        "Match over. Won by Bob, at level A. Mei and Ana reached level 3. "
        "Levels of Bob after each deal: 2 A. Levels of Mei and Ana after each deal: 2 3. Deals: 1."
    )


def test_examples():
    shown = (
        Example((parse_cards("S6 S6 S8 S8"),), "the sevens are trumps", verdict=True),
        Example((parse_cards("BJ"), parse_cards("LJ")), joint=">"),
        Example((parse_cards("HA"), parse_cards("HK")), "no!", joint="+", verdict=False, dimmed=frozenset({1})),
    )
    assert say(ExamplePicture("Tractors", shown)) == (
        "Tractors. Right: 8-8-6-6 of spades. the sevens are trumps. big joker beats little joker. "
        "Wrong: A of hearts plus K of hearts (dimmed). no!"
    )


@pytest.mark.parametrize("locale", LOCALES)
def test_the_fullest_pictures_fit_and_name_everybody(locale):
    rows = tuple(replace(ROW, rank=n + 1, name=name[:20] + name[-2:]) for n, name in enumerate(LONG))
    told = say(StandingsPicture("Standings", "Season 3", rows), locale)
    assert len(told) <= 1024
    assert told.endswith((".", "。"))
    assert all(row.name in told for row in rows)
    cells = tuple(tuple((i, j) if i != j else None for j in range(10)) for i in range(10))
    told = say(CrossTablePicture("All", "Season 3", LONG[:10], cells), locale)
    assert len(told) <= 1024
    assert told.endswith((".", "。"))
    assert all(name in told for name in LONG[:10])
    lines = tuple(Series(name, tuple(range(1000, 1041))) for name in LONG[:8])
    assert all(name in say(RatingPicture("Rating", "", lines), locale) for name in LONG[:8])
    everything = Example((tuple(ALL_FACES),), "x" * 300)
    assert len(say(ExamplePicture("Much", (everything,) * 5), locale)) == 1024


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("name", PRESETS)
def test_a_moment_of_a_replay_names_every_card_of_every_hand(locale, name):
    rules = preset(name)
    phase = apply(start(rules), TABLE, Deal(tuple(pack(rules)), 0)).phase
    left = spectator_view(phase).to_draw
    phase = apply(phase, TABLE, Draw(left)).phase
    view = spectator_view(phase)
    cards = pack(rules)
    hands = [cards[seat : left : rules.players] for seat in range(rules.players)]
    texts = CATALOGUE.texts(locale)
    told = texts.replay_alt(view, LONG[: rules.players], hands)
    assert len(told) <= 1024
    assert told.endswith((".", "。"))
    names = [LONG[seat][:7] for seat in range(rules.players)]
    assert all(told.count(short) >= 1 for short in names)
    assert all(texts.say("card.LJ") not in texts.replay_alt(view, None, [()] * rules.players) for _ in hands)


def test_a_replay_says_what_each_hand_holds():
    rules = preset("club")
    phase = apply(start(rules), TABLE, Deal(tuple(pack(rules)), 0)).phase
    hands = [parse_cards("SA SA H3"), parse_cards("BJ"), (), parse_cards("D9 C4")]
    told = CATALOGUE.texts("en").replay_alt(spectator_view(phase), ("Ann", "Bob", "Cat", "Dan"), hands)
    assert "Ann holds A-A of spades; 3 of hearts." in told
    assert "Bob holds big joker. Cat holds no cards. Dan holds 4 of clubs; 9 of diamonds." in told


def test_a_moving_picture_says_what_it_is():
    phase = start(preset("club"))
    assert CATALOGUE.texts("en").animation_alt(spectator_view(phase)).startswith("Moving picture: the whole of deal 1")


def test_no_words_of_pictures_are_left_over():
    rooms = [Path(__file__).parents[3] / "bot" / room for room in ("ui", "text/describe")]
    code = "".join(path.read_text() for room in rooms for path in room.rglob("*.py"))
    captions = {
        f"picture.{word}"
        for word in ("player", "level", "points", "record", "share", "rating", "form", "now", "nobody")
    }
    said = set(re.findall(r'"(picture\.\w+)"', code)) | captions
    assert {key for key in CATALOGUE._languages["en"].messages if key.startswith("picture.")} == said


@pytest.mark.parametrize("locale", LOCALES)
def test_what_a_picture_has_no_room_for_is_counted_in_words_too(locale):
    more = CATALOGUE.texts(locale).say("picture.more", n=2)
    rows = tuple(StandingsRow(n, f"P{n}", 1, 1) for n in range(1, 18))
    assert more in say(StandingsPicture("Standings", "", rows), locale)
    assert more in say(RatingPicture("Rating", "", tuple(Series(f"P{n}", (1500,)) for n in range(10))), locale)
