"""Pictures are rendered once on demand, and assets are verified at the start."""

import asyncio
import io
import json
from contextlib import AsyncExitStack
from functools import partial

import pytest
from PIL import Image

from bot.create_bot import StartupError, _create_renderer
from bot.render.painting.fonts import ASSETS, InvalidAsset
from bot.render.renderer import PictureRenderer
from bot.render.values.game_pictures import HandPicture, LobbyPicture, ResultPicture, TablePicture
from bot.settings import Settings
from engine.model.view import PhaseName
from tests.bot.render.sample_views import NAMES, deal_cards, make_result, make_view
from tests.everyday import spread


@pytest.fixture
async def renderer():
    renderer = PictureRenderer(workers=1)
    yield renderer
    renderer.close()


async def test_pictures_are_rendered_as_png_with_round_corners(renderer):
    result = make_result()
    finished = make_view(phase=PhaseName.FINISHED, result=result, kitty=result.kitty)
    rendered = [
        await renderer.render(HandPicture(make_view(hand=deal_cards(25)))),
        *await renderer.render_large_hand(HandPicture(make_view(hand=deal_cards(25)))),
        await renderer.render(TablePicture(make_view(), NAMES[:4])),
        await renderer.render(LobbyPicture(("Mei", None, None, None))),
        await renderer.render(ResultPicture(finished, NAMES[:4])),
    ]
    for picture in rendered:
        with Image.open(io.BytesIO(picture.png)) as image:
            assert (image.format, image.size) == ("PNG", (picture.width, picture.height))
            assert image.convert("RGBA").getpixel((0, 0))[3] == 0
            assert image.convert("RGBA").getpixel((image.width // 2, 2))[3] == 255


async def test_repeated_picture_is_painted_once(renderer, monkeypatch):
    rendered = []
    paint = renderer._painter.paint
    monkeypatch.setattr(renderer._painter, "paint", lambda scene: rendered.append(scene) or paint(scene))
    pictures = [HandPicture(make_view(hand=deal_cards(25))) for _ in range(5)]
    first = await asyncio.gather(*(renderer.render(picture) for picture in pictures))
    again = await renderer.render(pictures[0])
    assert len(rendered) == 1
    assert {p.png for p in (*first, again)} == {again.png}


async def test_cancelled_caller_does_not_cancel_others(renderer):
    picture = HandPicture(make_view(hand=deal_cards(25)))
    cancelled = asyncio.ensure_future(renderer.render(picture))
    waiting = asyncio.ensure_future(renderer.render(picture))
    await asyncio.sleep(0)
    cancelled.cancel()
    assert (await waiting).png


FILES = sorted(path.name for path in (ASSETS / "fonts").iterdir() if path.suffix != ".txt")
DAMAGES = {
    "deleted": None,
    "empty": lambda _: b"",
    "cut short": lambda data: data[:-100],
    "one byte wrong": lambda data: data[:20] + bytes([data[20] ^ 1]) + data[21:],
    "another file": lambda data: b"<!doctype html>" + data,
}


def copy_assets(tmp_path):
    (tmp_path / "fonts").mkdir()
    for name in FILES:
        (tmp_path / "fonts" / name).symlink_to(ASSETS / "fonts" / name)
    return tmp_path / "fonts"


@pytest.mark.parametrize("damage", spread(4, DAMAGES))
@pytest.mark.parametrize("name", FILES)
def test_broken_asset_is_named_at_the_start(tmp_path, name, damage, monkeypatch):
    file = copy_assets(tmp_path) / name
    file.unlink()
    if DAMAGES[damage] is not None:
        file.write_bytes(DAMAGES[damage]((ASSETS / "fonts" / name).read_bytes()))
    monkeypatch.setattr("bot.create_bot.PictureRenderer", partial(PictureRenderer, assets=tmp_path))
    with pytest.raises(StartupError) as error:
        _create_renderer(Settings(_env_file=None), AsyncExitStack())
    assert name in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("text", ["[]", "null", "{}", '{"Inter-SemiBold.ttf": 5}'])
def test_invalid_manifest_is_reported(tmp_path, text):
    file = copy_assets(tmp_path) / "fonts.json"
    file.unlink()
    file.write_text(text)
    with pytest.raises(InvalidAsset, match=r"fonts\.json is damaged; run: python assets/rebuild\.py"):
        PictureRenderer(assets=tmp_path)


@pytest.mark.parametrize("characters", spread(2, ["", "GG", "41-110000", "41-FFFFFFFFFFFFFFFFFFFFFF", 7, None]))
def test_invalid_character_ranges_are_reported(tmp_path, characters):
    file = copy_assets(tmp_path) / "fonts.json"
    manifest = json.loads(file.read_text())
    manifest["Inter-SemiBold.ttf"]["characters"] = characters
    file.unlink()
    file.write_text(json.dumps(manifest))
    with pytest.raises(InvalidAsset, match=r"fonts\.json is damaged"):
        PictureRenderer(assets=tmp_path)


def test_copied_assets_are_valid(tmp_path):
    copy_assets(tmp_path)
    PictureRenderer(assets=tmp_path).close()


async def test_failure_reaches_every_caller_and_is_retried(renderer):
    nothing_ended = ResultPicture(make_view(), NAMES[:4])
    outcomes = await asyncio.gather(*(renderer.render(nothing_ended) for _ in range(3)), return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [ValueError] * 3
    with pytest.raises(ValueError, match="no deal has ended"):
        await renderer.render(nothing_ended)


@pytest.mark.long
async def test_finished_pictures_stay_within_the_limit(renderer, monkeypatch):
    for seed in range(12):
        await renderer.render(HandPicture(make_view(hand=deal_cards(25, seed))))
    limit = renderer._finished.used_bytes
    monkeypatch.setattr("bot.render.renderer.PICTURE_CACHE_BYTES", limit)
    full = PictureRenderer(workers=1)
    for seed in range(24):
        await full.render(HandPicture(make_view(hand=deal_cards(25, seed))))
    full.close()
    assert full._finished.used_bytes <= limit
    assert abs(len(full._finished) - len(renderer._finished)) <= 3


def test_licence_names_every_font():
    licence = (ASSETS / "fonts" / "OFL.txt").read_text(encoding="utf-8")
    fonts = [path.name for path in (ASSETS / "fonts").glob("*.?tf")]
    assert fonts
    assert [name for name in fonts if name not in licence] == []
    assert "SIL OPEN FONT LICENSE Version 1.1" in licence
