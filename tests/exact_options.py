"""Changes options without adapting any other, so that tests meet the refusal of options that do not fit."""

from dataclasses import fields

from engine.model.presets import with_options


def with_only(rules, **options):
    """Return the rules with these options changed and all others named as they are. Raises InvalidRules."""
    return with_options(rules, **{one.name: getattr(rules, one.name) for one in fields(rules)} | options)
