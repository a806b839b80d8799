"""Pictures in messages."""

from typing import Final

import structlog

from bot.render.all_pictures import AnyPicture
from bot.text.describe.seat_names import escape_name
from bot.ui.core.messages.message import Block, Picture, Text
from bot.ui.core.services import Services

log: Final = structlog.get_logger()


async def picture_blocks(
    services: Services, picture: AnyPicture, alt: str, filename: str, *, is_needed: bool = True, **where: object
) -> tuple[Block, ...]:
    """Return a picture with its description, which replaces a picture that cannot be rendered.

    `is_needed` is off where texts beside it have the same facts; `where` is for the log.
    """
    try:
        drawn = await services.renderer.render(picture)
    except Exception:
        log.exception("a picture could not be rendered", picture=type(picture).__name__, **where)
        return (Text(escape_name(alt)),) if is_needed else ()
    return (Picture(drawn.png, alt, filename),)
