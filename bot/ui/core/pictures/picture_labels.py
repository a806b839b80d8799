"""Labels in pictures, filled from the catalogue."""

from dataclasses import fields
from functools import lru_cache

from bot.render.values.game_pictures import Labels
from bot.render.values.league_pictures import LeagueLabels
from bot.text.catalogue import Texts


@lru_cache(maxsize=16)
def picture_labels(texts: Texts) -> Labels:
    """Return all picture labels in the language of `texts`; the renderer fills `{n}`."""
    return Labels(**{field.name: texts.say(f"label.{field.name}", n="{n}") for field in fields(Labels)})


@lru_cache(maxsize=16)
def league_picture_labels(texts: Texts) -> LeagueLabels:
    """Return all league picture labels in the language of `texts`; the renderer fills `{n}`."""
    return LeagueLabels(**{field.name: texts.say(f"picture.{field.name}", n="{n}") for field in fields(LeagueLabels)})
