"""Presets as parameters of tests. The everyday tests use a few of them, and the long suite uses all."""

from dataclasses import fields

from engine.model.presets import PRESETS, preset
from tests.everyday import chosen


def cover_presets():
    """Return names of a few presets. Each value that an option has in any preset also occurs in one of these.

    A fault that one value causes is therefore found every day. A fault that needs two values together may be found only
    in the long suite, which has all presets.
    """
    values = {name: {(f.name, getattr(preset(name), f.name)) for f in fields(preset(name))} for name in PRESETS}
    missing, chosen = set().union(*values.values()), []
    while missing:
        best = max(PRESETS, key=lambda name: len(values[name] & missing))
        chosen.append(best)
        missing -= values[best]
    return chosen


COVER = cover_presets()
EVERY_PRESET = chosen(PRESETS, COVER)
FEW_PRESETS = chosen(PRESETS, COVER[:2])
"""All presets as parameters of slow tests. Only the first two of `COVER` are used every day."""
