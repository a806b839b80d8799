"""Captions of pictures, filled from the catalogue."""

from dataclasses import fields
from functools import lru_cache
from typing import TYPE_CHECKING

from bot.render.labels import Labels
from bot.render.statistics import LeagueLabels

if TYPE_CHECKING:
    from bot.text.catalogue import Texts


@lru_cache(maxsize=16)
def labels_of(texts: "Texts") -> Labels:
    """Return all captions in the language of `texts`; the renderer fills `{n}` itself."""
    return Labels(**{field.name: texts.say(f"label.{field.name}", n="{n}") for field in fields(Labels)})


@lru_cache(maxsize=16)
def league_labels_of(texts: "Texts") -> LeagueLabels:
    """Return all captions of league pictures in the language of `texts`; the renderer fills `{n}` itself."""
    return LeagueLabels(**{field.name: texts.say(f"picture.{field.name}", n="{n}") for field in fields(LeagueLabels)})
