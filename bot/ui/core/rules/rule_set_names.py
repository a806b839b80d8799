"""Finds the preset or house rules that a typed name stands for."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from bot.names import name_key
from bot.play.house_rules import HouseRules
from bot.play.refusals import TableRefusal, TableRefused
from bot.text.catalogue import Catalogue, Texts
from bot.text.languages import LANGUAGES
from engine.model.presets import OFFERED_PRESETS, PRESETS

HOUSE_PREFIX: Final = "h"
"""The prefix of house rules' sources, before their number; no preset begins like this."""
_MAX_NAME_REPEATED: Final = 50


def house_source(house: HouseRules) -> str:
    """Return the source of house rules, in the form of ids and options."""
    return f"{HOUSE_PREFIX}{house.id}"


def find_source(wanted: str, houses: Sequence[HouseRules], catalogue: Catalogue, texts: Texts) -> str:
    """Return the source of the rules named by a text: in any language, as an id, or by an unambiguous part.

    Raises:
        TableRefused: no name fits (`UNKNOWN_RULE_SET`), or several do (`AMBIGUOUS_RULE_SET`).
    """
    own = [house_source(one) for one in houses if name_key(one.name) == name_key(" ".join(wanted.split()))]
    if own:
        return own[0]
    key = _fold(wanted)
    whole = [source for source, names in _list_names(houses, catalogue).items() if key and key in names]
    fits = whole or list_fitting_sources(wanted, houses, catalogue)
    if len(fits) == 1 and (whole or not _is_letter(wanted)):
        return fits[0]
    reason = TableRefusal.AMBIGUOUS_RULE_SET if fits else TableRefusal.UNKNOWN_RULE_SET
    offered = fits or _list_sources(houses)
    names = {house_source(one): one.name for one in houses}
    shown = tuple(names.get(source) or texts.format_preset(source) for source in offered)
    raise TableRefused(reason, name=_shorten(wanted), names=shown)


def list_fitting_sources(wanted: str, houses: Sequence[HouseRules], catalogue: Catalogue) -> list[str]:
    """Return the offered rules with a name that contains this text; all of them for an empty text."""
    if not wanted.strip():
        return _list_sources(houses)
    key, names = _fold(wanted), _list_names(houses, catalogue)
    return [source for source in _list_sources(houses) if key and any(key in name for name in names[source])]


def _list_sources(houses: Iterable[HouseRules]) -> list[str]:
    return [*map(house_source, houses), *OFFERED_PRESETS]


def _list_names(houses: Iterable[HouseRules], catalogue: Catalogue) -> Mapping[str, frozenset[str]]:
    """Return the folded names by source: of house rules their own, of presets those of all languages and the id."""
    own = {house_source(one): frozenset({_fold(one.name)}) for one in houses}
    return own | {preset: _list_preset_names(preset, catalogue) for preset in PRESETS}


def _list_preset_names(preset: str, catalogue: Catalogue) -> frozenset[str]:
    names = [preset]
    for language in LANGUAGES:
        names.append(catalogue.texts_for(language.discord_locales[0]).format_preset(preset))
        names.extend(language.typed.presets.get(preset, ()))
    return frozenset(map(_fold, names))


def _fold(name: str) -> str:
    """Return a name without what people omit or write differently: case, width, spaces, hyphens, punctuation."""
    return "".join(sign for sign in name_key(name) if sign.isalnum())


def _is_letter(wanted: str) -> bool:
    """Return whether only one Latin letter or digit is typed, which names nothing even if it fits only once."""
    key = _fold(wanted)
    return len(key) == 1 and key.isascii()


def _shorten(text: str) -> str:
    return text if len(text) <= _MAX_NAME_REPEATED else f"{text[: _MAX_NAME_REPEATED - 1]}…"
