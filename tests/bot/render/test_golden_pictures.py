"""Pictures compared with kept ones, and proof that the comparison sees what matters: a card, a ring, a label."""

from dataclasses import replace
from functools import cache

import pytest
from PIL import Image, ImageChops

from bot.render import colours as c
from bot.render.fonts import Fonts
from bot.render.paint import Painter
from bot.render.scene import Badge, CardItem, Fill, Mark, Pill, Polyline, Scene, TileItem, Words
from engine.cards import Card
from tests.bot.render.gallery import GOLDEN, PICTURES, opened, painted, scene_of

PAINTER = Painter(Fonts())
BLOCK = 8
"""Differences are looked at in squares of this side: smoothing differs by pixels, what is wrong by whole squares."""
WORST = 10
"""Mean difference of a square, 0 … 255, that is still taken for smoothing."""


@cache
def golden(name: str) -> Image.Image:
    return opened((GOLDEN / f"{name}.png").read_bytes())


def worst(one: Image.Image, other: Image.Image) -> int:
    """Return the greatest mean difference of any square; 255 if the pictures are not of one size."""
    if one.size != other.size:
        return 255
    channels = [low_high[1] for low_high in ImageChops.difference(one, other).reduce(BLOCK).getextrema()]
    return max(channels)


def test_every_picture_is_kept_and_every_kept_one_is_painted():
    assert {path.stem for path in GOLDEN.glob("*.png")} == set(PICTURES)


@pytest.mark.parametrize("name", PICTURES)
def test_pictures_look_as_they_did(name):
    assert worst(golden(name), opened(painted(PAINTER, scene_of(name)))) <= WORST


@pytest.mark.parametrize("name", PICTURES)
def test_kept_pictures_are_small(name):
    assert (GOLDEN / f"{name}.png").stat().st_size <= 64 << 10


def changed(scene: Scene, at: int, item) -> Scene:
    items = list(scene.items)
    items[at : at + 1] = [] if item is None else [item]
    return replace(scene, items=tuple(items))


def wrong_cards(scene: Scene):
    for at, item in enumerate(scene.items):
        if isinstance(item, CardItem | TileItem):
            yield changed(scene, at, replace(item, card=Card((item.card + 1) % 54)))


def lost_rings(scene: Scene):
    for at, item in enumerate(scene.items):
        if isinstance(item, CardItem | TileItem) and item.mark not in {Mark.PLAIN, Mark.DIM}:
            yield changed(scene, at, replace(item, mark=Mark.PLAIN))
        if isinstance(item, Fill | Pill) and item.edge not in {None, c.LINE}:
            yield changed(scene, at, replace(item, edge=None))


def shifted_labels(scene: Scene):
    for at, item in enumerate(scene.items):
        if isinstance(item, Words | Pill | Badge) and (isinstance(item, Badge) or item.parts):
            yield changed(scene, at, replace(item, x=item.x + 6))


def lost_items(scene: Scene):
    for at, item in enumerate(scene.items):
        decoration = isinstance(item, Fill) and item.colour is c.LINE
        if not (decoration or (isinstance(item, Words) and not item.parts)):
            yield changed(scene, at, None)


def wrong_lines(scene: Scene):
    for at, item in enumerate(scene.items):
        if isinstance(item, Polyline):
            yield changed(scene, at, replace(item, points=tuple((x, y + 8) for x, y in item.points)))


MUTATIONS = {
    "one wrong card": wrong_cards,
    "one ring lost": lost_rings,
    "one label shifted": shifted_labels,
    "one item lost": lost_items,
    "one line shifted": wrong_lines,
}


@pytest.mark.parametrize("name", PICTURES)
@pytest.mark.parametrize("mutation", MUTATIONS)
def test_a_fault_is_seen(name, mutation):
    for scene in spread(list(MUTATIONS[mutation](scene_of(name))), 3):
        assert worst(golden(name), opened(painted(PAINTER, scene))) > WORST


@pytest.mark.long
@pytest.mark.parametrize("name", PICTURES)
@pytest.mark.parametrize("mutation", MUTATIONS)
def test_many_such_faults_are_seen(name, mutation):
    for scene in spread(list(MUTATIONS[mutation](scene_of(name))), 40):
        assert worst(golden(name), opened(painted(PAINTER, scene))) > WORST


def spread(scenes: list[Scene], count: int) -> list[Scene]:
    """At most `count` scenes, from the first to the last."""
    last = len(scenes) - 1
    return [scenes[i] for i in sorted({round(k * last / (count - 1)) for k in range(count)})] if scenes else []


def test_each_kind_of_fault_is_tried_somewhere():
    for mutation in MUTATIONS.values():
        assert any(list(mutation(scene_of(name))) for name in PICTURES)
