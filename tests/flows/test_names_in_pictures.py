"""Pictures tell people apart even if no font can draw their names, in every language."""

from unittest.mock import patch

import pytest
from bot_harness import connected
from play_by_panel import sit_down, until
from screens import LoopbackPlayer
from shared_resources import BlankRenderer

from bot.render.layout.scene import Span, Typeface
from bot.render.painting.fonts import MISSING_GLYPH, Fonts
from bot.render.tables import table_scene
from bot.render.values.game_pictures import TablePicture
from bot.text.languages import LANGUAGES
from tests.everyday import spread

NAMES = {"ann": "አበበ", "bob": "प्रिया", "cat": "பிரியா", "dan": "\u202e李珺"}
DRAWN = {"@ann", "@bob", "@cat", "李珺"}
LAYOUTS = {table_scene.LobbyPicture: table_scene.build_lobby_scene, TablePicture: table_scene.build_scene}


def list_drawn_texts(picture):
    """Return the texts of a picture, reduced to the letters that are really painted."""
    scene = LAYOUTS[type(picture)](picture)
    spans = [part for item in scene.items for part in getattr(item, "spans", ()) if isinstance(part, Span)]
    texts, fonts = [one.content for one in spans if type(one.content) is str], Fonts()
    return ["".join(run for _, run in fonts.split_runs(text, Typeface.TEXT)) for text in texts]


@pytest.mark.parametrize("language", spread(1, LANGUAGES), ids=lambda language: language.tag)
async def test_people_with_names_in_other_scripts_are_told_apart(tmp_path, loopback, language):
    pictures = []

    class Recorder(BlankRenderer):
        async def render(self, picture):
            pictures.append(picture)
            return await super().render(picture)

    people = [LoopbackPlayer(loopback.person(name, locale=language.discord_locales[0])) for name in NAMES]
    for name, display in NAMES.items():
        await loopback.remote.arrange("person", name=name, display=display)
    with patch("bot.create_bot.PictureRenderer", Recorder):
        async with connected(tmp_path, loopback):
            await sit_down(people[0], people[1:])
            board = await until(people[1], people[1].board, lambda s: s.alts)
    assert "አበበ @ann" in board.alts[0], "texts keep the name that people chose"
    assert "李珺" in board.alts[0]
    assert "\u202e" not in board.alts[0]
    for kind in LAYOUTS:
        drawn = list_drawn_texts([one for one in pictures if type(one) is kind][-1])
        assert {one for one in drawn if one in DRAWN} == DRAWN, kind
        assert not any(MISSING_GLYPH in one and one != f" {MISSING_GLYPH} " for one in drawn), drawn
