"""Pictures on demand: right bytes, drawn once, assets checked at the start."""

import asyncio
import io
import json
from contextlib import AsyncExitStack
from functools import partial

import pytest
from PIL import Image

from bot.app import CannotStart, _pictures
from bot.render import HandPicture, LobbyPicture, Pictures, ResultPicture, TablePicture
from bot.render.fonts import ASSETS, BadAsset
from bot.settings import Settings
from engine.view import PhaseName
from tests.bot.render.scenes import NAMES, dealt, result, view_of


@pytest.fixture
async def pictures():
    made = Pictures(workers=1)
    yield made
    made.close()


async def test_every_kind_comes_out_as_a_png_of_the_size_it_says(pictures):
    ended = result()
    finished = view_of(phase=PhaseName.FINISHED, result=ended, kitty=ended.kitty)
    drawn = [
        await pictures.hand(HandPicture(view_of(hand=dealt(25)))),
        *await pictures.hand_large(HandPicture(view_of(hand=dealt(25)))),
        await pictures.table(TablePicture(view_of(), NAMES[:4])),
        await pictures.lobby(LobbyPicture(("Mei", None, None, None))),
        await pictures.result(ResultPicture(finished, NAMES[:4])),
    ]
    for picture in drawn:
        with Image.open(io.BytesIO(picture.png)) as image:
            assert (image.format, image.size) == ("PNG", (picture.width, picture.height))
            assert image.convert("RGBA").getpixel((0, 0))[3] == 0
            assert image.convert("RGBA").getpixel((image.width // 2, 2))[3] == 255


async def test_a_picture_asked_for_often_is_drawn_once(pictures, monkeypatch):
    drawn = []
    paint = pictures._painter.paint
    monkeypatch.setattr(pictures._painter, "paint", lambda scene: drawn.append(scene) or paint(scene))
    asked = [HandPicture(view_of(hand=dealt(25))) for _ in range(5)]
    first = await asyncio.gather(*(pictures.hand(picture) for picture in asked))
    again = await pictures.hand(asked[0])
    assert len(drawn) == 1
    assert {p.png for p in (*first, again)} == {again.png}


async def test_one_who_gives_up_waiting_does_not_take_the_picture_from_others(pictures):
    picture = HandPicture(view_of(hand=dealt(25)))
    hasty = asyncio.ensure_future(pictures.hand(picture))
    patient = asyncio.ensure_future(pictures.hand(picture))
    await asyncio.sleep(0)
    hasty.cancel()
    assert (await patient).png


FILES = sorted(path.name for path in (ASSETS / "fonts").iterdir() if path.suffix != ".txt")
DAMAGES = {
    "deleted": None,
    "empty": lambda _: b"",
    "cut short": lambda data: data[:-100],
    "one byte wrong": lambda data: data[:20] + bytes([data[20] ^ 1]) + data[21:],
    "another file": lambda data: b"<!doctype html>" + data,
}


def copied(tmp_path):
    (tmp_path / "fonts").mkdir()
    for name in FILES:
        (tmp_path / "fonts" / name).symlink_to(ASSETS / "fonts" / name)
    return tmp_path / "fonts"


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("name", FILES)
def test_a_missing_or_broken_asset_is_named_at_the_start(tmp_path, name, damage, monkeypatch):
    file = copied(tmp_path) / name
    file.unlink()
    if DAMAGES[damage] is not None:
        file.write_bytes(DAMAGES[damage]((ASSETS / "fonts" / name).read_bytes()))
    monkeypatch.setattr("bot.app.Pictures", partial(Pictures, assets=tmp_path))
    with pytest.raises(CannotStart) as told:
        _pictures(Settings(_env_file=None), AsyncExitStack())
    assert name in str(told.value)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize("text", ["[]", "null", "{}", '{"Inter-SemiBold.ttf": 5}'])
def test_a_manifest_that_says_something_else_is_told(tmp_path, text):
    file = copied(tmp_path) / "fonts.json"
    file.unlink()
    file.write_text(text)
    with pytest.raises(BadAsset, match=r"fonts\.json is damaged; run: python assets/rebuild\.py"):
        Pictures(assets=tmp_path)


@pytest.mark.parametrize("characters", ["", "GG", "41-110000", "41-FFFFFFFFFFFFFFFFFFFFFF", 7, None])
def test_a_manifest_with_odd_characters_is_told(tmp_path, characters):
    file = copied(tmp_path) / "fonts.json"
    manifest = json.loads(file.read_text())
    manifest["Inter-SemiBold.ttf"]["characters"] = characters
    file.unlink()
    file.write_text(json.dumps(manifest))
    with pytest.raises(BadAsset, match=r"fonts\.json is damaged"):
        Pictures(assets=tmp_path)


def test_a_copy_of_the_assets_serves_as_well(tmp_path):
    copied(tmp_path)
    Pictures(assets=tmp_path).close()


async def test_a_picture_that_cannot_be_drawn_fails_for_all_who_asked_and_is_asked_for_anew(pictures):
    nothing_ended = ResultPicture(view_of(), NAMES[:4])
    asked = await asyncio.gather(*(pictures.result(nothing_ended) for _ in range(3)), return_exceptions=True)
    assert [type(answer) for answer in asked] == [ValueError] * 3
    with pytest.raises(ValueError, match="no deal has ended"):
        await pictures.result(nothing_ended)


async def test_what_is_kept_stays_within_its_budget(pictures):
    for seed in range(12):
        await pictures.hand(HandPicture(view_of(hand=dealt(25, seed))))
    pictures._kept.budget = pictures._kept.used
    before = len(pictures._kept)
    for seed in range(12, 24):
        await pictures.hand(HandPicture(view_of(hand=dealt(25, seed))))
    assert pictures._kept.used <= pictures._kept.budget
    assert abs(len(pictures._kept) - before) <= 3


def test_every_font_is_named_in_the_licence():
    licence = (ASSETS / "fonts" / "OFL.txt").read_text(encoding="utf-8")
    fonts = [path.name for path in (ASSETS / "fonts").glob("*.?tf")]
    assert fonts
    assert [name for name in fonts if name not in licence] == []
    assert "SIL OPEN FONT LICENSE Version 1.1" in licence
