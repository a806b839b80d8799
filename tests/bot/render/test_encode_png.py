"""Pillow reads back every pixel that the PNG writer writes, with isal and without."""

import importlib
import io
import random
import sys
import zlib

import pytest
from PIL import Image

from bot.render.layout.colours import FELT
from bot.render.painting import encode_png
from bot.render.painting.indexed_colours import encode_palette
from tests.bot.render.golden_pictures import PICTURES, build_golden_scene, paint_png
from tests.bot.render.test_golden_pictures import PAINTER


@pytest.fixture(params=["isal", "zlib"])
def encoder(request, monkeypatch):
    """Yield the module twice: imported with isal, and imported as if isal were missing."""
    with monkeypatch.context() as patch:
        if request.param == "zlib":
            patch.setitem(sys.modules, "isal.isal_zlib", None)
        importlib.reload(encode_png)
        yield encode_png
    importlib.reload(encode_png)


def create_noise(width: int, height: int) -> Image.Image:
    return Image.frombytes("P", (width, height), random.Random(width).randbytes(width * height))


def read_chunks(png: bytes):
    at = 8
    while at < len(png):
        size = int.from_bytes(png[at : at + 4])
        kind, data = png[at + 4 : at + 8], png[at + 8 : at + 8 + size]
        assert int.from_bytes(png[at + 8 + size : at + 12 + size]) == zlib.crc32(kind + data)
        yield kind, data
        at += 12 + size


@pytest.mark.parametrize("size", [(1, 1), (3, 2), (1100, 7), (255, 256)])
def test_every_index_colour_and_opacity_is_read_back(encoder, size):
    image = create_noise(*size)
    png = encoder.encode_png(image, FELT).png
    read = Image.open(io.BytesIO(png))
    read.load()
    colours, opacity = encode_palette(FELT)
    assert (read.mode, read.size) == ("P", size)
    assert read.tobytes() == image.tobytes()
    assert bytes(read.getpalette()) == colours
    assert read.info["transparency"] == opacity


@pytest.mark.parametrize("name", ["hand-following", "table-12", "ratings"])
def test_pixels_are_those_of_pillows_writer(encoder, name):
    image = PAINTER.paint(build_golden_scene(name))
    encode_png.round_corners(image, 20)
    colours, opacity = encode_palette(FELT)
    theirs = io.BytesIO()
    written = image.copy()
    written.putpalette(colours)
    written.save(theirs, "PNG", compress_level=6, transparency=opacity)
    ours = encoder.encode_png(image, FELT).png
    assert Image.open(io.BytesIO(ours)).convert("RGBA").tobytes() == Image.open(theirs).convert("RGBA").tobytes()
    assert len(ours) <= len(theirs.getvalue()) * 1.6


def test_chunks_follow_the_format_order(encoder):
    png = encoder.encode_png(create_noise(20, 20), FELT).png
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    assert [kind for kind, _ in read_chunks(png)] == [b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND"]


def test_encoding_leaves_the_image_unchanged(encoder):
    image = create_noise(30, 30)
    before = image.tobytes(), image.getpalette()
    encoder.encode_png(image, FELT)
    assert (image.tobytes(), image.getpalette()) == before


@pytest.mark.long
def test_golden_pictures_are_valid_png():
    for name in PICTURES:
        Image.open(io.BytesIO(paint_png(PAINTER, build_golden_scene(name)))).verify()
