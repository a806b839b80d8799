"""Verifies the fonts of `assets/fonts`, chooses one for each letter, and lays text out the same on every machine."""

import hashlib
import json
import unicodedata
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from bot.render.layout.scene import Typeface
from bot.render.painting.bidi_text import to_visual_order
from bot.render.values.distinct_names import NUMBER_AT_END
from bot.resources import find_folder

ASSETS: Final = find_folder("assets")
FIGURE_FONT: Final = "BarlowCondensed-Bold.ttf"
TEXT_FONTS: Final = (
    "Inter-SemiBold.ttf",
    "NotoSansCJKsc-Bold.otf",
    "NotoSansHebrew-Bold.ttf",
    "NotoSansArabic-Bold.ttf",
    "NotoSansThai-Bold.ttf",
    "NotoEmoji-Bold.ttf",
)
CAP_HEIGHTS: Final = {Typeface.FIGURE: 0.70, Typeface.TEXT: 0.728}
"""Height of capitals, as a share of the font's size."""
_LARGE_FONTS: Final = frozenset({"NotoSansCJKsc-Bold.otf", "NotoEmoji-Bold.ttf"})
_LARGE_FONTS_OPEN: Final = 6
MISSING_GLYPH: Final = "·"
"""The sign that replaces a text if no font has any of its characters."""
_SUPERSAMPLING: Final = 4
TEN: Final = "10"
_SQUEEZED: Final = {TEN: (0.92, 1.0), "Q": (1.0, 0.92)}
"""Factors for the width and height of ranks. `10` becomes narrower. `Q` becomes lower, so its tail clears the suit."""

FontRun = tuple[str, str]
"""A font's file name and the letters painted with it."""


class InvalidAsset(Exception):  # noqa: N818 - the name says what is wrong
    """A file that pictures need is missing or damaged; the message names the file."""


