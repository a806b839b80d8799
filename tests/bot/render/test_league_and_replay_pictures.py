"""The layout of league pictures, rule examples and animations has no fault, whatever figures they show."""

import io
import random
from dataclasses import replace

import pytest
from PIL import Image, ImageChops

from bot.render.all_pictures import LAYOUTS
from bot.render.layout.scene import Polyline, RoundedRect
from bot.render.leagues import charts_scene, standings_scene
from bot.render.learning import rule_examples_scene
from bot.render.learning.rule_examples_scene import ExamplePicture
from bot.render.painting.encode_gif import AnimationTooLarge, encode_gif
from bot.render.painting.encode_png import encode_png
from bot.render.renderer import PictureRenderer
from bot.render.tables import table_scene
from bot.render.values.league_pictures import (
    RatingPicture,
    RatingSeries,
    SeasonPicture,
    StandingsLine,
    StandingsPicture,
)
from engine.model.cards import parse_cards
from tests.bot.render import golden_pictures
from tests.bot.render.layout_checks import PAINTER, list_faults
from tests.bot.render.sample_views import make_play, make_trick, make_view
from tests.everyday import chosen

LONG = "Wolfgang Wellington-Smythe the Third, Esq."


@pytest.mark.parametrize("name", golden_pictures.PICTURES)
def test_no_golden_picture_has_a_fault(name):
    picture = golden_pictures.PICTURES[name]
    scene = LAYOUTS[type(picture)](picture)
    assert list_faults(scene) == []


@pytest.mark.parametrize("count", [0, 1, 3, 15, 40])
@pytest.mark.parametrize("full", [True, False])
def test_standings_of_any_length_fit(count, full):
    row = StandingsLine(1, LONG, 1234, 1199)
    if full:
        row = replace(row, rating=-1234, form=(True, False) * 5)
    picture = StandingsPicture(LONG, LONG, tuple(replace(row, rank=i + 1) for i in range(count)))
    assert list_faults(standings_scene.build_scene(picture)) == []


def test_player_without_games_has_no_win_rate():
    scene = standings_scene.build_scene(StandingsPicture("t", "s", (StandingsLine(1, "Mei", 0, 0),)))
    assert "–" in {span.content for item in scene.items for span in getattr(item, "spans", ())}


@pytest.mark.parametrize("players", [0, 1, 2, 8, 12])
@pytest.mark.parametrize("games", chosen([1, 2, 41, 500], {1, 41}))
@pytest.mark.parametrize("spread", [0, 1, 400, 4000])
def test_rating_charts_of_any_size_fit(players, games, spread):
    rng = random.Random(players * games + spread)
    lines = tuple(
        RatingSeries(LONG, tuple(1500 + rng.randint(-spread, spread) for _ in range(games))) for _ in range(players)
    )
    scene = charts_scene.build_scene(RatingPicture("Rating", "all", lines))
    assert list_faults(scene) == []
    painted = [item for item in scene.items if isinstance(item, Polyline)]
    assert len(painted) == min(players, 8)
    assert all(0 <= x < scene.width and 0 <= y < scene.height for line in painted for x, y in line.points)
    assert len({line.colour for line in painted}) == len(painted)


def test_higher_rating_is_higher_in_the_chart():
    scene = charts_scene.build_scene(RatingPicture("r", "s", (RatingSeries("a", (1500, 1600, 1400)),)))
    (line,) = (item for item in scene.items if isinstance(item, Polyline))
    (_, start), (_, high), (_, low) = line.points
    assert high < start < low


@pytest.mark.parametrize("count", [0, 1, 2, 3])
def test_seasons_with_few_teams_fit(count):
    assert (
        list_faults(
            standings_scene.build_season_scene(
                SeasonPicture(LONG, LONG, ((LONG, LONG),) * count, ((LONG, "9 999 999"),) * count)
            )
        )
        == []
    )


def test_equal_ranks_stand_equally_high_on_the_podium():
    entries = (("Ann", "1"), ("Bob", "1"), ("Cat", "0"))
    scene = standings_scene.build_season_scene(SeasonPicture("Spring", "", entries, ranks=(1, 1, 3)))
    first, second, third = [item.box for item in scene.items if isinstance(item, RoundedRect)]
    assert first.y == second.y
    assert third.y > second.y


def test_cards_of_an_example_keep_their_order():
    example = rule_examples_scene.Example((parse_cards("SA"), parse_cards("SK SK")), "c", "+")
    scene = rule_examples_scene.build_scene(ExamplePicture("t", (example,)))
    assert [item.card for item in scene.cards] == [*parse_cards("SA"), *parse_cards("SK SK")]


def make_frames(count: int):
    pictures = []
    for n in range(count):
        trick = make_trick(
            tuple(make_play(seat, f"H{rank}") for seat, rank in zip(range(n % 5), "5679", strict=False)), 0, 5
        )
        pictures.append(replace(golden_pictures.four_seats(), view=make_view(trick=trick, opponents_points=5 * n)))
    return pictures


async def test_deal_is_animated_frame_by_frame():
    renderer = PictureRenderer(workers=1)
    animation = await renderer.render_animation(make_frames(12))
    renderer.close()
    with Image.open(io.BytesIO(animation.gif)) as gif:
        assert (gif.n_frames, gif.size, gif.info["loop"]) == (12, (animation.width, animation.height), 0)
        for n, frame in enumerate(make_frames(12)):
            gif.seek(n)
            assert gif.info["duration"] == (3600 if n == 11 else 900)
            scene = table_scene.build_scene(frame)
            expected = golden_pictures.open_png(encode_png(PAINTER.paint(scene), scene.ground).png)
            difference = ImageChops.difference(gif.convert("RGB"), expected).convert("L")
            assert max(v for v, count in enumerate(difference.histogram()) if count) <= 3


@pytest.mark.long
def test_animation_shrinks_to_the_limit():
    painted = [PAINTER.paint(table_scene.build_scene(frame)) for frame in make_frames(6)]
    full = encode_gif(painted)
    smaller = encode_gif([image.copy() for image in painted], limit=len(full.gif) * 3 // 4)
    assert len(smaller.gif) <= len(full.gif) * 3 // 4
    assert smaller.width < full.width
    with pytest.raises(AnimationTooLarge):
        encode_gif(painted, limit=100)
