"""Pictures with more in them than usual: nothing leaves its frame, no name or score is lost, files stay small."""

from dataclasses import replace

import pytest

from bot.render import (
    CrossTablePicture,
    HandPicture,
    MatchPicture,
    RatingPicture,
    ResultPicture,
    Series,
    StandingsPicture,
    StandingsRow,
)
from bot.render.pool import LAYOUTS
from bot.render.scene import Pill, Polyline, Sign, TileItem, Words
from bot.text.catalogue import Catalogue
from bot.ui.captions import league_labels_of
from engine.cards import counts
from engine.rules import Level, Teams
from engine.seats import Seat
from engine.view import Ask, PhaseName
from tests.bot.render.gallery import PICTURES, painted
from tests.bot.render.gallery import scene_of as golden_scene
from tests.bot.render.reading import PAINTER
from tests.bot.render.scenes import NAMES, dealt, play, result, rules_for, trick, view_of

PEOPLE = tuple(f"Player {n}" for n in range(1, 13))


def scene_of(picture):
    return LAYOUTS[type(picture)](picture)


def texts_of(scene):
    """What is written, as it is drawn: with what is too long cut."""
    for item in scene.items:
        if isinstance(item, Words):
            yield " ".join(str(part.what) for part in PAINTER._fitted(item.parts, item.room, item.gap))


def crowded(plays=11, cards=10):
    pack = dealt(plays * cards, 5, 6)
    lying = [play(i, " ".join(map(str, pack[i * cards : (i + 1) * cards]))) for i in range(plays)]
    facts = {"hand": dealt(13, 9, 6), "ask": Ask.FOLLOW, "trick": trick(lying, 3, 100), "points": (0,) * 12}
    return HandPicture(view_of(rules_for(12, Teams.FRIENDS), **facts), names=PEOPLE)


@pytest.mark.parametrize("levels", [((), ()), (("2",), ("2",)), (("NT",), ()), (("2", "A"), ("2",))])
def test_lines_of_a_match_stay_in_their_frame(levels):
    scene = scene_of(MatchPicture("Match", "", (("Mei",), ("Bob",)), 0, levels))
    lines = [item for item in scene.items if isinstance(item, Polyline)]
    assert len(lines) == sum(bool(line) for line in levels)
    for x, y in (point for line in lines for point in line.points):
        assert 98 <= x <= 1100 - 60
        assert 286 <= y <= 286 + 300 + 7
    assert painted(PAINTER, scene)


def test_all_who_won_are_named():
    won = tuple(Seat(seat) for seat in range(0, 12, 2))
    ended = result(
        winners=won, declarers=won, next_declarer=None, levels_before=(Level.TWO,) * 12, levels_after=(Level.TWO,) * 12
    )
    view = view_of(rules_for(12), phase=PhaseName.FINISHED, result=ended)
    scene = scene_of(ResultPicture(view, PEOPLE))
    written = list(texts_of(scene))
    at = written.index("Winners")
    assert written[at + 1 :] == [PEOPLE[seat] for seat in won]


@pytest.mark.parametrize(("won", "lost"), [(9, 8), (12, 34), (100, 5), (128, 256)])
def test_scores_of_a_cross_table_are_whole(won, lost):
    cells = tuple(tuple(None if i == j else (won, lost) for j in range(10)) for i in range(10))
    written = list(texts_of(scene_of(CrossTablePicture("All", "", PEOPLE[:10], cells))))
    together = written.count(f"{won}–{lost}")
    assert together == 90 or (written.count(str(won)) == 90 and written.count(str(lost)) == 90)


def test_what_has_no_room_is_counted():
    ratings = RatingPicture("Rating", "", tuple(Series(name, (1500, 1510)) for name in PEOPLE))
    assert "and 4 more" in texts_of(scene_of(ratings))
    rows = tuple(StandingsRow(n, f"P{n}", 1, 1) for n in range(1, 19))
    assert "and 3 more" in texts_of(scene_of(StandingsPicture("Standings", "", rows)))
    table = CrossTablePicture("All", "", PEOPLE, ((None,) * 12,) * 12)
    assert "and 2 more" in texts_of(scene_of(table))


def test_a_trick_of_a_hundred_cards_is_whole_named_and_small():
    picture = crowded()
    scene = scene_of(picture)
    tiles = [item for item in scene.items if isinstance(item, TileItem)]
    shown = [(tile.card, tile.count) for tile in tiles]
    assert shown == [pair for one in picture.view.trick.plays for pair in counts(one.cards).items()]
    assert set(PEOPLE[:11]) <= set(texts_of(scene))
    assert len(painted(PAINTER, scene)) <= 56 << 10


@pytest.mark.parametrize("cards", [1, 2, 4])
def test_those_who_played_are_named_where_a_line_has_room(cards):
    named = ("Mei", "Bob", "Ana")
    assert set(named) <= set(texts_of(scene_of(replace(crowded(3, cards), names=(*named, *PEOPLE[3:])))))


def test_names_in_any_script_are_drawn():
    assert painted(PAINTER, scene_of(HandPicture(crowded().view, names=NAMES)))


@pytest.mark.parametrize("name", PICTURES)
def test_no_type_is_smaller_than_six_pixels_on_a_phone(name):
    """A phone shows a picture 302 columns wide; only a sum of very many figures and a long title may be smaller."""
    scene = golden_scene(name)
    sizes = [
        part.size
        for item in scene.items
        if isinstance(item, Words | Pill)
        for part in item.parts
        if not isinstance(part.what, Sign)
    ]
    least = 0.9 if name.startswith("result") else 1  # a sum's captions shrink where it has many figures
    assert all(size * 302 / scene.width >= 5.9 * least for size in sizes)


def test_names_have_room_beside_every_figure_there_can_be():
    row = StandingsRow(1, "Jonathan R.", 120, 60, "A", 3, 1648, -31, (True,) * 5, points=999)
    assert any(text.startswith("Jonathan") for text in texts_of(scene_of(StandingsPicture("League", "", (row,)))))


@pytest.mark.parametrize("locale", ["en", "zh-CN", "zh-TW"])
def test_no_two_columns_of_standings_are_called_alike(locale):
    labels = league_labels_of(Catalogue.load().texts(locale))
    named = [labels.player, labels.level, labels.points, labels.record, labels.share, labels.rating, labels.form]
    assert len(set(named)) == len(named)
