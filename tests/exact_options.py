"""Changes some options and keeps all others as they are. The bot would change others to make the rules valid."""

from dataclasses import fields

from engine.model.presets import with_options


def with_only(rules, **options):
    """Return the rules with only these options changed. Raises InvalidRules if the options conflict."""
    return with_options(rules, **{one.name: getattr(rules, one.name) for one in fields(rules)} | options)
