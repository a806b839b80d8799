"""League pictures, rules examples, replays and animations: nothing overlaps, whatever the figures are."""

import io
import random
from dataclasses import replace

import pytest
from PIL import Image, ImageChops

from bot.render import (
    ExamplePicture,
    MatchPicture,
    Pictures,
    RatingPicture,
    ReplayPicture,
    SeasonPicture,
    Series,
    StandingsPicture,
    StandingsRow,
    TooLarge,
    charts,
    examples,
    replay,
    season,
    standings,
    table,
    versus,
)
from bot.render.pool import LAYOUTS
from bot.render.scene import Mark, Polyline
from engine.cards import parse_cards
from tests.bot.render import gallery
from tests.bot.render.reading import PAINTER, faults
from tests.bot.render.scenes import NAMES, dealt, play, rules_for, trick, view_of

LONG = "Wolfgang Wellington-Smythe the Third, Esq."


@pytest.mark.parametrize("name", gallery.PICTURES)
def test_no_kept_picture_has_a_fault(name):
    picture = gallery.PICTURES[name]
    scene = LAYOUTS[type(picture)](picture)
    if isinstance(picture, ReplayPicture):  # its small hands lie closer than a rank is wide where there are many
        scene = replace(scene, items=tuple(i for i in scene.items if i not in set(scene.cards)))
    assert faults(scene) == []


@pytest.mark.parametrize("count", [0, 1, 3, 15, 40])
@pytest.mark.parametrize("full", [True, False])
def test_standings_of_any_length(count, full):
    row = StandingsRow(1, LONG, 1234, 1199)
    if full:
        row = replace(row, level="10", climbs=9, rating=-1234, change=-123, form=(True, False) * 5)
    picture = StandingsPicture(LONG, LONG, tuple(replace(row, rank=i + 1) for i in range(count)))
    assert faults(standings.layout(picture)) == []


def test_a_player_who_never_played_has_no_share():
    scene = standings.layout(StandingsPicture("t", "s", (StandingsRow(1, "Mei", 0, 0),)))
    assert "–" in {part.what for item in scene.items for part in getattr(item, "parts", ())}


@pytest.mark.parametrize("players", [0, 1, 2, 8, 12])
@pytest.mark.parametrize("games", [1, 2, 41, 500])
@pytest.mark.parametrize("spread", [0, 1, 400, 4000])
def test_rating_charts_of_any_size(players, games, spread):
    chance = random.Random(players * games + spread)
    lines = tuple(
        Series(LONG, tuple(1500 + chance.randint(-spread, spread) for _ in range(games))) for _ in range(players)
    )
    scene = charts.ratings(RatingPicture("Rating", "all", lines))
    assert faults(scene) == []
    drawn = [item for item in scene.items if isinstance(item, Polyline)]
    assert len(drawn) == min(players, 8)
    assert all(0 <= x < scene.width and 0 <= y < scene.height for line in drawn for x, y in line.points)
    assert len({line.colour for line in drawn}) == len(drawn)


def test_a_higher_rating_is_drawn_higher():
    scene = charts.ratings(RatingPicture("r", "s", (Series("a", (1500, 1600, 1400)),)))
    (line,) = (item for item in scene.items if isinstance(item, Polyline))
    (_, start), (_, high), (_, low) = line.points
    assert high < start < low


@pytest.mark.parametrize("count", [0, 1, 2, 10, 14])
def test_cross_tables_of_any_size(count):
    names = (LONG,) * count
    cells = tuple(tuple((999, 999) if i < j else None for j in range(count)) for i in range(count))
    assert faults(versus.cross_table(replace(gallery.cross_table(), names=names, cells=cells))) == []


@pytest.mark.parametrize("count", [0, 1, 2, 3])
def test_seasons_with_few_teams(count):
    assert (
        faults(season.layout(SeasonPicture(LONG, LONG, ((LONG, LONG),) * count, ((LONG, "9 999 999"),) * count))) == []
    )


def test_a_match_of_one_deal():
    picture = MatchPicture(LONG, LONG, ((LONG,) * 3, ("",)), 1, (("2", "A"), ("2", "2")), ())
    assert faults(charts.match(picture)) == []


def test_examples_keep_cards_in_order_and_dim_what_is_meant():
    example = examples.Example((parse_cards("SA"), parse_cards("SK SK")), "c", "+", dimmed=frozenset({1}))
    scene = examples.layout(ExamplePicture("t", (example,)))
    assert [(item.card, item.mark) for item in scene.cards] == [
        (parse_cards("SA")[0], Mark.PLAIN),
        *[(parse_cards("SK")[0], Mark.DIM)] * 2,
    ]


@pytest.mark.parametrize("players", [4, 6, 12])
def test_a_replay_shows_every_hand(players):
    from tests.bot.render.scenes import rules_for

    pack = dealt(54 * rules_for(players).decks, 4, rules_for(players).decks)
    hands = tuple(pack[i::players] for i in range(players))
    scene = replay.layout(ReplayPicture(view_of(rules_for(players)), NAMES[:players], hands))
    assert sorted(item.card for item in scene.cards) == sorted(pack)
    assert max(item.x + item.width for item in scene.cards) <= scene.width


def frames(count: int):
    pictures = []
    for n in range(count):
        lying = trick(tuple(play(seat, f"H{rank}") for seat, rank in zip(range(n % 5), "5679", strict=False)), 0, 5)
        pictures.append(replace(gallery.four_seats(), view=view_of(trick=lying, opponents_points=5 * n)))
    return pictures


async def test_a_deal_is_animated_frame_by_frame():
    pictures = Pictures(workers=1)
    made = await pictures.animation(frames(12), [700] * 11 + [2500])
    pictures.close()
    with Image.open(io.BytesIO(made.gif)) as film:
        assert (film.n_frames, film.size, film.info["loop"]) == (12, (made.width, made.height), 0)
        for n, frame in enumerate(frames(12)):
            film.seek(n)
            assert film.info["duration"] == (2500 if n == 11 else 700)
            still = gallery.opened(gallery.painted(PAINTER, replace(table.layout(frame), radius=0)))
            shown = ImageChops.difference(film.convert("RGB"), still).convert("L")
            assert max(v for v, count in enumerate(shown.histogram()) if count) <= 3


def test_an_animation_shrinks_until_it_is_within_the_limit():
    painted = [PAINTER.paint(table.layout(frame)) for frame in frames(6)]
    full = replay.animation(painted, [500] * 6)
    less = replay.animation([image.copy() for image in painted], [500] * 6, limit=len(full.gif) * 3 // 4)
    assert len(less.gif) <= len(full.gif) * 3 // 4
    assert less.width < full.width
    with pytest.raises(TooLarge):
        replay.animation(painted, [500] * 6, limit=100)


@pytest.mark.parametrize("players", [4, 8, 12])
@pytest.mark.parametrize("count", [1, 9, 25])
def test_a_replay_of_any_size_fills_its_width_and_keeps_every_index_free(players, count):
    hands = tuple(dealt(count, seat, 6) for seat in range(players))
    picture = ReplayPicture(view_of(rules_for(players)), NAMES[:players], hands)
    scene = replay.layout(picture)
    assert scene.width == 990
    assert len(scene.cards) == players * count
    assert faults(scene) == []
