"""The fonts of `assets/fonts`: checked when opened, chosen letter by letter, laid out alike on every machine."""

import hashlib
import json
import unicodedata
from functools import lru_cache
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from bot.render.scene import Face
from bot.render.script import visual

ASSETS: Final = Path(__file__).parents[2] / "assets"
FIGURE_FONT: Final = "BarlowCondensed-Bold.ttf"
TEXT_FONTS: Final = (
    "Inter-SemiBold.ttf",
    "NotoSansCJKsc-Bold.otf",
    "NotoSansHebrew-Bold.ttf",
    "NotoSansArabic-Bold.ttf",
    "NotoSansThai-Bold.ttf",
    "NotoEmoji-Bold.ttf",
)
CAPITALS: Final = {Face.FIGURE: 0.70, Face.TEXT: 0.728}
"""Height of capitals as a share of the font's size."""
_LARGE: Final = frozenset({"NotoSansCJKsc-Bold.otf", "NotoEmoji-Bold.ttf"})
_LARGE_KEPT: Final = 6
UNKNOWN: Final = "·"
"""What stands for a character that no font has."""
_FINE: Final = 4
TEN: Final = "10"
_TIGHT: Final = 0.92
"""By how much the only rank of two letters is narrowed."""

Run = tuple[str, str]
"""A font's file name and the letters to be drawn with it."""


class BadAsset(Exception):  # noqa: N818 - what is wrong, not that something is
    """A file that pictures need is missing or damaged; the message names it and what to do."""


class Fonts:
    """Opens fonts as they are needed.

    Raises:
        BadAsset: a font or the manifest is missing, or is not the file that the manifest describes.
    """

    def __init__(self, assets: Path = ASSETS) -> None:
        self._folder = assets / "fonts"
        self._characters = self._checked()
        self._small = lru_cache(maxsize=24)(self._open)
        self._large = lru_cache(maxsize=_LARGE_KEPT)(self._open)
        self.runs = lru_cache(maxsize=1024)(self._runs)
        self.cut = lru_cache(maxsize=512)(self._cut)

    def _checked(self) -> dict[str, frozenset[str]]:
        """Return the manifest's characters of every font after comparing each file's digest."""
        try:
            manifest = json.loads((self._folder / "fonts.json").read_text(encoding="ascii"))
            for name in (FIGURE_FONT, *TEXT_FONTS):
                digest = hashlib.sha256((self._folder / name).read_bytes()).hexdigest()
                if digest != manifest[name]["sha256"]:
                    raise BadAsset(f"{self._folder / name} is damaged: its digest is not the one in fonts.json.")
            known = {name: _characters(entry["characters"]) for name, entry in manifest.items()}
        except OSError as error:
            raise BadAsset(f"pictures need {error.filename}, which cannot be read: {error.strerror}.") from error
        except (AttributeError, KeyError, OverflowError, TypeError, ValueError) as error:
            raise BadAsset(f"{self._folder / 'fonts.json'} is damaged; run: python assets/rebuild.py") from error
        if UNKNOWN not in known.get(TEXT_FONTS[0], ()):
            raise BadAsset(f"{self._folder / 'fonts.json'} is damaged; run: python assets/rebuild.py")
        return known

    def font(self, name: str, size: int) -> ImageFont.FreeTypeFont:
        """Return a font at a size; large ones take a megabyte each, so few of them are kept."""
        return (self._large if name in _LARGE else self._small)(name, size)

    def _open(self, name: str, size: int) -> ImageFont.FreeTypeFont:
        return ImageFont.truetype(self._folder / name, size, layout_engine=ImageFont.Layout.BASIC)

    def _runs(self, text: str, face: Face) -> tuple[Run, ...]:
        """Cut `text` into runs of one font each; what no font has becomes `UNKNOWN`, once for several in a row."""
        chain = (FIGURE_FONT, *TEXT_FONTS) if face is Face.FIGURE else TEXT_FONTS
        runs: list[Run] = []
        for c in visual(text):
            for letter in self._known(c, chain):
                name = next(f for f in chain if letter in self._characters[f])
                if letter == UNKNOWN and runs and runs[-1][1][-1] == UNKNOWN:
                    continue
                if runs and runs[-1][0] == name:
                    runs[-1] = (name, runs[-1][1] + letter)
                else:
                    runs.append((name, letter))
        return tuple(runs)

    def _known(self, letter: str, chain: tuple[str, ...]) -> str:
        """Return `letter`, or what it is a variant of (fancy letters of names), or `UNKNOWN`."""
        for plain in (letter, unicodedata.normalize("NFKC", letter), unicodedata.normalize("NFKD", letter)):
            kept = "".join(c for c in plain if not unicodedata.combining(c)) or plain
            if all(any(c in self._characters[f] for f in chain) for c in kept):
                return kept
        return UNKNOWN

    def width(self, text: str, size: int, face: Face) -> int:
        """Return the columns that `text` takes, its capitals `size` pixels high."""
        em = round(size / CAPITALS[face])
        return round(sum(self.font(name, em).getlength(run) for name, run in self.runs(text, face)))

    def _cut(self, text: str, size: int, face: Face, room: int) -> str:
        """Return `text`, or as much of it as fits in `room` columns with an ellipsis."""
        if self.width(text, size, face) <= room:
            return text
        low, high = 0, len(text)
        while low < high:
            middle = (low + high + 1) // 2
            fits = self.width(text[:middle].rstrip() + "…", size, face) <= room
            low, high = (middle, high) if fits else (low, middle - 1)
        return text[:low].rstrip() + "…" if low else ""

    def mask(self, text: str, size: int, face: Face) -> tuple[Image.Image, int]:
        """Return the letters as a mask, and how far above its middle row the middle of the capitals lies."""
        em = round(size / CAPITALS[face])
        height = round(em * 1.6)
        mask = Image.new("L", (max(1, self.width(text, size, face) + 4), height), 0)
        draw = ImageDraw.Draw(mask)
        x, base = 2.0, height // 2 + size // 2
        for name, run in self.runs(text, face):
            font = self.font(name, em)
            draw.text((x, base), run, font=font, fill=255, anchor="ls")
            x += font.getlength(run)
        return mask, height // 2

    def figure(self, text: str, size: int) -> Image.Image:
        """Return a rank as a mask cut to its ink, drawn large and reduced; `10` is set tight, the tail of Q hangs.

        The capitals begin 3 % of `size` below the mask's top, which leaves room for what is rounder and so taller.
        """
        em = round(size * _FINE / CAPITALS[Face.FIGURE])
        font = self.font(FIGURE_FONT, em)
        boxes = [font.getbbox(c, anchor="ls") for c in text]
        space = round(size * _FINE * 0.06)
        width = round(sum(b[2] - b[0] for b in boxes) + space * (len(text) - 1))
        mask = Image.new("L", (-(-width // _FINE) * _FINE, round(size * 1.2) * _FINE), 0)
        x, base = 0.0, (size + round(size * 0.03)) * _FINE
        for c, box in zip(text, boxes, strict=True):
            ImageDraw.Draw(mask).text((x - box[0], base), c, font=font, fill=255, anchor="ls")
            x += box[2] - box[0] + space
        if text == TEN:
            return mask.resize((round(width * _TIGHT / _FINE), mask.height // _FINE), Image.Resampling.BOX)
        return mask.reduce(_FINE)


def _characters(text: str) -> frozenset[str]:
    """Read the manifest's ranges of code points."""
    found: list[str] = []
    for word in text.split():
        first, _, last = word.partition("-")
        found.extend(map(chr, range(int(first, 16), int(last or first, 16) + 1)))
    return frozenset(found)
