"""Alternative texts describe pictures of events, leagues, replays and rules, and fit Discord's limit."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from bot.render.learning.review_scene import ReviewPicture, ReviewPoint
from bot.render.learning.rule_examples_scene import Example, ExamplePicture
from bot.render.values.event_pictures import (
    BracketBox,
    BracketColumn,
    BracketPicture,
    BracketSide,
    CellTone,
    CrossCell,
    CrossLine,
    EventCrossPicture,
    EventLine,
    EventStandingsPicture,
    RoundPicture,
    RoundTable,
)
from bot.render.values.league_pictures import (
    ComparisonLine,
    HeadToHeadPicture,
    RatingPicture,
    RatingSeries,
    SeasonPicture,
    StandingsLine,
    StandingsPicture,
)
from bot.text.catalogue import Catalogue
from bot.text.languages import TAGS
from bot.ui.core.pictures.picture_blocks import alt_text_of
from engine.deal.fair_shuffle import full_pack
from engine.deal.game import apply, spectator_view, start
from engine.model.actions import Deal, Draw
from engine.model.cards import ALL_FACES, parse_cards
from engine.model.presets import PRESETS, preset
from engine.model.seats import TABLE
from tests.everyday import spread

CATALOGUE = Catalogue.load()
ROW = StandingsLine(1, "Mei", 21, 9, 1648, (True, True, False, True, False))
LONG = tuple(f"An excessively long name, number {n:07d}" for n in range(15))


def say(picture, locale="en"):
    return alt_text_of(picture, CATALOGUE.texts_for(locale))


def test_standings_are_described():
    picture = StandingsPicture("Standings", "Season 3", (ROW, StandingsLine(2, "Ana", 3, 4, rating=1500)))
    assert say(picture) == (
        "Standings. Season 3. 1. Mei: 21 won and 9 lost, rating 1648, last results W-W-L-W-L. "
        "2. Ana: 3 won and 4 lost, rating 1500."
    )
    counted = StandingsPicture("Spring", "", (StandingsLine(1, "Mei", 3, 1, points=17),))
    assert say(counted) == "Spring. 1. Mei: 17 points, 3 won and 1 lost."
    assert say(StandingsPicture("Standings", "", ())) == "Standings. Nobody has played yet."


def test_event_standings_are_described():
    lines = (EventLine(1, "Mei", ("7", "3–0–0", "3")), EventLine(2, "Ana", ("5", "2–0–1", "2")))
    picture = EventStandingsPicture("Friday", "Round 3 of 5", "Player", ("opponents", "W–D–L", "Points"), lines)
    assert say(picture) == (
        "Friday. Round 3 of 5. 1. Mei: Points: 3; W–D–L: 3–0–0; opponents: 7. "
        "2. Ana: Points: 2; W–D–L: 2–0–1; opponents: 5."
    )


def test_event_round_is_described():
    tables = (RoundTable(1, ("Mei", "Ana"), ("3", "1"), 0), RoundTable(2, ("Bob", "Cat"), note="playing"))
    picture = RoundPicture("Friday", "Round 3 of 5", tables, ("Dan",))
    assert say(picture) == (
        "Friday. Round 3 of 5. Table 1: Mei against Ana: 3 : 1. Table 2: Bob against Cat: playing. Sitting out: Dan."
    )


def test_large_events_fit():
    lines = tuple(EventLine(n + 1, LONG[n % 15], ("7", "3–0–0", "3")) for n in range(45))
    tables = tuple(RoundTable(n + 1, (LONG[n % 15], LONG[(n + 1) % 15]), ("3", "1"), 0) for n in range(25))
    for locale in TAGS:
        standings = EventStandingsPicture("Friday", "", "Player", ("opponents", "W–D–L", "Points"), lines)
        assert len(say(standings, locale)) <= 1024
        assert len(say(RoundPicture("Friday", "", tables), locale)) <= 1024


def test_ratings_are_described():
    picture = RatingPicture("Rating", "", (RatingSeries("Bob", (1500,)), RatingSeries("Mei", (1500, 1480, 1530))))
    assert say(picture) == (
        "Rating. Mei: 1530 now, 1500 2 games ago, between 1480 and 1530. "
        "Bob: 1500 now, 1500 one game ago, between 1500 and 1500."
    )


def test_head_to_head_is_described():
    picture = HeadToHeadPicture(
        "Head to head", "Mei", "Bob", (ComparisonLine("Deals", "61", "54", 0.5),), (True, False)
    )
    assert say(picture) == (
        "Head to head. Mei against Bob. Deals: 61 to 54. Last results, the newest at the end, 1 for Mei and 2 for Bob: 1-2."
    )


def test_season_is_described():
    season = SeasonPicture("Season 3", "2026", (("Mei & Ana", "31 wins"),), (("Deals", "412"),))
    assert say(season) == "Season 3. 2026. 1. Mei & Ana: 31 wins. Deals: 412."


def test_review_is_described():
    points = (ReviewPoint(1, 70), ReviewPoint(2, 85, is_mistake=True), ReviewPoint(4, 95))
    shown = ReviewPicture(
        "Expected points", "Deal 3", points, 80, "80 points win", "Trick", "End", (("Luck", "+0.1 levels"),)
    )
    assert say(shown) == (
        "Expected points. Deal 3. 80 points win. trick 1: 70, trick 2: 85 after a mistake. "
        "The end: 95 points. Luck: +0.1 levels."
    )


def test_examples_are_described():
    shown = (
        Example((parse_cards("S6 S6 S8 S8"),), "the sevens are trumps", is_correct=True),
        Example((parse_cards("BJ"), parse_cards("LJ")), separator=">"),
        Example((parse_cards("HA"), parse_cards("HK")), "no!", separator="+", is_correct=False),
    )
    assert say(ExamplePicture("Tractors", shown)) == (
        "Tractors. Right: 8-8-6-6 of spades. the sevens are trumps. big joker beats little joker. "
        "Wrong: ace of hearts plus king of hearts. no!"
    )


@pytest.mark.parametrize("locale", spread(1, TAGS))
def test_alt_text_of_fullest_pictures_fits_and_names_everybody(locale):
    rows = tuple(replace(ROW, rank=n + 1, name=name[:20] + name[-2:]) for n, name in enumerate(LONG))
    told = say(StandingsPicture("Standings", "Season 3", rows), locale)
    assert len(told) <= 1024
    assert told.endswith((".", "。"))
    assert all(row.name in told for row in rows)
    lines = tuple(RatingSeries(name, tuple(range(1000, 1041))) for name in LONG[:8])
    assert all(name in say(RatingPicture("Rating", "", lines), locale) for name in LONG[:8])
    everything = Example((tuple(ALL_FACES),), "x" * 300)
    assert len(say(ExamplePicture("Much", (everything,) * 5), locale)) == 1024


@pytest.mark.parametrize("locale", spread(1, TAGS))
@pytest.mark.parametrize("name", PRESETS)
def test_replay_moment_fits_and_names_players(locale, name):
    rules = preset(name)
    phase = apply(start(rules), TABLE, Deal(tuple(full_pack(rules)), 0)).phase
    left = spectator_view(phase).to_draw
    phase = apply(phase, TABLE, Draw(left)).phase
    view = spectator_view(phase)
    cards = full_pack(rules)
    hands = [cards[seat : left : rules.players] for seat in range(rules.players)]
    texts = CATALOGUE.texts_for(locale)
    told = texts.format_replay_alt_text(view, LONG[: rules.players], hands)
    assert len(told) <= 1024
    assert told.endswith((".", "。"))
    names = [LONG[seat][:7] for seat in range(rules.players)]
    assert all(told.count(short) >= 1 for short in names)
    assert all(
        texts.say("card.LJ") not in texts.format_replay_alt_text(view, None, [()] * rules.players) for _ in hands
    )


def test_replay_describes_each_hand():
    rules = preset("standard")
    phase = apply(start(rules), TABLE, Deal(tuple(full_pack(rules)), 0)).phase
    hands = [parse_cards("SA SA H3"), parse_cards("BJ"), (), parse_cards("D9 C4")]
    told = CATALOGUE.texts_for("en").format_replay_alt_text(spectator_view(phase), ("Ann", "Bob", "Cat", "Dan"), hands)
    assert "Ann holds A-A of spades; 3 of hearts." in told
    assert "Bob holds big joker. Cat holds no cards. Dan holds 4 of clubs; 9 of diamonds." in told


def test_animation_has_alt_text():
    phase = start(preset("standard"))
    assert (
        CATALOGUE.texts_for("en")
        .format_animation_alt_text(spectator_view(phase))
        .startswith("GIF: the whole of deal 1")
    )


def test_every_picture_text_is_used():
    rooms = [Path(__file__).parents[4] / "bot" / room for room in ("ui", "text/describe")]
    code = "".join(path.read_text() for room in rooms for path in room.rglob("*.py"))
    captions = {
        f"picture.{word}" for word in ("player", "points", "record", "share", "rating", "form", "now", "nobody")
    }
    said = set(re.findall(r'"(picture\.\w+)"', code)) | captions
    assert {key for key in CATALOGUE._languages["en"].messages if key.startswith("picture.")} == said


@pytest.mark.parametrize("locale", TAGS)
def test_alt_text_says_how_many_rows_are_omitted(locale):
    more = CATALOGUE.texts_for(locale).say("picture.more", n=2)
    rows = tuple(StandingsLine(n, f"P{n}", 1, 1) for n in range(1, 18))
    assert more in say(StandingsPicture("Standings", "", rows), locale)
    assert more in say(RatingPicture("Rating", "", tuple(RatingSeries(f"P{n}", (1500,)) for n in range(10))), locale)


def long_bracket():
    def box(n):
        return BracketBox(
            (BracketSide(f"Dragons and Tigers {n}", "2", True), BracketSide(f"Foxes and Bears {n}", "1", False))
        )

    columns = [BracketColumn(f"Round {n}", tuple(box(i) for i in range(4 // n))) for n in (1, 2, 4)]
    third = BracketColumn("Third place", (box(9),))
    return BracketPicture("Friday cup", "best of 3", tuple(columns), third)


@pytest.mark.parametrize("locale", TAGS)
def test_bracket_says_final_and_third_place_first(locale):
    text = say(long_bracket(), locale)
    assert text.index("Round 4") < text.index("Third place") < text.index("Round 2")
    assert "Dragons and Tigers 0 🏆" in text
    assert "2:1" in text
    assert len(text) <= 1024


@pytest.mark.parametrize("locale", TAGS)
def test_long_crosstable_keeps_every_total_score(locale):
    cells = tuple(CrossCell(f"+{n}", CellTone.WIN) for n in range(8))
    lines = tuple(CrossLine(n + 1, f"Dragons and Tigers {n}", cells, f"{16 - n}½") for n in range(16))
    text = say(EventCrossPicture("Friday", "", tuple("12345678"), "Points", lines, "legend"), locale)
    assert all(f"{16 - n}½" in text for n in range(16))
    assert "+3" not in text
    assert len(text) <= 1024
