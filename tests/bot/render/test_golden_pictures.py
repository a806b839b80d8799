"""Compares pictures with the golden ones, and proves that the comparison sees a wrong card, ring or label."""

from dataclasses import replace
from functools import cache

import pytest
from PIL import Image, ImageChops

from bot.render.layout import colours as c
from bot.render.layout.scene import Badge, CardItem, CardStyle, Pill, Polyline, RoundedRect, Scene, TextLine, TileItem
from engine.model.cards import Card
from tests.bot.render.golden_pictures import GOLDEN_FOLDER, PICTURES, build_golden_scene, open_png, paint_png
from tests.bot.render.layout_checks import PAINTER
from tests.everyday import spread

BLOCK = 8
"""The side of the compared squares in pixels. Smoothing changes single pixels, but a fault changes whole squares."""
MAX_DIFFERENCE = 10
"""The largest mean difference of a square (0 … 255) that counts as smoothing and not as a fault."""


@cache
def open_golden(name: str) -> Image.Image:
    return open_png((GOLDEN_FOLDER / f"{name}.png").read_bytes())


def measure_difference(one: Image.Image, other: Image.Image) -> int:
    """Return the largest mean difference of any square; 255 if the sizes differ."""
    if one.size != other.size:
        return 255
    maxima = [high for _, high in ImageChops.difference(one, other).reduce(BLOCK).getextrema()]
    return max(maxima)


def test_each_picture_has_a_golden_file():
    assert {path.stem for path in GOLDEN_FOLDER.glob("*.png")} == set(PICTURES)


@pytest.mark.parametrize("name", PICTURES)
def test_pictures_match_the_golden_ones(name):
    assert (
        measure_difference(open_golden(name), open_png(paint_png(PAINTER, build_golden_scene(name)))) <= MAX_DIFFERENCE
    )


@pytest.mark.parametrize("name", PICTURES)
def test_golden_files_are_small(name):
    assert (GOLDEN_FOLDER / f"{name}.png").stat().st_size <= 64 << 10


def replace_item(scene: Scene, index: int, item) -> Scene:
    items = list(scene.items)
    items[index : index + 1] = [] if item is None else [item]
    return replace(scene, items=tuple(items))


def wrong_cards(scene: Scene):
    for index, item in enumerate(scene.items):
        if isinstance(item, CardItem | TileItem):
            yield replace_item(scene, index, replace(item, card=Card((item.card + 1) % 54)))


def lost_rings(scene: Scene):
    for index, item in enumerate(scene.items):
        if isinstance(item, CardItem | TileItem) and item.style not in {CardStyle.PLAIN, CardStyle.DIM}:
            yield replace_item(scene, index, replace(item, style=CardStyle.PLAIN))
        if isinstance(item, RoundedRect | Pill) and item.edge not in {None, c.LINE}:
            yield replace_item(scene, index, replace(item, edge=None))


def shifted_labels(scene: Scene):
    for index, item in enumerate(scene.items):
        if isinstance(item, TextLine | Pill | Badge) and (isinstance(item, Badge) or item.spans):
            yield replace_item(scene, index, replace(item, x=item.x + 6))


def lost_items(scene: Scene):
    for index, item in enumerate(scene.items):
        decoration = isinstance(item, RoundedRect) and item.colour is c.LINE
        if not (decoration or (isinstance(item, TextLine) and not item.spans)):
            yield replace_item(scene, index, None)


def wrong_lines(scene: Scene):
    for index, item in enumerate(scene.items):
        if isinstance(item, Polyline):
            yield replace_item(scene, index, replace(item, points=tuple((x, y + 8) for x, y in item.points)))


MUTATIONS = {
    "one wrong card": wrong_cards,
    "one ring lost": lost_rings,
    "one label shifted": shifted_labels,
    "one item lost": lost_items,
    "one line shifted": wrong_lines,
}


@pytest.mark.parametrize("name", spread(4, PICTURES))
@pytest.mark.parametrize("mutation", MUTATIONS)
def test_comparison_sees_each_kind_of_fault(name, mutation):
    for scene in sample_scenes(list(MUTATIONS[mutation](build_golden_scene(name))), 1):
        assert measure_difference(open_golden(name), open_png(paint_png(PAINTER, scene))) > MAX_DIFFERENCE


@pytest.mark.long
@pytest.mark.parametrize("name", PICTURES)
@pytest.mark.parametrize("mutation", MUTATIONS)
def test_comparison_sees_twelve_faults_of_each_kind(name, mutation):
    for scene in sample_scenes(list(MUTATIONS[mutation](build_golden_scene(name))), 12):
        assert measure_difference(open_golden(name), open_png(paint_png(PAINTER, scene))) > MAX_DIFFERENCE


def sample_scenes(scenes: list[Scene], count: int) -> list[Scene]:
    """Return at most `count` scenes, evenly spread over the list."""
    last = len(scenes) - 1
    return [scenes[i] for i in sorted({round((k + 0.5) * last / count) for k in range(count)})] if scenes else []


def test_every_kind_of_fault_is_tried():
    for mutation in MUTATIONS.values():
        assert any(list(mutation(build_golden_scene(name))) for name in PICTURES)
