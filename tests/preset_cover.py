"""Presets as parameters: enough of them every day, all of them in the long suite."""

from dataclasses import fields

from engine.model.presets import PRESETS, preset
from tests.everyday import chosen


def cover_presets():
    """Return names of presets which together have every value of every option that any preset has.

    A fault that one value causes is therefore met every day. One that needs two values of the same preset together may
    be left to the long suite, which has all presets.
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
"""Selects presets for slow tests: every day only those that have the most values between them."""
