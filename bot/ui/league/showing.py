"""What all screens of leagues share: pictures that fall back to words, pages, times, and names of those who play."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

import structlog

from bot.league.ids import UserId
from bot.play import occupants
from bot.text.describe.people import plain
from bot.ui.alts import Picture, alt_of
from bot.ui.body import Block, Button, Buttons, Shown, Text
from bot.ui.controls import control
from bot.ui.kit import Kit
from bot.ui.limits import CHARACTERS, UTF8_BYTES
from bot.ui.panels.asked import cut
from engine.presets import PRESETS

if TYPE_CHECKING:
    from bot.text.catalogue import Texts

log: Final = structlog.get_logger()

ROOM: Final = "lg"
"""What the ids of all controls of leagues begin with."""
SPARE: Final = 800
"""What is kept free of a message's room for its other texts, in characters and bytes."""
LINES: Final = 15
"""How many lines one page of a table has."""


async def pictured(kit: Kit, picture: Picture, texts: "Texts", name: str) -> Block:
    """Return a picture with what it says in words; the words alone where it cannot be drawn."""
    alt = alt_of(picture, texts)
    try:
        drawn = await kit.artist.draw(picture)
    except Exception:
        log.exception("a league's picture could not be drawn", picture=type(picture).__name__)
        return Text(plain(alt))
    return Shown(drawn.png, alt, name)


def pages(
    page: int, total: int, texts: "Texts", *way: object, tail: str = "", lines: int = LINES
) -> tuple[Buttons, ...]:
    """Return the buttons to the pages before and after; none where one page holds all. Pages count from 1.

    Their ids are `way`, the page and `tail`.
    """
    last = page_count(total, lines)
    if last == 1:
        return ()
    back = Button(control(ROOM, *way, page - 1, tail, "b"), cut(texts.say("leagues.button.back")), disabled=page <= 1)
    onward = Button(
        control(ROOM, *way, page + 1, tail, "f"), cut(texts.say("leagues.button.onward")), disabled=page >= last
    )
    return (Buttons((back, onward)),)


def page_count(total: int, lines: int = LINES) -> int:
    """Return how many pages so many lines need; one even if there are none."""
    return max(1, -(-total // lines))


def page_of(text: str | int, total: int, lines: int = LINES) -> int:
    """Return the page that somebody asked for, or the nearest that is there."""
    wanted = int(text) if isinstance(text, int) or (text.isdecimal() and len(text) < 9) else 1  # noqa: PLR2004
    return min(max(wanted, 1), page_count(total, lines))


def paragraph(lines: Iterable[str]) -> Text:
    """Return lines as one text; those that Discord would not take any more are left out, with a sign that they are."""
    told: list[str] = []
    characters = size = 0
    for line in lines:
        characters, size = characters + len(line) + 1, size + len(line.encode()) + 1
        if characters > CHARACTERS - SPARE or size > UTF8_BYTES - SPARE:
            told.append("…")
            break
        told.append(line)
    return Text("\n".join(told))


def preset_words(preset: str, texts: "Texts") -> str:
    """Return what a set of rules is called; one that an earlier version had, by its own name."""
    return texts.preset(preset) if preset in PRESETS else preset


def day(at: float) -> str:
    """Return a day as Discord writes it in the reader's own language; `at`: seconds since the epoch."""
    return f"<t:{int(at)}:D>"


def moment(at: float) -> str:
    """Return a moment as Discord writes it, day and time."""
    return f"<t:{int(at)}:f>"


async def names_of(kit: Kit, users: Iterable[UserId], texts: "Texts") -> dict[UserId, str]:
    """Return what these people are called, as pictures show it; who is forgotten is someone.

    Whoever has never used the bot, but came in with results, is told from others by the end of his id.
    """
    wanted, someone = tuple(dict.fromkeys(users)), texts.say("ui.someone")
    found = await kit.people.names([occupants.Person(occupants.UserId(user)) for user in wanted], texts)
    return {
        user: texts.say("managing.unknown", digits=f"{user % 10_000:04}")
        if user > 0 and name in {None, someone}
        else name or someone
        for user, name in zip(wanted, found, strict=True)
    }


def in_words(names: Sequence[str], texts: "Texts") -> str:
    """Return names as a list that Discord shows as it is."""
    return texts.listed(plain(name) for name in names)
