"""Crowded pictures fit their frame, say how many entries they omit, and stay small."""

from dataclasses import replace

import pytest

from bot.render.all_pictures import LAYOUTS
from bot.render.events.traveller_scene import TravellerLine, TravellerPicture
from bot.render.layout.scene import CardStyle, Icon, Pill, TextLine, TileItem
from bot.render.values.event_pictures import EventLine, EventStandingsPicture, RoundPicture, RoundTable
from bot.render.values.game_pictures import HandPicture, ResultPicture
from bot.render.values.league_pictures import (
    RatingPicture,
    RatingSeries,
    StandingsLine,
    StandingsPicture,
)
from bot.text.catalogue import Catalogue
from bot.text.languages import TAGS
from bot.ui.core.pictures.picture_blocks import league_picture_labels
from engine.model.cards import count_faces
from engine.model.options import Level, Teams
from engine.model.seats import Seat
from engine.model.view import Ask, PhaseName
from tests.bot.render.golden_pictures import PICTURES, build_golden_scene, paint_png
from tests.bot.render.layout_checks import PAINTER, list_faults
from tests.bot.render.sample_views import NAMES, deal_cards, make_play, make_result, make_rules, make_trick, make_view
from tests.everyday import spread

PLAYERS = tuple(f"Player {n}" for n in range(1, 13))


def build_scene_of(picture):
    return LAYOUTS[type(picture)](picture)


def list_texts(scene):
    """Yield a scene's lines of text as they are painted, truncated where needed."""
    for item in scene.items:
        if isinstance(item, TextLine):
            yield " ".join(str(span.content) for span in PAINTER.text.fit_spans(item.spans, item.max_width, item.gap))


def crowded_hand(plays=11, cards=10):
    pack = deal_cards(plays * cards, 5, 6)
    trick_plays = [make_play(i, " ".join(map(str, pack[i * cards : (i + 1) * cards]))) for i in range(plays)]
    fields = {
        "hand": deal_cards(13, 9, 6),
        "ask": Ask.FOLLOW,
        "trick": make_trick(trick_plays, 3, 100),
        "points": (0,) * 12,
    }
    return HandPicture(make_view(make_rules(12, Teams.FRIENDS), **fields), names=PLAYERS)


def test_every_winner_has_a_star():
    won = tuple(Seat(seat) for seat in range(0, 12, 2))
    result = make_result(
        winners=won, declarers=won, next_declarer=None, levels_before=(Level.TWO,) * 12, levels_after=(Level.TWO,) * 12
    )
    view = make_view(make_rules(12), phase=PhaseName.FINISHED, result=result)
    scene = build_scene_of(ResultPicture(view, PLAYERS))
    lines = [item.spans for item in scene.items if isinstance(item, TextLine)]
    starred = [spans[-1].content for spans in lines if spans[0].content is Icon.STAR]
    assert [name for name in starred if name in PLAYERS] == [PLAYERS[seat] for seat in won]


def test_picture_says_how_many_entries_are_omitted():
    ratings = RatingPicture("Rating", "", tuple(RatingSeries(name, (1500, 1510)) for name in PLAYERS))
    assert "and 4 more" in list_texts(build_scene_of(ratings))
    rows = tuple(StandingsLine(n, f"P{n}", 1, 1) for n in range(1, 19))
    assert "and 3 more" in list_texts(build_scene_of(StandingsPicture("Standings", "", rows)))


def test_trick_of_a_hundred_cards_is_complete():
    picture = crowded_hand()
    scene = build_scene_of(picture)
    tiles = [item for item in scene.items if isinstance(item, TileItem)]
    shown = [(tile.card, tile.count) for tile in tiles]
    order = picture.view.card_order
    plays = [order.sort_for_display(play.cards) for play in picture.view.trick.plays]
    assert shown == [pair for cards in plays for pair in count_faces(cards).items()]
    assert set(PLAYERS[:11]) <= set(list_texts(scene))
    assert len(paint_png(PAINTER, scene)) <= 56 << 10


@pytest.mark.parametrize("cards", [1, 2, 4])
def test_players_of_a_crowded_trick_are_named(cards):
    labelled = ("Mei", "Bob", "Ana")
    assert set(labelled) <= set(
        list_texts(build_scene_of(replace(crowded_hand(3, cards), names=(*labelled, *PLAYERS[3:]))))
    )


def test_names_in_any_script_are_painted():
    assert paint_png(PAINTER, build_scene_of(HandPicture(crowded_hand().view, names=NAMES)))


@pytest.mark.parametrize("name", PICTURES)
def test_text_is_six_pixels_high_on_phones(name):
    """A phone shows a picture 302 pixels wide. In pictures of results, captions may be a tenth smaller."""
    scene = build_golden_scene(name)
    sizes = [
        span.min_size or span.size
        for item in scene.items
        if isinstance(item, TextLine | Pill)
        for span in item.spans
        if not isinstance(span.content, Icon)
    ]
    share = 0.9 if name.startswith("result") else 1  # captions shrink below a sum of many digits
    assert all(size * 302 / scene.width >= 5.9 * share for size in sizes)


