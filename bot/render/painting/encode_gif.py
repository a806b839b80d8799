"""Encodes animations as GIF, small enough for Discord."""

import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image

from bot.render.painting.indexed_colours import attach_palette, to_palette

MAX_GIF_BYTES: Final = 10 << 20
"""Discord's limit for the size of a file."""
FRAME_MILLISECONDS: Final = 900
"""The time for which each frame is shown; the last frame is shown four times as long."""
GIF_SCALES: Final = (1.0, 0.6, 0.4)
"""The scales that are tried in turn until an animation is within the limit."""


@dataclass(frozen=True, slots=True)
class Animation:
    """A finished animation (GIF), ready to send."""

    gif: bytes
    width: int
    height: int
    frames: int


class AnimationTooLarge(Exception):  # noqa: N818 - the name says what is wrong
    """The animation exceeds the limit at every scale."""


def encode_gif(painted: Sequence[Image.Image], limit: int = MAX_GIF_BYTES) -> Animation:
    """Encode painted pictures of one size as a looping GIF. Raises AnimationTooLarge: it exceeds `limit`."""
    durations = [FRAME_MILLISECONDS] * (len(painted) - 1) + [4 * FRAME_MILLISECONDS]
    for scale in GIF_SCALES:
        frames = [_scale_frame(image, scale) for image in painted]
        out = io.BytesIO()
        frames[0].save(out, "GIF", save_all=True, append_images=frames[1:], duration=durations, loop=0, optimize=False)
        if len(out.getvalue()) <= limit:
            return Animation(out.getvalue(), frames[0].width, frames[0].height, len(frames))
    raise AnimationTooLarge(f"{len(painted)} frames do not fit in {limit} bytes")


def _scale_frame(image: Image.Image, scale: float) -> Image.Image:
    attach_palette(image)
    if scale == 1:
        return image
    size = (round(image.width * scale), round(image.height * scale))
    return attach_palette(to_palette(image.convert("RGB").resize(size, Image.Resampling.LANCZOS)))
