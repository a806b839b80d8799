"""Measures spans of text, shortens them to the available room, and renders their letters."""

from collections.abc import Hashable
from dataclasses import replace
from functools import lru_cache
from typing import Final

from PIL import Image

from bot.render.layout.scene import Icon, Span
from bot.render.painting.fonts import Fonts
from bot.render.painting.shapes import shape_mask
from engine.model.cards import Suit

WIDTHS_KEPT: Final = 16384
"""How many widths are cached, one for each text and size. Each table adds about ten names and captions."""
_SHAPES: Final = Suit, Icon
Spans = tuple[Span, ...]
GlyphMask = tuple[Image.Image, int]
"""The mask of a span, and the row of the mask that lies in the middle of a line."""


class TextFitting:
    """Measures, fits and renders text with one set of fonts; suits and icons are treated like letters."""

    def __init__(self, fonts: Fonts) -> None:
        self._fonts = fonts
        self._shrunk = lru_cache(maxsize=WIDTHS_KEPT)(self._shrink_or_truncate)
        self._measure_text = lru_cache(maxsize=WIDTHS_KEPT)(fonts.measure_text)

    def measure_spans(self, spans: Spans, gap: int) -> int:
        """Return the width of spans side by side."""
        return sum(map(self.measure_span, spans)) + gap * max(0, len(spans) - 1)

    def measure_span(self, span: Span) -> int:
        """Return the width of a span."""
        if isinstance(span.content, _SHAPES):
            return _get_icon_size(span)
        return self._measure_text(span.content, span.size, span.typeface)

    def render_glyph(self, span: Span) -> GlyphMask:
        """Return the mask of a span."""
        if isinstance(span.content, _SHAPES):
            size = _get_icon_size(span)
            return shape_mask(span.content, size), size // 2
        return self._fonts.render_text(span.content, span.size, span.typeface)

    def fit_spans(self, spans: Spans, max_width: int | None, gap: int) -> Spans:
        """Return spans that fit `max_width` (None for no limit). If necessary, shrink or truncate the longest text."""
        if max_width is None or self.measure_spans(spans, gap) <= max_width:
            return spans
        texts = [i for i, span in enumerate(spans) if _is_text(span)]
        if not texts:
            return spans
        i = max(texts, key=lambda k: len(str(spans[k].content)))
        rest = self.measure_spans((*spans[:i], *spans[i + 1 :]), gap) + (gap if len(spans) > 1 else 0)
        return (*spans[:i], self._shrunk(spans[i], max_width - rest), *spans[i + 1 :])

    def _shrink_or_truncate(self, span: Span, max_width: int) -> Span:
        text = str(span.content)
        for size in range(span.size, span.min_size or span.size, -1):
            if self._fonts.measure_text(text, size, span.typeface) <= max_width:
                return replace(span, size=size)
        size = span.min_size or span.size
        return replace(span, size=size, content=self._fonts.truncate(text, size, span.typeface, max_width))


def get_glyph_key(span: Span) -> Hashable:
    """Return the cache key of a span's mask. The key contains the type, because a suit or icon equals its own name."""
    return type(span.content), span.content, span.size, span.typeface


def _get_icon_size(span: Span) -> int:
    return round(span.size * 1.12)


def _is_text(span: Span) -> bool:
    return not isinstance(span.content, _SHAPES)


def get_side_bearing(span: Span) -> int:
    """Return the empty pixels on each side of a mask."""
    return 2 if _is_text(span) else 0