class Fonts:
    """Opens fonts, measures and renders text. Raises InvalidAsset: a font or the manifest is missing or damaged."""

    def __init__(self, assets: Path = ASSETS) -> None:
        self._folder = assets / "fonts"
        self._characters = self._load_manifest()
        self._open_small = lru_cache(maxsize=24)(self._open_font)
        self._open_large = lru_cache(maxsize=_LARGE_FONTS_OPEN)(self._open_font)
        self.split_runs = lru_cache(maxsize=1024)(self._split_runs)
        self.truncate = lru_cache(maxsize=512)(self._truncate)
        self.render_figure = lru_cache(maxsize=512)(self._render_figure)

    def _load_manifest(self) -> dict[str, frozenset[str]]:
        try:
            manifest = json.loads((self._folder / "fonts.json").read_text(encoding="ascii"))
            for name in (FIGURE_FONT, *TEXT_FONTS):
                digest = hashlib.sha256((self._folder / name).read_bytes()).hexdigest()
                if digest != manifest[name]["sha256"]:
                    raise InvalidAsset(f"{self._folder / name} is damaged: its digest is not the one in fonts.json.")
            characters = {name: _parse_ranges(entry["characters"]) for name, entry in manifest.items()}
        except OSError as error:
            raise InvalidAsset(f"pictures need {error.filename}, which cannot be read: {error.strerror}.") from error
        except (AttributeError, KeyError, OverflowError, TypeError, ValueError) as error:
            raise InvalidAsset(f"{self._folder / 'fonts.json'} is damaged; run: python assets/rebuild.py") from error
        if MISSING_GLYPH not in characters.get(TEXT_FONTS[0], ()):
            raise InvalidAsset(f"{self._folder / 'fonts.json'} is damaged; run: python assets/rebuild.py")
        return characters

    def get_font(self, name: str, size: int) -> ImageFont.FreeTypeFont:
        """Return a font at a size. Large fonts take a megabyte each, so only a few of them stay open."""
        return (self._open_large if name in _LARGE_FONTS else self._open_small)(name, size)

    def _open_font(self, name: str, size: int) -> ImageFont.FreeTypeFont:
        return ImageFont.truetype(self._folder / name, size, layout_engine=ImageFont.Layout.BASIC)

    def _split_runs(self, text: str, typeface: Typeface) -> tuple[FontRun, ...]:
        """Split `text` into runs of one font each, after `_drop_missing`."""
        fonts = (FIGURE_FONT, *TEXT_FONTS) if typeface is Typeface.FIGURE else TEXT_FONTS
        shown = to_visual_order(self._drop_missing(text, fonts))
        letters = "".join(self._find_plain_form(c, fonts) for c in shown)
        runs = groupby(letters, lambda letter: next(f for f in fonts if letter in self._characters[f]))
        return tuple((name, "".join(run)) for name, run in runs)

    def can_draw(self, name: str) -> bool:
        """Return whether the fonts have all letters and digits of a name, and at least one of its characters."""
        letters = to_visual_order(name).replace(" ", "")
        missing = [c for c in letters if self._is_missing(c, TEXT_FONTS)]
        return len(missing) < len(letters) and all(unicodedata.category(c)[0] not in "LN" for c in missing)

    def get_painted_name(self, name: str) -> str:
        """Return the part of a name that is painted. It is empty if the fonts have none of its letters and digits."""
        # If a name has no letters and digits, one of its other characters is enough.
        letters = [c for c in name if unicodedata.category(c)[0] in "LN"] or list(name.replace(" ", ""))
        if all(self._is_missing(c, TEXT_FONTS) for c in letters):
            return ""
        return "".join(run for _, run in self.split_runs(name, Typeface.TEXT))

    def _drop_missing(self, text: str, fonts: tuple[str, ...]) -> str:
        """Drop characters that no font has, and words that become empty. If nothing is left, return `MISSING_GLYPH`."""
        words = text.split(" ")
        drawn = ["".join(c for c in word if not self._is_missing(c, fonts)) for word in words]
        kept = [word for word, whole in zip(drawn, words, strict=True) if word or not whole]
        return " ".join(kept) if any(kept) else MISSING_GLYPH if text.strip() else text

    def _is_missing(self, letter: str, fonts: tuple[str, ...]) -> bool:
        return letter != MISSING_GLYPH and self._find_plain_form(letter, fonts) == MISSING_GLYPH

    def _find_plain_form(self, letter: str, fonts: tuple[str, ...]) -> str:
        """Return `letter`, or the plain form of a decorated letter, or `MISSING_GLYPH`."""
        for plain in (letter, unicodedata.normalize("NFKC", letter), unicodedata.normalize("NFKD", letter)):
            letters = "".join(c for c in plain if not unicodedata.combining(c)) or plain
            if all(any(c in self._characters[f] for f in fonts) for c in letters):
                return letters
        return MISSING_GLYPH

    def measure_text(self, text: str, size: int, typeface: Typeface) -> int:
        """Return the width of `text` with capitals `size` pixels high."""
        em = round(size / CAP_HEIGHTS[typeface])
        return round(sum(self.get_font(name, em).getlength(run) for name, run in self.split_runs(text, typeface)))

    def _truncate(self, text: str, size: int, typeface: Typeface, max_width: int) -> str:
        """Shorten a text to `max_width`. If possible, keep a number at its end. If no letter fits, return nothing."""
        if self.measure_text(text, size, typeface) <= max_width:
            return text
        number = NUMBER_AT_END.search(text)
        for end in (number[0], "") if number else ("",):
            low, high = 0, len(text) - len(end)
            while low < high:
                middle = (low + high + 1) // 2
                fits = self.measure_text(text[:middle].rstrip() + "…" + end, size, typeface) <= max_width
                low, high = (middle, high) if fits else (low, middle - 1)
            if low:
                return text[:low].rstrip() + "…" + end
        return ""

    def render_text(self, text: str, size: int, typeface: Typeface) -> tuple[Image.Image, int]:
        """Return a mask of the letters, and the row of the mask that lies at the middle of capitals."""
        em = round(size / CAP_HEIGHTS[typeface])
        height = round(em * 1.6)
        mask = Image.new("L", (max(1, self.measure_text(text, size, typeface) + 4), height), 0)
        draw = ImageDraw.Draw(mask)
        x, base = 2.0, height // 2 + size // 2
        for name, run in self.split_runs(text, typeface):
            font = self.get_font(name, em)
            draw.text((x, base), run, font=font, fill=255, anchor="ls")
            x += font.getlength(run)
        return mask, height // 2

    def _render_figure(self, text: str, size: int) -> Image.Image:
        """Return a rank as a mask without empty columns at its sides."""
        em = round(size * _SUPERSAMPLING / CAP_HEIGHTS[Typeface.FIGURE])
        font = self.get_font(FIGURE_FONT, em)
        boxes = [font.getbbox(c, anchor="ls") for c in text]
        space = round(size * _SUPERSAMPLING * 0.06)
        width = round(sum(b[2] - b[0] for b in boxes) + space * (len(text) - 1))
        mask = Image.new("L", (-(-width // _SUPERSAMPLING) * _SUPERSAMPLING, round(size * 1.2) * _SUPERSAMPLING), 0)
        # round letters are a little taller than other capitals, so leave some space above
        x, base = 0.0, (size + round(size * 0.03)) * _SUPERSAMPLING
        for c, box in zip(text, boxes, strict=True):
            ImageDraw.Draw(mask).text((x - box[0], base), c, font=font, fill=255, anchor="ls")
            x += box[2] - box[0] + space
        if text in _SQUEEZED:
            across, down = _SQUEEZED[text]
            squeezed = round(width * across / _SUPERSAMPLING), round(mask.height * down / _SUPERSAMPLING)
            return mask.resize(squeezed, Image.Resampling.BOX)
        return mask.reduce(_SUPERSAMPLING)


def _parse_ranges(text: str) -> frozenset[str]:
    characters: list[str] = []
    for word in text.split():
        first, _, last = word.partition("-")
        characters.extend(map(chr, range(int(first, 16), int(last or first, 16) + 1)))
    return frozenset(characters)