def test_names_fit_beside_all_figures():
    row = StandingsLine(1, "Jonathan R.", 120, 60, 1648, (True,) * 5, points=999)
    assert any(
        text.startswith("Jonathan") for text in list_texts(build_scene_of(StandingsPicture("League", "", (row,))))
    )


@pytest.mark.parametrize("locale", TAGS)
def test_standings_columns_have_different_captions(locale):
    labels = league_picture_labels(Catalogue.load().texts_for(locale))
    labelled = [labels.player, labels.points, labels.record, labels.share, labels.rating, labels.form]
    assert len(set(labelled)) == len(labelled)


LONG_NAME = "An excessively long name of thirty-two"


@pytest.mark.parametrize("tag", spread(1, TAGS))
@pytest.mark.parametrize("count", [1, 10, 11, 45])
def test_event_standings_of_any_size_fit(tag, count):
    texts = Catalogue.load().texts_for(tag)
    keys = ("events.tie.margin", "events.tie.opponents", "events.record", "picture.points")
    captions = tuple(texts.say(key) if key == keys[2] else texts.say(key).capitalize() for key in keys)
    lines = tuple(EventLine(n + 1, LONG_NAME, ("-17", "104.5", "10–10–10", "19.5")) for n in range(count))
    subtitle = texts.say("events.round_of", number=19, rounds=20)
    picture = EventStandingsPicture(LONG_NAME, subtitle, texts.say("managing.team"), captions, lines)
    scene = build_scene_of(picture)
    assert list_faults(scene) == []
    shown = list(list_texts(scene))
    assert shown.count("19.5") == min(count, 40)
    assert shown.count("10–10–10") == (count if count <= 10 else 0)
    assert ("and 5 more" in shown) == (count == 45)
    wanted = captions if count <= 10 else captions[-1:]
    assert set(wanted) <= set(shown)


@pytest.mark.parametrize("tag", spread(1, TAGS))
@pytest.mark.parametrize("count", [1, 20, 25])
def test_round_of_any_size_fits(tag, count):
    texts = Catalogue.load().texts_for(tag)
    notes = [texts.say(f"events.match.{state}") for state in ("paired", "playing", "void")]
    sides = (f"{LONG_NAME} & {LONG_NAME}", f"{LONG_NAME} & {LONG_NAME}")
    tables = [RoundTable(n + 1, sides, note=notes[n % 3]) for n in range(count - 1)]
    tables.append(RoundTable(count, sides, ("12.5", "10"), 0))
    scene = build_scene_of(RoundPicture(LONG_NAME, "", tuple(tables), (LONG_NAME,) * 4))
    assert list_faults(scene) == []
    shown = list(list_texts(scene))
    assert shown.count(notes[1]) == sum(n % 3 == 1 for n in range(min(20, count - 1)))
    assert ("12.5" in shown) == (count <= 20)


@pytest.mark.parametrize("tag", spread(1, TAGS))
@pytest.mark.parametrize("count", [1, 16, 19])
def test_results_of_a_board_fit_for_any_number_of_tables(tag, count):
    texts = Catalogue.load().texts_for(tag)
    sides = (f"{LONG_NAME} & {LONG_NAME}", f"{LONG_NAME} & {LONG_NAME}")
    figures = (texts.say("events.no_trump"), "100", "395", "+12")
    lines = [TravellerLine(n + 1, sides, ("87.5%", "12.5%"), *figures, best=0) for n in range(count)]
    reported = texts.say("events.reported_levels", levels="+12")
    lines[0] = TravellerLine(1, sides, ("87.5%", "12.5%"), best=1, note=reported)
    captions = tuple(texts.say(f"events.caption.{key}") for key in ("trump", "kitty", "points", "levels", "score"))
    title = f"{LONG_NAME} · {texts.say('events.board_title', board=1584)}"
    about = texts.say("events.board_about", level="10", seat=12)
    scene = build_scene_of(TravellerPicture(title, about, captions, tuple(lines)))
    assert list_faults(scene) == []
    shown = list(list_texts(scene))
    assert shown.count("+12") == min(count, 16) - 1
    assert {reported, *captions} <= set(shown)
    assert ("and 3 more" in shown) == (count == 19)


def test_result_shows_the_last_trick():
    """The winner's cards have a ring, however long the plays are."""
    plays = [make_play(seat, "SA SA SQ SQ SJ SJ") for seat in range(4)]
    result = make_result()
    view = make_view(phase=PhaseName.FINISHED, result=result, kitty=result.kitty, tricks=(make_trick(plays, 2),))
    scene = build_scene_of(ResultPicture(view, NAMES[:4]))
    tiles = [item for item in scene.items if isinstance(item, TileItem) and item.card == plays[0].cards[0]]
    assert [tile.style for tile in tiles].count(CardStyle.WINNING) == 1
    assert len(tiles) == 4
    assert list_faults(scene) == []
